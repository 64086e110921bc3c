import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';

/** Bounds of one run of a program. */
export interface ProgramLimits {
  /** Milliseconds until it is killed. */
  readonly time: number;
  /** Bytes of standard output until it is killed. */
  readonly output: number;
}

/** What came of running a program. */
export type Outcome =
  | { readonly kind: 'not-started'; readonly reason: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'too-long' }
  | {
      readonly kind: 'ended';
      /** Exit code or name of the signal. */
      readonly status: number | NodeJS.Signals;
      readonly output: Buffer;
      /** Beginning of standard error. */
      readonly complaint: string;
    };

const COMPLAINT_CHUNKS = 4;

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}

function stop(child: ChildProcess): void {
  child.kill('SIGKILL');
  // A grandchild may hold the pipes open.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
}

function start(command: readonly [string, ...string[]], folder: string): ChildProcess | Outcome {
  const [file, ...values] = command;
  try {
    const options: SpawnOptions = { cwd: folder, shell: false, stdio: 'pipe', windowsHide: true };
    return spawn(file, values, options);
  } catch (error) {
    return { kind: 'not-started', reason: reasonOf(error) };
  }
}

function watch(child: ChildProcess, limits: ProgramLimits, report: (outcome: Outcome) => void): void {
  const output: Buffer[] = [];
  const complaint: Buffer[] = [];
  let room = limits.output;
  // There are no streams where the machine has run out of file descriptors; the error follows.
  child.stdout?.on('data', (chunk: Buffer) => {
    output.push(chunk);
    room -= chunk.length;
    if (room < 0) report({ kind: 'too-long' });
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    if (complaint.length < COMPLAINT_CHUNKS) complaint.push(chunk);
  });
  child.on('error', (error) => report({ kind: 'not-started', reason: reasonOf(error) }));
  child.on('close', (code, signal) => {
    const status = code ?? signal ?? 'SIGKILL';
    report({
      kind: 'ended',
      status,
      output: Buffer.concat(output),
      complaint: Buffer.concat(complaint).toString(),
    });
  });
}

/** Runs a program without a shell, feeds it `input` in UTF-8 and waits for its end; never rejects and kills it at a limit. */
export function runProgram(
  command: readonly [string, ...string[]],
  folder: string,
  input: string,
  limits: ProgramLimits,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = start(command, folder);
    if ('kind' in child) return resolve(child);
    const report = (outcome: Outcome) => {
      clearTimeout(timer);
      stop(child);
      resolve(outcome);
    };
    const timer = setTimeout(() => report({ kind: 'timed-out' }), limits.time);
    watch(child, limits, report);
    // A program that does not read its input closes the pipe (EPIPE); its exit code tells whether that is an error.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input, 'utf8');
  });
}
