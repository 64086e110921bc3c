import { UserError } from '../errors.ts';
import type { RunOptions } from '../execution/context.ts';
import { createSession } from '../execution/session.ts';
import type { Session } from '../execution/session.ts';
import { specification } from '../spec/variant.ts';
import type { Target } from '../target/target.ts';
import { readSuite } from './package.ts';

/** Opens a session with the clock and the randomness of this process; what is wrong with the encryption is told with the file that asks for it. */
export async function openSession(
  target: Target,
  options: Pick<RunOptions, 'signal' | 'onEvent'>,
): Promise<Session> {
  const { name, version } = readSuite();
  const tools = { spec: specification, target, now: () => new Date(), random: Math.random };
  try {
    return await createSession({ ...tools, product: `${name}/${version}`, ...options });
  } catch (error) {
    if (!(error instanceof UserError) || error.fault !== 'profile' || target.source === null) throw error;
    throw new UserError(error.fault, error.code, `${target.source}: ${error.message}`, error.hint);
  }
}
