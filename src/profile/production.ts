import { domainToUnicode } from 'node:url';
import { UserError } from '../base/errors.ts';
import { matchPattern } from '../base/pattern.ts';
import { maskSecrets } from './secrets.ts';
import type { Action, Target } from './target.ts';

/** Throws a usage error if an address of the run matches a `production` pattern and `yes` is not given. */
export function requireNoProduction(target: Target, yes: boolean): void {
  if (yes || target.production.length === 0) return;
  // An address that cannot be compared counts as production.
  const found = addressesOf(target).find(({ address }) =>
    target.production.some((pattern) =>
      spellingsOf(address).some((one) => matchPattern(pattern, one) !== false),
    ),
  );
  if (found === undefined) return;
  const shown = maskSecrets(found.address, target.secrets);
  const message = `${found.setting}: found ${shown}, which matches a \`production\` pattern of the profile, expected a test system`;
  const hint = 'add --yes to run against it all the same; nothing was sent';
  throw new UserError('usage', 'production-target', message, hint);
}

interface Address {
  readonly setting: string;
  readonly address: string;
}

/** The addresses of the target, of its conditions, and of their set-ups. */
function addressesOf({ baseUrl, variants }: Target): readonly Address[] {
  const provisions = Object.values(variants).flatMap(({ conditions }) => Object.entries(conditions));
  return [
    { setting: 'baseUrl', address: baseUrl },
    ...provisions.flatMap(([name, provision]) => {
      const { baseUrl: own } = provision;
      const steps = (['setup', 'teardown'] as const).flatMap((step) =>
        addressesIn(provision[step]).map((address) => ({ setting: `conditions.${name}.${step}`, address })),
      );
      return own === undefined ? steps : [{ setting: `conditions.${name}.baseUrl`, address: own }, ...steps];
    }),
  ];
}

/** Everything in a command that looks like an address. */
function addressesIn(action: Action | undefined): readonly string[] {
  if (action === undefined) return [];
  return action.kind === 'request' ? [action.url] : (action.command.match(/https?:[^\s'"`;|&<>()]+/gi) ?? []);
}

/**
 * Spellings of an address: as written, normalised as by the client (URL.href), and without what most servers
 * ignore: a dot after the host, repeated slashes, escapes of ordinary characters. Hosts also in Unicode and
 * with port.
 */
function spellingsOf(address: string): readonly string[] {
  const url = URL.parse(address);
  if (url === null) return [address];
  const bare = new URL(url.href);
  bare.hostname = bare.hostname.replace(/\.+$/, '');
  bare.pathname = unescaped(bare.pathname).replaceAll(/\/{2,}/g, '/');
  const { protocol, hostname, port, pathname, search } = URL.parse(bare.href) ?? bare;
  const ports: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
  const hosts = [hostname, domainToUnicode(hostname)].filter((host) => host !== '');
  return [
    address,
    url.href,
    ...hosts.flatMap((host) => [
      `${protocol}//${host}${port === '' ? '' : `:${port}`}${pathname}${search}`,
      `${protocol}//${host}:${port || ports[protocol]}${pathname}${search}`,
    ]),
  ];
}

/** Decodes escapes of unreserved characters (RFC 3986, section 2.3), repeatedly. */
function unescaped(path: string): string {
  const once = path.replaceAll(/%(?:2[5de]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi, (escape) =>
    String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
  );
  return once === path ? path : unescaped(once);
}
