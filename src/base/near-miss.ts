// Guesses what a misspelt word was meant to be.

/** The candidate that `word` probably misspells, ignoring case; null if none is similar. */
export function nearMiss(word: string, candidates: readonly string[]): string | null {
  const limit = Math.min(3, Math.max(1, Math.floor(word.length / 3)));
  const ranked = candidates
    .filter(({ length }) => Math.abs(length - word.length) <= limit)
    .map((candidate) => ({
      candidate,
      distance: distanceBetween(word.toLowerCase(), candidate.toLowerCase(), limit),
    }))
    .filter(({ candidate, distance }) => distance <= limit && distance < candidate.length)
    .toSorted((left, right) => left.distance - right.distance);
  return ranked[0]?.candidate ?? null;
}

/** Edit distance of two words (Damerau-Levenshtein, optimal string alignment), or a number above `most`. */
function distanceBetween(left: string, right: string, most: number): number {
  if (left === '' || right === '' || most < 0) return Math.max(left.length, right.length);
  if (left[0] === right[0]) return distanceBetween(left.slice(1), right.slice(1), most);
  const after = (ofLeft: number, ofRight: number): number =>
    distanceBetween(left.slice(ofLeft), right.slice(ofRight), most - 1);
  const isSwap = left[0] === right[1] && left[1] === right[0];
  return 1 + Math.min(after(1, 0), after(0, 1), after(1, 1), isSwap ? after(2, 2) : Infinity);
}
