import { html } from '../../report/html/markup.ts';
import type { Html } from '../../report/html/markup.ts';
import { verdictMark } from '../../report/html/verdict.ts';
import type { Wording } from '../../report/wording/wording.ts';
import type { MatrixWording } from './matrix-wording.ts';

const choices = ['fail', 'review', 'inconclusive', 'pass'] as const;

/** The choice of a verdict, the search box and the density of the table; what needs a script is shown by it. */
export function matrixToolbar(words: Wording, own: MatrixWording): Html {
  const { labels } = words;
  const radio = (value: string, label: Html | string, isChosen = false): Html =>
    html`<label class="choice"
      ><input
        type="radio"
        name="verdict"
        value="${value}"
        ${isChosen ? html` checked` : null}
      />${label}</label
    >`;
  return html`<form class="toolbar" id="matrix-filter">
    <fieldset class="needs-script">
      <legend>${labels.filter}</legend>
      ${radio('all', labels.all, true)}${choices.map((verdict) => radio(verdict, verdictMark(verdict, words)))}
    </fieldset>
    <input
      class="needs-script"
      type="search"
      name="search"
      placeholder="${own.search}"
      aria-label="${own.search}"
    />
    <label><input type="checkbox" id="matrix-signs" /> ${own.signsOnly}</label>
    <output id="matrix-outcome" class="muted" data-none="${labels.noMatch}"></output>
    <button type="button" data-do="reset" hidden>${labels.showAll}</button>
  </form>`;
}

/** What the script fills with the chosen cell. */
export function detailBox(own: MatrixWording): Html {
  return html`<aside class="detail" id="matrix-detail" aria-label="${own.detail}" hidden>
    <div>
      <p class="place">
        <code data-part="place"></code> – <span data-part="target"></span>: <span data-part="verdict"></span>
      </p>
      <p data-part="message"></p>
      <p class="muted" data-part="statement"></p>
      <p><a data-part="link" hidden>${own.openReport}</a></p>
    </div>
    <button type="button" data-do="close">${own.close}</button>
  </aside>`;
}
