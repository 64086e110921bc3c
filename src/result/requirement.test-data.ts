import { requirementsOf } from '../report/made-results.test-data.ts';
import type { Verdict } from '../verdict/check.ts';
import type { RequirementResult } from './results.ts';

/** A requirement with that verdict, `a.success.status` as far as nothing else is said. */
export function requirementOf(verdict: Verdict, parts: Partial<RequirementResult> = {}): RequirementResult {
  const [first] = requirementsOf([], ['a']);
  if (first === undefined) throw new Error('an empty catalogue');
  return { ...first, verdict, reason: null, ...parts };
}
