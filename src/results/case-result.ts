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
import type { CaseResult, CheckResult } from './results.ts';

export interface Ground {
  readonly trials: Trials;
  readonly requests: ReadonlyMap<string, Request>;
  readonly spec: Specification;
}

/**
 * Judges the record of a case against the plain request of its variant. Inconclusive if nothing could be sent.
 */
export function judgeRecorded(testCase: TestCase, { trials, requests, spec }: Ground): CaseResult {
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
  const own = testRequests.flatMap((testRequest) => {
    const request = requests.get(requestId(variant, testRequest.id));
    return request === undefined ? [] : [trials.of(request, testRequest)];
  });
  return resultOfTrials(testCase, own, plain, further, context);
}

/** All checks of the case are inconclusive, because nothing could be sent. */
function unsent(testCase: TestCase, halt: NotSent): CaseResult {
  const checks = testCase.assertions.map(({ requirement }): Check => ({
    ...openCheck(requirement, halt.reason, halt.note, null),
    code: 'not-sent',
  }));
  return resultOf(testCase, checks, [], [], halt);
}

function resultOfTrials(
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
export const trialRecord = ({ request, attempts, controls, outage, halted }: Trial) => ({
  request,
  attempts: attempts.map(({ id }) => id),
  controls: controls.map(({ evidence, good }) => ({ id: evidence.id, good })),
  outage,
  halted: halted === null ? null : haltRecord(halted),
});
