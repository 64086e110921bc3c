import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTarget } from '../../api/options.ts';
import { casesOf, runTarget } from '../../api/run-target.ts';
import type { ConformanceEvent } from '../../api/run-target.ts';
import { formats } from '../../report/format.ts';
import type { Results } from '../../results/results.ts';
import type { Command, Meter, Row } from './measure.ts';
import { roundTrips, scheduleOf, spansOf } from './schedule.ts';

export interface Size {
  /** Milliseconds before each answer of a slow service. */
  readonly latency: number;
  /** Requests per second that the limiter allows. */
  readonly rate: number;
  /** Options of the run behind the limiter. */
  readonly limited: readonly string[];
  /** Cases in the large report. */
  readonly cases: number;
  /** Two numbers of targets. Only the difference of their times counts. */
  readonly targets: readonly [few: number, many: number];
  /** Ids of the defects for the selftest. Empty: all, and the tolerances. */
  readonly defects: readonly string[];
}

/** The size for numbers that are published. */
export const wholeSize: Size = {
  latency: 100,
  rate: 5,
  limited: [],
  cases: 10_000,
  targets: [10, 50],
  defects: [],
};

/** Only shows that every row can still be measured. */
export const quickSize: Size = {
  latency: 5,
  rate: 20,
  limited: ['--case', 'a.missing.*'],
  cases: 300,
  targets: [1, 2],
  defects: ['a-bic-number'],
};

interface Bench {
  readonly meter: Meter;
  /** How often each contender runs. */
  readonly runs: number;
  readonly size: Size;
  /** Entry file of the command line that is measured. */
  readonly program: string;
  /** Folder of the package. */
  readonly root: string;
  /** An empty folder for this scenario. */
  readonly folder: string;
}

/** All scenarios, by the names that `--only` takes. */
export const scenarios: Readonly<Record<string, (bench: Bench) => Promise<readonly Row[]>>> = {
  start: measureStart,
  wire: withMock(measureWire),
  latency: withMock(measureLatency, slow),
  failure: withMock(measureFirstFailure, (size) => [...slow(size), '--defect', 'a-missing-400']),
  tls: withMock(measureTls, (size) => [...slow(size), '--tls']),
  limiter: withMock(measureLimiter),
  report: withMock(measureReport),
  fleet: withMock(measureFleet),
  selftest: measureSelftest,
  code: withMock(countCode),
  cost: withMock(countCost, slow),
};

/** The cost of a start, compared with a Node that does nothing. */
async function measureStart({ meter, runs, program, folder }: Bench): Promise<readonly Row[]> {
  // These runs are short, so their median varies more.
  const { bare, help, requirements } = await meter.inTurns(runs * 3, {
    bare: { args: ['-e', '0'], cwd: folder },
    help: { args: [program, '--help'], cwd: folder },
    requirements: { args: [program, 'requirements'], cwd: folder },
  });
  return [
    { what: 'start of Node', measured: bare },
    { what: '`--help`', measured: help, found: [help.wallMs / bare.wallMs, 1.5, '× start of Node'] },
    { what: '`requirements`', measured: requirements },
  ];
}

interface Mock {
  readonly url: string;
  /** Path of its profile. */
  readonly profile: string;
}

/** Makes a scenario that runs with `mock` and these options. */
function withMock(
  work: (bench: Bench, mock: Mock) => Promise<readonly Row[]>,
  optionsAt: (size: Size) => readonly string[] = () => [],
): (bench: Bench) => Promise<readonly Row[]> {
  return (bench) => {
    const profile = join(bench.folder, 'profile.yaml');
    const args = [bench.program, 'mock', '--write-target', profile, ...optionsAt(bench.size)];
    return withServer(bench, args, (url) => work(bench, { url, profile }));
  };
}

function slow({ latency }: Size): readonly string[] {
  return ['--latency', String(latency)];
}

/** Runs `work` while Node runs a server that prints its address. */
async function withServer<Value>(
  { folder }: Bench,
  args: readonly string[],
  work: (url: string) => Promise<Value>,
): Promise<Value> {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let said = '';
    for await (const part of child.stdout.iterator({ destroyOnReturn: false })) {
      said += String(part);
      if (/listens on \S+\n/.test(said)) break;
    }
    child.stdout.resume();
    const url = /listens on (\S+)/.exec(said)?.[1];
    if (url === undefined) throw new Error(`no server came up: ${args.join(' ')}: ${said}`);
    return await work(url);
  } finally {
    const ended = child.exitCode === null ? once(child, 'exit') : null;
    child.kill();
    await ended;
  }
}

