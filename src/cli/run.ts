import { specification } from '../spec/variant.ts';
import { hasTargetSettings, readEnvironment } from '../target/environment.ts';
import { loadTarget } from '../target/load-target.ts';
import type { Target } from '../target/target.ts';
import { plainReference, startBuiltIn, withProfileFile } from './built-in.ts';
import { commandHelp } from './help.ts';
import type { Invocation } from './invocation.ts';
import { readOptions } from './option.ts';
import type { Given } from './option.ts';
import { runAgainst } from './run-against.ts';
import { chosenFormats, runOptions } from './run-option.ts';

/** Runs the suite against the target that options, profile or environment describe, or else against the built-in reference. */
export async function run(invocation: Invocation): Promise<number> {
  const given = readOptions('run', invocation.args, runOptions);
  if (given.has('help')) {
    invocation.terminal.write(commandHelp('run', runOptions));
    return 0;
  }
  chosenFormats(given);
  const env = await readEnvironment(invocation.cwd, invocation.env);
  const flags = { target: given.text('target'), baseUrl: given.text('base-url') };
  if (hasTargetSettings(flags, env)) {
    return runAgainst(
      await load(given, env, invocation.cwd, given.text('target') ?? null),
      given,
      invocation,
    );
  }
  return againstBuiltIn(given, env, invocation);
}

async function againstBuiltIn(given: Given, env: Invocation['env'], invocation: Invocation): Promise<number> {
  const { reference, profile } = await startBuiltIn(plainReference);
  try {
    return await withProfileFile(profile, async (file) =>
      runAgainst(await load(given, env, invocation.cwd, file), given, invocation),
    );
  } finally {
    await reference.close();
  }
}

function load(
  given: Given,
  env: Invocation['env'],
  cwd: string,
  profilePath: string | null,
): Promise<Target> {
  const variants = given.texts('variant');
  const flags = {
    baseUrl: given.text('base-url'),
    concurrency: given.integer('concurrency'),
    rate: given.integer('rate'),
    timeout: given.integer('timeout'),
    retries: given.integer('retries'),
    ...(variants.length === 0 ? {} : { variants }),
  };
  return loadTarget({ profilePath, flags, env, cwd }, specification.variants);
}
