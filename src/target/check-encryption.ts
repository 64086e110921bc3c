import type { KnownVariant } from './known-variant.ts';
import { mergeVariant } from './merge.ts';
import { placeInProfile } from './place.ts';
import type { Path } from './place.ts';
import type { Problem } from './problem.ts';
import type { EncryptionPart, Profile } from './schema.ts';
import { fitsScheme, keysFor, neededKey, schemes } from './scheme.ts';
import type { Scheme } from './scheme.ts';

/** What is missing or out of place in the encryption settings of a variant, the common ones merged in. */
export function checkEncryption(profile: Profile, variant: KnownVariant): readonly Problem[] {
  const merged = mergeVariant(profile, variant).encryption;
  const { scheme } = merged;
  if (scheme === undefined) {
    return [{ path: ['encryption', 'scheme'], found: 'nothing', expected: `one of ${schemes.join(', ')}` }];
  }
  const common = profile.encryption ?? {};
  const own = profile.variants[variant.id]?.encryption ?? {};
  return [
    ...foreignKeys(common, common.scheme, ['encryption']),
    ...foreignKeys(own, scheme, ['variants', variant.id, 'encryption']),
    ...missingKey(profile, variant, merged, scheme),
    ...wrongEncoding(profile, variant, merged, scheme),
    ...idlePassphrase(profile, variant, merged),
  ];
}

function foreignKeys(part: EncryptionPart, scheme: Scheme | undefined, path: Path): readonly Problem[] {
  if (scheme === undefined) return [];
  return Object.keys(part)
    .filter((key) => !fitsScheme(scheme, key))
    .map((key) => ({
      path: [...path, key],
      found: `a setting that ${scheme} has no use for`,
      expected: `with ${scheme} one of ${keysFor(scheme).join(', ')}`,
    }));
}

function missingKey(
  profile: Profile,
  variant: KnownVariant,
  merged: EncryptionPart,
  scheme: Scheme,
): readonly Problem[] {
  const key = neededKey(scheme);
  if (merged[key] !== undefined) return [];
  const section = placeInProfile(profile, variant.id, ['encryption', 'scheme']).slice(0, -1);
  const words = {
    key: 'the file of the certificate or public key that encrypts the password',
    command: 'a list: the program, then its arguments',
    module: 'the file of a module whose default export encrypts',
  } as const;
  return [{ path: [...section, key], found: 'nothing', expected: `${words[key]} (${scheme})` }];
}

function wrongEncoding(
  profile: Profile,
  variant: KnownVariant,
  merged: EncryptionPart,
  scheme: Scheme,
): readonly Problem[] {
  if (merged.encoding !== 'pem' || scheme === 'cms') return [];
  const path = placeInProfile(profile, variant.id, ['encryption', 'encoding']);
  return [{ path, found: `pem with ${scheme}`, expected: 'one of base64, base64url, hex; pem is for cms' }];
}

function idlePassphrase(profile: Profile, variant: KnownVariant, merged: EncryptionPart): readonly Problem[] {
  if (merged.privateKeyPassphrase === undefined || merged.privateKey !== undefined) return [];
  const path = placeInProfile(profile, variant.id, ['encryption', 'privateKeyPassphrase']);
  return [{ path, found: 'a passphrase without privateKey', expected: 'privateKey beside it' }];
}
