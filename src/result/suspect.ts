import { findCondition, specification, variantById } from '../spec/specification.ts';
import { isFailure } from './outcome.ts';
import { exchangesById } from './results.ts';
import type { Results } from './results.ts';

/**
 * Variants that fail in the plain request alone, which is refused exactly as failed authorization is documented, while every
 * refusal that was seen is right: the credentials of the profile may be wrong as well as the service.
 */
export function suspectsIn(
  results: Pick<Results, 'requirements' | 'cases' | 'controls' | 'baselines' | 'target'>,
): readonly string[] {
  const exchanges = exchangesById(results);
  return results.target.variants.filter((variant) => {
    const failed = results.requirements.filter((one) => one.variant === variant && isFailure(one));
    if (failed.length === 0 || failed.some(({ id }) => id !== `${variant}.success.status`)) return false;
    const plain = exchanges.get(results.baselines[variant]?.attempts.at(-1) ?? '');
    const documented = findCondition(variantById(specification, variant), 'unauthorized')?.status;
    if (plain?.response?.status !== documented) return false;
    if (plain?.facts?.kind !== 'json' || !plain.facts.isError) return false;
    const checks = results.cases.filter((one) => one.variant === variant).flatMap((one) => one.checks);
    return checks.every(({ uncontrolled }) => uncontrolled !== 'fail');
  });
}

/** Nothing fails but in such variants. */
export function isProfileSuspect(results: Results): boolean {
  const suspects = suspectsIn(results);
  return (
    suspects.length > 0 &&
    results.requirements.every((one) => !isFailure(one) || suspects.includes(one.variant))
  );
}
