import type { Comparison, Row } from './row.ts';

const head = ['what', 'runs', 'wall', 'cpu', 'peak', 'found', 'target', ''] as const;

/** The rows as a Markdown table. */
export function renderTable(rows: readonly Row[]): string {
  const cells = [head, ...rows.map(cellsOf)];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const lines = cells.map((row) => `| ${row.map((cell, column) => pad(cell, column, widths)).join(' | ')} |`);
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return `${[lines[0], rule, ...lines.slice(1)].join('\n')}\n`;
}

function pad(cell: string, column: number, widths: readonly number[]): string {
  const width = widths[column] ?? 0;
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

function cellsOf({ subject, runs, wallMs, cpuMs, peakBytes, comparison }: Row): readonly string[] {
  return [
    subject,
    String(runs),
    seconds(wallMs),
    cpuMs === null ? '' : seconds(cpuMs),
    peakBytes === null ? '' : `${Math.round(peakBytes / 1e6)} MB`,
    ...(comparison === null ? ['', '', ''] : comparisonCells(comparison)),
  ];
}

function comparisonCells({ found, target, unit, of }: Comparison): readonly string[] {
  const isReached = found <= target;
  return [`${amount(found, unit)} ${of}`, `≤ ${amount(target, unit)}`, isReached ? '✓' : '✗'];
}

function amount(value: number, unit: Comparison['unit']): string {
  switch (unit) {
    case 'times':
      return `${value.toFixed(2)} ×`;
    case 'seconds':
      return `${value.toFixed(2)} s`;
    case 'megabytes':
      return `${Math.round(value)} MB`;
    case 'starts':
    case 'round trips':
      return `${value.toFixed(1)} ${unit}`;
  }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(3)} s`;
