import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CaseResult, Results } from '../../result/results.ts';
import { medianOf } from '../alternate.ts';
import type { Bench } from '../bench.ts';
import type { Measured } from '../measure.ts';
import { startMock } from '../mock-process.ts';
import type { Row } from '../row.ts';

const count = 10_000;
const limits = { seconds: 2, megabytes: 300 } as const;

/** `report` for a record of ten thousand cases: those of a run against a target with a mistake, again and again under new names. */
export async function measureReport({ measure, runs, program, folder }: Bench): Promise<readonly Row[]> {
  const mock = await startMock(program, folder, 0);
  const out = ['--format', 'json', '--out', folder];
  await measure({ args: [program, 'run', '--target', mock.profile, '--quiet', ...out], cwd: folder });
  await mock.stop();
  const results = JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as Results;
  const file = join(folder, 'large.json');
  await pipeline(Readable.from(enlarged(results)), createWriteStream(file));
  const measured: Measured[] = [];
  for (let round = 0; round < runs; round += 1) {
    measured.push(
      await measure({ args: [program, 'report', file, '--out', join(folder, 'out')], cwd: folder }),
    );
  }
  const subject = 'report of 10,000 cases';
  const { wallMs, cpuMs, peakBytes } = medianOf(subject, measured);
  const row = { subject, runs, wallMs, cpuMs, peakBytes };
  return [
    {
      ...row,
      comparison: { found: wallMs / 1000, target: limits.seconds, unit: 'seconds', of: '' } as const,
    },
    {
      ...row,
      comparison: { found: peakBytes / 1e6, target: limits.megabytes, unit: 'megabytes', of: '' } as const,
    },
  ];
}

/** The text of the record, case by case. */
function* enlarged(results: Results): Generator<string> {
  const [head = '', tail = ''] = JSON.stringify({ ...results, cases: ['cut here'] }).split('"cut here"');
  yield head;
  for (let index = 0; index < count; index += 1) {
    const one = results.cases[index % results.cases.length];
    if (one === undefined) throw new Error('a record without cases');
    const text = JSON.stringify(renamed(one, Math.floor(index / results.cases.length)));
    yield `${index === 0 ? '' : ','}${text}`;
  }
  yield tail;
}

function renamed(one: CaseResult, round: number): CaseResult {
  if (round === 0) return one;
  const exchanges = one.exchanges.map((exchange) => ({ ...exchange, id: `${exchange.id}~${round}` }));
  const own = new Set(one.exchanges.map(({ id }) => id));
  const rename = (id: string): string => (own.has(id) ? `${id}~${round}` : id);
  const trials = one.trials.map((trial) => ({ ...trial, attempts: trial.attempts.map(rename) }));
  const checks = one.checks.map((check) => ({
    ...check,
    exchange: check.exchange === null ? null : rename(check.exchange),
  }));
  return { ...one, id: `${one.id}~${round}`, exchanges, trials, checks };
}
