import { baselineId, ownPartnerId, requestIdsOf } from '../plan/plan.ts';
import type { Request, Plan } from '../plan/plan.ts';
import { isHarmless } from '../plan/risk.ts';
import type { TestCase } from '../plan/test-case.ts';
import type { Record } from '../results/record.ts';
import { isNotSent } from '../judge/evidence.ts';
import type { Evidence, NotSent } from '../judge/evidence.ts';
import { answerWords, doubtOf, isAsBefore, isRefusal } from '../judge/settle.ts';
import { openReason } from '../judge/trial.ts';
import { message } from '../messages/message.ts';
import { keepsPlace } from './budget.ts';
import { awaitSteady, checkpoint } from './checkpoint.ts';
import type { Plain } from './checkpoint.ts';
import { askAgain } from './doubt.ts';
import { asksForever } from './pace.ts';
import { controlOf } from './send-once.ts';
import type { Sender } from './send-within-limits.ts';
import type { SendOrder } from './send-once.ts';

export interface RunPlan extends Pick<Record, 'suite' | 'rules'> {
  readonly claims: Record['profile']['claims'];
  readonly plan: Plan;
  readonly cases: readonly TestCase[];
  /** Seed of the order of the cases; null: the order of the plan. */
  readonly seed: number | null;
}

/** State of one variant during a run. */
export interface VariantState extends Plain {
  readonly id: string;
  /** True if the service answers the plain request. If not, no control is possible. */
  isUsable: boolean;
  /** True if the service answered nothing, not even requests that must be refused. */
  isGivenUp: boolean;
  first: Evidence | null;
  /** Number of doubtful answers in a row. */
  streak: number;
  /** True if an answer was lost since two controls in a row were good. */
  isShaken: boolean;
  /** Set if the target has stopped answering: the result of waiting for it. */
  outage: Promise<NotSent | null> | null;
}

/** The order to try a request, and what became of it. */
export interface ScheduledRequest extends SendOrder {
  readonly side: VariantState;
  last: Evidence | NotSent | null;
}

/** State that the steps of a run share. */
export interface RunState {
  readonly sender: Sender;
  readonly runPlan: RunPlan;
  readonly sides: readonly VariantState[];
  readonly jobs: readonly ScheduledRequest[];
  /** Random numbers for the order of requests; null: the order of the plan. */
  readonly random: (() => number) | null;
  /** The chosen cases that need a request, by its id. */
  readonly casesOf: ReadonlyMap<string, readonly TestCase[]>;
  /** The requests that a case needs, by its id. */
  readonly jobsOfCase: ReadonlyMap<string, readonly ScheduledRequest[]>;
  /**
   * By form of a request: true if the service accepted it, or refused it as malformed, and counted none: see
   * `sendTogether`.
   */
  readonly learned: Map<string, boolean>;
  /** Ids of the cases whose start was reported. */
  readonly started: Set<string>;
  readonly ended: Set<string>;
}

/** Prepares the requests. Sends nothing. */
export function createRunState(sender: Sender, runPlan: RunPlan, random: RunState['random']): RunState {
  const { plan, cases, claims } = runPlan;
  const sides = Object.keys(claims).flatMap((id): readonly VariantState[] => {
    const plain = plan.requests.get(baselineId(id));
    // If only one variant is selected, nothing is sent to the other.
    if (plain === undefined || !cases.some(({ variant }) => variant === id)) return [];
    const unknown = {
      isUsable: false,
      isGivenUp: false,
      first: null,
      streak: 0,
      isShaken: false,
      outage: null,
    };
    return [{ id, plain, ...unknown }];
  });
  const casesOf = new Map<string, TestCase[]>();
  for (const testCase of cases) {
    for (const id of requestIdsOf(testCase)) casesOf.set(id, [...(casesOf.get(id) ?? []), testCase]);
  }
  const jobs = [...casesOf].flatMap(([id, own]): readonly ScheduledRequest[] => {
    const request = plan.requests.get(id);
    const side = sides.find((one) => one.id === request?.variant.id);
    const owner = own.find(({ provisioned }) => provisioned)?.id;
    if (request === undefined || side === undefined || owner === undefined) return [];
    return [{ request, role: 'try', for: null, owner, side, last: null }];
  });
  const jobsOfCase = Map.groupBy(
    jobs.flatMap((job) => (casesOf.get(job.request.id) ?? []).map(({ id }) => ({ id, job }))),
    ({ id }) => id,
  );
  return {
    sender,
    runPlan,
    sides,
    jobs,
    random,
    casesOf,
    jobsOfCase: new Map([...jobsOfCase].map(([id, own]) => [id, own.map(({ job }) => job)])),
    learned: new Map(),
    started: new Set(),
    ended: new Set(),
  };
}

