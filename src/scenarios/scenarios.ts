import type { Expected, Gateway, Scenario } from './scenario.ts';

/** All that a whole run judges. */
const judged = 55;

/** Of a limiter: it makes a run longer, no worse, and hardly more of a burden. */
const keepsStep = (rate: number): Expected => ({ exit: 0, judged, times: 1.15, rate });

/** About thirty requests, with baselines and wrong passwords of both variants, for slow rates. */
const few = ['*.success', '*.missing.*', '*.unencrypted*', '*.unauthorized*', 'b.*-blocked', 'b.reward*'];
const judgedOfFew = 36;

/** A whole run, or at a slow rate a short one. */
const paced = (
  name: string,
  rate: number,
  gateway: Gateway,
  where: Scenario['where'] = 'release',
): Scenario => ({
  name,
  gateway,
  where,
  expected: rate < 5 ? { ...keepsStep(rate), judged: judgedOfFew } : keepsStep(rate),
  ...(rate < 5 ? { cases: few } : {}),
});

const statuses = [429, 503] as const;

const nginx: readonly Scenario[] = [2, 5, 10].flatMap((rate) =>
  statuses.flatMap((status) =>
    [0, 10].map((burst) => {
      const name = `nginx/${rate}${burst > 0 ? `-burst-${burst}` : ''}-${status}`;
      const http = `limit_req_zone $server_port zone=all:1m rate=${rate}r/s;`;
      const more = burst > 0 ? ` burst=${burst} nodelay` : '';
      const location = `limit_req zone=all${more}; limit_req_status ${status};`;
      return paced(name, rate, { kind: 'nginx', http, location });
    }),
  ),
);

const haproxy: readonly Scenario[] = [
  { requests: 50, seconds: 10 },
  { requests: 60, seconds: 60 },
].map(({ requests, seconds }) => ({
  name: `haproxy/${requests}-per-${seconds}s`,
  gateway: { kind: 'haproxy', requests, seconds },
  expected: keepsStep(requests / seconds),
  where: 'release',
}));

const buckets: readonly Scenario[] = [5, 2, 1].flatMap((rate) =>
  statuses.flatMap((status) =>
    [0, 200].map((latencyMs) => {
      const name = `bucket/${rate}-${status}${latencyMs > 0 ? `-${latencyMs}ms` : ''}`;
      return paced(name, rate, { kind: 'bucket', rate, status, latencyMs });
    }),
  ),
);

/** All scenarios; a name says what stands in front of the service or what it does. */
export const scenarios: readonly Scenario[] = [...nginx, ...haproxy, ...buckets];