const everyFormat = ['--format', Object.keys(formats).join(',')];

const concurrency = 8;
const tests = 149;

const run = (
  { program, folder }: Pick<Bench, 'program' | 'folder'>,
  { profile }: Pick<Mock, 'profile'>,
): Command => ({
  args: [program, 'run', '--target', profile, '--quiet', '--out', join(folder, 'reports'), ...everyFormat],
  cwd: folder,
});

async function runOnce(bench: Bench, mock: Pick<Mock, 'profile'>, options: readonly string[] = []) {
  const { args, cwd } = run(bench, mock);
  const measured = await bench.meter.once({ args: [...args, ...options], cwd });
  return { measured, results: await resultsIn(bench) };
}

async function resultsIn({ folder }: Bench): Promise<Results> {
  return JSON.parse(await readFile(join(folder, 'reports', 'results.json'), 'utf8')) as Results;
}

/** Runs once and records what is sent and loaded in `requests.json` in the folder. */
async function record(bench: Bench, mock: Mock) {
  const file = join(bench.folder, 'requests.json');
  const { args, cwd } = run(bench, mock);
  const script = join(import.meta.dirname, 'child', 'record.mjs');
  // A small limit leaves requirements open.
  const command = { args: ['--import', script, ...args], cwd, env: { RECORD: file }, exits: [0, 3] };
  return { file, measured: await bench.meter.once(command) };
}

/** The minimum that can send the requests of a run, in the same order. */
async function floor(bench: Bench, mock: Mock): Promise<Command> {
  const { file } = await record(bench, mock);
  const script = join(import.meta.dirname, 'child', 'floor.mjs');
  return { args: [script, file, mock.url, String(concurrency)], cwd: bench.folder };
}

/**
 * A run over loopback, compared with the floor and with Node doing nothing; and vitest with as many empty
 * tests.
 */
