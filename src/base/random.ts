// Draws by a seed, so that a run can be had again.

export interface Random {
  /** A whole number below `end`. */
  readonly draw: (end: number) => number;
  readonly shuffle: <Item>(items: readonly Item[]) => readonly Item[];
}

/** Numbers that a 32-bit seed determines (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const draw = (end: number): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
  const shuffle = <Item>(items: readonly Item[]): readonly Item[] =>
    items
      .map((item) => ({ item, at: draw(2 ** 30) }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ item }) => item);
  return { draw, shuffle };
}
