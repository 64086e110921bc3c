import { UserError } from '../errors.ts';
import { matchPattern } from '../pattern.ts';
import { nearMiss } from './near-miss.ts';
import { valueAt } from './place.ts';
import type { Path } from './place.ts';
import { quoteMasked } from './problem.ts';
import type { Problem } from './problem.ts';
import { fitsScheme, neededSetting, schemes, settingsFor } from './schema.ts';
import type { EncryptionPart, Profile, Scheme } from './schema.ts';
import { maskSecrets } from './secrets.ts';
import type { Secret } from './secrets.ts';
import type { Target } from './target.ts';
import { hasNumericPartner, mergeVariant, needsBankCode, placeInProfile } from './variant.ts';
import type { KnownVariant, MergedVariant } from './variant.ts';

/** What settings need of one another and no schema can say; empty where all is well. `claimed` are the ids of variants as they are written. */
export function checkProfile(
  profile: Profile,
  claimed: readonly string[],
  known: readonly KnownVariant[],
  secrets: readonly Secret[],
): readonly Problem[] {
  const ids = known.map(({ id }) => id);
  const unknown = claimed.filter((id) => !ids.includes(id));
  return [
    ...when(profile.baseUrl === undefined, ['baseUrl'], 'nothing', 'the address that paths are appended to'),
    ...when(claimed.length === 0, ['variants'], 'no variant', `at least one of ${ids.join(', ')}`),
    ...unknown.map((id) => ({
      path: ['variants', id],
      found: `the unknown variant ${quoteMasked(id, secrets)}`,
      expected: `one of ${ids.join(', ')}`,
      near: nearMiss(id, ids),
    })),
    ...known
      .filter(({ id }) => claimed.includes(id))
      .flatMap((variant) => checkVariant(profile, variant, mergeVariant(profile, variant))),
    ...checkTls(profile),
  ];
}

function when(applies: boolean, path: Path, found: string, expected: string): readonly Problem[] {
  return applies ? [{ path, found, expected }] : [];
}

const isGiven = (value: unknown): boolean => value !== undefined;

function checkVariant(profile: Profile, variant: KnownVariant, merged: MergedVariant): readonly Problem[] {
  const { id, path } = variant;
  const placeOf = (...steps: Path) => placeInProfile(profile, id, steps);
  const bankCode = ['variants', id, 'bankCode'];
  const hasCode = isGiven(valueAt(profile, bankCode));
  const none = `none, the path of variant ${id} has no <bank_code>`;
  return [
    ...when(hasCode && !needsBankCode(variant), bankCode, 'a bank code', none),
    ...when(!hasCode && needsBankCode(variant), bankCode, 'nothing', `the <bank_code> of ${path}`),
    ...checkOwnConditions(profile, variant),
    ...checkCredentials(merged),
    ...(hasNumericPartner(variant) ? checkNumbers(id, merged, placeOf) : []),
    ...checkEncryption(profile, id, merged.encryption, placeOf),
    ...checkSetUp(merged, placeOf),
  ];
}

function checkOwnConditions(profile: Profile, { id, conditions }: KnownVariant): readonly Problem[] {
  const names: readonly string[] = conditions.map(({ name }) => name);
  const found = `a condition that variant ${id} does not have`;
  const expected = `one of ${names.filter((each) => each !== 'success').join(', ')}`;
  return ['conditions', 'texts'].flatMap((section) => {
    const path = ['variants', id, section];
    const given = Object.keys(valueAt(profile, path) ?? {});
    return given.flatMap((name) => when(!names.includes(name), [...path, name], found, expected));
  });
}

function checkCredentials({ credentials }: MergedVariant): readonly Problem[] {
  const expected = {
    partnerName: 'the name of the partner',
    partnerPassword: 'the API password of the partner',
    useAuthByCert: '"true" or what else the service wants',
  } as const;
  return (['partnerName', 'partnerPassword', 'useAuthByCert'] as const).flatMap((key) =>
    when(credentials[key] === undefined, ['credentials', key], 'nothing', expected[key]),
  );
}

type PlaceOf = (...path: Path) => Path;

function checkNumbers(
  id: string,
  { credentials, conditions }: MergedVariant,
  placeOf: PlaceOf,
): readonly Problem[] {
  const named = Object.entries(conditions).flatMap(([name, provision]) => [
    { path: ['conditions', name, 'credentials', 'partnerName'], value: provision.credentials?.partnerName },
    { path: ['conditions', name, 'unknownPartner'], value: provision.unknownPartner },
  ]);
  const all = [{ path: ['credentials', 'partnerName'], value: credentials.partnerName }, ...named];
  const expected = `digits, variant ${id} sends an int`;
  return all.flatMap(({ path, value = '0' }) =>
    when(!/^\d+$/.test(value), placeOf(...path), 'a text that is not digits alone', expected),
  );
}

