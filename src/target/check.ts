import { schemeNames, schemes, settingsFor } from '../encryption/registry.ts';
import type { SchemeName } from '../encryption/registry.ts';
import type { OwnSettings } from '../encryption/scheme.ts';
import { UserError } from '../errors.ts';
import { foreignBlocks, specification } from '../spec/specification.ts';
import type { Variant } from '../spec/specification.ts';
import { explain, nearMiss, quote, valueAt } from './place.ts';
import type { Path, Problem } from './place.ts';
import { quoteMasked } from './problem.ts';
import { fitsScheme } from './schema.ts';
import type { EncryptionPart, Profile } from './schema.ts';
import type { Credentials, Provision, Secret, VariantTarget } from './target.ts';

const known = specification.variants;
const ids = known.map(({ id }) => id);

/** Whether the path of the variant holds a segment that the profile must name. */
export function needsBankCode(variant: Variant): boolean {
  return variant.path.includes('<bank_code>');
}

/** Whether the partner's name is a number in this variant. */
function hasNumericPartner(variant: Variant): boolean {
  return variant.parameters.some((parameter) => parameter.role === 'partner' && parameter.type === 'int');
}

/** Throws a usage error where a variant is asked for that the specification does not have. */
export function requireKnownVariants(asked: readonly string[] = []): void {
  const wrong = asked.find((id) => !ids.includes(id));
  if (wrong === undefined) return;
  const problem = { found: quote(wrong), expected: `one of ${ids.join(', ')}`, near: nearMiss(wrong, ids) };
  const hint = 'name a variant of the specification; nothing was sent';
  throw new UserError('usage', 'unknown-variant', `--variant: ${explain(problem)}`, hint);
}

/** The claimed variants out of those asked for; all of them where none is asked for. Throws a usage error for one that is not claimed. */
export function selectVariants(asked: readonly string[], claimed: readonly string[]): readonly string[] {
  const wrong = asked.find((id) => !claimed.includes(id));
  if (wrong === undefined) return asked.length === 0 ? claimed : claimed.filter((id) => asked.includes(id));
  const message = `--variant: found ${wrong}, which the target does not claim, expected one of ${claimed.join(', ')}`;
  const hint = `list ${wrong} under \`variants\` in the profile (or in SBP_VARIANTS) if the target implements it; nothing was sent`;
  throw new UserError('usage', 'variant-not-claimed', message, hint);
}

/** Settings of one claimed variant with the common ones merged in; not yet complete. */
export interface MergedVariant extends Omit<VariantTarget, 'credentials' | 'encryption'> {
  readonly variant: Variant;
  readonly credentials: Partial<Credentials>;
  readonly encryption: EncryptionPart;
  /** The place of a setting: in the variant's own section if it is there, else among the common ones. */
  readonly placeOf: (...path: Path) => Path;
}

/** Every variant that the profile claims, its own settings over the common ones; of conditions that it does not have, only common blocks. */
export const mergeVariants = (profile: Profile): readonly MergedVariant[] =>
  known.filter(({ id }) => Object.hasOwn(profile.variants, id)).map((variant) => merge(profile, variant));

function merge(profile: Profile, variant: Variant): MergedVariant {
  const { bankCode = null, ...own } = profile.variants[variant.id] ?? {};
  const names = variant.conditions.map(({ name }) => name);
  const texts = { ...profile.texts, ...own.texts };
  const common: VariantTarget['conditions'] = profile.conditions ?? {};
  const special: VariantTarget['conditions'] = own.conditions ?? {};
  const provided = [
    ...names.filter((name) => common[name] ?? special[name] ?? name === 'unauthorized'),
    ...foreignBlocks(variant).filter(
      (name) => common[name] !== undefined && common[name].setup === undefined,
    ),
  ];
  return {
    variant,
    bankCode,
    credentials: { ...profile.credentials, ...own.credentials },
    encryption: mergeEncryption(profile.encryption ?? {}, own.encryption ?? {}),
    headers: mergeHeaders(profile.headers, own.headers),
    texts: Object.fromEntries(Object.entries(texts).filter(([key]) => names.some((name) => name === key))),
    conditions: Object.fromEntries(
      provided.map((name) => [name, mergeProvision(common[name], special[name])]),
    ),
    placeOf: (...path) => {
      const place = ['variants', variant.id, ...path];
      return valueAt(profile, place) === undefined ? path : place;
    },
  };
}