async function measureWire(bench: Bench, mock: Mock): Promise<readonly Row[]> {
  const { meter, runs, root, folder } = bench;
  const own = join(folder, 'empty');
  await mkdir(own);
  const lines = Array.from({ length: tests }, (_, index) => `test('case ${index}', () => undefined);`);
  await writeFile(join(own, 'empty.test.ts'), `${lines.join('\n')}\n`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const env = { SBP_TARGET: mock.profile, SBP_OUT: join(folder, 'reports-of-vitest') };
  const { bare, least, whole, empty, driver } = await meter.inTurns(runs, {
    bare: { args: ['-e', '0'], cwd: folder },
    least: await floor(bench, mock),
    whole: run(bench, mock),
    empty: { args: [vitest, 'run', '--globals', '--root', own], cwd: own },
    driver: { args: [vitest, 'run', '--project', 'suites'], cwd: root, env },
  });
  const starts = (whole.wallMs - least.wallMs) / bare.wallMs;
  return [
    { what: 'floor', measured: least },
    { what: '`run`, all formats', measured: whole, found: [starts, 10, 'starts of Node over the floor'] },
    { what: '`run`, its memory', found: [whole.peakBytes / 1e6, 150, 'MB'] },
    { what: 'empty vitest', size: `${tests} tests`, measured: empty },
    { what: 'vitest driver', measured: driver, found: [driver.wallMs / empty.wallMs, 2, '× empty vitest'] },
  ];
}

/** A run against slow answers, compared with the time of its round trips alone. */
async function measureLatency(bench: Bench, mock: Mock): Promise<readonly Row[]> {
  const profile = join(bench.folder, 'slow.yaml');
  await writeFile(profile, withLoginLimit(await readFile(mock.profile, 'utf8'), 3));
  const { whole } = await bench.meter.inTurns(bench.runs, { whole: run(bench, { profile }) });
  const { latency } = bench.size;
  const size = `latency ${latency} ms`;
  const trips = roundTrips(spansOf(await resultsIn(bench)));
  const share = whole.wallMs / (trips * latency);
  return [
    { what: '`run`, slow answers', size, measured: whole, found: [share, 1.25, '× round trips × latency'] },
  ];
}

/** How soon a wrong status is shown, as a share of the time of the run. */
async function measureFirstFailure({ size }: Bench, { profile }: Mock): Promise<readonly Row[]> {
  const loaded = await readTarget(profile, { env: process.env });
  const target = { ...loaded, limits: { ...loaded.limits, failedLogins: 3 } };
  const start = performance.now();
  let first: number | null = null;
  const onEvent = (event: ConformanceEvent): void => {
    const isFailure = event.kind === 'case-ended' && event.result.verdict === 'fail';
    if (isFailure) first ??= performance.now() - start;
  };
  await runTarget({ target, cases: casesOf(target), seed: 1, onEvent });
  const share = (first ?? Number.NaN) / (performance.now() - start);
  return [{ what: 'first failure', size: `latency ${size.latency} ms`, found: [share, 0.2, 'of the run'] }];
}

/** A run over TLS, where each connection begins with a handshake. */
async function measureTls(bench: Bench, mock: Mock): Promise<readonly Row[]> {
  const { whole } = await bench.meter.inTurns(bench.runs, { whole: run(bench, mock) });
  return [
    { what: '`run`, slow answers over TLS', size: `latency ${bench.size.latency} ms`, measured: whole },
  ];
}

/** A run with the default limit of failed logins, behind a limiter of a few requests per second. */
async function measureLimiter(bench: Bench, { url, profile }: Mock): Promise<readonly Row[]> {
  const { rate } = bench.size;
  const limiter = [join(import.meta.dirname, 'child', 'limiter.mjs'), url, String(rate)];
  return withServer(bench, limiter, async (gateway) => {
    const own = join(bench.folder, 'limited.yaml');
    const text = (await readFile(profile, 'utf8')).replaceAll(url, gateway);
    await writeFile(own, withLoginLimit(text, 3));
    const { measured, results } = await runOnce(bench, { profile: own }, bench.size.limited);
    const share = (measured.wallMs / 1000) * (rate / results.requests);
    const size = `${rate} requests a second`;
    return [{ what: '`run` behind a limiter', size, measured, found: [share, 1.3, '× requests / rate'] }];
  });
}

interface Work {
  readonly requests: readonly object[];
  readonly modules: { readonly own: number; readonly foreign: number };
  readonly connections: number;
  readonly bytes: { readonly sent: number; readonly received: number };
}

async function workOf(bench: Bench, mock: Mock): Promise<Work> {
  const { file } = await record(bench, mock);
  return JSON.parse(await readFile(file, 'utf8')) as Work;
}

/** Counts what a run loads and writes. */
async function countCode(bench: Bench, mock: Mock): Promise<readonly Row[]> {
  const { modules } = await workOf(bench, mock);
  const reports = join(bench.folder, 'reports');
  const sizes = (await readdir(reports)).map(async (name) => (await stat(join(reports, name))).size);
  const written = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  return [
    { what: 'modules loaded', found: `${modules.own} of the suite, ${modules.foreign} of packages` },
    { what: 'reports written', found: `${(written / 1e6).toFixed(1)} MB` },
  ];
}

/**
 * Limits of failed logins, with the most round trips of a run: none, one, the default, one that is enough for
 * some requests, and one that no run reaches. The last one is that of class `full`.
 */
const loginLimits = [
  [0, null],
  [1, null],
  [3, 36],
  [20, null],
  [100, 44],
] as const;

/** Counts the requests to the service, by the limit of failed logins. */
async function countCost(bench: Bench, mock: Mock): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [limit, goal] of loginLimits) {
    const profile = join(bench.folder, `limit-${limit}.yaml`);
    await writeFile(profile, withLoginLimit(await readFile(mock.profile, 'utf8'), limit));
    const { requests, connections, bytes } = await workOf(bench, { ...mock, profile });
    const results = await resultsIn(bench);
    const trips = roundTrips(spansOf(results));
    const found = [
      `${requests.length} requests`,
      `${results.failedLogins} failed logins`,
      `${connections} connections`,
      `${Math.round(bytes.sent / 1000)} kB sent`,
      `${Math.round(bytes.received / 1000)} kB received`,
    ];
    const size = `\`limits.failedLogins: ${limit}\``;
    rows.push({ what: 'a run', size, found: found.join(', ') });
    const said = goal === null ? `${trips} round trips` : ([trips, goal, 'round trips'] as const);
    rows.push({ what: 'longest chain', size, found: said });
    for (const { step, ...stretch } of scheduleOf(results))
      rows.push({
        what: `step \`${step}\``,
        size,
        found: `${stretch.requests} requests, ${stretch.width} at once, ${stretch.trips} round trips`,
      });
  }
  return rows;
}

