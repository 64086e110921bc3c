import { baselineId, ownPartnerId, rankOf, requestId, requestIdsOf } from '../case/plan.ts';
import type { Request } from '../case/plan.ts';
import { isWrongPassword, lacking, plainest } from '../case/test-case.ts';
import type { TestCase } from '../case/test-case.ts';
import type { Plan, Record } from '../result/record.ts';
import { digestOfProfile } from '../target/secrets.ts';
import { isHalt } from '../verdict/evidence.ts';
import type { Attempt, Evidence, Halt } from '../verdict/evidence.ts';
import { answerWords, doubtOf, isRefusal, settle } from '../verdict/settle.ts';
import { deriveTrials, isUnusable, openReason } from '../verdict/trial.ts';
import type { Trials } from '../verdict/trial.ts';
import { message } from '../wording/message.ts';
import { commandOf } from './by-hand.ts';
import { createRandom, shuffled } from './value.ts';
import { askWhileSetUp, awaitBaseline } from './condition.ts';
import { askAgain } from './doubt.ts';
import { asksForever } from './pace.ts';
import { controlOf } from './send.ts';
import type { Question, Sender } from './send.ts';

/** How often the cases run, and the seed of their order; null: the order of the plan. */
export interface Repetition {
  readonly times: number;
  readonly seed: number | null;
}

/** What a run is made of. */
interface RunPlan extends Pick<Record, 'suite' | 'thorough' | 'rules'> {
  readonly claims: Record['profile']['claims'];
  readonly plan: Plan;
  readonly cases: readonly TestCase[];
  readonly repetition: Repetition;
}

/** A variant of the target in the course of a run. */
interface Side {
  readonly id: string;
  readonly plain: Request;
  /** Whether the service answers the plain request. If not, no control is possible. */
  isUsable: boolean;
  /** Whether the service answered nothing, not even requests that must be refused. */
  isGivenUp: boolean;
  /** The status of the plain request. */
  status: number | undefined;
  /** Number of doubtful answers in a row. */
  streak: number;
  /** Set when the target has stopped answering: the result of waiting for it. */
  outage: Promise<Halt | null> | null;
}

/** A request of one round and its state. */
interface Job {
  readonly request: Request;
  readonly round: number;
  readonly side: Side;
  readonly owner: string;
  last: Evidence | Halt | null;
}

/** What the steps of a run share. */
interface Course {
  readonly sender: Sender;
  readonly runPlan: RunPlan;
  readonly sides: readonly Side[];
  readonly jobs: readonly Job[];
  /** Draws the order of requests; null: the order of the plan. */
  readonly random: (() => number) | null;
  readonly started: Set<string>;
  readonly ended: Set<string>;
}

/** Runs the cases step by step with the given sender. */
export async function recordRun(given: Sender, runPlan: RunPlan): Promise<Record> {
  const { suite, rules, claims, thorough, cases, repetition } = runPlan;
  const { target, signal } = given;
  const startedAt = given.now();
  const start = performance.now();
  const warnings: Record['warnings'][number][] = [];
  const random = repetition.seed === null ? null : createRandom(repetition.seed);
  const sender: Sender = {
    ...given,
    random: random ?? given.random,
    onEvent(event) {
      if (event.kind === 'warning') warnings.push(event.words);
      given.onEvent(event);
    },
  };
  const course = createCourse(sender, runPlan, random);
  const rounds = Array.from({ length: repetition.times }, (_, round) => round + 1);
  sender.foresee(
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
  const { name, baseUrl, language, limits } = target;
  const command = commandOf(target);
  const numbers = Object.entries(limits).flatMap(([key, value]) =>
    value === null ? [] : [[key, value] as const],
  );
  return {
    suite,
    rules,
    target: {
      // A name may have words in common with the beginning of a password.
      name: sender.redactor.mask(name),
      baseUrl,
      variants: Object.keys(target.variants),
      language,
      ...(command === null ? {} : { command }),
    },
    profile: { sha256: digestOfProfile(target), claims, limits: Object.fromEntries(numbers) },
    environment: { node: process.version, platform: `${process.platform} ${process.arch}` },
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - start),
    thorough,
    repeat: repetition.times,
    seed: repetition.seed,
    interrupted: signal.aborted,
    failedLogins: sender.budget.spent(),
    pace: sender.pace.report(),
    warnings,
    cases: cases.map(({ id }) => id),
    attempts: sender.attempts(),
  };
}

