import { baselineId, bareId } from '../plan/plan.ts';
import type { Request } from '../plan/plan.ts';
import { isNotSent } from '../judge/evidence.ts';
import type { Evidence } from '../judge/evidence.ts';
import { isByGateway } from '../judge/settle.ts';
import type { LoginBudget } from './budget.ts';
import type { Slot } from './pace.ts';
import type { SendOrder, Transmitter } from './send-once.ts';

/** What sends a request within the limits. */
export interface Means extends Pick<Transmitter, 'transmit'> {
  readonly requests: ReadonlyMap<string, Request>;
  readonly budget: LoginBudget;
  /** Ids of requests whose 429 or gateway's 503 is not caused by the rate. */
  readonly excused: Set<string>;
}

/** The request in a round that a control or a probe serves. */
export type ServedRequest = Pick<SendOrder, 'round'> & { readonly request: Pick<Request, 'id'> };

/** A request as a control of its variant, over a new connection. `served`: for one request alone. */
export const controlOf = (request: Request, served: ServedRequest | null = null): SendOrder => ({
  request,
  role: 'control',
  round: served?.round ?? 0,
  for: served?.request.id ?? null,
  owner: `${request.variant.id}.control`,
  isFresh: true,
});

/** A request that serves the same as another one: that one itself if it is a try. */
export const besideOf = (question: SendOrder, request: Request, role: 'control' | 'probe'): SendOrder => ({
  ...controlOf(request),
  role,
  round: question.round,
  for: question.role === 'try' ? question.request.id : question.for,
});

/**
 * The request that distinguishes a gateway's refusal from a refusal of the credentials: one without any. If
 * the service always refuses that one as a gateway does, the accepted plain request; null if there is none.
 */
function witnessOf({ requests, budget, excused }: Means, question: SendOrder): SendOrder | null {
  const { variant } = question.request;
  const [plain, bare] = [requests.get(baselineId(variant.id)), requests.get(bareId(variant))];
  if (bare !== undefined && !excused.has(bare.id)) return besideOf(question, bare, 'probe');
  const isAccepted = plain !== undefined && budget.isAccepted(variant.id);
  return isAccepted ? besideOf(question, plain, 'control') : null;
}

/**
 * Sends two witnesses at once and counts how many a gateway refuses; 0 without a witness. One refusal shows
 * that a gateway is at work. After a pause, it might let both pass.
 */
export async function countRefusedWitnesses(means: Means, question: SendOrder, slot: Slot): Promise<number> {
  const witness = witnessOf(means, question);
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
export async function isUnread(
  means: Means,
  question: SendOrder,
  { response }: Evidence,
  slot: Slot,
): Promise<boolean> {
  const bare = means.requests.get(bareId(question.request.variant));
  if (bare === undefined || !isElsewhere(response?.status)) return false;
  const asked = await means.transmit(besideOf(question, bare, 'probe'), slot.started);
  const other = isNotSent(asked) ? null : asked.response;
  return other?.status === response?.status && other?.body === response?.body;
}
