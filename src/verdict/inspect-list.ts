import type { z } from 'zod';
import type { ListFacts, RecordProblem } from './facts.ts';
import { jsonType } from './json-type.ts';
import { createListObserver } from './observe-list.ts';
import type { Bank, Observed } from './observe-list.ts';
import { checkOf } from './record-check.ts';

const keptProblems = 10;

/** Looks at the records of a list, one part of it after the other. */
export interface ListInspector {
  add(items: readonly unknown[]): void;
  result(): ListFacts;
}

/** Creates an inspector: each record is looked at on its own, and of all of them it keeps none. */
export function createListInspector(record: z.ZodType, mask: (text: string) => string): ListInspector {
  const isRight = checkOf(record);
  const observer = createListObserver(mask);
  const problems: RecordProblem[] = [];
  let [count, problemCount] = [0, 0];
  return {
    add(items) {
      for (let index = 0; index < items.length; index += 1) {
        if (isRight(items[index])) continue;
        problemCount += 1;
        if (problems.length >= keptProblems) continue;
        problems.push(problemOf(items[index], count + index, record));
      }
      count += items.length;
      // Of a list with a wrong record nothing is observed.
      if (problemCount === 0) observer.add(items as readonly Bank[]);
    },
    result: () => ({
      type: 'array',
      count,
      problems,
      problemCount,
      ...(problemCount === 0 ? observer.result() : observedNothing),
    }),
  };
}

/** What there is to say of the member that holds the list. */
export function inspectList(value: unknown, record: z.ZodType, mask: (text: string) => string): ListFacts {
  if (!Array.isArray(value)) return { ...nothing, type: jsonType(value) };
  const inspector = createListInspector(record, mask);
  inspector.add(value);
  return inspector.result();
}

const observedNothing = {
  sha256: '',
  extraMembers: [],
  bicShapes: {},
  sortedBy: [],
  duplicates: 0,
} as const satisfies Observed;

const nothing = { count: 0, problems: [], problemCount: 0, ...observedNothing } as const;

function problemOf(item: unknown, index: number, record: z.ZodType): RecordProblem {
  const issue = record.safeParse(item).error?.issues[0];
  const path = issue?.path.join('.') ?? '';
  const found = path === '' ? item : new Map(Object.entries(item as object)).get(path);
  const was = found === undefined ? 'nothing' : jsonType(found);
  const expected = issue !== undefined && 'expected' in issue ? String(issue.expected) : 'a bank record';
  return { index, problem: `${path === '' ? 'record' : path}: expected ${expected}, got ${was}` };
}
