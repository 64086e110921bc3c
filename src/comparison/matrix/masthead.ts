import { html } from '../../report/html/markup.ts';
import type { Html } from '../../report/html/markup.ts';
import { verdictMark } from '../../report/html/verdict.ts';
import type { Wording } from '../../report/wording/wording.ts';
import type { Overall } from '../../result/results.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import type { MatrixColumn } from './matrix-column.ts';
import type { MatrixWording } from './matrix-wording.ts';
import { overallMark } from './table-head.ts';

const overalls = ['conforming', 'nonconforming', 'incomplete'] as const satisfies readonly Overall[];
const verdicts = ['pass', 'fail', 'review', 'inconclusive'] as const satisfies readonly Verdict[];

function outcomes(columns: readonly MatrixColumn[], words: Wording, own: MatrixWording): Html {
  const count = (wanted: Overall | null): number =>
    columns.filter(({ verdict }) => verdict === wanted).length;
  const missing = count(null);
  const items = overalls.map(
    (verdict) => html`<li><b>${count(verdict)}</b>${overallMark(verdict, words)}</li>`,
  );
  return html`<ul class="tally">
    ${items}${missing === 0 ? null : html`<li><b>${missing}</b>${own.notRun}</li>`}
  </ul>`;
}

/** How often each verdict stands in the table; says at the same time what the signs mean. */
function legend(columns: readonly MatrixColumn[], words: Wording, own: MatrixWording): Html {
  const cells = columns.flatMap((column) => [...column.cells.values()]);
  const hasMore = cells.some(({ waived, decided }) => waived || decided !== null);
  const items = verdicts.map(
    (verdict) =>
      html`<li>
        <b>${cells.filter((cell) => cell.verdict === verdict).length}</b>${verdictMark(verdict, words)}
      </li>`,
  );
  return html`<ul class="tally">
    ${items}${hasMore ? html`<li class="muted">${own.more}</li>` : null}
  </ul>`;
}

function differing(values: readonly (string | null)[]): readonly string[] {
  const found = new Set(values.filter((value) => value !== null));
  return found.size < 2 ? [] : [...found].toSorted();
}

/** What makes verdicts of different columns hard to compare. */
function notices(columns: readonly MatrixColumn[], own: MatrixWording): Html | null {
  const suites = differing(columns.map(({ suite }) => suite));
  const specs = differing(columns.map(({ spec }) => spec));
  if (suites.length === 0 && specs.length === 0) return null;
  return html`<div class="notice">
    ${suites.length === 0 ? null : html`<p>${own.suites} ${suites.join(', ')}</p>`}
    ${specs.length === 0 ? null : html`<p>${own.specifications}</p>`}
  </div>`;
}

/** The top of the page: how many targets came to what, and what the signs mean. */
export function masthead(
  columns: readonly MatrixColumn[],
  controls: Html,
  words: Wording,
  own: MatrixWording,
): Html {
  const requirements = new Set(columns.flatMap(({ cells }) => [...cells.keys()])).size;
  return html`<header class="mast">
    ${controls}
    <h1>${own.title}</h1>
    <dl class="totals">
      <div>
        <dt>${own.targets} <b>${columns.length}</b></dt>
        <dd>${outcomes(columns, words, own)}</dd>
      </div>
      <div>
        <dt>${words.labels.requirements} <b>${requirements}</b></dt>
        <dd>${legend(columns, words, own)}</dd>
      </div>
    </dl>
    ${notices(columns, own)}
  </header>`;
}
