// One judgement on one requirement, and how it is made.

import type { VariantId } from '#banks/specification.ts';
import type { CheckCode, CheckParams, Message } from '../messages/message.ts';
import type { Obstacle } from '../plan/attempt.ts';

/** `review`: for a person to decide. `inconclusive`, in short open: nothing is known about the service. */
export const verdicts = ['pass', 'fail', 'review', 'inconclusive'] as const;
export type Verdict = (typeof verdicts)[number];

/** Why nothing can be said about the target. Most important first: what a person has to fix. */
export const reasons = [
  'suite-error',
  'setup-failed', // The condition was not brought about: its set-up, address or partner.
  'target-unavailable', // Foreign words, or none.
  'rate-limited',
  'control-failed', // The plain request beside it is not accepted.
  'too-long',
  'not-provisioned', // The profile does not say how to bring it about.
  'vacuous', // There was nothing to see it on: an empty list, a limit of length.
  'not-selected', // Left out by selection, by the limit of failed logins or by an interruption.
] as const;
export type Reason = (typeof reasons)[number];

/** What one answer shows of one requirement. */
export interface Finding {
  readonly requirement: string;
  readonly verdict: Verdict;
  /** Of an inconclusive one. */
  readonly reason: Reason | null;
  /** What was judged, with its particulars: `messages` says it in both languages (sayCheck, deviationOf). */
  readonly code: CheckCode;
  readonly params: Message['params'];
}

export interface Check extends Finding {
  readonly case: string;
  /** Ids of exchanges it rests on, the judged one first, then the controls. */
  readonly exchanges: readonly string[];
}

/** What the plain request of a variant has shown (rule 6); printed once, on top, where it is not accepted. */
export interface PlainResult {
  readonly variant: VariantId;
  readonly state: 'accepted' | 'refused' | 'not-served' | 'failed' | 'open';
  /** Of one that is refused or open. */
  readonly reason: Reason | null;
  /** Last exchange of it; null: nothing was sent. */
  readonly exchange: string | null;
  /** Of one that is not served: the path that answers. */
  readonly servedPath: string | null;
}

export interface Judgement {
  readonly checks: readonly Check[];
  readonly plain: readonly PlainResult[];
  /** Rows judged or guessed that were not tried: every report counts and lists these, no others. */
  readonly untried: readonly { readonly row: string; readonly why: Obstacle }[];
}

/** The compiler requires every parameter that the sentences of the code use. */
export const finding = <Given extends CheckCode>(
  requirement: string,
  verdict: Verdict,
  code: Given,
  params: CheckParams<Given>,
): Finding => ({ requirement, verdict, reason: null, code, params });

export function openFinding(requirement: string, reason: Reason, note: Message): Finding {
  return { requirement, verdict: 'inconclusive', reason, code: 'open', params: { note } };
}

/** The worst of the verdicts; null if there are none. */
export const worst = (found: readonly (Verdict | null)[]): Verdict | null =>
  (['fail', 'review', 'inconclusive', 'pass'] as const).find((one) => found.includes(one)) ?? null;
