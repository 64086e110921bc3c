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

/** The terminal of this process; colour follows NO_COLOR, FORCE_COLOR and whether somebody looks on. */
export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  const isLive = stdout.isTTY && stderr.isTTY && !env['CI'] && env['TERM'] !== 'dumb';
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0';
  return {
    write: (text) => void stdout.write(text),
    writeError: (text) => void stderr.write(text),
    width: Math.max(40, Math.min(stdout.columns ?? 80, 120)),
    color: !env['NO_COLOR'] && (forced || isLive),
    isLive,
  };
}
