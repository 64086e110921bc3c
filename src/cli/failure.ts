// Says an error on standard error, without secrets and without steering a terminal or a CI server.

import { UserError } from '../base/errors.ts';
import { clip, disarm } from '../base/visible.ts';
import type { Invocation } from './invocation.ts';

const longest = 2000;

type Surroundings = Pick<Invocation, 'terminal' | 'masks'>;

/** Returns the exit code. Prints a stack only for a defect of the suite. */
export function sayFailure(error: unknown, surroundings: Surroundings): number {
  const { writeError } = surroundings.terminal;
  const safe = (text: string): string => safeLines(text, surroundings);
  if (error instanceof UserError) {
    const { message, hint, code, kind } = error;
    writeError(`error: ${safe(message)}\n  ${safe(hint)} (${code})\n`);
    if (code === 'secret-in-output') return 4;
    return kind === 'suite' ? 3 : 2;
  }
  writeError(`This is a defect of the suite, not of the target; please report it:\n${safe(textOf(error))}\n`);
  return 3;
}

/** It may come from a module of the profile or from the suite. */
export function sayUncaught(error: unknown, surroundings: Surroundings): void {
  surroundings.terminal.writeError(
    `error: nobody caught this exception of a module of the profile, or of the suite itself:\n${safeLines(textOf(error), surroundings)}\n` +
      '  what was set up is torn down, and the run ends (uncaught-exception)\n',
  );
}

/** Converting a value that foreign code threw may throw again. */
function textOf(error: unknown): string {
  try {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } catch {
    return 'an error that cannot be read';
  }
}

const safeLines = (text: string, { masks }: Surroundings): string =>
  masks
    .reduce((masked, mask) => mask(masked), text)
    .split('\n')
    .map((line) => clip(disarm(line), longest).replace(/^(\s*):(?=:)/, '$1\\x3a'))
    .join('\n');
