import { specification } from '../spec/variant.ts';
import type { Environment } from '../target/environment.ts';
import { loadTarget } from '../target/load.ts';
import type { Target } from '../target/target.ts';
import type { Given } from './option.ts';
import { chosenLanguage } from './run-option.ts';

/** The target that a profile and the options of `run` describe. Rejects with a UserError where they are wrong; nothing is sent. */
export async function loadRunTarget(
  given: Given,
  env: Environment,
  cwd: string,
  profilePath: string | null,
): Promise<Target> {
  const variants = given.texts('variant');
  const flags = {
    baseUrl: given.text('base-url'),
    concurrency: given.integer('concurrency'),
    rate: given.number('rate'),
    timeout: given.integer('timeout'),
    retries: given.integer('retries'),
    ...(variants.length === 0 ? {} : { variants }),
  };
  const target = await loadTarget({ profilePath, flags, env, cwd }, specification.variants);
  return { ...target, language: chosenLanguage(given) ?? target.language };
}
