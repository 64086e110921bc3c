import type { TestCase } from '../case/test-case.ts';
import { variantById } from '../spec/specification.ts';
import type { Specification } from '../spec/specification.ts';
import type { Evidence, Halt, Trial } from '../verdict/evidence.ts';
import { judgeCase } from '../verdict/judge.ts';
import type { CaseRecord } from './judge.ts';
import { worst } from '../verdict/check.ts';
import type { Check, Verdict } from '../verdict/check.ts';
import { message, say, sayCheck } from '../wording/message.ts';
import { textsUnderReview, textOfCheck } from './review.ts';
import type { CaseResult, CheckResult, TrialRecord } from './results.ts';

/** Judges what was recorded of a case, paired with the plain request of its variant; a case that nothing was recorded of is inconclusive. */
export function judgeRecorded(
  testCase: TestCase,
  { rounds, times, durationMs, failure }: CaseRecord,
  baseline: Trial | undefined,
  spec: Specification,
): CaseResult {
  const halt = failure ?? (testCase.provisioned ? null : notProvisioned(testCase));
  if (halt !== null || baseline === undefined) {
    return {
      ...unsent(testCase, halt ?? noBaseline),
      ...(failure === null ? {} : { failure: worded(failure) }),
    };
  }
  const context = {
    variant: variantById(spec, testCase.variant),
    list: spec.body.list,
    text: spec.body.text,
  };
  const judged = rounds.map((trials) =>
    resultOfRound(
      testCase,
      judgeCase(testCase.aims, testCase.standing, trials, baseline, context),
      trials,
      baseline,
    ),
  );
  const [only] = judged;
  if (only === undefined) return unsent(testCase, noBaseline);
  // Rounds that came out alike left one of them on record.
  const all = judged.length === 1 ? Array.from({ length: times }, () => only) : judged;
  return { ...mergeRounds(all), durationMs };
}

const noBaseline: Halt = { reason: 'suite-error', note: message('nothing-sent') };

const notProvisioned = ({ condition }: TestCase): Halt => ({
  reason: 'not-provisioned',
  note: message('not-provisioned', { condition }),
});

const worded = ({
  reason,
  note,
}: Halt): { readonly reason: Halt['reason']; readonly words: Halt['note'] } => ({
  reason,
  words: note,
});

const describeCase = ({ id, variant, condition, title, kind }: TestCase) => ({
  id,
  variant,
  condition,
  title: say(title, 'en'),
  words: title,
  kind,
});

/** Every check of the case is inconclusive: nothing could be sent. */
function unsent(testCase: TestCase, { reason, note }: Halt): CaseResult {
  const isJudged = testCase.kind === 'judged';
  return {
    ...describeCase(testCase),
    verdict: isJudged ? 'inconclusive' : null,
    reason: isJudged ? reason : null,
    note: say(note, 'en'),
    durationMs: 0,
    checks: testCase.aims.map(({ requirement }) =>
      inWords({
        requirement,
        verdict: 'inconclusive',
        reason,
        code: 'not-sent',
        params: { note },
        exchange: null,
      }),
    ),
    exchanges: [],
    trials: [],
    controls: [],
  };
}

const inWords = (check: Check): CheckResult => ({ ...check, ...sayCheck(check, 'en') });

function resultOfRound(
  testCase: TestCase,
  found: readonly Check[],
  trials: readonly Trial[],
  baseline: Trial,
): CaseResult {
  const checks = found.map(inWords);
  const verdict = verdictOf(testCase, checks);
  const open = checks.find((check) => check.verdict === 'inconclusive');
  const halted = trials.find((trial) => trial.halted !== null)?.halted;
  const exchanges = trials.flatMap((trial) => trial.attempts);
  const isOpen = verdict === 'inconclusive';
  return {
    ...describeCase(testCase),
    verdict,
    reason: isOpen ? (open?.reason ?? null) : null,
    note: isOpen ? (open?.message ?? '') : halted ? say(halted.note, 'en') : '',
    durationMs: 0,
    checks,
    exchanges,
    trials: trials.map(recordTrial),
    controls: controlsOf(trials, baseline, exchanges),
  };
}

/** A case that only observes has no verdict, unless an answer violates a requirement for every answer. */
function verdictOf({ kind }: TestCase, checks: readonly CheckResult[]): Verdict | null {
  const found = worst(checks.map((check) => check.verdict));
  return kind === 'judged' || found === 'fail' ? found : null;
}

