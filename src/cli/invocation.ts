import type { Redactor } from '../http/masking.ts';
import type { Given } from './option.ts';
import type { Terminal } from './terminal.ts';

/** Keeps what has to be known where a command ends out of turn. */
export interface Guard {
  /** From now on no message of the program holds these secrets. */
  readonly add: (redactor: Pick<Redactor, 'mask'>) => void;
  readonly mask: (text: string) => string;
  /** Registers what would be left undone if the program ended now, one line each and without secrets; the function that it gives takes that back. */
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

/** Carries a command out and gives its exit code; rejects with a UserError for what a user can correct. */
export type Command = (given: Given, invocation: Invocation) => Promise<number>;
