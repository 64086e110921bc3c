/** Most important first: what a person has to fix. */
export const reasons = [
  'suite-error',
  'setup-failed',
  'target-unavailable',
  'rate-limited',
  'control-failed',
  'too-long',
  'not-provisioned',
  'vacuous',
  'not-selected',
] as const;
/** Why a check could not be made. */
export type Reason = (typeof reasons)[number];

/** The most important of several reasons; null if there are none. */
export const firstReason = (found: readonly (Reason | null)[]): Reason | null =>
  reasons.find((reason) => found.includes(reason)) ?? null;
