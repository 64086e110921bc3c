import type { Phase, TestCase } from '../case/test-case.ts';

/** One go of a case; goes are counted from 1. */
export interface Go {
  readonly testCase: TestCase;
  readonly round: number;
}

/** How often each case runs, and what their order is drawn from. */
export interface Repetition {
  readonly times: number;
  /** Null: the order in which cases are derived. */
  readonly seed: number | null;
}

/** Each stage begins when the one before has ended: failed logins go to judged cases first, plain passwords before wrong ones. */
const stages: readonly (readonly Phase[])[] = [
  ['plain', 'exclusive', 'form'],
  ['login', 'observed'],
  ['guess'],
];

/** All goes by stage, in the order in which they are started: phase by phase, round by round, shuffled by the seed within a round. */
export function orderGoes(
  cases: readonly TestCase[],
  { times, seed }: Repetition,
): readonly (readonly Go[])[] {
  const random = seed === null ? null : createRandom(seed);
  const rounds = Array.from({ length: times }, (_, index) => index + 1);
  const goesOf = (phase: Phase): readonly Go[] => {
    const own = cases.filter((testCase) => testCase.phase === phase);
    return rounds.flatMap((round) =>
      (random === null ? own : shuffle(own, random)).map((testCase) => ({ testCase, round })),
    );
  };
  return stages.map((phases) => phases.flatMap(goesOf));
}

/** Fisher and Yates. */
function shuffle<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  const drawn = new Map(items.entries());
  return Array.from({ length: items.length }, (_, index) => {
    const last = items.length - 1 - index;
    const at = Math.floor(random() * (last + 1));
    const item = drawn.get(at);
    const moved = drawn.get(last);
    if (moved !== undefined) drawn.set(at, moved);
    return item;
  }).filter((item) => item !== undefined);
}

/** Numbers from 0 up to 1 that a 32-bit seed determines (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
