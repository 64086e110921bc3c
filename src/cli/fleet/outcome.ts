import { emptyColumn, matrixColumn } from '../../comparison/matrix/matrix-column.ts';
import type { MatrixColumn } from '../../comparison/matrix/matrix-column.ts';
import type { ClassName, Overall, Results } from '../../result/results.ts';

/** What became of one target of a fleet; of its results only what speaks of all targets needs, so that a large fleet fits into memory. */
export interface TargetOutcome {
  readonly name: string;
  /** Path of its profile. */
  readonly profile: string;
  readonly baseUrl: string;
  /** Name of its folder. */
  readonly folder: string;
  /** 0, 1, 3 or 4, as of a single run; 3 where it could not be run; null: the fleet was interrupted before its turn. */
  readonly exitCode: number | null;
  /** Why there are no results. */
  readonly problem: string | null;
  /** Null where there are none. */
  readonly verdict: Overall | null;
  readonly requests: number;
  readonly durationMs: number;
  /** Without the address of its report. */
  readonly column: MatrixColumn;
}

/** What a target is called, and where it stands. */
export type TargetPlace = Pick<TargetOutcome, 'name' | 'profile' | 'baseUrl' | 'folder'>;

/** What a run came to, its exchanges left behind. */
export type RunSummary = Pick<TargetOutcome, 'verdict' | 'requests' | 'durationMs' | 'column'>;

/** Sums the results of a target up. */
export const summarize = (results: Results): RunSummary => ({
  verdict: results.verdict,
  requests: results.requests,
  durationMs: results.durationMs,
  column: matrixColumn(results, null),
});

/** The outcome of a target that was not run, or not to its end. */
export function withoutResults(place: TargetPlace, problem: string, exitCode: 3 | null): TargetOutcome {
  const column = emptyColumn({ name: place.name, baseUrl: place.baseUrl, problem });
  return { ...place, exitCode, problem, verdict: null, requests: 0, durationMs: 0, column };
}

/** The highest class that each claimed variant of a target reaches. */
export const classesOf = ({ column }: TargetOutcome): Readonly<Record<string, ClassName | null>> =>
  Object.fromEntries([...column.variants].map(([variant, { reached }]) => [variant, reached]));

/** The worst first. */
const ranking: readonly number[] = [4, 1, 3, 0];

/** The exit code of a fleet: the worst of its targets, in the order 4, 1, 3, 0; a target that did not have its turn counts as 3. */
export function fleetExitCode(outcomes: readonly TargetOutcome[]): number {
  const codes = new Set(outcomes.map(({ exitCode }) => exitCode ?? 3));
  return ranking.find((code) => codes.has(code)) ?? 3;
}
