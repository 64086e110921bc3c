import { createHash } from 'node:crypto';

/** Draws numbers from 0 up to 1. */
export type Random = () => number;

/** Numbers that a 32-bit seed determines (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Numbers that a seed determines for one purpose, whatever is drawn for others before. */
export const randomFor = (seed: number, purpose: string): Random =>
  createRandom(createHash('sha256').update(`${seed}:${purpose}`).digest().readUInt32BE(0));

/** One of the items, or one character of a text; undefined where there is none. */
export const drawn = <Item>(items: ArrayLike<Item>, random: Random): Item | undefined =>
  items[Math.floor(random() * items.length)];

/** The same items in an order that the numbers draw. */
export function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ item }) => item);
}
