import { parseArgs } from 'node:util';
import { UserError } from '../base/errors.ts';
import { wrap } from '../base/text-width.ts';
import { program } from '../base/package.ts';
import { nearMiss } from '../base/near-miss.ts';
import { shownFile } from '../base/path.ts';

export interface Option {
  /** `flag` has no value, `list` comma-separated words, `integer` a whole number, `number` one above 0. */
  readonly type: 'flag' | 'text' | 'list' | 'integer' | 'number';
  readonly help: string;
  /** Name of the value in help; default: the choices. */
  readonly value?: string;
  /** The only words allowed in a text or a list. */
  readonly choices?: readonly string[];
  readonly default?: string;
  /** Environment variable that is used if the option is missing. */
  readonly variable?: string;
  /** Smallest value of an integer, default 0, and the largest. */
  readonly least?: number;
  readonly most?: number;
  readonly repeatable?: true;
}

/** Options by the title of their group, then by their names without dashes. */
export type OptionTable = Readonly<Record<string, Readonly<Record<string, Option>>>>;

/** The given options. */
export interface Given {
  readonly command: string;
  /** Arguments that are not options. */
  readonly words: readonly string[];
  readonly has: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
  /** The given value, or the default. */
  readonly value: (name: string) => string;
  /** All values of a repeatable option or a list. If a list is not given, its default. */
  readonly texts: (name: string) => readonly string[];
  readonly number: (name: string) => number | undefined;
}

const helpOption: Option = { type: 'flag', help: 'show this' };

/** Parses the arguments of a command. Throws a UserError for an unknown option, a missing or a wrong value. */
export function readOptions(
  command: string,
  args: readonly string[],
  groups: OptionTable,
  mostWords = 0,
): Given {
  const table: Readonly<Record<string, Option>> = Object.assign({}, ...Object.values(groups), {
    help: helpOption,
  });
  const types = Object.entries(table).map(([name, { type }]) => {
    return [name, { type: type === 'flag' ? ('boolean' as const) : ('string' as const) }] as const;
  });
  const found = new Map<string, string[]>();
  const words: string[] = [];
  const options = Object.fromEntries(types);
  for (const token of parseArgs({ args: [...args], options, strict: false, tokens: true }).tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      if (words.push(token.value) > mostWords) throw unexpected(command, token.value, 'target' in table);
      continue;
    }
    const option = Object.hasOwn(table, token.name) ? table[token.name] : undefined;
    if (option === undefined) throw unknownOption(command, token.rawName, Object.keys(table));
    const before = found.get(token.name) ?? [];
    if (before.length > 0 && option.repeatable !== true && option.type !== 'flag') {
      const message = `${token.rawName} is given twice`;
      throw new UserError('usage', 'repeated-option', message, 'give it once; nothing was sent');
    }
    found.set(token.name, [...before, ...checked(command, token.rawName, option, token.value)]);
  }
  const text = (name: string): string | undefined => found.get(name)?.[0];
  return {
    command,
    words,
    has: (name) => found.has(name),
    text,
    value: (name) => text(name) ?? table[name]?.default ?? '',
    texts: (name) => found.get(name) ?? table[name]?.default?.split(',') ?? [],
    number: (name) => (text(name) === undefined ? undefined : Number(text(name))),
  };
}

/** Checks the values that one argument gives to an option. */
function checked(
  command: string,
  name: string,
  option: Option,
  value: string | undefined,
): readonly string[] {
  const { type, choices, least = 0, most = 999_999_999 } = option;
  if (type === 'flag') {
    if (value === undefined) return [''];
    throw wrongValue(command, name, 'found a value, expected none');
  }
  if (value === undefined || value === '' || value.startsWith('--')) {
    throw wrongValue(
      command,
      name,
      `found no value, expected ${option.value ?? choices?.join(' or ') ?? 'one'}`,
    );
  }
  if (type === 'integer' && !(/^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most)) {
    const to = option.most === undefined ? '' : ` to ${most}`;
    const expected = `a whole number from ${least}${to}`;
    throw wrongValue(command, name, `found ${JSON.stringify(value)}, expected ${expected}`);
  }
  if (type === 'number' && !(/^\d{0,9}\.?\d{1,9}$/.test(value) && Number(value) > 0)) {
    throw wrongValue(command, name, `found ${JSON.stringify(value)}, expected a number above 0`);
  }
  const values = type === 'list' ? value.split(',').map((word) => word.trim()) : [value];
  const wrong = choices === undefined ? undefined : values.find((word) => !choices.includes(word));
  if (wrong !== undefined) throw wrongValue(command, name, wrongWord(wrong, choices ?? []));
  return values;
}

/** Says what is wrong with a word that is not a choice. */
export const wrongWord = (word: string, known: readonly string[]): string =>
  `found ${JSON.stringify(word)}, expected one of ${known.join(', ')}${meant(word, known)}`;

function meant(word: string, known: readonly string[], dashes = ''): string {
  const near = nearMiss(word, known);
  return near === null ? '' : `; did you mean ${dashes}${near}?`;
}

const wrongValue = (command: string, name: string, problem: string): UserError =>
  new UserError('usage', 'wrong-option-value', `${name}: ${problem}`, seeHelp(command));

