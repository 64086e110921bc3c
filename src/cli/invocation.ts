import type { Redactor } from '../client/masking.ts';
import type { Given } from './option.ts';
import type { Terminal } from './terminal.ts';

/** Holds what must be known when a command ends early. */
export interface Guard {
  /** Masks these secrets in all messages of the program from now on. */
  readonly add: (redactor: Pick<Redactor, 'mask'>) => void;
  readonly mask: (text: string) => string;
  /** Registers lines about what an early end leaves undone, without secrets. Gives a function to unregister. */
  readonly onAbandon: (words: () => readonly string[]) => () => void;
}

/** What a command works with, besides its options. */
export interface Invocation {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly terminal: Terminal;
  /** Aborted by the first interrupt. */
  readonly signal: AbortSignal;
  readonly guard: Guard;
}

/** Executes a command and gives its exit code; rejects with a UserError for what a user can correct. */
export type Command = (given: Given, invocation: Invocation) => Promise<number>;
