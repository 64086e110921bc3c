import { isWrongPassword, patternOf } from '../case/test-case.ts';
import type { Stimulus, TestCase } from '../case/test-case.ts';
import { createEncryptor } from '../encryption/registry.ts';
import type { Encryptor } from '../encryption/registry.ts';
import { UserError } from '../errors.ts';
import { createHttpClient } from '../http/client.ts';
import type { HttpClient } from '../http/client.ts';
import type { Exchange, HttpOutcome, Route } from '../http/exchange.ts';
import type { Redactor } from '../http/masking.ts';
import { maskMessage, recordExchange } from '../http/record.ts';
import { variantById } from '../spec/specification.ts';
import type { ConditionName, Specification, Variant } from '../spec/specification.ts';
import type { Provision, Target, VariantTarget } from '../target/target.ts';
import type { Control, Evidence, Halt } from '../verdict/evidence.ts';
import { sameFacts } from '../verdict/evidence.ts';
import { doubtOf } from '../verdict/settle.ts';
import { createTextReader, inspectBody } from '../verdict/inspect.ts';
import type { CaseRecord } from '../result/record.ts';
import type { TrialRecord } from '../result/results.ts';
import { message, say } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import {
  asksTooLong,
  backOff,
  createLimiter,
  createLoginBudget,
  createRecheckBudget,
  isRight,
  pause,
  retryAfter,
} from './limits.ts';
import type { Limiter, LoginBudget, RecheckBudget } from './limits.ts';
import { makeUp, makeValues, wrongPassword } from './value.ts';
import { buildRequest } from '../case/build-request.ts';
import type { Value } from '../case/build-request.ts';
import { substitutesOf } from './by-hand.ts';
import { controlOf, isPlain } from './plan.ts';

/** What happens during a run, for progress. */
export type RunEvent =
  | { readonly kind: 'case-started'; readonly testCase: TestCase }
  /** What was recorded of it, and the baseline that it is judged beside. */
  | {
      readonly kind: 'case-ended';
      readonly testCase: TestCase;
      readonly record: CaseRecord;
      readonly baseline: TrialRecord | undefined;
      /** By id, those of the case and the controls so far. */
      readonly exchanges: ReadonlyMap<string, Evidence>;
    }
  /** A request ended on behalf of that case or control; secrets masked. */
  | { readonly kind: 'exchanged'; readonly owner: string; readonly exchange: Exchange }
  /** A set-up begins on behalf of that case; `byHand` repeats its teardown, without secrets, null where there is none. */
  | { readonly kind: 'setup-started'; readonly owner: string; readonly byHand: string | null }
  /** `problem`: why the teardown failed, null where it went well. */
  | { readonly kind: 'teardown-ended'; readonly owner: string; readonly problem: string | null }
  | { readonly kind: 'warning'; readonly words: Message };

