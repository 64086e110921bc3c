import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { ListFacts, RecordProblem } from './facts.ts';
import { jsonType } from './json-type.ts';

const keptProblems = 10;
const keptExtras = 20;
const batch = 1000;

type Observed = Pick<ListFacts, 'sha256' | 'extraMembers' | 'bicShapes' | 'sortedBy' | 'duplicates'>;

interface Bank {
  readonly name: string;
  readonly bic: string;
}

/** What there is to say of the member that holds the list: each record on its own, in bounded memory. */
export function inspectList(value: unknown, record: z.ZodType, mask: (text: string) => string): ListFacts {
  if (!Array.isArray(value)) return { ...nothing, type: jsonType(value) };
  const wrong = wrongRecords(value, record);
  return {
    type: 'array',
    count: value.length,
    problems: wrong.slice(0, keptProblems).map((index) => problemOf(value[index], index, record)),
    problemCount: wrong.length,
    ...(wrong.length === 0 ? observedOf(value, mask) : observedNothing),
  };
}

const observedNothing = {
  sha256: '',
  extraMembers: [],
  bicShapes: {},
  sortedBy: [],
  duplicates: 0,
} as const satisfies Observed;

const nothing = { count: 0, problems: [], problemCount: 0, ...observedNothing } as const;

function wrongRecords(list: readonly unknown[], record: z.ZodType): readonly number[] {
  const found: number[] = [];
  for (const [index, item] of list.entries()) if (!record.safeParse(item).success) found.push(index);
  return found;
}

function problemOf(item: unknown, index: number, record: z.ZodType): RecordProblem {
  const issue = record.safeParse(item).error?.issues[0];
  const path = issue?.path.join('.') ?? '';
  const found = path === '' ? item : new Map(Object.entries(item as object)).get(path);
  const was = found === undefined ? 'nothing' : jsonType(found);
  const expected = issue !== undefined && 'expected' in issue ? String(issue.expected) : 'a bank record';
  return { index, problem: `${path === '' ? 'record' : path}: expected ${expected}, got ${was}` };
}

function observedOf(banks: readonly Bank[], mask: (text: string) => string): Observed {
  const extras = new Set<string>();
  const shapes: Record<string, number> = {};
  for (const bank of banks) {
    const shape = bicShape(bank.bic);
    shapes[shape] = (shapes[shape] ?? 0) + 1;
    for (const name of Object.keys(bank)) {
      if (extras.size >= keptExtras) break;
      if (name !== 'name' && name !== 'bic') extras.add(mask(name.slice(0, 100)));
    }
  }
  return {
    sha256: digestOf(banks),
    extraMembers: [...extras],
    bicShapes: shapes,
    sortedBy: (['name', 'bic'] as const).filter((field) => isSortedBy(banks, field)),
    duplicates: banks.length - new Set(banks.map((bank) => bank.bic)).size,
  };
}

function bicShape(bic: string): string {
  if (/^\d{9}$/.test(bic)) return '9 digits';
  if (/^[A-Z]{6}[A-Z0-9]{2}$/.test(bic)) return '8 characters';
  if (/^[A-Z]{6}[A-Z0-9]{5}$/.test(bic)) return '11 characters';
  return 'other';
}

function isSortedBy(banks: readonly Bank[], field: keyof Bank): boolean {
  let before = '';
  for (const bank of banks) {
    if (bank[field] < before) return false;
    before = bank[field];
  }
  return true;
}

function digestOf(banks: readonly Bank[]): string {
  const hash = createHash('sha256');
  for (let start = 0; start < banks.length; start += batch) {
    const lines = banks.slice(start, start + batch).map(({ name, bic }) => `${name}\u0000${bic}\n`);
    hash.update(lines.join(''));
  }
  return hash.digest('hex');
}
