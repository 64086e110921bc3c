import type { Interpolated } from './interpolate.ts';
import { isMapping } from './place.ts';

type Replacement = Interpolated['replacements'][number];

// Values that are no secrets wherever they come from.
const publicKeys: ReadonlySet<unknown> = new Set([
  'baseUrl',
  'partnerName',
  'unknownPartner',
  'useAuthByCert',
  'bankCode',
]);
const shortest = 8;

/** Texts that must never reach an output: passwords of any length; header values and what came from `${…}` with 8 characters or more. */
export function collectSecrets(settings: unknown, replacements: readonly Replacement[]): readonly string[] {
  const replaced = replacements
    .filter(({ path, text }) => text.length >= shortest && !publicKeys.has(path.at(-1)))
    .map(({ text }) => text);
  return [...new Set([...secretsIn(settings, null), ...replaced])].filter((secret) => secret !== '');
}

function secretsIn(value: unknown, parent: string | null): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((member) => secretsIn(member, null));
  if (!isMapping(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    typeof member === 'string' ? secretsOf(key, member, parent) : secretsIn(member, key),
  );
}

function secretsOf(key: string, value: string, parent: string | null): readonly string[] {
  if (parent === 'headers') return value.length >= shortest ? [value] : [];
  if (key === 'partnerPassword' || /passphrase$/i.test(key)) return [value];
  return key === 'proxy' || key === 'url' ? passwordsOfUrl(value) : [];
}

function passwordsOfUrl(value: string): readonly string[] {
  const written = /^[^/]*\/\/[^/?#]*?:([^/?#]*)@/.exec(value)?.[1];
  if (written === undefined || !URL.canParse(value)) return written === undefined ? [] : [written];
  return [written, new URL(value).password, decoded(written)];
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
