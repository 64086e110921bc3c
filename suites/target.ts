import { inject } from 'vitest';
import { specification } from '../src/spec/variant.ts';
import { readEnvironment } from '../src/target/environment.ts';
import { loadTarget } from '../src/target/load-target.ts';
import type { Target } from '../src/target/target.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Profile of the built-in reference, or null where `SBP_*` name a target. */
    readonly profile: string | null;
    /** File that the worker leaves its Results in. */
    readonly record: string;
  }
}

/** The target that these suites are aimed at: by `SBP_*`, or else the built-in reference. */
export async function loadSuiteTarget(): Promise<Target> {
  const cwd = process.cwd();
  const env = await readEnvironment(cwd, process.env);
  return loadTarget({ profilePath: inject('profile'), flags: {}, env, cwd }, specification.variants);
}
