import { literal, page, prose, table } from './markdown.ts';

/** What an exit code means, and which commands give it. */
export interface ExitCode {
  readonly code: string;
  readonly meaning: string;
  readonly commands: string;
}

/** Every exit code. 1 goes before 3, and 4 before all others. */
export const exitCodes: readonly ExitCode[] = [
  {
    code: '0',
    meaning:
      'No requirement failed, and all that was provisioned was judged; or the command did what it was asked for.',
    commands: 'all',
  },
  {
    code: '1',
    meaning:
      'At least one requirement failed and no waiver covers it, a person refused a text that was under review, or a waiver is stale: its requirement passed, or no requirement has its id.',
    commands: '`run`, `certify`',
  },
  {
    code: '1',
    meaning:
      'Something got worse (`compare`); the certificate does not hold (`verify`); a verdict judged anew differs (`report --rejudge`); a defect escapes or a tolerance is blamed (`selftest`).',
    commands: '`compare`, `verify`, `report`, `selftest`',
  },
  { code: '2', meaning: 'Wrong usage or a wrong profile; nothing was sent.', commands: 'all' },
  {
    code: '3',
    meaning:
      'Nothing failed, but a requirement is inconclusive for another reason than `not-provisioned`, `vacuous` or `not-selected`; with `--complete` for any reason, or something is under review. Also: the suite itself made an error, or an output could not be written.',
    commands: '`run`, `certify`',
  },
  {
    code: '3',
    meaning:
      'Something has to be fixed or was not tried (`doctor`); no class is reached, so nothing is signed (`certify`); another version of the suite has to judge the evidence (`verify`).',
    commands: '`doctor`, `certify`, `verify`',
  },
  {
    code: '4',
    meaning: 'A secret had reached an output, which was deleted.',
    commands: '`run`, `certify`, `report`',
  },
  {
    code: '129',
    meaning: 'The terminal was closed (SIGHUP): as 130.',
    commands: 'all',
  },
  {
    code: '130',
    meaning:
      'Interrupted by Ctrl-C (SIGINT): what was set up is torn down, and the reports of what was seen are written. A second Ctrl-C ends at once and says what is left undone.',
    commands: 'all',
  },
  { code: '143', meaning: 'Ended by SIGTERM: as 130.', commands: 'all' },
];

/** The page that lists every exit code. */
export function exitCodePage(codes: readonly ExitCode[]): string {
  return page('Exit codes', [
    prose(
      'Each is a promise to scripts. 1 goes before 3: where something failed and something else could not be judged, it is 1. 4 goes before both.',
    ),
    table(
      ['code', 'when', 'commands'],
      codes.map(({ code, meaning, commands }) => [code, literal(meaning), commands]),
    ),
  ]);
}
