import { openOutput } from './output.ts';

/** Where a command writes to. */
export interface Terminal {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Columns; 80 where nobody looks on. */
  readonly width: number;
  readonly color: boolean;
  /** Somebody looks on: lines may be drawn anew. */
  readonly isLive: boolean;
}

/** The terminal of a process, which can tell whether all that was written arrived. */
export interface ProcessTerminal extends Terminal {
  /** Resolves when everything is written, or nothing more can be. */
  readonly flush: () => Promise<void>;
  /** Whether text was lost, other than by a reader that went away. */
  readonly hasLost: () => boolean;
}

/** The terminal of this process; colour follows NO_COLOR, FORCE_COLOR and whether somebody looks on. A closed pipe or a full disk silences it. */
export function processTerminal(): ProcessTerminal {
  const { stdout, stderr, env } = process;
  const isLive = stdout.isTTY && stderr.isTTY && !env['CI'] && env['TERM'] !== 'dumb';
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0';
  const [out, err] = [openOutput(stdout), openOutput(stderr)];
  return {
    write: out.write,
    writeError: err.write,
    width: Math.max(40, Math.min(stdout.columns ?? 80, 120)),
    color: !env['NO_COLOR'] && (forced || isLive),
    isLive,
    flush: async () => void (await Promise.all([out.flush(), err.flush()])),
    hasLost: () => out.hasLost() || err.hasLost(),
  };
}
