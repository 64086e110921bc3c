import { claimsOf, selectCases, planOf } from '../plan/plan.ts';
import { judge, rules } from '../results/judge.ts';
import { requireCodes } from '../results/warning.test-support.ts';
import type { Results } from '../results/results.ts';
import { specification } from '../operation/specification.ts';
import type { Specification } from '../operation/specification.ts';
import type { Limits, Provision, Target, VariantTarget } from '../profile/target.ts';
import { createSender } from './send-within-limits.ts';
import type { RunEvent } from './send-within-limits.ts';
import { createLeapingClock } from './leaping-clock.ts';
import type { Clock } from './pace.ts';
import { recordRun } from './run.ts';
import { createTargetRedactor } from './target-redactor.ts';
import { blocked, partner, publicKey, withService } from './small-service.test-support.ts';
import type { Call, Reply, SmallService } from './small-service.test-support.ts';

/** Settings of a variant for the small service. */
export const settings: VariantTarget = {
  bankCode: null,
  credentials: { partnerName: partner.name, partnerPassword: partner.password, useAuthByCert: 'true' },
  encryption: {
    scheme: 'rsa-oaep',
    hash: 'sha256',
    mgf1: 'sha256',
    encoding: 'base64',
    template: '{password}',
    key: publicKey,
  },
  headers: {},
  conditions: { unauthorized: {}, unavailable: { headers: { 'X-Fault': 'yes' } } },
};

/** Differences from the plain target. */
export interface Changes {
  readonly variants?: readonly ('a' | 'b')[];
  readonly limits?: Partial<Limits>;
  readonly settings?: Partial<VariantTarget>;
  readonly conditions?: VariantTarget['conditions'];
  /** Changes the base URL of the service; default: unchanged. */
  readonly baseUrl?: (url: string) => string;
}

/** The target that fits a small service at that address. */
export function targetAt(url: string, changes: Changes = {}): Target {
  const { variants = ['a', 'b'], limits = {}, conditions = {} } = changes;
  const settingsOf = (variant: string): VariantTarget => ({
    ...settings,
    ...changes.settings,
    bankCode: variant === 'b' ? 'acme' : null,
    conditions: {
      ...settings.conditions,
      ...(variant === 'b' ? { 'partner-blocked': { credentials: credentialsOf(blocked) } } : {}),
      ...conditions,
    },
  });
  return {
    name: 'small service',
    userAgent: null,
    source: null,
    folder: process.cwd(),
    baseUrl: changes.baseUrl?.(url) ?? url,
    variants: Object.fromEntries(variants.map((variant) => [variant, settingsOf(variant)])),
    limits: {
      concurrency: 8,
      rate: null,
      timeout: 20_000,
      retries: 2,
      recheck: 60_000,
      failedLogins: 100,
      ...limits,
    },
    tls: {},
    proxies: { http: null, https: null, except: [], used: [], unused: [] },
    http2: false,
    language: 'en',
    production: [],
    waivers: [],
    byHand: null,
    reviewsFile: null,
    secrets: [],
    warnings: [],
    doubts: [],
  };
}

const credentialsOf = (known: typeof partner | typeof blocked) => ({
  partnerName: known.name,
  partnerPassword: known.password,
});

export interface Ran {
  readonly results: Results;
}

export interface Manner {
  readonly spec?: Specification;
  /** Patterns of case ids. */
  readonly cases?: readonly string[];
  readonly signal?: AbortSignal;
  /** Default: a clock that only moves in pauses. */
  readonly clock?: Clock;
  /** Random numbers; default: none. */
  readonly random?: () => number;
  readonly onEvent?: (event: RunEvent) => void;
  /** Codes of all expected warnings; default: none. */
  readonly warns?: readonly string[];
}

/** Runs the suite in this process as the command line does, but skips all waiting by default. */
export async function runAgainst(target: Target, manner: Manner = {}): Promise<Ran> {
  const {
    spec = specification,
    cases = [],
    clock = createLeapingClock(),
    random = () => 0,
    onEvent = () => undefined,
    warns = [],
  } = manner;
  const { signal = new AbortController().signal } = manner;
  const claims = claimsOf(target, spec);
  const plan = planOf(spec, claims);
  const sender = await createSender({
    spec,
    target,
    requests: plan.requests,
    product: 'suite-under-test/1.2.3',
    now: () => new Date(),
    random,
    seed: 0,
    clock,
    redactor: createTargetRedactor(target),
    signal,
    abandoned: new AbortController().signal,
    onEvent,
  });
  try {
    const record = await recordRun(sender, {
      suite: { name: 'suite-under-test', version: '1.2.3' },
      rules,
      claims,
      plan,
      cases: selectCases(plan.cases, { cases, requirements: [] }),
      seed: null,
    });
    return { results: requireCodes(judge(record, spec, [], target.waivers), warns) };
  } finally {
    await sender.close();
  }
}

export type Answer = (call: Call, service: SmallService) => Reply | Promise<Reply>;

/** Gives this answer if the condition is true, else the documented one. */
export const where =
  (isHit: (call: Call) => boolean, reply: Reply | ((call: Call) => Reply)): Answer =>
  (call) =>
    isHit(call) ? (typeof reply === 'function' ? reply(call) : reply) : 'documented';

/** A run, and the requests that the service received. */
export interface Seen extends Ran, Pick<SmallService, 'calls' | 'switches'> {
  /** Milliseconds of the run's clock. */
  readonly took: number;
}

/** Runs the suite, by default on A alone, against a service with this answer. */
export function runWith(
  answer: Answer | Reply,
  changes: Changes | ((service: SmallService) => Changes) = {},
  manner: Manner = {},
): Promise<Seen> {
  const answers: Answer = typeof answer === 'function' ? answer : () => answer;
  const { clock = createLeapingClock() } = manner;
  const run = async (service: SmallService): Promise<Seen> => {
    const start = clock.now();
    const own = typeof changes === 'function' ? changes(service) : changes;
    const ran = await runAgainst(targetAt(service.url, { variants: ['a'], ...own }), { ...manner, clock });
    const took = clock.now() - start;
    return { ...ran, took, calls: [...service.calls], switches: [...service.switches] };
  };
  return withService(answers, run, undefined, clock.now);
}

export const both = { variants: ['a', 'b'] } as const;

/** A request of the profile, without a body. */
export const requestTo = (url: string) =>
  ({ kind: 'request', method: 'POST', url, headers: {}, body: null }) as const;

/** A set-up and teardown that switch the small service off and on. */
export const switched = ({ url }: Pick<SmallService, 'url'>): Provision => ({
  setup: requestTo(`${url}/down`),
  teardown: requestTo(`${url}/up`),
});

/** Pages that a gateway sends instead of the service's answer. */
export const page = {
  status: 502,
  body: '<html>Bad Gateway</html>',
  headers: { 'Content-Type': 'text/html' },
};

/** A documented refusal of a login. */
export const refusal = (status: number): Reply => ({
  status,
  body: '{"description_status":"User did not pass authorization, access to the resource is restricted"}',
});

/** The request names a partner of the profile. */
export const isReal = ({ params: { partnerName } }: Call): boolean =>
  partnerName === partner.name || partnerName === blocked.name;

/** The settings with a password that the service does not accept. */
export const wrongPassword = {
  settings: { credentials: { ...settings.credentials, partnerPassword: 'not the password' } },
} as const;

/** Ids of the requirements with this verdict or reason. */
export function idsOf(results: Results, sought: string): readonly string[] {
  return results.requirements
    .filter(({ verdict, reason }) => verdict === sought || reason === sought)
    .map(({ id }) => id);
}
