import type { Command, Measure, Measured } from './measure.ts';

/** What every scenario is given. */
export interface Bench {
  readonly measure: Measure;
  /** How often each contender runs. */
  readonly runs: number;
  /** Entry of the command line that is measured. */
  readonly program: string;
  /** Folder of the package. */
  readonly root: string;
  /** An empty folder of the scenario's own. */
  readonly folder: string;
}

/** Something that is measured. */
export type Scenario = (bench: Bench) => Promise<readonly Row[]>;

/** One of several processes that are compared. */
export interface Contender {
  readonly name: string;
  readonly command: Command;
}

/** Medians of a contender. */
export interface Median {
  readonly name: string;
  readonly runs: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakBytes: number;
  readonly saidMs: number | null;
  /** Of the last run. */
  readonly output: string;
}

/** Runs the contenders in turns, once to warm up and then so many times, and gives the median of each; what happens to the machine happens to all. */
export async function alternate(
  contenders: readonly Contender[],
  runs: number,
  measure: Measure,
): Promise<readonly Median[]> {
  const measured = contenders.map((): Measured[] => []);
  for (let round = 0; round <= runs; round += 1) {
    for (const [index, { command }] of contenders.entries()) {
      const found = await measure(command);
      if (round > 0) measured[index]?.push(found);
    }
  }
  return contenders.map(({ name }, index) => medianOf(name, measured[index] ?? []));
}

/** The median of each measure by itself. */
export function medianOf(name: string, found: readonly Measured[]): Median {
  const of = (pick: (one: Measured) => number): number => middle(found.map(pick));
  return {
    name,
    runs: found.length,
    wallMs: of(({ wallMs }) => wallMs),
    cpuMs: of(({ cpuMs }) => cpuMs),
    peakBytes: of(({ peakBytes }) => peakBytes),
    saidMs: found.some(({ saidMs }) => saidMs === null) ? null : of(({ saidMs }) => saidMs ?? 0),
    output: found.at(-1)?.output ?? '',
  };
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? Number.NaN)) / 2;
}

/** A line of the table. */
export interface Row {
  /** What is measured, and under what circumstances. */
  readonly subject: string;
  readonly runs: number;
  readonly wallMs: number;
  /** Null where the process has no part in it alone. */
  readonly cpuMs: number | null;
  readonly peakBytes: number | null;
  readonly comparison: Comparison | null;
}

/** A measure held against what it may be. */
interface Comparison {
  readonly found: number;
  readonly target: number;
  /** What the numbers count. */
  readonly unit: 'times' | 'seconds' | 'megabytes' | 'starts' | 'round trips';
  /** What it is a multiple of, or a share of. */
  readonly of: string;
}

/** A line of medians, held against what it takes beyond another one, in some unit of milliseconds. */
export function rowBeyond(
  median: Median,
  beyond: { readonly of: Median; readonly unitMs: number; readonly unit: 'starts' | 'round trips' },
  target: number,
): Row {
  const found = (median.wallMs - beyond.of.wallMs) / beyond.unitMs;
  return { ...rowOf(median), comparison: { found, target, unit: beyond.unit, of: `over ${beyond.of.name}` } };
}

/** The peak of memory held against a limit in megabytes. */
export function rowOfMemory(median: Median, target: number): Row {
  const found = median.peakBytes / 1e6;
  const comparison = { found, target, unit: 'megabytes', of: '' } as const;
  return { ...rowOf(median), subject: `${median.name}, memory`, comparison };
}

/** A line of medians, alone or as a multiple of another one. */
export function rowOf(
  median: Median,
  ratio: { readonly to: Median; readonly target: number } | null = null,
): Row {
  const { name, runs, cpuMs, peakBytes } = median;
  const wallMs = median.saidMs ?? median.wallMs;
  if (ratio === null) return { subject: name, runs, wallMs, cpuMs, peakBytes, comparison: null };
  const found = wallMs / (ratio.to.saidMs ?? ratio.to.wallMs);
  const comparison = { found, target: ratio.target, unit: 'times', of: ratio.to.name } as const;
  return { subject: name, runs, wallMs, cpuMs, peakBytes, comparison };
}

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