/** The common parts below the variant's; a variant with another scheme or key inherits only what fits these. */
function mergeEncryption(common: EncryptionPart, own: EncryptionPart): EncryptionPart {
  const scheme = own.scheme ?? common.scheme;
  const ofKey = ['passphrase', 'privateKey', 'privateKeyPassphrase'];
  const replaced = own.key !== undefined ? ofKey : own.privateKey !== undefined ? ofKey.slice(2) : [];
  const inherited = Object.entries(common).filter(
    ([key]) => (scheme === common.scheme || fitsScheme(scheme, key)) && !replaced.includes(key),
  );
  return { ...Object.fromEntries(inherited), ...own };
}

type Headers = VariantTarget['headers'];

function mergeHeaders(common: Headers = {}, own: Headers = {}): Headers {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const kept = Object.entries(common).filter(([name]) => !names.has(name.toLowerCase()));
  return Object.fromEntries([...kept, ...Object.entries(own)]);
}

// Empty credentials and headers are no way to create a condition, so they are ignored.
function mergeProvision(common: Provision = {}, own: Provision = {}): Provision {
  const { credentials: _c, headers: _h, ...rest } = { ...common, ...own };
  const credentials = { ...common.credentials, ...own.credentials };
  const headers = mergeHeaders(common.headers, own.headers);
  return {
    ...rest,
    ...(Object.keys(credentials).length > 0 ? { credentials } : {}),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
  };
}

/** What settings need of one another and no schema can say; empty where all is well. `claimed` are the ids of variants as they are written, `merged` those of them that are known. */
export function checkProfile(
  profile: Profile,
  claimed: readonly string[],
  merged: readonly MergedVariant[],
  secrets: readonly Secret[],
): readonly Problem[] {
  return [
    ...when(profile.baseUrl === undefined, ['baseUrl'], 'nothing', 'the address that paths are appended to'),
    ...when(claimed.length === 0, ['variants'], 'no variant', `at least one of ${ids.join(', ')}`),
    ...claimed
      .filter((id) => !ids.includes(id))
      .map((id) => ({
        path: ['variants', id],
        found: `the unknown variant ${quoteMasked(id, secrets)}`,
        expected: `one of ${ids.join(', ')}`,
        near: nearMiss(id, ids),
      })),
    ...merged.flatMap((variant) => checkVariant(profile, variant)),
    ...checkTls(profile),
  ];
}

function when(applies: boolean, path: Path, found: string, expected: string): readonly Problem[] {
  return applies ? [{ path, found, expected }] : [];
}

function checkVariant(profile: Profile, merged: MergedVariant): readonly Problem[] {
  const { variant, bankCode, conditions, placeOf } = merged;
  const { id, path } = variant;
  const place = ['variants', id, 'bankCode'];
  const hasCode = bankCode !== null;
  const none = `none, the path of variant ${id} has no <bank_code>`;
  return [
    ...when(hasCode && !needsBankCode(variant), place, 'a bank code', none),
    ...when(!hasCode && needsBankCode(variant), place, 'nothing', `the <bank_code> of ${path}`),
    ...checkOwnConditions(profile, variant),
    ...Object.entries(neededCredentials).flatMap(([key, expected]) =>
      when(valueAt(merged.credentials, [key]) === undefined, ['credentials', key], 'nothing', expected),
    ),
    ...(hasNumericPartner(variant) ? checkNumbers(merged) : []),
    ...checkWrongLogins(merged),
    ...checkEncryption(profile, merged),
    ...Object.entries(conditions).flatMap(([name, provision]) =>
      (['teardown', 'until'] as const).flatMap((key) =>
        when(
          !provision.setup && provision[key] !== undefined,
          placeOf('conditions', name, key),
          `${key === 'until' ? 'an' : 'a'} ${key} without a setup`,
          'setup beside it',
        ),
      ),
    ),
  ];
}

