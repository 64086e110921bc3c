import { table } from '../../report/machine/markdown-text.ts';
import { mostSeconds, timesOf } from './deviation.ts';
import type { Played } from './play.ts';

const heading = [
  'scenario',
  'exit',
  'judged',
  'requests',
  'of them refused',
  'failed logins: counted, reported, allowed',
  'seconds (at most)',
  'result',
] as const;

/** True if a row makes the command fail: an unexpected result, or a required program is missing. */
export const isOff = (row: Played): boolean =>
  row.kind === 'missing' ? process.env['SBP_REQUIRE_TOOLS'] === '1' : row.off.length > 0;

export const renderTable = (rows: readonly Played[]): string => table(heading, rows.map(cellsOf));

/** A group of this many scenarios is one row of the summary, unless a result is unexpected. */
const large = 20;

const groupOf = ({ scenario }: Played): string => scenario.name.replace(/\/.*/, '');

const isAsExpected = (row: Played): boolean => row.kind === 'ran' && row.off.length === 0;

/** A table for readers. A large group is one row if all its results are as expected. */
export function renderSummary(rows: readonly Played[]): string {
  const cells = [...Map.groupBy(rows, groupOf)].flatMap(([name, group]) =>
    group.length < large || !group.every(isAsExpected)
      ? group.map(cellsOf)
      : [[`${name}/* (${group.length})`, '', '', '', '', '', '', 'as expected']],
  );
  return table(heading, cells);
}

function cellsOf(row: Played): readonly string[] {
  const { name, expected } = row.scenario;
  switch (row.kind) {
    case 'missing':
      return [name, '', '', '', '', '', '', `not played: ${row.program} is missing`];
    case 'broken':
      return [name, '', '', '', '', '', '', row.off.join('; ')];
    case 'ran': {
      const { exit, judged, requests, refused, logins, seconds } = row.ran;
      const times = timesOf(row.ran);
      const most = mostSeconds(expected, requests);
      return [
        name,
        String(exit),
        String(judged),
        times === null ? String(requests) : `${requests} (${times.toFixed(2)} ×)`,
        String(refused),
        `${logins.counted}, ${logins.reported}, ${logins.limit}`,
        most === Infinity ? seconds.toFixed(1) : `${seconds.toFixed(1)} (${most.toFixed(1)})`,
        isAsExpected(row) ? 'as expected' : row.off.join('; '),
      ];
    }
  }
}
