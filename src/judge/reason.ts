/** All reasons; what a person has to fix comes first. */
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
/** Why a purpose could not be carried out. */
export type Reason = (typeof reasons)[number];

/** The reason to name where there are several; null for none. */
export const firstReason = (found: readonly (Reason | null)[]): Reason | null =>
  reasons.find((reason) => found.includes(reason)) ?? null;
