// Runs a program to its end; at a limit or an abort it is killed with all processes that it started.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { codeOf } from './errors.ts';

export interface ChildProgram {
  /** A program with its arguments, or a command line for the shell. */
  readonly command: string | readonly [program: string, ...values: string[]];
  readonly cwd: string;
  /** Variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Text for standard input, which is closed if this is missing. */
  readonly input?: string | Uint8Array;
  readonly limits: ChildLimits;
  /** When aborted, the program is killed, or not started. */
  readonly signal?: AbortSignal | undefined;
  /** The program may ask at the terminal, so it stays in this process group. */
  readonly keepsTerminal?: boolean;
}

/** A stream without a limit is not read. */
interface ChildLimits {
  /** Milliseconds until the program is killed. */
  readonly time: number;
  /** Bytes of standard output after which the program is killed. */
  readonly output?: number;
  /** Bytes of standard error that are kept. */
  readonly complaint?: number;
}

export interface Ended {
  /** The rest of a sentence about the program; null: it exited with 0. */
  readonly failure: string | null;
  readonly output: Buffer;
  readonly complaint: Buffer;
}

/** Never rejects. */
export function runChild(program: ChildProgram): Promise<Ended> {
  const { input, limits, signal } = program;
  return new Promise((settle) => {
    const child = signal?.aborted === true ? 'ABORT_ERR' : start(program);
    if (typeof child === 'string')
      return settle({ failure: notStarted(child), output: Buffer.alloc(0), complaint: Buffer.alloc(0) });
    const finish = (failure: string | null): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      // Child processes may still hold the pipes open.
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
      settle({ failure, output: Buffer.concat(output), complaint: Buffer.concat(complaint) });
    };
    const kill = (failure: string): void => {
      if (program.keepsTerminal === true) child.kill('SIGKILL');
      else killGroup(child);
      finish(failure);
    };
    const abort = (): void => kill('was interrupted');
    const timer = setTimeout(kill, limits.time, `did not end within ${limits.time} ms`);
    signal?.addEventListener('abort', abort);
    const output = collect(child.stdout, limits.output, (most) => kill(`printed more than ${most} bytes`));
    const complaint = collect(child.stderr, limits.complaint, () => undefined);
    child.on('error', (error) => finish(notStarted(codeOf(error))));
    child.on('close', (code, by) => {
      if (code === 0) finish(null);
      else finish(code === null ? `was ended by ${by ?? 'SIGKILL'}` : exitedWith(code));
    });
    // A program that does not read its input closes the pipe (EPIPE); its exit code tells whether that is wrong.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

const notStarted = (code: string): string =>
  `cannot be started (${code || 'unknown reason'}): it must exist, be executable, and begin with a line like #!/bin/sh that ends without a carriage return`;

/** 126 and 127 come of the shell and of `env` (POSIX, 2.8.2). */
const exitedWith = (code: number): string =>
  `exited with code ${code}${code === 126 || code === 127 ? ', as of a program that cannot be found or run' : ''}`;

/** Starts a program; if it cannot, returns the error code. */
function start({ command, cwd, env, input, limits, keepsTerminal }: ChildProgram): ChildProcess | string {
  const [file, ...values] = typeof command === 'string' ? [command] : command;
  const stdio = [input, limits.output, limits.complaint].map((one) =>
    one === undefined ? ('ignore' as const) : ('pipe' as const),
  );
  try {
    return spawn(file, values, {
      cwd,
      stdio,
      windowsHide: true,
      // With a process group of its own, a kill reaches all processes that it started.
      detached: keepsTerminal !== true,
      shell: typeof command === 'string',
      env: { ...process.env, ...env },
    });
  } catch (error) {
    return codeOf(error) || 'unknown reason';
  }
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group no longer exists, or the system has no groups.
    child.kill('SIGKILL');
  }
}

/** Collects chunks until they exceed `limit` bytes. If no file descriptors are left, there is no stream. */
function collect(
  stream: Readable | null,
  limit: number | undefined,
  onTooLong: (limit: number) => void,
): readonly Buffer[] {
  const chunks: Buffer[] = [];
  let room = limit ?? 0;
  stream?.on('data', (chunk: Buffer) => {
    if (room >= 0) chunks.push(chunk);
    room -= chunk.length;
    if (room < 0) onTooLong(limit ?? 0);
  });
  return chunks;
}
