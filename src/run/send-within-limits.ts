import { baselineId, bareId } from '../plan/plan.ts';
import type { Request } from '../plan/plan.ts';
import { isWrongPassword } from '../plan/wrong-password.ts';
import { createEncryptor } from '../encryption/registry.ts';
import { ciphertextDoubts } from '../profile/as-written.ts';
import type { Doubt } from '../profile/target.ts';
import type { Encryptor } from '../encryption/registry.ts';
import { UserError } from '../base/errors.ts';
import { createHttpClient } from '../client/client.ts';
import { maskMessage } from '../client/record.ts';
import { isNotSent } from '../judge/evidence.ts';
import type { Attempt, Evidence, NotSent } from '../judge/evidence.ts';
import { isByGateway } from '../judge/settle.ts';
import { interrupted } from '../judge/trial.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { createLoginBudget, createRecheckBudget } from './budget.ts';
import type { Reservation } from './budget.ts';
import { throttledBy, createPace, wallClock } from './pace.ts';
import type { Clock, Slot } from './pace.ts';
import { addDerived, createTransmitter, isCutOff, settingsOf } from './send-once.ts';
import type { Exchanged, SendOrder, TransmitterOptions } from './send-once.ts';
import { makeUp, wrongPassword } from './credentials.ts';

/** Events of a run, for progress. */
export type RunEvent =
  | { readonly kind: 'case-started'; readonly id: string }
  /** Cases that ended, and all attempts so far. */
  | { readonly kind: 'cases-ended'; readonly ids: readonly string[]; readonly attempts: readonly Attempt[] }
  | Exchanged
  /**
   * The set-up of a case begins. `byHand`: shell command for its teardown, without secrets; null if it has
   * none.
   */
  | { readonly kind: 'setup-started'; readonly owner: string; readonly byHand: string | null }
  /** `problem`: why the teardown failed; null if it succeeded. */
  | { readonly kind: 'teardown-ended'; readonly owner: string; readonly problem: string | null }
  | { readonly kind: 'warning'; readonly words: Message };

