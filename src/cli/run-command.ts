import { resolve } from 'node:path';
import type { TargetProfile } from '../api/options.ts';
import { UserError } from '../base/errors.ts';
import { program } from '../base/package.ts';
import { idleWarnings } from '../profile/environment.ts';
import { readEnvironment } from '../base/environment.ts';
import { message, say } from '../messages/message.ts';
import { readEarlier, takePlace } from './earlier.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { isPattern, planOf, runAgainst } from './run.ts';
import {
  isNamed,
  languageOf,
  loadTarget,
  noTarget,
  reportPlaceOf,
  requireCompatible,
  settingsOf,
} from './settings.ts';
import type { RunSettings } from './settings.ts';
import { isCi, wrapped } from './terminal.ts';

/** Runs the suite against one or several targets from options or environment, or against the reference. */
export async function run(given: Given, invocation: Invocation): Promise<number> {
  const targets = given.texts('target');
  if (targets.length > 1 || targets.some(isPattern)) {
    const { runMany } = await import('./run-many.ts');
    return runMany(given, invocation);
  }
  if (!given.has('jobs')) return runInPlace(given, invocation);
  throw new UserError(
    'usage',
    'jobs-of-one-target',
    '--jobs: found one target, expected several',
    'name several by --target; requests to one target are limited by --concurrency; nothing was sent',
  );
}

async function runInPlace(given: Given, invocation: Invocation): Promise<number> {
  const { cwd, guard } = invocation;
  requireCompatible(given);
  if (given.has('dry-run')) return runOne(given, await settingsOf(given, cwd), invocation);
  const { folder } = reportPlaceOf(given, cwd);
  const read = async (): Promise<RunSettings> => ({
    ...(await settingsOf(given, cwd)),
    earlier: await readEarlier(resolve(cwd, given.value('out')), invocation),
  });
  const { needed: settings, release } = await takePlace(folder, read, invocation);
  const forget = guard.onAbandon(() => {
    release();
    return [];
  });
  try {
    return await runOne(given, settings, invocation);
  } finally {
    forget();
    release();
  }
}

export async function runOne(given: Given, settings: RunSettings, invocation: Invocation): Promise<number> {
  const { terminal, cwd } = invocation;
  const env = await readEnvironment(cwd, invocation.env);
  const runFrom = async (source: string | TargetProfile | null) => {
    const target = await loadTarget(given, invocation, source);
    if (!settings.isDryRun) return { target, code: (await runAgainst(target, settings, invocation)).code };
    const { cases } = await planOf(target, settings, cwd);
    for (const warning of target.warnings)
      terminal.writeError(wrapped(`! ${say(warning, target.language)}`, terminal.width));
    const { describeRequests } = await import('./dry-run.ts');
    terminal.write(await describeRequests(cases, target, invocation));
    return { target, code: 0 };
  };
  if (isNamed(given, env)) return (await runFrom(given.text('target') ?? null)).code;
  if (given.has('require-target')) throw noTarget('--require-target');
  for (const line of idleWarnings(env))
    terminal.writeError(wrapped(`! ${say(line, languageOf(given) ?? 'en')}`, terminal.width));
  if (isCi(invocation.env) && !given.has('reference')) {
    const line = say(message('reference-unasked'), languageOf(given) ?? 'en');
    terminal.writeError(wrapped(`! ${line}`, terminal.width));
  }
  const { withBuiltIn } = await import('../api/built-in.ts');
  return withBuiltIn({}, async ({ profile }) => {
    const { code, target } = await runFrom(profile);
    const last = `${say(message('tested-reference', { program }), target.language)}\n`;
    // Output for programs must stay unchanged.
    if (settings.isJson || settings.isQuiet) terminal.writeError(last);
    else terminal.write(`\n${last}`);
    return code;
  });
}
