import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CaseResult, Results } from '../result/results.ts';
import { alternate, medianOf, rowBeyond, rowOf, rowOfMemory } from './bench.ts';
import type { Bench, Contender, Row, Scenario } from './bench.ts';
import type { Measured } from './measure.ts';
import { startMock, startRecorder } from './services.ts';
import type { MockProcess } from './services.ts';

/** Everything that can be measured, by the name that `--only` takes. */
export const scenarios = {
  start: measureStart,
  wire: measureWire,
  latency: measureLatency,
  list: measureList,
  report: measureReport,
  fleet: measureFleet,
  selftest: measureSelftest,
} as const satisfies Record<string, Scenario>;

/** A name that `--only` takes. */
export type ScenarioName = keyof typeof scenarios;

/** Whether a word is the name of a scenario. */
export const isScenarioName = (word: string): word is ScenarioName => Object.hasOwn(scenarios, word);

/** What it costs to start at all, beside a Node that does nothing. */
async function measureStart({ measure, runs, program, folder }: Bench): Promise<readonly Row[]> {
  const command = (...args: readonly string[]) => ({ args, cwd: folder });
  const [bare, help, requirements] = await alternate(
    [
      { name: 'node -e 0', command: command('-e', '0') },
      { name: '--help', command: command(program, '--help') },
      { name: 'requirements', command: command(program, 'requirements') },
    ],
    // They are short, and so their median moves more.
    runs * 3,
    measure,
  );
  if (bare === undefined || help === undefined || requirements === undefined) return [];
  return [rowOf(bare), rowOf(help, { to: bare, target: 1.5 }), rowOf(requirements)];
}

const floorScript = join(import.meta.dirname, 'child', 'floor.mjs');
const latencyMs = 100;
const concurrency = 8;
const tests = 147;

/** A run over loopback beside the floor and the start of Node, and the vitest driver beside as many empty tests. */
async function measureWire(bench: Bench): Promise<readonly Row[]> {
  return withMock(bench, 0, async (mock, requests) => {
    const contenders = [
      bareNode(bench),
      floor(bench, mock, requests),
      run(bench, mock),
      await emptyVitest(bench),
      underVitest(bench, mock),
    ];
    const [start, least, whole, empty, vitest] = await alternate(contenders, bench.runs, bench.measure);
    if (!start || !least || !whole || !empty || !vitest) return [];
    return [
      rowOf(start),
      rowOf(least),
      rowBeyond(whole, { of: least, unitMs: start.wallMs, unit: 'starts' }, 4),
      rowOfMemory(whole, 130),
      rowOf(empty),
      rowOf(vitest, { to: empty, target: 1.3 }),
    ];
  });
}

/** A run against answers that take their time, beside the floor. */
async function measureLatency(bench: Bench): Promise<readonly Row[]> {
  return withMock(bench, latencyMs, async (mock, requests) => {
    const contenders = [floor(bench, mock, requests), run(bench, mock)].map((one) => ({
      ...one,
      name: `${one.name}, ${latencyMs} ms`,
    }));
    const [least, whole] = await alternate(contenders, bench.runs, bench.measure);
    if (!least || !whole) return [];
    return [rowOf(least), rowBeyond(whole, { of: least, unitMs: latencyMs, unit: 'round trips' }, 3)];
  });
}

