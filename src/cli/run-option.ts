import { UserError } from '../errors.ts';
import type { Repetition } from '../execution/run.ts';
import { formats, isFormatName } from '../report/format.ts';
import type { FormatName } from '../report/format.ts';
import { languages } from '../wording/message.ts';
import type { Language } from '../wording/message.ts';
import { specification } from '../spec/variant.ts';
import { nearMiss } from '../target/near-miss.ts';
import type { Given, OptionTable } from './option.ts';

/** The language of the reports, for every command that writes some. */
export const languageOption = {
  type: 'text',
  group: 'reports',
  value: languages.join('|'),
  summary: 'language of the reports, in place of that of the profile',
} as const satisfies OptionTable[string];

/** The variants that an option may name. */
export const variantIds = specification.variants.map(({ id }) => id);

/** Options of `run`. */
export const runOptions = {
  target: { type: 'text', group: 'target', value: 'FILE', summary: 'target profile (YAML)' },
  'base-url': { type: 'text', group: 'target', value: 'URL', summary: 'base URL of the target' },
  variant: {
    type: 'text',
    group: 'selection',
    choices: variantIds,
    repeatable: true,
    summary: 'only this variant',
  },
  case: { type: 'text', group: 'selection', value: 'GLOB', repeatable: true, summary: 'only these cases' },
  requirement: {
    type: 'text',
    group: 'selection',
    value: 'GLOB',
    repeatable: true,
    summary: 'only cases that check these requirements',
  },
  out: {
    type: 'text',
    group: 'reports',
    value: 'DIR',
    summary: 'folder of the reports, `reports` if left out',
  },
  format: {
    type: 'text',
    group: 'reports',
    value: 'LIST',
    summary: `of ${Object.keys(formats).join(',')}; all if left out`,
  },
  language: languageOption,
  concurrency: { type: 'integer', group: 'requests', least: 1, value: 'N', summary: 'requests open at once' },
  rate: { type: 'number', group: 'requests', value: 'N', summary: 'requests per second' },
  timeout: {
    type: 'integer',
    group: 'requests',
    least: 1,
    value: 'MS',
    summary: 'milliseconds for a whole answer',
  },
  retries: { type: 'integer', group: 'requests', value: 'N', summary: 'repeats of a doubtful answer' },
  repeat: {
    type: 'integer',
    group: 'requests',
    least: 1,
    value: 'N',
    summary: 'run every case N times and report what is not stable',
  },
  seed: { type: 'integer', group: 'requests', value: 'N', summary: 'shuffle the cases by this number' },
  thorough: {
    type: 'flag',
    group: 'selection',
    summary: 'also observe what may be a burden: request bodies of 1 MiB',
  },
  'dry-run': {
    type: 'flag',
    group: 'output',
    summary: 'print the requests that would be sent, and send none',
  },
  reviews: {
    type: 'text',
    group: 'reports',
    value: 'FILE',
    summary: 'decisions of persons on texts under review (YAML)',
  },
  complete: { type: 'flag', group: 'reports', summary: 'exit 3 if anything is inconclusive or under review' },
  ui: { type: 'flag', group: 'output', summary: 'open the cases in the browser interface of vitest' },
  yes: { type: 'flag', group: 'target', summary: 'run against a base URL that the profile calls production' },
  json: {
    type: 'flag',
    group: 'output',
    summary: 'print one line of JSON at the end; what is for people goes to stderr',
  },
  quiet: { type: 'flag', group: 'output', summary: 'print nothing but warnings and errors' },
  verbose: {
    type: 'flag',
    group: 'output',
    summary: 'print each exchange as it ends, all failures and the observations',
  },
  'require-target': {
    type: 'flag',
    group: 'target',
    summary: 'where no target is named, end with 2 instead of judging the built-in reference',
  },
  help: { type: 'flag', group: 'output', summary: 'show this' },
} as const satisfies OptionTable;

const { target, ...others } = runOptions;

/** Options of `run` alone, which may name several targets. */
export const ownRunOptions = {
  target: {
    ...target,
    repeatable: true,
    summary: 'target profile (YAML); several of them, or a quoted pattern, run one after the other',
  },
  jobs: {
    type: 'integer',
    group: 'target',
    least: 1,
    value: 'N',
    summary: 'of several targets so many at once, 1 by default',
  },
  ...others,
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

/** The language that was asked for, null if none was; throws a UserError for an unknown one. */
export function chosenLanguage(given: Given): Language | null {
  const word = given.text('language');
  if (word === undefined) return null;
  const found = languages.find((language) => language === word);
  if (found !== undefined) return found;
  throw new UserError(
    'usage',
    'unknown-language',
    `--language: found ${JSON.stringify(word)}, expected one of ${languages.join(', ')}`,
    'nothing was sent',
  );
}

/** How often cases run and in which order: shuffled where they are repeated or a seed is given. */
export function chosenRepetition(given: Given, drawSeed: () => number): Repetition {
  const times = given.integer('repeat') ?? 1;
  const seed = given.integer('seed') ?? (times > 1 ? drawSeed() : null);
  return { times, seed };
}
