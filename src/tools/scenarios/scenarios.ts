import { deriveRequirements } from '../../operation/requirement.ts';
import { specification } from '../../operation/specification.ts';
import { globMatcher } from '../../plan/plan.ts';
import type { Expected, Fault, Gateway, Scenario } from './scenario.ts';

/** Number of requirements that a whole run judges. */
const judged = deriveRequirements(specification).length;

/**
 * About forty requests, with baselines and wrong passwords of both variants, for slow rates. Finding the rate
 * takes five to seven requests, however short the run is.
 */
const few = {
  cases: [
    '*.success',
    '*.request.*',
    '*.missing.*',
    '*.unencrypted*',
    '*.un*able',
    '*.unauthorized*',
    'b.*-blocked',
    'b.reward*',
  ],
  judged: 40,
} as const;

/** A limiter makes a run longer, but must not change its verdicts, and hardly adds requests. */
function paced(name: string, rate: number, gateway: Gateway): Scenario {
  const expected: Expected = { exit: 0, judged, times: 1.15, rate, countsAgree: true };
  if (rate >= 5 || gateway.kind === 'haproxy') return { name, gateway, expected };
  return { name, gateway, cases: few.cases, expected: { ...expected, judged: few.judged } };
}

const statuses = [429, 503] as const;

const zone = (rate: number): string => `limit_req_zone $server_port zone=all:1m rate=${rate}r/s;`;

const nginx: readonly Scenario[] = [2, 5, 10].flatMap((rate) =>
  statuses.flatMap((status) =>
    ['', ' burst=10 nodelay'].map((burst) => {
      const name = `nginx/${rate}${burst === '' ? '' : '-burst-10'}-${status}`;
      const location = `limit_req zone=all${burst}; limit_req_status ${status};`;
      return paced(name, rate, { kind: 'nginx', http: zone(rate), location });
    }),
  ),
);

/** A run whose profile stays below the rate, and short runs at a high rate. */
const quickNginx: readonly Scenario[] = [
  {
    name: 'nginx/120-burst-20-429-run-at-100',
    // On a busy machine, evenly sent requests arrive in bursts.
    gateway: {
      kind: 'nginx',
      http: zone(120),
      location: 'limit_req zone=all burst=20 nodelay; limit_req_status 429;',
    },
    profile: { limits: { rate: 100, failedLogins: 3 } },
    expected: { exit: 0, judged, times: 1, undisturbed: true, countsAgree: true },
  },
  {
    name: 'nginx/60-burst-3-429-retry-after',
    gateway: {
      kind: 'nginx',
      http: zone(60),
      server: `location @later { add_header Retry-After 1 always; default_type application/json;
        return 429 '{"description_status":"Too many requests"}'; }`,
      location: 'limit_req zone=all burst=3 nodelay; limit_req_status 429; error_page 429 @later;',
    },
    cases: ['a.missing.*'],
    expected: { exit: 0, judged: 11 },
  },
  {
    name: 'nginx/200-burst-3-503',
    gateway: { kind: 'nginx', http: zone(200), location: 'limit_req zone=all burst=3 nodelay;' },
    cases: ['a.missing.*'],
    expected: { exit: 0, judged: 11 },
  },
];

const haproxy: readonly Scenario[] = [
  { requests: 50, seconds: 10 },
  { requests: 60, seconds: 60 },
].map(({ requests, seconds }) =>
  paced(`haproxy/${requests}-per-${seconds}s`, requests / seconds, { kind: 'haproxy', requests, seconds }),
);

const buckets: readonly Scenario[] = [5, 2, 1].flatMap((rate) =>
  statuses.flatMap((status) =>
    [0, 200].map((latencyMs) => {
      const name = `bucket/${rate}-${status}${latencyMs > 0 ? `-${latencyMs}ms` : ''}`;
      return paced(name, rate, { kind: 'bucket', rate, status, latencyMs });
    }),
  ),
);

/**
 * No request without a partner distinguishes this limiter from one of logins, so its refusals count as failed
 * logins.
 */
const perPartner: Scenario = {
  name: 'partner-limit/1-429',
  gateway: { kind: 'bucket', rate: 1, status: 429, per: 'partnerName' },
  cases: few.cases,
  expected: { exit: 0, judged: few.judged, times: 1.15, rate: 1 },
};

/** A password with a typo: every request with the credentials of the profile is a failed login. */
const typo = { partnerName: 1042, partnerPassword: 'test-only/valid+partner=1O42', useAuthByCert: 'true' };

const refusals = [401, 403, 400, 404, 302, 422, 429, 500, 503, 'reset'] as const;

