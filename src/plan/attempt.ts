// The log of a run: what was sent, in the order of sending, and what came back. Nothing in it is derived.

import type { Exchange } from '../client/exchange.ts';

export const roles = [
  /** For its own answer. */
  'try',
  /** The plain request of the variant, to see whether the service is as before. */
  'control',
  /** A free row that must be refused, to see whether the service works at all. */
  'probe',
  /** To see who refused another request. In step 1 it is a probe too; else its answer leads to nothing. */
  'witness',
] as const;

/** Why a request was not sent. */
export const obstacles = [
  /** The profile does not say how to bring the condition about, or there is nothing to make the request of. */
  'not-provisioned',
  'nothing-to-send',
  /** `limits.failedLogins` left no place. */
  'no-place',
  /** The partner is refused, so nothing is sent in its name. */
  'refused',
  /** The set-up of the condition failed, or its address is not there. */
  'setup-failed',
  /** The target stopped answering as before. */
  'target-unavailable',
  /** A limiter refuses too long. */
  'rate-limited',
  'interrupted',
] as const;

export interface Attempt {
  /** Id of the row. */
  readonly row: string;
  readonly role: (typeof roles)[number];
  /** 1 to 7: see `run/run.ts`. */
  readonly step: number;
  /** 0: sent for the first time in its step. Controls of round n go before it, those of n + 1 behind. */
  readonly round: number;
  /** A limiter refused it; sent again it is an attempt of its own. */
  readonly again: boolean;
  /** Null: nothing was sent. */
  readonly exchange: Exchange | null;
  /** Why nothing was sent; null if it was. */
  readonly why: Obstacle | null;
}

export interface Obstacle {
  readonly kind: (typeof obstacles)[number];
  /** What a set-up said, in English, secrets masked; '' where the kind says all. */
  readonly detail: string;
}
