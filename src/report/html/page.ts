import { clientText } from '../../base/package.ts';
import { outcomeOf } from '../../results/totals.ts';
import type { Since } from '../../comparison/since.ts';
import type { Results } from '../../results/results.ts';
import { caseList } from './cases.ts';
import { pageContext } from './context.ts';
import type { PageContext } from './context.ts';
import { mark, overallMark, section, verdictMark } from './markup.ts';
import { html, wholePage } from '../../base/html.ts';
import type { Html } from '../../base/html.ts';
import { noteSections } from './notes.ts';
import { findingSections } from './findings.ts';
import { matrixTable, requirementList } from './requirements.ts';
import { summarySection } from './summary.ts';
import { durationOf, instantOf, overallIn } from '../sentences.ts';
import type { Words } from '../../messages/message.ts';

/** Renders a self-contained HTML file. Text of a target is escaped. Each requirement and case has an anchor. */
export function renderHtml(recorded: Results, since: Since | null = null): string {
  const context = pageContext(recorded, since);
  const { results, words, suspicions } = context;
  const { language } = words;
  const sections = [
    ...findingSections(context),
    section('matrix', words('matrix'), null, context.isSelection ? null : matrixTable(context)),
  ];
  const filtered = [
    section('requirements', words('requirements'), results.requirements.length, requirementList(context)),
    section('cases', words('cases'), results.cases.length, caseList(context)),
  ];
  const notes = noteSections(context);
  const all = [...sections, ...filtered, ...notes].filter((one) => one !== null);
  const body = html`<a class="skip" href="#requirements">${words('requirements')}</a>
    <div class="frame">
      ${masthead(context)}
      <nav class="toc" aria-label="${words('contents')}">
        <ul>
          ${all.map(({ id, title, count }) => html`<li><a href="#${id}">${title}${count === null ? null : html` <span class="count">${count}</span>`}</a></li>`)}
        </ul>
      </nav>
      <main>
        ${summarySection(context)} ${sections.map((one) => one?.content ?? null)}
        <div class="filtered">${toolbar(results, words)} ${filtered.map((one) => one?.content ?? null)}</div>
        ${notes.map((one) => one?.content ?? null)}
      </main>
    </div>`;
  const title = `${results.target.name}: ${overallIn({ verdict: results.verdict, suspicions }, words)} – ${words('title')}`;
  const [style, script] = [clientText('report.css'), clientText('page.js')];
  return wholePage({ language, title, style, script, body });
}

/** The verdict, then the target, the time and the settings. */
function masthead({ results, words, outcome, suspicions }: PageContext): Html {
  const { target, suite, startedAt, durationMs } = results;
  return html`<header class="mast">
    <p class="controls">
      <button type="button" data-do="print">${words('print')}</button>
      <button type="button" data-do="print-all">${words('print-all')}</button>
    </p>
    <h1 class="overall">
      ${overallMark({ verdict: results.verdict, suspicions }, words)} <span class="muted">${outcome}</span>
    </h1>
    <p><b>${target.name}</b> <span class="mono">${target.baseUrl}</span></p>
    <p class="muted">
      ${words('title')}: ${words('specifies')}. ${suite.name} ${suite.version},
      ${instantOf(startedAt, words)}, ${words('duration').toLowerCase()} ${durationOf(durationMs, words)}
    </p>
  </header>`;
}

const choice = (value: string, label: Html | string, isChosen = false, isEmpty = false): Html =>
  html`<label class="choice${isEmpty ? ' zero' : ''}"
    ><input type="radio" name="verdict" value="${value}" ${isChosen ? html` checked` : null} />${label}</label
  >`;

const filtered = ['fail', 'review', 'inconclusive', 'pass'] as const;

/** Filter by verdict, with the number of requirements of each, and the search box. */
function toolbar({ requirements, cases }: Results, words: Words): Html {
  const found = requirements.map(outcomeOf);
  const observed = cases.filter(({ verdict }) => verdict === null).length;
  const counted = (label: Html | string, count: number): Html =>
    html`${label} <span class="count">${count}</span>`;
  const count = (verdict: (typeof found)[number]): number => found.filter((one) => one === verdict).length;
  return html`<form class="toolbar needs-script" id="filter">
    <fieldset>
      <legend>${words('filter')} (${words('requirements').toLowerCase()})</legend>
      ${choice('all', counted(words('all'), found.length), true)}
      ${filtered.map((verdict) => choice(verdict, counted(verdictMark(verdict, words), count(verdict)), false, count(verdict) === 0))}
      ${choice('observed', mark('observed', '·', words('observed')), false, observed === 0)}
    </fieldset>
    <input type="search" name="search" placeholder="${words('search')}" aria-label="${words('search')}" />
    <output id="filter-outcome" class="muted" data-none="${words('no-match')}"></output>
    <button type="button" data-do="reset" hidden>${words('show-all')}</button>
  </form>`;
}
