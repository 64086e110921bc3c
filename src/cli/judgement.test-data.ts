import { deriveCases } from '../case/derive.ts';
import { recordRun } from '../execution/record-run.ts';
import { createSession } from '../execution/session.ts';
import type { RequirementResult, Results } from '../result/results.ts';
import { specification } from '../spec/variant.ts';
import { loadTarget } from '../target/load-target.ts';
import { plainReference, startBuiltIn, withProfileFile } from './built-in.ts';

/** What is examined: a changed reference, one variant of it if the change touches only one. */
export interface Subject {
  readonly defects?: readonly string[];
  readonly tolerances?: readonly string[];
  /** Observed cases are left out where they cannot change the verdicts: they cost most of the time. */
  readonly observed: boolean;
}

/** The requirements of a run against the changed reference, in this process. */
export async function examine(subject: Subject): Promise<readonly RequirementResult[]> {
  return (await recordSubject(subject)).requirements;
}

/** The whole record of a run against the changed reference, in this process. */
export async function recordSubject(subject: Subject): Promise<Results> {
  const { defects = [], tolerances = [], observed } = subject;
  const { reference, profile } = await startBuiltIn({ ...plainReference, defects, tolerances });
  try {
    const variants = variantsOf([...defects, ...tolerances]);
    const flags = { timeout: 2500, ...variants };
    const target = await withProfileFile(profile, (profilePath) =>
      loadTarget({ profilePath, flags, env: {}, cwd: '/' }, specification.variants),
    );
    const { signal } = new AbortController();
    const session = await createSession({
      spec: specification,
      target,
      product: 'suite-under-test/1',
      now: () => new Date(),
      random: () => 0,
      signal,
      onEvent: () => undefined,
    });
    try {
      const cases = deriveCases(specification, target).filter(({ kind }) => observed || kind === 'judged');
      const suite = { name: 'suite-under-test', version: '1' };
      const identity = { spec: specification, suite, target, signal, derived: cases };
      return await recordRun(session, cases, identity);
    } finally {
      await session.close();
    }
  } finally {
    await reference.close();
  }
}

function variantsOf(ids: readonly string[]): { readonly variants?: readonly string[] } {
  const prefixes = [...new Set(ids.map((id) => /^([ab])-/.exec(id)?.[1] ?? 'both'))];
  return prefixes.includes('both') || prefixes.length === 0 ? {} : { variants: prefixes };
}

/** Does the work for every item, four at a time; results in the order of the items. */
export async function besides<Item, Value>(
  items: readonly Item[],
  work: (item: Item) => Promise<Value>,
): Promise<readonly Value[]> {
  const found: Value[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) found[index] = await work(item);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return found;
}
