import { UserError } from '../errors.ts';
import { hasTargetSettings, readEnvironment } from '../target/environment.ts';
import { commandHelp } from './help.ts';
import type { Invocation } from './invocation.ts';
import { readOptions } from './option.ts';
import type { Given } from './option.ts';
import { namesSeveral } from './fleet/find-targets.ts';
import { runAgainst } from './run-against.ts';
import type { FollowUp } from './run-against.ts';
import { chosenFormats, chosenLanguage, ownRunOptions } from './run-option.ts';
import { loadRunTarget } from './run-target.ts';

/** Runs the suite against the target that options, profile or environment describe, against several of them, or else against the built-in reference. */
export async function run(invocation: Invocation): Promise<number> {
  const given = readOptions('run', invocation.args, ownRunOptions);
  if (given.has('help')) {
    invocation.terminal.write(commandHelp('run', ownRunOptions));
    return 0;
  }
  if (namesSeveral(given.texts('target'))) {
    const { runFleet } = await import('./fleet/run-fleet.ts');
    return runFleet(given, invocation);
  }
  if (given.has('jobs')) throw jobsOfOne();
  return runGiven(given, invocation);
}

const jobsOfOne = (): UserError =>
  new UserError(
    'usage',
    'jobs-of-one-target',
    '--jobs: found one target, expected several',
    'name several by --target; requests to one target are limited by --concurrency; nothing was sent',
  );

/** Runs what the options of `run` ask for, with another command's work around it. */
export async function runGiven(
  given: Given,
  invocation: Invocation,
  followUp: FollowUp | null = null,
): Promise<number> {
  chosenFormats(given);
  chosenLanguage(given);
  const env = await readEnvironment(invocation.cwd, invocation.env);
  const flags = { target: given.text('target'), baseUrl: given.text('base-url') };
  if (hasTargetSettings(flags, env)) {
    return runAgainst(
      await loadRunTarget(given, env, invocation.cwd, given.text('target') ?? null),
      given,
      invocation,
      followUp,
    );
  }
  if (given.has('require-target')) throw noTarget();
  return againstBuiltIn(given, env, invocation, followUp);
}

const noTarget = (): UserError =>
  new UserError(
    'usage',
    'no-target',
    '--require-target: found no target, expected a profile',
    'name one by --target FILE, --base-url URL or the SBP_* variables; nothing was sent',
  );

async function againstBuiltIn(
  given: Given,
  env: Invocation['env'],
  invocation: Invocation,
  followUp: FollowUp | null,
): Promise<number> {
  const { plainReference, startBuiltIn, withProfileFile } = await import('./built-in.ts');
  const { reference, profile } = await startBuiltIn(plainReference);
  try {
    return await withProfileFile(profile, async (file) =>
      runAgainst(await loadRunTarget(given, env, invocation.cwd, file), given, invocation, followUp),
    );
  } finally {
    await reference.close();
  }
}
