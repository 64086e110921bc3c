import { basename } from 'node:path';
import { UserError } from '../errors.ts';
import { runProgram } from './program.ts';
import type { Outcome, ProgramLimits } from './program.ts';
import { quoteFirstLine } from './quote.ts';
import type { EncryptText } from './scheme.ts';
import type { EncryptionSettings } from './settings.ts';

type Command = Extract<EncryptionSettings, { readonly scheme: 'command' }>;

const LIMITS = { time: 10_000, output: 1_048_576 } as const satisfies ProgramLimits;

const LONG_ARGUMENT = 8;
const TRY = 'Run the program by hand in the folder of the profile with a made-up password on standard input.';

function commandError(program: string, code: string, found: string): UserError {
  const expected = 'expected a program that reads the password on standard input and prints the ciphertext';
  const message = `encryption.command: the program "${program}" ${found}, ${expected}`;
  return new UserError('profile', code, message, TRY);
}

function readText(output: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(output).replace(/\r?\n$/, '');
  } catch {
    return null;
  }
}

function describeEnd(status: number | string, complaint: string, secrets: readonly string[]): string {
  const quoted = quoteFirstLine(complaint, secrets);
  const end = typeof status === 'number' ? `ended with exit code ${status}` : `was ended by ${status}`;
  return quoted === null ? end : `${end} and said "${quoted}"`;
}

function judge(outcome: Outcome, program: string, limits: ProgramLimits, secrets: readonly string[]): string {
  switch (outcome.kind) {
    case 'not-started':
      throw commandError(program, 'command-not-startable', `cannot be started (${outcome.reason})`);
    case 'timed-out':
      throw commandError(program, 'command-timed-out', `did not end within ${limits.time} ms`);
    case 'too-long':
      throw commandError(program, 'command-output-too-long', `printed more than ${limits.output} bytes`);
    case 'ended': {
      if (outcome.status !== 0) {
        const end = describeEnd(outcome.status, outcome.complaint, secrets);
        throw commandError(program, 'command-failed', end);
      }
      const text = readText(outcome.output);
      if (text === null)
        throw commandError(program, 'command-output-not-text', 'printed bytes that are not UTF-8');
      if (text === '') throw commandError(program, 'command-output-empty', 'printed nothing');
      return text;
    }
  }
}

/** A failure that may be the moment's: a key server that hiccups, a machine that is busy. */
const isPassing = (outcome: Outcome): boolean =>
  outcome.kind === 'timed-out' || (outcome.kind === 'ended' && outcome.status !== 0);

/**
 * Builds encryption by a program that runs without a shell in the profile's folder; one trailing line break of its output is stripped.
 * A program that fails or takes too long is run once more, except after a password that it failed on twice: then only once it has worked again.
 */
export function createCommand(settings: Command, limits: ProgramLimits = LIMITS): EncryptText {
  const [file, ...values] = settings.command;
  let isRepeated = true;
  // A long argument may come from `${…}` and then is a secret.
  const hidden = values.filter((value) => value.length >= LONG_ARGUMENT);
  return async (plain, password) => {
    const runOnce = (): Promise<Outcome> => runProgram(settings.command, settings.folder, plain, limits);
    const first = await runOnce();
    const outcome = isRepeated && isPassing(first) ? await runOnce() : first;
    isRepeated = !isPassing(outcome);
    return judge(outcome, basename(file), limits, [plain, password, ...hidden]);
  };
}
