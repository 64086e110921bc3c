import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { pemBlocks } from '../base/der.ts';
import { decoded } from '../client/secret-spelling.ts';
import { settings as named } from './field.ts';
import { isMapping, stringsIn, writePath } from '../base/path.ts';
import type { Path, Problem } from '../base/path.ts';
import type { Secret, Target } from './target.ts';

/** The replacement of a `${…}`. */
export interface Replacement {
  readonly path: Path;
  readonly text: string;
}

const shortest = 8;
const shortestWord = 4;

/** Passwords of any length; header values and `${…}` from 8 characters. `labels`: variables by path. */
export function collectSecrets(
  settings: unknown,
  replacements: readonly Replacement[],
  labels: ReadonlyMap<string, string> = new Map(),
): readonly Secret[] {
  const found = [
    ...stringsIn(settings).flatMap(({ path, text }) =>
      secretsAt(path, text).map((value) => ({ path, value })),
    ),
    ...replacements
      .filter(({ path, text }) => text.length >= shortest && !isOpen(path))
      .map(({ path, text }) => ({ path, value: text })),
  ];
  const secrets = new Map<string, Secret>();
  for (const { path, value } of found) {
    const place = writePath(path);
    if (value !== '' && !secrets.has(value))
      secrets.set(value, { value, setting: labels.get(place) ?? place });
  }
  return [...secrets.values()];
}

const isOpen = (path: Path): boolean =>
  named.public.has(path.at(-1)) || (path.at(-2) === 'headers' && named.openHeader(path.at(-1)));

function secretsAt(path: Path, text: string): readonly string[] {
  // A literal header of a condition creates it and is no secret.
  if (path.at(-2) === 'headers') {
    const isShown = path.at(-4) === 'conditions' || named.openHeader(path.at(-1));
    return text.length < shortest || isShown ? [] : [text];
  }
  if (named.secret(path.at(-1))) return [text];
  return path.at(-1) === 'proxy' || path.at(-1) === 'url' ? passwordsOfUrl(text) : [];
}

/** The password of a URL, as written and decoded. */
function passwordsOfUrl(value: string): readonly string[] {
  const authority = /^[^/]*\/\/([^/?#]*)/.exec(value)?.[1] ?? '';
  const [, ...rest] = authority.slice(0, Math.max(0, authority.lastIndexOf('@'))).split(':');
  const written = rest.join(':');
  if (written === '' || !URL.canParse(value)) return [written];
  return [written, new URL(value).password, decoded(written)];
}

const wordCharacter = /[\p{L}\p{N}]/u;

/** The text without secrets. Masks those of 8 characters or more anywhere, shorter ones as whole words. */
export function maskSecrets(text: string, secrets: readonly Secret[]): string {
  if (secrets.some(({ value }) => value === text)) return '***';
  return secrets
    .map(({ value }) => value)
    .filter(({ length }) => length >= shortestWord)
    .toSorted((left, right) => right.length - left.length)
    .reduce(maskSecret, text);
}

function maskSecret(text: string, secret: string): string {
  return text.replaceAll(secret, (found, at: number) => {
    const neighbours = `${text[at - 1] ?? ''}${text[at + found.length] ?? ''}`;
    return found.length < shortest && wordCharacter.test(neighbours) ? found : '***';
  });
}

/** A secret in plain text, base64 and hex. */
function spelled(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  const bare = bytes.toString('base64').replace(/=+$/, '');
  return [value, bare, bytes.toString('base64url'), bytes.toString('hex')];
}

/** Shown settings with a secret of 8 or more characters: passwords in header names, any in URL paths. */
export function shownSecrets(settings: unknown, secrets: readonly Secret[]): readonly Problem[] {
  const long = secrets.filter(({ value }) => value.length >= shortest);
  const passwords = long.filter(({ setting }) => !setting.includes('headers'));
  return stringsIn(settings).flatMap(({ path, text }) => {
    const [parent, key = ''] = [path.at(-2), path.at(-1)];
    if (parent === 'headers' && passwords.some(({ value }) => String(key).includes(value)))
      return [{ path, found: 'a name that holds a secret', expected: 'the name of a header' }];
    const [, route = ''] = key === 'baseUrl' ? (/^[^/]*\/\/[^/]*(.*)$/.exec(text) ?? []) : [];
    const routes = [route, decoded(route), decoded(decoded(route))];
    const spellings = long.flatMap(({ value }) => spelled(value));
    return spellings.some((spelling) => routes.some((one) => one.includes(spelling)))
      ? [{ path, found: 'an address whose path holds a secret', expected: 'one that every report may show' }]
      : [];
  });
}

/** Warnings about plain text passwords in the profile, unless its first comment says TEST ONLY. */
export function plainPasswordWarnings(text: string, profile: unknown): readonly string[] {
  const firstComment = /^(?:\s*#[^\n]*(?:\n|$))*/.exec(text)?.[0] ?? '';
  if (firstComment.includes('TEST ONLY')) return [];
  return stringsIn(profile)
    .filter(
      ({ path, text: value }) =>
        /^(?:partner|right)Password$/.test(String(path.at(-1))) && !value.includes('${'),
    )
    .map(({ path }) => `${writePath(path)} is in the profile as plain text; use \${NAME}`);
}

const uncounted: ReadonlySet<string> = new Set([
  'source',
  'byHand',
  'folder',
  'language',
  'userAgent',
  'reviewsFile',
  'secrets',
  'warnings',
]);

/** The certificates and public keys of a PEM text in base64. */
const publicBlocks = (pem: string): readonly string[] =>
  pemBlocks(pem)
    .filter(({ label }) => /^(?:(?:X509 |TRUSTED )?CERTIFICATE|(?:RSA )?PUBLIC KEY)$/.test(label))
    .map(({ bytes }) => bytes.toString('base64'));

/** Settings in the digest: no passwords, private keys, header values, proxies, language or profile folder. */
export function countedSettings({ proxies: _way, ...target }: Target): unknown {
  const counted = (value: unknown, key: string): unknown => {
    if (uncounted.has(key)) return null;
    // Its presence counts, not its value.
    if (named.secret(key) || key === 'pfx') return '<secret>';
    if (key === 'headers' && isMapping(value)) {
      return Object.keys(value)
        .map((name) => name.toLowerCase())
        .toSorted();
    }
    if (Array.isArray(value)) return value.map((member) => counted(member, ''));
    if (isMapping(value)) {
      // Sorts members by name.
      const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
      return Object.fromEntries(members.map(([name, member]) => [name, counted(member, name)]));
    }
    if (typeof value !== 'string' || named.public.has(key)) return value;
    // Certificates and public keys count by their bytes.
    if (key === 'key' || key === 'cert' || key === 'ca') return publicBlocks(value);
    // The path counts, not the content of the file.
    if (key === 'module') return relative(target.folder, value).replaceAll(sep, '/');
    if (key !== 'proxy') return maskSecrets(value, target.secrets);
    const { protocol, username, host } = new URL(value);
    return `${protocol}//${username}@${host}`;
  };
  return counted(target, '');
}

/** SHA-256 (hex) of a target profile as understood. Equal digests mean equal settings. */
export const digestOfProfile = (target: Target): string =>
  createHash('sha256')
    .update(JSON.stringify(countedSettings(target)))
    .digest('hex');
