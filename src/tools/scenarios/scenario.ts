import type { TargetProfile } from '../../api/options.ts';

/** What is sent in place of an answer: an HTML page with that status, or a reset; `refused`: nobody listens. */
export type Fault = 302 | 400 | 401 | 403 | 404 | 422 | 429 | 500 | 502 | 503 | 'reset' | 'refused';

/** Some seconds, counted from the request that starts it all, in which one of the backends is away. */
interface Outage {
  readonly from: number;
  readonly to: number;
  readonly backend: number;
  readonly fault: Fault;
}

/** What stands in front of the service. */
export type Gateway =
  /** A token bucket of one. `per`: one bucket for each partner name; requests without a name pass. */
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
  /** HAProxy that allows each address so many requests in so many seconds. */
  | { readonly kind: 'haproxy'; readonly requests: number; readonly seconds: number }
  /** Backends that take turns. What happens to them begins with that request, counted from 0. */
  | {
      readonly kind: 'backends';
      readonly count: 1 | 2;
      readonly start: number;
      readonly outages: readonly Outage[];
    }
  /** Keep-alive connections that die: idle for so many milliseconds, or after so many requests. */
  | { readonly kind: 'connections'; readonly idleMs: number }
  | {
      readonly kind: 'connections';
      /** Ended after an answer, or reset in place of the next one. */
      readonly mostOnConnection: { readonly requests: number; readonly by: 'end' | 'reset' };
    };

/** What the service does apart from what the specification says. */
export interface Manner {
  /** How it answers a wrong password of a real partner; by default as documented. */
  readonly refusal?: Exclude<Fault, 'refused'>;
  /** It also counts plain passwords and missing flags, which it answers 422. */
  readonly countsForms?: boolean;
  /** After so many failed logins it refuses everything that names a real partner. */
  readonly locksAfter?: number;
}

/** What a run must come to. What is left out is not judged. */
export interface Expected {
  /** The exit code, or those that are right. */
  readonly exit: number | readonly number[];
  /** Requirements with a verdict. */
  readonly judged?: number;
  /** At most so many times the requests of the same run without a gateway. */
  readonly times?: number;
  /** Requests a second that are allowed: the run takes at most 1.3 × requests / rate + 5 seconds. */
  readonly rate?: number;
  /** At most so many seconds. */
  readonly seconds?: number;
  /** The gateway need not refuse anything; by default a run that it did not disturb shows nothing. */
  readonly undisturbed?: true;
  /** `any`: the service counts what nobody can know; by default at most `limits.failedLogins`. */
  readonly failedLogins?: 'any';
  /** Whether the run must report the failed logins that the service counted, no more and no less. */
  readonly countsAgree?: boolean;
}

/** One run of the suite against a conforming service behind something that is met in practice. */
export interface Scenario {
  readonly name: string;
  /** By default nothing. */
  readonly gateway?: Gateway;
  /** By default as the specification says. */
  readonly service?: Manner;
  /** Members of the profile, in place of those that fit the reference. */
  readonly profile?: Pick<TargetProfile, 'credentials' | 'limits'>;
  /** Globs on the ids of cases. */
  readonly cases?: readonly string[];
  readonly repeat?: number;
  readonly expected: Expected;
}