/** A trial by the ids of its exchanges. */
export function recordTrial({ attempts, controls, halted, ...trial }: Trial): TrialRecord {
  return {
    ...trial,
    attempts: attempts.map(({ id }) => id),
    controls: controls.map(({ evidence, good }) => ({ id: evidence.id, good })),
    halted: halted === null ? null : { ...worded(halted), note: say(halted.note, 'en') },
  };
}

function controlsOf(trials: readonly Trial[], baseline: Trial, own: readonly Evidence[]): readonly string[] {
  const ids = [
    ...baseline.attempts.slice(-1).map(({ id }) => id),
    ...trials.flatMap(({ controls }) => controls.map(({ evidence }) => evidence.id)),
    ...trials.flatMap(({ earlierLogin }) => earlierLogin ?? []),
  ];
  const ownIds = new Set(own.map(({ id }) => id));
  return [...new Set(ids)].filter((id) => !ownIds.has(id));
}

/** Makes one result out of all rounds of a case: each check at its worst, with its share where rounds differ. */
function mergeRounds(rounds: readonly CaseResult[]): CaseResult {
  const [first] = rounds;
  if (first === undefined) throw new RangeError('a case without a round');
  if (rounds.length === 1) return first;
  const carried = rounds.filter(({ reason }) => reason !== 'not-selected');
  const counted = carried.length === 0 ? rounds : carried;
  const verdict = worst(counted.map((round) => round.verdict));
  const isAlike = areAlike(counted, ({ checks, verdict: own }) => [own, checks.map((one) => one.verdict)]);
  // If all have the same result, the first represents them, unless a person has more than one text to read.
  const kept = isAlike && areAlike(counted, textsUnderReview) ? counted.slice(0, 1) : counted;
  const deciding = counted.find((round) => round.verdict === verdict) ?? first;
  return {
    ...deciding,
    verdict,
    checks: mergedChecks(counted),
    exchanges: kept.flatMap(({ exchanges }) => exchanges),
    trials: kept.flatMap(({ trials }) => trials),
    controls: [...new Set(kept.flatMap(({ controls }) => controls))],
    goes: {
      times: counted.length,
      unstable: !isAlike,
      verdicts: countBy(counted, (round) => round.verdict ?? 'observed'),
    },
  };
}

const areAlike = (rounds: readonly CaseResult[], aspect: (round: CaseResult) => unknown): boolean =>
  new Set(rounds.map((round) => JSON.stringify(aspect(round)))).size === 1;

const countBy = (
  rounds: readonly CaseResult[],
  nameOf: (round: CaseResult) => string,
): Readonly<{ [name: string]: number }> =>
  Object.fromEntries([...Map.groupBy(rounds, nameOf)].map(([name, own]) => [name, own.length]));

/** Checks by requirement; where a case makes several on one requirement, their position distinguishes them. */
function mergedChecks(rounds: readonly CaseResult[]): readonly CheckResult[] {
  const byRequirement = rounds.map(({ checks }) => Map.groupBy(checks, ({ requirement }) => requirement));
  const requirements = new Set(byRequirement.flatMap((checks) => [...checks.keys()]));
  return [...requirements].flatMap((requirement) => {
    const own = byRequirement.map((checks) => checks.get(requirement) ?? []);
    const most = Math.max(...own.map(({ length }) => length));
    return Array.from({ length: most }, (_, place) =>
      mergedCheck(
        own.flatMap((checks) => checks[place] ?? []),
        rounds,
      ),
    ).flat();
  });
}

/** The check at its worst; where it is under review, one for each text that a person has to read. */
function mergedCheck(all: readonly CheckResult[], rounds: readonly CaseResult[]): readonly CheckResult[] {
  // What a limit excluded in one round makes no check if another round made one.
  const made = all.filter(({ reason }) => reason !== 'not-selected');
  const own = made.length === 0 ? all : made;
  const bad = worst(own.map(({ verdict }) => verdict));
  const alike = own.filter(({ verdict }) => verdict === bad);
  const shown = bad === 'review' ? withOwnTexts(alike, rounds) : alike.slice(0, 1);
  if (alike.length === own.length) return shown;
  const share = { alike: alike.length, of: own.length };
  return shown.map((check) => ({ ...check, rounds: share, ...sayCheck({ ...check, rounds: share }, 'en') }));
}

function withOwnTexts(checks: readonly CheckResult[], rounds: readonly CaseResult[]): readonly CheckResult[] {
  const exchanges = new Map(rounds.flatMap((round) => round.exchanges.map((one) => [one.id, one] as const)));
  const byText = Map.groupBy(checks, (check) => textOfCheck(check, exchanges));
  return [...byText.values()].flatMap(([first]) => first ?? []);
}
