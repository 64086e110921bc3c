import { startReference } from '../src/embedding/api.ts';
import { hasTargetSettings, readEnvironment } from '../src/target/environment.ts';
import { conformance } from '../src/vitest.ts';

/** Starts the built-in reference implementation. */
async function startBuiltIn() {
  const { profile, close } = await startReference();
  return { target: profile, close };
}

const isTargetNamed = hasTargetSettings({}, await readEnvironment(process.cwd(), process.env));

// Against the target that the `SBP_*` variables describe, or else against the built-in reference.
conformance(isTargetNamed ? null : startBuiltIn, { out: process.env['SBP_OUT'] ?? 'reports' });
