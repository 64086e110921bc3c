import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A process to be measured. */
export interface Command {
  /** Arguments of Node. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What one process took, from its start to its end, or the medians of several. */
export interface Measured {
  readonly runs: number;
  readonly wallMs: number;
  /** User and system time of the process and all its threads, without those that it started. */
  readonly cpuMs: number;
  /** The most memory that it held at any time. */
  readonly peakBytes: number;
  /** What the process itself says to have taken for its work, else its wall time. */
  readonly workMs: number;
  /** What it wrote to standard output, the last time. */
  readonly output: string;
}

/** Measures processes. */
export interface Meter {
  /** Runs a process to its end. Rejects where its exit code is not 0. */
  readonly once: (command: Command) => Promise<Measured>;
  /** Runs the contenders in turns, once to warm up and then so many times, and gives the median of each measure; what happens to the machine happens to all. */
  readonly inTurns: <Name extends string>(
    runs: number,
    contenders: Readonly<Record<Name, Command>>,
  ) => Promise<Readonly<Record<Name, Measured>>>;
}

interface Note {
  readonly user: number;
  readonly system: number;
  readonly peak: number;
}

/** Costs well under a millisecond, and every process that is compared carries it. The kernel's own mark is right where that of the parent would show through. */
const preloaded = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const { readFileSync, writeFileSync } = require('node:fs');
  let peak = maxRSS;
  try { peak = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))[1]); } catch {}
  writeFileSync(process.env.BENCH_NOTE, JSON.stringify({ user: userCPUTime, system: systemCPUTime, peak }));
});`;

/** Makes what measures processes; it keeps its notes in the folder. */
export async function createMeter(folder: string): Promise<Meter> {
  const file = join(folder, 'meter.cjs');
  const note = join(folder, 'note.json');
  await writeFile(file, preloaded);
  const once = async ({ args, cwd, env }: Command): Promise<Measured> => {
    const options = { cwd, env: { ...process.env, ...env, BENCH_NOTE: note }, maxBuffer: Infinity };
    const start = performance.now();
    const { stdout } = await promisify(execFile)(process.execPath, ['--require', file, ...args], options);
    const wallMs = performance.now() - start;
    const { user, system, peak } = JSON.parse(await readFile(note, 'utf8')) as Note;
    const said = /^took (\d+(?:\.\d+)?) ms$/m.exec(stdout)?.[1];
    const workMs = said === undefined ? wallMs : Number(said);
    return { runs: 1, wallMs, cpuMs: (user + system) / 1000, peakBytes: peak * 1024, workMs, output: stdout };
  };
  return {
    once,
    async inTurns(runs, contenders) {
      const all = Object.entries<Command>(contenders).map(([name, command]) => ({
        name,
        command,
        measured: [] as Measured[],
      }));
      for (let round = 0; round <= runs; round += 1) {
        for (const { command, measured } of all) {
          const found = await once(command);
          if (round > 0) measured.push(found);
        }
      }
      const medians = all.map(({ name, measured }) => [name, medianOf(measured)] as const);
      return Object.fromEntries(medians) as Readonly<Record<keyof typeof contenders, Measured>>;
    },
  };
}

/** The median of each measure by itself. */
function medianOf(found: readonly Measured[]): Measured {
  const middle = (pick: (one: Measured) => number): number => {
    const sorted = found.map(pick).toSorted((left, right) => left - right);
    const half = Math.floor(sorted.length / 2);
    const upper = sorted[half] ?? Number.NaN;
    return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? Number.NaN)) / 2;
  };
  return {
    runs: found.length,
    wallMs: middle(({ wallMs }) => wallMs),
    cpuMs: middle(({ cpuMs }) => cpuMs),
    peakBytes: middle(({ peakBytes }) => peakBytes),
    workMs: middle(({ workMs }) => workMs),
    output: found.at(-1)?.output ?? '',
  };
}
