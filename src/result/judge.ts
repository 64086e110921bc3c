import { createHash } from 'node:crypto';
import { deriveCases } from '../case/plan.ts';
import type { Claims } from '../case/plan.ts';
import type { TestCase } from '../case/test-case.ts';
import { UserError } from '../errors.ts';
import { deriveRequirements } from '../spec/requirement.ts';
import type { Requirement } from '../spec/requirement.ts';
import type { Specification } from '../spec/specification.ts';
import type { Waiver } from '../target/target.ts';
import type { Evidence, Halt, Trial } from '../verdict/evidence.ts';
import { firstReason, worst } from '../verdict/check.ts';
import { message, say } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import { advise } from './advise.ts';
import { judgeRecorded, recordTrial } from './case-result.ts';
import { observe } from './observe.ts';
import type { Review } from './review.ts';
import type { CaseResult, RequirementResult, Results, RootCause, TrialRecord } from './results.ts';
import { findRootCauses } from './causes.ts';
import { tally } from './tally.ts';

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
  const { suite, target, profile, environment, durationMs, interrupted, controls } = record;
  const known = spec.variants.map(({ id }) => id);
  const foreign = target.variants.find((id) => !known.includes(id));
  if (foreign !== undefined) {
    const said = `target.variants: found ${JSON.stringify(foreign)}, expected one of ${known.join(', ')}`;
    throw new UserError('usage', 'results-invalid', said, 'let the suite that wrote this record judge it');
  }
  const derived = deriveCases(spec, profile.claims, record.thorough);
  const byId = new Map(derived.map((testCase) => [testCase.id, testCase]));
  const cases = record.cases.flatMap((found) => {
    const testCase = byId.get(found.id);
    if (testCase === undefined) return [];
    return [judgeRecorded(testCase, found, record.baselines[testCase.variant], spec)];
  });
  const catalogue = deriveRequirements(spec);
  const claimed = catalogue.filter(({ variant }) => target.variants.includes(variant));
  const notApplicable = catalogue.filter((row) => !claimed.includes(row)).map(({ id }) => id);
  const leftOut = leftOutOf(derived, cases);
  const own = new Set(cases.flatMap(({ exchanges }) => exchanges.map(({ id }) => id)));
  // A control that served twice is one exchange.
  const other = [...new Map(controls.map((one) => [one.id, one])).values()].filter(({ id }) => !own.has(id));
  const startedAt = record.startedAt.toISOString();
  const seen = {
    target,
    cases,
    controls: other,
    requirements: claimed.map((requirement) => resultOf(requirement, cases, leftOut)),
    notApplicable,
    startedAt,
    leftOut,
    interrupted,
  };
  const { verdict, variants, ...counted } = tally(seen, waivers, reviews);
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
    warnings: record.warnings,
    leftOut,
    verdict,
    variants,
    notApplicable,
    rootCauses: [...record.warnings.map(afterWarning), ...findRootCauses(cases, other, target, spec)],
    requirements: counted.requirements,
    waivers: counted.waivers,
    reviews: counted.reviews,
    cases,
    baselines: Object.fromEntries(
      Object.entries(record.baselines).map(([variant, trial]) => [variant, recordTrial(trial)]),
    ),
    controls: other,
    observations: observe(cases, target.variants),
    advisories: advise(cases, target),
  };
}

/** A warning of the provisioning explains more than anything that was seen afterwards. */
function afterWarning(warning: Message): RootCause {
  const hint = message('hint-after-warning');
  return {
    variant: null,
    message: say(warning, 'en'),
    hint: say(hint, 'en'),
    words: { message: warning, hint },
  };
}

/** The cases that were not carried out, and the requirements that are not seen whole without them. */
function leftOutOf(derived: readonly TestCase[], carriedOut: readonly CaseResult[]): Results['leftOut'] {
  const known = new Set(carriedOut.map(({ id }) => id));
  const missing = derived.filter(({ id }) => !known.has(id));
  return {
    cases: missing.map(({ id }) => id),
    requirements: [...new Set(missing.flatMap(({ aims }) => aims.map(({ requirement }) => requirement)))],
  };
}

function resultOf(
  requirement: Requirement,
  all: readonly CaseResult[],
  leftOut: Results['leftOut'],
): RequirementResult {
  const { id, variant, group, subject, aspect, section, statement } = requirement;
  const cases = all.filter(({ checks }) => checks.some((check) => check.requirement === id));
  const checks = cases.flatMap((found) => found.checks.filter((check) => check.requirement === id));
  const seen = worst(checks.map((check) => check.verdict)) ?? 'inconclusive';
  // What was seen only in part has not passed.
  const verdict = seen === 'pass' && leftOut.requirements.includes(id) ? 'inconclusive' : seen;
  return {
    id,
    variant,
    group,
    subject,
    aspect,
    section,
    statement: say(statement, 'en'),
    words: statement,
    verdict,
    reason:
      verdict === 'inconclusive'
        ? (firstReason(checks.map((check) => check.reason)) ?? 'not-selected')
        : null,
    waived: false,
    decided: null,
    cases: cases.map((found) => found.id),
  };
}

