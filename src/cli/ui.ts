import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { UserError } from '../errors.ts';
import type { Target } from '../target/target.ts';
import type { Invocation } from './invocation.ts';
import { packageFolder } from './package.ts';

/** Opens the same cases in the browser interface of vitest; gives its exit code when it is closed. */
export function openUi(target: Target, { env, signal }: Invocation): Promise<number> {
  if (!existsSync(join(packageFolder, 'suites'))) {
    throw new UserError(
      'usage',
      'no-suites',
      'run --ui needs a checkout of the suite: the installed package does not hold the vitest driver',
      'run it in a checkout, or leave --ui out; nothing was sent',
    );
  }
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const args = [vitest, '--ui', '--project', 'suites', '--root', packageFolder];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: 'inherit',
      env: { ...env, ...(target.source === null ? {} : { SBP_TARGET: target.source }) },
      signal,
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
