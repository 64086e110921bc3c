import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Results } from '../result/results.ts';
import type { Command, Meter, Row } from './measure.ts';

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

const latencyMs = 100;
const slow = ['--latency', String(latencyMs)] as const;

/** Everything that can be measured, by the name that `--only` takes. */
export const scenarios: Readonly<Record<string, (bench: Bench) => Promise<readonly Row[]>>> = {
  start: measureStart,
  wire: withMock(measureWire),
  latency: withMock(measureLatency, ...slow),
  tls: withMock(measureTls, ...slow, '--tls'),
  limiter: withMock(measureLimiter),
  work: withMock(countWork, ...slow),
  report: withMock(measureReport),
  fleet: withMock(measureFleet),
  selftest: measureSelftest,
};

/** The cost of a start, compared with a Node that does nothing. */
async function measureStart({ meter, runs, program, folder }: Bench): Promise<readonly Row[]> {
  // These runs are short, so their median moves more.
  const { bare, help, requirements } = await meter.inTurns(runs * 3, {
    bare: { args: ['-e', '0'], cwd: folder },
    help: { args: [program, '--help'], cwd: folder },
    requirements: { args: [program, 'requirements'], cwd: folder },
  });
  return [
    ['node -e 0', bare],
    ['--help', help, [help.wallMs / bare.wallMs, 1.5, '× node -e 0']],
    ['requirements', requirements],
  ];
}

/** The reference implementation in a separate process. */
interface Mock {
  readonly url: string;
  /** File of the profile that fits it. */
  readonly profile: string;
}

/** A scenario beside `mock` with these options. */
function withMock(
  work: (bench: Bench, mock: Mock) => Promise<readonly Row[]>,
  ...options: readonly string[]
): (bench: Bench) => Promise<readonly Row[]> {
  return (bench) => {
    const profile = join(bench.folder, 'profile.yaml');
    const args = [bench.program, 'mock', '--write-target', profile, ...options];
    return withServer(bench, args, (url) => work(bench, { url, profile }));
  };
}

/** Does the work while Node runs a server, which prints its address. */
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
    if (url === undefined) throw new Error(said);
    return await work(url);
  } finally {
    const ended = child.exitCode === null ? once(child, 'exit') : null;
    child.kill();
    await ended;
  }
}

const concurrency = 8;
const tests = 149;

const run = (
  { program, folder }: Pick<Bench, 'program' | 'folder'>,
  { profile }: Pick<Mock, 'profile'>,
): Command => ({
  args: [program, 'run', '--target', profile, '--quiet', '--out', join(folder, 'reports')],
  cwd: folder,
});

/** Runs once, and reads the Results. */
async function runOnce(bench: Bench, mock: Pick<Mock, 'profile'>) {
  const measured = await bench.meter.once(run(bench, mock));
  const text = await readFile(join(bench.folder, 'reports', 'results.json'), 'utf8');
  return { measured, results: JSON.parse(text) as Results };
}

/** Runs once, and notes what that sends and loads in the file `requests.json` of the folder. */
async function record(bench: Bench, mock: Mock) {
  const file = join(bench.folder, 'requests.json');
  const { args, cwd } = run(bench, mock);
  const script = join(import.meta.dirname, 'child', 'record.mjs');
  const command = { args: ['--import', script, ...args], cwd, env: { RECORD: file } };
  return { file, measured: await bench.meter.once(command) };
}

/** The least that can send the requests of a run, in its order. */
async function floor(bench: Bench, mock: Mock): Promise<Command> {
  const { file } = await record(bench, mock);
  const script = join(import.meta.dirname, 'child', 'floor.mjs');
  return { args: [script, file, mock.url, String(concurrency)], cwd: bench.folder };
}

/** A run over loopback, compared with the floor and a bare start of Node; vitest, with as many empty tests. */
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
  return [
    ['node -e 0', bare],
    ['floor: bare undici', least],
    ['run', whole, [(whole.wallMs - least.wallMs) / bare.wallMs, 4, 'starts over floor']],
    ['run, memory', whole, [whole.peakBytes / 1e6, 130, 'MB']],
    ['empty vitest', empty],
    ['vitest driver', driver, [driver.wallMs / empty.wallMs, 1.3, '× empty vitest']],
  ];
}

/** A run against slow answers, compared with the floor. */
async function measureLatency(bench: Bench, mock: Mock): Promise<readonly Row[]> {
  const contenders = { least: await floor(bench, mock), whole: run(bench, mock) };
  const { least, whole } = await bench.meter.inTurns(bench.runs, contenders);
  const trips = (whole.wallMs - least.wallMs) / latencyMs;
  return [
    [`floor, ${latencyMs} ms`, least],
    [`run, ${latencyMs} ms`, whole, [trips, 3, 'round trips over floor']],
  ];
}

/** The same over TLS, where each connection begins with a handshake. */
async function measureTls(bench: Bench, mock: Mock): Promise<readonly Row[]> {
  const { whole } = await bench.meter.inTurns(bench.runs, { whole: run(bench, mock) });
  return [[`run over TLS, ${latencyMs} ms`, whole]];
}

const rate = 5;

