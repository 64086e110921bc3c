import { parseArgs } from 'node:util';
import { UserError } from '../errors.ts';
import { nearMiss } from '../target/near-miss.ts';

/** What an option is about, with the title under which help lists it. */
export const optionGroups = {
  target: 'What is tested',
  selection: 'What of it',
  requests: 'How it is asked',
  reports: 'What is written',
  certificate: 'What is signed',
  output: 'What is printed',
} as const;

/** One option of a command. */
export interface Option {
  /** `flag` takes no value, `number` one above 0. */
  readonly type: 'flag' | 'text' | 'integer' | 'number';
  readonly repeatable?: true;
  /** Smallest value of an integer, 0 if left out. */
  readonly least?: number;
  /** The values that a text may have; any if left out. */
  readonly choices?: readonly string[];
  /** How help names its value; the choices if left out. */
  readonly value?: string;
  /** Under which title help lists it. */
  readonly group?: keyof typeof optionGroups;
  readonly summary: string;
}

/** Options by their names, without dashes. */
export type OptionTable = Readonly<Record<string, Option>>;

/** What was given, by name; texts as they stand. */
export interface Given {
  /** Arguments that are no options. */
  readonly words: readonly string[];
  readonly has: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
  readonly texts: (name: string) => readonly string[];
  readonly integer: (name: string) => number | undefined;
  readonly number: (name: string) => number | undefined;
}

/** Reads the arguments of a command; throws a UserError for an unknown option, a missing or a wrong value. */
export function readOptions(
  command: string,
  args: readonly string[],
  table: OptionTable,
  mostWords = 0,
): Given {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(table).map(([name, { type }]) => [
        name,
        { type: type === 'flag' ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
    strict: false,
    tokens: true,
  });
  const found = new Map<string, string[]>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      if (words.push(token.value) > mostWords) throw unexpected(command, token.value);
      continue;
    }
    const option = table[token.name];
    if (option === undefined) throw unknownOption(command, token.rawName, Object.keys(table));
    const before = found.get(token.name) ?? [];
    if (before.length > 0 && option.repeatable !== true && option.type !== 'flag') throw twice(token.rawName);
    found.set(token.name, [...before, checked(token.rawName, option, token.value)]);
  }
  const text = (name: string): string | undefined => found.get(name)?.[0];
  const number = (name: string): number | undefined =>
    text(name) === undefined ? undefined : Number(text(name));
  return {
    words,
    has: (name) => found.has(name),
    text,
    texts: (name) => found.get(name) ?? [],
    integer: number,
    number,
  };
}

function checked(name: string, option: Option, value: string | undefined): string {
  const { type, least = 0 } = option;
  if (type === 'flag') {
    if (value === undefined) return '';
    throw wrongValue(name, `found a value, expected none`);
  }
  if (value === undefined || value === '' || value.startsWith('--')) {
    throw wrongValue(
      name,
      `found no value, expected ${option.value ?? option.choices?.join(' or ') ?? 'one'}`,
    );
  }
  if (type === 'integer' && !(/^\d{1,9}$/.test(value) && Number(value) >= least)) {
    throw wrongValue(name, `found ${JSON.stringify(value)}, expected a whole number from ${least}`);
  }
  if (type === 'number' && !(/^\d{0,9}\.?\d{1,9}$/.test(value) && Number(value) > 0)) {
    throw wrongValue(name, `found ${JSON.stringify(value)}, expected a number above 0`);
  }
  if (option.choices?.includes(value) === false) throw wrongChoice(name, option.choices, value);
  return value;
}

function wrongChoice(name: string, choices: readonly string[], value: string): UserError {
  const near = nearMiss(value, choices);
  const expected = choices.length === 2 ? choices.join(' or ') : `one of ${choices.join(', ')}`;
  const question = near === null ? '' : `; did you mean ${near}?`;
  return wrongValue(name, `found ${JSON.stringify(value)}, expected ${expected}${question}`);
}

const wrongValue = (name: string, problem: string): UserError =>
  new UserError('usage', 'wrong-option-value', `${name}: ${problem}`, 'see --help; nothing was sent');

const twice = (name: string): UserError =>
  new UserError('usage', 'repeated-option', `${name} is given twice`, 'give it once; nothing was sent');

const unexpected = (command: string, word: string): UserError =>
  new UserError(
    'usage',
    'unexpected-argument',
    `${command} takes no argument ${JSON.stringify(word)}`,
    `options begin with --; see ${command} --help; nothing was sent`,
  );

function unknownOption(command: string, name: string, known: readonly string[]): UserError {
  const near = nearMiss(name.replace(/^-+/, ''), known);
  const question = near === null ? '' : `; did you mean --${near}?`;
  const message = `${command} has no option ${name}${question}`;
  return new UserError('usage', 'unknown-option', message, `see ${command} --help; nothing was sent`);
}
