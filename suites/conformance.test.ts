import { startReference } from '../src/api/api.ts';
import { idleWarnings, isTargetNamed } from '../src/profile/environment.ts';
import { readEnvironment } from '../src/base/environment.ts';
import { say } from '../src/messages/message.ts';
import { conformance } from '../src/vitest.ts';

/** Starts the built-in reference implementation. */
async function startBuiltIn() {
  const { profile, close } = await startReference();
  return { target: profile, close };
}

const env = await readEnvironment(process.cwd(), process.env);
const isNamed = isTargetNamed(env);
for (const line of isNamed ? [] : idleWarnings(env)) process.stderr.write(`! ${say(line, 'en')}\n`);

// Against the target that `SBP_TARGET` or `SBP_BASE_URL` names, or else against the built-in reference.
conformance(isNamed ? null : startBuiltIn, { out: process.env['SBP_OUT'] ?? 'reports' });
