import type { TestCase } from '../case/test-case.ts';
import { mergeGoes } from '../result/merge-goes.ts';
import type { CaseResult } from '../result/results.ts';
import type { Limits } from '../target/target.ts';
import { orderGoes } from './order.ts';
import type { Repetition } from './order.ts';
import { createSchedule } from './schedule.ts';
import type { Schedule } from './schedule.ts';
import type { Session } from './session.ts';

/** More cases are under way than requests may be open, so that none is prepared while the wire waits; one at a time is strictly that. */
const width = (concurrency: number): number => (concurrency === 1 ? 1 : concurrency * 2);

/** Runs every go of the cases in its order, beside each other; one result per case, in the order of the cases. */
export async function runCases(
  session: Session,
  cases: readonly TestCase[],
  repetition: Repetition,
  { concurrency, failedLogins }: Limits,
): Promise<readonly CaseResult[]> {
  await session.open();
  const results = new Map<string, CaseResult[]>(cases.map(({ id }) => [id, []]));
  const worker = async (schedule: Schedule): Promise<void> => {
    for (let go = await schedule.take(); go !== null; go = await schedule.take()) {
      results.get(go.testCase.id)?.push(await session.execute(go.testCase, go.round));
      schedule.end(go);
    }
  };
  const goes = orderGoes(cases, repetition, failedLogins).flat();
  // Repeats take no failed login that the first go of another case needs.
  for (const isFirst of [true, false]) {
    const schedule = createSchedule(goes.filter(({ round }) => (round === 1) === isFirst));
    await Promise.all(Array.from({ length: width(concurrency) }, () => worker(schedule)));
  }
  return [...results.values()].filter((goes) => goes.length > 0).map(mergeGoes);
}
