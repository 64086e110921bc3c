import { openOutput } from './output.ts';
import { abilityOf } from './terminal-ability.ts';
import type { Ability } from './terminal-ability.ts';

/** Where a command writes to. */
export interface Terminal extends Pick<Ability, 'width' | 'color' | 'isLive'> {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** As `color` if left out. */
  readonly isErrorColored?: boolean;
  /** No hyperlinks if left out. */
  readonly hasLinks?: boolean;
}

/** The terminal of a process, which can tell whether all that was written arrived. */
export interface ProcessTerminal extends Terminal {
  /** Resolves when everything is written, or nothing more can be. */
  readonly flush: () => Promise<void>;
  /** Whether text was lost, other than by a reader that went away. */
  readonly hasLost: () => boolean;
}

/** The terminal of this process, as able as its environment says. A closed pipe or a full disk silences it. */
export function processTerminal(): ProcessTerminal {
  const { stdout, stderr, env } = process;
  const [out, err] = [openOutput(stdout), openOutput(stderr)];
  return {
    ...abilityOf(env, stdout, stderr),
    write: out.write,
    writeError: err.write,
    flush: async () => void (await Promise.all([out.flush(), err.flush()])),
    hasLost: () => out.hasLost() || err.hasLost(),
  };
}
