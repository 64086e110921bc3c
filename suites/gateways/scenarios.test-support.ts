// What stands between the suite and a conforming service in practice, and what a run must make of it.

import { testPartners } from '../../src/reference/profile.ts';
import type { ProgramGateway } from './program.test-support.ts';
import type { Fault } from './relay.test-support.ts';
import type { Manner } from './service.test-support.ts';

/** Seconds in which a backend is away, counted from the request that starts the outage. */
interface Outage {
  readonly from: number;
  readonly to: number;
  readonly backend: number;
  /** `gone`: the port is closed. */
  readonly fault: Fault | 'gone';
}

/** What stands in front of the service. */
export type Gateway =
  | ProgramGateway
  /** A token bucket of size one. `per`: one bucket for each partner name; requests without a name pass. */
  | {
      readonly kind: 'bucket';
      readonly rate: number;
      readonly status: 429 | 503;
      /** Milliseconds between the limiter and the service. */
      readonly latencyMs?: number;
      readonly per?: 'partnerName';
    }
  /** Backends, each in its turn or as drawn. Outages begin with this request, counted from 0. */
  | {
      readonly kind: 'backends';
      readonly count: number;
      readonly isRandom?: boolean;
      readonly start: number;
      readonly outages: readonly Outage[];
    }
  /** Keep-alive connections that are closed after an idle time, or after a number of requests. */
  | { readonly kind: 'connections'; readonly idleMs: number }
  | {
      readonly kind: 'connections';
      /** Closed after an answer, or reset in place of the next one. */
      readonly mostOnConnection: { readonly requests: number; readonly by: 'end' | 'reset' };
    };

/** Missing members are not checked. */
interface Expected {
  /** The exit code, or those that are allowed. Without 1, nothing fails. */
  readonly exit: number | readonly number[];
  /** Number of requirements with a verdict. */
  readonly judged?: number;
  /** Most requests. */
  readonly requests?: number;
  /** Allowed requests a second: the run may take 1.3 × requests / rate + 5 seconds. */
  readonly rate?: number;
  /** The gateway refuses nothing. By default it must, because an undisturbed run shows nothing. */
  readonly isUndisturbed?: true;
  /** The run reports exactly the failed logins that the service counted; `unknown`: it cannot know them. */
  readonly logins?: 'exact' | 'unknown';
}

/** One run of the suite against a conforming service. */
export interface Scenario {
  readonly name: string;
  /** Default: none. */
  readonly gateway?: Gateway;
  /** Default: as specified. */
  readonly service?: Manner;
  /** The profile's password has a typo: every request with its credentials is a failed login. */
  readonly hasTypo?: true;
  readonly limits?: { readonly failedLogins?: number; readonly rate?: number };
  /** Globs on the ids of cases. */
  readonly cases?: readonly string[];
  readonly expected: Expected;
}

export const typo = { ...testPartners.valid, password: 'test-only/valid+partner=1O42' };

/** Number of requirements that a whole run judges. */
const judged = 55;

/** As many more requests as a run may send than one of the edition before did. */
const most = (requests: number): number => Math.floor(1.3 * requests);

/**
 * About forty requests, with plain requests and wrong passwords of both variants, for slow rates. Finding the
 * rate takes five to seven requests, however short the run is.
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
function paced(name: string, rate: number, requests: number, gateway: Gateway): Scenario {
  const expected: Expected = { exit: 0, judged, requests: most(requests), rate, logins: 'exact' };
  if (rate >= 5 || gateway.kind === 'haproxy') return { name, gateway, expected };
  return { name, gateway, cases: few.cases, expected: { ...expected, judged: few.judged } };
}

const statuses = [429, 503] as const;
const zone = (rate: number): string => `limit_req_zone $server_port zone=all:1m rate=${rate}r/s;`;

const nginx = (
  [
    [2, 54, 50],
    [5, 152, 148],
    [10, 148, 147],
  ] as const
).flatMap(([rate, alone, withBurst]) =>
  statuses.flatMap((status) =>
    ['', ' burst=10 nodelay'].map((burst) => {
      const name = `nginx/${rate}${burst === '' ? '' : '-burst-10'}-${status}`;
      const location = `limit_req zone=all${burst}; limit_req_status ${status};`;
      const gateway = { kind: 'nginx', http: zone(rate), location } as const;
      return paced(name, rate, burst === '' ? alone : withBurst, gateway);
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
    limits: { rate: 100 },
    expected: { exit: 0, judged, requests: most(145), isUndisturbed: true, logins: 'exact' },
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
    expected: { exit: 0, judged: 11, requests: most(12) },
  },
  {
    name: 'nginx/200-burst-3-503',
    gateway: { kind: 'nginx', http: zone(200), location: 'limit_req zone=all burst=3 nodelay;' },
    cases: ['a.missing.*'],
    expected: { exit: 0, judged: 11, requests: most(12) },
  },
];

const limiters: readonly Scenario[] = [
  paced('haproxy/50-per-10s', 5, 153, { kind: 'haproxy', requests: 50, seconds: 10 }),
  paced('haproxy/60-per-60s', 1, 174, { kind: 'haproxy', requests: 60, seconds: 60 }),
  ...([5, 2, 1] as const).flatMap((rate) =>
    statuses.flatMap((status) =>
      [0, 200].map((latencyMs) => {
        const name = `bucket/${rate}-${status}${latencyMs > 0 ? `-${latencyMs}ms` : ''}`;
        const requests = { 5: 152, 2: 54, 1: 55 }[rate];
        return paced(name, rate, requests, { kind: 'bucket', rate, status, latencyMs });
      }),
    ),
  ),
  {
    // No request without a partner tells it from a limiter of logins, so its refusals count as failed logins.
    name: 'partner-limit/1-429',
    gateway: { kind: 'bucket', rate: 1, status: 429, per: 'partnerName' },
    cases: few.cases,
    expected: { exit: 0, judged: few.judged, requests: most(56), rate: 1 },
  },
];

const typos = ([401, 403, 400, 404, 302, 422, 429, 500, 503, 'reset'] as const).flatMap((refusal) =>
  ([0, 1, 3, 20] as const).map((failedLogins): Scenario => ({
    name: `typo/${refusal}-limit-${failedLogins}`,
    service: { refusal },
    hasTypo: true,
    limits: { failedLogins },
    // Some of these answers fail, and none of them passes.
    expected: {
      exit: [1, 3],
      requests: most({ 0: 68, 1: 72, 3: 77, 20: 86 }[failedLogins]),
      logins: 'exact',
    },
  })),
);

const logins: readonly Scenario[] = [
  {
    name: 'login/counts-forms-locks-after-3',
    service: { countsForms: true, locksAfter: 3 },
    expected: { exit: 3, requests: most(92), logins: 'unknown' },
  },
  ...([3, 20] as const).map((failedLogins): Scenario => ({
    name: `login/own-limiter-429-limit-${failedLogins}`,
    service: { refusal: 429 },
    limits: { failedLogins },
    expected: { exit: [1, 3], requests: most({ 3: 156, 20: 237 }[failedLogins]), logins: 'exact' },
  })),
];

/** A run that passes with nothing open. */
const survives = (requests: number): Expected => ({ exit: 0, judged, requests: most(requests) });

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
const away = (start: number, seconds: number, fault: Outage['fault']): Gateway => ({
  kind: 'backends',
  count: 1,
  start,
  outages: [{ from: 0, to: seconds, backend: 0, fault }],
});

