import { wrap } from '../report/text-width.ts';
import { commandTexts } from './command-text.ts';
import type { CommandText, Example } from './command-text.ts';
import { optionGroups } from './option.ts';
import type { Option, OptionTable } from './option.ts';
import { wrapCommand } from './wrap-command.ts';

const program = 'sbp-banks-conformance';
/** Columns of a page of help. */
const width = 80;
/** Most columns that names of options take; a longer one has a line of its own. */
const widestName = 24;

/** What a command says of its options; `usage` is its name with what follows it, `compare OLD NEW` for example. No line is wider than 80 columns; an example that would be goes on behind a backslash. */
export function commandHelp(usage: string, table: OptionTable): string {
  const [name = ''] = usage.split(' ');
  const text = textOf(name);
  return [
    `Usage: ${program} ${usage} [options]`,
    ...(text === null
      ? []
      : ['', ...wrap(`${text.summary.charAt(0).toUpperCase()}${text.summary.slice(1)}.`, width)]),
    ...groupsOf(table).flatMap(([title, options]) => ['', `${title}:`, ...options.flatMap(optionLines)]),
    ...(text === null ? [] : exampleLines(name, text.examples)),
    '',
  ].join('\n');
}

const textOf = (name: string): CommandText | null =>
  Object.entries(commandTexts).find(([each]) => each === name)?.[1] ?? null;

type Row = readonly [name: string, option: Option];

function groupsOf(table: OptionTable): readonly (readonly [title: string, rows: readonly Row[]])[] {
  const rows = Object.entries(table);
  const isGrouped = rows.filter(([, { group }]) => group !== undefined).length * 2 > rows.length;
  if (!isGrouped) return [['Options', rows]];
  const titled = Object.entries(optionGroups).map(
    ([group, title]) => [title, rows.filter(([, option]) => option.group === group)] as const,
  );
  const others = rows.filter(([, { group }]) => group === undefined);
  return [...titled, ['Other', others] as const].filter(([, members]) => members.length > 0);
}

function optionLines([name, option]: Row): readonly string[] {
  const value = option.type === 'flag' ? '' : ` ${option.value ?? option.choices?.join('|') ?? 'VALUE'}`;
  const label = `  --${name}${value}`;
  const column = widestName + 2;
  const summary = `${option.summary}${option.repeatable === true ? ' (repeatable)' : ''}`;
  const lines = wrap(summary, width - column).map((line) => `${' '.repeat(column)}${line}`);
  return label.length > column - 2
    ? [label, ...lines]
    : lines.map((line, index) => (index === 0 ? `${label.padEnd(column)}${line.trimStart()}` : line));
}

function exampleLines(name: string, examples: readonly Example[]): readonly string[] {
  return [
    '',
    examples.length === 1 ? 'Example:' : 'Examples:',
    ...examples.flatMap(({ args, does }) => [
      ...wrapCommand(`${program} ${name}${args === '' ? '' : ` ${args}`}`, width - 2).map(
        (line) => `  ${line}`,
      ),
      `      ${does}`,
    ]),
  ];
}
