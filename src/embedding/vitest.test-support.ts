import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/** Vitest in a process group of its own. */
export interface VitestChild {
  /** What it has printed so far, without colours. */
  readonly said: () => string;
  /** Its exit code; a group that does not end is killed after a minute. */
  readonly ended: Promise<number | null>;
  /** To the whole group, as Ctrl-C in a terminal does, or to vitest alone. */
  readonly signal: (name: NodeJS.Signals, whom: 'group' | 'vitest') => void;
}

/** Starts vitest, without the variables by which the outer run of vitest would reach the inner one. */
export function startVitest(
  args: readonly string[],
  cwd: string,
  more: Readonly<Record<string, string>> = {},
): VitestChild {
  const foreign = /^(VITEST|SBP_|NODE_OPTIONS|TEST$|CI$)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd,
    env: { ...env, ...more },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const signal = (name: NodeJS.Signals, whom: 'group' | 'vitest'): void => {
    const { pid } = child;
    if (pid !== undefined) process.kill(whom === 'group' ? -pid : pid, name);
  };
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)));
  const timer = setTimeout(() => signal('SIGKILL', 'group'), 60_000);
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(code);
    }),
  );
  return { said: () => stripVTControlCharacters(said), ended, signal };
}
