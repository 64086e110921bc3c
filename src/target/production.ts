import { UserError } from '../errors.ts';
import type { Target } from './target.ts';

/** Throws a usage error where an address of the target, a condition's included, matches one of its `production` patterns and nobody said yes. */
export function requireNoProduction(target: Target, yes: boolean): void {
  const patterns = target.production.map((pattern) => new RegExp(pattern, 'iu'));
  const found = addressesOf(target).find((address) => patterns.some((pattern) => pattern.test(address)));
  if (yes || found === undefined) return;
  const message = `baseUrl: found ${found}, which matches a \`production\` pattern of the profile, expected a test system`;
  throw new UserError(
    'usage',
    'production-target',
    message,
    'add --yes to run against it all the same; nothing was sent',
  );
}

function addressesOf(target: Target): readonly string[] {
  const ofConditions = Object.values(target.variants)
    .flatMap((variant) => Object.values(variant.conditions))
    .flatMap((provision) => provision.baseUrl ?? []);
  return [target.baseUrl, ...ofConditions];
}
