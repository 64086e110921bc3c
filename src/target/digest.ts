import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { isMapping } from './place.ts';
import { maskSecrets } from './secrets.ts';
import type { Target } from './target.ts';

/**
 * Digest (SHA-256, hex) of a target profile as it was understood: the same digest, the same settings. Certificates and
 * public keys count by their bytes; passwords, private keys, values of headers and what only this machine says of the
 * profile (its folder) do not. Of a `module` its path counts, not what stands in it.
 */
export function digestOfProfile(target: Target): string {
  const counted = (value: unknown, key: string): unknown => {
    const special = specialOf(value, key, target);
    if (special !== undefined) return special;
    if (typeof value === 'string') return publicKeys.has(key) ? value : maskSecrets(value, target.secrets);
    if (Array.isArray(value)) return value.map((member) => counted(member, ''));
    if (!isMapping(value)) return value;
    // Members in the order of their names, whatever their order in the file.
    const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
    return Object.fromEntries(members.map(([name, member]) => [name, counted(member, name)]));
  };
  return createHash('sha256')
    .update(JSON.stringify(counted(target, '')))
    .digest('hex');
}

const secret = '<secret>';

/** What counts in place of a value with this key; undefined: the value itself. */
function specialOf(value: unknown, key: string, { folder }: Target): unknown {
  // Reports say the same in every language, decisions stand in the Results, a private key only tries out what is sent.
  if (uncounted.has(key)) return null;
  // That there is one counts, not which.
  if (passwords.has(key)) return secret;
  if (key === 'headers' && isMapping(value)) return namesOf(value);
  if (typeof value !== 'string') return undefined;
  if (key === 'key' || key === 'cert' || key === 'ca') return publicBytes(value);
  if (key === 'module') return relative(folder, value).replaceAll(sep, '/');
  return key === 'proxy' ? withoutPassword(value) : undefined;
}

const uncounted: ReadonlySet<string> = new Set([
  'source',
  'folder',
  'language',
  'reviewsFile',
  'secrets',
  'warnings',
  'privateKey',
]);
const passwords: ReadonlySet<string> = new Set(['partnerPassword', 'rightPassword', 'passphrase', 'pfx']);

// What is no secret wherever it comes from, even where a password is the same word.
const publicKeys: ReadonlySet<string> = new Set([
  'baseUrl',
  'partnerName',
  'unknownPartner',
  'useAuthByCert',
  'bankCode',
  'name',
]);

/** Upper and lower case in names of headers mean the same; their values are private. */
const namesOf = (headers: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(headers)
    .map((name) => name.toLowerCase())
    .toSorted();

const publicBlocks =
  /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE|(?:RSA )?PUBLIC KEY)-----([^-]*)-----END \1-----/g;

/** The certificates and public keys of a PEM text in base64, however its lines are broken; a private key beside them is left out. */
const publicBytes = (pem: string): readonly string[] =>
  [...pem.matchAll(publicBlocks)].map(([, , base64 = '']) => base64.replaceAll(/\s/g, ''));

function withoutPassword(proxy: string): string {
  const { protocol, username, host } = new URL(proxy);
  return `${protocol}//${username}@${host}`;
}