/** One of so many is away from the first request to the last. */
const dead = (fault: Fault, count: number, isRandom = false): Gateway => ({
  kind: 'backends',
  count,
  isRandom,
  start: 0,
  outages: [{ from: 0, to: Infinity, backend: 0, fault }],
});

const outages: readonly Scenario[] = [
  // Half of all requests are asked again, each with controls before and after, half of which are lost as well.
  { name: 'dead-backend/502', gateway: dead(502, 2), expected: survives(420) },
  { name: 'dead-backend/503', gateway: dead(503, 2), expected: survives(584) },
  { name: 'rolling-restart/502', gateway: rolling(502), expected: survives(414) },
  { name: 'rolling-restart/503', gateway: rolling(503), expected: survives(156) },
  { name: 'rolling-restart/reset', gateway: rolling('reset'), expected: survives(244) },
  { name: 'restart/10s-refused', gateway: away(middle, 10, 'gone'), expected: survives(235) },
  { name: 'deployment/3s-html-404', gateway: away(middle, 3, 404), expected: survives(241) },
  { name: 'deployment/3s-html-404-at-start', gateway: away(0, 3, 404), expected: survives(159) },
  // Behind these something may be left open.
  ...[2, 3, 4, 6, 10].flatMap((count) =>
    [false, true].map((isRandom): Scenario => {
      const name = `sick-backend/404-1-of-${count}${isRandom ? '-at-random' : ''}`;
      return { name, gateway: dead(404, count, isRandom), expected: { exit: [0, 3] } };
    }),
  ),
];

const connections: readonly Scenario[] = [
  {
    name: 'connections/ended-after-5',
    gateway: { kind: 'connections', mostOnConnection: { requests: 5, by: 'end' } },
    expected: survives(145),
  },
  {
    name: 'connections/reset-at-6th',
    gateway: { kind: 'connections', mostOnConnection: { requests: 5, by: 'reset' } },
    expected: survives(151),
  },
  {
    name: 'connections/idle-20ms',
    gateway: { kind: 'connections', idleMs: 20 },
    expected: survives(150),
  },
];

/** It fails, and no page of it is taken for an outage. */
const pages: Scenario = {
  name: 'pages/of-each-wrong-form',
  service: { hasPages: true },
  expected: { exit: 1, judged, requests: 499 },
};

/** All scenarios. The name says what stands in front of the service, or what the service does. */
export const scenarios: readonly Scenario[] = [
  ...nginx,
  ...quickNginx,
  ...limiters,
  ...outages,
  ...connections,
  ...logins,
  ...typos,
  pages,
];

/** Played by every test run: they take a few seconds. */
const quick =
  /^(?:nginx\/(?:120|60|200)-|connections\/(?:ended|reset)-|login\/counts-|typo\/401-limit-3|pages\/|deployment\/.*start)/;
/** Played by continuous integration besides. Before a release, all are played. */
const inCi =
  /^(?:nginx\/5-503|nginx\/10-burst-10-429|haproxy\/50-|bucket\/5-(?:429|503-200ms)$|dead-backend\/|sick-backend\/.*-1-of-(?:2|4-at)|rolling-restart\/(?:reset|502)|restart\/|login\/.*-limit-3|typo\/(?:403|503|reset)-limit-3)/;

export const scenariosOf = (extent: 'quick' | 'all' | 'every'): readonly Scenario[] =>
  scenarios.filter(
    ({ name }) => extent === 'every' || quick.test(name) || (extent === 'all' && inCi.test(name)),
  );
