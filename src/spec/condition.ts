import type { ConditionName } from './specification.ts';

/** Conditions that no request brings about by itself: the partner, its address or the service has to be in a special state (section 4.2, 7). */
const provisioned = {
  success: false,
  missing: false,
  unencrypted: false,
  unauthorized: false,
  'partner-blocked': true,
  'ip-blocked': true,
  'reward-unavailable': true,
  unavailable: true,
} as const satisfies Record<ConditionName, boolean>;

/** Whether something has to be provisioned before this can be seen; groups that are no condition hold for every answer. */
export function needsProvisioning(group: string): boolean {
  return Object.hasOwn(provisioned, group) && provisioned[group as ConditionName];
}