/** What requests are sent with. */
export interface AskerOptions {
  readonly spec: Specification;
  readonly target: Target;
  /** `name/version` for the User-Agent. */
  readonly product: string;
  readonly now: () => Date;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Failed logins that were made before with the same partners. */
  readonly earlierLogins?: number;
  /** Learns every secret that is made up or encrypted. */
  readonly redactor: Redactor;
  /** Aborted: nothing more is sent, but what was set up is torn down. */
  readonly signal: AbortSignal;
  /** Aborted: teardowns end as well. */
  readonly abandoned: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** One request: who asks, and what. */
export interface Question {
  readonly variant: Variant;
  readonly stimulus: Stimulus;
  /** What the id of its exchange begins with. */
  readonly exchange: string;
  readonly owner: string;
  /** Over a connection that nothing was sent over yet. */
  readonly isFresh?: boolean;
  /** Not while valid credentials are refused: it is halted with `heldBack` instead. */
  readonly isDeferrable?: boolean;
}

/** Why a request that can wait was not sent. */
export const heldBack: Halt = { reason: 'control-failed', note: message('nothing-sent') };

/** Why a run that was interrupted sends nothing more. */
export const interrupted: Halt = { reason: 'not-selected', note: message('interrupted') };

/** Whether nothing was sent. */
export const isHalt = (found: Evidence | Control | Halt): found is Halt => 'reason' in found;

/** Sends requests, each within the limits of the profile, and records them. */
export interface Asker extends AskerOptions {
  /** Encrypts, builds, checks, sends and records one request; never rejects for what the target does. */
  readonly ask: (question: Question) => Promise<Evidence | Halt>;
  readonly limiter: Limiter;
  readonly logins: LoginBudget;
  readonly recheck: RecheckBudget;
  readonly client: HttpClient;
  /** Learns a wrong password that is derived from the right one before anything is recorded that may hold it. */
  readonly foresee: (question: Pick<Question, 'variant' | 'stimulus'>) => void;
  /** How the baseline of each variant was answered: what a control is compared with. */
  readonly baselines: Map<string, Evidence>;
  /** Baselines, controls and whatever else was sent for no case. */
  readonly controls: Evidence[];
  /** Requests sent so far. */
  readonly requests: () => number;
  /** Ends what encrypts, and closes connections. */
  readonly close: () => Promise<void>;
}

/** Milliseconds until the target has noticed that a connection is given up: till then the request counts as open. */
const closing = 20;
/** Bytes: from `large` on answers are read one at a time; up to `small` they are looked at when others may be open already. */
const bodySizes = { large: 8 * 1024 * 1024, small: 64 * 1024 } as const;

/** Prepares everything and sends nothing; rejects with a UserError where the profile's encryption cannot work. */
export async function createAsker(options: AskerOptions): Promise<Asker> {
  const { target, spec, product, signal, redactor, now, random, onEvent } = options;
  const { timeout, maxBody, rate, failedLogins, concurrency, recheck, retries } = target.limits;
  const mask = (text: string): string => redactor.mask(text);
  const limiter = createLimiter(concurrency, rate, signal);
  const logins = createLoginBudget(failedLogins, options.earlierLogins);
  const client = createHttpClient({ timeout, maxBody, mask });
  const end = new AbortController();
  const encryptors = await createEncryptors(options, end);
  const madeUp = makeUp(target);
  const readText = createTextReader();
  /** The last ciphertext of the right password, by variant: what a replay sends again. */
  const ciphertexts = new Map<string, string>();
  const counters = new Map<string, number>();
  const controls: Evidence[] = [];
  let confirming: Promise<void> | null = null;

  const nextId = (prefix: string): string => {
    const count = (counters.get(prefix) ?? 0) + 1;
    counters.set(prefix, count);
    return count === 1 ? prefix : `${prefix}.${count}`;
  };

  /** Why nothing more is sent that may fail a login. */
  const limitReached = (): Halt => {
    const limit = message('login-limit', { limit: failedLogins });
    return logins.areCredentialsRefused()
      ? { reason: 'control-failed', note: message('login-limit-refused', { limit }) }
      : { reason: 'not-selected', note: limit };
  };

  /** Sends where both the limit of failed logins and the limiter let it; a place that is no longer enough when its turn comes is given back. */
  const withinLimits = async <Sent>(
    { stimulus, variant, isDeferrable = false }: Question,
    send: (settle: (outcome: HttpOutcome) => void) => Promise<Sent>,
  ): Promise<Sent | Halt> => {
    for (;;) {
      const { login } = stimulus;
      const place = await logins.reserve(login, variant.id);
      if (place === null) return limitReached();
      if (isDeferrable && logins.areCredentialsRefused() && isRight(login)) {
        place.settle(null);
        return heldBack;
      }
      try {
        const sent = await limiter.run(async () =>
          place.holds() ? { value: await send(place.settle) } : null,
        );
        if (sent !== null) return sent.value;
      } finally {
        place.settle(null);
      }
    }
  };

  /** What is seen in an answer: in what is recorded of it, where that is the whole. */
  const inspect = (exchange: Exchange, outcome: HttpOutcome, { variant, stimulus }: Question): Evidence => {
    const { label, words } = stimulus;
    const evidence = { ...exchange, variant: variant.id, label, words };
    if (outcome.kind === 'failed') return { ...evidence, facts: null };
    const { body, undecoded } = outcome.response;
    const problem = undecoded === null ? null : say(undecoded.problem, 'en');
    const inspection = {
      contract: spec.body,
      parameters: variant.parameters.map(({ name }) => name),
      pattern: patternOf(stimulus, settingsOf(target, variant.id).texts, variant),
      readText,
    };
    const recorded = problem === null ? wholeBody(exchange) : null;
    if (recorded === null) {
      // A part of a text keeps the whole of it in memory, of every answer up to the limit of a body: so facts are copied.
      return { ...evidence, facts: structuredClone(inspectBody(body, problem, { ...inspection, mask })) };
    }
    const facts = inspectBody(recorded, null, inspection);
    const isSame = recorded.equals(body) || sameFacts(facts, inspectBody(body, null, inspection));
    return isSame ? { ...evidence, facts } : { ...evidence, facts, maskingChangedFacts: true };
  };

  const transmit = async (question: Question): Promise<Evidence | Halt> => {
    const { variant, stimulus, owner, isFresh = false } = question;
    const settings = settingsOf(target, variant.id);
    const provision = provisionOf(settings, stimulus.condition);
    const encryptor = encryptors.get(variant.id);
    if (encryptor === undefined) throw new RangeError(`no encryption for variant ${variant.id}`);
    const previous = ciphertexts.get(variant.id) ?? null;
    const found = await makeValues(stimulus, { variant, settings, madeUp, encryptor, previous });
    if (found.kind === 'none') return { reason: 'vacuous', note: found.note };
    const { values, derived } = found;
    const ciphertext = ciphertextIn(values);
    const { baseUrl, tls, http2 } = target;
    const requestId = crypto.randomUUID();
    const blueprint = { variant, settings, provision, baseUrl, userAgent: product, requestId };
    const { sent: request, shown, privateHeaders } = buildRequest(stimulus, values, blueprint);
    const { localAddress = null, proxy = null } = provision;
    const route: Route = { localAddress, proxy, tls, http2, isFresh };
    const named = variant.id === spec.variants[0]?.id ? null : variant.id;
    const repeatable = { stimulus, variant: named, provision, privateHeaders };
    const substitutes = substitutesOf(repeatable, target, redactor);
    const writeDown = (startedAt: Date, outcome: HttpOutcome): Evidence => {
      const id = nextId(question.exchange);
      const about = { id, request: shown, privateHeaders, route, substitutes, redactor };
      const exchange = recordExchange({ ...about, outcome, startedAt });
      onEvent({ kind: 'exchanged', owner, exchange });
      return inspect(exchange, outcome, question);
    };
    const sent = await withinLimits(question, async (settle) => {
      if (ciphertext !== null) redactor.add(ciphertext, '<ciphertext>', 'an encrypted password');
      if (derived !== null) addDerived(redactor, derived);
      const startedAt = now();
      const outcome = await client.send(request, route, signal);
      settle(outcome);
      if (isLarge(outcome)) limiter.narrow();
      if (outcome.kind === 'failed' && outcome.error.stage === 'exchange') await pause(closing, signal);
      return isSmall(outcome) ? { startedAt, outcome } : writeDown(startedAt, outcome);
    });
    if ('reason' in sent) return sent;
    // What waits at the limiter is sent first: the wire does not wait while an answer is looked at.
    if ('outcome' in sent) await new Promise((resolve) => setImmediate(resolve));
    const evidence = 'outcome' in sent ? writeDown(sent.startedAt, sent.outcome) : sent;
    // A control's is no matter of the replay.
    if (ciphertext !== null && isPlain(stimulus) && owner === `${variant.id}.success`)
      ciphertexts.set(variant.id, ciphertext);
    return evidence;
  };

  const ask = async (question: Question): Promise<Evidence | Halt> => {
    if (signal.aborted) return interrupted;
    try {
      const sent = await transmit(question);
      if (isHalt(sent)) return sent;
      // Nothing is said of a target whose answer was not waited for.
      if (signal.aborted && sent.response === null) return interrupted;
      if (sent.response?.status === 429 && !asksTooLong(sent)) limiter.hold(retryAfter(sent) ?? 0);
      return sent;
    } catch (error) {
      // A failure before anything is sent is the profile's or the suite's fault, never the target's.
      if (!(error instanceof UserError)) throw error;
      if (signal.aborted) return interrupted;
      const first = maskMessage(error.words.message, mask);
      const note = message('two-sentences', { first, second: maskMessage(error.words.hint, mask) });
      return { reason: error.fault === 'suite' ? 'suite-error' : 'setup-failed', note };
    }
  };

  /** Refusals of what the specification is silent on leave open whether valid credentials are now refused: the baseline shows it. */
  const confirmCredentials = async (): Promise<void> => {
    // Others may become suspicious while one is confirmed.
    for (let [id] = logins.suspicious(); id !== undefined; [id] = logins.suspicious()) {
      const question = controlOf(variantById(spec, id));
      let asked = await ask(question);
      // What a limit or the line answers shows nothing of the credentials.
      for (let tries = 0; tries < retries && !isHalt(asked); tries += 1) {
        if (doubtOf(asked, question.stimulus) !== 'passing' || asksTooLong(asked)) break;
        controls.push(asked);
        await pause(backOff(asked, tries, random, now()), signal);
        asked = await ask(question);
      }
      if (isHalt(asked)) break;
      controls.push(asked);
      if (asked.response?.status !== 200) break;
    }
    if (logins.suspicious().length > 0) logins.countSuspects();
  };

  return {
    ...options,
    limiter,
    logins,
    recheck: createRecheckBudget(recheck),
    client,
    baselines: new Map(),
    controls,
    async ask(question) {
      const asked = await ask(question);
      if (logins.suspicious().length > 0) {
        confirming ??= confirmCredentials().finally(() => (confirming = null));
        await confirming;
      }
      return asked;
    },
    foresee({ variant, stimulus }) {
      const { password } = stimulus;
      if (!isWrongPassword(password)) return;
      const known = { settings: settingsOf(target, variant.id), madeUp };
      const found = wrongPassword(password, stimulus, known);
      if ('password' in found) addDerived(redactor, found.password);
    },
    requests: () => [...counters.values()].reduce((sum, count) => sum + count, 0),
    async close() {
      end.abort();
      await client.close();
    },
  };
}

async function createEncryptors(
  { target, now, signal }: AskerOptions,
  end: AbortController,
): Promise<ReadonlyMap<string, Encryptor>> {
  const services = {
    now,
    uuid: () => crypto.randomUUID(),
    signal: AbortSignal.any([signal, end.signal]),
  };
  const made = Object.entries(target.variants).map(async ([id, { encryption, credentials }]) => {
    const encryptor = await createEncryptor(encryption, services);
    // What cannot work is reported before anything is sent.
    if (!signal.aborted) await encryptor.encrypt(credentials.partnerPassword);
    return [id, encryptor] as const;
  });
  try {
    return new Map(await Promise.all(made));
  } catch (error) {
    // The programs of the other variants.
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

/** The bytes of a body as recorded; null where the record holds only their beginning. */
function wholeBody({ response }: Exchange): Buffer | null {
  if (response === null || response.bodyTruncated) return null;
  return Buffer.from(response.body, response.bodyEncoding ?? 'utf8');
}

function isSmall(outcome: HttpOutcome): boolean {
  return outcome.kind === 'answered' && outcome.response.body.length <= bodySizes.small;
}

function isLarge(outcome: HttpOutcome): boolean {
  if (outcome.kind === 'failed') return outcome.error.kind === 'too-large';
  return outcome.response.body.length > bodySizes.large;
}

/** The settings of a claimed variant; throws for one that is not claimed, which callers rule out. */
export function settingsOf({ variants }: Target, variant: string): VariantTarget {
  const settings = variants[variant];
  if (settings === undefined) throw new RangeError(`variant ${variant} is not claimed`);
  return settings;
}

/** How the profile brings the condition about; an empty record where nothing has to be done. */
export const provisionOf = ({ conditions }: VariantTarget, condition: ConditionName): Provision =>
  conditions[condition] ?? {};
