import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A process to be measured. */
export interface Command {
  /** Arguments of Node. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What one process took, from its start to its end. */
export interface Measured {
  readonly wallMs: number;
  /** User and system time of the process and all its threads, without those that it started. */
  readonly cpuMs: number;
  /** The most memory that it held at any time. */
  readonly peakBytes: number;
  /** What the process itself says to have taken for its work, in milliseconds; null where it says nothing. */
  readonly saidMs: number | null;
  /** What it wrote to standard output. */
  readonly output: string;
}

/** Runs a process to its end. Rejects where its exit code is not 0. */
export type Measure = (command: Command) => Promise<Measured>;

interface Note {
  readonly user: number;
  readonly system: number;
  readonly peak: number;
}

/** Costs well under a millisecond, and every process that is compared carries it. The kernel's own mark is right where that of the parent would show through. */
const meter = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const { readFileSync, writeFileSync } = require('node:fs');
  let peak = maxRSS;
  try { peak = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))[1]); } catch {}
  writeFileSync(process.env.BENCH_NOTE, JSON.stringify({ user: userCPUTime, system: systemCPUTime, peak }));
});`;

/** Makes what measures processes; it keeps its notes in the folder. */
export async function createMeasure(folder: string): Promise<Measure> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'meter.cjs');
  const note = join(folder, 'note.json');
  await writeFile(file, meter);
  return async (command) => {
    const env = { ...process.env, ...command.env, BENCH_NOTE: note };
    const start = performance.now();
    const { code, output, errors } = await runToEnd(['--require', file, ...command.args], command.cwd, env);
    const wallMs = performance.now() - start;
    if (code !== 0) {
      throw new Error(`exit code ${code} of node ${command.args.join(' ')}\n${output}${errors}`);
    }
    const { user, system, peak } = JSON.parse(await readFile(note, 'utf8')) as Note;
    const said = /^took (\d+(?:\.\d+)?) ms$/m.exec(output)?.[1];
    const saidMs = said === undefined ? null : Number(said);
    return { wallMs, cpuMs: (user + system) / 1000, peakBytes: peak * 1024, saidMs, output };
  };
}

function runToEnd(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly output: string; readonly errors: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [output, errors] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? -1, output, errors }));
  });
}