/** Digest of what the specification says as this version of the suite has it. */
function digestOf(spec: Specification, catalogue: readonly Requirement[]): string {
  return createHash('sha256')
    .update(JSON.stringify([spec.title, spec.variants, catalogue]))
    .digest('hex');
}

/** The record that Results were judged from. */
export function recordOf(results: Results): Record {
  const evidence = new Map(
    [...results.controls, ...results.cases.flatMap(({ exchanges }) => exchanges)].map((one) => [one.id, one]),
  );
  return {
    ...results,
    startedAt: new Date(results.startedAt),
    cases: results.cases.map(({ id, goes, durationMs, trials, failure }) => ({
      id,
      times: goes?.times ?? 1,
      durationMs,
      rounds: roundsOf(trials).map((round) => round.map((trial) => revive(trial, evidence))),
      failure: failure === undefined ? null : { reason: failure.reason, note: failure.words },
    })),
    baselines: Object.fromEntries(
      Object.entries(results.baselines).map(([variant, trial]) => [variant, revive(trial, evidence)]),
    ),
    controls: [...evidence.values()],
  };
}

/** A request that comes again begins another round of the case. */
function roundsOf(trials: readonly TrialRecord[]): readonly (readonly TrialRecord[])[] {
  const rounds: TrialRecord[][] = [];
  for (const trial of trials) {
    const last = rounds.at(-1);
    const isNext = last?.every(({ expectation }) => expectation.label !== trial.expectation.label);
    if (last !== undefined && isNext === true) last.push(trial);
    else rounds.push([trial]);
  }
  return rounds;
}

function revive(trial: TrialRecord, evidence: ReadonlyMap<string, Evidence>): Trial {
  const find = (id: string): readonly Evidence[] => {
    const one = evidence.get(id);
    return one === undefined ? [] : [one];
  };
  const { halted } = trial;
  return {
    ...trial,
    attempts: trial.attempts.flatMap(find),
    controls: trial.controls.flatMap(({ id, good }) => find(id).map((one) => ({ evidence: one, good }))),
    halted: halted === null ? null : { reason: halted.reason, note: halted.words },
  };
}

/** Cases and requirements whose verdict is another than before, each in a sentence. */
export function findDiffering(before: Results, after: Results): readonly string[] {
  return [...differing(before.cases, after.cases), ...differing(before.requirements, after.requirements)];
}

interface Judged {
  readonly id: string;
  readonly verdict: string | null;
}

function differing(before: readonly Judged[], after: readonly Judged[]): readonly string[] {
  const verdicts = new Map(after.map(({ id, verdict }) => [id, verdict]));
  const word = (verdict: string | null | undefined): string => verdict ?? 'observed';
  return before
    .filter(({ id, verdict }) => verdicts.get(id) !== verdict)
    .map(
      ({ id, verdict }) => `${id}: recorded as ${word(verdict)}, judged again as ${word(verdicts.get(id))}`,
    );
}

/** What was recorded of one case. */
export interface CaseRecord {
  readonly id: string;
  /** How often it was carried out. */
  readonly times: number;
  /** Milliseconds, all rounds together. */
  readonly durationMs: number;
  /** How each of its requests got its answer, round by round; one round represents all with the same result. */
  readonly rounds: readonly (readonly Trial[])[];
  /** Why nothing could be recorded of it. */
  readonly failure: Halt | null;
}

/**
 * One run: who was asked, what was sent, what came back and when. Everything else follows from it: the same record gives the
 * same Results on any day and any machine. It holds no secret.
 */
export interface Record {
  readonly suite: { readonly name: string; readonly version: string };
  readonly target: {
    readonly name: string;
    readonly baseUrl: string;
    readonly variants: readonly string[];
    readonly language: 'en' | 'ru';
    /** Runs the suite against it again in a shell; absent if its settings are in no file. */
    readonly command?: string;
  };
  /** Digest of the profile without secrets, and what it claims. */
  readonly profile: { readonly sha256: string; readonly claims: Claims };
  readonly environment: { readonly node: string; readonly platform: string };
  readonly startedAt: Date;
  readonly durationMs: number;
  /** Requests that may be a burden to the target were among the cases. */
  readonly thorough: boolean;
  readonly repeat: number;
  readonly seed: number | null;
  readonly interrupted: boolean;
  readonly requests: number;
  readonly failedLogins: number;
  /** What went wrong with the provisioning, a failed teardown for example. */
  readonly warnings: readonly Message[];
  readonly cases: readonly CaseRecord[];
  /** How the plain request of each variant was answered. */
  readonly baselines: Readonly<{ [variant: string]: Trial }>;
  /** Baselines and other exchanges that served as a control. */
  readonly controls: readonly Evidence[];
}
