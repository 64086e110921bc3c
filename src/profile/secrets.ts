import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { pemBlocks } from '../base/der.ts';
import { decoded } from '../client/secret-spelling.ts';
import type { Traits } from './field.ts';
import { traitsAt } from './setting.ts';
import { isMapping, stringsIn, writePath } from '../base/path.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { Path } from '../base/path.ts';
import type { Problem } from '../base/problem.ts';
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
      .filter(({ path, text }) => text.length >= shortest && traitsAt(path).public !== true)
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

const secretsIn: Readonly<Record<NonNullable<Traits['secret']>, (text: string) => readonly string[]>> = {
  password: (text) => [text],
  text: (text) => [text],
  long: (text) => (text.length < shortest ? [] : [text]),
  url: passwordsOfUrl,
};

function secretsAt(path: Path, text: string): readonly string[] {
  const { secret } = traitsAt(path);
  return secret === undefined ? [] : secretsIn[secret](text);
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
    const isNamed = traitsAt(path.slice(0, -1)).counted === 'names';
    if (isNamed && passwords.some(({ value }) => String(path.at(-1)).includes(value)))
      return [{ path, found: 'a name that holds a secret', expected: 'the name of a header' }];
    const isAddress = traitsAt(path).quoted === 'address';
    const [, route = ''] = isAddress ? (/^[^/]*\/\/[^/]*(.*)$/.exec(text) ?? []) : [];
    const routes = [route, decoded(route), decoded(decoded(route))];
    const spellings = long.flatMap(({ value }) => spelled(value));
    return spellings.some((spelling) => routes.some((one) => one.includes(spelling)))
      ? [{ path, found: 'an address whose path holds a secret', expected: 'one that every report may show' }]
      : [];
  });
}

/** How a profile names a variable. */
const reference = '${NAME}';

/** Warnings about plain text passwords in the profile, unless its first comment says TEST ONLY. */
export function plainPasswordWarnings(text: string, profile: unknown): readonly Message[] {
  const firstComment = /^(?:\s*#[^\n]*(?:\n|$))*/.exec(text)?.[0] ?? '';
  if (firstComment.includes('TEST ONLY')) return [];
  return stringsIn(profile)
    .filter(({ path, text: value }) => traitsAt(path).secret === 'password' && !value.includes('${'))
    .map(({ path }) => message('plain-password', { place: writePath(path), reference }));
}

/** What loading adds to the settings. */
const added: ReadonlySet<PropertyKey | undefined> = new Set([
  'source',
  'byHand',
  'folder',
  'reviewsFile',
  'secrets',
  'warnings',
  'doubts',
] satisfies readonly (keyof Target)[]);

/** The certificates and public keys of a PEM text in base64. */
const publicBlocks = (pem: string): readonly string[] =>
  pemBlocks(pem)
    .filter(({ label }) => /^(?:(?:X509 |TRUSTED )?CERTIFICATE|(?:RSA )?PUBLIC KEY)$/.test(label))
    .map(({ bytes }) => bytes.toString('base64'));

/** Scheme, user and host of a proxy's URL; another text, such as `none`, as it is. */
function hostOf(text: string): string {
  const url = URL.parse(text);
  return url === null ? text : `${url.protocol}//${url.username}@${url.host}`;
}

/** Settings in the digest: no passwords, private keys, header values, proxies, language or profile folder. */
export function countedSettings({ proxies: _way, ...target }: Target): unknown {
  const counted = (value: unknown, path: Path): unknown => {
    if (added.has(path.at(-1))) return null;
    const says = traitsAt(path);
    const isSecret = says.secret === 'password' || says.secret === 'text';
    const how = says.counted ?? (isSecret ? 'presence' : 'value');
    switch (how) {
      case 'no':
        return null;
      case 'presence':
        return '<secret>';
      case 'names':
        return Object.keys(Object(value))
          .map((name) => name.toLowerCase())
          .toSorted();
      case 'certificates':
        return publicBlocks(String(value));
      case 'path':
        return relative(target.folder, String(value)).replaceAll(sep, '/');
      case 'host':
        return hostOf(String(value));
      case 'value':
        if (typeof value === 'string')
          return says.public === true ? value : maskSecrets(value, target.secrets);
        return members(value, path);
    }
  };
  const members = (value: unknown, path: Path): unknown => {
    if (Array.isArray(value)) return value.map((member, index) => counted(member, [...path, index]));
    if (!isMapping(value)) return value;
    // Sorted by name.
    const sorted = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, member]) => [name, counted(member, [...path, name])]));
  };
  return members(target, []);
}

/** SHA-256 (hex) of a target profile as understood. Equal digests mean equal settings. */
export const digestOfProfile = (target: Target): string =>
  createHash('sha256')
    .update(JSON.stringify(countedSettings(target)))
    .digest('hex');
