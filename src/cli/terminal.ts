// Where a command writes, and what the terminal of its reader supports.

import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { wrap } from '../base/text-width.ts';
import { disarm } from '../base/visible.ts';

/** Where a command writes, and what its reader's terminal supports. */
export interface Terminal {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Columns; 80 if no terminal is attached. */
  readonly width: number;
  readonly color: boolean;
  readonly isErrorColored: boolean;
  /** True if standard output is a terminal. */
  readonly isTerminal: boolean;
  /** True if standard error is an interactive terminal, so that its last line can be redrawn. */
  readonly isLive: boolean;
}

/** The terminal of this process. If a pipe is closed or a disk full, it stops writing. */
export function processTerminal() {
  const { stdout, stderr, env } = process;
  const [out, err] = [openOutput(stdout), openOutput(stderr)];
  return {
    ...abilityOf(env, stdout, stderr),
    write: out.write,
    writeError: err.write,
    /** Resolves when everything is written, or nothing more can be. */
    flush: async () => void (await Promise.all([out.flush(), err.flush()])),
    /** Why text was lost, as an error code; null if none was, or if the reader closed the pipe. */
    lost: () => out.lost() ?? err.lost(),
  };
}

// A reader that closes a pipe (`| head -1`) needs no more. That is not an error of the run.
const departures: readonly unknown[] = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'EOF'];

/**
 * Writes to a stream that may break at any time. After that, writing does nothing, and no error reaches the
 * process.
 */
export function openOutput(stream: Writable) {
  let isBroken = false;
  let lost: string | null = null;
  const broke = (error: Error): void => {
    const code = 'code' in error ? error.code : null;
    if (!isBroken && !departures.includes(code)) lost = typeof code === 'string' ? code : error.message;
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
    lost: (): string | null => lost,
  };
}

/** Properties of a stream that may be a terminal. */
export interface StreamTraits {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Capabilities of these streams. Logs of CI servers and dumb terminals get plain lines, GitHub Actions colours.
 * NO_COLOR overrides FORCE_COLOR, and both override detection.
 */
export function abilityOf(env: Variables, out: StreamTraits, err: StreamTraits) {
  const isAttended = (stream: StreamTraits): boolean =>
    stream.isTTY === true && !isCi(env) && env['TERM'] !== 'dumb';
  const wish = colorWish(env);
  // Piped output is at most 80 columns wide, even if the progress is shown on a wider terminal.
  const columns = out.isTTY === true ? out.columns || 80 : Math.min(80, err.columns || 80);
  return {
    width: Math.max(40, Math.min(columns, 120)),
    // The log of GitHub Actions shows colours, although it is not a terminal.
    color: wish ?? (isAttended(out) || env['GITHUB_ACTIONS'] === 'true'),
    isErrorColored: wish ?? (isAttended(err) || env['GITHUB_ACTIONS'] === 'true'),
    isTerminal: out.isTTY === true,
    isLive: isAttended(err),
  };
}

/** True if a CI server says that this is one of its jobs. */
export const isCi = ({ CI }: Variables): boolean => forced(CI) ?? false;

/** The setting in NO_COLOR (https://no-color.org) or FORCE_COLOR (Node); null if there is none. */
function colorWish({ NO_COLOR, FORCE_COLOR }: Variables): boolean | null {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return FORCE_COLOR === '' ? true : forced(FORCE_COLOR);
}

function forced(value: string | undefined): boolean | null {
  if (value === undefined || value === '') return null;
  return !['0', 'false'].includes(value);
}

/** Wraps a message to lines of at most `width` columns. Later lines are indented. */
export const wrapped = (text: string, width: number): string => `${wrap(text, width - 2).join('\n  ')}\n`;

/** A warning on standard error. Its words may be those of a target. */
export function warn(text: string, { writeError, isErrorColored, width }: Terminal): void {
  const line = wrapped(`! ${disarm(text)}`, width);
  writeError(isErrorColored ? `${styleText('red', line.trimEnd(), { validateStream: false })}\n` : line);
}
