import { resolve } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

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
  | { readonly kind: 'exited'; readonly code: number; readonly because?: string }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'timed-out' | 'printed-too-much'; readonly limit: number }
  | { readonly kind: 'not-started'; readonly reason: string; readonly because?: string };

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
  return new Promise((settle) => {
    const child = signal?.aborted === true ? 'ABORT_ERR' : start(program);
    if (typeof child === 'string') {
      const ending = withCause({ kind: 'not-started', reason: child }, program);
      return settle({ ending, output: Buffer.alloc(0), complaint: Buffer.alloc(0) });
    }
    const finish = (ending: Ending): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      // Child processes may still hold the pipes open.
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
      settle({
        ending: withCause(ending, program),
        output: Buffer.concat(output),
        complaint: Buffer.concat(complaint),
      });
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
export function failureOf(ending: Ending): string | null {
  switch (ending.kind) {
    case 'exited':
      if (ending.code === 0) return null;
      return explained(`exited with code ${ending.code}`, ending.because);
    case 'killed':
      return `was ended by ${ending.signal}`;
    case 'timed-out':
      return `did not end within ${ending.limit} ms`;
    case 'printed-too-much':
      return `printed more than ${ending.limit} bytes`;
    case 'not-started':
      return explained(`cannot be started (${ending.reason})`, ending.because);
  }
}

const explained = (failure: string, because: string | undefined): string =>
  because === undefined ? failure : `${failure}: ${because}`;

/** Exit codes of a shell and of `env` for a program that cannot be run (POSIX, 2.8.2). */
const notRun: readonly number[] = [126, 127];

/** Adds what the program's file tells of an ending that comes of its first line or of its place. */
function withCause(ending: Ending, program: ChildProgram): Ending {
  if (ending.kind !== 'not-started' && !(ending.kind === 'exited' && notRun.includes(ending.code)))
    return ending;
  const because = causeInFile(program);
  return because === null ? ending : { ...ending, because };
}

/** Bytes of a file that are read: the system reads no longer first line. */
const firstLine = 256;

function causeInFile({ command, cwd }: ChildProgram): string | null {
  const { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } =
    process.getBuiltinModule('node:fs');
  const name = typeof command === 'string' ? (/^\s*([\w./~-]+)/.exec(command)?.[1] ?? '') : command[0];
  if (!existsSync(cwd)) return 'its folder is not there';
  const file = resolve(cwd, name);
  if (!existsSync(file)) return name.includes('/') ? `there is no file ${name}` : null;
  if (!name.includes('/')) return `${name} lies in the folder of the profile: write ./${name}`;
  try {
    if (statSync(file).isDirectory()) return `${name} is a folder`;
    const opened = openSync(file, 'r');
    const bytes = Buffer.alloc(firstLine);
    readSync(opened, bytes, 0, firstLine, 0);
    closeSync(opened);
    const [line = ''] = bytes.toString('latin1').split('\n');
    if (line.startsWith('\u00EF\u00BB\u00BF'))
      return `${name} begins with a byte order mark: save it as UTF-8 without one`;
    if (line.startsWith('#!') && line.includes('\r'))
      return `the first line of ${name} ends in CR LF, as on Windows: write it with LF alone (sed -i 's/\\r$//', or *.sh eol=lf in .gitattributes)`;
    const interpreter = /^#!\s*(\/\S+)/.exec(line)?.[1];
    if (interpreter !== undefined && !existsSync(interpreter))
      return `the first line of ${name} names ${interpreter}, which is not there`;
    accessSync(file, constants.X_OK);
    return interpreter === undefined && /^[\t\x20-\x7e]*$/.test(line)
      ? `${name} has no first line like #!/bin/sh`
      : null;
  } catch {
    return `${name} may not be executed: chmod +x ${name}`;
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
