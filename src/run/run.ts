import { isDeepStrictEqual } from 'node:util';
import { stageOf } from '../plan/order.ts';
import { quote } from '../client/curl.ts';
import type { Record } from '../results/record.ts';
import { programOfRecord } from '../base/package.ts';
import { environmentOf } from './environment.ts';
import { digestOfProfile } from '../profile/secrets.ts';
import { reliedSettings } from '../profile/reliance.ts';
import { isNotSent } from '../judge/evidence.ts';
import type { Attempt } from '../judge/evidence.ts';
import { settle } from '../judge/settle.ts';
import { askBaselines, sayUnusedProxies, trialsSoFar } from './baseline.ts';
import { askWhileSetUp } from './condition.ts';
import type { Sender } from './send-within-limits.ts';
import {
  askControl,
  confirm,
  confirmLogin,
  createRunState,
  forEachSide,
  isInDoubt,
  isRefused,
  isWrong,
  jobsOf,
  loginWidth,
  lookAgain,
  questionOf,
  sendAll,
  settleDoubts,
  showEnded,
  showStarted,
  showsWorking,
  skip,
  widthBeside,
} from './run-state.ts';
import type { Message } from '../messages/message.ts';
import type { RunState, ScheduledRequest, RunPlan, VariantState } from './run-state.ts';
import { createRandom, shuffled } from './credentials.ts';

/** Runs the cases step by step with the given sender. */
export async function recordRun(given: Sender, runPlan: RunPlan): Promise<Record> {
  const { suite, rules, claims, cases, repetition } = runPlan;
  const { target, signal } = given;
  const startedAt = given.now();
  const start = performance.now();
  const warnings: Record['warnings'][number][] = [];
  const random = repetition.seed === null ? null : createRandom(repetition.seed);
  const sender: Sender = {
    ...given,
    random: random ?? given.random,
    onEvent(event) {
      if (event.kind === 'warning') {
        const { words } = event;
        // Several variants may have the same set-up.
        if (warnings.some((said) => isDeepStrictEqual(said, words))) return;
        warnings.push(words);
      }
      given.onEvent(event);
    },
  };
  const course = createRunState(sender, runPlan, random);
  const rounds = Array.from({ length: repetition.times }, (_, round) => round + 1);
  sender.maskInAdvance(
    inTurn(jobsOf(course, 1, 'login'))
      .filter(isWrong)
      .map(({ request }) => request),
  );
  await askBaselines(course);
  sayUnusedProxies(course);
  for (const round of rounds) {
    await askJudged(course, round);
    await askObserved(course, round);
  }
  showEnded(course);
  for (const round of rounds) await askSetUps(course, jobsOf(course, round, 'setup'));
  for (const round of rounds) await askLogins(course, jobsOf(course, round, 'login'));
  await askLastControls(course);
  await askOpen(course);
  showEnded(course);
  const { name, baseUrl, language, limits, byHand } = target;
  const numbers = Object.entries(limits).flatMap(([key, value]) =>
    value === null ? [] : [[key, value] as const],
  );
  return {
    suite,
    rules,
    target: {
      // A name may share words with the beginning of a password.
      name: sender.redactor.mask(name),
      baseUrl,
      variants: Object.keys(target.variants),
      language,
      ...(target.tls.verify === false ? { tls: { verify: false } } : {}),
      ...(byHand === null ? {} : { command: [programOfRecord, 'run', ...byHand.map(quote)].join(' ') }),
    },
    profile: {
      sha256: digestOfProfile(target),
      claims,
      limits: Object.fromEntries(numbers),
      settings: reliedSettings(target),
    },
    environment: environmentOf(target, process),
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - start),
    repeat: repetition.times,
    seed: repetition.seed,
    interrupted: signal.aborted,
    failedLogins: sender.budget.spent(),
    pace: sender.pace.report(),
    warnings: [...doubtsBehindRefusals(course), ...warnings],
    cases: cases.map(({ id }) => id),
    attempts: sender.attempts(),
  };
}

/** What may be wrong with the values in a plain request that was answered, and not with 200. */
const doubtsBehindRefusals = ({ sender, sides }: RunState): readonly Message[] => {
  const refused = sides.filter(({ status }) => status !== undefined && status !== 200).map(({ id }) => id);
  return [...sender.target.doubts, ...sender.doubts]
    .filter(({ variants }) => variants.some((id) => refused.includes(id)))
    .map(({ words }) => words);
};

/** A retry and its control may both be refused. */
const placesOfARepeat = 2;

/**
 * Step 2: judged requests. Those with the right password leave enough places of the limit for a retry and its
 * control. After a refusal they are sent one by one.
 */
async function askJudged(course: RunState, round: number): Promise<void> {
  await lookAgain(course);
  const plain = jobsOf(course, round, 'baseline').filter(({ last }) => last === null);
  const [right, others] = divide(ordered(course, [...plain, ...jobsOf(course, round, 'judged')]));
  const isBroken = (): boolean =>
    right.some((job) => isRefused(job) && job.request.testRequest.status === 200);
  const width = loginWidth(course, placesOfARepeat);
  await Promise.all([
    sendAll(course, right, width, isBroken),
    sendAll(course, others, widthBeside(course, Math.min(width, right.length))),
  ]);
  const sent = right.filter(({ last }) => last !== null);
  await settleDoubts(course, [...sent, ...others]);
  for (const job of right.filter(({ last }) => last === null)) {
    await sendAll(course, [job], 1);
    await settleDoubts(course, [job]);
  }
  await confirm(course, [...right, ...others]);
}

