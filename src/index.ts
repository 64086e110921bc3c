/**
 * Conformance suite for the partner operation `banks`, for use from code: runs the suite against a target, and
 * renders, compares and verifies its Results. Nothing here prints, ends the process or keeps state.
 *
 * @packageDocumentation
 */
import './base/require-node.ts';
export { UserError } from './base/errors.ts';
export type { Fault } from './base/errors.ts';
export { renderReport, runConformance, startReference, verify } from './api/api.ts';
export type {
  RunConformanceOptions,
  RunningReference,
  SelectionOptions,
  VerifyOptions,
  VerifyResult,
} from './api/api.ts';
export type { CaseSummary, ConformanceEvent } from './api/run-target.ts';
export { loadProfile } from './api/options.ts';
export type {
  LoadedProfile,
  ProfileAction,
  ProfileCondition,
  ProfileCredentials,
  ProfileEncryption,
  ProfileSettings,
  TargetOptions,
  TargetProfile,
} from './api/options.ts';
export type { StartReferenceOptions } from './api/built-in.ts';
export { explainFailure } from './api/outcome.ts';
export type { FormatName } from './report/format.ts';
export { compareResults as compare } from './comparison/compare-results.ts';
export type { Comparison } from './comparison/compare-results.ts';
export { exitCodeOf } from './results/totals.ts';
export { readResultsFile as readResults } from './results/read-results.ts';
export type {
  Advisory,
  CaseResult,
  CheckResult as Check,
  Observation,
  Overall,
  RequirementResult,
  Results,
  RootCause,
  VariantResult,
  WaiverResult,
} from './results/results.ts';
export type { Evidence, Reason } from './judge/evidence.ts';
export type { Verdict } from './judge/check.ts';
