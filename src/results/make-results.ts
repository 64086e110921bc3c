// From the record of a run to its results: a pure function, and the only maker of Results.

import { createHash } from 'node:crypto';
import { requirements as catalogue } from '#banks/requirements.ts';
import * as specification from '#banks/specification.ts';
import { judge } from '../judge/judge.ts';
import { rules } from '../judge/rules.ts';
import { worst } from '../judge/check.ts';
import type { Check } from '../judge/check.ts';
import { sayCheck } from '../messages/message.ts';
import type { Attempt } from '../plan/attempt.ts';
import { planOf } from '../plan/plan.ts';
import { findCauses } from './causes.ts';
import { decide } from './decisions.ts';
import type { Decided } from './decisions.ts';
import { advise, observe } from './observations.ts';
import type { Answered } from './observations.ts';
import { packAttempts, unpackAttempts } from './record.ts';
import { overallOf, reasonOf, resultOf, verdictOf } from './totals.ts';
import type { CaseResult, Results } from './results.ts';

type Kept = 'suite' | 'target' | 'startedAt' | 'durationMs' | 'interrupted' | 'isSelection' | 'warnings';

/** One run as it was carried out. */
export interface Run extends Pick<Results, Kept | 'failedLogins' | 'pace'> {
  readonly profile: Results['record']['profile'];
  readonly seed: number;
  /** Ids of the cases that were to be carried out. */
  readonly selected: readonly string[];
  readonly attempts: readonly Attempt[];
}

/** Throws a RangeError for a record that names no case of the plan. */
export function makeResults(run: Run, decisions: readonly Decided[]): Results {
  const { profile, attempts, selected, target, seed, ...kept } = run;
  const plan = planOf(profile.claims);
  const cases = plan.cases.filter(({ id }) => selected.includes(id));
  const judgement = judge(plan, attempts, cases);
  const claimed = catalogue.filter(({ variant }) => target.variants.includes(variant));
  const verdicts = claimed.map((one) => verdictOf(one, judgement.checks));
  const answered = cases.map((testCase) => ({
    testCase,
    exchanges: attempts.flatMap(({ row, role, exchange }) =>
      role === 'try' && exchange !== null && testCase.rows.includes(row) ? [exchange] : [],
    ),
  }));
  const results = answered.map((one) => caseResult(one, judgement.checks));
  const record = { profile, seed, selected, ...packAttempts(attempts) };
  const notApplicable = catalogue.filter((one) => !claimed.includes(one)).map(({ id }) => id);
  const seen = { requirements: verdicts, cases: results, notApplicable, startedAt: run.startedAt, record };
  const { requirements, decisions: made } = decide(seen, decisions);
  const untried = judgement.untried.map(({ row: request, why }) => ({ request, why: why.kind }));
  const isPartial = run.interrupted || selected.length < plan.cases.length;
  const variants = target.variants.map((variant) => {
    const guesses = plan.rows.filter((row) => row.variant === variant && row.isGuess).map(({ id }) => id);
    const left = guesses.filter((id) => untried.some(({ request }) => request === id));
    return [variant, resultOf(variant, requirements, left, isPartial)] as const;
  });
  return {
    schemaVersion: 2,
    ...kept,
    rules,
    spec: { title: specification.title, sha256: digestOfSpecification() },
    target,
    verdict: overallOf(requirements),
    variants: Object.fromEntries(variants),
    notApplicable,
    causes: findCauses({ ...judgement, ...kept, attempts, requirements, baseUrl: target.baseUrl }),
    requirements,
    cases: results,
    untried,
    observations: observe(answered),
    advisories: advise(answered, target),
    decisions: made,
    requests: record.exchanges.length,
    record,
  };
}

/** Judges the record of results again. */
export function judgeAgain(results: Results, decisions: readonly Decided[] = results.decisions): Results {
  const { record, ...kept } = results;
  const { profile, seed, selected } = record;
  return makeResults({ ...kept, profile, seed, selected, attempts: unpackAttempts(record) }, decisions);
}

function caseResult({ testCase, exchanges }: Answered, all: readonly Check[]): CaseResult {
  const { id, variant, condition, title, isJudged } = testCase;
  const checks = all.filter((check) => check.case === id);
  const verdict = isJudged ? (worst(checks.map((check) => check.verdict)) ?? 'inconclusive') : null;
  const reason = verdict === 'inconclusive' ? (reasonOf(checks) ?? 'not-selected') : null;
  const said = checks.map(({ case: _case, ...check }) => ({ ...check, ...sayCheck(check, 'en') }));
  const facts = { id, variant, condition, title: title.en, isJudged, verdict, reason };
  return { ...facts, exchanges: exchanges.map((one) => one.id), checks: said };
}

/** Of all that the suite takes from the specification. */
function digestOfSpecification(): string {
  const { variants, parameters, list, recordMembers, errorText } = specification;
  const statements = catalogue.map(({ id, section, statement }) => [id, section, statement.en]);
  const said = JSON.stringify([variants, parameters, list, recordMembers, errorText, statements]);
  return createHash('sha256').update(said).digest('hex');
}
