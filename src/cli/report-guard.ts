import { createTargetRedactor } from '../execution/target-redactor.ts';
import { specification } from '../spec/variant.ts';
import { readEnvironment, variable } from '../target/environment.ts';
import { loadTarget } from '../target/load-target.ts';
import type { Target } from '../target/target.ts';
import { fullTarget } from './full-target.ts';
import type { Invocation } from './invocation.ts';
import { stopLeaks } from './leak-guard.ts';
import type { Outputs } from './leak-guard.ts';

/** Looks for secrets in what was written, deletes a file that holds one, and gives one line for each find. */
export type LeakStop = (outputs: Outputs) => Promise<readonly string[]>;

/**
 * A guard for reports that are rendered again: a record is masked, but what a person adds to it or edits in it need not be.
 * It knows the secrets of the profile that is named, or else the password that the environment holds; rejects with a UserError where the profile is wrong.
 */
export async function guardReports(
  profile: string | null,
  { cwd, env: variables }: Pick<Invocation, 'cwd' | 'env'>,
): Promise<LeakStop> {
  const env = await readEnvironment(cwd, variables);
  const isNamed = profile !== null || variable(env, 'SBP_TARGET') !== null;
  const target = isNamed
    ? await loadTarget({ profilePath: profile, flags: {}, env, cwd }, specification.variants)
    : targetOnPaper(variable(env, 'SBP_PARTNER_PASSWORD'));
  if (target === null) return () => Promise.resolve([]);
  return (outputs) => stopLeaks(outputs, target, createTargetRedactor(target), cwd);
}

const targetOnPaper = (password: string | null): Target | null =>
  password === null ? null : { ...fullTarget(specification), secrets: [password] };
