import type { Wording } from '../wording/wording.ts';
import { html } from './markup.ts';
import type { Html } from './markup.ts';

/** The choice of a verdict and the search box; shown by the script, without which they could do nothing. */
export function toolbar({ labels, verdicts }: Wording): Html {
  const choices = [
    ['all', labels.all],
    ['fail', verdicts.fail],
    ['review', verdicts.review],
    ['inconclusive', verdicts.inconclusive],
    ['pass', verdicts.pass],
    ['observed', labels.observed],
  ] as const;
  const radios = choices.map(
    ([value, label], index) =>
      html`<label class="choice"
        ><input
          type="radio"
          name="verdict"
          value="${value}"
          ${index === 0 ? html` checked` : null}
        />${label}</label
      >`,
  );
  return html`<form class="toolbar needs-script" id="filter">
    <fieldset>
      <legend>${labels.filter}</legend>
      ${radios}
    </fieldset>
    <input type="search" name="search" placeholder="${labels.search}" aria-label="${labels.search}" />
    <output id="filter-outcome" class="muted" data-none="${labels.noMatch}"></output>
    <button type="button" data-do="reset" hidden>${labels.showAll}</button>
  </form>`;
}

/** Light or dark, and printing. */
export function pageControls({ labels }: Wording): Html {
  return html`<p class="controls">
    <button type="button" class="needs-script" data-do="theme">${labels.theme}</button>
    <button type="button" class="needs-script" data-do="print">${labels.print}</button>
  </p>`;
}
