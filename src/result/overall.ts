import type { Overall, RequirementResult } from './results.ts';

/** What requirements come to together: one unwaived failure is enough, and only passes make it conforming. */
export function overallOf(requirements: readonly RequirementResult[]): Overall {
  if (requirements.some(({ verdict, waived }) => verdict === 'fail' && !waived)) return 'nonconforming';
  return requirements.every(({ verdict }) => verdict === 'pass') ? 'conforming' : 'incomplete';
}
