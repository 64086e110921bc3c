// Where a command writes, and what the terminal of its reader supports.

import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { codeOf } from '../base/errors.ts';
import { wrap } from '../base/text-width.ts';
import { disarm } from '../base/visible.ts';

export interface Terminal {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Columns; 80 if no terminal is attached. */
  readonly width: number;
  readonly color: boolean;
  /** True if standard output is a terminal. */
  readonly isTerminal: boolean;
  /** True if standard error is an interactive terminal, so that its last line can be redrawn. */
  readonly isLive: boolean;
}

/** The terminal of this process. Node knows about colours (NO_COLOR, FORCE_COLOR, TERM). */
export function processTerminal() {
  const { stdout, stderr, env } = process;
  const [out, err] = [openOutput(stdout), openOutput(stderr)];
  return {
    width: Math.max(40, Math.min(stdout.columns || 80, 120)),
    color: styleText('red', 'x', { stream: stdout }) !== 'x',
    isTerminal: stdout.isTTY,
    isLive: stderr.isTTY && !isCi(env) && env['TERM'] !== 'dumb',
    write: out.write,
    writeError: err.write,
    /** Resolves when everything is written, or nothing more can be. */
    flush: async () => void (await Promise.all([out.flush(), err.flush()])),
    /** Why text was lost, as an error code; null if none was, or if the reader closed the pipe. */
    lost: () => out.lost() ?? err.lost(),
  };
}

// A reader that closes a pipe (`| head -1`) needs no more. That is not an error of the run.
const departures: readonly string[] = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'EOF'];

/** Writes to a stream that may break at any time. After that, writing does nothing. */
export function openOutput(stream: Writable) {
  let lost: string | null = null;
  stream.on('error', (error) => {
    const code = codeOf(error) || error.message;
    if (!departures.includes(code)) lost ??= code;
  });
  return {
    write: (text: string): void => void stream.write(text),
    flush: (): Promise<void> => new Promise((resolve) => stream.write('', () => resolve())),
    lost: (): string | null => lost,
  };
}

/** True if a CI server says that this is one of its jobs. */
export const isCi = ({ CI = '' }: Readonly<Record<string, string | undefined>>): boolean =>
  !['', '0', 'false'].includes(CI);

const wrapped = (text: string, width: number): string => `${wrap(disarm(text), width - 2).join('\n  ')}\n`;

/** Sentences, each on lines of its own. Their words may be those of a target. */
export const tell = ({ write, width }: Terminal, ...lines: readonly string[]): void =>
  write(lines.map((line) => wrapped(line, width)).join(''));

/** Warnings and other sentences on standard error. */
export const warn = (text: string, { writeError, width }: Terminal, sign = '! '): void =>
  writeError(wrapped(`${sign}${text}`, width));
