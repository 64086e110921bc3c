import type { TestCase } from '../case/test-case.ts';
import type { CaseResult } from '../result/results.ts';
import type { Session } from './session.ts';

/** More cases are under way than requests may be open, so that none is prepared while the wire waits. */
const ahead = 2;

/** Runs the cases in their order, beside each other; results come in the same order. */
export async function runCases(
  session: Session,
  cases: readonly TestCase[],
  concurrency: number,
): Promise<readonly CaseResult[]> {
  await session.open();
  const results = new Map<string, CaseResult>();
  const queue = cases.values();
  const worker = async (): Promise<void> => {
    for (const testCase of queue) results.set(testCase.id, await session.execute(testCase));
  };
  await Promise.all(Array.from({ length: concurrency * ahead }, worker));
  return cases.flatMap(({ id }) => results.get(id) ?? []);
}
