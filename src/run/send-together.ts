import { isHarmless } from '../plan/risk.ts';
import { stageOf } from '../plan/order.ts';
import { isNotSent } from '../judge/evidence.ts';
import { keepsPlace } from './budget.ts';
import { checkpoint } from './checkpoint.ts';
import {
  isInDoubt,
  isJudged,
  isRefused,
  isStillJudged,
  keptPlaces,
  makeReady,
  sendJob,
  settleDoubts,
  showEnded,
  skip,
} from './run-state.ts';
import type { RunState, ScheduledRequest, VariantState } from './run-state.ts';

/** Requests that are sent side by side, and what keeps some of them waiting. */
interface Pool {
  readonly state: RunState;
  readonly pending: Set<ScheduledRequest>;
  /** Under way with a place of the limit of failed logins: what a service may count for the first time. */
  readonly risky: Set<ScheduledRequest>;
  /** The same, in a form that the service does not count. */
  readonly learned: Set<ScheduledRequest>;
  /** Uses a place that is kept for a judged wrong password. */
  alone: ScheduledRequest | null;
  /** Variants that refused a real partner, or what is judged, and of which no control was asked since. */
  readonly unconfirmed: Set<VariantState>;
  readonly confirming: Set<VariantState>;
}

/**
 * Sends harmless requests in full width, and beside them what a service may take for a failed login, as many as
 * the limit has places left: until the first one loses its place, then one by one. A control follows each
 * refusal of a real partner before more of these are sent.
 */
export async function sendTogether(state: RunState, jobs: readonly ScheduledRequest[]): Promise<void> {
  const queue = inTurn(jobs);
  await sendInFullWidth(state, queue);
  const [sent, others] = [
    queue.filter(({ last }) => last !== null),
    queue.filter(({ last }) => last === null),
  ];
  await settleDoubts(state, sent);
  for (const job of others) await sendAlone(state, job);
}

/** Requests in the order of their stages; of one stage, those that must be refused first. */
export const inTurn = (jobs: readonly ScheduledRequest[]): readonly ScheduledRequest[] =>
  jobs.toSorted(
    (left, right) =>
      stageOf(left.request).place - stageOf(right.request).place ||
      Number(isSpelling(left)) - Number(isSpelling(right)),
  );

const isSpelling = ({ request }: ScheduledRequest): boolean => request.testRequest.status === 200;

async function sendInFullWidth(state: RunState, jobs: readonly ScheduledRequest[]): Promise<void> {
  const pool: Pool = {
    state,
    pending: new Set(jobs),
    risky: new Set(),
    learned: new Set(),
    alone: null,
    unconfirmed: new Set(),
    confirming: new Set(),
  };
  const { concurrency } = state.sender.target.limits;
  const open = new Set<Promise<void>>();
  const start = (work: Promise<void>): void => {
    const done: Promise<void> = work.finally(() => open.delete(done));
    open.add(done);
  };
  for (;;) {
    if (pool.risky.size + pool.learned.size === 0)
      for (const side of pool.unconfirmed) if (!pool.confirming.has(side)) start(confirm(pool, side));
    for (const mayStart of turns) {
      for (const job of pool.pending) {
        if (open.size < concurrency && mayStart(pool, job)) start(send(pool, job));
      }
    }
    if (open.size === 0) return;
    await Promise.race(open);
  }
}

/**
 * Whose turn it is: what is judged before what is observed, and what may have to wait for a place first,
 * because it determines the time of the run.
 */
const turns = [true, false].flatMap((isFirst) =>
  [mayStartRisky, mayStartLearned, mayStartHarmless].map(
    (mayStart) =>
      (pool: Pool, job: ScheduledRequest): boolean =>
        isJudged(job) === isFirst && mayStart(pool, job),
  ),
);

function mayStartHarmless(_pool: Pool, { request }: ScheduledRequest): boolean {
  return isHarmless(request);
}

function mayStartLearned(pool: Pool, job: ScheduledRequest): boolean {
  const isOwn = !isHarmless(job.request) && isLearned(pool.state, job);
  return isOwn && !isHeld(pool) && pool.alone === null && freeIn(pool) > 0 && isItsTurn(pool, job);
}

