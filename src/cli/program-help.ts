import { commands } from './command.ts';

/** What the program says of itself. */
export function programHelp(suite: { readonly name: string; readonly version: string }): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}`);
  return [
    `${suite.name} ${suite.version}`,
    'Conformance of a partner API’s operation `banks` with its specification.',
    '',
    `Usage: ${suite.name} <command> [options]`,
    '',
    ...rows,
    '',
    'Exit codes: 0 nothing failed · 1 a requirement failed or a waiver is stale ·',
    '2 wrong usage or profile, nothing was sent · 3 something could not be judged ·',
    '4 a secret had reached an output, which was deleted · 130, 143 interrupted',
    '',
    `\`${suite.name} <command> --help\` lists the options of a command.`,
    '',
  ].join('\n');
}
