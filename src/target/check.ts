import { schemes as registry } from '../encryption/registry.ts';
import type { OwnSettings } from '../encryption/scheme.ts';
import { UserError } from '../errors.ts';
import { matchPattern } from '../pattern.ts';
import type { Condition, ConditionName, Variant } from '../spec/specification.ts';
import { nearMiss, quote, valueAt } from './place.ts';
import type { Path } from './place.ts';
import { quoteMasked } from './problem.ts';
import type { Problem } from './problem.ts';
import { fitsScheme, schemes, settingsFor } from './schema.ts';
import type { EncryptionPart, Profile, Scheme } from './schema.ts';
import { maskSecrets } from './secrets.ts';
import type { Secret } from './secrets.ts';
import type { Credentials, Provision, Target, VariantTarget } from './target.ts';

/** What the loader has to know about a variant of the specification; what it asks of a profile follows from it. */
export type KnownVariant = Pick<Variant, 'id' | 'path' | 'parameters'> & {
  readonly conditions: readonly Pick<Condition, 'name'>[];
};

/** Whether the path of the variant holds a segment that the profile must name. */
export function needsBankCode(variant: KnownVariant): boolean {
  return variant.path.includes('<bank_code>');
}

/** Whether the partner's name is a number in this variant. */
export function hasNumericPartner(variant: KnownVariant): boolean {
  return variant.parameters.some((parameter) => parameter.role === 'partner' && parameter.type === 'int');
}

/** Throws a usage error where a variant is asked for that the specification does not have. */
export function requireKnownVariants(asked: readonly string[], known: readonly string[]): void {
  const wrong = asked.find((id) => !known.includes(id));
  if (wrong === undefined) return;
  const near = nearMiss(wrong, known);
  const question = near === null ? '' : `; did you mean \`${near}\`?`;
  const message = `--variant: found ${quote(wrong)}, expected one of ${known.join(', ')}${question}`;
  const hint = 'name a variant of the specification; nothing was sent';
  throw new UserError('usage', 'unknown-variant', message, hint);
}

/** The claimed variants out of those asked for; all of them where none is asked for. Throws a usage error for one that is not claimed. */
export function selectVariants(asked: readonly string[], claimed: readonly string[]): readonly string[] {
  const wrong = asked.find((id) => !claimed.includes(id));
  if (wrong === undefined) return asked.length === 0 ? claimed : claimed.filter((id) => asked.includes(id));
  const message = `--variant: found ${wrong}, which the target does not claim, expected one of ${claimed.join(', ')}`;
  const hint = `list ${wrong} under \`variants\` in the profile (or in SBP_VARIANTS) if the target implements it; nothing was sent`;
  throw new UserError('usage', 'variant-not-claimed', message, hint);
}

/** The place of a setting of the variant: in its own section if it is there, else among the common ones. */
export function placeInProfile(profile: Profile, variant: string, path: Path): Path {
  const own = ['variants', variant, ...path];
  return valueAt(profile, own) === undefined ? path : own;
}

/** Settings of one claimed variant with the common ones merged in; not yet complete. */
export interface MergedVariant extends Omit<VariantTarget, 'credentials' | 'encryption'> {
  readonly credentials: Partial<Credentials>;
  readonly encryption: EncryptionPart;
}

/** The variant's own settings over the common ones, without conditions that the variant does not have. */
export function mergeVariant(profile: Profile, variant: KnownVariant): MergedVariant {
  const own = profile.variants[variant.id] ?? {};
  const names = variant.conditions.map((condition) => condition.name);
  const texts = { ...profile.texts, ...own.texts };
  return {
    bankCode: own.bankCode ?? null,
    credentials: { ...profile.credentials, ...own.credentials },
    encryption: mergeEncryption(profile.encryption ?? {}, own.encryption ?? {}),
    headers: mergeHeaders(profile.headers ?? {}, own.headers ?? {}),
    texts: Object.fromEntries(Object.entries(texts).filter(([key]) => names.some((name) => name === key))),
    conditions: mergeConditions(profile.conditions ?? {}, own.conditions ?? {}, names),
  };
}