/** Prepares the requests of every round. Sends nothing. */
function createCourse(sender: Sender, runPlan: RunPlan, random: Course['random']): Course {
  const { plan, cases, claims, repetition } = runPlan;
  const sides = Object.keys(claims).flatMap((id): readonly Side[] => {
    const plain = plan.requests.get(baselineId(id));
    // If only one variant is selected, the other is not asked.
    if (plain === undefined || !cases.some(({ variant }) => variant === id)) return [];
    const unknown = { isUsable: false, isGivenUp: false, status: undefined, streak: 0, outage: null };
    return [{ id, plain, ...unknown }];
  });
  const owners = new Map<string, string>();
  for (const testCase of cases.filter(({ provisioned }) => provisioned)) {
    for (const id of requestIdsOf(testCase)) if (!owners.has(id)) owners.set(id, testCase.id);
  }
  const jobs = Array.from({ length: repetition.times }, (_, round) =>
    [...owners].flatMap(([id, owner]): readonly Job[] => {
      const request = plan.requests.get(id);
      const side = sides.find((one) => one.id === request?.variant.id);
      if (request === undefined || side === undefined) return [];
      return [{ request, side, owner, round: round + 1, last: null }];
    }),
  ).flat();
  return { sender, runPlan, sides, jobs, random, started: new Set(), ended: new Set() };
}

const jobsOf = ({ jobs }: Course, round: number, step: Request['step']): readonly Job[] =>
  jobs.filter((job) => job.round === round && job.request.step === step);

/** Step 1: the plain request of each variant. If it stays unanswered, requests that must be refused. */
async function askBaselines(course: Course): Promise<void> {
  const { sender, sides, jobs } = course;
  await forEachSide(course, sides, async (side) => {
    const { plain } = side;
    const { stimulus } = plain;
    const question = { request: plain, role: 'try', round: 1, owner: `${side.id}.success` } as const;
    showStarted(course, plain);
    // The last place of the limit is for one more try, after requests that must be refused.
    const isSettled = (one: Evidence): boolean =>
      doubtOf(one, stimulus) === null || sender.budget.left() <= 1;
    await askAgain(sender, { doubt: 'baseline', question, first: null, isSettled });
    const first = lastAnswer(course, plain);
    if (first !== null && isUnusable(first, stimulus)) {
      await probe(course, side);
      side.isGivenUp = isGivenUp(course, side);
      if (!side.isGivenUp && !sender.signal.aborted) {
        // The target may be up now. One lost answer does not make a certain answer doubtful.
        const again = await sender.ask({ ...question, isFresh: true });
        if (!isHalt(again) && doubtOf(first, stimulus) === null) {
          await askAgain(sender, { doubt: 'baseline', question, first: again });
        }
        side.isGivenUp = isGivenUp(course, side);
      }
    }
    const last = lastAnswer(course, plain);
    for (const job of jobs) if (job.request === plain && job.round === 1) job.last = last;
    side.status = last?.response?.status;
    side.isUsable = last !== null && last.response !== null && !isUnusable(last, stimulus);
  });
}

/** If the target was not reached, suggests the proxy of the environment. */
function sayUnusedProxies({ sender }: Course): void {
  const { unused } = sender.target.proxies;
  const isUnreached = sender
    .attempts()
    .some(({ outcome }) => !isHalt(outcome) && outcome.error?.stage === 'connect');
  if (unused.length === 0 || !isUnreached) return;
  const [found, advice] = [message('proxy-unused', { names: unused.join(', ') }), message('use-environment')];
  sender.onEvent({ kind: 'warning', words: message('found-and-advice', { found, advice }) });
}

/** The last answer to a request, even if a later try was not sent. */
function lastAnswer({ sender }: Course, { id }: Request): Evidence | null {
  const answers = sender
    .attempts()
    .flatMap(({ request, role, outcome }) =>
      request === id && role === 'try' && !isHalt(outcome) ? [outcome] : [],
    );
  return answers.at(-1) ?? null;
}

/** What follows from all requests so far. */
const trialsSoFar = ({ sender, runPlan: { claims } }: Course): Trials =>
  deriveTrials({
    requests: sender.requests,
    claims,
    attempts: sender.attempts(),
    interrupted: sender.signal.aborted,
  });

const isGivenUp = (course: Course, { id }: Side): boolean => trialsSoFar(course).givenUp(id) !== null;

/** Sends requests that must be refused. One documented answer shows that the service works. */
async function probe({ sender }: Course, { id, plain: { variant } }: Side): Promise<void> {
  const names = variant.parameters.map(({ name }) => name);
  for (const { id: stimulus } of [
    plainest(variant, 'missing'),
    lacking(names),
    plainest(variant, 'unauthorized'),
  ]) {
    const request = sender.requests.get(requestId(id, stimulus));
    if (request === undefined) continue;
    const asked = await sender.ask({ request, role: 'probe', round: 0, owner: `${id}.control` });
    if (isHalt(asked) && asked.kind === 'interrupted') return;
  }
}

