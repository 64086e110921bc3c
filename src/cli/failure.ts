import { UserError } from '../base/errors.ts';
import { clip, disarm } from '../base/visible.ts';
import type { Guard, Invocation } from './invocation.ts';

const longest = 2000;

/** Reports an error and returns the exit code. Prints a stack only for a defect of the suite. */
export function explain(error: unknown, { terminal, guard }: Pick<Invocation, 'terminal' | 'guard'>): number {
  if (error instanceof UserError) {
    const { message, hint, code, fault } = error;
    terminal.writeError(`error: ${safeLines(message, guard)}\n  ${safeLines(hint, guard)} (${code})\n`);
    if (code === 'secret-in-output') return 4;
    return fault === 'suite' ? 3 : 2;
  }
  terminal.writeError(
    `This is a defect of the suite, not of the target; please report it:\n${safeLines(textOf(error), guard)}\n`,
  );
  return 3;
}

/** Reports an uncaught exception. It may come from a module of the profile or from the suite. */
export function explainUncaught(
  error: unknown,
  { terminal, guard }: Pick<Invocation, 'terminal' | 'guard'>,
): void {
  terminal.writeError(
    `error: nobody caught this exception of a module of the profile, or of the suite itself:\n${safeLines(textOf(error), guard)}\n` +
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

/** Masks secrets, and escapes terminal sequences and CI commands that a file name or key may contain. */
const safeLines = (text: string, guard: Guard): string =>
  guard
    .mask(text)
    .split('\n')
    .map((line) => clip(disarm(line), longest).replace(/^(\s*):(?=:)/, '$1\\x3a'))
    .join('\n');
