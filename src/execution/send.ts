import { baselineId } from '../case/plan.ts';
import type { Request } from '../case/plan.ts';
import { isWrongPassword, patternOf } from '../case/test-case.ts';
import { createEncryptor } from '../encryption/registry.ts';
import type { Encryptor } from '../encryption/registry.ts';
import { UserError } from '../errors.ts';
import { createHttpClient } from '../http/client.ts';
import type { Exchange, HttpOutcome, Route } from '../http/exchange.ts';
import type { Redactor } from '../http/masking.ts';
import { maskMessage, recordExchange } from '../http/record.ts';
import { matchPattern } from '../pattern.ts';
import type { ConditionName, Specification } from '../spec/specification.ts';
import { settings as known } from '../target/field.ts';
import { proxyFor } from '../target/proxy.ts';
import type { Provision, Target, VariantTarget } from '../target/target.ts';
import { isHalt, obtainsList, sameFacts, textFactsOf } from '../verdict/evidence.ts';
import type { Attempt, Evidence, Halt, Role } from '../verdict/evidence.ts';
import { inspectBody } from '../verdict/inspect.ts';
import { interrupted } from '../verdict/trial.ts';
import { createBodyReader, evidenceOf } from '../result/record.ts';
import { message, say } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import { buildRequest, open } from '../case/build-request.ts';
import type { Value } from '../case/build-request.ts';
import { createLoginBudget, createRecheckBudget } from './budget.ts';
import type { EarlierLogins } from './budget.ts';
import type { Place } from './budget.ts';
import { substitutesOf } from './by-hand.ts';
import { brakeOf, createPace, pause } from './pace.ts';
import type { Turn } from './pace.ts';

import { makeUp, makeValues, wrongPassword } from './value.ts';

/** What happens during a run, for progress. */
export type RunEvent =
  | { readonly kind: 'case-started'; readonly id: string }
  /** Cases that ended, and everything sent so far. */
  | { readonly kind: 'cases-ended'; readonly ids: readonly string[]; readonly attempts: readonly Attempt[] }
  /** A request for that case or control ended; secrets masked. */
  | { readonly kind: 'exchanged'; readonly owner: string; readonly exchange: Exchange }
  /** A set-up begins for that case. `byHand`: a shell command for its teardown, without secrets; null: none. */
  | { readonly kind: 'setup-started'; readonly owner: string; readonly byHand: string | null }
  /** `problem`: why the teardown failed; null: it succeeded. */
  | { readonly kind: 'teardown-ended'; readonly owner: string; readonly problem: string | null }
  | { readonly kind: 'warning'; readonly words: Message };

