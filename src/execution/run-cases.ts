import type { TestCase } from '../case/test-case.ts';
import type { CaseResult } from '../result/results.ts';
import type { Session } from './session.ts';

/** More cases are under way than requests may be open, so that none is prepared while the wire waits. */
const ahead = 2;

/** Runs the cases in their order, beside each other; those that an outage has swallowed get a second chance at the end. */
export async function runCases(
  session: Session,
  cases: readonly TestCase[],
  concurrency: number,
  signal: AbortSignal,
): Promise<readonly CaseResult[]> {
  await session.open();
  const first = await inParallel(cases, concurrency * ahead, session.execute);
  if (signal.aborted) return first;
  const lost = cases.filter((_, index) => isLost(first[index]));
  if (lost.length === 0 || lost.length === cases.length) return first;
  const second = await inParallel(lost, concurrency * ahead, session.execute);
  const byId = new Map(second.map((result) => [result.id, result]));
  return first.map((result) => byId.get(result.id) ?? result);
}

const isLost = (result: CaseResult | undefined): boolean =>
  result?.reason === 'target-unavailable' || result?.reason === 'rate-limited';

async function inParallel<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results.set(index, await work(item));
  };
  await Promise.all(Array.from({ length: width }, worker));
  return items.flatMap((_, index) => results.get(index) ?? []);
}
