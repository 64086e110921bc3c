import type { Writable } from 'node:stream';

/** Where a command writes to, and what its reader can use there. */
export interface Terminal {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Columns; 80 if no terminal is attached. */
  readonly width: number;
  readonly color: boolean;
  /** Whether standard error is coloured. */
  readonly isErrorColored: boolean;
  /** Standard output goes to a terminal. */
  readonly isTerminal: boolean;
  /** A person looks at standard error: its last line may be drawn again. */
  readonly isLive: boolean;
}

/** The terminal of this process. A closed pipe or a full disk silences it. */
export function processTerminal() {
  const { stdout, stderr, env } = process;
  const [out, err] = [openOutput(stdout), openOutput(stderr)];
  return {
    ...abilityOf(env, stdout, stderr),
    write: out.write,
    writeError: err.write,
    /** Resolves when everything is written, or nothing more can be. */
    flush: async () => void (await Promise.all([out.flush(), err.flush()])),
    /** Whether text was lost for another reason than a reader that closed the pipe. */
    hasLost: () => out.hasLost() || err.hasLost(),
  };
}

// A reader that closes a pipe (`| head -1`) wants no more; the run is not at fault.
const departures: readonly unknown[] = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'EOF'];

/** Writes to a stream that may break at any time. Then writing does nothing, and the process sees no error. */
export function openOutput(stream: Writable) {
  let isBroken = false;
  let hasLost = false;
  const broke = (error: Error): void => {
    const code = 'code' in error ? error.code : null;
    if (!isBroken) hasLost = !departures.includes(code);
    isBroken = true;
  };
  stream.on('error', broke);
  return {
    write: (text: string): void => void (isBroken || stream.write(text)),
    flush: (): Promise<void> =>
      new Promise((resolve) => {
        if (isBroken) return resolve();
        stream.once('error', () => resolve());
        stream.write('', (error) => {
          if (error !== null && error !== undefined) broke(error);
          resolve();
        });
      }),
    hasLost: (): boolean => hasLost,
  };
}

/** The properties of a stream that may be a terminal. */
export interface StreamTraits {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * What these streams can show. Logs of CI servers and dumb terminals get plain lines, GitHub Actions colours.
 * NO_COLOR wins over FORCE_COLOR, and both win over detection.
 */
export function abilityOf(env: Variables, out: StreamTraits, err: StreamTraits) {
  const isAttended = (stream: StreamTraits): boolean =>
    stream.isTTY === true && !isCi(env) && env['TERM'] !== 'dumb';
  const wish = colorWish(env);
  // Piped output is 80 columns wide at most, even if the progress is shown on a wider terminal.
  const columns = out.isTTY === true ? out.columns || 80 : Math.min(80, err.columns || 80);
  return {
    width: Math.max(40, Math.min(columns, 120)),
    // The log of GitHub Actions shows colours although it is no terminal.
    color: wish ?? (isAttended(out) || env['GITHUB_ACTIONS'] === 'true'),
    isErrorColored: wish ?? (isAttended(err) || env['GITHUB_ACTIONS'] === 'true'),
    isTerminal: out.isTTY === true,
    isLive: isAttended(err),
  };
}

/** Whether a CI server says that this is one of its jobs. */
export const isCi = ({ CI }: Variables): boolean => forced(CI) ?? false;

/** The wish in NO_COLOR (https://no-color.org) or FORCE_COLOR (Node); null if there is none. */
function colorWish({ NO_COLOR, FORCE_COLOR }: Variables): boolean | null {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return FORCE_COLOR === '' ? true : forced(FORCE_COLOR);
}

function forced(value: string | undefined): boolean | null {
  if (value === undefined || value === '') return null;
  return !['0', 'false'].includes(value);
}

/** Passes output and errors on to the terminal, and remembers each of them. */
export function recordTerminal(terminal: Terminal) {
  const out: string[] = [];
  const err: string[] = [];
  return {
    terminal: {
      ...terminal,
      write(text: string) {
        out.push(text);
        terminal.write(text);
      },
      writeError(text: string) {
        err.push(text);
        terminal.writeError(text);
      },
    },
    written: () => `${out.join('')}\n${err.join('')}`,
  };
}
