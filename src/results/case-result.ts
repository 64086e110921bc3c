import { baselineId, requestId } from '../plan/plan.ts';
import type { Request } from '../plan/plan.ts';
import type { TestCase } from '../plan/test-case.ts';
import { variantById } from '../operation/specification.ts';
import type { Specification } from '../operation/specification.ts';
import { openCheck, worst } from '../judge/check.ts';
import type { Check, JudgeContext } from '../judge/check.ts';
import type { NotSent, Trial } from '../judge/evidence.ts';
import { judgeCase, judgeEverySuccess } from '../judge/judge.ts';
import type { Trials } from '../judge/trial.ts';
import { message, say, sayCheck } from '../messages/message.ts';
import { haltRecord } from './record.ts';
import { textOfCheck, textsUnderReview } from './review.ts';
import { exchangesById } from './results.ts';
import type { CaseResult, CheckResult } from './results.ts';

export interface Ground {
  readonly trials: Trials;
  readonly requests: ReadonlyMap<string, Request>;
  readonly spec: Specification;
  /** Number of rounds. */
  readonly repeat: number;
}

/**
 * Judges the record of a case against the plain request of its variant. Inconclusive if nothing could be sent.
 */
export function judgeRecorded(testCase: TestCase, { trials, requests, spec, repeat }: Ground): CaseResult {
  const { id, assertions, condition, provisioned, variant, testRequests } = testCase;
  if (!provisioned) {
    const note = message('not-provisioned', { condition });
    return unsent(testCase, { kind: 'other', reason: 'not-provisioned', note });
  }
  const { list, text } = spec.body;
  const context = { variant: variantById(spec, variant), list, text };
  const successes = id === baselineId(variant) ? trials.successes(variant) : null;
  const further = successes === null ? [] : judgeEverySuccess(assertions, successes, context);
  const plain = trials.baseline(variant);
  const rounds = Array.from({ length: repeat }, (_, round) => {
    const own = testRequests.flatMap((testRequest) => {
      const request = requests.get(requestId(variant, testRequest.id));
      return request === undefined ? [] : [trials.of(request, round + 1, testRequest)];
    });
    // Checks on every success are made only once, in the first round.
    return resultOfRound(testCase, own, plain, round === 0 ? further : [], context);
  });
  const [only] = rounds;
  if (only === undefined) throw new RangeError('a run has at least one round');
  return repeat === 1 ? only : mergeRounds(only, rounds);
}

/** All checks of the case are inconclusive, because nothing could be sent. */
function unsent(testCase: TestCase, halt: NotSent): CaseResult {
  const checks = testCase.assertions.map(({ requirement }): Check => ({
    ...openCheck(requirement, halt.reason, halt.note, null),
    code: 'not-sent',
  }));
  return resultOf(testCase, checks, [], [], halt);
}

function resultOfRound(
  testCase: TestCase,
  trials: readonly Trial[],
  baseline: Trial,
  further: readonly Check[],
  context: JudgeContext,
): CaseResult {
  const checks = [
    ...judgeCase(testCase.assertions, testCase.invariants, trials, baseline, context),
    ...further,
  ];
  const relied = [
    ...further.flatMap(({ exchange }) => exchange ?? []),
    ...baseline.attempts.slice(-1).map(({ id }) => id),
    ...trials.flatMap(({ controls }) => controls.map(({ evidence }) => evidence.id)),
    ...trials.flatMap(({ earlierLogin }) => earlierLogin ?? []),
  ];
  const halted = trials.find((trial) => trial.halted !== null)?.halted ?? null;
  return resultOf(testCase, checks, trials, relied, halted);
}

