import { defaultScheme } from '../encryption/registry.ts';
import { defaultLimits } from './schema.ts';
import type { Target, VariantTarget } from './target.ts';

/**
 * Keys of the settings that may decide how an answer comes about or is judged, and that a plain profile does
 * not need: sorted, without variants, never a value. A profile that sets none of them gets none.
 */
export function reliedSettings(target: Target): readonly string[] {
  const { limits, tls, proxies, userAgent, waivers, reviewsFile } = target;
  const changed = Object.entries(limits).flatMap(([name, value]) =>
    value === Reflect.get(defaultLimits, name) ? [] : [`limits.${name}`],
  );
  const keys = [
    ...Object.values(target.variants).flatMap(settingsOfVariant),
    ...changed,
    ...(tls.verify === false ? ['tls.verify'] : []),
    ...(proxies.http === null && proxies.https === null ? [] : ['proxy']),
    ...(userAgent === null ? [] : ['userAgent']),
    ...(waivers.length === 0 ? [] : ['waivers']),
    ...(reviewsFile === null ? [] : ['reviews']),
  ];
  return [...new Set(keys)].toSorted();
}

function settingsOfVariant(own: VariantTarget): readonly string[] {
  const { encryption, headers, conditions, credentials } = own;
  return [
    ...(encryption.scheme === defaultScheme ? [] : ['encryption.scheme']),
    ...(encryption.template === '{password}' ? [] : ['encryption.template']),
    ...(credentials.useAuthByCert === 'true' ? [] : ['credentials.useAuthByCert']),
    ...Object.keys(headers).map((name) => `headers.${name}`),
    ...Object.entries(conditions).flatMap(([condition, provision]) => {
      const members = Object.keys(provision);
      // Conditions that need nothing are there without a setting.
      if (members.length === 0) return condition === 'unauthorized' ? [] : [`conditions.${condition}`];
      return members.map((member) => `conditions.${condition}.${member}`);
    }),
  ];
}