/** What a sender needs. */
export interface SenderOptions {
  readonly spec: Specification;
  readonly target: Target;
  /** All requests that may be sent, by id. */
  readonly requests: ReadonlyMap<string, Request>;
  /** `name/version` for the User-Agent. */
  readonly product: string;
  readonly now: () => Date;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Seed of made-up values. */
  readonly seed: number;
  /** Waits that many milliseconds, until the signal is aborted. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** What earlier runs spent of the same limit of failed logins; default: nothing. */
  readonly earlier?: EarlierLogins | undefined;
  /** Learns every secret that is made up or encrypted. */
  readonly redactor: Redactor;
  /** Aborted: nothing more is sent, except teardowns. */
  readonly signal: AbortSignal;
  /** Aborted: teardowns end too. */
  readonly abandoned: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** One request, its purpose, and the case that needs it. */
export interface Question {
  readonly request: Request;
  readonly role: Role;
  readonly round: number;
  /** The id of the case, or what replaces it. */
  readonly owner: string;
  /** Uses a new connection. */
  readonly isFresh?: boolean;
}

/** The plain request of a variant as a control, over a new connection. */
export const controlOf = (request: Request): Question => ({
  request,
  role: 'control',
  round: 0,
  owner: `${request.variant.id}.control`,
  isFresh: true,
});

/** Sends requests, each within the limits of the profile, and records them. */
export type Sender = Awaited<ReturnType<typeof createSender>>;

/** Milliseconds until the target notices a closed connection. Until then the request counts as open. */
const closing = 20;
/** Bytes: answers from `large` on are read one at a time; those up to `small` end the turn at once. */
const bodySizes = { large: 8 * 1024 * 1024, small: 64 * 1024 } as const;

/** Prepares everything, sends nothing. Rejects with a UserError if the profile's encryption cannot work. */
export async function createSender(options: SenderOptions) {
  const { target, spec, requests, product, signal, redactor, now, onEvent } = options;
  const { timeout, maxBody, rate, failedLogins, concurrency, recheck, retries } = target.limits;
  const mask = (text: string): string => redactor.mask(text);
  const wait = (milliseconds: number): Promise<void> => (options.pause ?? pause)(milliseconds, signal);
  const pace = createPace({ concurrency, rate, signal, pause: wait });
  const budget = createLoginBudget(failedLogins, options.earlier);
  const client = createHttpClient({ timeout, maxBody, connections: concurrency, mask });
  const end = new AbortController();
  const encryptors = await createEncryptors(options, end);
  const madeUp = makeUp(target, options.seed);
  const readBody = createBodyReader(spec);
  /** By variant: the last ciphertext of the right password, for a replay. */
  const ciphertexts = new Map<string, string>();
  /** By variant: the cookies that the target set in its answer to the baseline. */
  const cookies = new Map<string, string>();
  const counters = new Map<string, number>();
  const attempts: (Attempt | null)[] = [];
  /** Requests whose 429 or gateway's 503 does not come from the rate. */
  const excused = new Set<string>();
  /** A request was refused with 409 while another one was under way. */
  let hasConflict = false;
  /** Whether connections are reused. A reused connection that loses a request ends that. */
  let isReused = true;
  const nextId = (prefix: string): string => {
    const count = (counters.get(prefix) ?? 0) + 1;
    counters.set(prefix, count);
    return count === 1 ? prefix : `${prefix}.${count}`;
  };

  /** Notes that a request is not sent. */
  const skip = ({ request: { id }, role, round }: Question, outcome: Halt): Halt => {
    attempts.push({ request: id, role, round, outcome });
    return outcome;
  };

  /** Why no more possible failed logins are sent. */
  const limitReached = (): Halt => {
    const limit = message('login-limit', { limit: failedLogins });
    if (failedLogins === 0)
      return { kind: 'limit', reason: 'control-failed', note: message('login-limit-none') };
    return budget.areCredentialsRefused()
      ? { kind: 'limit', reason: 'control-failed', note: message('login-limit-refused', { limit }) }
      : { kind: 'limit', reason: 'not-selected', note: limit };
  };

  /** The facts of an answer, from its record if that is whole. */
  const inspect = (exchange: Exchange, outcome: HttpOutcome, { request }: Question): Evidence => {
    const plain = { facts: null, matchesPattern: null, maskingChangedFacts: false };
    const { response } = exchange;
    if (outcome.kind === 'failed' || response === null) return evidenceOf(exchange, request, readBody, plain);
    const { variant, stimulus } = request;
    const { body, undecoded } = outcome.response;
    const inspection = {
      contract: spec.body,
      parameters: variant.parameters.map(({ name }) => name),
      pattern: patternOf(stimulus, settingsOf(target, variant.id).texts, variant),
    };
    const problem = undecoded === null ? null : say(undecoded.problem, 'en');
    if (response.bodyTruncated) {
      // A substring keeps the whole body in memory, so facts are copied.
      const facts = structuredClone(inspectBody(body, problem, { ...inspection, mask }));
      return evidenceOf(exchange, request, readBody, { ...plain, facts });
    }
    const evidence = evidenceOf(exchange, request, readBody, plain);
    const matchesPattern = outcomeOf(evidence, inspection.pattern);
    const isSame =
      Buffer.from(response.body, response.bodyEncoding ?? 'utf8').equals(body) ||
      (evidence.facts !== null &&
        sameFacts(
          evidenceOf(exchange, request, readBody, { ...plain, matchesPattern }).facts ?? evidence.facts,
          inspectBody(body, problem, inspection),
        ));
    if (isSame && matchesPattern === null) return evidence;
    const seen = { ...plain, matchesPattern, maskingChangedFacts: !isSame };
    return evidenceOf(exchange, request, readBody, seen);
  };

  /** Sends once. Calls `onOutcome` before the answer is inspected. */
  const transmit = async (
    question: Question,
    onOutcome: (outcome: HttpOutcome) => void,
  ): Promise<Evidence | Halt> => {
    const { request: planned, role, round, owner } = question;
    const { variant, stimulus, id } = planned;
    const isFresh = question.isFresh === true || !isReused;
    const settings = settingsOf(target, variant.id);
    const provision = provisionOf(settings, stimulus.condition);
    const encryptor = encryptors.get(variant.id);
    if (encryptor === undefined) throw new RangeError(`no encryption for variant ${variant.id}`);
    const previous = ciphertexts.get(variant.id) ?? null;
    const found = await makeValues(stimulus, { variant, settings, madeUp, encryptor, previous });
    if (isHalt(found)) return found;
    const { values, derived } = found;
    const ciphertext = ciphertextIn(values);
    const { baseUrl, tls, http2 } = target;
    const cookie = cookies.get(variant.id) ?? null;
    if (stimulus.twist?.kind === 'cookie' && cookie === null) {
      return { kind: 'no-cookie', reason: 'vacuous', note: message('no-cookie') };
    }
    const blueprint = {
      variant,
      settings,
      provision,
      baseUrl,
      userAgent: userAgentOf(target, product),
      requestId: crypto.randomUUID(),
      cookie,
      forwardedFor: madeUp.address,
    };
    const { sent, shown, privateHeaders } = buildRequest(stimulus, values, blueprint);
    const { localAddress = null } = provision;
    const proxy = proxyFor(target.proxies, sent.url, provision);
    const route: Route = { localAddress, proxy, tls, http2, isFresh };
    const named = variant.id === spec.variants[0]?.id ? null : variant.id;
    const substitutes = substitutesOf(
      { stimulus, variant: named, provision, privateHeaders },
      target,
      redactor,
    );
    if (signal.aborted) return interrupted;
    if (ciphertext !== null) redactor.add(ciphertext, '<ciphertext>', 'an encrypted password');
    if (derived !== null) addDerived(redactor, derived);
    const place = attempts.push(null) - 1;
    const startedAt = now();
    const outcome = await client.send(sent, route, signal);
    onOutcome(outcome);
    if (id === baselineId(variant.id)) {
      const set = cookieOf(outcome);
      for (const value of set.values())
        if (value.length >= shortestCookie) redactor.add(value, '<secret>', 'a cookie');
      if (set.size > 0)
        cookies.set(variant.id, [...set].map(([name, value]) => `${name}=${value}`).join('; '));
    }
    if (isLarge(outcome)) pace.narrow();
    if (outcome.kind === 'failed' && outcome.error.stage === 'exchange') {
      if (!isFresh) isReused = false;
      await pause(closing, signal);
    }
    if (isSmall(outcome)) await new Promise((resolve) => setImmediate(resolve));
    const about = {
      id: nextId(prefixOf(question)),
      request: shown,
      privateHeaders: privateHeaders.filter(([name]) => !known.openHeader(name)),
      route,
      substitutes,
      redactor,
    };
    const exchange = recordExchange({ ...about, outcome, startedAt });
    onEvent({ kind: 'exchanged', owner, exchange });
    // An aborted request says nothing about the target.
    if (signal.aborted && outcome.kind === 'failed') return interrupted;
    const evidence = inspect(exchange, outcome, question);
    attempts[place] = { request: id, role, round, outcome: evidence };
    if (id !== baselineId(variant.id)) return evidence;
    if (obtainsList(evidence)) budget.accept(variant.id);
    // A replay repeats the ciphertext of the request itself, not of its control.
    if (ciphertext !== null && role === 'try') ciphertexts.set(variant.id, ciphertext);
    return evidence;
  };

  /** Asks the plain request in the turn of a refused one until it is answered; false: it is not. */
  const isPlainAnswered = async (turn: Turn, { request: { variant } }: Question): Promise<boolean> => {
    const request = requests.get(baselineId(variant.id));
    for (;;) {
      const place = request === undefined ? null : budget.tryReserve(request);
      if (request === undefined || place === null) return false;
      await turn.ready();
      const sentAt = performance.now();
      const asked = await transmit(controlOf(request), place.settle);
      place.settle(null);
      if (isHalt(asked)) return false;
      const brake = brakeOf(asked);
      if (brake === null) {
        turn.answered();
        return true;
      }
      if (turn.refused(brake, sentAt) === 'answer') return false;
    }
  };

  /** Sends in one turn, and again while a rate limiter refuses it; null: it may not be sent any more. */
  const sendInTurn = async (
    question: Question,
    turn: Turn,
    first: Place,
  ): Promise<Evidence | Halt | null> => {
    const { request, role } = question;
    const isPlain = request.id === baselineId(request.variant.id);
    /** Places of refused tries. Whether they were failed logins shows only later. */
    const held: { readonly place: Place; readonly count: () => void }[] = [];
    const countHeld = (sent: Evidence): Evidence => {
      for (const { count } of held) count();
      return sent;
    };
    let place: Place | null = first;
    let tries = 0;
    try {
      for (;;) {
        await turn.ready();
        if (!place.holds()) return null;
        const sentAt = performance.now();
        let outcome: HttpOutcome | null = null;
        const own: Place = place;
        const sent = await transmit(question, (seen) => {
          outcome = seen;
          if (seen.kind === 'answered' && [409, 429, 503].includes(seen.response.status)) return;
          own.settle(seen);
          // Lets the next request go before the answer is inspected.
          if (isSmall(seen)) turn.leave();
        });
        if (isHalt(sent)) return sent;
        const brake = role === 'probe' || excused.has(request.id) ? null : brakeOf(sent);
        const count = (): void => own.settle(outcome);
        if (sent.response?.status === 409 && turn.isShared()) {
          // A service with a lock refuses concurrent requests: alone, the request gets its answer.
          if (!hasConflict) onEvent({ kind: 'warning', words: message('conflict') });
          hasConflict = true;
          pace.narrow();
          count();
          place = budget.tryReserve(request);
          if (place === null) return sent;
          continue;
        }
        if (brake === null) {
          turn.answered();
          count();
          return sent;
        }
        held.push({ place: own, count });
        // Without an accepted baseline, a rate limiter's refusal looks like that of a wrong password.
        const isAlone = !isPlain && !budget.isAccepted(request.variant.id);
        if (isAlone) return countHeld(sent);
        const refused = turn.refused(brake, sentAt);
        if (refused === 'answer') return countHeld(sent);
        tries += refused === 'under-way' ? 0 : 1;
        if (isPlain && tries > retries) {
          turn.giveUp();
          return countHeld(sent);
        }
        if (isPlain || refused === 'under-way') {
          // The plain request itself, or one sent before the pause.
        } else if (await isPlainAnswered(turn, question)) {
          if (tries > 1) {
            // Refused first after a pause, while the plain request is answered: the rate is not the cause.
            turn.excuse(brake);
            excused.add(request.id);
            return countHeld(sent);
          }
          turn.rest();
        } else return sent;
        const isLast = isPlain && !budget.isAccepted(request.variant.id) && budget.left() <= 1;
        place = isLast ? null : budget.tryReserve(request);
        if (place === null) return countHeld(sent);
      }
    } finally {
      for (const one of held) one.place.settle(null);
      place?.settle(null);
    }
  };

  const ask = async (question: Question): Promise<Evidence | Halt> => {
    for (;;) {
      const place = await budget.reserve(question.request);
      if (place === null) return skip(question, limitReached());
      const turn = await pace.enter();
      try {
        const sent = signal.aborted ? interrupted : await sendInTurn(question, turn, place);
        if (sent === null) continue;
        return isHalt(sent) ? skip(question, sent) : sent;
      } catch (error) {
        // An error before sending is the fault of the profile or the suite, never the target's.
        if (!(error instanceof UserError)) throw error;
        if (signal.aborted) return skip(question, interrupted);
        const words = maskMessage(error.words.message, mask);
        const note = message('two-sentences', { first: words, second: maskMessage(error.words.hint, mask) });
        const reason = error.fault === 'suite' ? 'suite-error' : 'setup-failed';
        return skip(question, { kind: 'failed', reason, note });
      } finally {
        place.settle(null);
        turn.leave();
      }
    }
  };

  return {
    ...options,
    /** Encrypts, builds, sends and records one request. Never rejects because of the target. */
    ask,
    skip,
    limitReached,
    wait,
    pace,
    budget,
    recheck: createRecheckBudget(recheck),
    client,
    /** Learns wrong passwords in advance: earlier records may hold parts of them, e.g. a beginning. */
    foresee(planned: readonly Request[]): void {
      for (const { variant, stimulus } of planned.slice(0, failedLogins)) {
        if (!isWrongPassword(stimulus.password)) continue;
        const known = { settings: settingsOf(target, variant.id), madeUp };
        const found = wrongPassword(stimulus.password, stimulus, known);
        if (typeof found === 'string') addDerived(redactor, found);
      }
    },
    /** All attempts so far, sent or not. */
    attempts: (): readonly Attempt[] => attempts.filter((attempt) => attempt !== null),
    /** Stops encryption and closes connections. */
    async close() {
      end.abort();
      await client.close();
    },
  };
}

/** Shorter cookies are settings, not sessions. */
const shortestCookie = 12;

/** The cookies that an answer sets, by name. */
function cookieOf(outcome: HttpOutcome): ReadonlyMap<string, string> {
  if (outcome.kind === 'failed') return new Map();
  return new Map(
    outcome.response.headers.flatMap(([name, value]): readonly [string, string][] => {
      const [, own, set] =
        /^\s*([^=;\s]+)=([^;]*)/.exec(name.toLowerCase() === 'set-cookie' ? value : '') ?? [];
      return own === undefined || set === undefined ? [] : [[own, set]];
    }),
  );
}

/** The prefix of an exchange's id. */
function prefixOf({ request: { id, variant }, role }: Question): string {
  return role === 'try' ? id : `${variant.id}.${role}`;
}

/** The result of the profile's pattern on the recorded text. */
function outcomeOf(evidence: Evidence, pattern: string | null): boolean | 'too-slow' | null {
  const text = textFactsOf(evidence);
  return text?.type !== 'string' || pattern === null ? null : matchPattern(pattern, text.text);
}

async function createEncryptors(
  { target, now, signal }: SenderOptions,
  end: AbortController,
): Promise<ReadonlyMap<string, Encryptor>> {
  const services = {
    now,
    uuid: () => crypto.randomUUID(),
    signal: AbortSignal.any([signal, end.signal]),
  };
  const made = Object.entries(target.variants).map(async ([id, { encryption, credentials }]) => {
    const encryptor = await createEncryptor(encryption, services);
    // Reports settings that cannot work before anything is sent.
    if (!signal.aborted) await encryptor.encrypt(credentials.partnerPassword);
    return [id, encryptor] as const;
  });
  try {
    return new Map(await Promise.all(made));
  } catch (error) {
    // Ends the programs of the other variants.
    end.abort();
    throw error;
  }
}

function addDerived(redactor: Redactor, password: string): void {
  if (password !== '') redactor.add(password, '<password>', 'credentials.partnerPassword');
}

function ciphertextIn(values: ReadonlyMap<string, Value>): string | null {
  const found = [...values.values()].find(({ shown }) => shown === '<ciphertext>');
  return typeof found?.sent === 'string' ? found.sent : null;
}

function isSmall(outcome: HttpOutcome): boolean {
  return outcome.kind === 'answered' && outcome.response.body.length <= bodySizes.small;
}

function isLarge(outcome: HttpOutcome): boolean {
  if (outcome.kind === 'failed') return outcome.error.kind === 'too-large';
  return outcome.response.body.length > bodySizes.large;
}

/** The User-Agent: `product`, or the profile's own, which is private. */
export const userAgentOf = ({ userAgent }: Target, product: string): Value<string> =>
  userAgent === null ? open(product) : { sent: userAgent, shown: '<secret>' };

/** The settings of a claimed variant. Throws if it is not claimed. */
export function settingsOf({ variants }: Target, variant: string): VariantTarget {
  const settings = variants[variant];
  if (settings === undefined) throw new RangeError(`variant ${variant} is not claimed`);
  return settings;
}

/** How the profile creates the condition; an empty record if nothing has to be done. */
export const provisionOf = ({ conditions }: VariantTarget, condition: ConditionName): Provision =>
  conditions[condition] ?? {};
