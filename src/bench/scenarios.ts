import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CaseResult, Results } from '../result/results.ts';
import type { Command, Measured, Meter } from './measure.ts';
import type { Row } from './table.ts';

/** What every scenario is given. */
interface Bench {
  readonly meter: Meter;
  /** How often each contender runs. */
  readonly runs: number;
  /** Entry of the command line that is measured. */
  readonly program: string;
  /** Folder of the package. */
  readonly root: string;
  /** An empty folder of the scenario's own. */
  readonly folder: string;
}

/** Everything that can be measured, by the name that `--only` takes. */
export const scenarios: Readonly<Record<string, (bench: Bench) => Promise<readonly Row[]>>> = {
  start: measureStart,
  wire: (bench) => withMock(bench, 0, measureWire),
  latency: (bench) => withMock(bench, latencyMs, measureLatency),
  work: (bench) => withMock(bench, latencyMs, countWork),
  list: measureList,
  report: measureReport,
  fleet: measureFleet,
  selftest: measureSelftest,
};

/** What it costs to start at all, beside a Node that does nothing. */
async function measureStart({ meter, runs, program, folder }: Bench): Promise<readonly Row[]> {
  // They are short, and so their median moves more.
  const { bare, help, requirements } = await meter.inTurns(runs * 3, {
    bare: { args: ['-e', '0'], cwd: folder },
    help: { args: [program, '--help'], cwd: folder },
    requirements: { args: [program, 'requirements'], cwd: folder },
  });
  const found = help.wallMs / bare.wallMs;
  return [
    { subject: 'node -e 0', measured: bare },
    { subject: '--help', measured: help, goal: { found, target: 1.5, unit: '×', of: 'node -e 0' } },
    { subject: 'requirements', measured: requirements },
  ];
}

/** The reference implementation in a process of its own. */
interface Mock {
  readonly url: string;
  /** File of the profile that fits it. */
  readonly profile: string;
}

