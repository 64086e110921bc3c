import { table } from '../report/machine/markdown-text.ts';
import { mostSeconds } from './play.ts';
import type { Played } from './play.ts';

const heading = ['scenario', 'exit', 'judged', 'requests', 'failed logins', 'seconds', 'result'] as const;

/** Whether a row fails the whole: something is not as expected, or a program is missing that must be there. */
export const isOff = (row: Played): boolean =>
  row.kind === 'missing' ? process.env['SBP_REQUIRE_TOOLS'] === '1' : row.off.length > 0;

/** A table of how scenarios went. Failed logins: those that the service counted / that the run reports. */
export const renderTable = (rows: readonly Played[]): string => table(heading, rows.map(cellsOf));

function cellsOf(row: Played): readonly string[] {
  const { name, expected } = row.scenario;
  switch (row.kind) {
    case 'missing':
      return [name, '', '', '', '', '', `not played: ${row.program} is missing`];
    case 'broken':
      return [name, '', '', '', '', '', row.off.join('; ')];
    case 'ran': {
      const { exit, judged, requests, failedLogins, results, limit, seconds } = row.ran;
      const most = mostSeconds(expected, requests);
      return [
        name,
        String(exit),
        String(judged),
        `${requests}${row.times === null ? '' : ` (${row.times.toFixed(2)} ×)`}`,
        `${failedLogins} / ${results.failedLogins} of ${limit}`,
        `${seconds.toFixed(1)}${most === Infinity ? '' : ` of ${most.toFixed(0)}`}`,
        row.off.length === 0 ? 'ok' : row.off.join('; '),
      ];
    }
  }
}
