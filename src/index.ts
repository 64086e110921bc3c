/**
 * Conformance suite for the partner operation `banks`, for use from code: runs the suite against a target, and
 * renders, compares and verifies its results. Nothing here prints, ends the process or keeps state.
 *
 * @packageDocumentation
 */
import './base/require-node.ts';
export { UserError } from './base/errors.ts';
export type { ErrorKind } from './base/errors.ts';
export { renderReport, runConformance, startReference } from './api/api.ts';
export type { RunConformanceOptions, RunningReference, SelectionOptions } from './api/api.ts';
export type { StartReferenceOptions } from './api/built-in.ts';
export type { TargetOptions, TargetProfile } from './api/options.ts';
export { readResults } from './api/read-results.ts';
export type { Statement } from './certificate/statement.ts';
export type { Verification } from './certificate/verify.ts';
export { verify } from './certificate/verify-folder.ts';
export type { VerifyOptions } from './certificate/verify-folder.ts';
export { compareResults as compare } from './report/comparison.ts';
export type { Comparison } from './report/comparison.ts';
export type { FormatName } from './report/format-names.ts';
export { explainFailure } from './report/test-outcome.ts';
export { exitCodeOf } from './results/totals.ts';
export type {
  Advisory,
  CaseResult,
  Cause,
  CheckResult,
  Decision,
  Observation,
  Overall,
  RequirementResult,
  Results,
  VariantResult,
} from './results/results.ts';
export type { Reason, Verdict } from './judge/check.ts';
export type { RunEvent } from './run/shared.ts';
