import { countOutcomes, isDecided } from '../result/outcome.ts';
import type { CheckResult, CaseResult, RequirementResult, Results } from '../result/results.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { ConditionName } from '../spec/specification.ts';
import type { Reason } from '../verdict/verdict.ts';
import { settlementOf } from './settled-check.ts';
import type { ReasonWords, RequirementTally, VariantSummary, Wording } from './wording/wording.ts';

/** A check with the case that made it and the exchange that it speaks of. */
export interface Finding {
  readonly requirement: RequirementResult;
  readonly testCase: CaseResult;
  readonly check: CheckResult;
  readonly exchange: Evidence | null;
}

/** Requirements that stayed open for one reason. */
export interface OpenGroup {
  readonly reason: Reason;
  readonly requirements: readonly RequirementResult[];
  readonly conditions: readonly ConditionName[];
  /** What the cases say about it, each sentence once. */
  readonly notes: readonly string[];
}

/** Quantiles of the time to a whole answer, in ms; null where nothing was answered. */
interface Traffic {
  readonly requests: number;
  readonly latency: { readonly median: number; readonly p95: number; readonly max: number } | null;
}

/** All exchanges of a run by id, each once. */
export function exchangesById(results: Results): ReadonlyMap<string, Evidence> {
  const all = [...results.controls, ...results.cases.flatMap((one) => one.exchanges)];
  return new Map(all.map((exchange) => [exchange.id, exchange]));
}

/** The id of a requirement without its variant: `missing.partnerName.status`. */
export function requirementTail(id: string): string {
  return id.slice(id.indexOf('.') + 1);
}

/** The group that a requirement belongs to: the part of its id behind the variant. */
export function requirementTopic(id: string): string {
  return requirementTail(id).split('.')[0] ?? '';
}

const standingTopics: readonly string[] = ['error', 'status', 'authorization'];

/** Whether every answer is held against the requirement, in whichever case it is seen. */
export function isStanding(id: string): boolean {
  return standingTopics.includes(requirementTopic(id));
}

/** The checks on a requirement that came to its own verdict, in the order of its cases; where a person refused it, those whose text was refused. */
export function decidingFindings(results: Results, requirement: RequirementResult): readonly Finding[] {
  const found = findingsOf(results, requirement);
  if (requirement.decided !== 'fail') return found;
  const refused = found.filter(
    ({ check, testCase }) => settlementOf(check, testCase, results)?.decision === 'fail',
  );
  // A results file from elsewhere may lack the decisions.
  return refused.length > 0 ? refused : found;
}

function findingsOf(results: Results, requirement: RequirementResult): readonly Finding[] {
  const exchanges = exchangesById(results);
  return results.cases.flatMap((testCase) =>
    testCase.checks
      .filter((check) => check.requirement === requirement.id && check.verdict === requirement.verdict)
      .map((check) => ({
        requirement,
        testCase,
        check,
        exchange: check.exchange === null ? null : (exchanges.get(check.exchange) ?? null),
      })),
  );
}

/** What each variant came to, in the order of the target; what persons decided counts as they decided it. */
export function variantSummaries(results: Results): readonly VariantSummary[] {
  return Object.entries(results.variants).map(([variant, { verdict }]) => {
    const own = results.requirements.filter((one) => one.variant === variant);
    return { variant, verdict, ...tallyOf(own) };
  });
}

/** How many requirements came to what, for people. */
export const tallyOf = (requirements: readonly RequirementResult[]): RequirementTally => ({
  counts: countOutcomes(requirements),
  waived: requirements.filter(({ waived }) => waived).length,
  decided: requirements.filter(isDecided).length,
});

function openGroup(results: Results, reason: Reason, requirements: readonly RequirementResult[]): OpenGroup {
  const ids = new Set(requirements.map(({ id }) => id));
  const cases = results.cases.filter(
    (one) =>
      one.reason === reason ||
      one.checks.some((check) => check.reason === reason && ids.has(check.requirement)),
  );
  const named = new Set(requirements.flatMap((requirement) => requirement.cases));
  const concerned = cases.filter(({ id }) => named.has(id));
  return {
    reason,
    requirements,
    conditions: [...new Set(concerned.map(({ condition }) => condition))],
    notes: [...new Set(concerned.map(({ note }) => note).filter((note) => note !== ''))],
  };
}

/** What happened to a group and what to do; where only requirements on every answer are left over, no selection is to blame. */
export function reasonWords({ reason, requirements }: OpenGroup, words: Wording): ReasonWords {
  const isUnjudged = reason === 'not-selected' && requirements.every(({ id }) => isStanding(id));
  return isUnjudged ? words.unjudged : words.reasons[reason];
}

/** That the run was interrupted, and whether anything is missing because of it; null where it was not. */
export function interruption({ interrupted, requirements }: Results, words: Wording): string | null {
  if (!interrupted) return null;
  const isMissing = requirements.some(({ reason }) => reason === 'not-selected');
  return isMissing ? words.labels.interruptedEarly : words.labels.interrupted;
}

/** The inconclusive requirements by reason, the reason of most of them first. */
export function openGroups(results: Results): readonly OpenGroup[] {
  const open = results.requirements.filter(({ verdict }) => verdict === 'inconclusive');
  const byReason = Map.groupBy(open, ({ reason }): Reason => reason ?? 'not-selected');
  return [...byReason]
    .map(([reason, requirements]) => openGroup(results, reason, requirements))
    .toSorted((one, other) => other.requirements.length - one.requirements.length);
}

/** How many requests a run made and how long the answers took. */
export function trafficOf(results: Results): Traffic {
  const exchanges = [...exchangesById(results).values()];
  const times = exchanges
    .filter(({ response }) => response !== null)
    .map(({ durationMs }) => durationMs)
    .toSorted((one, other) => one - other);
  const at = (share: number): number => times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0;
  return {
    requests: results.requests,
    latency: times.length === 0 ? null : { median: at(0.5), p95: at(0.95), max: at(1) },
  };
}

/** A duration in ms for people: `412 ms`, `1.8 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A point in time (ISO 8601) to the second, in UTC: `2026-11-20 18:03:07 UTC`. */
export function formatInstant(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`;
}

export { spokenText } from '../result/review.ts';
