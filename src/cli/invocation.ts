import type { Redactor } from '../client/masking.ts';
import type { Given } from './option.ts';
import type { Terminal } from './terminal.ts';

/** What must be known if a command ends early. */
export interface Guard {
  /** Masks these secrets in all messages of the program from now on. */
  readonly add: (redactor: Pick<Redactor, 'mask'>) => void;
  readonly mask: (text: string) => string;
  /**
   * Registers lines about what an early end leaves undone, without secrets. Returns a function that
   * unregisters.
   */
  readonly onAbandon: (words: () => readonly string[]) => () => void;
}

/** Surroundings of a command. */
export interface Invocation {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly terminal: Terminal;
  /** Aborted by the first interrupt. */
  readonly signal: AbortSignal;
  readonly guard: Guard;
}

/** Executes a command and returns its exit code. Rejects with a UserError for what a user can correct. */
export type Command = (given: Given, invocation: Invocation) => Promise<number>;
