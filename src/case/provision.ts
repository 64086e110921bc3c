import { needsProvisioning } from '../spec/condition.ts';
import { encryptedParameters } from '../spec/look-up.ts';
import type { ConditionName, Variant } from '../spec/specification.ts';
import type { Provision, VariantTarget } from '../target/target.ts';

/** How the profile brings the condition about; an empty record where nothing has to be done. */
export function provisionOf(target: VariantTarget, condition: ConditionName): Provision {
  return target.conditions[condition] ?? {};
}

/** Whether the condition can be brought about: by itself, or because the profile names a difference. */
export function isProvisioned(target: VariantTarget, condition: ConditionName): boolean {
  const { credentials, headers, baseUrl, localAddress, proxy, setup } = provisionOf(target, condition);
  const differences = [credentials, headers, baseUrl, localAddress, proxy, setup];
  return !needsProvisioning(condition) || differences.some((difference) => difference !== undefined);
}

/** Whether the condition changes the target for everybody while it holds. */
export function isExclusive(target: VariantTarget, condition: ConditionName): boolean {
  return provisionOf(target, condition).setup !== undefined;
}

/** Conditions other than success that can be compared side by side: provisioned, and without changing the target. */
export function comparableConditions(variant: Variant, target: VariantTarget): readonly ConditionName[] {
  return variant.conditions
    .map((condition) => condition.name)
    .filter((name) => name !== 'success' && isProvisioned(target, name) && !isExclusive(target, name))
    .filter((name) => name !== 'unencrypted' || encryptedParameters(variant).length > 0);
}
