import { isStanding } from '../../report/view.ts';
import { clip } from '../../report/visible.ts';
import type { Wording } from '../../report/wording/wording.ts';
import { isDecided } from '../../result/outcome.ts';
import type { MatrixCell } from './matrix-column.ts';
import type { MatrixWording } from './matrix-wording.ts';

/** What is added to what the requirement of a cell counts as: that it is waived, and that a person decided it; empty for none. */
export function additionOf(cell: MatrixCell, { labels }: Wording): string {
  const parts = [cell.waived ? labels.waived : null, isDecided(cell) ? labels.byPerson : null];
  return parts.filter((part) => part !== null).join(', ');
}

/** Why the cell of a requirement is as it is, in one text; empty where it passed. */
export function messageOf(id: string, cell: MatrixCell, words: Wording, own: MatrixWording): string {
  const { verdict, reason, said } = cell;
  if (verdict === 'pass') return '';
  const [first] = said;
  const rest = said.length > 1 ? ` ${own.further(said.length - 1)}` : '';
  if (first !== undefined) return `${reason === null ? '' : `${reason}: `}${first}${rest}`;
  if (reason === null) return '';
  // What every answer is held against no selection leaves out: there was no answer.
  const isUnjudged = reason === 'not-selected' && isStanding(id);
  return `${reason}: ${(isUnjudged ? words.unjudged : words.reasons[reason]).happened}`;
}

/** Bytes that all messages of a page may have together: fifty targets with nothing but failures stay under a megabyte. */
const budget = 600_000;
const limits = [300, 200, 140, 100, 70] as const;
const least = 40;

/** Clips the messages of one page, all alike, so that the page stays small however many there are and whatever they hold. */
export function clipTogether(
  messages: readonly string[],
  sizeOf: (text: string) => number,
): readonly string[] {
  for (const limit of limits) {
    const clipped = messages.map((message) => clip(message, limit));
    if (clipped.reduce((sum, message) => sum + sizeOf(message), 0) <= budget) return clipped;
  }
  return messages.map((message) => clip(message, least));
}