/**
 * Step 3: observations. Those with the right password are sent one by one in each variant, with a control after
 * a refusal.
 */
async function askObserved(course: RunState, round: number): Promise<void> {
  await lookAgain(course);
  const jobs = ordered(course, jobsOf(course, round, 'observed'));
  const [right, others] = divide(jobs);
  const lanes = [...Map.groupBy(right, ({ side }) => side).keys()];
  const oneByOne = forEachSide(
    course,
    lanes,
    async (side) => {
      for (const job of right.filter((one) => one.side === side)) {
        if (await course.sender.budget.awaitRoom(placesOfARepeat)) await sendAll(course, [job], 1);
        else skip(course, job, course.sender.budget.reached(side.id));
        if (isRefused(job)) await askControl(course, side);
      }
    },
    lanes.length + 1,
  );
  await Promise.all([oneByOne, sendAll(course, others, widthBeside(course, lanes.length))]);
  await settleDoubts(course, jobs);
  await confirm(course, others);
}

/** Separates requests with the right password from all others. */
function divide(
  jobs: readonly ScheduledRequest[],
): readonly [readonly ScheduledRequest[], readonly ScheduledRequest[]] {
  const isRight = ({ request }: ScheduledRequest): boolean => request.risk === 'right';
  return [jobs.filter(isRight), jobs.filter((job) => !isRight(job))];
}

const ordered = ({ random }: RunState, jobs: readonly ScheduledRequest[]): readonly ScheduledRequest[] =>
  random === null ? jobs : shuffled(jobs, random);

/** Step 4: conditions that change the target, one by one. */
async function askSetUps(course: RunState, jobs: readonly ScheduledRequest[]): Promise<void> {
  await lookAgain(course);
  for (const job of jobs) {
    const { request, side } = job;
    showStarted(course, request);
    if (side.isGivenUp) continue;
    const halted = (await side.outage) ?? course.sender.lackOf(request);
    if (halted !== null) skip(course, job, halted);
    else await askWhileSetUp(course.sender, questionOf(job), side.status);
  }
}

/**
 * Step 5: possible failed logins, at most as many in parallel as the limit has places. Each wrong password gets
 * a control.
 */
async function askLogins(course: RunState, jobs: readonly ScheduledRequest[]): Promise<void> {
  await lookAgain(course);
  const stages = Map.groupBy(inTurn(jobs), ({ request }) => stageOf(request).place);
  for (const own of stages.values()) {
    const [wrong, others] = [own.filter(isWrong), own.filter((job) => !isWrong(job))];
    for (let at = 0; at < others.length;) {
      const batch = others.slice(at, at + loginWidth(course));
      at += batch.length;
      await sendAll(course, batch, batch.length);
      await settleDoubts(course, batch);
      await confirm(course, batch);
    }
    for (const job of wrong) {
      await sendAll(course, [job], 1);
      await confirmLogin(course, job);
    }
    for (const job of wrong.filter((one) => isInDoubt(one))) {
      await settleDoubts(course, [job]);
      await confirmLogin(course, job);
    }
  }
}

const inTurn = (jobs: readonly ScheduledRequest[]): readonly ScheduledRequest[] =>
  jobs.toSorted((left, right) => stageOf(left.request).place - stageOf(right.request).place);

/** Step 6: a last control of each variant. It shows whether the refusals before it can be trusted. */
async function askLastControls(course: RunState): Promise<void> {
  await forEachSide(
    course,
    course.sides.filter(({ isUsable }) => isUsable),
    async (side) => {
      const last = course.sender.attempts().findLast(({ request }) => isOf(course, request, side));
      if (!isGoodControl(last, side)) await askControl(course, side);
    },
  );
}

/** True for a control whose plain request was answered as at first. */
const isGoodControl = (last: Attempt | undefined, { plain, status }: VariantState): boolean =>
  last?.role === 'control' &&
  last.request === plain.id &&
  !isNotSent(last.outcome) &&
  last.outcome.response?.status === status;

const isOf = ({ sender }: RunState, request: string, { id }: VariantState): boolean =>
  sender.requests.get(request)?.variant.id === id;

/** Step 7: repeats requests that an unavailable target or its rate limiter left open. */
async function askOpen(course: RunState): Promise<void> {
  const { sender, sides, jobs } = course;
  const attempts = sender.attempts();
  const trials = trialsSoFar(course);
  const isBack = (side: VariantState): boolean => {
    const last = attempts.findLast(({ role, request }) => role === 'control' && request === side.plain.id);
    return isGoodControl(last, side);
  };
  const back = new Set(sides.filter((side) => side.isUsable && isBack(side)));
  const open = jobs.filter(({ request, round, side }) => {
    if (!back.has(side)) return false;
    const settled = settle(trials.of(request, round));
    return settled.kind === 'open' && ['target-unavailable', 'rate-limited'].includes(settled.reason);
  });
  // `retries: 0` forbids repeats.
  if (open.length === 0 || sender.target.limits.retries === 0 || sender.signal.aborted) return;
  for (const side of back) showsWorking(side);
  for (const job of open.filter(({ request }) => request.step !== 'setup')) {
    await sendAll(course, [job], 1);
    await settleDoubts(course, [job]);
    await confirmLogin(course, job);
  }
  await askSetUps(
    course,
    open.filter(({ request }) => request.step === 'setup'),
  );
  await askLastControls(course);
}