const seeHelp = (command: string): string =>
  `see \`${program} ${command} --help\`${senders.includes(command) ? '; nothing was sent' : ''}`;

const senders: readonly string[] = ['run', 'doctor', 'send', 'certify'];

/** The error for two options that exclude each other. */
export const excluding = (one: string, other: string): UserError =>
  new UserError(
    'usage',
    'options-exclude-each-other',
    `found ${one} and ${other}, expected one of them`,
    'leave one out; nothing was sent',
  );

function unexpected(command: string, word: string, takesTarget: boolean): UserError {
  const isProfile = takesTarget && /\.ya?ml$/i.test(word);
  const meantWords = isProfile ? `; did you mean --target ${shownFile(word)}?` : '';
  const message = `${command} takes no argument ${JSON.stringify(word)}${meantWords}`;
  return new UserError('usage', 'unexpected-argument', message, seeHelp(command));
}

function unknownOption(command: string, name: string, known: readonly string[]): UserError {
  const message = `${command} has no option ${name}${meant(name.replace(/^-+/, ''), known, '--')}`;
  return new UserError('usage', 'unknown-option', message, seeHelp(command));
}

/** In the order of the help. */
const commandGroups = ['Test', 'Results', 'Certificate', 'About'] as const;
type CommandGroup = (typeof commandGroups)[number];

/** Texts of a command's help. */
export interface CommandText {
  /** Its arguments, for example `OLD NEW`; '' if it has none. */
  readonly usage?: string;
  readonly summary: string;
  /** Its group in the help of the program. */
  readonly group: CommandGroup;
  readonly options: OptionTable;
  /** A note after the options. */
  readonly note?: string;
  /** Example arguments, each with its purpose. */
  readonly examples: readonly (readonly [args: string, does: string])[];
}

const packageName = 'sbp-banks-conformance';
/** Columns of a help page. */
const width = 80;
/** Column in which the text of an option begins. */
const column = 26;

/** The help of a command. At most 80 columns wide, except for commands in examples. */
export function commandHelp(
  name: string,
  { usage, summary, options, note, examples }: CommandText,
  program = packageName,
): string {
  const groups = Object.entries(options);
  const titled = groups.length === 0 ? [['Options', {}] as const] : groups;
  return [
    `Usage: ${[program, name, usage, '[options]'].filter((part) => part !== undefined).join(' ')}`,
    '',
    ...wrap(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`, width),
    ...titled.flatMap(([title, rows], index) => {
      const last = index === titled.length - 1 ? { help: helpOption } : {};
      return ['', `${title}:`, ...Object.entries({ ...rows, ...last }).flatMap(optionLines)];
    }),
    ...(note === undefined ? [] : ['', ...wrap(note, width)]),
    '',
    examples.length === 1 ? 'Example:' : 'Examples:',
    ...examples.flatMap(([args, does]) => [
      `  ${[program, name, args].filter((part) => part !== '').join(' ')}`,
      `      ${does}`,
    ]),
    '',
  ].join('\n');
}

function optionLines([name, option]: readonly [string, Option]): readonly string[] {
  const value = option.type === 'flag' ? '' : ` ${option.value ?? option.choices?.join('|') ?? 'VALUE'}`;
  const label = `  --${name}${value}`;
  const traits = [
    option.repeatable === true ? ['repeatable'] : [],
    option.default === undefined ? [] : [`default: ${option.default}`],
    option.variable === undefined ? [] : [option.variable],
  ].flat();
  const said = `${option.help}${traits.length === 0 ? '' : ` (${traits.join(', ')})`}`;
  const lines = wrap(said, width - column).map((line) => `${' '.repeat(column)}${line}`);
  const [first = '', ...rest] = lines;
  return label.length > column - 2
    ? [label, ...lines]
    : [`${label.padEnd(column)}${first.trimStart()}`, ...rest];
}

/** The help of the program: every command with its summary. */
export function programHelp(
  { name, version }: { readonly name: string; readonly version: string },
  commands: Readonly<Record<string, Pick<CommandText, 'summary' | 'group'>>>,
  program = name,
): string {
  const indent = 16;
  const rowsOf = (group: CommandGroup): readonly string[] =>
    Object.entries(commands)
      .filter(([, command]) => command.group === group)
      .flatMap(([command, { summary }]) =>
        wrap(summary, width - indent).map(
          (line, index) => `${(index === 0 ? `  ${command}` : '').padEnd(indent)}${line}`,
        ),
      );
  return [
    `${name} ${version}`,
    'Tests the operation `banks` of a partner API against its specification.',
    '',
    `Usage: ${program} <command> [options]`,
    ...commandGroups.flatMap((group) => ['', `${group}:`, ...rowsOf(group)]),
    '',
    'Examples:',
    `  ${program} run`,
    '      tests the built-in reference, to see what a report looks like',
    `  ${program} init`,
    '      writes a profile for your own service, to fill in',
    `  ${program} run --target staging.yaml`,
    '      tests your own service',
    '',
    'Exit codes: 0 nothing failed · 1 a requirement failed or a waiver is stale ·',
    '2 wrong usage or profile, nothing was sent · 3 something could not be judged ·',
    '4 an output would have held a secret: none written · 130, 143 interrupted',
    '',
    `\`${program} <command> --help\` lists the options of a command.`,
    '',
  ].join('\n');
}
