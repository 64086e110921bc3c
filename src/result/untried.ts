import type { CaseResult } from './results.ts';

/** Cases that send a kind of password which must not obtain the list (section 5). */
const passwordCase = /^[^.]+\.(?:observed\.password\.|unauthorized\.wrong-password$|unencrypted\.)/;

/** Requirements that were not seen whole, because the limit of failed logins left out a kind of password of which they speak: whether it obtains the list is unknown. */
export function untriedRequirements(cases: readonly CaseResult[]): ReadonlySet<string> {
  const untried = cases.filter(
    ({ id, exchanges, trials }) =>
      passwordCase.test(id) &&
      exchanges.length === 0 &&
      trials.some(({ halted }) => halted?.reason === 'not-selected'),
  );
  return new Set(untried.map(({ variant }) => `${variant}.authorization.enforced`));
}
