import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { table } from '../../report/machine/markdown-text.ts';

export interface Command {
  /** Arguments of Node. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes that are no failure. Default: 0. */
  readonly exits?: readonly number[];
}

/** Cost of one process from start to end, or the medians of several. */
export interface Measured {
  readonly wallMs: number;
  /** User and system time of the process and all its threads, without its child processes. */
  readonly cpuMs: number;
  /** Peak memory. */
  readonly peakBytes: number;
  /** Standard output of the last run. */
  readonly output: string;
}

export type Meter = Awaited<ReturnType<typeof createMeter>>;

/** Takes well under 1 ms. Prefers the kernel's peak of memory, which excludes that of the parent. */
const preloaded = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const { readFileSync, writeFileSync } = require('node:fs');
  let peak = maxRSS;
  try { peak = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))[1]); } catch {}
  const cpuMs = (userCPUTime + systemCPUTime) / 1000;
  writeFileSync(process.env.BENCH_NOTE, JSON.stringify({ cpuMs, peakBytes: peak * 1024 }));
});`;

/** Creates a meter that keeps its notes in the folder. The first `warmUps` rounds do not count. */
export async function createMeter(folder: string, warmUps: number) {
  const file = join(folder, 'meter.cjs');
  const note = join(folder, 'note.json');
  await writeFile(file, preloaded);
  /** Runs a process to its end. Rejects for another exit code than those of the command. */
  const once = async ({ args, cwd, env, exits = [0] }: Command): Promise<Measured> => {
    const options = { cwd, env: { ...process.env, ...env, BENCH_NOTE: note }, maxBuffer: Infinity };
    const start = performance.now();
    const stdout = await promisify(execFile)(process.execPath, ['--require', file, ...args], options).then(
      (ended) => ended.stdout,
      (error: { readonly code?: unknown; readonly stdout?: string }) => {
        if (exits.some((exit) => exit === error.code)) return error.stdout ?? '';
        throw error;
      },
    );
    const wallMs = performance.now() - start;
    const noted = JSON.parse(await readFile(note, 'utf8')) as Pick<Measured, 'cpuMs' | 'peakBytes'>;
    return { wallMs, ...noted, output: stdout };
  };
  /** Runs the contenders in turn: warm-ups, then `runs` rounds of each. Returns the medians. */
  const inTurns = async <Name extends string>(runs: number, contenders: Readonly<Record<Name, Command>>) => {
    const all = Object.entries<Command>(contenders).map(([name, command]) => {
      return { name, command, found: [] as Measured[] };
    });
    for (let round = 0; round < warmUps + runs; round += 1)
      for (const { command, found } of all) found.push(await once(command));
    const medians = all.map(({ name, found }) => [name, medianOf(found.slice(warmUps))] as const);
    return Object.fromEntries(medians) as Readonly<Record<Name, Measured>>;
  };
  return { once, inTurns };
}

function medianOf(found: readonly Measured[]): Measured {
  const middle = (measure: (one: Measured) => number): number =>
    found.map(measure).toSorted((left, right) => left - right)[found.length >> 1] ?? Number.NaN;
  return {
    wallMs: middle((one) => one.wallMs),
    cpuMs: middle((one) => one.cpuMs),
    peakBytes: middle((one) => one.peakBytes),
    output: found.at(-1)?.output ?? '',
  };
}

/** What was measured at which size, and the result. */
export interface Row {
  readonly what: string;
  readonly size?: string;
  readonly measured?: Measured;
  /** A text, or a number with its goal. */
  readonly found?: string | Found;
}

type Found = readonly [found: number, goal: number, unit: string];

const columns: Readonly<Record<string, (row: Row) => string>> = {
  what: ({ what }) => what,
  size: ({ size = '' }) => size,
  wall: ({ measured }) => (measured === undefined ? '' : seconds(measured.wallMs)),
  cpu: ({ measured }) => (measured === undefined ? '' : seconds(measured.cpuMs)),
  'peak memory': ({ measured }) =>
    measured === undefined ? '' : `${Math.round(numeric(measured.peakBytes) / 1e6)} MB`,
  found: ({ found = '' }) => (typeof found === 'string' ? found : besideGoal(found)),
};

/** A Markdown table of the rows without columns that are always empty. Throws if a number is missing. */
export function renderTable(rows: readonly Row[]): string {
  const used = Object.entries(columns).filter(([, cellOf]) => rows.some((row) => cellOf(row) !== ''));
  return table(
    used.map(([head]) => head),
    rows.map((row) => used.map(([, cellOf]) => cellOf(row))),
  );
}

const seconds = (milliseconds: number): string => `${(numeric(milliseconds) / 1000).toFixed(3)} s`;

function besideGoal([found, goal, unit]: Found): string {
  const said = `${Number(numeric(found).toPrecision(3))} ${unit}`;
  return `${said} (goal ${goal}${found <= goal ? '' : ', missed'})`;
}

function numeric(found: number): number {
  if (Number.isFinite(found)) return found;
  throw new Error(`found ${found}, expected a number`);
}
