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

/** Failed logins of a case whose answer is asked for again. */
const ampleTries = 2;

/**
 * All goes by stage, in the order in which they are started: phase by phase, round by round, shuffled by the seed within a round.
 * Where so many `failedLogins` are enough for all, the guesses at the end begin with what takes several requests one after
 * the other, lest all wait for it; otherwise those come first that are held against a requirement.
 */
export function orderGoes(
  cases: readonly TestCase[],
  { times, seed }: Repetition,
  failedLogins = 0,
): readonly (readonly Go[])[] {
  const random = seed === null ? null : createRandom(seed);
  const rounds = Array.from({ length: times }, (_, index) => index + 1);
  const risky = cases.filter(({ phase }) => phase === 'login' || phase === 'guess').length;
  const isAmple = failedLogins >= risky * times * ampleTries;
  const goesOf = (phase: Phase): readonly Go[] => {
    const own = cases.filter((testCase) => testCase.phase === phase);
    const isByLength = phase === 'guess' && isAmple;
    return rounds.flatMap((round) => {
      const drawn = random === null ? own : shuffle(own, random);
      const ordered = isByLength ? drawn.toSorted(byLength) : drawn;
      return ordered.map((testCase) => ({ testCase, round }));
    });
  };
  return stages.map((phases) => phases.flatMap(goesOf));
}

const byLength = (left: TestCase, right: TestCase): number => lengthOf(right) - lengthOf(left);

/** Requests that follow one upon the other: a condition's answer asks for a control. */
const lengthOf = ({ stimuli, condition }: TestCase): number =>
  stimuli.length + (condition === 'success' ? 0 : 1);

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
