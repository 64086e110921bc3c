import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import { failureOf, runChild } from '../base/child.ts';
import type { ChildProgram, Ended, Ending } from '../base/child.ts';
import { UserError } from '../base/errors.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
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

const usualLimits: ChildProgram['limits'] = { time: 10_000, output: 1_048_576 };

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
  // Only the program knows.
  capacity: () => Number.POSITIVE_INFINITY,
  encrypt: async (settings, services) => encryptByCommand(settings, services),
};

/**
 * Encrypts by a program that runs without a shell in the profile's folder. Removes one trailing line break.
 * Never reads standard error: it may hold the password. Retries a failing or slow program once; after two
 * failures on one password, it retries again only once the program has worked.
 */
export function encryptByCommand(
  { command: words, folder }: CommandSettings,
  { signal }: Services,
  limits: ChildProgram['limits'] = usualLimits,
): EncryptText {
  const runOnce = async (input: string): Promise<Outcome> =>
    outcomeOf(await runChild({ command: words, cwd: folder, input, limits, signal }));
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

/** Whether a retry may help: a key server hiccups, or a machine is busy. */
const mayPass = (outcome: Outcome): boolean =>
  typeof outcome !== 'string' && ['command-failed', 'command-timed-out'].includes(outcome.code);

const codes: Readonly<Record<Ending['kind'], string>> = {
  exited: 'command-failed',
  killed: 'command-failed',
  'timed-out': 'command-timed-out',
  'printed-too-much': 'command-output-too-long',
  'not-started': 'command-not-startable',
};

/** Standard output as the text that it is in UTF-8, byte order mark included. */
function outcomeOf({ ending, output }: Ended): Outcome {
  const failure = failureOf(ending);
  if (failure !== null) return { code: codes[ending.kind], failure };
  if (!isUtf8(output)) return { code: 'command-output-not-text', failure: message('printed-no-text') };
  const text = output.toString('utf8').replace(/\r?\n$/, '');
  return text === '' ? { code: 'command-output-empty', failure: message('printed-nothing') } : text;
}