/** Does the work for several variants: together if the limit has `places` left, else one by one. */
async function forEachSide(
  { sender: { budget } }: Course,
  sides: readonly Side[],
  work: (side: Side) => Promise<void>,
  places = sides.length,
): Promise<void> {
  if (budget.left() >= places) await Promise.all(sides.map(work));
  else for (const side of sides) await work(side);
}

/** A retry and its control may both be refused. */
const placesOfARepeat = 2;

/** How many possible failed logins may run at once; `spare` places of the limit stay free. */
const loginWidth = ({ sender: { target, budget } }: Course, spare = 0): number =>
  Math.max(1, Math.min(target.limits.concurrency, budget.left() - spare));

/** How many requests without that risk run beside `taken` others, which decide how long the run takes. */
const widthBeside = ({ sender: { target } }: Course, taken: number): number =>
  taken < target.limits.concurrency ? target.limits.concurrency - taken : target.limits.concurrency * 2;

/**
 * Step 2, judged requests. Those with the right password leave enough places of the limit for a retry and its
 * control. After a refusal they run one by one.
 */
async function askJudged(course: Course, round: number): Promise<void> {
  await lookAgain(course);
  const plain = jobsOf(course, round, 'baseline').filter(({ last }) => last === null);
  const [right, others] = divide(ordered(course, [...plain, ...jobsOf(course, round, 'judged')]));
  // A respelled request shows nothing if the plain one is not accepted.
  const isVain = (job: Job): boolean =>
    job.request.step !== 'baseline' && job.request.stimulus.status === 200 && isInVain(course, job);
  for (const job of right.filter(isVain)) skip(course, job, unaccepted);
  const waiting = right.filter((job) => !isVain(job));
  const isBroken = (): boolean =>
    waiting.some((job) => isRefused(job) && job.request.stimulus.status === 200);
  const width = loginWidth(course, placesOfARepeat);
  await Promise.all([
    sendAll(course, waiting, width, isBroken),
    sendAll(course, others, widthBeside(course, Math.min(width, waiting.length))),
  ]);
  const sent = waiting.filter(({ last }) => last !== null);
  await settleDoubts(course, [...sent, ...others]);
  for (const job of waiting.filter(({ last }) => last === null)) {
    await sendAll(course, [job], 1);
    await settleDoubts(course, [job]);
  }
  await confirm(course, [...waiting, ...others]);
}

/** Step 3, observations. With the right password: one by one in each variant, a control after a refusal. */
async function askObserved(course: Course, round: number): Promise<void> {
  await lookAgain(course);
  const jobs = ordered(course, jobsOf(course, round, 'observed'));
  const [right, others] = divide(jobs);
  const lanes = [...Map.groupBy(right, ({ side }) => side).keys()];
  const oneByOne = forEachSide(
    course,
    lanes,
    async (side) => {
      for (const job of right.filter((one) => one.side === side)) {
        if (isInVain(course, job)) skip(course, job, unaccepted);
        else if (await course.sender.budget.awaitRoom(placesOfARepeat)) await sendAll(course, [job], 1);
        else skip(course, job, course.sender.limitReached());
        if (isRefused(job)) await askControl(course, side);
      }
    },
    lanes.length + 1,
  );
  await Promise.all([oneByOne, sendAll(course, others, widthBeside(course, lanes.length))]);
  await settleDoubts(course, jobs);
  await confirm(course, others);
}

/** Whether the credentials are not accepted: an observation then shows nothing and may be a failed login. */
const isInVain = ({ sender }: Course, { side }: Job): boolean =>
  !side.isGivenUp && !sender.budget.isAccepted(side.id);

const unaccepted: Halt = { kind: 'given-up', reason: 'control-failed', note: message('plain-not-accepted') };

/** Requests with the right password, and all others. */
function divide(jobs: readonly Job[]): readonly [readonly Job[], readonly Job[]] {
  const isRight = ({ request }: Job): boolean => request.risk === 'right';
  return [jobs.filter(isRight), jobs.filter((job) => !isRight(job))];
}

const ordered = ({ random }: Course, jobs: readonly Job[]): readonly Job[] =>
  random === null ? jobs : shuffled(jobs, random);

