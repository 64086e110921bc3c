import { baselineId, bareId } from '../plan/plan.ts';
import type { Request } from '../plan/plan.ts';
import { isNotSent } from '../judge/evidence.ts';
import type { Evidence, NotSent } from '../judge/evidence.ts';
import { isByGateway } from '../judge/settle.ts';
import type { LoginBudget, Reservation } from './budget.ts';
import { throttledBy } from './pace.ts';
import type { Clock, Refused, Slot, Throttled } from './pace.ts';
import { besideOf } from './send-once.ts';
import type { SendOrder, Transmitter } from './send-once.ts';

/** What sends a request within the limits. */
export interface Means extends Pick<Transmitter, 'transmit'> {
  readonly requests: ReadonlyMap<string, Request>;
  readonly budget: LoginBudget;
  readonly clock: Clock;
  /** Ids of requests whose 429 or gateway's 503 is not caused by the rate. */
  readonly excused: Set<string>;
  /** How often a request is sent again that a rate limiter refuses. */
  readonly retries: number;
  /** Called after a 409 to a request while another one was open. */
  readonly onConflict: () => void;
}

/** A request in its slot. */
interface Turn {
  readonly order: SendOrder;
  readonly slot: Slot;
  readonly reservation: Reservation;
  readonly plain: Request | undefined;
  /** Answers to earlier tries that may be failed logins. */
  readonly counted: Evidence[];
  /** How often the request was refused after a pause. */
  tries: number;
}

/** What follows an answer: another try, or none. `free`: it is no failed login. `counts`: it may be one. */
type Next = 'again' | 'free' | 'counts';

/** Sends in one slot, and again while a rate limiter refuses it. Null: it may not be sent any more. */
export async function sendInTurn(
  means: Means,
  order: SendOrder,
  slot: Slot,
  reservation: Reservation,
): Promise<Evidence | NotSent | null> {
  const plain = means.requests.get(baselineId(order.request.variant.id));
  const turn: Turn = { order, slot, reservation, plain, counted: [], tries: 0 };
  for (;;) {
    await slot.ready();
    if (!reservation.holds()) return null;
    const sentAt = means.clock.now();
    const sent = await means.transmit(order, slot.started);
    const next = isNotSent(sent) ? 'free' : await nextAfter(means, turn, sent, sentAt);
    if (next === 'again') continue;
    reservation.settle(isNotSent(sent) || next === 'free' ? turn.counted : [...turn.counted, sent]);
    return sent;
  }
}

async function nextAfter(means: Means, turn: Turn, sent: Evidence, sentAt: number): Promise<Next> {
  const { order, slot, reservation } = turn;
  const { request, role } = order;
  if (sent.response?.status === 409 && slot.isShared()) return afterConflict(means, turn, sent);
  const brake = role === 'probe' || means.excused.has(request.id) ? null : throttledBy(sent);
  if (brake === null) return afterAnswer(means, turn, sent);
  const refused = slot.refused(brake, sentAt);
  // If the plain request may itself be a failed login, it cannot be a control.
  const isOther = !reservation.isTaken() && means.budget.isAccepted(request.variant.id);
  return isOther ? afterRefusal(means, turn, refused, brake) : afterRefusedLogin(means, turn, refused, brake);
}

/** A service that handles one request at a time refuses concurrent ones. Alone, the request gets its answer. */
function afterConflict({ onConflict }: Means, { reservation, counted }: Turn, sent: Evidence): Next {
  onConflict();
  if (!reservation.again()) return 'counts';
  counted.push(sent);
  return 'again';
}

async function afterAnswer(means: Means, turn: Turn, sent: Evidence): Promise<Next> {
  const { order, slot, reservation } = turn;
  slot.answered(sent.durationMs);
  if (!reservation.isTaken()) return 'counts';
  // A probe is sent once, without witnesses.
  const isWitnessed = order.role !== 'probe' && isByGateway(sent);
  const isLost = isWitnessed && (await countRefusedWitnesses(means, order, slot)) > 0;
  return isLost || (await isUnread(means, order, sent, slot)) ? 'free' : 'counts';
}

