import type { Command, Measure, Measured } from './measure.ts';

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