export const jobsOf = ({ jobs }: RunState, step: Request['step']): readonly ScheduledRequest[] =>
  jobs.filter((job) => job.request.step === step);

/** Runs `work` for several variants: in parallel if the limit has `places` left, else one by one. */
export async function forEachSide(
  { sender: { budget } }: RunState,
  sides: readonly VariantState[],
  work: (side: VariantState) => Promise<void>,
  places = sides.length,
): Promise<void> {
  if (budget.left() >= places) await Promise.all(sides.map(work));
  else for (const side of sides) await work(side);
}

/** How many possible failed logins may be sent in parallel. */
export const loginWidth = ({ sender: { target, budget } }: RunState): number =>
  Math.max(1, Math.min(target.limits.concurrency, budget.left()));

/** Sends each request once, at most `width` at a time. */
export async function sendAll(
  state: RunState,
  jobs: readonly ScheduledRequest[],
  width: number,
): Promise<void> {
  const queue = jobs.values();
  const worker = async (): Promise<void> => {
    for (const job of queue) await sendJob(state, job);
  };
  await Promise.all(Array.from({ length: Math.min(width, jobs.length) }, worker));
}

/** Sends a request once, or notes why it is not sent. */
export async function sendJob(state: RunState, job: ScheduledRequest): Promise<void> {
  const { request, side } = job;
  showStarted(state, request);
  if (side.isGivenUp) return;
  const halted = (await side.outage) ?? state.sender.lackOf(request);
  if (halted !== null) return skip(state, job, halted);
  job.last = await state.sender.ask(job);
  noteStreak(state, job);
}

export function skip({ sender }: RunState, job: ScheduledRequest, halted: NotSent): void {
  job.last = sender.skip(job, halted);
}

/**
 * Retries doubtful requests one by one, with no other request open: judged ones first, and of these first those
 * whose repeats cost no place of the limit.
 */
export async function settleDoubts(state: RunState, jobs: readonly ScheduledRequest[]): Promise<void> {
  const { sender } = state;
  const rankOf = ({ request, last }: ScheduledRequest): number => {
    const isCostly = last !== null && !isNotSent(last) && keepsPlace(request, last);
    return (request.testRequest.status === null ? 2 : 0) + (isCostly ? 1 : 0);
  };
  for (const job of jobs.toSorted((left, right) => rankOf(left) - rankOf(right))) {
    const { side, last } = job;
    if (last === null || isNotSent(last) || !isInDoubt(job) || !side.isUsable) continue;
    if ((await side.outage) !== null) continue;
    let control: Evidence | NotSent | null = null;
    const settleOnce = (first: Evidence): Promise<Evidence | NotSent> =>
      sender.recheck.spend(() =>
        askAgain(sender, {
          doubt: 'request',
          order: job,
          first,
          control: async () => (control = await sender.ask(controlOf(side.plain, job))),
          ready: async (answer) => {
            if (answer.response === null) side.isShaken = true;
            await makeReady(state, job);
            const isOver = !isHarmless(job.request) && sender.budget.left() <= keptPlaces(state);
            return isOver && !isJudged(job) ? sender.budget.reached(side.id) : null;
          },
        }),
      );
    job.last = await settleOnce(last);
    if (isNotSent(job.last) || !isBesideBadControl(job, control)) continue;
    side.outage ??= recover(state, side, job.last);
    // A target that is up again may answer now. A bad control proves nothing.
    if ((await side.outage) === null) job.last = await settleOnce(job.last);
  }
}

/** True if the specification states the answer. */
export const isJudged = ({ request }: ScheduledRequest): boolean => request.testRequest.status !== null;

/** Number of judged wrong passwords that were not sent yet: a place is kept for each. */
export const keptPlaces = ({ jobs }: RunState): number =>
  jobs.filter((job) => isWrong(job) && isJudged(job) && job.last === null).length;

/** Before a request takes a place: waits until the target answers steadily, if an answer was lost. */
export async function makeReady({ sender }: RunState, { request, side }: ScheduledRequest): Promise<void> {
  if (isHarmless(request) || !side.isShaken || !side.isUsable) return;
  await awaitSteady(sender, side);
  side.isShaken = false;
}