/** The common parts below the variant's; a variant with another scheme or key inherits only what fits these. */
function mergeEncryption(common: EncryptionPart, own: EncryptionPart): EncryptionPart {
  const scheme = own.scheme ?? common.scheme;
  const inherited = Object.entries(common)
    .filter(([key]) => scheme === common.scheme || scheme === undefined || fitsScheme(scheme, key))
    .filter(([key]) => !boundTo(own).includes(key));
  return { ...Object.fromEntries(inherited), ...own };
}

// What belongs to a file of the common settings in place of which the variant names its own.
function boundTo(own: EncryptionPart): readonly string[] {
  if (own.key !== undefined) return ['passphrase', 'privateKey', 'privateKeyPassphrase'];
  return own.privateKey === undefined ? [] : ['privateKeyPassphrase'];
}

function mergeHeaders(common: VariantTarget['headers'], own: VariantTarget['headers']) {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const kept = Object.entries(common).filter(([name]) => !names.has(name.toLowerCase()));
  return Object.fromEntries([...kept, ...Object.entries(own)]);
}

type Conditions = VariantTarget['conditions'];

function mergeConditions(common: Conditions, own: Conditions, names: readonly ConditionName[]): Conditions {
  const provided = names.filter((name) => name in common || name in own || name === 'unauthorized');
  return Object.fromEntries(
    provided.map((name) => [name, mergeProvision(common[name] ?? {}, own[name] ?? {})]),
  );
}

// Empty credentials and headers are no way to create a condition, so they are ignored.
function mergeProvision(common: Provision, own: Provision): Provision {
  const { credentials: _c, headers: _h, ...rest } = { ...common, ...own };
  const credentials = { ...common.credentials, ...own.credentials };
  const headers = mergeHeaders(common.headers ?? {}, own.headers ?? {});
  return {
    ...rest,
    ...(Object.keys(credentials).length > 0 ? { credentials } : {}),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
  };
}

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

const neededCredentials = {
  partnerName: 'the name of the partner',
  partnerPassword: 'the API password of the partner',
  useAuthByCert: '"true" or what else the service wants',
} as const;

const checkCredentials = ({ credentials }: MergedVariant): readonly Problem[] =>
  Object.entries(neededCredentials).flatMap(([key, expected]) =>
    when(valueAt(credentials, [key]) === undefined, ['credentials', key], 'nothing', expected),
  );

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
  const { scheme } = merged;
  if (scheme === undefined)
    return when(true, ['encryption', 'scheme'], 'nothing', `one of ${schemes.join(', ')}`);
  const common = profile.encryption ?? {};
  const { setting, expected } = registry[scheme].needed;
  const { encoding } = ownSettingsOf(scheme);
  return [
    ...foreignKeys(common, common.scheme, ['encryption']),
    ...foreignKeys(profile.variants[id]?.encryption ?? {}, scheme, ['variants', id, 'encryption']),
    ...when(
      merged[setting] === undefined,
      [...placeOf('encryption', 'scheme').slice(0, -1), setting],
      'nothing',
      `${expected} (${scheme})`,
    ),
    ...when(
      merged.encoding !== undefined && encoding?.values?.includes(merged.encoding) === false,
      placeOf('encryption', 'encoding'),
      `${merged.encoding} with ${scheme}`,
      `one of ${encoding?.values?.join(', ')}; pem is for cms`,
    ),
    ...when(
      isGiven(merged.privateKeyPassphrase) && !isGiven(merged.privateKey),
      placeOf('encryption', 'privateKeyPassphrase'),
      'a passphrase without privateKey',
      'privateKey beside it',
    ),
  ];
}

/** As the schemes declare them, whichever they have. */
const ownSettingsOf = (scheme: Scheme): OwnSettings => registry[scheme].settings;

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
  // If nobody can know whether it is production, it counts as production.
  const found = addresses.find((address) =>
    target.production.some((pattern) => matchPattern(pattern, address) !== 'no-match'),
  );
  if (yes || found === undefined) return;
  const shown = maskSecrets(found, target.secrets);
  const message = `baseUrl: found ${shown}, which matches a \`production\` pattern of the profile, expected a test system`;
  const hint = 'add --yes to run against it all the same; nothing was sent';
  throw new UserError('usage', 'production-target', message, hint);
}
