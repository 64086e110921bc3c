// A run against a production system has to be asked for.

import { UserError } from '../base/errors.ts';
import { withoutSecrets } from './secrets.ts';
import type { Action, Target } from './target.ts';

/** Throws a UserError if an address of the run matches a `production` pattern and `yes` is not given. */
export function requireNoProduction(target: Target, yes: boolean): void {
  const patterns = target.production.map((pattern) => new RegExp(pattern, 'iu'));
  const found = addressesOf(target).find(([, address]) =>
    spellingsOf(address).some((one) => patterns.some((pattern) => pattern.test(one))),
  );
  if (yes || found === undefined) return;
  const [setting, address] = found;
  const shown = withoutSecrets(address, target.secrets);
  const message = `${setting}: found ${shown}, which matches a \`production\` pattern of the profile, expected a test system`;
  const hint = 'add --yes to run against it all the same; nothing was sent';
  throw new UserError('usage', 'production-target', message, hint);
}

/** The addresses of the target, of its conditions, and of their set-ups. */
function addressesOf({
  baseUrl,
  variants,
}: Target): readonly (readonly [setting: string, address: string])[] {
  const own = Object.values(variants).flatMap(({ conditions }) =>
    Object.entries(conditions).flatMap(([name, { baseUrl: other, setup, teardown }]) =>
      [other ?? '', ...addressesIn(setup), ...addressesIn(teardown)].map(
        (one) => [`conditions.${name}`, one] as const,
      ),
    ),
  );
  return [['baseUrl', baseUrl] as const, ...own].filter(([, address]) => address !== '');
}

/** Everything in a command that looks like an address. */
function addressesIn(action: Action | undefined): readonly string[] {
  if (action === undefined) return [];
  return 'request' in action
    ? [action.request.url]
    : (action.command.match(/https?:[^\s'"`;|&<>()]+/gi) ?? []);
}

/** As written, as the client sends it, and the host. */
function spellingsOf(address: string): readonly string[] {
  const url = URL.parse(address);
  return url === null ? [address] : [address, url.href, url.host, url.hostname];
}
