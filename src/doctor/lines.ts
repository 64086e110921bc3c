import { provisioningYaml } from '../operation/provisioning.ts';
import type { ConditionName } from '../operation/specification.ts';
import type { Accepted } from './finding.ts';

/** Lines for a profile: an encryption that the target accepts, and conditions that are not provisioned. */
export function linesToAdd(
  conditions: readonly ConditionName[],
  accepted: Accepted | undefined,
): readonly string[] {
  const settings = Object.entries(accepted?.settings ?? {}).map(([name, value]) => `  ${name}: ${value}`);
  return [
    ...(settings.length === 0 ? [] : ['encryption:', ...settings]),
    ...provisioningYaml(conditions, 'en'),
  ];
}
