import { createSuiteRedactor, createTargetRedactor } from '../execution/target-redactor.ts';
import { specification } from '../spec/variant.ts';
import { readEnvironment, variable } from '../target/environment.ts';
import type { Redactor } from '../http/masking.ts';
import { loadTarget } from '../target/load.ts';
import type { Invocation } from './invocation.ts';
import { stopLeaks } from './leak-guard.ts';
import type { Outputs } from './leak-guard.ts';

/** Looks for secrets in what was written, deletes the files that hold one, and gives one line for each find. */
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
  const redactor = isNamed
    ? createTargetRedactor(
        await loadTarget({ profilePath: profile, flags: {}, env, cwd }, specification.variants),
      )
    : redactorOf(variable(env, 'SBP_PARTNER_PASSWORD'));
  if (redactor === null) return () => Promise.resolve([]);
  return (outputs) => stopLeaks(outputs, redactor, cwd);
}

function redactorOf(password: string | null): Redactor | null {
  if (password === null) return null;
  const redactor = createSuiteRedactor();
  redactor.add(password, '<password>', 'SBP_PARTNER_PASSWORD');
  return redactor;
}