/** Step 4: conditions that change the target, one by one. */
async function askSetUps(course: Course, jobs: readonly Job[]): Promise<void> {
  await lookAgain(course);
  for (const job of jobs) {
    const { request, side } = job;
    showStarted(course, request);
    if (side.isGivenUp) continue;
    const halted = await side.outage;
    if (halted !== null) skip(course, job, halted);
    else await askWhileSetUp(course.sender, questionOf(job), side.status);
  }
}

/** Step 5: possible failed logins, no more at once than the limit has places; wrong passwords get a control. */
async function askLogins(course: Course, jobs: readonly Job[]): Promise<void> {
  await lookAgain(course);
  const isMisreadable = (job: Job): boolean =>
    job.request.stimulus.password === undefined && isInVain(course, job);
  for (const job of jobs.filter(isMisreadable)) skip(course, job, unaccepted);
  const ranks = Map.groupBy(inTurn(jobs.filter((job) => !isMisreadable(job))), ({ request }) =>
    rankOf(request),
  );
  for (const own of ranks.values()) {
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

const inTurn = (jobs: readonly Job[]): readonly Job[] =>
  jobs.toSorted((left, right) => rankOf(left.request) - rankOf(right.request));

const isWrong = ({ request }: Job): boolean => isWrongPassword(request.stimulus.password);

const isInDoubt = ({ last, request }: Job): boolean =>
  last !== null && !isHalt(last) && doubtOf(last, request.stimulus) !== null;

/** The control after a wrong password: the guessed partner's plain request if possible, else the profile's. */
async function confirmLogin(course: Course, job: Job): Promise<void> {
  const { runPlan, sender } = course;
  const { side, last, request } = job;
  if (last === null || isHalt(last) || !(isWrong(job) || isRefused(job)) || !side.isUsable) return;
  const own = sender.requests.get(ownPartnerId(side.id));
  const isOwn = runPlan.claims[side.id]?.guessed === 'own' && request.stimulus.condition === 'unauthorized';
  await askControl(course, side, isOwn ? own : side.plain);
}

/** Step 6: a last control of each variant. It shows whether the refusals before it can be trusted. */
async function askLastControls(course: Course): Promise<void> {
  await forEachSide(
    course,
    course.sides.filter(({ isUsable }) => isUsable),
    async (side) => {
      const last = course.sender.attempts().findLast(({ request }) => isOf(course, request, side));
      if (!isGoodControl(last, side)) await askControl(course, side);
    },
  );
}

/** A control whose plain request was answered as at first. */
const isGoodControl = (last: Attempt | undefined, { plain, status }: Side): boolean =>
  last?.role === 'control' &&
  last.request === plain.id &&
  !isHalt(last.outcome) &&
  last.outcome.response?.status === status;

const isOf = ({ sender }: Course, request: string, { id }: Side): boolean =>
  sender.requests.get(request)?.variant.id === id;

/** Step 7: asks once more what the unavailable target or its rate limiter left open. */
async function askOpen(course: Course): Promise<void> {
  const { sender, sides, jobs } = course;
  const attempts = sender.attempts();
  const trials = trialsSoFar(course);
  const isBack = (side: Side): boolean => {
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

/** Sends each request once, at most so many at a time, until something stops it. */
async function sendAll(
  course: Course,
  jobs: readonly Job[],
  width: number,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const queue = jobs.values();
  const worker = async (): Promise<void> => {
    for (const job of queue) {
      if (isStopped()) return;
      const { request, side } = job;
      showStarted(course, request);
      if (side.isGivenUp) continue;
      const halted = await side.outage;
      if (halted !== null) {
        skip(course, job, halted);
        continue;
      }
      job.last = await course.sender.ask(questionOf(job));
      noteStreak(course, job);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, jobs.length) }, worker));
}

const questionOf = ({ request, round, owner }: Job): Question => ({ request, round, owner, role: 'try' });

function skip({ sender }: Course, job: Job, halted: Halt): void {
  job.last = sender.skip(questionOf(job), halted);
}

/** Retries doubtful requests one by one, judged ones first, with nothing else under way. */
async function settleDoubts(course: Course, jobs: readonly Job[]): Promise<void> {
  const { sender } = course;
  const isJudged = ({ request }: Job): boolean => request.stimulus.status !== null;
  for (const job of jobs.toSorted((left, right) => Number(isJudged(right)) - Number(isJudged(left)))) {
    const { side, last } = job;
    if (last === null || isHalt(last) || !isInDoubt(job) || !side.isUsable) continue;
    if ((await side.outage) !== null) continue;
    let control: Evidence | Halt | null = null;
    const settleOnce = (first: Evidence): Promise<Evidence | Halt> =>
      sender.recheck.spend(() =>
        askAgain(sender, {
          doubt: 'request',
          question: questionOf(job),
          first,
          control: async () => (control = await sender.ask(controlOf(side.plain))),
        }),
      );
    job.last = await settleOnce(last);
    if (isHalt(job.last) || !isBesideBadControl(job, control)) continue;
    side.outage ??= recover(course, side, job.last, 'short-recovery');
    // A target that is up again may answer now. A bad control proves nothing.
    if ((await side.outage) === null) job.last = await settleOnce(job.last);
  }
}

/** Whether the answer is still doubtful, and the last control was not answered as before. */
function isBesideBadControl(job: Job, control: Evidence | Halt | null): boolean {
  const { last, side } = job;
  if (last === null || isHalt(last) || !isInDoubt(job)) return false;
  // A time-out was a wait already.
  if (last.error?.kind === 'timeout' || control === null || isHalt(control)) return false;
  return control.response?.status !== side.status;
}

const isRefused = ({ last }: Job): boolean => last !== null && !isHalt(last) && isRefusal(last);

/** Any refusal may mean that the target has locked the caller. One control after them shows it. */
async function confirm(course: Course, jobs: readonly Job[]): Promise<void> {
  const refused = [...new Set(jobs.filter(isRefused).map(({ side }) => side))];
  // Credentials that were refused from the start cannot be locked.
  await forEachSide(
    course,
    refused.filter(({ isUsable }) => isUsable),
    (side) => askControl(course, side),
  );
}

/** Asks a control, and retries a lost one: that says nothing of a lock. */
async function askControl({ sender }: Course, side: Side, request: Request = side.plain): Promise<void> {
  const isSettled = (found: Evidence): boolean =>
    found.response?.status === side.status || doubtOf(found, side.plain.stimulus) !== 'passing';
  const question = { ...controlOf(request), isFresh: false };
  await askAgain(sender, { doubt: 'control', question, first: null, isSettled });
}

/** So many doubtful answers in a row stop the step until the plain request is answered again. */
const mostDoubtful = 8;

function noteStreak(course: Course, { last, side, request }: Job): void {
  if (last === null || isHalt(last)) return;
  side.streak = doubtOf(last, request.stimulus) === null ? 0 : side.streak + 1;
  if (!side.isUsable) return;
  if (asksForever(last)) {
    const answer = answerWords(last);
    side.outage = Promise.resolve({
      kind: 'stopped',
      reason: 'rate-limited',
      note: message('out-of-order', { answer }),
    });
  } else if (side.streak >= mostDoubtful) side.outage ??= recover(course, side, last, 'recovery');
}

async function recover(
  { sender }: Course,
  side: Side,
  last: Evidence,
  doubt: 'recovery' | 'short-recovery',
): Promise<Halt | null> {
  const found = await sender.recheck.spend(() => awaitBaseline(sender, side.plain, side.status, doubt));
  if (found === null) {
    const note = message('out-of-order', { answer: answerWords(last) });
    return { kind: 'stopped', reason: openReason(last), note };
  }
  showsWorking(side);
  return null;
}

/** A target that one step gave up may answer in the next. */
async function lookAgain({ sender, sides }: Course): Promise<void> {
  for (const side of sides.filter(({ outage }) => outage !== null)) {
    const found = await sender.ask(controlOf(side.plain));
    if (!isHalt(found) && found.response?.status === side.status) showsWorking(side);
  }
}

function showsWorking(side: Side): void {
  side.streak = 0;
  side.outage = null;
}

/** Reports the cases that begin with this request, in any round. */
function showStarted({ sender, runPlan: { cases }, started }: Course, { id: request }: Request): void {
  for (const testCase of cases) {
    if (started.has(testCase.id) || !requestIdsOf(testCase).includes(request)) continue;
    started.add(testCase.id);
    sender.onEvent({ kind: 'case-started', id: testCase.id });
  }
}

/** Reports the cases whose requests all have answers. */
function showEnded({ sender, runPlan: { cases }, jobs, ended }: Course): void {
  const isOpen = new Set(
    jobs.filter(({ last, side }) => last === null && !side.isGivenUp).map(({ request }) => request.id),
  );
  const ids = cases
    .filter((testCase) => {
      const isDone = !requestIdsOf(testCase).some((id) => isOpen.has(id));
      return isDone && !ended.has(testCase.id);
    })
    .map(({ id }) => id);
  for (const id of ids) ended.add(id);
  sender.onEvent({ kind: 'cases-ended', ids, attempts: sender.attempts() });
}