/** Does the work beside `mock`, which answers after `latency` milliseconds. */
async function withMock(
  bench: Bench,
  latency: number,
  work: (bench: Bench, mock: Mock) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const profile = join(bench.folder, 'profile.yaml');
  const args = [bench.program, 'mock', '--latency', String(latency), '--write-target', profile];
  const child = spawn(process.execPath, args, { cwd: bench.folder, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let said = '';
    for await (const part of child.stdout.iterator({ destroyOnReturn: false })) {
      said += String(part);
      if (said.includes('Stop it')) break;
    }
    const url = /listens on (\S+)/.exec(said)?.[1];
    if (url === undefined) throw new Error(`mock: ${said}`);
    return await work(bench, { url, profile });
  } finally {
    const ended = child.exitCode === null ? once(child, 'exit') : null;
    child.kill();
    await ended;
  }
}

const latencyMs = 100;
const concurrency = 8;
const tests = 147;

const run = ({ program, folder }: Bench, { profile }: Mock): Command => ({
  args: [program, 'run', '--target', profile, '--quiet', '--out', join(folder, 'reports')],
  cwd: folder,
});

/** What a run sends and loads, in the file `requests.json` of the folder. */
async function record(
  bench: Bench,
  mock: Mock,
): Promise<{ readonly file: string; readonly measured: Measured }> {
  const file = join(bench.folder, 'requests.json');
  const { args, cwd } = run(bench, mock);
  const script = join(import.meta.dirname, 'child', 'record.mjs');
  const measured = await bench.meter.once({
    args: ['--import', script, ...args],
    cwd,
    env: { RECORD: file },
  });
  return { file, measured };
}

/** The least that can send the requests of a run, in its order. */
async function floor(bench: Bench, mock: Mock): Promise<Command> {
  const { file } = await record(bench, mock);
  const { cwd } = run(bench, mock);
  const script = join(import.meta.dirname, 'child', 'floor.mjs');
  return { args: [script, file, mock.url, String(concurrency)], cwd };
}

/** A run over loopback beside the floor and the start of Node, and the vitest driver beside as many empty tests. */
async function measureWire(bench: Bench, mock: Mock): Promise<readonly Row[]> {
  const { meter, runs, root, folder } = bench;
  const own = join(folder, 'empty');
  await mkdir(own);
  const lines = Array.from({ length: tests }, (_, index) => `test('case ${index}', () => undefined);`);
  await writeFile(join(own, 'empty.test.ts'), `${lines.join('\n')}\n`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const env = { SBP_TARGET: mock.profile, SBP_OUT: join(folder, 'reports-of-vitest') };
  const found = await meter.inTurns(runs, {
    bare: { args: ['-e', '0'], cwd: folder },
    least: await floor(bench, mock),
    whole: run(bench, mock),
    empty: { args: [vitest, 'run', '--globals', '--root', own], cwd: own },
    driver: { args: [vitest, 'run', '--project', 'suites'], cwd: root, env },
  });
  const { bare, least, whole, empty, driver } = found;
  const starts = (whole.wallMs - least.wallMs) / bare.wallMs;
  const memory = whole.peakBytes / 1e6;
  const times = driver.wallMs / empty.wallMs;
  return [
    { subject: 'node -e 0', measured: bare },
    { subject: 'floor: bare undici', measured: least },
    { subject: 'run', measured: whole, goal: { found: starts, target: 4, unit: 'starts', of: 'over floor' } },
    { subject: 'run, memory', measured: whole, goal: { found: memory, target: 130, unit: 'MB' } },
    { subject: 'empty vitest', measured: empty },
    {
      subject: 'vitest driver',
      measured: driver,
      goal: { found: times, target: 1.3, unit: '×', of: 'empty vitest' },
    },
  ];
}

/** A run against answers that take their time, beside the floor. */
async function measureLatency(bench: Bench, mock: Mock): Promise<readonly Row[]> {
  const contenders = { least: await floor(bench, mock), whole: run(bench, mock) };
  const { least, whole } = await bench.meter.inTurns(bench.runs, contenders);
  const found = (whole.wallMs - least.wallMs) / latencyMs;
  const goal = { found, target: 3, unit: 'round trips', of: 'over floor' } as const;
  return [
    { subject: `floor, ${latencyMs} ms`, measured: least },
    { subject: `run, ${latencyMs} ms`, measured: whole, goal },
  ];
}

interface Work {
  readonly requests: readonly { readonly isAlone: boolean }[];
  readonly modules: { readonly own: number; readonly foreign: number };
}

/** What a run sends, waits for, loads and writes. */
async function countWork(bench: Bench, mock: Mock): Promise<readonly Row[]> {
  const { file, measured } = await record(bench, mock);
  const { requests, modules } = JSON.parse(await readFile(file, 'utf8')) as Work;
  const reports = join(bench.folder, 'reports');
  const sizes = (await readdir(reports)).map(async (name) => (await stat(join(reports, name))).size);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  const starts = requests.flatMap(({ isAlone }, index) => (isAlone ? [index] : []));
  // The answers of a step are awaited together, as many as may be open at once.
  const trips = starts.map((start, step) =>
    Math.ceil(((starts[step + 1] ?? requests.length) - start) / concurrency),
  );
  return [
    `${requests.length} requests`,
    `${trips.reduce((sum, count) => sum + count, 0)} round trips`,
    `${modules.own} own modules, ${modules.foreign} of packages`,
    `${(bytes / 1e6).toFixed(1)} MB written`,
  ].map((counted) => ({ subject: 'run, counted', measured, counted }));
}

const banks = 1_000_000;
const batch = 10_000;

/** What it takes to judge a million banks beside what it takes to parse them, decoding included in both. */
async function measureList({ meter, runs, folder }: Bench): Promise<readonly Row[]> {
  const file = join(folder, 'banks.json');
  await pipeline(Readable.from(banksAsText()), createWriteStream(file));
  const child = (name: string): Command => ({
    args: [join(import.meta.dirname, 'child', name), file],
    cwd: folder,
  });
  const contenders = { parse: child('parse-list.mjs'), judge: child('judge-list.ts') };
  const { parse, judge } = await meter.inTurns(runs, contenders);
  const time = { found: judge.workMs / parse.workMs, target: 1.6, unit: '×', of: 'JSON.parse' } as const;
  const memory = {
    found: judge.peakBytes / parse.peakBytes,
    target: 1.3,
    unit: '×',
    of: 'its memory',
  } as const;
  return [
    { subject: 'JSON.parse of 1,000,000 banks', measured: parse },
    { subject: 'judging 1,000,000 banks', measured: judge, goal: time },
    { subject: 'judging 1,000,000 banks, memory', measured: judge, goal: memory },
  ];
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

/** `report` for a record of ten thousand cases: those of a run against a target with a mistake, again and again under new names. */
async function measureReport(bench: Bench): Promise<readonly Row[]> {
  const { meter, runs, program, folder } = bench;
  return withMock(bench, 0, async (_, mock) => {
    await meter.once(run(bench, mock));
    const results = JSON.parse(await readFile(join(folder, 'reports', 'results.json'), 'utf8')) as Results;
    const file = join(folder, 'large.json');
    await pipeline(Readable.from(enlarged(results)), createWriteStream(file));
    const report = { args: [program, 'report', file, '--out', join(folder, 'out')], cwd: folder };
    const { large } = await meter.inTurns(runs, { large: report });
    const subject = 'report of 10,000 cases';
    return [
      { subject, measured: large, goal: { found: large.wallMs / 1000, target: 2, unit: 's' } },
      { subject, measured: large, goal: { found: large.peakBytes / 1e6, target: 300, unit: 'MB' } },
    ];
  });
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

/** A few targets beside many: what one more takes, without the start. */
async function measureFleet(bench: Bench): Promise<readonly Row[]> {
  const { meter, runs, program, folder } = bench;
  return withMock(bench, 0, async (_, { profile }) => {
    const text = await readFile(profile, 'utf8');
    const fleet = async (size: number): Promise<Command> => {
      const own = join(folder, `fleet-of-${size}`);
      await mkdir(own);
      for (let index = 0; index < size; index += 1)
        await writeFile(join(own, `${index}.yaml`), text.replace(/^name: .*/m, `name: target ${index}`));
      const out = ['--quiet', '--out', join(folder, `reports-of-${size}`)];
      return { args: [program, 'run', '--target', join(own, '*.yaml'), ...out], cwd: folder };
    };
    const contenders = { few: await fleet(sizes.few), many: await fleet(sizes.many) };
    const { few, many } = await meter.inTurns(runs, contenders);
    const found = (many.cpuMs - few.cpuMs) / 1000 / (sizes.many - sizes.few);
    const goal = { found, target: 0.11, unit: 's', of: 'cpu a target more' } as const;
    return [
      { subject: `fleet of ${sizes.few} targets`, measured: few },
      { subject: `fleet of ${sizes.many} targets`, measured: many, goal },
    ];
  });
}

/** The whole selftest, once: its rows are many, those with deliberate waiting aside. */
async function measureSelftest({ meter, program, folder }: Bench): Promise<readonly Row[]> {
  const measured = await meter.once({ args: [program, 'selftest', '--json'], cwd: folder });
  const { assessments } = JSON.parse(measured.output) as { readonly assessments: readonly unknown[] };
  const count = assessments.length;
  const goal = { found: measured.wallMs / 1000 / count, target: 0.12, unit: 's', of: 'a row' } as const;
  return [{ subject: `selftest, ${count} rows`, measured, goal }];
}
