import { baselineId } from '../plan/plan.ts';
import type { Request } from '../plan/plan.ts';
import { isWrongPassword } from '../plan/password-form.ts';
import { createEncryptor } from '../encryption/registry.ts';
import { ciphertextDoubts } from '../profile/as-written.ts';
import type { Doubt } from '../profile/target.ts';
import type { Encryptor } from '../encryption/registry.ts';
import { UserError } from '../base/errors.ts';
import { createHttpClient } from '../client/client.ts';
import { isNotSent } from '../judge/evidence.ts';
import type { Attempt, Evidence, NotSent } from '../judge/evidence.ts';
import { interrupted } from '../judge/trial.ts';
import { message, verbatim } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { createLoginBudget, createRecheckBudget } from './budget.ts';
import type { LoginBudget } from './budget.ts';
import { createPace, wallClock } from './pace.ts';
import type { Clock } from './pace.ts';
import { sendInTurn } from './send-in-turn.ts';
import type { Means } from './send-in-turn.ts';
import { addDerived, createTransmitter, isCutOff } from './send-once.ts';
import { settingsOf } from './settings.ts';
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
  /** A plain request that is refused is not repeated. */
  readonly isHarmless?: boolean | undefined;
  /** When aborted, teardowns end too. */
  readonly abandoned: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** Sends requests within the limits of the profile and records them. */
export type Sender = Awaited<ReturnType<typeof createSender>>;

const unaccepted: NotSent = {
  kind: 'other',
  reason: 'control-failed',
  note: message('plain-not-accepted'),
};

/** Bytes. After a larger answer, requests are sent one at a time. */
const largeBody = 8 * 1024 * 1024;

/** Prepares everything, sends nothing. Rejects with a UserError if the profile's encryption cannot work. */
export async function createSender(options: SenderOptions) {
  const { target, requests, signal, redactor, onEvent, clock = wallClock, isHarmless = false } = options;
  const { timeout, maxBody, rate, failedLogins, concurrency, recheck, retries } = target.limits;
  const mask = (text: string): string => redactor.mask(text);
  const wait = (milliseconds: number): Promise<void> => clock.pause(milliseconds, signal);
  const pace = createPace({ concurrency, rate, signal, clock });
  const budget = createLoginBudget(failedLogins, isHarmless);
  const client = createHttpClient({ timeout, maxBody, connections: concurrency, mask });
  const end = new AbortController();
  const { encryptors, doubts } = await createEncryptors(options, end);
  const madeUp = makeUp(target, options.seed);
  const { transmit, skip, attempts } = createTransmitter(options, { client, encryptors, madeUp });
  /** True after a 409 to a request while another one was open. */
  let hasConflict = false;

  const means: Means = {
    transmit,
    requests,
    budget,
    clock,
    retries,
    excused: new Set(),
    onConflict() {
      if (!hasConflict) onEvent({ kind: 'warning', words: message('conflict') });
      hasConflict = true;
      pace.narrow();
    },
  };
  const wrongPasswordOf = ({ variant, testRequest }: Request): string | NotSent | null => {
    const encryptor = encryptors.get(variant.id);
    if (!isWrongPassword(testRequest.password) || encryptor === undefined) return null;
    const settings = settingsOf(target, variant.id);
    return wrongPassword(testRequest.password, testRequest, { settings, madeUp, encryptor });
  };

  const ask = async (order: SendOrder): Promise<Evidence | NotSent> => {
    for (;;) {
      const reservation = await budget.reserve(order.request);
      if (reservation === null) return skip(order, budget.reached(order.request.variant.id));
      const slot = await pace.enter();
      try {
        const sent = signal.aborted ? interrupted : await sendInTurn(means, order, slot, reservation);
        if (sent === null) continue;
        if (isNotSent(sent) || isCutOff(sent, signal))
          return skip(order, isNotSent(sent) ? sent : interrupted);
        if (isLarge(sent)) pace.narrow();
        return sent;
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        return skip(order, signal.aborted ? interrupted : notSentBy(error, mask));
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
      return (typeof found === 'string' ? null : found) ?? barOf(budget, attempts(), request);
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

/**
 * Why a request with a real partner and a password may not be sent: the plain request of its variant was not
 * accepted, or not sent. Null: it may.
 */
function barOf(
  budget: LoginBudget,
  attempts: readonly Attempt[],
  { variant, risk, step }: Request,
): NotSent | null {
  if (risk === 'none' || step === 'baseline' || budget.isAccepted(variant.id)) return null;
  const isAsked = attempts.some(
    ({ request, outcome }) => request === baselineId(variant.id) && !isNotSent(outcome),
  );
  return isAsked ? unaccepted : budget.reached(variant.id);
}

/** An error before sending is the fault of the profile or the suite, never the target's. */
function notSentBy({ message: found, hint, fault }: UserError, mask: (text: string) => string): NotSent {
  const reason = fault === 'suite' ? 'suite-error' : 'setup-failed';
  return { kind: 'other', reason, note: verbatim(mask(`${found}; ${hint}`)) };
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
    const password = credentials.partnerPassword;
    const text = signal.aborted ? '' : await encryptor.encrypt(password);
    return { variant: id, scheme: encryption.scheme, encryptor, text, password };
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
