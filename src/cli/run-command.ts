import { UserError } from '../errors.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { isPattern, runOne } from './run.ts';
import { settingsOf } from './settings.ts';

/** Runs the suite against the target that options, profile or environment describe, against several of them, or else against the built-in reference. */
export async function run(given: Given, invocation: Invocation): Promise<number> {
  const targets = given.texts('target');
  if (targets.length > 1 || targets.some(isPattern)) {
    const { runMany } = await import('./run-many.ts');
    return runMany(given, invocation);
  }
  if (!given.has('jobs')) return runOne(given, await settingsOf(given, invocation.cwd), invocation);
  throw new UserError(
    'usage',
    'jobs-of-one-target',
    '--jobs: found one target, expected several',
    'name several by --target; requests to one target are limited by --concurrency; nothing was sent',
  );
}
