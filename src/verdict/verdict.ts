import type { CheckCode } from '../wording/check.ts';
import type { Param } from '../wording/message.ts';

/** All verdicts. */
export const verdicts = ['pass', 'fail', 'review', 'inconclusive'] as const;
/** What a check, a case or a requirement results in. */
export type Verdict = (typeof verdicts)[number];

/** All reasons. */
export const reasons = [
  'not-provisioned',
  'setup-failed',
  'target-unavailable',
  'rate-limited',
  'control-failed',
  'vacuous',
  'not-selected',
  'suite-error',
] as const;
/** Why a purpose could not be carried out. */
export type Reason = (typeof reasons)[number];

/** One judgement on one requirement. */
export interface Check {
  readonly requirement: string;
  readonly verdict: Verdict;
  /** Set with `inconclusive` only. */
  readonly reason: Reason | null;
  /** What was judged; with `params` it is put into words. */
  readonly code: CheckCode;
  readonly params: Readonly<Record<string, Param>>;
  /** The exchange that it speaks of; null where none was made. */
  readonly exchange: string | null;
  /** The verdict that it would have if the control had been accepted. */
  readonly uncontrolled?: Verdict;
  /** In how many of the rounds it had this verdict, where rounds differ. */
  readonly rounds?: { readonly alike: number; readonly of: number };
}

const worstFirst: readonly Verdict[] = ['fail', 'review', 'inconclusive', 'pass'];

/** The worst of the verdicts; null for none. */
export const worst = (found: readonly (Verdict | null)[]): Verdict | null =>
  worstFirst.find((verdict) => found.includes(verdict)) ?? null;

/** What a person has to fix comes first. */
const firstToFix: readonly Reason[] = [
  'suite-error',
  'setup-failed',
  'target-unavailable',
  'rate-limited',
  'control-failed',
  'not-provisioned',
  'vacuous',
  'not-selected',
];

/** The reason to name where there are several; null for none. */
export const firstReason = (found: readonly (Reason | null)[]): Reason | null =>
  firstToFix.find((reason) => found.includes(reason)) ?? null;
