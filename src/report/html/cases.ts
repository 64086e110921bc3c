import type { CaseResult, CheckResult } from '../../results/results.ts';
import { isStanding } from '../../operation/requirement.ts';
import type { Verdict } from '../../judge/check.ts';
import { clip } from '../../base/visible.ts';
import { exchangesShown } from './context.ts';
import type { PageContext } from './context.ts';
import { exchangeBlock } from './exchange.ts';
import { folded, idCode, idLinks, prose, verdictMark } from './markup.ts';
import { html, table } from '../../base/html.ts';
import type { Html } from '../../base/html.ts';
import { durationOf } from '../sentences.ts';

const textLimit = 600;

/** Every case with its checks and exchanges, folded by verdict. */
export function caseList(context: PageContext): Html {
  const { results, words } = context;
  const controls = results.controls.slice(0, exchangesShown);
  const ofVerdict = (verdict: Verdict | null): Html | null => {
    const cases = results.cases.filter((one) => one.verdict === verdict);
    return folded(
      verdictMark(verdict, words),
      cases.length,
      cases.map((one) => caseItem(one, context)),
    );
  };
  return html`<p class="muted legend">${words('changes')} ${words('left-out-here')}</p>
    <p class="unfold">
      <button type="button" data-do="expand">${words('expand')}</button>
      <button type="button" data-do="collapse">${words('collapse')}</button>
    </p>
    ${(['fail', 'review', 'inconclusive', 'pass', null] as const).map(ofVerdict)}
    <div id="controls">
      ${folded(
        words('controls'),
        results.controls.length,
        controls.map((one) => exchangeBlock(one, null, context)),
      )}
    </div>`;
}

function caseItem(testCase: CaseResult, context: PageContext): Html {
  const { id, title, verdict, reason, note, durationMs, checks, exchanges, controls } = testCase;
  const { words } = context;
  const shown = exchanges.map((exchange) =>
    context.inCards.has(exchange.id)
      ? html`<p>
          <a class="in-card" href="#exchange:${exchange.id}"
            >${words('request')}, ${words('response')}: ${exchange.label}</a
          >
        </p>`
      : exchangeBlock(exchange, testCase, context),
  );
  return html`<details class="case" id="case:${id}" data-verdict="${verdict ?? 'observed'}">
    <summary>
      ${verdictMark(verdict, words)}<span class="head"
        >${idCode(id)}<span class="title">${prose(title)}</span></span
      ><span class="time">${durationOf(durationMs, words)}</span>
    </summary>
    <div class="inside">
      ${reason === null ? null : html`<p><code>${words(`reason-${reason}`)}</code> ${words(`reason-${reason}.happened`)} ${prose(note)}</p>`}
      ${messages(testCase)}
      ${context.roomy.has(testCase) ? html`${checkTable(checks, context)} ${shown}` : html`<p class="muted">${words('left-out-here')}</p>`}
      ${controls.length === 0 ? null : html`<p class="muted">${words('controls')}: ${idLinks(controls, 'exchange:', 5)}</p>`}
      <p class="muted"><a href="#case:${id}">${words('link')}</a></p>
    </div>
  </details> `;
}

// Only if a check does not pass does its message say more than its two columns.
function messages({ checks }: CaseResult): Html | null {
  const said = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'review');
  if (said.length === 0) return null;
  const lines = [...new Set(said.map(({ message }) => message))].map((text) => html`<p>${prose(text)}</p>`);
  return html`<div class="messages">${lines}</div>`;
}

/** The checks of a case. A check that is made on every answer takes one line if it passes. */
function checkTable(checks: readonly CheckResult[], { words, requirements }: PageContext): Html {
  const isBrief = ({ requirement, verdict }: CheckResult): boolean =>
    verdict === 'pass' && isStanding(requirements.get(requirement)?.group ?? '');
  const rows = checks
    .filter((check) => !isBrief(check))
    .map(
      ({ requirement, verdict, expected, actual }) =>
        html`<tr>
          <th scope="row">${idLinks([requirement], '', 1)}</th>
          <td>${verdictMark(verdict, words)}</td>
          <td data-label="${words('expected')}">${prose(clip(expected, textLimit))}</td>
          <td data-label="${words('actual')}">${prose(clip(actual, textLimit))}</td>
        </tr> `,
    );
  const brief = [...new Set(checks.filter(isBrief).map(({ requirement }) => requirement))];
  const heads = [words('requirement'), words('verdict'), words('expected'), words('actual')];
  return html`${rows.length === 0 ? null : table('stack checks', heads, rows)}
  ${brief.length === 0 ? null : html`<p>${verdictMark('pass', words)} ${idLinks(brief, '', brief.length)}</p>`}`;
}
