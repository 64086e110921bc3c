import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Results } from '../result/results.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));

/** A run of the command line in a process of its own. */
export interface Child {
  readonly signal: (name: NodeJS.Signals) => void;
  /** Its exit code, what it said on standard error, and the milliseconds since its last signal. */
  readonly ended: Promise<{ readonly code: number | null; readonly said: string; readonly after: number }>;
}

/** Starts `run` for a profile, reports going to `reports` beside it; a run that does not end is killed after half a minute. */
export function startRun(folder: string, target: string, options: readonly string[]): Child {
  const args = [program, 'run', '--target', target, '--out', join(folder, 'reports'), ...options];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder });
  const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
  let said = '';
  let signalled = performance.now();
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const ended = new Promise<Awaited<Child['ended']>>((resolve) =>
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, said, after: performance.now() - signalled });
    }),
  );
  return {
    signal(name) {
      signalled = performance.now();
      child.kill(name);
    },
    ended,
  };
}

/** Runs the program with these words in a folder; gives its exit code and all that it said. */
export function spawnProgram(
  cwd: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly said: string }> {
  const child = spawn(process.execPath, [program, ...words], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

/** The results of that run, and the names of all files that it left. */
export async function leftBehind(
  folder: string,
): Promise<{ readonly results: Results | null; readonly names: readonly string[] }> {
  const reports = join(folder, 'reports');
  const names = await readdir(reports).catch(() => []);
  const text = await readFile(join(reports, 'results.json'), 'utf8').catch(() => 'null');
  return { results: JSON.parse(text) as Results | null, names };
}

/** Whether a process runs; one that nobody has waited for counts as ended. */
export async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => 'Z');
  return !/\) Z |^Z$/.test(stat);
}
