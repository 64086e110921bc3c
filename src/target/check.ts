import { checkEncryption } from './check-encryption.ts';
import { hasNumericPartner, needsBankCode } from './known-variant.ts';
import type { KnownVariant } from './known-variant.ts';
import { mergeVariant } from './merge.ts';
import { nearMiss } from './near-miss.ts';
import { placeInProfile, quote, valueAt } from './place.ts';
import type { Problem } from './problem.ts';
import type { Profile } from './schema.ts';

/** What variants, conditions and key files need of one another and no schema can say; empty where all is well. */
export function checkProfile(profile: Profile, known: readonly KnownVariant[]): readonly Problem[] {
  const claimed = known.filter((variant) => Object.hasOwn(profile.variants, variant.id));
  return [
    ...checkBaseUrl(profile),
    ...checkClaims(profile, known),
    ...claimed.flatMap((variant) => [
      ...checkBankCode(profile, variant),
      ...checkOwnConditions(profile, variant),
      ...checkCredentials(profile, variant),
      ...checkNumbers(profile, variant),
      ...checkEncryption(profile, variant),
      ...checkSetUp(profile, variant),
    ]),
    ...checkTls(profile),
  ];
}

function checkBaseUrl(profile: Profile): readonly Problem[] {
  if (profile.baseUrl !== undefined) return [];
  return [{ path: ['baseUrl'], found: 'nothing', expected: 'the address that paths are appended to' }];
}

function checkClaims(profile: Profile, known: readonly KnownVariant[]): readonly Problem[] {
  const ids = known.map(({ id }) => id);
  const claimed = Object.keys(profile.variants);
  if (claimed.length === 0) {
    return [{ path: ['variants'], found: 'no variant', expected: `at least one of ${ids.join(', ')}` }];
  }
  return claimed
    .filter((id) => !ids.includes(id))
    .map((id) => ({
      path: ['variants', id],
      found: `the unknown variant ${quote(id)}`,
      expected: `one of ${ids.join(', ')}`,
      near: nearMiss(id, ids),
    }));
}

function checkBankCode(profile: Profile, variant: KnownVariant): readonly Problem[] {
  const path = ['variants', variant.id, 'bankCode'];
  const isGiven = valueAt(profile, path) !== undefined;
  if (needsBankCode(variant) === isGiven) return [];
  return isGiven
    ? [{ path, found: 'a bank code', expected: `none, the path of variant ${variant.id} has no <bank_code>` }]
    : [{ path, found: 'nothing', expected: `the <bank_code> of ${variant.path}` }];
}

function checkOwnConditions(profile: Profile, variant: KnownVariant): readonly Problem[] {
  const names = variant.conditions.map(({ name }) => name);
  return ['conditions', 'texts'].flatMap((section) => {
    const path = ['variants', variant.id, section];
    return Object.keys(valueAt(profile, path) ?? {})
      .filter((name) => !names.some((each) => each === name))
      .map((name) => ({
        path: [...path, name],
        found: `a condition that variant ${variant.id} does not have`,
        expected: `one of ${names.filter((each) => each !== 'success').join(', ')}`,
      }));
  });
}

function checkCredentials(profile: Profile, variant: KnownVariant): readonly Problem[] {
  const given = mergeVariant(profile, variant).credentials;
  const words = {
    partnerName: 'the name of the partner',
    partnerPassword: 'the API password of the partner',
    useAuthByCert: '"true" or what else the service wants',
  } as const;
  return (['partnerName', 'partnerPassword', 'useAuthByCert'] as const)
    .filter((key) => given[key] === undefined)
    .map((key) => ({ path: ['credentials', key], found: 'nothing', expected: words[key] }));
}

function checkNumbers(profile: Profile, variant: KnownVariant): readonly Problem[] {
  if (!hasNumericPartner(variant)) return [];
  const { conditions, credentials } = mergeVariant(profile, variant);
  const named = Object.entries(conditions).flatMap(([name, provision]) => [
    { path: ['conditions', name, 'credentials', 'partnerName'], value: provision.credentials?.partnerName },
    { path: ['conditions', name, 'unknownPartner'], value: provision.unknownPartner },
  ]);
  return [{ path: ['credentials', 'partnerName'], value: credentials.partnerName }, ...named]
    .filter(({ value }) => value !== undefined && !/^\d+$/.test(value))
    .map(({ path }) => ({
      path: placeInProfile(profile, variant.id, path),
      found: 'a text that is not digits alone',
      expected: `digits, variant ${variant.id} sends an int`,
    }));
}

function checkSetUp(profile: Profile, variant: KnownVariant): readonly Problem[] {
  return Object.entries(mergeVariant(profile, variant).conditions)
    .filter(([, { setup }]) => setup === undefined)
    .flatMap(([name, provision]) =>
      (['teardown', 'until'] as const)
        .filter((key) => provision[key] !== undefined)
        .map((key) => ({
          path: placeInProfile(profile, variant.id, ['conditions', name, key]),
          found: key === 'teardown' ? 'a teardown without a setup' : 'an until without a setup',
          expected: 'setup beside it',
        })),
    );
}

function checkTls({ tls }: Profile): readonly Problem[] {
  const isOwner = tls.key !== undefined || tls.pfx !== undefined;
  const wrong: readonly (readonly [boolean, string, string, string])[] = [
    [
      tls.cert !== undefined && tls.pfx !== undefined,
      'pfx',
      'both cert and pfx',
      'either cert and key or pfx',
    ],
    [tls.key !== undefined && tls.pfx !== undefined, 'pfx', 'both key and pfx', 'either cert and key or pfx'],
    [tls.cert !== undefined && !isOwner, 'key', 'nothing', 'the private key of tls.cert'],
    [tls.key !== undefined && tls.cert === undefined, 'cert', 'nothing', 'the certificate of tls.key'],
    [
      tls.passphrase !== undefined && !isOwner,
      'passphrase',
      'a passphrase without key or pfx',
      'what it opens',
    ],
  ];
  return wrong
    .filter(([applies]) => applies)
    .map(([, key, found, expected]) => ({ path: ['tls', key], found, expected }));
}
