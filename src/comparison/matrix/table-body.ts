import { html, idCode, prose } from '../../report/html/markup.ts';
import type { Html } from '../../report/html/markup.ts';
import type { Wording } from '../../report/wording/wording.ts';
import { outcomeOf } from '../../result/outcome.ts';
import { additionOf, clipTogether, messageOf } from './cell-text.ts';
import type { MatrixCell, MatrixColumn } from './matrix-column.ts';
import type { MatrixGroup, MatrixRow } from './matrix-row.ts';
import type { MatrixWording } from './matrix-wording.ts';

type Messages = ReadonlyMap<MatrixCell, string>;

const sizeOf = (text: string): number => Buffer.byteLength(html`${text}`.markup);

function messagesOf(groups: readonly MatrixGroup[], words: Wording, own: MatrixWording): Messages {
  const told = groups
    .flatMap((group) => group.rows)
    .flatMap(({ id, cells }) => cells.filter((cell) => cell !== null).map((cell) => [id, cell] as const));
  const clipped = clipTogether(
    told.map(([id, cell]) => messageOf(id, cell, words, own)),
    sizeOf,
  );
  return new Map(told.map(([, cell], index) => [cell, clipped[index] ?? '']));
}

/** Why a run has nothing on a requirement. */
function absence({ verdict, variants }: MatrixColumn, variant: string, own: MatrixWording): Html {
  if (verdict === null) return html`<td data-v="none"><span>${own.notRun}</span></td>`;
  return variants.has(variant)
    ? html`<td data-v="none" title="${own.unknownHint}"><span>${own.unknown}</span></td>`
    : html`<td data-v="none"><span>${own.notClaimed}</span></td>`;
}

// There are thousands of them: signs and colours come from the style sheet.
function filledCell(cell: MatrixCell, message: string, words: Wording): Html {
  const more = additionOf(cell, words);
  const outcome = outcomeOf(cell);
  const word = [words.verdicts[outcome], more].filter((part) => part !== '').join(', ');
  const marks = [
    ...(more === '' ? [] : [html`data-more `]),
    ...(message === '' ? [] : [html`title="${message}"`]),
  ];
  return html`<td data-v="${outcome}" ${marks}><span>${word}</span></td>`;
}

function requirementRow(
  row: MatrixRow,
  columns: readonly MatrixColumn[],
  messages: Messages,
  words: Wording,
  own: MatrixWording,
): Html {
  const cells = columns.map((column, index) => {
    const cell = row.cells[index] ?? null;
    return cell === null
      ? absence(column, row.variant, own)
      : filledCell(cell, messages.get(cell) ?? '', words);
  });
  return html`<tr id="${row.id}">
    <th scope="row">
      <details>
        <summary>${idCode(row.id)}</summary>
        <p>${prose(row.statement)} <span class="muted">${words.labels.section} ${row.section}</span></p>
      </details>
    </th>
    ${cells}
  </tr> `;
}

// Topics come from the ids of a file: `constructor` is no heading of ours.
const topicName = (topic: string, { topics }: Wording): string =>
  Object.hasOwn(topics, topic) ? (topics[topic] ?? topic) : topic;

/** The rows of all requirements, a body of the table for each condition and variant. */
export function tableBodies(
  groups: readonly MatrixGroup[],
  columns: readonly MatrixColumn[],
  words: Wording,
  own: MatrixWording,
): readonly Html[] {
  const messages = messagesOf(groups, words, own);
  return groups.map(
    ({ topic, variant, rows }) =>
      html`<tbody data-group>
        <tr class="heading">
          <th scope="rowgroup" colspan="${columns.length + 1}">
            <span>${topicName(topic, words)} <span class="muted">${words.variant(variant)}</span></span>
          </th>
        </tr>
        ${rows.map((row) => requirementRow(row, columns, messages, words, own))}
      </tbody>`,
  );
}
