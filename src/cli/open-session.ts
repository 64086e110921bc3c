import type { RunOptions } from '../execution/context.ts';
import { createSession } from '../execution/session.ts';
import type { Session } from '../execution/session.ts';
import { specification } from '../spec/variant.ts';
import type { Target } from '../target/target.ts';
import { inProfile } from './in-profile.ts';
import { readSuite } from './package.ts';

/** Opens a session with the clock and the randomness of this process; what is wrong with the encryption is told with the file that asks for it. */
export async function openSession(
  target: Target,
  options: Pick<RunOptions, 'signal' | 'onEvent' | 'shard'>,
): Promise<Session> {
  const { name, version } = readSuite();
  const tools = { spec: specification, target, now: () => new Date(), random: Math.random };
  return inProfile(target, () => createSession({ ...tools, product: `${name}/${version}`, ...options }));
}
