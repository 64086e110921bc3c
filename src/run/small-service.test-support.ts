// A run against a small conforming service in this process, whose answers a test may replace.

import { setImmediate as turn } from 'node:timers/promises';
import type { Exchange, Failure, Wire } from '../client/exchange.ts';
import { createBuild } from '../plan/build.ts';
import { claimsOf, planOf } from '../plan/plan.ts';
import type { PlannedRow } from '../plan/plan.ts';
import type { Limits, Provision, Target } from '../profile/target.ts';
import { createLeapingClock } from '../base/leaping-clock.test-support.ts';
import { createRandom } from '../base/random.ts';
import { runPlan } from './run.ts';
import type { Ran } from './run.ts';
import type { RunEvent } from './shared.ts';

export type Answer =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | Failure['kind'];

/** What a request says, and when it came. */
export interface Asked {
  readonly variant: 'a' | 'b';
  readonly method: string;
  readonly url: string;
  readonly name: unknown;
  /** What it opens to; null: it is not encrypted. */
  readonly password: string | null;
  readonly wire: Wire;
  readonly number: number;
  readonly at: number;
  /** Logins under way with it, itself included. */
  readonly beside: number;
}

export interface Settings {
  readonly limits?: Partial<Limits>;
  readonly conditions?: Readonly<Record<string, Provision>>;
  readonly variants?: readonly ('a' | 'b')[];
  /** Replaces the answer of the service; null: its own. */
  readonly answer?: (asked: Asked) => Answer | null;
  readonly cases?: RegExp;
  readonly signal?: AbortSignal;
  readonly seed?: number;
  readonly onEvent?: (event: RunEvent) => void;
}

export interface Played extends Ran {
  readonly asked: readonly Asked[];
  readonly events: readonly RunEvent[];
  readonly rowOf: (id: string) => PlannedRow;
  /** Attempts that were sent, as `row role step round status`. */
  readonly lines: readonly string[];
}

export const page = (status: number): Answer => ({ status, body: '<h1>no</h1>' });
export const documented = (status: number, text: string) => ({
  status,
  body: { description_status: text },
});
const list: Answer = { status: 200, body: { banks: [{ name: 'Bank of Nowhere', bic: '044525225' }] } };

export const partner = { partnerName: '1042', partnerPassword: 'right-one', useAuthByCert: 'true' };

export function targetOf({ limits, conditions = {}, variants = ['a', 'b'] }: Settings): Target {
  const settings = {
    bankCode: 'acme',
    credentials: partner,
    encryption: { scheme: 'command', command: ['none'], template: '{password}' },
    headers: {},
    conditions: { unauthorized: {}, ...conditions },
  } as const;
  return {
    name: 'small',
    source: null,
    folder: process.cwd(),
    baseUrl: 'http://small.test',
    variants: Object.fromEntries(variants.map((variant) => [variant, settings])),
    tls: {},
    proxy: null,
    http2: false,
    language: 'en',
    limits: {
      concurrency: 8,
      rate: null,
      timeout: 1000,
      retries: 4,
      failedLogins: 3,
      recheck: 60_000,
      ...limits,
    },
    production: [],
    decisionsFile: null,
    secrets: [],
    warnings: [],
  };
}

let ciphertexts = 0;
/** What `opened` undoes. */
export const encrypt = (password: string): Promise<string> =>
  Promise.resolve(`${Buffer.from(`sealed ${password}`).toString('hex')}g${(ciphertexts += 1)}`);
const opened = (value: unknown): string | null => {
  const text = Buffer.from(String(value).replace(/g\d+$/, ''), 'hex').toString();
  return text.startsWith('sealed ') && /g\d+$/.test(String(value)) ? text.slice(7) : null;
};

function valuesOf({ url, body }: Wire): Readonly<Record<string, unknown>> {
  try {
    const values: unknown = body === null ? Object.fromEntries(new URL(url).searchParams) : JSON.parse(body);
    return typeof values === 'object' ? { ...values } : {};
  } catch {
    return {};
  }
}

function serve({ variant, method, url, wire }: Asked): Answer {
  const { partnerName: name, partnerPassword: sent, useAuthByCert: flag } = valuesOf(wire);
  if (method !== 'POST') return documented(405, 'POST');
  if (!/banks\/?(\?|$)/.test(url) || new URL(url).pathname.endsWith('/') !== (variant === 'b'))
    return page(404);
  const missing = { partnerName: name, partnerPassword: sent, useAuthByCert: flag };
  const lacking = Object.entries(missing).find(([, value]) => typeof value !== 'string' || value === '');
  if (lacking !== undefined)
    return documented(422, `Repeat the request with correct data: ${lacking[0]} is missing`);
  const password = opened(sent);
  if (password === null) return documented(422, 'partnerPassword is expected in encrypted form');
  return name === partner.partnerName && password === partner.partnerPassword
    ? list
    : documented(variant === 'a' ? 403 : 401, 'Authorization not passed, access restricted');
}

export async function play(settings: Settings = {}): Promise<Played> {
  const target = targetOf(settings);
  const { answer = () => null, seed = 7, signal = new AbortController().signal } = settings;
  const plan = planOf(claimsOf(target));
  const clock = createLeapingClock();
  const { draw } = createRandom(seed + 1);
  const build = createBuild(target, {
    suite: { name: 'suite', version: '0' },
    encrypt: { a: encrypt, b: encrypt },
    draw,
    requestId: () => 'id',
  });
  const asked: Asked[] = [];
  let open = 0;
  const events: RunEvent[] = [];
  const exchange = async (wire: Wire): Promise<Exchange> => {
    const { partnerName, partnerPassword } = valuesOf(wire);
    const variant = wire.url.includes('acme') ? 'b' : 'a';
    const { method, url } = wire;
    open += Number(wire.isFresh);
    const one: Asked = {
      variant,
      method,
      url,
      name: partnerName,
      password: opened(partnerPassword),
      wire,
      number: asked.length,
      at: clock.now(),
      beside: open,
    };
    asked.push(one);
    const given = answer(one) ?? serve(one);
    await turn();
    open -= Number(wire.isFresh);
    return exchangeOf(one, given);
  };
  const ran = await runPlan({
    plan,
    selected: plan.cases.filter(({ id }) => settings.cases?.test(id) ?? true),
    target,
    client: { exchange },
    build,
    masker: { add: () => undefined, mask: (text) => text.replaceAll(partner.partnerPassword, '<password>') },
    clock,
    seed,
    signal,
    onEvent(event) {
      events.push(event);
      settings.onEvent?.(event);
    },
  });
  const lines = ran.attempts.flatMap(({ row, role, step, round, exchange: sent }) =>
    sent === null ? [] : [`${row} ${role} ${step} ${round} ${sent.response?.status ?? sent.error?.kind}`],
  );
  const rowOf = (id: string): PlannedRow =>
    plan.rows.find((row) => row.id === id) ?? (plan.rows[0] as PlannedRow);
  return { ...ran, asked, events, lines, rowOf };
}

function exchangeOf({ wire, number, at }: Asked, answer: Answer): Exchange {
  const { method, url, headers, body } = wire;
  const isFailure = typeof answer === 'string';
  return {
    id: `x${number + 1}`,
    request: { method, url, headers, body, length: url.length + (body?.length ?? 0) },
    response: isFailure
      ? null
      : {
          status: answer.status,
          headers: Object.entries(answer.headers ?? {}),
          body: typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body),
        },
    error: isFailure ? { kind: answer, code: '', message: answer } : null,
    startedAt: new Date(at).toISOString(),
    durationMs: 0,
  };
}
