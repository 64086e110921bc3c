import type { Guess } from '../plan/test-case.ts';
import type { CaseResult, Results } from './results.ts';

const showsAccess = ({ checks }: CaseResult): boolean =>
  checks.some(({ requirement }) => requirement.endsWith('.authorization.enforced'));

/** True if a case tries a kind of password that exists for this profile, but shows nothing about it. */
export const isUntried = (found: CaseResult): boolean =>
  found.guess !== undefined &&
  !showsAccess(found) &&
  !found.trials.some(({ halted }) => halted?.kind === 'no-password');

const guessesOf = (cases: readonly CaseResult[]): readonly Guess[] =>
  cases.flatMap(({ guess }) => guess ?? []);

/**
 * Kinds of password about which one variant's cases show nothing. The verdict of `authorization.enforced`
 * depends on the others; if there are none, it says so itself.
 */
export const untriedGuesses = (cases: readonly CaseResult[]): readonly Guess[] =>
  cases.some(showsAccess) ? guessesOf(cases.filter(isUntried)) : [];

/**
 * Kinds of wrong passwords that the limit of failed logins left out, without duplicates, in the order of
 * trying.
 */
export function leftOutByLimit(
  { cases, target }: Pick<Results, 'cases' | 'target'>,
  variants: readonly string[] = target.variants,
): readonly string[] {
  const isLimited = ({ trials }: CaseResult): boolean =>
    trials.some(({ halted }) => halted?.kind === 'limit' && halted.reason === 'not-selected');
  const untried = variants.flatMap((variant) => {
    const own = cases.filter((found) => found.variant === variant);
    return own.some(showsAccess) ? own.filter((found) => isUntried(found) && isLimited(found)) : [];
  });
  return [...new Set(guessesOf(untried).map(({ kind }) => kind))];
}
