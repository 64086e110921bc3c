import type { Evidence } from '../verdict/evidence.ts';
import type { CaseResult, TrialRecord } from './results.ts';

/** Gives the new id of an exchange. */
export type Rename = (id: string) => string;

/** A trial whose exchanges have other ids. */
export function renameTrial(trial: TrialRecord, rename: Rename): TrialRecord {
  const { attempts, controls, earlierLogin } = trial;
  return {
    ...trial,
    attempts: attempts.map(rename),
    controls: controls.map((control) => ({ ...control, id: rename(control.id) })),
    earlierLogin: earlierLogin === null ? null : rename(earlierLogin),
  };
}

/** A case whose exchanges have other ids, wherever it refers to them. */
export function renameCase(found: CaseResult, rename: Rename): CaseResult {
  return {
    ...found,
    checks: found.checks.map((check) => ({
      ...check,
      exchange: check.exchange === null ? null : rename(check.exchange),
    })),
    exchanges: found.exchanges.map((evidence) => renameEvidence(evidence, rename)),
    trials: found.trials.map((trial) => renameTrial(trial, rename)),
    controls: [...new Set(found.controls.map(rename))],
  };
}

/** An exchange with another id. */
export const renameEvidence = (evidence: Evidence, rename: Rename): Evidence => ({
  ...evidence,
  id: rename(evidence.id),
});
