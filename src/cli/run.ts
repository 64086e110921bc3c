import { UserError } from '../errors.ts';
import { program } from '../suite.ts';
import { idleWarnings, readEnvironment } from '../target/environment.ts';
import { message, say } from '../wording/message.ts';
import type { Invocation } from './command.ts';
import type { Given } from './option.ts';
import { runAgainst } from './run-against.ts';
import type { FollowUp } from './run-against.ts';
import { flagsOf, isNamed, languageOf, loadRunTarget, noTarget, settingsOf } from './settings.ts';
import type { RunSettings } from './settings.ts';
import { isCi } from './terminal.ts';

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

/** Whether a value of `--target` is a pattern, whatever it matches. */
export const isPattern = (text: string): boolean => /[*?[{]/.test(text);

/** Runs the suite against one target, with another command's work around it. */
export async function runOne(
  given: Given,
  settings: RunSettings,
  invocation: Invocation,
  followUp: FollowUp | null = null,
): Promise<number> {
  const { terminal, cwd } = invocation;
  const env = await readEnvironment(cwd, invocation.env);
  if (isNamed(given, env)) {
    const target = await loadRunTarget(given, env, invocation);
    return (await runAgainst(target, settings, invocation, followUp)).code;
  }
  if (given.has('require-target')) throw noTarget('--require-target');
  for (const line of idleWarnings(env)) terminal.writeError(`! ${line}\n`);
  if (isCi(invocation.env) && !given.has('reference')) {
    const line = 'This run tests the built-in reference, not your service: no target is named.';
    terminal.writeError(`! ${line} Name one by --target FILE, or say --reference.\n`);
  }
  const { loadBuiltIn, withBuiltIn } = await import('./built-in.ts');
  return withBuiltIn({}, async ({ profile }) => {
    const loaded = await loadBuiltIn(profile, flagsOf(given));
    const target = { ...loaded, language: languageOf(given) ?? loaded.language };
    const { code } = await runAgainst(target, settings, invocation, followUp);
    const last = `${say(message('tested-reference', { program }), target.language)}\n`;
    // What a program reads stays as it is.
    if (settings.isJson || settings.isQuiet) terminal.writeError(last);
    else terminal.write(`\n${last}`);
    return code;
  });
}
