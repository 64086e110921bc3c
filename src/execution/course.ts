import { kindOf } from '../case/test-case.ts';
import type { Stimulus, TestCase } from '../case/test-case.ts';
import { recordTrial } from '../result/record.ts';
import type { CaseRecord, Record } from '../result/record.ts';
import { exchangesById } from '../result/results.ts';
import type { Variant } from '../spec/specification.ts';
import type { Halt, Trial } from '../verdict/evidence.ts';
import { doubtOf } from '../verdict/settle.ts';
import { interrupted, provisionOf, settingsOf } from './ask.ts';
import type { Asker } from './ask.ts';
import { answerOf } from './doubt.ts';
import type { Answer } from './doubt.ts';
import { baselineOf } from './plan.ts';
import type { Plan, PlannedRequest } from './plan.ts';

/** A variant of the target in the course of a run. */
export interface Side {
  readonly variant: Variant;
  /** How its baseline was answered. */
  baseline: Answer;
  /** Doubtful answers in a row. */
  streak: number;
  /** It has stopped answering: what came of waiting for it. */
  outage: Promise<Halt | null> | null;
}

/** A request of one round on the way to its answer. */
export interface Job extends PlannedRequest {
  readonly side: Side;
  answer: Answer | null;
}

/** A case with its requests in each round; it shares them with other cases. */
interface CaseInRun {
  readonly testCase: TestCase;
  readonly rounds: readonly (readonly Job[])[];
  isStarted: boolean;
  isEnded: boolean;
}

/** What the steps of a run share. */
export interface Course {
  readonly asker: Asker;
  readonly sides: readonly Side[];
  readonly rounds: readonly (readonly Job[])[];
  readonly cases: readonly CaseInRun[];
  /** Chance draws the order of harmless requests. */
  readonly isShuffled: boolean;
  /** Requests with the right password that wait for the end of step 5. */
  readonly held: Job[];
}

/** Prepares the requests of every round; nothing is sent. */
export function createCourse(
  asker: Asker,
  cases: readonly TestCase[],
  { requests, requestsOf }: Plan,
  variants: readonly Variant[],
  { times, seed }: { readonly times: number; readonly seed: number | null },
): Course {
  const unasked = answerOf({ halted: interrupted });
  const sides = variants.map((variant): Side => ({ variant, baseline: unasked, streak: 0, outage: null }));
  const rounds = Array.from({ length: times }, () =>
    requests.flatMap((request): Job[] => {
      const side = sides.find(({ variant }) => variant.id === request.variant.id);
      return side === undefined ? [] : [{ ...request, side, answer: null }];
    }),
  );
  const inRun = cases.map((testCase): CaseInRun => {
    const ids = requestsOf(testCase).map((request) => requests.indexOf(request));
    const own = rounds.map((round) => ids.flatMap((id) => round[id] ?? []));
    return { testCase, rounds: own, isStarted: false, isEnded: false };
  });
  return { asker, sides, rounds, cases: inRun, isShuffled: seed !== null, held: [] };
}

/** Reports the cases whose first request this is, in whichever round. */
export function showStarted({ asker, cases }: Course, { stimulus, side }: Job): void {
  for (const one of cases) {
    const [own = []] = one.rounds;
    if (one.isStarted || !own.some((job) => job.stimulus === stimulus && job.side === side)) continue;
    one.isStarted = true;
    asker.onEvent({ kind: 'case-started', testCase: one.testCase });
  }
}

/** Reports the cases whose requests all have their answers. */
export function showEnded(course: Course): void {
  const baselines = baselineTrials(course);
  for (const one of course.cases) {
    const { testCase, rounds } = one;
    if (one.isEnded || rounds.flat().some(({ answer }) => answer === null)) continue;
    one.isEnded = true;
    const record = caseRecord(course, one);
    const exchanges = exchangesById({ cases: [record], controls: course.asker.controls });
    const baseline = baselines[testCase.variant];
    course.asker.onEvent({ kind: 'case-ended', testCase, record, baseline, exchanges });
  }
}

/** The record of one case. */
export function caseRecord(course: Course, { testCase, rounds }: CaseInRun): CaseRecord {
  const trials = rounds.flatMap((jobs) =>
    jobs.map((job, index) => trialOf(course, { ...job, stimulus: testCase.stimuli[index] ?? job.stimulus })),
  );
  const exchanges = trials.flatMap(({ attempts }) => attempts);
  return {
    id: testCase.id,
    durationMs: Math.round(exchanges.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    exchanges,
    trials: trials.map(recordTrial),
    ...(rounds.length === 1 ? {} : { goes: { times: rounds.length } }),
  };
}

/** The baseline of each variant as it is judged beside its cases. */
export function baselineTrials(course: Course): Record['baselines'] {
  const trials = course.sides.map(({ variant, baseline: answer }) => {
    const { stimulus } = baselineOf(variant);
    return [variant.id, recordTrial(trialOf(course, { variant, stimulus, answer }))] as const;
  });
  return Object.fromEntries(trials.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function trialOf(
  course: Course,
  { variant, stimulus, answer }: Pick<Job, 'variant' | 'stimulus' | 'answer'>,
): Trial {
  const { label, words, condition, status, credentials, login, onOperation, onPath } = stimulus;
  const provision = provisionOf(settingsOf(course.asker.target, variant.id), condition);
  const hasGateway = provision.baseUrl !== undefined || provision.proxy !== undefined;
  const { attempts, controls, halted, isLimited } = answer ?? answerOf({ halted: interrupted });
  const last = attempts.at(-1);
  const isLogin = condition === 'unauthorized' || login === 'wrong' || login === 'invalid';
  const isRateLimited = isLogin && last?.response?.status === 429;
  return {
    expectation: { label, words, condition, status, credentials, onOperation, onPath },
    attempts,
    controls,
    outage: provision.setup !== undefined,
    ownRoute: hasGateway || provision.localAddress !== undefined,
    ownGateway: hasGateway,
    earlierLogin: isRateLimited ? earlierLogin(course, last.startedAt) : null,
    halted: isLimited && answer !== null && isBeyondDoubt(course, stimulus, answer) ? null : halted,
  };
}

/** A failed login that was answered otherwise than by 429. */
function earlierLogin({ rounds }: Course, before: string): string | null {
  const logins = rounds.flat().filter(({ stimulus }) => stimulus.condition === 'unauthorized');
  const found = logins.flatMap(({ stimulus, answer }) =>
    (answer?.attempts ?? []).filter(
      (one) => one.startedAt < before && doubtOf(one, { ...stimulus, status: null }) === null,
    ),
  );
  return found.toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1))[0]?.id ?? null;
}

/** Where the limit of failed logins ended the tries: one repeat between good controls is enough if nothing of another kind was in doubt. */
function isBeyondDoubt({ rounds }: Course, stimulus: Stimulus, answer: Answer): boolean {
  const others = rounds.flat().filter((job) => kindOf(job.stimulus) !== kindOf(stimulus));
  return (
    isRepeated(answer) &&
    others.every(({ stimulus: own, answer: other }) => {
      if (other === null) return true;
      const doubtful = other.attempts.filter((one) => doubtOf(one, own) !== null).length;
      const isOwn = isRepeated(other) && other.halted === null && doubtful === other.attempts.length;
      return doubtful === 0 || isOwn;
    })
  );
}

/** Asked again, between controls that were all answered as before. */
const isRepeated = ({ attempts, controls }: Answer): boolean =>
  attempts.length > 1 && controls.length > 1 && controls.every(({ good }) => good);
