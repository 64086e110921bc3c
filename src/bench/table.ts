import type { Measured } from './measure.ts';

/** A line of the table. */
export interface Row {
  /** What is measured, and under what circumstances. */
  readonly subject: string;
  readonly measured: Measured;
  readonly goal?: Goal;
  /** What was counted. */
  readonly counted?: string;
}

/** A measure held against what it may be. */
interface Goal {
  readonly found: number;
  readonly target: number;
  /** What the numbers count. */
  readonly unit: keyof typeof digits;
  /** What it is a multiple of, or a share of. */
  readonly of?: string;
}

/** How exactly each unit is written. */
const digits = { '×': 2, s: 2, MB: 0, starts: 1, 'round trips': 1 } as const;

const head = ['what', 'runs', 'wall', 'cpu', 'peak', 'found', 'target', ''] as const;

/** The rows as a Markdown table. */
export function renderTable(rows: readonly Row[]): string {
  const cells = [head, ...rows.map(cellsOf)];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  const [titles = [], ...body] = cells.map((row) => row.map(pad));
  return [titles, rule, ...body].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

function cellsOf({ subject, measured, goal, counted = '' }: Row): readonly string[] {
  const { runs, workMs, cpuMs, peakBytes } = measured;
  const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(3)} s`;
  const cells = [subject, String(runs), seconds(workMs), seconds(cpuMs), `${Math.round(peakBytes / 1e6)} MB`];
  if (goal === undefined) return [...cells, counted, '', ''];
  const { found, target, unit, of = '' } = goal;
  const amount = (value: number): string => `${value.toFixed(digits[unit])} ${unit}`;
  return [...cells, `${amount(found)} ${of}`, `≤ ${amount(target)}`, found <= target ? '✓' : '✗'];
}
