import { createHash } from 'node:crypto';
import { UserError } from '../base/errors.ts';
import { deriveRequirements } from '../operation/requirement.ts';
import type { Requirement } from '../operation/requirement.ts';
import type { Specification } from '../operation/specification.ts';
import type { Waiver } from '../profile/target.ts';
import { worst } from '../judge/check.ts';
import { isNotSent, reasons } from '../judge/evidence.ts';
import type { Reason } from '../judge/evidence.ts';
import { deriveTrials } from '../judge/trial.ts';
import type { Trials } from '../judge/trial.ts';
import { message, say } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { advise } from './hints.ts';
import { judgeRecorded, trialRecord } from './case-result.ts';
import { findRootCauses, rootCause } from './diagnosis.ts';
import { explainError } from '../judge/explain-answer.ts';
import { observe } from './observations.ts';
import { attemptsOf, recordOf } from './record.ts';
import { planOf } from '../plan/plan.ts';
import type { Record } from './record.ts';
import type { Plan } from '../plan/plan.ts';
import type { Review } from './review.ts';
import type { CaseResult, RequirementResult, Results } from './results.ts';
import { tally } from './totals.ts';

/**
 * Judges a record: a pure function, and the only producer of Results. Throws a UserError if decisions
 * contradict each other, or if the specification lacks a variant of the record. `known`: the plan of its
 * claims.
 */
export function judge(
  record: Record,
  spec: Specification,
  reviews: readonly Review[],
  waivers: readonly Waiver[],
  known?: Plan,
): Results {
  const { suite, target, profile, environment, startedAt, durationMs, interrupted, warnings } = record;
  requireKnown(target.variants, spec);
  const plan = known ?? planOf(spec, record.profile.claims);
  const trials = deriveTrials(record, plan);
  const cases = casesIn(record, plan, spec, trials);
  const carriedOut = new Set(cases.map(({ id }) => id));
  const missing = plan.cases.filter(({ id }) => !carriedOut.has(id));
  const leftOut = {
    cases: missing.map(({ id }) => id),
    requirements: [
      ...new Set(missing.flatMap(({ assertions }) => assertions.map(({ requirement }) => requirement))),
    ],
  };
  const catalogue = deriveRequirements(spec);
  const { true: claimed = [], false: others = [] } = Object.groupBy(
    catalogue,
    ({ variant }) => `${target.variants.includes(variant)}` as const,
  );
  const notApplicable = others.map(({ id }) => id);
  const own = new Set(cases.flatMap(({ exchanges }) => exchanges.map(({ id }) => id)));
  const sent = record.attempts.flatMap(({ outcome }) => (isNotSent(outcome) ? [] : [outcome]));
  const controls = sent.filter(({ id }) => !own.has(id));
  const requirements = claimed.map((requirement) => resultOf(requirement, cases, leftOut.requirements));
  const seen = { target, cases, controls, requirements, notApplicable, startedAt, leftOut, interrupted };
  const tallied = tally(seen, waivers, reviews);
  return {
    schemaVersion: 1,
    suite,
    rules: record.rules,
    spec: { title: spec.title, sha256: digestOf(spec, catalogue) },
    target,
    profile,
    environment,
    startedAt,
    durationMs,
    failedLogins: record.failedLogins,
    requests: sent.length,
    pace: record.pace,
    seed: record.seed,
    interrupted,
    warnings,
    leftOut,
    verdict: tallied.verdict,
    variants: tallied.variants,
    notApplicable,
    rootCauses: [
      // A warning explains more than anything seen later.
      ...warnings.map(explainWarning),
      ...findRootCauses(cases, controls, target, spec),
    ],
    requirements: tallied.requirements,
    waivers: tallied.waivers,
    reviews: tallied.reviews,
    cases,
    baselines: Object.fromEntries(
      target.variants.toSorted().map((id) => [id, trialRecord(trials.baseline(id))]),
    ),
    controls,
    attempts: attemptsOf(record.attempts),
    observations: observe(cases, target.variants),
    advisories: advise(cases, target),
  };
}

/** Splits a warning that contains its own advice. */
function explainWarning(warning: Message): Results['rootCauses'][number] {
  const { found, advice } = explainError({ kind: 'other', words: warning });
  return found === warning
    ? rootCause(null, warning, message('hint-after-warning'))
    : rootCause(null, found, advice);
}

/**
 * Judges the record of Results again. `isPublished`: only the part that a certificate contains. Throws a
 * UserError if it contains a request that this suite would not send.
 */
export function judgeAgain(
  recorded: Results,
  spec: Specification,
  reviews: readonly Review[],
  { isPublished = false } = {},
): Results {
  try {
    return judge(recordOf(recorded, spec, { isPublished }), spec, reviews, recorded.waivers);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const hint = 'let the suite that wrote this record judge it';
    throw new UserError('usage', 'results-invalid', `attempts: found ${error.message}`, hint);
  }
}

type Chosen = Pick<Record, 'cases'>;

/** Judges some cases of a run that may not have ended. */
export const judgeCases = (
  record: Chosen &
    Pick<Record, 'attempts' | 'interrupted'> & { readonly profile: Pick<Record['profile'], 'claims'> },
  plan: Plan,
  spec: Specification,
): readonly CaseResult[] => casesIn(record, plan, spec, deriveTrials(record, plan));

function casesIn(
  { cases: chosen }: Chosen,
  { cases, requests }: Plan,
  spec: Specification,
  trials: Trials,
): readonly CaseResult[] {
  const wanted = new Set(chosen);
  return cases
    .filter(({ id }) => wanted.has(id))
    .map((testCase) => judgeRecorded(testCase, { trials, requests, spec }));
}

/** Number of the rules of judgement. Raise it if any record would be judged differently. */
export const rules = 5;

function requireKnown(variants: readonly string[], spec: Specification): void {
  const known = spec.variants.map(({ id }) => id);
  const foreign = variants.find((id) => !known.includes(id));
  if (foreign === undefined) return;
  const said = `target.variants: found ${JSON.stringify(foreign)}, expected one of ${known.join(', ')}`;
  throw new UserError('usage', 'results-invalid', said, 'let the suite that wrote this record judge it');
}

/**
 * The result of cases for a requirement, before waivers and decisions. Never a pass if one of its cases was
 * left out.
 */
export function resultOf(
  { statement, ...requirement }: Requirement,
  all: readonly CaseResult[],
  leftOut: readonly string[],
): RequirementResult {
  const { id } = requirement;
  const own = all.filter(({ checks }) => checks.some((check) => check.requirement === id));
  const checks = own.flatMap((found) => found.checks.filter((check) => check.requirement === id));
  const seen = worst(checks.map((check) => check.verdict)) ?? 'inconclusive';
  // A requirement of which only a part was seen has not passed.
  const verdict = seen === 'pass' && leftOut.includes(id) ? 'inconclusive' : seen;
  const reason = firstReason(checks.map((check) => check.reason)) ?? 'not-selected';
  return {
    ...requirement,
    statement: say(statement, 'en'),
    words: statement,
    verdict,
    reason: verdict === 'inconclusive' ? reason : null,
    waived: false,
    decided: null,
    cases: own.map((found) => found.id),
  };
}

/** The most important of several reasons; null if there are none. */
const firstReason = (found: readonly (Reason | null)[]): Reason | null =>
  reasons.find((reason) => found.includes(reason)) ?? null;

/** Digest of the specification as this version of the suite contains it. */
const digestOf = (spec: Specification, catalogue: readonly Requirement[]): string =>
  createHash('sha256')
    .update(JSON.stringify([spec.title, spec.variants, catalogue]))
    .digest('hex');
