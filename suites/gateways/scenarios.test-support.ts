// What stands between the suite and a conforming service in practice, and what a run must make of it.

import { testPartners } from '../../src/reference/profile.ts';
import type { ProgramGateway } from './program.test-support.ts';
import type { Fault, RelayOptions } from './relay.test-support.ts';
import type { Manner } from './service.test-support.ts';

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
  /** Backends, each in its turn or as drawn. Outages are counted from this request, the first is 0. */
  | {
      readonly kind: 'backends';
      readonly count: number;
      readonly isRandom?: boolean;
      readonly start: number;
      readonly outages: readonly Outage[];
    }
  | ({ readonly kind: 'connections' } & Pick<RelayOptions, 'idleMs' | 'mostOnConnection'>);

/** Seconds in which a backend is away. `gone`: its port is closed. */
interface Outage {
  readonly from: number;
  readonly to: number;
  readonly backend: number;
  readonly fault: Fault | 'gone';
}

/** Missing members are not checked. */
interface Expected {
  /** The exit code, or those that are allowed. Without 1, nothing fails. */
  readonly exit: number | readonly number[];
  /** Number of requirements with a verdict. */
  readonly judged?: number;
  /** Most requests. */
  readonly requests?: number;
  /** Allowed requests a second: besides the answers the run may take 1.3 × requests / rate + 5 seconds. */
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
const few = [
  '*.success',
  '*.request.*',
  '*.missing.*',
  '*.unencrypted*',
  '*.un*able',
  '*.unauthorized*',
  'b.*-blocked',
  'b.reward*',
];

/** A limiter makes a run longer, but must not change its verdicts, and hardly adds requests. */
function paced(name: string, rate: number, requests: number, gateway: Gateway): Scenario {
  const expected: Expected = { exit: 0, judged, requests: most(requests), rate, logins: 'exact' };
  const isWhole = rate >= 5 || gateway.kind === 'haproxy';
  return { name, gateway, ...(isWhole ? {} : { cases: few }), expected };
}

const statuses = [429, 503] as const;
const zone = (rate: number): string => `limit_req_zone $server_port zone=all:1m rate=${rate}r/s;`;

const nginx = (
  [
    [2, 54],
    [5, 152],
    [10, 148],
  ] as const
).flatMap(([rate, requests]) =>
  statuses.flatMap((status) =>
    ['', ' burst=10 nodelay'].map((burst) => {
      const name = `nginx/${rate}${burst === '' ? '' : '-burst-10'}-${status}`;
      const location = `limit_req zone=all${burst}; limit_req_status ${status};`;
      return paced(name, rate, requests, { kind: 'nginx', http: zone(rate), location });
    }),
  ),
);

/** A run whose profile stays below the rate, and short runs. */
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
    name: 'nginx/20-burst-3-429-retry-after',
    gateway: {
      kind: 'nginx',
      http: zone(20),
      server: `location @later { add_header Retry-After 1 always; default_type application/json;
        return 429 '{"description_status":"Too many requests"}'; }`,
      location: 'limit_req zone=all burst=3 nodelay; limit_req_status 429; error_page 429 @later;',
    },
    cases: ['a.missing.*'],
    expected: { exit: 0, judged: 14 },
  },
  {
    name: 'nginx/20-burst-3-503',
    gateway: { kind: 'nginx', http: zone(20), location: 'limit_req zone=all burst=3 nodelay;' },
    cases: ['a.missing.*'],
    expected: { exit: 0, judged: 14 },
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
    cases: few,
    expected: { exit: 0, judged, requests: most(56), rate: 1 },
  },
];

/**
 * Requests that the rules prescribe where foreign words answer the plain request: all that needs no credentials, and
 * behind each try five to see who refused it. By a page or silence also ten probes in a variant with two tries, and
 * one of the path with the other slash; by 429 and 503 one more try at the very end.
 */
const prescribed = (refusal: Fault, failedLogins: 0 | 1 | 3 | 20): number => {
  if (refusal === 401 || refusal === 403) return 0;
  const isBusy = refusal === 429 || refusal === 503;
  const tries = { 0: 0, 1: 1, 3: 3, 20: isBusy ? 14 : 12 }[failedLogins];
  const variants = isBusy ? 0 : { 0: 0, 1: 0, 3: 1, 20: 2 }[failedLogins];
  return 88 + 6 * tries + 11 * variants;
};