/** A run with the default limit of failed logins, behind a rate limiter that allows a few requests a second. */
async function measureLimiter(bench: Bench, { url, profile }: Mock): Promise<readonly Row[]> {
  const limiter = [join(import.meta.dirname, 'child', 'limiter.mjs'), url, String(rate)];
  return withServer(bench, limiter, async (gateway) => {
    const own = join(bench.folder, 'limited.yaml');
    const text = (await readFile(profile, 'utf8')).replaceAll(url, gateway);
    await writeFile(own, text.replace(/failedLogins: \d+/, 'failedLogins: 3'));
    const { measured, results } = await runOnce(bench, { profile: own });
    const share = (measured.wallMs / 1000) * (rate / results.requests);
    return [[`run at ${rate} requests a second`, measured, [share, 1.3, '× requests / rate']]];
  });
}

interface Work {
  readonly requests: readonly { readonly isAlone: boolean }[];
  readonly modules: { readonly own: number; readonly foreign: number };
  readonly connections: number;
  readonly bytes: { readonly sent: number; readonly received: number };
}

/** Counts what a run sends, waits for, loads and writes. */
async function countWork(bench: Bench, mock: Mock): Promise<readonly Row[]> {
  const { file, measured } = await record(bench, mock);
  const { requests, modules, connections, bytes } = JSON.parse(await readFile(file, 'utf8')) as Work;
  const reports = join(bench.folder, 'reports');
  const sizes = (await readdir(reports)).map(async (name) => (await stat(join(reports, name))).size);
  const written = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  const starts = requests.flatMap(({ isAlone }, index) => (isAlone ? [index] : []));
  // The requests of a step run in parallel, up to the concurrency limit.
  const trips = starts.map((start, step) =>
    Math.ceil(((starts[step + 1] ?? requests.length) - start) / concurrency),
  );
  return [
    `${requests.length} requests`,
    `${trips.reduce((sum, count) => sum + count, 0)} round trips`,
    `${modules.own} own modules, ${modules.foreign} of packages`,
    `${connections} connections`,
    `${Math.round(bytes.sent / 1000)} kB sent, ${Math.round(bytes.received / 1000)} kB received`,
    `${(written / 1e6).toFixed(1)} MB written`,
  ].map((counted) => ['run, counted', measured, counted]);
}

const cases = 10_000;

/** `report` for a record of ten thousand cases: those of a run, repeated under new names. */
async function measureReport(bench: Bench, mock: Mock): Promise<readonly Row[]> {
  const { meter, runs, program, folder } = bench;
  const { results } = await runOnce(bench, mock);
  const file = join(folder, 'large.json');
  const [head = '', tail = ''] = JSON.stringify({ ...results, cases: ['cut here'] }).split('"cut here"');
  const texts = Array.from({ length: Math.ceil(cases / results.cases.length) }, (_, round) =>
    results.cases.map((one) => renamed(one, round)),
  );
  await writeFile(file, [head, texts.flat().slice(0, cases).join(','), tail].join(''));
  const report = { args: [program, 'report', file, '--out', join(folder, 'out')], cwd: folder };
  const { large } = await meter.inTurns(runs, { large: report });
  const subject = 'report of 10,000 cases';
  return [
    [subject, large, [large.wallMs / 1000, 2, 's']],
    [subject, large, [large.peakBytes / 1e6, 300, 'MB']],
  ];
}

/** The text of a case with new names for itself and its exchanges in each round. */
function renamed(one: Results['cases'][number], round: number): string {
  const own = new Set<unknown>([one.id, ...one.exchanges.map(({ id }) => id)]);
  const rename = (_key: string, value: unknown): unknown =>
    own.has(value) ? `${String(value)}~${round}` : value;
  return JSON.stringify(one, round > 0 ? rename : undefined);
}

const sizes = { few: 10, many: 50 } as const;

/** A few targets compared with many: the cost of one more, without the start. */
async function measureFleet(
  { meter, runs, program, folder }: Bench,
  { profile }: Mock,
): Promise<readonly Row[]> {
  const text = await readFile(profile, 'utf8');
  const fleet = async (size: number): Promise<Command> => {
    const own = join(folder, `fleet-of-${size}`);
    await mkdir(own);
    for (let index = 0; index < size; index += 1)
      await writeFile(join(own, `${index}.yaml`), text.replace(/^name: .*/m, `name: target ${index}`));
    return run({ program, folder: own }, { profile: join(own, '*.yaml') });
  };
  const contenders = { few: await fleet(sizes.few), many: await fleet(sizes.many) };
  const { few, many } = await meter.inTurns(runs, contenders);
  const seconds = (many.cpuMs - few.cpuMs) / 1000 / (sizes.many - sizes.few);
  return [
    [`fleet of ${sizes.few} targets`, few],
    [`fleet of ${sizes.many} targets`, many, [seconds, 0.11, 's of cpu a target more']],
  ];
}

/** The whole selftest, once. */
async function measureSelftest({ meter, program, folder }: Bench): Promise<readonly Row[]> {
  const measured = await meter.once({ args: [program, 'selftest', '--json'], cwd: folder });
  const { assessments } = JSON.parse(measured.output) as { readonly assessments: readonly unknown[] };
  const count = assessments.length;
  const seconds = measured.wallMs / 1000 / count;
  return [[`selftest, ${count} rows`, measured, [seconds, 0.12, 's a row']]];
}