/** After a refusal of a request that takes a place: whether a rate limiter refused it, or the service. */
async function afterRefusedLogin(
  means: Means,
  turn: Turn,
  refused: Refused,
  brake: Throttled,
): Promise<Next> {
  const { order, slot } = turn;
  const isAccepted = means.budget.isAccepted(order.request.variant.id);
  const count = await countRefusedWitnesses(means, order, slot);
  if (count === 0) {
    slot.undo();
    return 'counts';
  }
  turn.tries += 1;
  if (refused === 'answer') return 'free';
  if (turn.tries > means.retries) {
    if (!isAccepted) slot.giveUp();
    return 'free';
  }
  return count > 1 && isAccepted ? afterControl(means, turn, brake) : 'again';
}

async function afterRefusal(means: Means, turn: Turn, refused: Refused, brake: Throttled): Promise<Next> {
  const { order, slot, plain } = turn;
  if (refused === 'answer') return 'free';
  // Sent before the pause, so it is sent again at once.
  if (refused === 'under-way') return 'again';
  turn.tries += 1;
  const isPlain = order.request.id === plain?.id;
  if (isPlain && turn.tries > means.retries) {
    slot.giveUp();
    return 'free';
  }
  return turn.tries === 1 || isPlain ? 'again' : afterControl(means, turn, brake);
}

/** The plain request shows whether the rate is the cause: not if it is answered again and again. */
async function afterControl(means: Means, turn: Turn, brake: Throttled): Promise<Next> {
  const { order, slot, plain, tries } = turn;
  if (plain === undefined) return 'free';
  if (!(await isAnswered(means, slot, besideOf(order, plain, 'control')))) return 'free';
  if (tries > 2) {
    slot.restoreRate(brake);
    means.excused.add(order.request.id);
    return 'free';
  }
  slot.rest();
  return 'again';
}

/** Repeats a control in the slot of a refused request until it is answered. Returns false if it is not. */
async function isAnswered(
  { transmit, budget, clock }: Means,
  slot: Slot,
  control: SendOrder,
): Promise<boolean> {
  for (;;) {
    const reservation = budget.tryReserve(control.request);
    if (reservation === null) return false;
    await slot.ready();
    const sentAt = clock.now();
    const asked = await transmit(control, slot.started);
    reservation.settle(isNotSent(asked) ? [] : [asked]);
    if (isNotSent(asked)) return false;
    const brake = throttledBy(asked);
    if (brake === null) {
      slot.answered(asked.durationMs);
      return true;
    }
    if (slot.refused(brake, sentAt) === 'answer') return false;
  }
}

/**
 * The request that distinguishes a gateway's refusal from a refusal of the credentials: one without any. If
 * the service always refuses that one as a gateway does, the accepted plain request; null if there is none.
 */
function witnessOf({ requests, budget, excused }: Means, order: SendOrder): SendOrder | null {
  const { variant } = order.request;
  const [plain, bare] = [requests.get(baselineId(variant.id)), requests.get(bareId(variant))];
  if (bare !== undefined && !excused.has(bare.id)) return besideOf(order, bare, 'probe');
  const isAccepted = plain !== undefined && budget.isAccepted(variant.id);
  return isAccepted ? besideOf(order, plain, 'control') : null;
}

/**
 * Sends two witnesses at once and counts how many a gateway refuses; 0 without a witness. One refusal shows
 * that a gateway is at work. After a pause, it might let both pass.
 */
async function countRefusedWitnesses(means: Means, order: SendOrder, slot: Slot): Promise<number> {
  const witness = witnessOf(means, order);
  if (witness === null) return 0;
  const asked = await Promise.all([1, 2].map(() => means.transmit(witness, slot.started)));
  const answers = asked.flatMap((one) => (isNotSent(one) ? [] : [one]));
  const [through] = answers.filter((one) => !isByGateway(one));
  if (through !== undefined) slot.answered(through.durationMs);
  return answers.filter(isByGateway).length;
}

/** True if a status says that the path is another one, or does not exist. */
const isElsewhere = (status = 0): boolean => (status >= 300 && status < 400) || [404, 405].includes(status);

/**
 * True if nothing read the credentials of a request: the path is not served, because the request without any
 * gets the same redirect or the same page.
 */
async function isUnread(
  means: Means,
  order: SendOrder,
  { response }: Evidence,
  slot: Slot,
): Promise<boolean> {
  const bare = means.requests.get(bareId(order.request.variant));
  if (bare === undefined || !isElsewhere(response?.status)) return false;
  const asked = await means.transmit(besideOf(order, bare, 'probe'), slot.started);
  const other = isNotSent(asked) ? null : asked.response;
  return other?.status === response?.status && other?.body === response?.body;
}
