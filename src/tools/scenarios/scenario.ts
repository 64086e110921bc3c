import type { TargetProfile } from '../../api/options.ts';

/** Replaces an answer: an HTML page with this status, or a reset. `refused`: the port is closed. */
export type Fault = 302 | 400 | 401 | 403 | 404 | 422 | 429 | 500 | 502 | 503 | 'reset' | 'refused';

/** Seconds in which a backend is away, counted from the request that starts the outage. */
interface Outage {
  readonly from: number;
  readonly to: number;
  readonly backend: number;
  readonly fault: Fault;
}

/** What stands in front of the service. */
export type Gateway =
  /** A token bucket of size one. `per`: one bucket for each partner name; requests without a name pass. */
  | {
      readonly kind: 'bucket';
      readonly rate: number;
      readonly status: 429 | 503;
      /** Milliseconds between the limiter and the service. */
      readonly latencyMs?: number;
      readonly per?: 'partnerName';
    }
  /** Directives of nginx's `http`, of its server, and of `location /`. */
  | { readonly kind: 'nginx'; readonly http: string; readonly server?: string; readonly location: string }
  /** HAProxy that allows each address this many requests in this many seconds. */
  | { readonly kind: 'haproxy'; readonly requests: number; readonly seconds: number }
  /** Backends in turn. Outages begin with this request, counted from 0. */
  | {
      readonly kind: 'backends';
      readonly count: 1 | 2;
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

/** Deviations of the service from the reference. */
export interface Manner {
  /** Its answer to a wrong password of a real partner; default: as documented. */
  readonly refusal?: Exclude<Fault, 'refused'>;
  /** True: it also counts plain passwords and missing flags, which it answers with 422. */
  readonly countsForms?: boolean;
  /** Number of failed logins after which it refuses everything that names a real partner. */
  readonly locksAfter?: number;
}

/** Expected results of a run. Missing members are not checked. */
export interface Expected {
  /** The exit code, or those that are allowed. */
  readonly exit: number | readonly number[];
  /** Number of requirements with a verdict. */
  readonly judged?: number;
  /** Maximum number of requests, as a multiple of the same run without a gateway. */
  readonly times?: number;
  /** Allowed requests per second. The run may take 1.3 × requests / rate + 5 seconds. */
  readonly rate?: number;
  /** Maximum time. */
  readonly seconds?: number;
  /** The gateway need not refuse anything. By default, it must, because an undisturbed run shows nothing. */
  readonly undisturbed?: true;
  /** `any`: the service counts more than a client can know. Default: at most `limits.failedLogins`. */
  readonly failedLogins?: 'any';
  /** True if the run must report exactly the failed logins that the service counted. */
  readonly countsAgree?: boolean;
}

/** One run of the suite against a conforming service behind something that occurs in practice. */
export interface Scenario {
  readonly name: string;
  /** Default: none. */
  readonly gateway?: Gateway;
  /** Default: as specified. */
  readonly service?: Manner;
  /** Members of the profile that replace those of the reference's. */
  readonly profile?: Pick<TargetProfile, 'credentials' | 'limits'>;
  /** Globs on the ids of cases. */
  readonly cases?: readonly string[];
  readonly expected: Expected;
}