const typos = ([401, 403, 400, 404, 302, 422, 429, 500, 503, 'reset'] as const).flatMap((refusal) =>
  ([0, 1, 3, 20] as const).map((failedLogins): Scenario => ({
    name: `typo/${refusal}-limit-${failedLogins}`,
    service: { refusal },
    hasTypo: true,
    limits: { failedLogins },
    // Some of these answers fail, and none of them passes.
    expected: {
      exit: [1, 3],
      requests: Math.max(
        most({ 0: 68, 1: 74, 3: 83, 20: 110 }[failedLogins]),
        prescribed(refusal, failedLogins),
      ),
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

/** One of so many backends is away for some seconds. */
const away = (fault: Outage['fault'], seconds: number, start = 0, count = 1, isRandom = false): Gateway => {
  const outages = [{ from: 0, to: seconds, backend: 0, fault }];
  return { kind: 'backends', count, isRandom, start, outages };
};

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

const outages: readonly Scenario[] = [
  // Half of all requests are asked again, each with controls before and after, half of which are lost as well.
  { name: 'dead-backend/502', gateway: away(502, Infinity, 0, 2), expected: survives(420) },
  { name: 'dead-backend/503', gateway: away(503, Infinity, 0, 2), expected: survives(584) },
  { name: 'rolling-restart/502', gateway: rolling(502), expected: survives(414) },
  { name: 'rolling-restart/503', gateway: rolling(503), expected: survives(156) },
  { name: 'rolling-restart/reset', gateway: rolling('reset'), expected: survives(244) },
  { name: 'restart/10s-refused', gateway: away('gone', 10, middle), expected: survives(235) },
  { name: 'deployment/3s-html-404', gateway: away(404, 3, middle), expected: survives(241) },
  { name: 'deployment/3s-html-404-at-start', gateway: away(404, 3), expected: survives(159) },
  // Behind these something may be left open.
  ...[2, 3, 4, 6, 10].flatMap((count) =>
    [false, true].map((isRandom): Scenario => {
      const name = `sick-backend/404-1-of-${count}${isRandom ? '-at-random' : ''}`;
      return { name, gateway: away(404, Infinity, 0, count, isRandom), expected: { exit: [0, 3] } };
    }),
  ),
];

const connections: readonly Scenario[] = (
  [
    ['ended-after-5', 145, { mostOnConnection: { requests: 5, by: 'end' } }],
    ['reset-at-6th', 151, { mostOnConnection: { requests: 5, by: 'reset' } }],
    ['idle-20ms', 150, { idleMs: 20 }],
  ] as const
).map(([name, requests, closing]) => ({
  name: `connections/${name}`,
  gateway: { kind: 'connections', ...closing },
  expected: survives(requests),
}));

/** It fails, and no page of it is taken for an outage. */
const pages: Scenario = {
  name: 'pages/of-each-wrong-form',
  service: { hasPages: true },
  expected: { exit: 1, judged, requests: 499 },
};

/** All scenarios. The name says what stands in front of the service, or what the service does. */
const scenarios: readonly Scenario[] = [
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
  /^(?:nginx\/(?:120|20)-|connections\/(?:ended|reset)-|login\/counts-|typo\/401-limit-3|pages\/|deployment\/.*start)/;
/** Played by continuous integration besides. Before a release, all are played. */
const inCi =
  /^(?:nginx\/5-503|nginx\/10-burst-10-429|haproxy\/50-|bucket\/5-(?:429|503-200ms)$|dead-backend\/|sick-backend\/.*-1-of-(?:2|4-at)|rolling-restart\/(?:reset|502)|restart\/|login\/.*-limit-3|typo\/(?:403|503|reset)-limit-3)/;

export const scenariosOf = (extent: 'quick' | 'rest' | 'all' | 'every'): readonly Scenario[] =>
  scenarios.filter(({ name }) => {
    const isQuick = quick.test(name);
    if (extent === 'quick' || extent === 'every') return isQuick || extent === 'every';
    return isQuick ? extent === 'all' : inCi.test(name);
  });
