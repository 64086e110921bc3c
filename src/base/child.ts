import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';

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

/** Limits of one run. A stream without a limit is not read. */
interface ChildLimits {
  /** Milliseconds until the program is killed. */
  readonly time: number;
  /** Bytes of standard output after which the program is killed. */
  readonly output?: number;
  /** Bytes of standard error that are kept. */
  readonly complaint?: number;
}

export type Ending =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'timed-out' | 'printed-too-much'; readonly limit: number }
  | { readonly kind: 'not-started'; readonly reason: string };

export interface Ended {
  readonly ending: Ending;
  readonly output: Buffer;
  readonly complaint: Buffer;
}

/**
 * Runs a program to its end; never rejects. At a limit or an abort, it is killed with all processes it started.
 */
export function runChild(program: ChildProgram): Promise<Ended> {
  const { input, limits, signal } = program;
  return new Promise((resolve) => {
    const child = signal?.aborted === true ? 'ABORT_ERR' : start(program);
    if (typeof child === 'string') {
      const ending: Ending = { kind: 'not-started', reason: child };
      return resolve({ ending, output: Buffer.alloc(0), complaint: Buffer.alloc(0) });
    }
    const finish = (ending: Ending): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      // Child processes may still hold the pipes open.
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
      resolve({ ending, output: Buffer.concat(output), complaint: Buffer.concat(complaint) });
    };
    const kill = (ending: Ending): void => {
      if (program.keepsTerminal === true) child.kill('SIGKILL');
      else killGroup(child);
      finish(ending);
    };
    const abort = (): void => kill({ kind: 'killed', signal: 'SIGKILL' });
    const timer = setTimeout(kill, limits.time, { kind: 'timed-out', limit: limits.time });
    signal?.addEventListener('abort', abort);
    const output = collect(child.stdout, limits.output, (limit) => kill({ kind: 'printed-too-much', limit }));
    const complaint = collect(child.stderr, limits.complaint, () => undefined);
    child.on('error', (error) => finish({ kind: 'not-started', reason: reasonOf(error) }));
    child.on('close', (code, by) =>
      finish(code === null ? { kind: 'killed', signal: by ?? 'SIGKILL' } : { kind: 'exited', code }),
    );
    // A program that does not read its input closes the pipe (EPIPE). Its exit code tells whether that is an
    // error.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** Describes a failure as the rest of a sentence about the program; null if it exited with 0. */
export function failureOf(ending: Ending): Message | null {
  switch (ending.kind) {
    case 'exited':
      return ending.code === 0 ? null : message('exited-with', { code: ending.code });
    case 'killed':
      return message('ended-by-signal', { signal: ending.signal });
    case 'timed-out':
      return message('did-not-end', { limit: ending.limit });
    case 'printed-too-much':
      return message('printed-too-much', { limit: ending.limit });
    case 'not-started':
      return message('not-startable', { reason: ending.reason });
  }
}

/** Starts a program; if it cannot, returns the error code. */
function start({ command, cwd, env, input, limits, keepsTerminal }: ChildProgram): ChildProcess | string {
  // Loaded only when a program is started.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const [file, ...values] = typeof command === 'string' ? [command] : command;
  const stdio = [input, limits.output, limits.complaint].map((one) =>
    one === undefined ? 'ignore' : 'pipe',
  );
  // With a process group of its own, a kill reaches all processes that it started.
  const options = { cwd, stdio, windowsHide: true, detached: keepsTerminal !== true } as const;
  try {
    return spawn(file, values, {
      ...options,
      shell: typeof command === 'string',
      env: { ...process.env, ...env },
    });
  } catch (error) {
    return reasonOf(error);
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';

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
