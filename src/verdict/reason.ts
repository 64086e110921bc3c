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