async function withMock(
  bench: Bench,
  latency: number,
  work: (mock: MockProcess, requests: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const mock = await startMock(bench.program, bench.folder, latency);
  try {
    return await work(mock, await recordRequests(bench, mock));
  } finally {
    await mock.stop();
  }
}

/** Every request that the suite sends, in the order in which it sends them; gives the file. */
async function recordRequests({ measure, program, folder }: Bench, mock: MockProcess): Promise<string> {
  const recorder = await startRecorder(mock.url);
  try {
    const args = [program, 'run', '--target', mock.profile, '--base-url', recorder.url, '--quiet'];
    await measure({ args: [...args, '--out', join(folder, 'recorded')], cwd: folder });
  } finally {
    await recorder.close();
  }
  const file = join(folder, 'requests.json');
  await writeFile(file, JSON.stringify(recorder.requests()));
  return file;
}

const bareNode = ({ folder }: Bench): Contender => ({
  name: 'node -e 0',
  command: { args: ['-e', '0'], cwd: folder },
});

const floor = ({ folder }: Bench, { url }: MockProcess, requests: string): Contender => ({
  name: 'floor: bare undici',
  command: { args: [floorScript, requests, url, String(concurrency)], cwd: folder },
});

const run = ({ program, folder }: Bench, { profile }: MockProcess): Contender => ({
  name: 'run',
  command: {
    args: [program, 'run', '--target', profile, '--quiet', '--out', join(folder, 'reports')],
    cwd: folder,
  },
});

/** As many tests as the driver has, which do nothing. */
async function emptyVitest({ root, folder }: Bench): Promise<Contender> {
  const own = join(folder, 'empty');
  await mkdir(own, { recursive: true });
  const lines = Array.from({ length: tests }, (_, index) => `test('case ${index}', () => undefined);`);
  await writeFile(join(own, 'empty.test.ts'), `${lines.join('\n')}\n`);
  const args = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--globals', '--root', own];
  return { name: 'empty vitest', command: { args, cwd: own } };
}

const underVitest = ({ root, folder }: Bench, { profile }: MockProcess): Contender => ({
  name: 'vitest driver',
  command: {
    args: [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'suites'],
    cwd: root,
    env: { SBP_TARGET: profile, SBP_OUT: join(folder, 'reports-of-vitest') },
  },
});

const banks = 1_000_000;
const batch = 10_000;

/** What it takes to judge a million banks beside what it takes to parse them, decoding included in both. */
async function measureList({ measure, runs, folder }: Bench): Promise<readonly Row[]> {
  const file = join(folder, 'banks.json');
  await pipeline(Readable.from(banksAsText()), createWriteStream(file));
  const child = (name: string) => ({
    args: [join(import.meta.dirname, 'child', name), file],
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
  for (let start = 0; start < banks; start += batch) {
    const some = Array.from({ length: batch }, (_, index) => bankOf(start + index));
    yield `${start === 0 ? '' : ','}${some.map((bank) => JSON.stringify(bank)).join(',')}`;
  }
  yield ']}';
}

const bankOf = (index: number): { readonly name: string; readonly bic: string } => ({
  name: `Банк «Надёжный» ${index}`,
  bic: String(40_000_000 + index).padStart(9, '0'),
});

const cases = 10_000;
const limits = { seconds: 2, megabytes: 300 } as const;

/** `report` for a record of ten thousand cases: those of a run against a target with a mistake, again and again under new names. */
async function measureReport({ measure, runs, program, folder }: Bench): Promise<readonly Row[]> {
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
  for (let index = 0; index < cases; index += 1) {
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

const sizes = { few: 10, many: 50 } as const;
/** Seconds of processor time that one target more may take. */
const perTarget = 0.11;
/** References that share the targets among them. */
const processes = 2;

/** A few targets beside many: what one more takes, without the start. */
async function measureFleet(bench: Bench): Promise<readonly Row[]> {
  const mocks: MockProcess[] = [];
  try {
    for (let index = 0; index < processes; index += 1) {
      const folder = join(bench.folder, `reference-${index}`);
      await mkdir(folder);
      mocks.push(await startMock(bench.program, folder, 0));
    }
    const contenders = await Promise.all(Object.values(sizes).map((size) => fleet(bench, mocks, size)));
    const [few, many] = await alternate(contenders, bench.runs, bench.measure);
    if (few === undefined || many === undefined) return [];
    const found = (many.cpuMs - few.cpuMs) / 1000 / (sizes.many - sizes.few);
    const comparison = { found, target: perTarget, unit: 'seconds', of: 'cpu a target more' } as const;
    return [rowOf(few), { ...rowOf(many), comparison }];
  } finally {
    for (const mock of mocks) await mock.stop();
  }
}

async function fleet(
  { program, folder }: Bench,
  mocks: readonly MockProcess[],
  size: number,
): Promise<Contender> {
  const profiles = await Promise.all(mocks.map(({ profile }) => readFile(profile, 'utf8')));
  const own = join(folder, `fleet-of-${size}`);
  await mkdir(own);
  for (let index = 0; index < size; index += 1) {
    const profile = profiles[index % profiles.length] ?? '';
    await writeFile(join(own, `${index}.yaml`), profile.replace(/^name: .*/m, `name: target ${index}`));
  }
  const out = ['--quiet', '--out', join(folder, `reports-of-${size}`)];
  const args = [program, 'run', '--target', join(own, '*.yaml'), ...out];
  return { name: `fleet of ${size} targets`, command: { args, cwd: folder } };
}

/** Seconds for a defect or a tolerance, those with deliberate waiting aside. */
const perRow = 0.12;

/** The whole selftest, once: its rows are many. */
async function measureSelftest({ measure, program, folder }: Bench): Promise<readonly Row[]> {
  const found = await measure({ args: [program, 'selftest', '--json'], cwd: folder });
  const { assessments } = JSON.parse(found.output) as { readonly assessments: readonly unknown[] };
  const count = assessments.length;
  const { wallMs, cpuMs, peakBytes } = medianOf('selftest', [found]);
  const share = { found: wallMs / 1000 / count, target: perRow, unit: 'seconds', of: 'a row' } as const;
  return [{ subject: `selftest, ${count} rows`, runs: 1, wallMs, cpuMs, peakBytes, comparison: share }];
}
