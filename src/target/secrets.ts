import { stringsIn, writePath } from './place.ts';
import type { Path } from './place.ts';

/** A text that must never reach an output. */
export interface Secret {
  readonly value: string;
  /** The place in the profile (`credentials.partnerPassword`), or the variable that sets it. */
  readonly setting: string;
}

/** What stands in the place of a `${…}`. */
export interface Replacement {
  readonly path: Path;
  readonly text: string;
}

// Values that are no secrets wherever they come from.
const publicKeys: ReadonlySet<unknown> = new Set([
  'baseUrl',
  'partnerName',
  'unknownPartner',
  'useAuthByCert',
  'bankCode',
]);
const shortest = 8;
const shortestWord = 4;

/** The secrets of settings: passwords of any length; header values and what came from `${…}` with 8 characters or more. `labels` has the variables that set a place. */
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
      .filter(({ path, text }) => text.length >= shortest && !publicKeys.has(path.at(-1)))
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

function secretsAt(path: Path, text: string): readonly string[] {
  if (path.at(-2) === 'headers') return text.length >= shortest ? [text] : [];
  if (isPassword(path)) return [text];
  return path.at(-1) === 'proxy' || path.at(-1) === 'url' ? passwordsOfUrl(text) : [];
}

const isPassword = (path: Path): boolean =>
  /^partnerPassword$|^rightPassword$|passphrase$/i.test(String(path.at(-1)));

/** The password of a URL, as it is written and decoded. */
function passwordsOfUrl(value: string): readonly string[] {
  const authority = /^[^/]*\/\/([^/?#]*)/.exec(value)?.[1] ?? '';
  const [, ...rest] = authority.slice(0, Math.max(0, authority.lastIndexOf('@'))).split(':');
  const written = rest.join(':');
  if (written === '' || !URL.canParse(value)) return [written];
  return [written, new URL(value).password, decoded(written)];
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

const wordCharacter = /[\p{L}\p{N}]/u;

/** The text without secrets: those of 8 characters or more are masked anywhere, shorter ones as whole words. */
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

/** The names of headers that hold a password or passphrase of 8 characters or more: names are sent and recorded as they are. */
export function headersNamedBySecrets(settings: unknown, secrets: readonly Secret[]): readonly Path[] {
  const passwords = secrets.filter(
    ({ value, setting }) => value.length >= shortest && !setting.includes('headers'),
  );
  return stringsIn(settings)
    .map(({ path }) => path)
    .filter((path) => path.at(-2) === 'headers')
    .filter((path) => passwords.some(({ value }) => String(path.at(-1)).includes(value)));
}

/** Warnings about passwords that stand in the profile as they are, unless its first comment says TEST ONLY. */
export function plainPasswordWarnings(text: string, profile: unknown): readonly string[] {
  const firstComment = /^(?:\s*#[^\n]*(?:\n|$))*/.exec(text)?.[0] ?? '';
  if (firstComment.includes('TEST ONLY')) return [];
  return stringsIn(profile)
    .filter(
      ({ path, text: value }) =>
        /^(?:partner|right)Password$/.test(String(path.at(-1))) && !value.includes('${'),
    )
    .map(({ path }) => `${writePath(path)} stands in the profile as plain text; use \${NAME}`);
}