function resultOf(
  { id, variant, condition, title, kind, guess }: TestCase,
  judged: readonly Check[],
  trials: readonly Trial[],
  relied: readonly string[],
  halt: NotSent | null,
): CaseResult {
  const checks = judged.map((check): CheckResult => ({ ...check, ...sayCheck(check, 'en') }));
  const found = worst(checks.map((check) => check.verdict));
  // A case that only observes has no verdict, unless an answer violates a requirement on every answer.
  const verdict = kind === 'judged' || found === 'fail' ? found : null;
  const open = verdict === 'inconclusive' ? checks.find((check) => check.verdict === verdict) : undefined;
  const exchanges = trials.flatMap(({ attempts }) => attempts);
  const own = new Set(exchanges.map((exchange) => exchange.id));
  return {
    id,
    variant,
    condition,
    title: say(title, 'en'),
    words: title,
    kind,
    verdict,
    reason: open?.reason ?? null,
    note: open?.message ?? (verdict !== 'inconclusive' && halt !== null ? say(halt.note, 'en') : ''),
    durationMs: Math.round(exchanges.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    checks,
    exchanges,
    trials: trials.map(trialRecord),
    ...(guess === null ? {} : { guess }),
    controls: [...new Set(relied)].filter((one) => !own.has(one)),
  };
}

/** A trial with ids in place of its exchanges. */
export const trialRecord = ({ request, round, attempts, controls, outage, halted }: Trial) => ({
  request,
  round,
  attempts: attempts.map(({ id }) => id),
  controls: controls.map(({ evidence, good }) => ({ id: evidence.id, good })),
  outage,
  halted: halted === null ? null : haltRecord(halted),
});

/**
 * Merges the rounds of a case. Each check has its worst verdict, and its share of rounds if they differ. If all
 * rounds agree, only the first shows its trials.
 */
function mergeRounds(first: CaseResult, rounds: readonly CaseResult[]): CaseResult {
  const counted = butLeftOut(rounds);
  const verdict = worst(counted.map((round) => round.verdict));
  const isAlike = areAlike(counted, ({ checks, verdict: own }) => [own, checks.map((one) => one.verdict)]);
  // If all rounds agree, the first represents them, unless a person has several texts to read.
  const kept = isAlike && areAlike(counted, textsUnderReview) ? counted.slice(0, 1) : counted;
  const verdicts = Map.groupBy(counted, (round) => round.verdict ?? 'observed');
  return {
    ...(counted.find((round) => round.verdict === verdict) ?? first),
    verdict,
    checks: mergedChecks(counted),
    durationMs: rounds.reduce((sum, { durationMs }) => sum + durationMs, 0),
    exchanges: rounds.flatMap(({ exchanges }) => exchanges),
    trials: kept.flatMap(({ trials }) => trials),
    controls: [...new Set(kept.flatMap(({ controls }) => controls))],
    goes: {
      times: counted.length,
      unstable: !isAlike,
      verdicts: Object.fromEntries([...verdicts].map(([name, own]) => [name, own.length])),
    },
  };
}

/** A round that a limit left out does not count if another was sent. */
function butLeftOut<Item extends Pick<CheckResult, 'reason'>>(all: readonly Item[]): readonly Item[] {
  const made = all.filter(({ reason }) => reason !== 'not-selected');
  return made.length === 0 ? all : made;
}

const areAlike = (rounds: readonly CaseResult[], aspect: (round: CaseResult) => unknown): boolean =>
  new Set(rounds.map((round) => JSON.stringify(aspect(round)))).size === 1;

/** Checks by requirement. If a case has several on one requirement, their position distinguishes them. */
function mergedChecks(rounds: readonly CaseResult[]): readonly CheckResult[] {
  const placed = rounds.flatMap(({ checks }) =>
    [...Map.groupBy(checks, ({ requirement }) => requirement).values()].flatMap((own) => [...own.entries()]),
  );
  const exchanges = exchangesById({ cases: rounds });
  return [...Map.groupBy(placed, ([, { requirement }]) => requirement).values()]
    .flatMap((same) => [...Map.groupBy(same, ([place]) => place).values()])
    .flatMap((same) => {
      const own = butLeftOut(same.map(([, check]) => check));
      const bad = worst(own.map(({ verdict }) => verdict));
      const alike = own.filter(({ verdict }) => verdict === bad);
      // Under review, there is one check for each text that a person has to read.
      const texts = Map.groupBy(alike, (check) => (bad === 'review' ? textOfCheck(check, exchanges) : ''));
      const shown = [...texts.values()].flatMap(([check]) => check ?? []);
      if (alike.length === own.length) return shown;
      const share = { alike: alike.length, of: own.length };
      const merged = shown.map((check) => ({ ...check, rounds: share }));
      return merged.map((check) => ({ ...check, ...sayCheck(check, 'en') }));
    });
}
