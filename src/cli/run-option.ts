import { UserError } from '../errors.ts';
import type { Repetition } from '../execution/order.ts';
import { formats, isFormatName } from '../report/format.ts';
import type { FormatName } from '../report/format.ts';
import { nearMiss } from '../target/near-miss.ts';
import type { Given, OptionTable } from './option.ts';

/** Options of `run`. */
export const runOptions = {
  target: { type: 'text', value: 'FILE', summary: 'target profile (YAML)' },
  'base-url': { type: 'text', value: 'URL', summary: 'base URL of the target' },
  variant: { type: 'text', value: 'a|b', repeatable: true, summary: 'only this variant' },
  case: { type: 'text', value: 'GLOB', repeatable: true, summary: 'only these cases' },
  requirement: {
    type: 'text',
    value: 'GLOB',
    repeatable: true,
    summary: 'only cases that check these requirements',
  },
  out: { type: 'text', value: 'DIR', summary: 'folder of the reports, `reports` if left out' },
  format: { type: 'text', value: 'LIST', summary: `of ${Object.keys(formats).join(',')}; all if left out` },
  concurrency: { type: 'integer', least: 1, value: 'N', summary: 'requests open at once' },
  rate: { type: 'integer', least: 1, value: 'N', summary: 'requests per second' },
  timeout: { type: 'integer', least: 1, value: 'MS', summary: 'milliseconds for a whole answer' },
  retries: { type: 'integer', value: 'N', summary: 'repeats of a doubtful answer' },
  repeat: {
    type: 'integer',
    least: 1,
    value: 'N',
    summary: 'run every case N times and report what is not stable',
  },
  seed: { type: 'integer', value: 'N', summary: 'shuffle the cases by this number' },
  thorough: { type: 'flag', summary: 'also observe what may be a burden: request bodies of 1 MiB' },
  'dry-run': { type: 'flag', summary: 'print the requests that would be sent, and send none' },
  complete: { type: 'flag', summary: 'exit 3 if anything is inconclusive or under review' },
  ui: { type: 'flag', summary: 'open the cases in the browser interface of vitest' },
  yes: { type: 'flag', summary: 'run against a base URL that the profile calls production' },
  quiet: { type: 'flag', summary: 'print nothing but warnings and errors' },
  help: { type: 'flag', summary: 'show this' },
} as const satisfies OptionTable;

/** The formats that were asked for, all if none was; throws a UserError for an unknown one. */
export function chosenFormats(given: Given): readonly FormatName[] {
  const list = given.text('format');
  const known = Object.keys(formats);
  const words = list === undefined ? known : list.split(',').map((word) => word.trim());
  return words.map((word) => {
    if (isFormatName(word)) return word;
    const near = nearMiss(word, known);
    const question = near === null ? '' : `; did you mean ${near}?`;
    throw new UserError(
      'usage',
      'unknown-format',
      `--format: found ${JSON.stringify(word)}, expected some of ${known.join(', ')}${question}`,
      'separate them by commas; nothing was sent',
    );
  });
}

/** How often cases run and in which order: shuffled where they are repeated or a seed is given. */
export function chosenRepetition(given: Given, drawSeed: () => number): Repetition {
  const times = given.integer('repeat') ?? 1;
  const seed = given.integer('seed') ?? (times > 1 ? drawSeed() : null);
  return { times, seed };
}
