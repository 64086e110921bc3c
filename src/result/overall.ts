import { isFailure, outcomeOf } from './outcome.ts';
import type { Overall, RequirementResult } from './results.ts';

/** What requirements come to together: one unwaived failure is enough, and only passes make it conforming; what persons decided counts as they decided it. */
export function overallOf(requirements: readonly RequirementResult[]): Overall {
  if (requirements.some(isFailure)) return 'nonconforming';
  return requirements.every((found) => outcomeOf(found) === 'pass') ? 'conforming' : 'incomplete';
}
