import { buildRequest } from '../plan/build-request.ts';
import type { Value } from '../plan/write-parts.ts';
import { baselineId } from '../plan/plan.ts';
import type { Request } from '../plan/plan.ts';
import type { Encryptor } from '../encryption/registry.ts';
import type { HttpClient } from '../client/client.ts';
import type { Exchange, HttpOutcome, Route } from '../client/exchange.ts';
import type { Redactor } from '../client/masking.ts';
import { recordExchange } from '../client/record.ts';
import type { Specification } from '../operation/specification.ts';
import { traitsAt } from '../profile/setting.ts';
import { proxyFor, tlsFor } from '../client/proxy-for.ts';
import type { Provision, Target } from '../profile/target.ts';
import { isNotSent } from '../judge/evidence.ts';
import type { Attempt, Evidence, NotSent, Role } from '../judge/evidence.ts';
import { interrupted } from '../judge/trial.ts';
import { message } from '../messages/message.ts';
import { pause } from './pace.ts';
import { provisionOf, settingsOf, userAgentOf } from './settings.ts';
import { createAnswerReader } from './read-answer.ts';
import { makeValues } from './credentials.ts';
import type { MadeUp } from './credentials.ts';

/** One request to send, its purpose, and the case that needs it. */
export interface SendOrder {
  readonly request: Request;
  readonly role: Role;
  /** Id of the request that a control or a probe serves; null: none, or the whole variant. */
  readonly for: string | null;
  /** The id of the case, or a name that replaces it. */
  readonly owner: string;
  /** True: uses a new connection. */
  readonly isFresh?: boolean;
}

/** A request as a control of its variant, over a new connection. `served`: for one request alone. */
export const controlOf = (request: Request, served: Pick<SendOrder, 'request'> | null = null): SendOrder => ({
  request,
  role: 'control',
  for: served?.request.id ?? null,
  owner: `${request.variant.id}.control`,
  isFresh: true,
});

/** A request that serves the same as another one: that one itself if it is a try. */
export const besideOf = (order: SendOrder, request: Request, role: 'control' | 'probe'): SendOrder => ({
  ...controlOf(request),
  role,
  for: order.role === 'try' ? order.request.id : order.for,
});

/** A request for this case or control has ended. Secrets are masked. */
export interface Exchanged {
  readonly kind: 'exchanged';
  readonly owner: string;
  readonly exchange: Exchange;
}

