import { claimsOf, deriveCases } from '../case/plan.ts';
import { createPlan } from '../execution/plan.ts';
import type { Specification } from '../spec/specification.ts';
import type { Target } from '../target/target.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';

/** Whether the limit of failed logins lets every judged case be carried out; nothing to say where it does. */
export function inspectLimits(target: Target, spec: Specification): readonly Finding[] {
  const { requests } = createPlan(deriveCases(spec, claimsOf(target, spec)), spec);
  const needed = requests.filter(
    ({ login, stimulus }) => login === 'wrong' && stimulus.status !== null,
  ).length;
  const { failedLogins } = target.limits;
  if (failedLogins >= needed) return [];
  const found = `limits: failedLogins is ${failedLogins}, and a run has to fail ${needed} logins to judge everything`;
  return [finding('bad', found, [`set limits.failedLogins to ${needed} or more`])];
}