function withLoginLimit(profile: string, limit: number): string {
  const limited = profile.replace(/failedLogins: \d+/, `failedLogins: ${limit}`);
  if (limited.includes(`failedLogins: ${limit}`)) return limited;
  throw new Error('the profile of `mock` has no limits.failedLogins');
}

/** `report` for a large record: the cases of a run, repeated under new names. */
async function measureReport(bench: Bench, mock: Mock): Promise<readonly Row[]> {
  const { meter, runs, program, folder } = bench;
  const { cases } = bench.size;
  const { results } = await runOnce(bench, mock);
  const file = join(folder, 'large.json');
  const [head = '', tail = ''] = JSON.stringify({ ...results, cases: ['cut here'] }).split('"cut here"');
  const texts = Array.from({ length: Math.ceil(cases / results.cases.length) }, (_, round) =>
    results.cases.map((one) => renamed(one, round)),
  );
  await writeFile(file, [head, texts.flat().slice(0, cases).join(','), tail].join(''));
  const report = {
    args: [program, 'report', file, '--out', join(folder, 'out'), ...everyFormat],
    cwd: folder,
  };
  const { large } = await meter.inTurns(runs, { large: report });
  const size = `${cases.toLocaleString('en')} cases`;
  return [
    { what: '`report`, all formats', size, measured: large, found: [large.wallMs / 1000, 3.5, 's'] },
    { what: '`report`, its memory', size, found: [large.peakBytes / 1e6, 400, 'MB'] },
  ];
}

/** The text of a case with new names for itself and its exchanges in each round. */
function renamed(one: Results['cases'][number], round: number): string {
  const own = new Set<unknown>([one.id, ...one.exchanges.map(({ id }) => id)]);
  const rename = (_key: string, value: unknown): unknown =>
    own.has(value) ? `${String(value)}~${round}` : value;
  return JSON.stringify(one, round > 0 ? rename : undefined);
}

/** Compares a few targets with many: the cost of one more, without the start. */
async function measureFleet(bench: Bench, { profile }: Mock): Promise<readonly Row[]> {
  const { meter, runs, size, folder } = bench;
  const text = await readFile(profile, 'utf8');
  // In the profile's folder, because the path of its key is relative.
  const fleet = async (targets: number): Promise<Command> => {
    const fileOf = (name: string | number): string => join(folder, `fleet-of-${targets}-${name}.yaml`);
    for (let index = 0; index < targets; index += 1)
      await writeFile(fileOf(index), text.replace(/^name: .*/m, `name: target ${index}`));
    return run(bench, { profile: fileOf('*') });
  };
  const [few, many] = size.targets;
  const found = await meter.inTurns(runs, { few: await fleet(few), many: await fleet(many) });
  const seconds = (found.many.cpuMs - found.few.cpuMs) / 1000 / (many - few);
  return [
    { what: '`run`, few targets', size: `${few} targets`, measured: found.few },
    { what: '`run`, many targets', size: `${many} targets`, measured: found.many },
    { what: 'one more target', found: [seconds, 0.17, 's of CPU'] },
  ];
}

async function measureSelftest({ meter, size, program, folder }: Bench): Promise<readonly Row[]> {
  const chosen = size.defects.flatMap((id) => ['--defect', id]);
  const measured = await meter.once({ args: [program, 'selftest', '--json', ...chosen], cwd: folder });
  const { assessments } = JSON.parse(measured.output) as { readonly assessments: readonly unknown[] };
  const count = assessments.length;
  const seconds = measured.wallMs / 1000 / count;
  return [{ what: '`selftest`', size: `${count} rows`, measured, found: [seconds, 0.12, 's a row'] }];
}
