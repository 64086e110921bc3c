import { createHash } from 'node:crypto';
import { deriveCases } from '../case/plan.ts';
import { UserError } from '../errors.ts';
import { deriveRequirements } from '../spec/requirement.ts';
import type { Requirement } from '../spec/requirement.ts';
import type { Specification } from '../spec/specification.ts';
import type { Waiver } from '../target/target.ts';
import { firstReason, worst } from '../verdict/check.ts';
import { message, say } from '../wording/message.ts';
import { advise } from './advise.ts';
import { judgeRecorded } from './case-result.ts';
import { findRootCauses, rootCause } from './causes.ts';
import { observe } from './observe.ts';
import { recallTrial, recordTrial } from './record.ts';
import type { Record } from './record.ts';
import type { Review } from './review.ts';
import { exchangesById } from './results.ts';
import type { CaseResult, RequirementResult, Results } from './results.ts';
import { tally } from './outcome.ts';

/**
 * What a run results in: a pure function, and the only producer of Results. Throws a UserError where decisions of persons
 * contradict one another, or the record is of a variant that the specification does not have.
 */
export function judge(
  record: Record,
  spec: Specification,
  reviews: readonly Review[],
  waivers: readonly Waiver[],
): Results {
  const { suite, target, profile, environment, startedAt, durationMs, interrupted, warnings } = record;
  requireKnown(target.variants, spec);
  const derived = deriveCases(spec, profile.claims, record.thorough);
  const byId = new Map(derived.map((testCase) => [testCase.id, testCase]));
  const exchanges = exchangesById(record);
  const cases = record.cases.flatMap((found) => {
    const testCase = byId.get(found.id);
    if (testCase === undefined) return [];
    return [judgeRecorded(testCase, found, record.baselines[testCase.variant], exchanges, spec)];
  });
  const carriedOut = new Set(cases.map(({ id }) => id));
  const missing = derived.filter(({ id }) => !carriedOut.has(id));
  const leftOut = {
    cases: missing.map(({ id }) => id),
    requirements: [...new Set(missing.flatMap(({ aims }) => aims.map(({ requirement }) => requirement)))],
  };
  const catalogue = deriveRequirements(spec);
  const { true: claimed = [], false: others = [] } = Object.groupBy(
    catalogue,
    ({ variant }) => `${target.variants.includes(variant)}` as const,
  );
  const notApplicable = others.map(({ id }) => id);
  const own = new Set(cases.flatMap(({ exchanges }) => exchanges.map(({ id }) => id)));
  // A control that served twice is one exchange.
  const served = new Map(record.controls.map((one) => [one.id, one]));
  const controls = [...served.values()].filter(({ id }) => !own.has(id));
  const requirements = claimed.map((requirement) => resultOf(requirement, cases, leftOut.requirements));
  const seen = { target, cases, controls, requirements, notApplicable, startedAt, leftOut, interrupted };
  const tallied = tally(seen, waivers, reviews);
  return {
    schemaVersion: 1,
    suite,
    spec: { title: spec.title, sha256: digestOf(spec, catalogue) },
    target,
    profile,
    environment,
    startedAt,
    durationMs,
    failedLogins: record.failedLogins,
    requests: record.requests,
    repeat: record.repeat,
    seed: record.seed,
    thorough: record.thorough,
    interrupted,
    warnings,
    leftOut,
    verdict: tallied.verdict,
    variants: tallied.variants,
    notApplicable,
    rootCauses: [
      // It explains more than anything that was seen afterwards.
      ...warnings.map((warning) => rootCause(null, warning, message('hint-after-warning'))),
      ...findRootCauses(cases, controls, target, spec),
    ],
    requirements: tallied.requirements,
    waivers: tallied.waivers,
    reviews: tallied.reviews,
    cases,
    baselines: Object.fromEntries(
      Object.entries(record.baselines).map(([variant, trial]) => [
        variant,
        recordTrial(recallTrial(trial, exchanges)),
      ]),
    ),
    controls,
    observations: observe(cases, target.variants),
    advisories: advise(cases, target),
  };
}

function requireKnown(variants: readonly string[], spec: Specification): void {
  const known = spec.variants.map(({ id }) => id);
  const foreign = variants.find((id) => !known.includes(id));
  if (foreign === undefined) return;
  const said = `target.variants: found ${JSON.stringify(foreign)}, expected one of ${known.join(', ')}`;
  throw new UserError('usage', 'results-invalid', said, 'let the suite that wrote this record judge it');
}

/** What cases show of a requirement, before waivers and decisions; not a pass where a case was left out that aims at it. */
export function resultOf(
  { statement, ...requirement }: Requirement,
  all: readonly CaseResult[],
  leftOut: readonly string[],
): RequirementResult {
  const { id } = requirement;
  const own = all.filter(({ checks }) => checks.some((check) => check.requirement === id));
  const checks = own.flatMap((found) => found.checks.filter((check) => check.requirement === id));
  const seen = worst(checks.map((check) => check.verdict)) ?? 'inconclusive';
  // What was seen only in part has not passed.
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

/** Digest of what the specification says as this version of the suite has it. */
const digestOf = (spec: Specification, catalogue: readonly Requirement[]): string =>
  createHash('sha256')
    .update(JSON.stringify([spec.title, spec.variants, catalogue]))
    .digest('hex');

/** Cases and requirements whose verdict is another than before, each in a sentence. */
export const findDiffering = (before: Results, after: Results): readonly string[] =>
  (['cases', 'requirements'] as const).flatMap((list) => {
    const verdicts = new Map(after[list].map(({ id, verdict }) => [id, verdict]));
    return before[list]
      .filter(({ id, verdict }) => verdicts.get(id) !== verdict)
      .map(
        ({ id, verdict }) =>
          `${id}: recorded as ${verdict ?? 'observed'}, judged again as ${verdicts.get(id) ?? 'observed'}`,
      );
  });
