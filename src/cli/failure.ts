// Says an error on standard error, without secrets and without steering a terminal or a CI server.

import { UserError } from '../base/errors.ts';
import { nearMiss } from '../base/near-miss.ts';
import { clip, disarm, some } from '../base/visible.ts';
import type { Invocation } from './invocation.ts';

/** Returns the exit code. Prints a stack only for what is no mistake of a user. */
export function sayFailure(
  error: unknown,
  { terminal, masks }: Pick<Invocation, 'terminal' | 'masks'>,
): number {
  const safe = (text: string): string =>
    masks
      .reduce((masked, mask) => mask(masked), text)
      .split('\n')
      .map((line) => clip(disarm(line), 2000).replace(/^(\s*):(?=:)/, '$1\\x3a'))
      .join('\n');
  if (error instanceof UserError) {
    const { message, hint, code, kind } = error;
    terminal.writeError(`error: ${safe(message)}\n  ${safe(hint)} (${code})\n`);
    if (code === 'secret-in-output') return 4;
    return kind === 'suite' ? 3 : 2;
  }
  terminal.writeError(
    `error: nobody caught this exception of the suite, or of a module of the profile:\n${safe(textOf(error))}\n` +
      '  unless that module is at fault, please report it as a defect of the suite (uncaught-exception)\n',
  );
  return 3;
}

/** What foreign code throws may hold what was given to it, and throw again when it is read. */
function textOf(error: unknown): string {
  try {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } catch {
    return 'an error that cannot be read';
  }
}

/** For a word that is none of those that are known. */
export function unknown(command: string, what: string, word: string, known: readonly string[]): UserError {
  const below = known.filter((id) => id.startsWith(`${word}.`));
  const near = below.length > 0 ? some(below, 3) : nearMiss(word, known);
  const guess = near === null ? '' : `; did you mean ${near}?`;
  const found = `${command}: found ${JSON.stringify(word)}, expected the id of a ${what}${guess}`;
  const list = what === 'request' ? 'send --list' : 'requirements';
  return new UserError('usage', `unknown-${what}`, found, `\`${list}\` prints them all; nothing was sent`);
}