/** A judged request may use a place that is kept for judged wrong passwords, with no other one under way. */
function mayStartRisky(pool: Pool, job: ScheduledRequest): boolean {
  const { state, risky, learned } = pool;
  const isOwn = !isHarmless(job.request) && !isLearned(state, job);
  if (!isOwn || isHeld(pool) || pool.alone !== null || freeIn(pool) <= 0 || !isItsTurn(pool, job))
    return false;
  return mayTakeOwn(pool) || (isJudged(job) && risky.size + learned.size === 0);
}

/** Nothing that may be a failed login is sent before a control, nor beside others after one lost its place. */
const isHeld = ({ state, unconfirmed, confirming }: Pool): boolean =>
  unconfirmed.size > 0 || confirming.size > 0 || state.sender.budget.hasLost();

/** What is only observed takes no place before all that is judged was answered: its doubts would decide too. */
const isItsTurn = ({ pending, risky, learned }: Pool, job: ScheduledRequest): boolean =>
  isJudged(job) ||
  ![...pending, ...risky, ...learned].some((one) => isJudged(one) && !isHarmless(one.request));

const freeIn = ({ state: { sender }, risky, learned }: Pool): number =>
  sender.budget.limit - sender.budget.spent() - risky.size - learned.size;

/** True if there is a place that is not kept. */
const mayTakeOwn = ({ state, risky }: Pool): boolean =>
  state.sender.budget.limit - state.sender.budget.spent() - risky.size > keptPlaces(state);

async function send(pool: Pool, job: ScheduledRequest): Promise<void> {
  const { state, pending } = pool;
  const { request, side } = job;
  pending.delete(job);
  const taking = isLearned(state, job) ? pool.learned : pool.risky;
  if (!isHarmless(request)) {
    if (taking === pool.risky && !mayTakeOwn(pool)) pool.alone = job;
    taking.add(job);
  }
  await sendJob(state, job).finally(() => taking.delete(job));
  if (pool.alone === job) pool.alone = null;
  learn(state, job);
  const isShown = request.risk !== 'none' || isJudged(job);
  if (isRefused(job) && isShown && side.isUsable) pool.unconfirmed.add(side);
  showSure(pool);
}

/** Reports what no later answer of this step can change. */
function showSure({ state, unconfirmed, confirming }: Pool): void {
  const isWaiting = (side: VariantState): boolean => unconfirmed.has(side) || confirming.has(side);
  showEnded(state, (job) => isStillJudged(job) || isInDoubt(job) || (isRefused(job) && isWaiting(job.side)));
}

async function confirm(pool: Pool, side: VariantState): Promise<void> {
  const { unconfirmed, confirming, state } = pool;
  unconfirmed.delete(side);
  // Once a control was refused, another one shows nothing more.
  if (!state.sender.budget.isAccepted(side.id)) return;
  confirming.add(side);
  await checkpoint(state.sender, side).finally(() => confirming.delete(side));
  showSure(pool);
}

/** Statuses that show that no login has failed. */
const notCounted: readonly (number | undefined)[] = [200, 400, 422];

function learn({ learned }: RunState, job: ScheduledRequest): void {
  const { last, request } = job;
  if (isHarmless(request) || last === null || isNotSent(last)) return;
  const form = formOf(job);
  if (keepsPlace(request, last)) learned.set(form, false);
  else if (notCounted.includes(last.response?.status)) learned.set(form, learned.get(form) ?? true);
}

const isLearned = ({ learned }: RunState, job: ScheduledRequest): boolean =>
  learned.get(formOf(job)) === true;

const formOf = ({ request: { testRequest } }: ScheduledRequest): string => testRequest.form ?? testRequest.id;

/** Sends a request that may be a failed login with nothing else under way. */
async function sendAlone(state: RunState, job: ScheduledRequest): Promise<void> {
  const { sender } = state;
  const { budget } = sender;
  const { side } = job;
  const kept = isJudged(job) || isLearned(state, job) ? 0 : keptPlaces(state);
  if (budget.left() <= kept && !side.isGivenUp) return skip(state, job, budget.reached(side.id));
  await makeReady(state, job);
  await sendJob(state, job);
  await settleDoubts(state, [job]);
  learn(state, job);
  if (isRefused(job) && side.isUsable) await checkpoint(sender, side);
}
