/** Leaps over places of a text at which none of some words can begin (Wu and Manber, 1994). */
export interface SkipTable {
  add(word: string): void;
  /** The first place from `from` on that it cannot rule out; `end` bounds what it may look at. */
  leap(text: string, from: number, end: number): number;
}

/** Units that are looked at together. */
const block = 3;
const size = 2 ** 18;

/** Creates a table for words of which the first `length` units count, or all of a shorter one. */
export function createSkipTable(length: number): SkipTable {
  const skips = new Uint8Array(size);
  const words: string[] = [];
  let width = length;
  const note = (word: string): void => {
    for (let at = 0; at + block <= width; at += 1) {
      const hash = mix(word.charCodeAt(at), word.charCodeAt(at + 1), word.charCodeAt(at + 2));
      skips[hash] = Math.min(skips[hash] ?? 0, width - block - at);
    }
  };
  const rebuild = (): void => {
    skips.fill(Math.max(0, width - block + 1));
    for (const word of words) note(word);
  };
  rebuild();
  return {
    add(word) {
      words.push(word);
      if (word.length >= width) {
        note(word);
        return;
      }
      // A shorter word may stand where longer ones have no room.
      width = word.length;
      rebuild();
    },
    leap(text, from, end) {
      let at = from;
      while (at + width <= end) {
        const last = at + width;
        const skip =
          width < block
            ? 0
            : skips[mix(text.charCodeAt(last - 3), text.charCodeAt(last - 2), text.charCodeAt(last - 1))];
        if (skip === undefined || skip === 0) return at;
        at += skip;
      }
      return at;
    },
  };
}

const mix = (first: number, second: number, third: number): number =>
  ((first << 12) ^ (second << 6) ^ third ^ (first >>> 6)) & (size - 1);
