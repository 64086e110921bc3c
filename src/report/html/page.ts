import { outcomeOf } from '../../result/outcome.ts';
import type { Results } from '../../result/results.ts';
import { wordingFor } from '../../wording/report.ts';
import type { Wording } from '../../wording/report.ts';
import { inLanguage } from '../in-language.ts';
import { failuresByDeviation } from '../view.ts';
import { casesSection, pageContext } from './cases.ts';
import { cardId, failureSection, reviewSection } from './failure-card.ts';
import { html, mark, verdictMark, wholePage } from './markup.ts';
import type { Html } from './markup.ts';
import { noteSections } from './notes.ts';
import { matrixSection, requirementsSection } from './requirements.ts';
import { script } from './script.ts';
import { style } from './style.ts';
import { openSection, summarySection } from './summary.ts';

/** Renders one HTML file that stands alone: no network, hostile text stays text, every requirement and case has an anchor. */
export function renderHtml(recorded: Results): string {
  const { language } = recorded.target;
  const results = inLanguage(recorded, language);
  const words = wordingFor(language);
  const context = pageContext(results, words);
  const failures = failuresByDeviation(results);
  const cards = new Map(
    failures.flatMap((block) => block.map(({ requirement }) => [requirement.id, cardId(block)])),
  );
  const inCards = new Set(failures.flatMap(([{ exchange }]) => (exchange === null ? [] : [exchange.id])));
  const body = html`<a class="skip" href="#requirements">${words.labels.requirements}</a>
    <div class="frame">
      ${masthead(results, words)}
      <main>
        ${summarySection(failures, context)} ${failureSection(failures, context)} ${reviewSection(context)}
        ${openSection(context)} ${matrixSection(context)}
        <div class="filtered">
          ${toolbar(results, words)} ${requirementsSection(context, cards)} ${casesSection(context, inCards)}
        </div>
        ${noteSections(context)}
      </main>
    </div>`;
  const title = `${results.target.name}: ${words.overall[results.verdict]} – ${words.labels.title}`;
  return wholePage({ language, title, style, script, body });
}

function masthead(results: Results, words: Wording): Html {
  const { target, spec, suite, startedAt, durationMs } = results;
  const { labels } = words;
  return html`<header class="mast">
    ${pageControls(words)}
    <p class="kicker">${labels.title}: ${spec.title}</p>
    <h1>${target.name}</h1>
    <dl>
      <div>
        <dt>${labels.target}</dt>
        <dd class="mono">${target.baseUrl}</dd>
      </div>
      <div>
        <dt>${labels.started}</dt>
        <dd>${words.instant(startedAt)}</dd>
      </div>
      <div>
        <dt>${labels.duration}</dt>
        <dd>${words.duration(durationMs)}</dd>
      </div>
      <div>
        <dt>${labels.suite}</dt>
        <dd>${suite.name} ${suite.version}</dd>
      </div>
    </dl>
  </header>`;
}

/** Light or dark, and printing; shown by the script, without which they could do nothing. */
export const pageControls = ({ labels }: Wording): Html =>
  html`<p class="controls">
    <button type="button" class="needs-script" data-do="theme">${labels.theme}</button>
    <button type="button" class="needs-script" data-do="print">${labels.print}</button>
  </p>`;

/** One choice of a filter by verdict. */
export const choice = (value: string, label: Html | string, isChosen = false): Html =>
  html`<label class="choice"
    ><input type="radio" name="verdict" value="${value}" ${isChosen ? html` checked` : null} />${label}</label
  >`;

const filtered = ['fail', 'review', 'inconclusive', 'pass'] as const;

/** The choice of a verdict, with how many requirements and cases have it, and the search box. */
function toolbar({ requirements, cases }: Results, words: Wording): Html {
  const { labels } = words;
  const found = [...requirements.map(outcomeOf), ...cases.map(({ verdict }) => verdict)];
  const counted = (label: Html | string, count: number): Html =>
    html`${label} <span class="count">${count}</span>`;
  const count = (verdict: (typeof found)[number]): number => found.filter((one) => one === verdict).length;
  return html`<form class="toolbar needs-script" id="filter">
    <fieldset>
      <legend>${labels.filter}</legend>
      ${choice('all', counted(labels.all, found.length), true)}
      ${filtered.map((verdict) => choice(verdict, counted(verdictMark(verdict, words), count(verdict))))}
      ${choice('observed', counted(mark('observed', '·', labels.observed), count(null)))}
    </fieldset>
    <input type="search" name="search" placeholder="${labels.search}" aria-label="${labels.search}" />
    <output id="filter-outcome" class="muted" data-none="${labels.noMatch}"></output>
    <button type="button" data-do="reset" hidden>${labels.showAll}</button>
  </form>`;
}
