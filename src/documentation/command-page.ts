import { fence, heading, page, prose, table } from './markdown.ts';

/** A command with what it says of itself. */
export interface CommandHelp {
  readonly name: string;
  readonly summary: string;
  /** The page that `--help` prints. */
  readonly help: string;
}

/** The page that lists every command with its options and examples. */
export function commandPage(commands: readonly CommandHelp[]): string {
  return page('Commands', [
    prose(
      'In a checkout `npm run -s cli -- COMMAND …` stands for `sbp-banks-conformance COMMAND …`, and `npm run conformance -- …` for `sbp-banks-conformance run …`. What a command ends with stands in [exit codes](exit-codes.md).',
    ),
    table(
      ['command', 'what it does'],
      commands.map(({ name, summary }) => [`[${name}](#${name})`, summary]),
    ),
    ...commands.flatMap(({ name, help }) => [heading(name), fence(help)]),
  ]);
}
