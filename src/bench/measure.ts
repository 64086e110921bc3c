import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { table } from '../report/machine/markdown-text.ts';

/** A process to be measured. */
export interface Command {
  /** Arguments of Node. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What one process took from start to end, or the medians of several. */
export interface Measured {
  readonly runs: number;
  readonly wallMs: number;
  /** User and system time of the process and all its threads, without those that it started. */
  readonly cpuMs: number;
  /** The most memory that it held at any time. */
  readonly peakBytes: number;
  /** What it wrote to standard output, the last time. */
  readonly output: string;
}

/** Measures processes. */
export type Meter = Awaited<ReturnType<typeof createMeter>>;

/** Takes well under 1 ms. Prefers the kernel's own peak of memory, which leaves out that of the parent. */
const preloaded = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const { readFileSync, writeFileSync } = require('node:fs');
  let peak = maxRSS;
  try { peak = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))[1]); } catch {}
  const cpuMs = (userCPUTime + systemCPUTime) / 1000;
  writeFileSync(process.env.BENCH_NOTE, JSON.stringify({ cpuMs, peakBytes: peak * 1024 }));
});`;

/** Makes what measures processes; it keeps its notes in the folder. */
export async function createMeter(folder: string) {
  const file = join(folder, 'meter.cjs');
  const note = join(folder, 'note.json');
  await writeFile(file, preloaded);
  /** Runs a process to its end. Rejects if its exit code is not 0. */
  const once = async ({ args, cwd, env }: Command): Promise<Measured> => {
    const options = { cwd, env: { ...process.env, ...env, BENCH_NOTE: note }, maxBuffer: Infinity };
    const start = performance.now();
    const { stdout } = await promisify(execFile)(process.execPath, ['--require', file, ...args], options);
    const wallMs = performance.now() - start;
    const noted = JSON.parse(await readFile(note, 'utf8')) as Pick<Measured, 'cpuMs' | 'peakBytes'>;
    return { runs: 1, wallMs, ...noted, output: stdout };
  };
  /** Runs the contenders in turns: one round to warm up, then `runs` rounds. Gives the medians. */
  const inTurns = async <Name extends string>(runs: number, contenders: Readonly<Record<Name, Command>>) => {
    const all = Object.entries<Command>(contenders).map(([name, command]) => {
      return { name, command, found: [] as Measured[] };
    });
    for (let round = 0; round <= runs; round += 1)
      for (const { command, found } of all) found.push(await once(command));
    const medians = all.map(({ name, found }) => [name, medianOf(found.slice(1))] as const);
    return Object.fromEntries(medians) as Readonly<Record<Name, Measured>>;
  };
  return { once, inTurns };
}

/** The median of each measure by itself. */
function medianOf(found: readonly Measured[]): Measured {
  const middle = (measure: (one: Measured) => number): number =>
    found.map(measure).toSorted((left, right) => left - right)[found.length >> 1] ?? Number.NaN;
  return {
    runs: found.length,
    wallMs: middle((one) => one.wallMs),
    cpuMs: middle((one) => one.cpuMs),
    peakBytes: middle((one) => one.peakBytes),
    output: found.at(-1)?.output ?? '',
  };
}

/** What was measured, and what it says: a text, or a number beside its goal. */
export type Row = readonly [
  subject: string,
  measured: Measured,
  said?: string | readonly [found: number, goal: number, unit: string],
];

const head = ['what', 'runs', 'wall', 'cpu', 'peak', 'found'] as const;

/** The rows as a Markdown table. */
export const renderTable = (rows: readonly Row[]): string => `${table(head, rows.map(cellsOf))}\n`;

function cellsOf([subject, { runs, wallMs, cpuMs, peakBytes }, said = '']: Row): readonly string[] {
  const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(3)} s`;
  const cells = [subject, String(runs), seconds(wallMs), seconds(cpuMs), `${Math.round(peakBytes / 1e6)} MB`];
  if (typeof said === 'string') return [...cells, said];
  const [found, goal, unit] = said;
  return [...cells, `${Number(found.toPrecision(3))} ${unit} (≤ ${goal} ${found <= goal ? '✓' : '✗'})`];
}
