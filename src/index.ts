/**
 * Conformance suite for the partner operation `banks`, for use from code: runs the suite against a target, and
 * renders, compares and verifies its Results. Nothing here prints, ends the process or keeps state.
 *
 * @packageDocumentation
 */
export { UserError } from './errors.ts';
export type { Fault } from './errors.ts';
export { renderReport, runConformance, startReference, verify } from './embedding/api.ts';
export type {
  RunConformanceOptions,
  RunningReference,
  SelectionOptions,
  VerifyOptions,
  VerifyResult,
} from './embedding/api.ts';
export type { CaseSummary, ConformanceEvent } from './embedding/run-target.ts';
export { loadProfile } from './embedding/options.ts';
export type {
  LoadedProfile,
  ProfileAction,
  ProfileCondition,
  ProfileCredentials,
  ProfileEncryption,
  ProfileSettings,
  TargetOptions,
  TargetProfile,
} from './embedding/options.ts';
export type { StartReferenceOptions } from './embedding/built-in.ts';
export { explainFailure } from './embedding/outcome.ts';
export type { FormatName } from './report/format.ts';
export { compareResults as compare } from './comparison/compare-results.ts';
export type { Comparison } from './comparison/compare-results.ts';
export { exitCodeOf } from './result/outcome.ts';
export { readResultsFile as readResults } from './result/read-results.ts';
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
} from './result/results.ts';
export type { Evidence } from './verdict/evidence.ts';
export type { Verdict } from './verdict/check.ts';
export type { Reason } from './verdict/reason.ts';
