// Starts the program, and others, as a user does.

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('main.ts', import.meta.url));
const require = createRequire(import.meta.url);

/** npm's settings and cache. Without them, it may not find the registry. */
const settings = /^npm_config_(?:globalconfig|userconfig|cache|registry|cafile)$/;
const ofOuterRun = /^(?:VITEST|SBP_|NODE_OPTIONS|NODE_PATH|npm_|TEST$|CI$|GITHUB_|INIT_CWD|FORCE_COLOR)/;

/** Variables of a user's shell, without those that the outer run of vitest or npm added. */
export function cleanEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => settings.test(name) || !ofOuterRun.test(name));
  const path = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
  return {
    ...Object.fromEntries(kept),
    PATH: path,
    NO_COLOR: '1',
    npm_config_update_notifier: 'false',
    ...more,
  };
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly said: string;
}

/** A running program in a process group of its own. */
export interface Child {
  readonly said: () => string;
  readonly ended: Promise<Ended>;
  /** Sends it to the whole group, as Ctrl-C in a terminal does, or to the program alone. */
  readonly signal: (name: NodeJS.Signals, whom?: 'group' | 'program') => void;
}

/** Starts a program. By default, its group is killed if it has not ended after a minute. */
export function start(
  file: string,
  args: readonly string[],
  cwd: string,
  { env = cleanEnvironment(), timeout = 60_000 }: { env?: NodeJS.ProcessEnv; timeout?: number } = {},
): Child {
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  const signal = (name: NodeJS.Signals, whom: 'group' | 'program' = 'program'): void => {
    if (whom === 'program') child.kill(name);
    else if (pid !== undefined) process.kill(-pid, name);
  };
  const timer = setTimeout(() => signal('SIGKILL', 'group'), timeout);
  const said: (readonly ['out' | 'err', string])[] = [];
  child.stdout.on('data', (part) => said.push(['out', String(part)]));
  child.stderr.on('data', (part) => said.push(['err', String(part)]));
  const textOf = (from?: 'out' | 'err'): string =>
    said.flatMap(([stream, text]) => (from === undefined || stream === from ? text : [])).join('');
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, out: textOf('out'), err: textOf('err'), said: textOf() });
    });
  });
  return { said: () => textOf(), ended, signal };
}

export const execute = (
  file: string,
  args: readonly string[],
  cwd: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> => start(file, args, cwd, { env: cleanEnvironment(more), timeout: 180_000 }).ended;

/** Starts `run` for a profile; reports go to `reports` in the same folder. */
export const startRun = (folder: string, target: string, options: readonly string[]): Child =>
  start(
    process.execPath,
    [program, 'run', '--target', target, '--out', join(folder, 'reports'), ...options],
    folder,
  );

/** Path of an entry file of a development tool, by the path within its package. */
export const toolOf = (name: string, ...path: readonly string[]): string =>
  join(dirname(require.resolve(`${name}/package.json`)), ...path);

/** True if a process is running. A zombie counts as ended. */
export async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => 'Z');
  return !/\) Z |^Z$/.test(stat);
}