export interface SenderOptions extends TransmitterOptions {
  /** All requests that may be sent, by id. */
  readonly requests: ReadonlyMap<string, Request>;
  /** Returns numbers from 0 up to 1. */
  readonly random: () => number;
  /** Seed of made-up values. */
  readonly seed: number;
  /** Default: the time of the machine. */
  readonly clock?: Clock | undefined;
  /** When aborted, teardowns end too. */
  readonly abandoned: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** The request in a round that a control or a probe serves. */
export type Served = Pick<SendOrder, 'round'> & { readonly request: Pick<Request, 'id'> };

/** A request as a control of its variant, over a new connection. `served`: for one request alone. */
export const controlOf = (request: Request, served: Served | null = null): SendOrder => ({
  request,
  role: 'control',
  round: served?.round ?? 0,
  for: served?.request.id ?? null,
  owner: `${request.variant.id}.control`,
  isFresh: true,
});

/** A request that serves the same as another one: that one itself if it is a try. */
const besideOf = (question: SendOrder, request: Request, role: 'control' | 'probe'): SendOrder => ({
  ...controlOf(request),
  role,
  round: question.round,
  for: question.role === 'try' ? question.request.id : question.for,
});

/** Sends requests within the limits of the profile and records them. */
export type Sender = Awaited<ReturnType<typeof createSender>>;

const unaccepted: NotSent = {
  kind: 'other',
  reason: 'control-failed',
  note: message('plain-not-accepted'),
};

/** True if a status says that the path is another one, or does not exist. */
const isElsewhere = (status = 0): boolean => (status >= 300 && status < 400) || [404, 405].includes(status);

/** Bytes. After a larger answer, requests are sent one at a time. */
const largeBody = 8 * 1024 * 1024;

/** Prepares everything, sends nothing. Rejects with a UserError if the profile's encryption cannot work. */
export async function createSender(options: SenderOptions) {
  const { target, requests, signal, redactor, onEvent, clock = wallClock } = options;
  const { timeout, maxBody, rate, failedLogins, concurrency, recheck, retries } = target.limits;
  const mask = (text: string): string => redactor.mask(text);
  const wait = (milliseconds: number): Promise<void> => clock.pause(milliseconds, signal);
  const pace = createPace({ concurrency, rate, signal, clock });
  const budget = createLoginBudget(failedLogins);
  const client = createHttpClient({ timeout, maxBody, connections: concurrency, mask });
  const end = new AbortController();
  const { encryptors, doubts } = await createEncryptors(options, end);
  const madeUp = makeUp(target, options.seed);
  const { transmit, skip, attempts } = createTransmitter(options, { client, encryptors, madeUp });
  /** Requests whose 429 or gateway's 503 is not caused by the rate. */
  const excused = new Set<string>();
  /** True after a 409 to a request while another one was open. */
  let hasConflict = false;

  /** Repeats a control in the slot of a refused request until it is answered. Returns false if it is not. */
  const isAnswered = async (slot: Slot, control: SendOrder): Promise<boolean> => {
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
  };

  /**
   * The request that distinguishes a gateway's refusal from a refusal of the credentials: one without any. If
   * the service always refuses that one as a gateway does, the accepted plain request; null if there is none.
   */
  const witnessOf = (question: SendOrder): SendOrder | null => {
    const { variant } = question.request;
    const [plain, bare] = [requests.get(baselineId(variant.id)), requests.get(bareId(variant))];
    if (bare !== undefined && !excused.has(bare.id)) return besideOf(question, bare, 'probe');
    const isAccepted = plain !== undefined && budget.isAccepted(variant.id);
    return isAccepted ? besideOf(question, plain, 'control') : null;
  };

  /**
   * Sends two witnesses at once and counts how many a gateway refuses. One refusal shows that a gateway is at
   * work. After a pause, it might let both pass.
   */
  const refusedWitnesses = async (slot: Slot, witness: SendOrder | null): Promise<number> => {
    if (witness === null) return 0;
    const asked = await Promise.all([transmit(witness, slot.started), transmit(witness, slot.started)]);
    const answers = asked.flatMap((one) => (isNotSent(one) ? [] : [one]));
    const [through] = answers.filter((one) => !isByGateway(one));
    if (through !== undefined) slot.answered(through.durationMs);
    return answers.filter(isByGateway).length;
  };

  /**
   * True if nothing read the credentials of a request: the path is not served, because the request without any
   * gets the same redirect or the same page.
   */
  const isUnread = async (question: SendOrder, { response }: Evidence, slot: Slot): Promise<boolean> => {
    const { request } = question;
    const bare = requests.get(bareId(request.variant));
    if (bare === undefined || !isElsewhere(response?.status)) return false;
    const asked = await transmit(besideOf(question, bare, 'probe'), slot.started);
    const other = isNotSent(asked) ? null : asked.response;
    return other?.status === response?.status && other?.body === response?.body;
  };

  /** Sends in one slot, and again while a rate limiter refuses it. Null: it may not be sent any more. */
  const sendInTurn = async (
    question: SendOrder,
    slot: Slot,
    reservation: Reservation,
  ): Promise<Evidence | NotSent | null> => {
    const { request, role } = question;
    const plain = requests.get(baselineId(request.variant.id));
    /** Answers that may count as failed logins. A rate limiter's refusals do not. */
    const counted: Evidence[] = [];
    const settled = <Sent>(sent: Sent, ...more: readonly Evidence[]): Sent => {
      reservation.settle([...counted, ...more]);
      return sent;
    };
    /** The plain request is answered at this rate: the refusals of this one have another cause. */
    const excuse = (sent: Evidence): Evidence => {
      const brake = throttledBy(sent);
      if (brake !== null) slot.restoreRate(brake);
      excused.add(request.id);
      return sent;
    };
    for (let tries = 0; ;) {
      await slot.ready();
      if (!reservation.holds()) return null;
      const sentAt = clock.now();
      const sent = await transmit(question, slot.started);
      if (isNotSent(sent)) return settled(sent);
      if (sent.response?.status === 409 && slot.isShared()) {
        // A service that handles one request at a time refuses concurrent ones. Sent alone, the request gets
        // its answer.
        if (!hasConflict) onEvent({ kind: 'warning', words: message('conflict') });
        hasConflict = true;
        pace.narrow();
        counted.push(sent);
        if (reservation.again()) continue;
        return settled(sent);
      }
      const brake = role === 'probe' || excused.has(request.id) ? null : throttledBy(sent);
      if (brake === null) {
        slot.answered(sent.durationMs);
        const isInDoubt = role !== 'probe' && reservation.isTaken() && isByGateway(sent);
        if (isInDoubt && (await refusedWitnesses(slot, witnessOf(question))) > 0) return settled(sent);
        if (reservation.isTaken() && (await isUnread(question, sent, slot))) return settled(sent);
        return settled(sent, sent);
      }
      const refused = slot.refused(brake, sentAt);
      const isAccepted = budget.isAccepted(request.variant.id);
      // If the plain request may itself be a failed login, it cannot be a control.
      if (reservation.isTaken() || !isAccepted) {
        const witness = witnessOf(question);
        const count = await refusedWitnesses(slot, witness);
        if (witness === null || count === 0) {
          slot.undo();
          return settled(sent, sent);
        }
        tries += 1;
        if (refused === 'answer') return settled(sent);
        if (tries > retries) {
          if (!isAccepted) slot.giveUp();
          return settled(sent);
        }
        if (count > 1 && isAccepted && plain !== undefined) {
          if (!(await isAnswered(slot, besideOf(question, plain, 'control')))) return settled(sent);
          if (tries > 2) return settled(excuse(sent));
          slot.rest();
        }
        continue;
      }
      if (refused === 'answer') return settled(sent);
      // Sent before the pause, so it is sent again at once.
      if (refused === 'under-way') continue;
      tries += 1;
      if (request.id === plain?.id && tries > retries) {
        slot.giveUp();
        return settled(sent);
      }
      if (tries === 1 || request.id === plain?.id) continue;
      // Refused after a pause, so the plain request shows whether the rate is the cause.
      if (plain === undefined || !(await isAnswered(slot, besideOf(question, plain, 'control'))))
        return settled(sent);
      if (tries > 2) return settled(excuse(sent));
      slot.rest();
    }
  };

  const wrongPasswordOf = ({ variant, testRequest }: Request): string | NotSent | null => {
    const encryptor = encryptors.get(variant.id);
    if (!isWrongPassword(testRequest.password) || encryptor === undefined) return null;
    const settings = settingsOf(target, variant.id);
    return wrongPassword(testRequest.password, testRequest, { settings, madeUp, encryptor });
  };

  /**
   * Why a request with a real partner and a password may not be sent: the plain request of its variant was not
   * accepted, or not sent. Null: it may.
   */
  const barOf = ({ variant, risk, step }: Request): NotSent | null => {
    if (risk === 'none' || step === 'baseline' || budget.isAccepted(variant.id)) return null;
    const isAsked = attempts().some(
      ({ request, outcome }) => request === baselineId(variant.id) && !isNotSent(outcome),
    );
    return isAsked ? unaccepted : budget.reached(variant.id);
  };

  const ask = async (question: SendOrder): Promise<Evidence | NotSent> => {
    for (;;) {
      const reservation = await budget.reserve(question.request);
      if (reservation === null) return skip(question, budget.reached(question.request.variant.id));
      const slot = await pace.enter();
      try {
        const sent = signal.aborted ? interrupted : await sendInTurn(question, slot, reservation);
        if (sent === null) continue;
        if (isNotSent(sent) || isCutOff(sent, signal))
          return skip(question, isNotSent(sent) ? sent : interrupted);
        if (isLarge(sent)) pace.narrow();
        return sent;
      } catch (error) {
        // An error before sending is the fault of the profile or the suite, never the target's.
        if (!(error instanceof UserError)) throw error;
        if (signal.aborted) return skip(question, interrupted);
        const words = maskMessage(error.words.message, mask);
        const note = message('two-sentences', { first: words, second: maskMessage(error.words.hint, mask) });
        const reason = error.fault === 'suite' ? 'suite-error' : 'setup-failed';
        return skip(question, { kind: 'other', reason, note });
      } finally {
        reservation.settle([]);
        slot.leave();
      }
    }
  };

  return {
    ...options,
    /** Doubts about ciphertexts of programs and modules of the user. */
    doubts,
    /** Encrypts, builds, sends and records one request. Never rejects because of the target. */
    ask,
    skip,
    attempts,
    wait,
    pace,
    budget,
    clock,
    recheck: createRecheckBudget(recheck, clock.now),
    client,
    /**
     * Why a request is not sent whatever the limit allows: no such wrong password, or `barOf`; null: it is
     * sent.
     */
    lackOf(request: Request): NotSent | null {
      const found = wrongPasswordOf(request);
      return (typeof found === 'string' ? null : found) ?? barOf(request);
    },
    /**
     * Masks wrong passwords before they are sent: earlier records may contain parts of them, for example a
     * beginning.
     */
    maskInAdvance(planned: readonly Request[]): void {
      const made = planned.map(wrongPasswordOf).filter((one) => typeof one === 'string');
      for (const password of made.slice(0, failedLogins)) addDerived(redactor, password);
    },
    /** Stops encryption and closes connections. */
    async close() {
      end.abort();
      await client.close();
    },
  };
}

const isLarge = ({ response, error }: Evidence): boolean =>
  error?.kind === 'too-large' || (response !== null && response.bodyLength > largeBody);

async function createEncryptors(
  { target, now, signal }: SenderOptions,
  end: AbortController,
): Promise<{
  readonly encryptors: ReadonlyMap<string, Encryptor>;
  readonly doubts: readonly Doubt[];
}> {
  const services = {
    now,
    uuid: () => crypto.randomUUID(),
    signal: AbortSignal.any([signal, end.signal]),
  };
  const made = Object.entries(target.variants).map(async ([id, { encryption, credentials }]) => {
    const encryptor = await createEncryptor(encryption, services);
    // Reports settings that cannot work before anything is sent.
    const text = signal.aborted ? '' : await encryptor.encrypt(credentials.partnerPassword);
    return { variant: id, scheme: encryption.scheme, encryptor, text };
  });
  try {
    const all = await Promise.all(made);
    return {
      encryptors: new Map(all.map(({ variant, encryptor }) => [variant, encryptor])),
      doubts: ciphertextDoubts(all),
    };
  } catch (error) {
    // Ends the programs of the other variants.
    end.abort();
    throw error;
  }
}