/** True if the answer is still doubtful, and the last control shows that the target is out of order. */
function isBesideBadControl(job: ScheduledRequest, control: Evidence | NotSent | null): boolean {
  const { last, side } = job;
  if (last === null || isNotSent(last) || !isInDoubt(job)) return false;
  // Do not wait after a time-out: the request has already waited `timeout` ms.
  if (last.error?.kind === 'timeout' || control === null || isNotSent(control)) return false;
  // A refusal may be a lock, which does not end by asking.
  return !isAsBefore(control, side.first) && !isRefusal(control);
}

export const isRefused = ({ last }: ScheduledRequest): boolean =>
  last !== null && !isNotSent(last) && isRefusal(last);

/** After refusals, sends one control, because any refusal may mean that the target has locked the caller. */
export async function confirm(state: RunState, jobs: readonly ScheduledRequest[]): Promise<void> {
  const refused = [...new Set(jobs.filter(isRefused).map(({ side }) => side))];
  // Credentials that were refused from the start cannot have been locked by the run.
  await forEachSide(
    state,
    refused.filter(({ isUsable }) => isUsable),
    async (side) => void (await checkpoint(state.sender, side)),
  );
}

/** This many doubtful answers in a row stop the step until the plain request is answered again. */
const mostDoubtful = 8;

function noteStreak(state: RunState, { last, side, request }: ScheduledRequest): void {
  if (last === null || isNotSent(last)) return;
  side.streak = doubtOf(last, request.testRequest) === null ? 0 : side.streak + 1;
  if (last.response === null) side.isShaken = true;
  if (!side.isUsable) return;
  if (asksForever(last)) {
    const answer = answerWords(last);
    side.outage = Promise.resolve({
      kind: 'other',
      reason: 'rate-limited',
      note: message('out-of-order', { answer }),
    });
  } else if (side.streak >= mostDoubtful) side.outage ??= recover(state, side, last);
}

async function recover({ sender }: RunState, side: VariantState, last: Evidence): Promise<NotSent | null> {
  if (!(await sender.recheck.spend(() => checkpoint(sender, side, { patience: 'recovery' })))) {
    const note = message('out-of-order', { answer: answerWords(last) });
    return { kind: 'other', reason: openReason(last), note };
  }
  showsWorking(side);
  return null;
}

/** A target that one step gave up may answer in the next. */
export async function lookAgain({ sender, sides }: RunState): Promise<void> {
  for (const side of sides.filter(({ outage }) => outage !== null))
    if (await checkpoint(sender, side)) showsWorking(side);
}

export function showsWorking(side: VariantState): void {
  side.streak = 0;
  side.outage = null;
}

export const isInDoubt = ({ last, request }: ScheduledRequest): boolean =>
  last !== null && !isNotSent(last) && doubtOf(last, request.testRequest) !== null;

/**
 * Sends the control after a wrong password: the guessed partner's plain request if possible, else the
 * profile's.
 */
export async function confirmLogin(state: RunState, job: ScheduledRequest): Promise<void> {
  const { runPlan, sender } = state;
  const { side, last, request } = job;
  if (last === null || isNotSent(last) || !(isWrong(job) || isRefused(job)) || !side.isUsable) return;
  const own = sender.requests.get(ownPartnerId(side.id));
  const isOwn =
    runPlan.claims[side.id]?.guessed === 'own' && request.testRequest.condition === 'unauthorized';
  await checkpoint(sender, side, { served: job, request: (isOwn ? own : null) ?? side.plain });
}

export const isWrong = ({ request }: ScheduledRequest): boolean => request.risk === 'wrong';

/** Reports the cases whose first request this is. */
export function showStarted({ sender, casesOf, started }: RunState, request: Request): void {
  for (const { id } of casesOf.get(request.id) ?? []) {
    if (!started.has(id)) sender.onEvent({ kind: 'case-started', id });
    started.add(id);
  }
}

/** Reports the cases all of whose requests have been answered for good. `isOpen`: more may follow. */
export function showEnded(
  { sender, runPlan: { cases }, jobsOfCase, ended }: RunState,
  isOpen: (job: ScheduledRequest) => boolean = () => false,
): void {
  const isWaiting = (job: ScheduledRequest): boolean =>
    (job.last === null && !job.side.isGivenUp) || isOpen(job);
  const ids = cases
    .filter(({ id }) => !ended.has(id) && !(jobsOfCase.get(id) ?? []).some(isWaiting))
    .map(({ id }) => id);
  if (ids.length === 0) return;
  for (const id of ids) ended.add(id);
  sender.onEvent({ kind: 'cases-ended', ids, attempts: sender.attempts() });
}

/** True for the plain request while it is as documented: each of its later answers is judged as well. */
export const isStillJudged = ({ request, side }: ScheduledRequest): boolean =>
  request.step === 'baseline' && side.first?.response?.status === request.testRequest.status;
