import type { CaseResult, CheckResult, RequirementResult, Results } from '../../result/results.ts';
import { isStanding } from '../../spec/requirement.ts';
import type { Evidence } from '../../verdict/evidence.ts';
import type { Verdict } from '../../verdict/check.ts';
import { exchangesById } from '../failures.ts';
import type { FailureBlock } from '../failures.ts';
import { clip } from '../visible.ts';
import { exchangeBlock } from './exchange.ts';
import type { ExchangeContext } from './exchange.ts';
import { folded, html, idCode, idLinks, prose, table, verdictMark } from './markup.ts';
import type { Html } from './markup.ts';

const textLimit = 600;

// What keeps a report of hundreds of exchanges, with whatever a target sent, small enough to be mailed.
const bodiesInFull = 40_000;
const fullRange = { least: 300, most: 4000 } as const;
const briefLimit = 300;
const exchangesShown = 1000;

/** What all parts of a page are written with. */
export interface PageContext extends ExchangeContext {
  readonly results: Results;
  /** Characters of a body in a case that failed or is under review. */
  readonly fullLimit: number;
  /** The card of each requirement that failed. */
  readonly cards: ReadonlyMap<string, string>;
  /** Exchanges that a card shows. */
  readonly inCards: ReadonlySet<string>;
  /** Cases that the page has room for with checks and exchanges. */
  readonly roomy: ReadonlySet<CaseResult>;
}

const isInFull = ({ verdict }: CaseResult): boolean => verdict === 'fail' || verdict === 'review';

/** Looks up what the parts of a page need of the Results. */
export function pageContext(
  results: Results,
  words: PageContext['words'],
  blocks: readonly FailureBlock[],
): PageContext {
  const exchanges = exchangesById(results);
  const carded = blocks.flatMap(({ exchange }) => exchange ?? []);
  const roomy = casesWithExchanges(results.cases);
  const shown = [...carded, ...[...roomy].flatMap((one) => one.exchanges), ...results.controls];
  const count = results.cases.filter(isInFull).reduce((sum, one) => sum + one.exchanges.length, 0);
  const share = Math.floor(bodiesInFull / Math.max(1, count));
  return {
    results,
    words,
    requirements: new Map(results.requirements.map((one): [string, RequirementResult] => [one.id, one])),
    cards: new Map(blocks.flatMap(({ id, requirements }) => requirements.map((one) => [one.id, id]))),
    inCards: new Set(carded.map(({ id }) => id)),
    roomy,
    // The first one is to win.
    bodies: new Map(shown.toReversed().map((one) => [one.response?.body ?? '', one.id])),
    fullLimit: Math.min(fullRange.most, Math.max(fullRange.least, share)),
    plain: new Map(
      Object.keys(results.variants).flatMap((variant): (readonly [string, Evidence])[] => {
        const recorded = exchanges.get(results.baselines[variant]?.attempts.at(-1) ?? '');
        const plain = recorded ?? results.cases.find(({ id }) => id === `${variant}.success`)?.exchanges[0];
        return plain === undefined ? [] : [[variant, plain]];
      }),
    ),
  };
}

/** Every case with its checks and exchanges, folded by verdict. */
export function caseList(context: PageContext): Html {
  const { results, words } = context;
  const { labels } = words;
  const controls = results.controls.slice(0, exchangesShown);
  const ofVerdict = (verdict: Verdict | null): Html | null => {
    const cases = results.cases.filter((one) => one.verdict === verdict);
    return folded(
      verdictMark(verdict, words),
      cases.length,
      cases.map((one) => caseItem(one, context)),
    );
  };
  return html`<p class="muted legend">${labels.changes} ${labels.leftOutHere}</p>
    <p>
      <button type="button" class="needs-script" data-do="expand">${labels.expand}</button>
      <button type="button" class="needs-script" data-do="collapse">${labels.collapse}</button>
    </p>
    ${(['fail', 'review', 'inconclusive', 'pass', null] as const).map(ofVerdict)}
    <div id="controls">
      ${folded(
        labels.controls,
        results.controls.length,
        controls.map((one) => exchangeBlock(one, null, briefLimit, context)),
      )}
    </div>`;
}

