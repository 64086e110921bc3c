import { UserError } from '../errors.ts';
import { matchPattern } from '../pattern.ts';
import type { Target } from './target.ts';

/** Throws a usage error where an address of the target, a condition's included, matches one of its `production` patterns and nobody said yes. */
export function requireNoProduction(target: Target, yes: boolean): void {
  // Where nobody can tell whether it is production, it counts as production.
  const isMatch = (pattern: string, address: string) => matchPattern(pattern, address) !== 'no-match';
  const found = addressesOf(target).find((address) =>
    target.production.some((pattern) => isMatch(pattern, address)),
  );
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