const typos: readonly Scenario[] = refusals.flatMap((refusal) =>
  [0, 1, 3, 20].map((failedLogins) => ({
    name: `typo/${refusal}-limit-${failedLogins}`,
    service: { refusal },
    profile: { credentials: typo, limits: { failedLogins } },
    // Some of these answers fail, and none of them passes.
    expected: { exit: [1, 3], countsAgree: true },
  })),
);

const logins: readonly Scenario[] = [
  {
    name: 'login/counts-forms-locks-after-3',
    service: { countsForms: true, locksAfter: 3 },
    expected: { exit: 3, failedLogins: 'any' },
  },
  ...[3, 20].map((failedLogins) => ({
    name: `login/own-limiter-429-limit-${failedLogins}`,
    service: { refusal: 429 } as const,
    profile: { limits: { failedLogins } },
    expected: { exit: [1, 3], countsAgree: true },
  })),
];

/** A run that passes with nothing open. */
const survives: Expected = { exit: 0, judged, times: 3 };

/** A request in the middle of a run. */
const middle = 40;

/** One of two backends is away for three seconds, then the other. */
const rolling = (fault: Fault): Gateway => ({
  kind: 'backends',
  count: 2,
  start: middle,
  outages: [
    { from: 0, to: 3, backend: 0, fault },
    { from: 4, to: 7, backend: 1, fault },
  ],
});

/** The only backend is away for this many seconds. */
const away = (start: number, seconds: number, fault: Fault): Gateway => ({
  kind: 'backends',
  count: 1,
  start,
  outages: [{ from: 0, to: seconds, backend: 0, fault }],
});

const dead = (fault: Fault): Gateway => ({
  kind: 'backends',
  count: 2,
  start: 0,
  outages: [{ from: 0, to: Infinity, backend: 0, fault }],
});

const outages: readonly Scenario[] = [
  // Half of all requests are asked again, each with controls before and after, half of which are lost as well.
  { name: 'dead-backend/502', gateway: dead(502), expected: { ...survives, times: 5 } },
  { name: 'dead-backend/503', gateway: dead(503), expected: { ...survives, times: 5 } },
  { name: 'rolling-restart/502', gateway: rolling(502), expected: survives },
  { name: 'rolling-restart/503', gateway: rolling(503), expected: survives },
  { name: 'rolling-restart/reset', gateway: rolling('reset'), expected: survives },
  { name: 'restart/10s-refused', gateway: away(middle, 10, 'refused'), expected: survives },
  { name: 'deployment/3s-html-404', gateway: away(middle, 3, 404), expected: survives },
  { name: 'deployment/3s-html-404-at-start', gateway: away(0, 3, 404), expected: survives },
];

const connections: readonly Scenario[] = [
  {
    name: 'connections/ended-after-5',
    gateway: { kind: 'connections', mostOnConnection: { requests: 5, by: 'end' } },
    expected: survives,
  },
  {
    name: 'connections/reset-at-6th',
    gateway: { kind: 'connections', mostOnConnection: { requests: 5, by: 'reset' } },
    expected: survives,
  },
  { name: 'connections/idle-20ms', gateway: { kind: 'connections', idleMs: 20 }, expected: survives },
];

/** All scenarios. The name says what stands in front of the service, or what the service does. */
const scenarios: readonly Scenario[] = [
  ...nginx,
  ...quickNginx,
  ...haproxy,
  ...buckets,
  perPartner,
  ...outages,
  ...connections,
  ...logins,
  ...typos,
];

/** Patterns of the scenarios that continuous integration plays. Before a release, all are played. */
export const inCi: readonly string[] = [
  'nginx/5-503',
  'nginx/10-burst-10-429',
  'nginx/120-*',
  'nginx/60-*',
  'nginx/200-*',
  'haproxy/50-*',
  'bucket/5-429',
  'bucket/5-503-200ms',
  'dead-backend/*',
  // The run takes its 503 for a rate limit: 100 s at one request in two seconds.
  'rolling-restart/reset',
  'rolling-restart/502',
  'restart/*',
  // Its 404 uses up places of observations, and sometimes one failed login too many is reported.
  'deployment/*-at-start',
  // Not idle-20ms: beside other scenarios two requests that take a place can be lost at once.
  'connections/ended-*',
  'connections/reset-*',
  'login/*-limit-3',
  'login/counts-*',
  'typo/*-limit-3',
];

/** Scenarios whose name matches one of these patterns; all if there are none. */
export const named = (globs: readonly string[]): readonly Scenario[] =>
  scenarios.filter(({ name }) => globMatcher(globs)([name]));
