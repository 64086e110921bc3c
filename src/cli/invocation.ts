import type { Terminal } from './terminal.ts';

/** What a command is given to work with. */
export interface Invocation {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly terminal: Terminal;
  /** Aborted by the first interrupt. */
  readonly signal: AbortSignal;
  /** Takes what is to be said where a second interrupt ends the program at once. */
  readonly onAbandon?: (words: LastWords) => void;
}

/** What would be left undone at this moment, one line each; without secrets. */
export type LastWords = () => readonly string[];

/** Carries a command out and gives its exit code; rejects with a UserError where a user can mend it. */
export type Command = (invocation: Invocation) => Promise<number>;
