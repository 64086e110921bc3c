import type { CheckResult, CaseResult, Results } from '../../result/results.ts';
import type { Evidence } from '../../verdict/evidence.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { passwordNote } from '../password-note.ts';
import { caseContext, isTold } from './case-context.ts';
import type { CaseContext } from './case-context.ts';
import { checkTables } from './checks.ts';
import { exchangeBlock } from './exchange.ts';
import type { Island } from './island.ts';
import { html, idCode, prose, seam } from './markup.ts';
import type { Html } from './markup.ts';
import { verdictMark } from './verdict.ts';

// So many stand in the page itself, where they are read without its script and printed; the script brings the others.
const toldInPage = 60;

function exchangeOf(exchange: Evidence, testCase: CaseResult, bodyLimit: number, context: CaseContext): Html {
  const { words, plain } = context;
  return exchangeBlock(exchange, {
    words,
    bodyLimit,
    plain: plain.get(testCase.variant) ?? null,
    checks: testCase.checks.filter((check) => check.exchange === exchange.id),
    note: passwordNote(testCase, exchange, words),
  });
}

function controlLinks({ controls }: CaseResult, { labels }: CaseContext['words']): Html | null {
  if (controls.length === 0) return null;
  const links = controls.map(
    (id, index) => html`${index === 0 ? '' : ', '}<a href="#exchange:${id}">${seam}${idCode(id)}${seam}</a>`,
  );
  return html`<p class="muted">${labels.controls}: ${links}</p>`;
}

function goesLine({ goes }: CaseResult, { labels, verdicts }: CaseContext['words']): Html | null {
  if (goes === undefined) return null;
  const counts = Object.entries(goes.verdicts).map(
    ([verdict, count]) =>
      `${count} × ${Object.hasOwn(verdicts, verdict) ? verdicts[verdict as Verdict] : verdict}`,
  );
  const said = goes.unstable ? `, ${labels.unstable}` : '';
  return html`<p>${labels.goes}: ${goes.times} (${counts.join(', ')})${said}</p>`;
}

// The message of a check says more than its two columns only where it does not pass.
function messages(checks: readonly CheckResult[]): readonly Html[] {
  const told = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'review');
  return [...new Set(told.map(({ message }) => message))].map((message) => html`<p>${prose(message)}</p>`);
}

function inside(testCase: CaseResult, context: CaseContext): Html {
  const { words } = context;
  const { id, reason, note, checks, exchanges } = testCase;
  const limit = isTold(testCase) ? context.toldLimit : context.briefLimit;
  return html`${reason === null ? null : html`<p><code>${reason}</code> ${words.reasons[reason].happened} ${seam}${prose(note)}${seam}</p>`}
    ${goesLine(testCase, words)}${seam}${isTold(testCase) ? html`<div class="messages">${messages(checks)}</div>` : null}${checkTables(checks, words)}${seam}
    ${exchanges.map((exchange) => exchangeOf(exchange, testCase, limit, context))}${seam}${controlLinks(testCase, words)}${seam}
    <p class="muted"><a href="#case:${seam}${id}${seam}">${words.labels.link}</a></p>`;
}

function anchorsOf({ id, exchanges }: CaseResult): readonly string[] {
  return exchanges.map((one) => (one.id.startsWith(id) ? `~${one.id.slice(id.length)}` : one.id));
}

function caseItem(testCase: CaseResult, inPage: boolean, context: CaseContext, island: Island): Html {
  const { id, title, verdict, durationMs } = testCase;
  const { words } = context;
  const content = inside(testCase, context);
  const box = inPage ? null : island.keep(content, anchorsOf(testCase));
  return html`<details
    class="case"
    id="case:${id}"
    data-verdict="${verdict ?? 'observed'}"
    ${box === null ? html` open` : html` data-box="${box}"`}
  >
    <summary>
      ${verdictMark(verdict, words)}<span class="head"
        >${idCode(id)}<span class="title">${prose(title)}</span></span
      ><span class="time">${words.duration(durationMs)}</span>
    </summary>
    <div class="inside">${box === null ? content : null}</div>
  </details> `;
}

function controlItem({ controls }: Results, context: CaseContext, island: Island): Html | null {
  if (controls.length === 0) return null;
  const { words, briefLimit } = context;
  const view = { words, bodyLimit: briefLimit, plain: null, checks: [], note: null };
  const box = island.keep(
    html`${controls.map((one) => exchangeBlock(one, view))}`,
    controls.map(({ id }) => id),
  );
  return html`<details class="case" id="controls" data-box="${box}">
    <summary>
      <span></span><span class="head">${words.labels.controls}</span
      ><span class="time">${controls.length}</span>
    </summary>
    <div class="inside"></div>
  </details>`;
}

/** Every case with its checks and what went over the wire: what failed or is under review in the page, the rest on the island. */
export function casesSection(results: Results, words: CaseContext['words'], island: Island): Html {
  const context = caseContext(results, words);
  const { labels } = words;
  const inPage = new Set(results.cases.filter(isTold).slice(0, toldInPage));
  return html`<section id="cases">
    <h2>${labels.cases} <span class="count">${results.cases.length}</span></h2>
    <p class="muted legend">${labels.changes} ${labels.leftOutHere}</p>
    <noscript><p class="unread">${labels.scriptNeeded}</p></noscript>
    <p>
      <button type="button" class="needs-script" data-do="expand">${labels.expand}</button>
      <button type="button" class="needs-script" data-do="collapse">${labels.collapse}</button>
    </p>
    ${results.cases.map((testCase) => caseItem(testCase, inPage.has(testCase), context, island))}${controlItem(results, context, island)}
  </section>`;
}
