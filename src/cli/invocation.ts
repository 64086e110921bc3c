// What a command gets of the world around it.

import type { CommandName, Options } from './commands.ts';
import type { Terminal } from './terminal.ts';

export interface Invocation {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly terminal: Terminal;
  /** Aborted by the first interrupt. */
  readonly signal: AbortSignal;
  /** Each hides secrets in what the program says of errors; a command adds its own. */
  readonly masks: ((text: string) => string)[];
  /** By row: what to type by hand if the program ended now. */
  readonly undone: Map<string, string>;
}

/** Carries a command out and resolves with the exit code. Rejects with a UserError for what a user can correct. */
export type Carry<Name extends CommandName> = (
  options: Options<Name>,
  words: readonly string[],
  invocation: Invocation,
) => Promise<number>;