export interface TransmitterOptions {
  readonly spec: Specification;
  readonly target: Target;
  /** `name/version` for the User-Agent. */
  readonly product: string;
  readonly now: () => Date;
  /** Is given every secret that is made up or encrypted. */
  readonly redactor: Redactor;
  /** How requests are recorded. Default: `shown`, with placeholders for secrets. */
  readonly view?: 'sent' | 'shown' | undefined;
  /** When aborted, nothing more is sent, except teardowns. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: Exchanged) => void;
}

/** Prepared for a whole run: the encryption of each variant, and made-up values. */
interface Prepared {
  readonly client: HttpClient;
  readonly encryptors: ReadonlyMap<string, Encryptor>;
  readonly madeUp: MadeUp;
}

/** Milliseconds until the target notices a closed connection. Until then the request counts as open. */
const closing = 20;

export type Transmitter = ReturnType<typeof createTransmitter>;

/** Encrypts, builds, sends and records single requests. Knows no limits. */
export function createTransmitter(options: TransmitterOptions, { client, encryptors, madeUp }: Prepared) {
  const { target, product, now, redactor, signal, view = 'shown', onEvent } = options;
  const readAnswer = createAnswerReader(options);
  /** By variant: the last ciphertext of the right password, for a replay. */
  const ciphertexts = new Map<string, string>();
  /** By variant: the cookies that the target set in its answer to the baseline. */
  const cookies = new Map<string, string>();
  const counters = new Map<string, number>();
  const attempts: (Attempt | null)[] = [];
  /** True while connections are reused. Set to false when a reused connection loses a request. */
  let isReused = true;
  /** The id of an exchange, made from its request or role. */
  const nextId = ({ request: { id, variant }, role }: SendOrder): string => {
    const prefix = role === 'try' ? id : `${variant.id}.${role}`;
    const count = (counters.get(prefix) ?? 0) + 1;
    counters.set(prefix, count);
    return count === 1 ? prefix : `${prefix}.${count}`;
  };

  /** Sends one request once and calls `onStart`. Rejects with a UserError if it cannot be made. */
  const transmit = async (order: SendOrder, onStart: () => void): Promise<Evidence | NotSent> => {
    const { request: planned, role, for: served, owner } = order;
    const { variant, testRequest, id } = planned;
    const isBaseline = id === baselineId(variant.id);
    const isFresh = order.isFresh === true || !isReused;
    const settings = settingsOf(target, variant.id);
    const provision = provisionOf(settings, testRequest.condition);
    const encryptor = encryptors.get(variant.id);
    if (encryptor === undefined) throw new RangeError(`no encryption for variant ${variant.id}`);
    const previous = ciphertexts.get(variant.id) ?? null;
    const made = await makeValues(testRequest, { variant, settings, madeUp, encryptor, previous });
    if (isNotSent(made)) return made;
    const ciphertext = ciphertextIn(made.values);
    const cookie = cookies.get(variant.id) ?? null;
    if (testRequest.mutation?.kind === 'cookie' && cookie === null) {
      return { kind: 'other', reason: 'vacuous', note: message('no-cookie') };
    }
    const { baseUrl } = target;
    const { privateHeaders, ...built } = buildRequest(testRequest, made.values, {
      variant,
      settings,
      provision,
      baseUrl,
      userAgent: userAgentOf(target, product),
      requestId: crypto.randomUUID(),
      cookie,
      forwardedFor: madeUp.address,
    });
    const route = routeOf(target, provision, built.sent.url, isFresh);
    if (signal.aborted) return interrupted;
    if (ciphertext !== null) redactor.add(ciphertext, '<ciphertext>', 'an encrypted password');
    if (made.derived !== null) addDerived(redactor, made.derived);
    const place = attempts.push(null) - 1;
    const startedAt = now();
    onStart();
    const outcome = await client.send(built.sent, route, signal);
    const set = isBaseline ? cookiesOf(outcome) : [];
    for (const [, value] of set)
      if (value.length >= shortestCookie) redactor.add(value, '<secret>', 'a cookie');
    if (set.length > 0) cookies.set(variant.id, set.map((pair) => pair.join('=')).join('; '));
    if (outcome.kind === 'failed' && outcome.error.stage === 'exchange') {
      if (!isFresh) isReused = false;
      await pause(closing, signal);
    }
    const exchange = recordExchange({
      id: nextId(order),
      request: built[view],
      privateHeaders: privateHeaders.filter(([name]) => traitsAt(['headers', name]).public !== true),
      route,
      redactor,
      outcome,
      startedAt,
    });
    onEvent({ kind: 'exchanged', owner, exchange });
    const evidence = readAnswer(exchange, outcome, planned);
    // An aborted request says nothing about the target.
    if (!isCutOff(evidence, signal)) attempts[place] = { request: id, role, for: served, outcome: evidence };
    // A replay repeats the ciphertext of the request itself, not that of its control.
    if (isBaseline && ciphertext !== null && role === 'try') ciphertexts.set(variant.id, ciphertext);
    return evidence;
  };

  /** Records that a request is not sent. */
  const skip = (order: SendOrder, outcome: NotSent): NotSent => {
    const { request, role, for: served } = order;
    attempts.push({ request: request.id, role, for: served, outcome });
    return outcome;
  };

  return {
    transmit,
    skip,
    /** All attempts so far, sent or not, in the order of sending. */
    attempts: (): readonly Attempt[] => attempts.filter((attempt) => attempt !== null),
  };
}

const routeOf = (target: Target, provision: Provision, url: string, isFresh: boolean): Route => ({
  localAddress: provision.localAddress ?? null,
  proxy: proxyFor(target.proxies, url, provision),
  tls: tlsFor(target, url),
  http2: target.http2,
  isFresh,
});

/** True if the request failed because the run ended. */
export const isCutOff = ({ response }: Evidence, { aborted }: AbortSignal): boolean =>
  aborted && response === null;

/** Masks a wrong password that was made from the right one. */
export function addDerived(redactor: Redactor, password: string): void {
  if (password !== '') redactor.add(password, '<password>', 'credentials.partnerPassword');
}

function ciphertextIn(values: ReadonlyMap<string, Value>): string | null {
  const found = [...values.values()].find(({ shown }) => shown === '<ciphertext>');
  return typeof found?.sent === 'string' ? found.sent : null;
}

/** Shorter cookies are settings, not sessions. */
const shortestCookie = 12;

/** The cookies that an answer sets, the last one of each name. */
function cookiesOf(outcome: HttpOutcome): readonly (readonly [name: string, value: string])[] {
  if (outcome.kind === 'failed') return [];
  const pairs = outcome.response.headers.flatMap(([name, value]): readonly [string, string][] => {
    const isCookie = name.toLowerCase() === 'set-cookie';
    const [, own, set] = /^\s*([^=;\s]+)=([^;]*)/.exec(isCookie ? value : '') ?? [];
    return own === undefined || set === undefined ? [] : [[own, set]];
  });
  return [...new Map(pairs)];
}
