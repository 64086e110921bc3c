/** What a check, a case or a requirement comes to. */
export type Verdict = 'pass' | 'fail' | 'review' | 'inconclusive';

/** Why a purpose could not be carried out. */
export type Reason =
  | 'not-provisioned'
  | 'setup-failed'
  | 'target-unavailable'
  | 'rate-limited'
  | 'control-failed'
  | 'vacuous'
  | 'not-selected'
  | 'suite-error';

/** One judgement on one requirement. */
export interface Check {
  readonly requirement: string;
  readonly verdict: Verdict;
  /** Set with `inconclusive` only. */
  readonly reason: Reason | null;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** The exchange that it speaks of; null where none was made. */
  readonly exchange: string | null;
}

const severity = { fail: 3, review: 2, inconclusive: 1, pass: 0 } as const satisfies Record<Verdict, number>;

/** The worst of the verdicts, in the order fail, review, inconclusive, pass; null for none. */
export function worst(verdicts: readonly Verdict[]): Verdict | null {
  return verdicts.reduce<Verdict | null>(
    (found, next) => (found === null || severity[next] > severity[found] ? next : found),
    null,
  );
}
