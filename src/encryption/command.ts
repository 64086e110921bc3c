import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import { failureOf, runChild } from '../base/child.ts';
import type { ChildProgram, Ended, Ending } from '../base/child.ts';
import { UserError } from '../base/errors.ts';
import { defaultTemplate } from './scheme.ts';
import type { EncryptText, NoSettings, Scheme, Services } from './scheme.ts';

type Words = readonly [program: string, ...values: string[]];

export interface CommandSettings {
  readonly scheme: 'command';
  readonly command: Words;
  readonly folder: string;
  readonly template: string;
}

const usualLimits: ChildProgram['limits'] = { time: 10_000, output: 1_048_576 };

/** Encryption by a program that reads the password from standard input and prints the ciphertext. */
export const command: Scheme<CommandSettings, NoSettings> = {
  needed: { setting: 'command', expected: 'a list: the program, then its arguments' },
  settings: {},
  complete: ({ template = defaultTemplate, command: [program = '', ...values] = [], folder }) => ({
    scheme: 'command',
    command: [program, ...values],
    folder,
    template,
  }),
  // Only the program knows its limit.
  capacity: () => Number.POSITIVE_INFINITY,
  encrypt: async (settings, services) => encryptByCommand(settings, services),
};

/**
 * Runs a program without a shell in the profile's folder and removes one trailing line break from its output.
 * Never reads standard error: it may contain the password. Retries a failing or slow program once. After two
 * failures for one password, it retries again only once the program has succeeded.
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
    const problem = `encryption.command: the program "${basename(words[0])}" ${outcome.failure}, expected a program that reads the password on standard input and prints the ciphertext`;
    throw new UserError(
      'profile',
      outcome.code,
      problem,
      'Run the program by hand in the folder of the profile with a made-up password on standard input.',
    );
  };
}

/** A ciphertext, or why a run of the program gave none. */
type Outcome = string | { readonly code: string; readonly failure: string };

/** True if a retry may help, for example with a busy machine or key server. */
const mayPass = (outcome: Outcome): boolean =>
  typeof outcome !== 'string' && ['command-failed', 'command-timed-out'].includes(outcome.code);

const codes: Readonly<Record<Ending['kind'], string>> = {
  exited: 'command-failed',
  killed: 'command-failed',
  'timed-out': 'command-timed-out',
  'printed-too-much': 'command-output-too-long',
  'not-started': 'command-not-startable',
};

/** Standard output must be UTF-8; a byte order mark is kept. */
function outcomeOf({ ending, output }: Ended): Outcome {
  const failure = failureOf(ending);
  if (failure !== null) return { code: codes[ending.kind], failure };
  if (!isUtf8(output))
    return { code: 'command-output-not-text', failure: 'printed bytes that are not UTF-8' };
  const text = output.toString('utf8').replace(/\r?\n$/, '');
  return text === '' ? { code: 'command-output-empty', failure: 'printed nothing' } : text;
}
