import type { Median } from './alternate.ts';

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
export interface Comparison {
  readonly found: number;
  readonly target: number;
  /** What the numbers count. */
  readonly unit: 'times' | 'seconds' | 'megabytes';
  /** What it is a multiple of, or a share of. */
  readonly of: string;
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
