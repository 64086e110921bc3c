import type { ConditionName } from '../operation/specification.ts';
import { open } from '../plan/write-parts.ts';
import type { Value } from '../plan/write-parts.ts';
import type { Provision, Target, VariantTarget } from '../profile/target.ts';

/** Throws if the variant is not claimed. */
export function settingsOf({ variants }: Target, variant: string): VariantTarget {
  const settings = variants[variant];
  if (settings === undefined) throw new RangeError(`variant ${variant} is not claimed`);
  return settings;
}

/** How the profile creates the condition; an empty record if nothing needs to be done. */
export const provisionOf = ({ conditions }: VariantTarget, condition: ConditionName): Provision =>
  conditions[condition] ?? {};

/** The User-Agent: `product`, or the profile's own, which is private. */
export const userAgentOf = ({ userAgent }: Target, product: string): Value<string> =>
  userAgent === null ? open(product) : { sent: userAgent, shown: '<secret>' };