function checkOwnConditions(profile: Profile, { id, conditions }: Variant): readonly Problem[] {
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

function checkNumbers({ variant, credentials, conditions, placeOf }: MergedVariant): readonly Problem[] {
  const all = [
    [['credentials', 'partnerName'], credentials.partnerName] as const,
    ...Object.entries(conditions).flatMap(([name, provision]) => [
      [['conditions', name, 'credentials', 'partnerName'], provision.credentials?.partnerName] as const,
      [['conditions', name, 'unknownPartner'], provision.unknownPartner] as const,
    ]),
  ];
  const expected = `digits only: variant ${variant.id} sends it as an int`;
  return all.flatMap(([path, value = '0']) =>
    when(!/^\d+$/.test(value), placeOf(...path), 'other characters than digits', expected),
  );
}

/** What is to be refused would be let in by every service. */
function checkWrongLogins({ credentials, conditions, placeOf }: MergedVariant): readonly Problem[] {
  const { credentials: own = {}, unknownPartner } = conditions.unauthorized ?? {};
  const isOther = own.partnerName !== undefined && own.partnerName !== credentials.partnerName;
  const right = own.rightPassword ?? (isOther ? undefined : credentials.partnerPassword);
  return [
    ...when(
      unknownPartner !== undefined && unknownPartner === credentials.partnerName,
      placeOf('conditions', 'unauthorized', 'unknownPartner'),
      'credentials.partnerName',
      'a partner that the service does not know',
    ),
    ...when(
      own.partnerPassword !== undefined && own.partnerPassword === right,
      placeOf('conditions', 'unauthorized', 'credentials', 'partnerPassword'),
      'the right password',
      'a wrong one, or nothing: the suite makes one up',
    ),
  ];
}

function checkEncryption(
  profile: Profile,
  { variant: { id }, encryption, placeOf }: MergedVariant,
): readonly Problem[] {
  const { scheme, encoding } = encryption;
  if (scheme === undefined)
    return when(true, ['encryption', 'scheme'], 'nothing', `one of ${schemeNames.join(', ')}`);
  const { setting, expected } = schemes[scheme].needed;
  const own: OwnSettings = schemes[scheme].settings;
  const encodings = own['encoding']?.values ?? null;
  const common = profile.encryption ?? {};
  return [
    ...foreignKeys(common, common.scheme, ['encryption']),
    ...foreignKeys(profile.variants[id]?.encryption ?? {}, scheme, ['variants', id, 'encryption']),
    ...when(
      encryption[setting] === undefined,
      [...placeOf('encryption', 'scheme').slice(0, -1), setting],
      'nothing',
      `${expected} (${scheme})`,
    ),
    ...when(
      encoding !== undefined && encodings?.includes(encoding) === false,
      placeOf('encryption', 'encoding'),
      `${encoding} with ${scheme}`,
      `one of ${encodings?.join(', ')}; pem is for cms`,
    ),
    ...when(
      encryption.privateKeyPassphrase !== undefined && encryption.privateKey === undefined,
      placeOf('encryption', 'privateKeyPassphrase'),
      'a passphrase without privateKey',
      'privateKey beside it',
    ),
  ];
}

function foreignKeys(part: object, scheme: SchemeName | undefined, path: Path): readonly Problem[] {
  if (scheme === undefined) return [];
  const found = `a setting that ${scheme} has no use for`;
  const expected = `with ${scheme} one of ${settingsFor(scheme).join(', ')}`;
  return Object.keys(part).flatMap((key) => when(!fitsScheme(scheme, key), [...path, key], found, expected));
}

function checkTls({ tls }: Profile): readonly Problem[] {
  const has = (name: keyof typeof tls): boolean => tls[name] !== undefined;
  const [cert, key, pfx] = [has('cert'), has('key'), has('pfx')];
  const either = 'either cert and key or pfx';
  const isIdle = has('passphrase') && !key && !pfx;
  return [
    ...when(cert && pfx, ['tls', 'pfx'], 'both cert and pfx', either),
    ...when(key && pfx, ['tls', 'pfx'], 'both key and pfx', either),
    ...when(cert && !key && !pfx, ['tls', 'key'], 'nothing', 'the private key of tls.cert'),
    ...when(key && !cert, ['tls', 'cert'], 'nothing', 'the certificate of tls.key'),
    ...when(isIdle, ['tls', 'passphrase'], 'a passphrase without key or pfx', 'what it opens'),
  ];
}
