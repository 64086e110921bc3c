import type { ClassName, RequirementResult, Results } from '../result/results.ts';
import { outcomeOf } from '../result/outcome.ts';
import type { Certificate, CertifiedVariant } from './certificate.ts';

/** The highest class that each variant has reached; those that reached none are left out. */
export function attainedClasses({
  variants,
}: Pick<Results, 'variants'>): Readonly<Record<string, CertifiedVariant>> {
  const reached = Object.entries(variants).flatMap(([variant, { classes }]) => {
    const name: ClassName | null = classes.full.reached ? 'full' : classes.core.reached ? 'core' : null;
    return name === null
      ? []
      : [[variant, { class: name, requirements: classes[name].requirements }] as const];
  });
  return Object.fromEntries(reached);
}

/** Requirements of the claimed variants that are not seen to hold; where a class is reached, they lie outside of it. */
export function outsideOf({ requirements }: Pick<Results, 'requirements'>): Certificate['outside'] {
  return requirements.flatMap(({ id, verdict, reason, waived, decided }) =>
    outcomeOf({ verdict, decided }) === 'pass' ? [] : [{ requirement: id, verdict, reason, waived }],
  );
}

/** Why Results earn no certificate, each obstacle in a sentence; none where they earn one. */
export function findObstacles(results: Results): readonly string[] {
  const { requirements, waivers, cases, leftOut, interrupted } = results;
  const attained = attainedClasses(results);
  return [
    ...(interrupted ? ['the run was interrupted'] : []),
    ...(leftOut.cases.length > 0 ? [`${leftOut.cases.length} cases were left out of the run`] : []),
    ...waivers
      .filter(({ state }) => state === 'stale')
      .map(({ requirement }) => `the waiver of ${requirement} is stale`),
    ...cases
      .filter(({ reason }) => reason === 'suite-error')
      .map(({ id }) => `the suite itself failed in ${id}`),
    ...Object.entries(results.variants)
      .filter(([variant]) => !Object.hasOwn(attained, variant))
      .flatMap(([variant, { classes }]) => prevented(variant, classes.core.prevents, requirements)),
    ...(Object.keys(results.variants).length === 0 ? ['no variant is claimed'] : []),
  ];
}

function prevented(
  variant: string,
  ids: readonly string[],
  requirements: readonly RequirementResult[],
): readonly string[] {
  const own = requirements.filter((found) => ids.includes(found.id));
  return own.map((found) => `variant ${variant} does not reach class core: ${found.id} ${stateOf(found)}`);
}

function stateOf(found: RequirementResult): string {
  switch (outcomeOf(found)) {
    case 'inconclusive':
      return `is inconclusive (${found.reason ?? 'no reason given'})`;
    case 'review':
      return 'is under review: a person has to decide';
    case 'pass':
      return 'was not seen as a whole, or not the same every time';
    case 'fail':
      return found.waived ? 'fails, waived' : 'fails';
  }
}