function checkEncryption(
  profile: Profile,
  id: string,
  merged: EncryptionPart,
  placeOf: PlaceOf,
): readonly Problem[] {
  const { scheme, encoding, privateKey, privateKeyPassphrase } = merged;
  if (scheme === undefined)
    return when(true, ['encryption', 'scheme'], 'nothing', `one of ${schemes.join(', ')}`);
  const common = profile.encryption ?? {};
  const own = profile.variants[id]?.encryption ?? {};
  const needed = neededSetting(scheme);
  const expected = {
    key: 'the file of the certificate or public key that encrypts the password',
    command: 'a list: the program, then its arguments',
    module: 'the file of a module whose default export encrypts',
  } as const;
  return [
    ...foreignKeys(common, common.scheme, ['encryption']),
    ...foreignKeys(own, scheme, ['variants', id, 'encryption']),
    ...when(
      merged[needed] === undefined,
      [...placeOf('encryption', 'scheme').slice(0, -1), needed],
      'nothing',
      `${expected[needed]} (${scheme})`,
    ),
    ...when(
      encoding === 'pem' && scheme !== 'cms',
      placeOf('encryption', 'encoding'),
      `pem with ${scheme}`,
      'one of base64, base64url, hex; pem is for cms',
    ),
    ...when(
      isGiven(privateKeyPassphrase) && !isGiven(privateKey),
      placeOf('encryption', 'privateKeyPassphrase'),
      'a passphrase without privateKey',
      'privateKey beside it',
    ),
  ];
}

function foreignKeys(part: object, scheme: Scheme | undefined, path: Path): readonly Problem[] {
  if (scheme === undefined) return [];
  const found = `a setting that ${scheme} has no use for`;
  const expected = `with ${scheme} one of ${settingsFor(scheme).join(', ')}`;
  return Object.keys(part).flatMap((key) => when(!fitsScheme(scheme, key), [...path, key], found, expected));
}

function checkSetUp({ conditions }: MergedVariant, placeOf: PlaceOf): readonly Problem[] {
  const beside = 'setup beside it';
  return Object.entries(conditions).flatMap(([name, { setup, teardown, until }]) => {
    const place = (key: string) => placeOf('conditions', name, key);
    return [
      ...when(!setup && isGiven(teardown), place('teardown'), 'a teardown without a setup', beside),
      ...when(!setup && isGiven(until), place('until'), 'an until without a setup', beside),
    ];
  });
}

function checkTls({ tls }: Profile): readonly Problem[] {
  const [cert, key, pfx] = [isGiven(tls.cert), isGiven(tls.key), isGiven(tls.pfx)];
  const either = 'either cert and key or pfx';
  const isIdle = isGiven(tls.passphrase) && !key && !pfx;
  return [
    ...when(cert && pfx, ['tls', 'pfx'], 'both cert and pfx', either),
    ...when(key && pfx, ['tls', 'pfx'], 'both key and pfx', either),
    ...when(cert && !key && !pfx, ['tls', 'key'], 'nothing', 'the private key of tls.cert'),
    ...when(key && !cert, ['tls', 'cert'], 'nothing', 'the certificate of tls.key'),
    ...when(isIdle, ['tls', 'passphrase'], 'a passphrase without key or pfx', 'what it opens'),
  ];
}

/** Throws a usage error where an address of the target, a condition's included, matches one of its `production` patterns and nobody said yes. */
export function requireNoProduction(target: Target, yes: boolean): void {
  const provisions = Object.values(target.variants).flatMap(({ conditions }) => Object.values(conditions));
  const addresses = [target.baseUrl, ...provisions.flatMap(({ baseUrl }) => baseUrl ?? [])];
  // Where nobody can tell whether it is production, it counts as production.
  const found = addresses.find((address) =>
    target.production.some((pattern) => matchPattern(pattern, address) !== 'no-match'),
  );
  if (yes || found === undefined) return;
  const shown = maskSecrets(found, target.secrets);
  const message = `baseUrl: found ${shown}, which matches a \`production\` pattern of the profile, expected a test system`;
  const hint = 'add --yes to run against it all the same; nothing was sent';
  throw new UserError('usage', 'production-target', message, hint);
}
