import type { TargetProfile } from '../api/options.ts';
import { UserError } from '../base/errors.ts';
import { program } from '../base/package.ts';
import { idleWarnings } from '../profile/environment.ts';
import { readEnvironment } from '../base/environment.ts';
import { message, say } from '../messages/message.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { planOf, runAgainst } from './run.ts';
import { isNamed, languageOf, loadTarget, noTarget, reportPlaceOf, settingsOf } from './settings.ts';
import type { RunSettings } from './settings.ts';
import { isCi, wrapped } from './terminal.ts';

/** Runs the suite against the target from options or environment, or against the reference. */
export const run = (given: Given, invocation: Invocation): Promise<number> =>
  orClearFormer(given, invocation, async () =>
    runOne(given, await settingsOf(given, invocation.cwd), invocation),
  );

/**
 * Runs `work`. If command line or profile are wrong, deletes the reports of an earlier run that this one would
 * replace.
 */
async function orClearFormer(
  given: Given,
  invocation: Invocation,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UserError && !given.has('dry-run')) {
      (await import('./former.ts')).clearFormer(reportPlaceOf(given, invocation.cwd), invocation);
    }
    throw error;
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
