// The suite against the target that `SBP_TARGET` or `SBP_BASE_URL` names, or else against the built-in reference.

import { startBuiltIn } from '../src/api/built-in.ts';
import { readEnvironment } from '../src/base/environment.ts';
import { isTargetNamed } from '../src/profile/load.ts';
import { conformance } from '../src/vitest.ts';

async function startReference() {
  const { reference, profile } = await startBuiltIn();
  return { target: profile, close: reference.close };
}

const env = await readEnvironment(process.cwd(), process.env);
await conformance(isTargetNamed(env) ? null : startReference, { out: process.env['SBP_OUT'] ?? 'reports' });
