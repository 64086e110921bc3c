import { wrap } from '../report/text-width.ts';
import { commands } from './command.ts';

/** Columns of a page of help. */
const width = 80;

/** What the program says of itself. */
export function programHelp(suite: { readonly name: string; readonly version: string }): string {
  return [
    `${suite.name} ${suite.version}`,
    'Conformance of a partner API’s operation `banks` with its specification.',
    '',
    `Usage: ${suite.name} <command> [options]`,
    '',
    ...Object.entries(commands).flatMap(([name, { summary }]) => rowOf(name, summary)),
    '',
    'Examples:',
    `  ${suite.name} run`,
    '      judges the built-in reference, to see what comes out',
    `  ${suite.name} init`,
    '      asks for what a profile of your own service needs',
    `  ${suite.name} run --target staging.yaml`,
    '      judges your own service',
    '',
    'Exit codes: 0 nothing failed · 1 a requirement failed or a waiver is stale ·',
    '2 wrong usage or profile, nothing was sent · 3 something could not be judged ·',
    '4 a secret had reached an output, which was deleted · 130, 143 interrupted',
    '',
    `\`${suite.name} <command> --help\` lists the options of a command.`,
    '',
  ].join('\n');
}

const column = 16;

const rowOf = (name: string, summary: string): readonly string[] =>
  wrap(summary, width - column).map(
    (line, index) => `${index === 0 ? `  ${name}`.padEnd(column) : ' '.repeat(column)}${line}`,
  );
