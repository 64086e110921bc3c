import type { Results } from '../../result/results.ts';
import { classesOf, fleetExitCode } from './outcome.ts';
import type { TargetOutcome } from './outcome.ts';

/** What a fleet run was. */
export interface FleetRun {
  readonly suite: Results['suite'];
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly interrupted: boolean;
  /** In the order of the profiles. */
  readonly outcomes: readonly TargetOutcome[];
}

/** The text of `fleet.json`: every target with its folder, verdict, exit code and the class that each variant reaches. */
export function fleetText({ suite, startedAt, durationMs, interrupted, outcomes }: FleetRun): string {
  const record = {
    schemaVersion: 1,
    suite,
    startedAt: startedAt.toISOString(),
    durationMs,
    interrupted,
    exitCode: fleetExitCode(outcomes),
    targets: outcomes.map((outcome) => ({
      name: outcome.name,
      profile: outcome.profile,
      baseUrl: outcome.baseUrl,
      folder: outcome.folder,
      verdict: outcome.verdict,
      exitCode: outcome.exitCode,
      classes: classesOf(outcome),
      problem: outcome.problem,
    })),
  };
  return `${JSON.stringify(record, null, 2)}\n`;
}
