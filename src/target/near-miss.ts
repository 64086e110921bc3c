/** The candidate that a slip of the pen turns into `word`, upper and lower case alike; null where none is near. */
export function nearMiss(word: string, candidates: readonly string[]): string | null {
  const limit = Math.min(3, Math.max(1, Math.floor(word.length / 3)));
  const ranked = candidates
    .map((candidate) => ({
      candidate,
      distance: distanceBetween(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ candidate, distance }) => distance <= limit && distance < candidate.length)
    .toSorted((left, right) => left.distance - right.distance);
  return ranked[0]?.candidate ?? null;
}

/** Insertions, deletions, replacements and swaps of neighbours between two words (Damerau-Levenshtein, optimal string alignment). */
export function distanceBetween(left: string, right: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const next = nextRow(left, right, row, last, beforeLast);
    beforeLast = last;
    last = next;
  }
  return last[right.length] ?? 0;
}

function nextRow(
  left: string,
  right: string,
  row: number,
  last: readonly number[],
  beforeLast: readonly number[],
): readonly number[] {
  const next = [row];
  for (let column = 1; column <= right.length; column += 1) {
    const same = left[row - 1] === right[column - 1];
    const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
    const steps = [
      (last[column] ?? 0) + 1,
      (next[column - 1] ?? 0) + 1,
      (last[column - 1] ?? 0) + (same ? 0 : 1),
      ...(row > 1 && column > 1 && swapped ? [(beforeLast[column - 2] ?? 0) + 1] : []),
    ];
    next.push(Math.min(...steps));
  }
  return next;
}
