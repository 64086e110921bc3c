import type { Stimulus } from '../case/test-case.ts';
import { provisionOf } from '../case/provision.ts';
import { recordExchange } from '../http/record.ts';
import type { HttpOutcome, Route } from '../http/exchange.ts';
import { variantById } from '../spec/look-up.ts';
import type { Variant } from '../spec/specification.ts';
import type { Provision, VariantTarget } from '../target/target.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { inspectBody } from '../verdict/inspect.ts';
import { pause } from './back-off.ts';
import type { Context } from './context.ts';
import { buildRequest } from './prepare.ts';
import { makeValues } from './value.ts';
import { verifyRequest } from './verify-request.ts';

/** On whose behalf a request is sent. */
export interface Sender {
  /** Case or control, as it stands in the User-Agent. */
  readonly owner: string;
  /** What the ids of its exchanges begin with. */
  readonly exchange: string;
  readonly variant: string;
  readonly signal: AbortSignal;
  /** Its requests go over connections that nothing was sent over yet; left out: over those that are there. */
  readonly isFresh?: boolean;
}

/** What came of one request, and the password that it carried for a replay. */
export interface Transmitted {
  readonly evidence: Evidence;
  readonly ciphertext: string | null;
}

/** Milliseconds until the target has noticed that a connection is given up: till then the request counts as open. */
const closing = 20;
/** From this size of a body on, answers are read one at a time. */
const largeBody = 8 * 1024 * 1024;
/** Up to this size answers are looked at when others may be open already. */
const smallBody = 64 * 1024;

/** Encrypts, builds, checks, sends and records one request; rejects with a UserError only where the suite or the profile is at fault. */
export async function transmit(
  context: Context,
  sender: Sender,
  stimulus: Stimulus,
  previous: string | null,
): Promise<Transmitted> {
  const variant = variantById(context.spec, sender.variant);
  const settings = settingsOf(context, sender.variant);
  const provision = provisionOf(settings, stimulus.condition);
  const encryptor = context.encryptors.get(sender.variant);
  if (encryptor === undefined) throw new RangeError(`no encryption for variant ${sender.variant}`);
  const ingredients = { variant, settings, provision, madeUp: context.madeUp, encryptor, previous };
  const values = await makeValues(stimulus, ingredients);
  const ciphertext = ciphertextOf(stimulus, values, variant.parameters);
  if (ciphertext !== null) context.redactor.add(ciphertext, '<ciphertext>');
  const request = buildRequest(stimulus, values, {
    variant,
    settings,
    provision,
    baseUrl: context.target.baseUrl,
    userAgent: `${context.product} (${sender.owner})`,
  });
  verifyRequest(stimulus, values, request, variant);
  const route = { ...routeOf(context, provision), isFresh: sender.isFresh ?? false };
  const writeDown = (startedAt: Date, outcome: HttpOutcome): Transmitted => {
    const exchange = recordExchange({
      id: context.nextId(sender.exchange),
      request,
      outcome,
      startedAt,
      route,
      redactor: context.redactor,
      privateHeaders: [...Object.keys(settings.headers), ...Object.keys(provision.headers ?? {})],
    });
    context.onEvent({ kind: 'exchanged', owner: sender.owner, exchange });
    const inspection = {
      contract: context.spec.body,
      mask: (text: string) => context.redactor.mask(text),
      parameters: variant.parameters.map(({ name }) => name),
      pattern: patternOf(stimulus, settings, variant),
      readText: context.readText,
    };
    // A part of a text keeps the whole of it in memory, of every answer up to the limit of a body: so facts are copied.
    const facts =
      outcome.kind === 'answered'
        ? structuredClone(inspectBody(outcome.response.body, outcome.response.bodyError, inspection))
        : null;
    return { evidence: { ...exchange, label: stimulus.label, facts }, ciphertext };
  };
  const sent = await context.gate.pass(async () => {
    const startedAt = context.now();
    const outcome = await context.client.send(request, route, sender.signal);
    if (isLarge(outcome)) context.gate.narrow();
    if (isGivenUp(outcome)) await pause(closing, sender.signal);
    if (isUsual(outcome)) return { startedAt, outcome };
    return writeDown(startedAt, outcome);
  });
  if (!('outcome' in sent)) return sent;
  // What waits at the gate is sent first: the wire does not wait while an answer is looked at.
  await new Promise((resolve) => setImmediate(resolve));
  return writeDown(sent.startedAt, sent.outcome);
}

/** Nothing that is sent next depends on such an answer, and it may stand in memory beside others. */
const isUsual = (outcome: HttpOutcome): boolean =>
  outcome.kind === 'answered' && outcome.response.status !== 429 && outcome.response.body.length <= smallBody;

const isGivenUp = (outcome: HttpOutcome): boolean =>
  outcome.kind === 'failed' && outcome.error.stage === 'exchange';

function isLarge(outcome: HttpOutcome): boolean {
  if (outcome.kind === 'failed') return outcome.error.kind === 'too-large';
  return outcome.response.body.length > largeBody;
}

/** The settings of a claimed variant; throws for one that is not claimed, which callers rule out. */
export function settingsOf(context: Context, variant: string): VariantTarget {
  const settings = context.target.variants[variant];
  if (settings === undefined) throw new RangeError(`variant ${variant} is not claimed`);
  return settings;
}

/** Whether the condition is brought about by another way to the target than the baseline's. */
export function hasOwnRoute({ baseUrl, localAddress, proxy }: Provision): boolean {
  return baseUrl !== undefined || localAddress !== undefined || proxy !== undefined;
}

function routeOf({ target }: Context, provision: Provision): Route {
  return {
    localAddress: provision.localAddress ?? null,
    proxy: provision.proxy ?? null,
    tls: target.tls,
    http2: target.http2,
  };
}

function ciphertextOf(
  stimulus: Stimulus,
  values: ReadonlyMap<string, string>,
  parameters: readonly { readonly name: string; readonly encrypted: boolean }[],
): string | null {
  const secret = parameters.find(({ encrypted, name }) => encrypted && values.has(name));
  const value = secret === undefined ? undefined : values.get(secret.name);
  return value === undefined || value === '' || stimulus.password === 'plain' ? null : value;
}

/** The profile's pattern for the condition; its placeholder stands for the parameter that the text is about. */
function patternOf(stimulus: Stimulus, settings: VariantTarget, variant: Variant): string | null {
  const pattern = settings.texts[stimulus.condition];
  const encrypted = variant.parameters.find((parameter) => parameter.encrypted)?.name;
  const about = stimulus.condition === 'missing' ? stimulus.without?.[0] : encrypted;
  return pattern?.replaceAll('{parameter}', about ?? '') ?? null;
}
