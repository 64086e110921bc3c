import { isUtf8 } from 'node:buffer';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { UserError } from '../errors.ts';
import { message } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import { defaultTemplate } from './scheme.ts';
import type { EncryptText, NoSettings, Scheme, Services } from './scheme.ts';

type Words = readonly [program: string, ...values: string[]];

/** Settings of encryption by a program. */
export interface CommandSettings {
  readonly scheme: 'command';
  readonly command: Words;
  /** Folder in which the program runs. */
  readonly folder: string;
  readonly template: string;
}

/** Bounds of one run of a program. */
interface Limits {
  /** Milliseconds until it is killed. */
  readonly time: number;
  /** Bytes of standard output until it is killed. */
  readonly output: number;
}

const usualLimits: Limits = { time: 10_000, output: 1_048_576 };

/** Encryption by a program that reads the password on standard input and prints the ciphertext. */
export const command: Scheme<CommandSettings, NoSettings> = {
  needed: { setting: 'command', expected: 'a list: the program, then its arguments' },
  settings: {},
  complete: ({ template = defaultTemplate, command: [program = '', ...values] = [], folder }) => ({
    scheme: 'command',
    command: [program, ...values],
    folder,
    template,
  }),
  encrypt: async (settings, services) => encryptByCommand(settings, services),
};

/**
 * Encrypts by a program that runs without a shell in the profile's folder; one trailing line break of its output is removed. What
 * it says on standard error is not read: it may hold the password, in any form.
 * A program that fails or takes too long is run once more, except after a password that it failed on twice: then only once it has worked again.
 */
export function encryptByCommand(
  { command: words, folder }: CommandSettings,
  { signal }: Services,
  limits: Limits = usualLimits,
): EncryptText {
  const runOnce = (plain: string): Promise<Outcome> => run(words, folder, plain, limits, signal);
  let isRepeated = true;
  return async (plain) => {
    const first = await runOnce(plain);
    const outcome = isRepeated && mayPass(first) && signal?.aborted !== true ? await runOnce(plain) : first;
    isRepeated = !mayPass(outcome);
    if (typeof outcome === 'string') return outcome;
    const found = message('command-failed', { program: basename(words[0]), failure: outcome.failure });
    throw new UserError('profile', outcome.code, found, message('try-program'));
  };
}

/** A ciphertext, or why a run of a program gave none. */
type Outcome = string | { readonly code: string; readonly failure: Message };

/** Whether it may be the moment's: a key server that hiccups, a machine that is busy. */
const mayPass = (outcome: Outcome): boolean =>
  typeof outcome !== 'string' && ['command-failed', 'command-timed-out'].includes(outcome.code);

/** Runs a program without a shell, feeds it `input` in UTF-8 and waits for its end; never rejects. At a limit and at the end of the run it is killed with all that it has started. */
function run(
  words: Words,
  folder: string,
  input: string,
  limits: Limits,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = signal?.aborted === true ? 'ABORT_ERR' : start(words, folder);
    if (typeof child === 'string') return resolve(notStarted(child));
    const report = (outcome: Outcome): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      // What it has started may hold the pipes open.
      for (const stream of [child.stdin, child.stdout]) stream?.destroy();
      resolve(outcome);
    };
    const kill = (code: string, failure: Message): void => {
      killGroup(child);
      report({ code, failure });
    };
    const abort = (): void => kill('command-failed', message('ended-by-signal', { signal: 'SIGKILL' }));
    const slow = message('did-not-end', { limit: limits.time });
    const timer = setTimeout(kill, limits.time, 'command-timed-out', slow);
    signal?.addEventListener('abort', abort);
    const output = collect(child.stdout, limits.output, () =>
      kill('command-output-too-long', message('printed-too-much', { limit: limits.output })),
    );
    child.on('error', (error) => report(notStarted(reasonOf(error))));
    child.on('close', (code, killedBy) => {
      if (code === 0) return report(readOutput(Buffer.concat(output)));
      const signalled = message('ended-by-signal', { signal: killedBy ?? 'SIGKILL' });
      const failure = code === null ? signalled : message('exited-with', { code });
      report({ code: 'command-failed', failure });
    });
    // A program that does not read its input closes the pipe (EPIPE); its exit code says whether that is an error.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input, 'utf8');
  });
}

/** A running program, or the code of the reason why there is none. */
function start([program, ...values]: Words, folder: string): ChildProcess | string {
  // Loaded only where there is something to start.
  const { spawn } = process.getBuiltinModule('node:child_process');
  try {
    // In a process group of its own, so that what it has started can be killed with it.
    const stdio: StdioOptions = ['pipe', 'pipe', 'ignore'];
    return spawn(program, values, { cwd: folder, stdio, windowsHide: true, detached: true });
  } catch (error) {
    return reasonOf(error);
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';

const notStarted = (reason: string): Outcome => ({
  code: 'command-not-startable',
  failure: message('not-startable', { reason }),
});

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // There is no such group any more, or the system has no groups.
    child.kill('SIGKILL');
  }
}

/** The chunks that come, up to `limit` bytes and one chunk. There is no stream where the machine has run out of file descriptors. */
function collect(stream: Readable | null, limit: number, onTooLong: () => void): readonly Buffer[] {
  const chunks: Buffer[] = [];
  let room = limit;
  stream?.on('data', (chunk: Buffer) => {
    if (room >= 0) chunks.push(chunk);
    room -= chunk.length;
    if (room < 0) onTooLong();
  });
  return chunks;
}

/** Standard output as the text that it is in UTF-8, byte order mark included. */
function readOutput(bytes: Buffer): Outcome {
  if (!isUtf8(bytes)) return { code: 'command-output-not-text', failure: message('printed-no-text') };
  const text = bytes.toString('utf8').replace(/\r?\n$/, '');
  return text === '' ? { code: 'command-output-empty', failure: message('printed-nothing') } : text;
}
