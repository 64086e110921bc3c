import type { Phase, TestCase } from './test-case.ts';

/** One of `of` parts into which the cases of a run are split; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * Splits cases into that many parts, each in the order given; the same cases give the same parts. All that may fail a
 * login are in the first, so that one limit holds for them; all that change the target for everybody are in the last.
 * The others are spread so that the parts send about as many requests each. A part may be empty.
 */
export function splitCases(cases: readonly TestCase[], of: number): readonly (readonly TestCase[])[] {
  const homes = homesOf(cases, of);
  return Array.from({ length: of }, (_, place) => cases.filter(({ id }) => homes.get(id) === place));
}

/** The place of the part in which each case stands. */
function homesOf(cases: readonly TestCase[], of: number): ReadonlyMap<string, number> {
  const isTogether = cases.some((testCase) => testCase.exclusive && isLogin(testCase));
  // Where a wrong password needs a set-up of its own, neither rule can be kept without the other.
  const exclusive = isTogether ? 0 : of - 1;
  const homes = new Map<string, number>();
  const loads = Array.from({ length: of }, () => 0);
  const put = ({ id, stimuli }: TestCase, place: number): void => {
    homes.set(id, place);
    loads[place] = (loads[place] ?? 0) + stimuli.length;
  };
  for (const testCase of cases.filter(isBound)) put(testCase, testCase.exclusive ? exclusive : 0);
  const free = cases.filter((testCase) => !isBound(testCase));
  // Longest first; the sort is stable.
  for (const testCase of free.toSorted((left, right) => right.stimuli.length - left.stimuli.length)) {
    put(testCase, loads.indexOf(Math.min(...loads)));
  }
  return homes;
}

const isBound = (testCase: TestCase): boolean => testCase.exclusive || isLogin(testCase);

const loginPhases: readonly Phase[] = ['form', 'login', 'guess'];

/** What may fail a login; with an unknown partner as well, for a target that limits failed logins is judged by what it answered to the first of them. */
function isLogin({ phase, stimuli }: TestCase): boolean {
  return (
    loginPhases.includes(phase) ||
    stimuli.some(
      ({ condition, password }) =>
        condition === 'unauthorized' || (password !== undefined && password !== 'encrypted'),
    )
  );
}
