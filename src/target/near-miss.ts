/** The candidate that a slip of the pen turns into `word`, upper and lower case alike; null where none is near. */
export function nearMiss(word: string, candidates: readonly string[]): string | null {
  const limit = Math.min(3, Math.max(1, Math.floor(word.length / 3)));
  const ranked = candidates
    .filter((candidate) => Math.abs(candidate.length - word.length) <= limit)
    .map((candidate) => ({
      candidate,
      distance: distanceBetween(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ candidate, distance }) => distance <= limit && distance < candidate.length)
    .toSorted((left, right) => left.distance - right.distance);
  return ranked[0]?.candidate ?? null;
}

/** Insertions, deletions, replacements and swaps of neighbours between two words (Damerau-Levenshtein, optimal string alignment). */
function distanceBetween(left: string, right: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (last[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const swapped = row > 1 && column > 1 && isSwap ? (beforeLast[column - 2] ?? 0) + 1 : replaced;
      next.push(Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, replaced, swapped));
    }
    beforeLast = last;
    last = next;
  }
  return last[right.length] ?? 0;
}
