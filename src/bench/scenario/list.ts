import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { alternate } from '../alternate.ts';
import type { Bench } from '../bench.ts';
import { rowOf } from '../row.ts';
import type { Row } from '../row.ts';

const count = 1_000_000;
const batch = 10_000;

/** What it takes to judge a million banks beside what it takes to parse them, decoding included in both. */
export async function measureList({ measure, runs, folder }: Bench): Promise<readonly Row[]> {
  const file = join(folder, 'banks.json');
  await pipeline(Readable.from(banksAsText()), createWriteStream(file));
  const child = (name: string) => ({
    args: [join(import.meta.dirname, '..', 'child', name), file],
    cwd: folder,
  });
  const [parse, judge] = await alternate(
    [
      { name: 'JSON.parse of 1,000,000 banks', command: child('parse-list.mjs') },
      { name: 'judging 1,000,000 banks', command: child('judge-list.ts') },
    ],
    runs,
    measure,
  );
  if (parse === undefined || judge === undefined) return [];
  const memory = {
    found: judge.peakBytes / parse.peakBytes,
    target: 1.3,
    unit: 'times',
    of: 'its memory',
  } as const;
  const row = rowOf(judge, { to: parse, target: 1.6 });
  return [rowOf(parse), row, { ...row, subject: 'judging 1,000,000 banks, memory', comparison: memory }];
}

/** About 65 MB. */
function* banksAsText(): Generator<string> {
  yield '{"banks":[';
  for (let start = 0; start < count; start += batch) {
    const banks = Array.from({ length: batch }, (_, index) => bankOf(start + index));
    yield `${start === 0 ? '' : ','}${banks.map((bank) => JSON.stringify(bank)).join(',')}`;
  }
  yield ']}';
}

const bankOf = (index: number): { readonly name: string; readonly bic: string } => ({
  name: `Банк «Надёжный» ${index}`,
  bic: String(40_000_000 + index).padStart(9, '0'),
});
