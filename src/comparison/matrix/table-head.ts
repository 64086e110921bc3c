import { html } from '../../report/html/markup.ts';
import type { Html } from '../../report/html/markup.ts';
import { clip } from '../../report/visible.ts';
import { glyphs } from '../../report/wording/wording.ts';
import type { Wording } from '../../report/wording/wording.ts';
import type { Overall } from '../../result/results.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import type { MatrixColumn, MatrixVariant } from './matrix-column.ts';
import type { MatrixWording } from './matrix-wording.ts';

/** The verdict whose sign and colour an outcome of a whole run has. */
const signs = {
  conforming: 'pass',
  nonconforming: 'fail',
  incomplete: 'inconclusive',
} as const satisfies Record<Overall, Verdict>;

const nameLimit = 80;
const textLimit = 300;

/** What a run or one variant of it came to, as sign and word. */
export function overallMark(verdict: Overall, { overall }: Wording): Html {
  const sign = signs[verdict];
  return html`<span class="v v-${sign}"
    ><span class="glyph" aria-hidden="true">${glyphs[sign]}</span
    ><span class="said">${overall[verdict]}</span></span
  >`;
}

/** The head of a column: the name, a link where there is a report, and what the run came to. */
export function columnHead(column: MatrixColumn, note: string, words: Wording, own: MatrixWording): Html {
  const { name, baseUrl, href, verdict, interrupted } = column;
  const shown = clip(name, nameLimit);
  const problem = column.problem === null ? null : clip(column.problem, textLimit);
  const started = column.startedAt === null ? null : words.instant(column.startedAt);
  const hint = [clip(name, textLimit), clip(baseUrl, textLimit), started, problem]
    .filter((part) => part !== null)
    .join(' · ');
  return html`<th scope="col" title="${hint}">
    <div class="name">
      ${href === null ? html`<span>${shown}</span>` : html`<a href="${href}">${shown}</a>`}
    </div>
    ${note === '' ? null : html`<div class="muted note">${clip(note, nameLimit)}</div>`}
    <div class="outcome">
      ${verdict === null ? html`<span class="v v-inconclusive"><span class="glyph" aria-hidden="true">!</span><span class="said">${own.notRun}</span></span>` : overallMark(verdict, words)}
      ${interrupted ? html`<span class="muted note">${own.interrupted}</span>` : null}
    </div>
  </th>`;
}

function tally(found: MatrixVariant, words: Wording): Html {
  const parts = (['pass', 'fail', 'review', 'inconclusive'] as const).map(
    (verdict) => html`<span class="v-${verdict}">${glyphs[verdict]}${found.counts[verdict]}</span> `,
  );
  return html`<span class="tallies" aria-hidden="true">${parts}</span
    ><span class="unseen">${words.counts(found)}</span>`;
}

function variantCell(
  { verdict, variants }: MatrixColumn,
  id: string,
  words: Wording,
  own: MatrixWording,
): Html {
  const found = variants.get(id);
  if (found === undefined)
    return html`<td class="sum">
      <span class="muted said">${verdict === null ? own.notRun : own.notClaimed}</span>
    </td>`;
  return html`<td class="sum" title="${words.counts(found)}">
    <div>${overallMark(found.verdict, words)}</div>
    <div>${own.classes[found.reached ?? 'none']}</div>
    <div>${tally(found, words)}</div>
  </td>`;
}

/** The row of one variant: verdict, class and counts of every column. */
export function variantRow(
  columns: readonly MatrixColumn[],
  id: string,
  words: Wording,
  own: MatrixWording,
): Html {
  return html`<tr>
    <th scope="row">${words.variant(id)}</th>
    ${columns.map((column) => variantCell(column, id, words, own))}
  </tr> `;
}

/** What tells columns of the same name apart: the address, else the time of the run; empty where the name is enough. */
export function notesOf(columns: readonly MatrixColumn[], words: Wording): readonly string[] {
  const byName = Map.groupBy(columns, ({ name }) => name);
  return columns.map(({ name, baseUrl, startedAt }) => {
    const same = byName.get(name) ?? [];
    if (same.length < 2) return '';
    if (same.filter((other) => other.baseUrl === baseUrl).length < 2) return baseUrl;
    return startedAt === null ? baseUrl : words.instant(startedAt);
  });
}
