import type { TestCase } from '../case/test-case.ts';
import { variantById } from '../spec/specification.ts';
import type { Specification } from '../spec/specification.ts';
import { openCheck, worst } from '../verdict/check.ts';
import type { Check } from '../verdict/check.ts';
import type { Evidence, Halt, Trial } from '../verdict/evidence.ts';
import { judgeCase } from '../verdict/judge.ts';
import { message, say, sayCheck } from '../wording/message.ts';
import { recallTrial, recordTrial, roundsOf } from './record.ts';
import type { CaseRecord } from './record.ts';
import { textOfCheck, textsUnderReview } from './review.ts';
import { exchangesById } from './results.ts';
import type { CaseResult, CheckResult, TrialRecord } from './results.ts';

/** Judges what was recorded of a case, paired with the plain request of its variant; a case that nothing was recorded of is inconclusive. */
export function judgeRecorded(
  testCase: TestCase,
  { trials, goes, durationMs, failure }: CaseRecord,
  baseline: TrialRecord | undefined,
  exchanges: ReadonlyMap<string, Evidence>,
  spec: Specification,
): CaseResult {
  const { condition, provisioned } = testCase;
  const unprovisioned: Halt = { reason: 'not-provisioned', note: message('not-provisioned', { condition }) };
  const failed = failure === undefined ? null : { reason: failure.reason, note: failure.words };
  const halt = failed ?? (provisioned ? null : unprovisioned);
  const plain = baseline === undefined ? undefined : recallTrial(baseline, exchanges);
  const judged =
    halt !== null || plain === undefined
      ? []
      : roundsOf(trials.map((trial) => recallTrial(trial, exchanges))).map((round) =>
          resultOfRound(testCase, round, plain, spec),
        );
  const [only] = judged;
  if (only === undefined) {
    const result = unsent(testCase, halt ?? { reason: 'suite-error', note: message('nothing-sent') });
    if (failed === null) return result;
    return { ...result, failure: { reason: failed.reason, words: failed.note } };
  }
  if (goes === undefined) return { ...only, durationMs };
  return { ...mergeRounds(only, judged, goes.times), durationMs };
}

/** Every check of the case is inconclusive: nothing could be sent. */
function unsent(testCase: TestCase, halt: Halt): CaseResult {
  const checks = testCase.aims.map(({ requirement }): Check => ({
    ...openCheck(requirement, halt.reason, halt.note, null),
    code: 'not-sent',
  }));
  return resultOf(testCase, checks, [], [], halt);
}

function resultOfRound(
  testCase: TestCase,
  trials: readonly Trial[],
  baseline: Trial,
  spec: Specification,
): CaseResult {
  const { list, text } = spec.body;
  const context = { variant: variantById(spec, testCase.variant), list, text };
  const checks = judgeCase(testCase.aims, testCase.standing, trials, baseline, context);
  const relied = [
    ...baseline.attempts.slice(-1).map(({ id }) => id),
    ...trials.flatMap(({ controls }) => controls.map(({ evidence }) => evidence.id)),
    ...trials.flatMap(({ earlierLogin }) => earlierLogin ?? []),
  ];
  const halted = trials.find((trial) => trial.halted !== null)?.halted ?? null;
  return resultOf(testCase, checks, trials, relied, halted);
}

function resultOf(
  { id, variant, condition, title, kind }: TestCase,
  judged: readonly Check[],
  trials: readonly Trial[],
  relied: readonly string[],
  halt: Halt | null,
): CaseResult {
  const checks = judged.map((check): CheckResult => ({ ...check, ...sayCheck(check, 'en') }));
  const found = worst(checks.map((check) => check.verdict));
  // A case that only observes has no verdict, unless an answer violates a requirement for every answer.
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
    durationMs: 0,
    checks,
    exchanges,
    trials: trials.map(recordTrial),
    controls: [...new Set(relied)].filter((one) => !own.has(one)),
  };
}

/** Makes one result out of all rounds of a case: each check at its worst, with its share where rounds differ. Rounds that came out alike left one of them on record. */
function mergeRounds(first: CaseResult, rounds: readonly CaseResult[], times: number): CaseResult {
  const counted = butLeftOut(rounds);
  const countOf = (some: readonly CaseResult[]): number => (rounds.length === 1 ? times : some.length);
  const verdict = worst(counted.map((round) => round.verdict));
  const isAlike = areAlike(counted, ({ checks, verdict: own }) => [own, checks.map((one) => one.verdict)]);
  // If all have the same result, the first represents them, unless a person has more than one text to read.
  const kept = isAlike && areAlike(counted, textsUnderReview) ? counted.slice(0, 1) : counted;
  const verdicts = Map.groupBy(counted, (round) => round.verdict ?? 'observed');
  return {
    ...(counted.find((round) => round.verdict === verdict) ?? first),
    verdict,
    checks: mergedChecks(counted),
    exchanges: kept.flatMap(({ exchanges }) => exchanges),
    trials: kept.flatMap(({ trials }) => trials),
    controls: [...new Set(kept.flatMap(({ controls }) => controls))],
    goes: {
      times: countOf(counted),
      unstable: !isAlike,
      verdicts: Object.fromEntries([...verdicts].map(([name, own]) => [name, countOf(own)])),
    },
  };
}

/** What a limit excluded in one round says nothing where another round was carried out. */
function butLeftOut<Item extends Pick<CheckResult, 'reason'>>(all: readonly Item[]): readonly Item[] {
  const made = all.filter(({ reason }) => reason !== 'not-selected');
  return made.length === 0 ? all : made;
}

const areAlike = (rounds: readonly CaseResult[], aspect: (round: CaseResult) => unknown): boolean =>
  new Set(rounds.map((round) => JSON.stringify(aspect(round)))).size === 1;

/** Checks by requirement; where a case makes several on one requirement, their position distinguishes them. */
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
      // Under review there is one for each text that a person has to read.
      const texts = Map.groupBy(alike, (check) => (bad === 'review' ? textOfCheck(check, exchanges) : ''));
      const shown = [...texts.values()].flatMap(([check]) => check ?? []);
      if (alike.length === own.length) return shown;
      const share = { alike: alike.length, of: own.length };
      const merged = shown.map((check) => ({ ...check, rounds: share }));
      return merged.map((check) => ({ ...check, ...sayCheck(check, 'en') }));
    });
}
