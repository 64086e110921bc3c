import { createHash } from 'node:crypto';
import { z } from 'zod';
import { message, say } from '../wording/message.ts';
import { jsonType } from './evidence.ts';
import type { ListFacts, RecordProblem } from './evidence.ts';

const most = { problems: 10, extras: 20, nameLength: 100 } as const;

/** Looks at the records of a list, some of them at a time, and keeps none. */
export interface ListInspector {
  readonly add: (items: readonly unknown[]) => void;
  readonly result: () => ListFacts;
}

/** A record as the specification shows it. */
interface Bank {
  readonly name: string;
  readonly bic: string;
}

/** Creates an inspector of records that have to be of this shape; of a list with a wrong record nothing is observed. */
export function createListInspector(record: z.ZodType): ListInspector {
  const isRight = checkOf(record);
  const problems: RecordProblem[] = [];
  let [count, problemCount] = [0, 0];
  const hash = createHash('sha256');
  const shapes = new Map<string, number>();
  const extras = new Set<string>();
  // BICs; numbers are sorted at the end, as a set of a million texts takes longer than to parse them.
  const [numbers, others]: [number[], Set<string>] = [[], new Set()];
  let [isSortedByName, isSortedByBic] = [true, true];
  let before: Bank = { name: '', bic: '' };
  const observe = (bank: Bank): void => {
    isSortedByName &&= bank.name >= before.name;
    isSortedByBic &&= bank.bic >= before.bic;
    before = bank;
    const shape = shapeOf(bank.bic);
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
    if (shape === nineDigits) numbers.push(Number(bank.bic));
    else others.add(bank.bic);
    if (extras.size < most.extras) addExtras(bank, extras);
  };
  return {
    add(items) {
      let text = '';
      for (const item of items) {
        if (!isRight(item)) {
          if (problemCount < most.problems) problems.push(problemOf(item, count, record));
          problemCount += 1;
        } else if (problemCount === 0) {
          const bank = item as Bank;
          text += `${bank.name}\u0000${bank.bic}\n`;
          observe(bank);
        }
        count += 1;
      }
      hash.update(text);
    },
    result() {
      if (problemCount > 0) return { ...nothing, type: 'array', count, problems, problemCount };
      return {
        type: 'array',
        count,
        problems,
        problemCount,
        sha256: hash.digest('hex'),
        extraMembers: [...extras],
        bicShapes: Object.fromEntries(shapes),
        sortedBy: [...(isSortedByName ? ['name'] : []), ...(isSortedByBic ? ['bic'] : [])],
        duplicates: count - countDistinct(numbers) - others.size,
      };
    },
  };
}

const nothing = {
  count: 0,
  problems: [],
  problemCount: 0,
  sha256: '',
  extraMembers: [],
  bicShapes: {},
  sortedBy: [],
  duplicates: 0,
} as const satisfies Omit<ListFacts, 'type'>;

/** The facts about a member of the list's name that holds something else. */
export const noList = (value: unknown): ListFacts => ({ ...nothing, type: jsonType(value) });

/** The schema as a predicate: it takes microseconds to say no, so one that asks for nothing but strings is not asked. */
function checkOf(record: z.ZodType): (item: unknown) => boolean {
  const isPlain =
    record instanceof z.ZodObject &&
    record.def.catchall instanceof z.ZodUnknown &&
    (record.def.checks ?? []).length === 0 &&
    Object.values(record.shape).every(isAnyString);
  if (!isPlain) return (item) => record.safeParse(item).success;
  const names = Object.keys(record.shape);
  return (item) =>
    jsonType(item) === 'object' &&
    names.every((name) => typeof (item as Readonly<Record<string, unknown>>)[name] === 'string');
}

const isAnyString = (schema: unknown): boolean =>
  schema instanceof z.ZodString && schema.format === null && (schema.def.checks ?? []).length === 0;

function problemOf(item: unknown, index: number, record: z.ZodType): RecordProblem {
  const issue = record.safeParse(item).error?.issues[0];
  const member = issue?.path.join('.') ?? '';
  const expected = issue !== undefined && 'expected' in issue ? String(issue.expected) : 'a bank record';
  const value = member === '' ? item : new Map(Object.entries(item as object)).get(member);
  const found = value === undefined ? null : jsonType(value);
  const words =
    found === null
      ? message('record-lacks-member', { member, expected })
      : member === ''
        ? message('record-of-wrong-type', { expected, found })
        : message('record-with-wrong-member', { member, expected, found });
  return { index, problem: say(words, 'en'), words };
}

function addExtras(bank: Bank, extras: Set<string>): void {
  for (const name in bank) {
    if (name === 'name' || name === 'bic' || extras.size >= most.extras) continue;
    extras.add(name.slice(0, most.nameLength));
  }
}

const nineDigits = '9 digits';

/** The shape of a BIC: of the Bank of Russia, of ISO 9362, or another. */
function shapeOf(bic: string): string {
  if (/^\d{9}$/.test(bic)) return nineDigits;
  if (/^[A-Z]{6}[A-Z\d]{2}$/.test(bic)) return '8 characters';
  return /^[A-Z]{6}[A-Z\d]{5}$/.test(bic) ? '11 characters' : 'other';
}

function countDistinct(numbers: readonly number[]): number {
  const sorted = Int32Array.from(numbers).sort();
  return sorted.reduce((sum, value, index) => (value === sorted[index - 1] ? sum : sum + 1), 0);
}