/** The cases that the page has room for with checks and exchanges, those that failed or are under review first. */
function casesWithExchanges(cases: readonly CaseResult[]): ReadonlySet<CaseResult> {
  let room = exchangesShown;
  return new Set(
    [...cases.filter(isInFull), ...cases.filter((one) => !isInFull(one))].filter(({ exchanges }) => {
      if (exchanges.length > room) return false;
      room -= exchanges.length;
      return true;
    }),
  );
}

function caseItem(testCase: CaseResult, context: PageContext): Html {
  const { id, title, verdict, reason, note, durationMs, checks, exchanges, controls } = testCase;
  const { words } = context;
  const { labels } = words;
  const limit = isInFull(testCase) ? context.fullLimit : briefLimit;
  const shown = exchanges.map((exchange) =>
    context.inCards.has(exchange.id)
      ? html`<p>
          <a href="#exchange:${exchange.id}">${labels.request}, ${labels.response}: ${exchange.label}</a>
        </p>`
      : exchangeBlock(exchange, testCase, limit, context),
  );
  return html`<details class="case" id="case:${id}" data-verdict="${verdict ?? 'observed'}">
    <summary>
      ${verdictMark(verdict, words)}<span class="head"
        >${idCode(id)}<span class="title">${prose(title)}</span></span
      ><span class="time">${words.duration(durationMs)}</span>
    </summary>
    <div class="inside">
      ${reason === null ? null : html`<p><code>${words.reasons[reason].name}</code> ${words.reasons[reason].happened} ${prose(note)}</p>`}
      ${repetitionLine(testCase, context)} ${messages(testCase)}
      ${context.roomy.has(testCase) ? html`${checkTable(checks, context)} ${shown}` : html`<p class="muted">${labels.leftOutHere}</p>`}
      ${controls.length === 0 ? null : html`<p class="muted">${labels.controls}: ${idLinks(controls, 'exchange:', 5)}</p>`}
      <p class="muted"><a href="#case:${id}">${labels.link}</a></p>
    </div>
  </details> `;
}

function repetitionLine({ goes }: CaseResult, { words: { labels, verdicts } }: PageContext): Html | null {
  if (goes === undefined) return null;
  const counts = Object.entries(goes.verdicts).map(
    ([verdict, count]) =>
      `${count} × ${Object.hasOwn(verdicts, verdict) ? verdicts[verdict as Verdict] : verdict}`,
  );
  return html`<p>
    ${labels.goes}: ${goes.times} (${counts.join(', ')})${goes.unstable ? `, ${labels.unstable}` : ''}
  </p>`;
}

// The message of a check says more than its two columns only where it does not pass.
function messages({ checks }: CaseResult): Html | null {
  const said = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'review');
  if (said.length === 0) return null;
  const lines = [...new Set(said.map(({ message }) => message))].map((text) => html`<p>${prose(text)}</p>`);
  return html`<div class="messages">${lines}</div>`;
}

/** The checks of a case; what is checked with every answer takes one line if it passes. */
function checkTable(checks: readonly CheckResult[], { words, requirements }: PageContext): Html {
  const { labels } = words;
  const isBrief = ({ requirement, verdict }: CheckResult): boolean =>
    verdict === 'pass' && isStanding(requirements.get(requirement)?.group ?? '');
  const rows = checks
    .filter((check) => !isBrief(check))
    .map(
      ({ requirement, verdict, expected, actual }) =>
        html`<tr>
          <th scope="row">${idLinks([requirement], '', 1)}</th>
          <td>${verdictMark(verdict, words)}</td>
          <td data-label="${labels.expected}">${prose(clip(expected, textLimit))}</td>
          <td data-label="${labels.actual}">${prose(clip(actual, textLimit))}</td>
        </tr> `,
    );
  const brief = [...new Set(checks.filter(isBrief).map(({ requirement }) => requirement))];
  const heads = [labels.requirement, labels.verdict, labels.expected, labels.actual];
  return html`${rows.length === 0 ? null : table('stack checks', heads, rows)}
  ${brief.length === 0 ? null : html`<p>${verdictMark('pass', words)} ${idLinks(brief, '', brief.length)}</p>`}`;
}
