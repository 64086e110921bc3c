import { UserError } from '../errors.ts';
import { globMatcher } from './glob.ts';
import type { TestCase } from './test-case.ts';

/** Patterns of `--case` and `--requirement`; `*` stands for anything, `?` for one character. */
export interface Selection {
  readonly cases: readonly string[];
  readonly requirements: readonly string[];
}

/** The cases that a selection names; throws a UserError where it names none. */
export function selectCases(cases: readonly TestCase[], selection: Selection): readonly TestCase[] {
  const byId = globMatcher(selection.cases);
  const byRequirement = globMatcher(selection.requirements);
  const chosen = cases.filter((testCase) => byId([testCase.id]) && byRequirement(requirementsOf(testCase)));
  if (chosen.length > 0) return chosen;
  const given = [
    ...selection.cases.map((glob) => `--case ${glob}`),
    ...selection.requirements.map((glob) => `--requirement ${glob}`),
  ];
  throw new UserError(
    'usage',
    'empty-selection',
    `${given.join(' ')} selects none of the ${cases.length} cases`,
    'list cases and requirements with `requirements`; * stands for anything',
  );
}

/** Every requirement that the case makes a check on, judged answers to its requests provided. */
export function requirementsOf(testCase: TestCase): readonly string[] {
  return [
    ...new Set([
      ...testCase.aims.map((aim) => aim.requirement),
      ...testCase.standing.map((rule) => rule.requirement),
    ]),
  ];
}
