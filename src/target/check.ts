import { schemeNames, schemes, settingsFor } from '../encryption/registry.ts';
import type { SchemeName } from '../encryption/registry.ts';
import type { OwnSettings } from '../encryption/scheme.ts';
import { UserError } from '../errors.ts';
import { foreignBlocks, specification } from '../spec/specification.ts';
import type { Variant } from '../spec/specification.ts';
import { cut, explain, nearMiss, quote, valueAt } from './place.ts';
import type { Path, Problem } from './place.ts';
import { quoteMasked } from './problem.ts';
import { fitsScheme } from './schema.ts';
import type { EncryptionPart, Profile } from './schema.ts';
import { maskSecrets } from './secrets.ts';
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

/** Throws a usage error for a variant that the specification does not have. */
export function requireKnownVariants(asked: readonly string[] = []): void {
  const wrong = asked.find((id) => !ids.includes(id));
  if (wrong === undefined) return;
  const problem = { found: quote(wrong), expected: `one of ${ids.join(', ')}`, near: nearMiss(wrong, ids) };
  const hint = 'name a variant of the specification; nothing was sent';
  throw new UserError('usage', 'unknown-variant', `--variant: ${explain(problem)}`, hint);
}

/** The claimed variants among those asked for; default: all. Throws a usage error for an unclaimed one. */
export function selectVariants(asked: readonly string[], claimed: readonly string[]): readonly string[] {
  const wrong = asked.find((id) => !claimed.includes(id));
  if (wrong === undefined) return asked.length === 0 ? claimed : claimed.filter((id) => asked.includes(id));
  const message = `--variant: found ${wrong}, which the target does not claim, expected one of ${claimed.join(', ')}`;
  const hint = `list ${wrong} under \`variants\` in the profile (or in SBP_VARIANTS) if the target implements it; nothing was sent`;
  throw new UserError('usage', 'variant-not-claimed', message, hint);
}

/** Settings of one claimed variant, merged with the common ones, not yet complete. */
export interface MergedVariant extends Omit<VariantTarget, 'credentials' | 'encryption'> {
  readonly variant: Variant;
  readonly credentials: Partial<Credentials>;
  readonly encryption: EncryptionPart;
  /** The path of a setting: in the variant's own section if it is there, else among the common ones. */
  readonly placeOf: (...path: Path) => Path;
}

/** Claimed variants, merged over the common settings. Of undocumented conditions, keeps common blocks only. */
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

/** Merges a variant's part over the common one. With another scheme or key, it inherits only what fits. */
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

// Empty credentials and headers create no condition, so they are ignored.
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

const wrong = (path: Path, found: string, expected: string): Problem => ({ path, found, expected });

/** Checks settings against one another. `claimed`: ids of variants as written; `merged`: the known ones. */
export function* checkProfile(
  profile: Profile,
  claimed: readonly string[],
  merged: readonly MergedVariant[],
  secrets: readonly Secret[],
): Generator<Problem> {
  if (profile.baseUrl === undefined)
    yield wrong(['baseUrl'], 'nothing', 'the address that paths are appended to');
  if (claimed.length === 0) yield wrong(['variants'], 'no variant', `at least one of ${ids.join(', ')}`);
  for (const id of claimed.filter((one) => !ids.includes(one))) {
    const found = `the unknown variant ${quoteMasked(id, secrets)}`;
    yield { ...wrong(['variants', id], found, `one of ${ids.join(', ')}`), near: nearMiss(id, ids) };
  }
  for (const variant of merged) {
    const end = operationIn(profile.baseUrl ?? '', variant);
    if (end !== null) {
      const found = `the path of the operation, ${quoteMasked(end, secrets)}, at the end`;
      const rest = maskSecrets((profile.baseUrl ?? '').slice(0, -end.length), secrets);
      yield wrong(['baseUrl'], found, `the address in front of it: ${cut(rest)}`);
    }
    yield* checkVariant(profile, variant);
  }
  yield* checkTls(profile);
}

/** The whole path of the operation at the end of a base URL; null if it is not there. */
function operationIn(baseUrl: string, { variant, bankCode }: MergedVariant): string | null {
  const path = variant.path.split('/').filter((part) => part !== '');
  const end = baseUrl.split('/').slice(-path.length);
  const isSame = path.every((part, index) =>
    part === '<bank_code>' ? bankCode === null || end[index] === bankCode : end[index] === part,
  );
  return isSame ? `/${end.join('/')}` : null;
}

const neededCredentials = {
  partnerName: 'the name of the partner',
  partnerPassword: 'the API password of the partner',
  useAuthByCert: '"true" or what else the service wants',
} as const;

function* checkVariant(profile: Profile, merged: MergedVariant): Generator<Problem> {
  const { variant, bankCode, conditions, placeOf } = merged;
  const own = ['variants', variant.id];
  const code = [...own, 'bankCode'];
  if (bankCode !== null && !needsBankCode(variant))
    yield wrong(code, 'a bank code', `none, the path of variant ${variant.id} has no <bank_code>`);
  if (bankCode === null && needsBankCode(variant))
    yield wrong(code, 'nothing', `the <bank_code> of ${variant.path}`);
  const names: readonly string[] = variant.conditions.map(({ name }) => name);
  const others = `one of ${names.filter((each) => each !== 'success').join(', ')}`;
  for (const path of [
    [...own, 'conditions'],
    [...own, 'texts'],
  ])
    for (const name of Object.keys(valueAt(profile, path) ?? {}))
      if (!names.includes(name))
        yield wrong([...path, name], `a condition that variant ${variant.id} does not have`, others);
  for (const [key, expected] of Object.entries(neededCredentials))
    if (valueAt(merged.credentials, [key]) === undefined)
      yield wrong(['credentials', key], 'nothing', expected);
  yield* checkPartners(merged);
  yield* checkEncryption(profile, merged);
  for (const [name, provision] of Object.entries(conditions))
    for (const [key, found] of [['teardown', 'a teardown'] as const, ['until', 'an until'] as const])
      if (provision.setup === undefined && provision[key] !== undefined)
        yield wrong(placeOf('conditions', name, key), `${found} without a setup`, 'setup beside it');
}

/** Names that a variant cannot send, and names to be refused that every service would accept. */
function* checkPartners({ variant, credentials, conditions, placeOf }: MergedVariant): Generator<Problem> {
  const named = [
    [['credentials', 'partnerName'], credentials.partnerName] as const,
    ...Object.entries(conditions).flatMap(([name, provision]) => [
      [['conditions', name, 'credentials', 'partnerName'], provision.credentials?.partnerName] as const,
      [['conditions', name, 'unknownPartner'], provision.unknownPartner] as const,
    ]),
  ];
  const digits = `digits only: variant ${variant.id} sends it as an int`;
  for (const [path, name = '0'] of hasNumericPartner(variant) ? named : [])
    if (!/^\d+$/.test(name)) yield wrong(placeOf(...path), 'other characters than digits', digits);
  const { credentials: own = {}, unknownPartner } = conditions.unauthorized ?? {};
  const place = (...path: Path): Path => placeOf('conditions', 'unauthorized', ...path);
  if (unknownPartner !== undefined && unknownPartner === credentials.partnerName) {
    const expected = 'a partner that the service does not know';
    yield wrong(place('unknownPartner'), 'credentials.partnerName', expected);
  }
  const isOther = own.partnerName !== undefined && own.partnerName !== credentials.partnerName;
  const right = own.rightPassword ?? (isOther ? undefined : credentials.partnerPassword);
  if (own.partnerPassword !== undefined && own.partnerPassword === right) {
    const expected = 'a wrong one, or nothing: the suite makes one up';
    yield wrong(place('credentials', 'partnerPassword'), 'the right password', expected);
  }
}

function* checkEncryption(
  profile: Profile,
  { variant: { id }, encryption, placeOf }: MergedVariant,
): Generator<Problem> {
  const { scheme, encoding } = encryption;
  if (scheme === undefined) {
    yield wrong(['encryption', 'scheme'], 'nothing', `one of ${schemeNames.join(', ')}`);
    return;
  }
  const common = profile.encryption ?? {};
  yield* foreignKeys(common, common.scheme, ['encryption']);
  yield* foreignKeys(profile.variants[id]?.encryption ?? {}, scheme, ['variants', id, 'encryption']);
  const { needed } = schemes[scheme];
  const own: OwnSettings = schemes[scheme].settings;
  if (encryption[needed.setting] === undefined) {
    const place = [...placeOf('encryption', 'scheme').slice(0, -1), needed.setting];
    yield wrong(place, 'nothing', `${needed.expected} (${scheme})`);
  }
  const encodings = own['encoding']?.values;
  if (encoding !== undefined && encodings?.includes(encoding) === false) {
    const expected = `one of ${encodings.join(', ')}; pem is for cms`;
    yield wrong(placeOf('encryption', 'encoding'), `${encoding} with ${scheme}`, expected);
  }
  if (encryption.privateKeyPassphrase !== undefined && encryption.privateKey === undefined) {
    const place = placeOf('encryption', 'privateKeyPassphrase');
    yield wrong(place, 'a passphrase without privateKey', 'privateKey beside it');
  }
}

function* foreignKeys(part: object, scheme: SchemeName | undefined, path: Path): Generator<Problem> {
  if (scheme === undefined) return;
  const expected = `with ${scheme} one of ${settingsFor(scheme).join(', ')}`;
  for (const key of Object.keys(part))
    if (!fitsScheme(scheme, key))
      yield wrong([...path, key], `a setting that ${scheme} has no use for`, expected);
}

function* checkTls({ tls: { cert, key, pfx, passphrase } }: Profile): Generator<Problem> {
  for (const [name, value] of Object.entries({ cert, key }))
    if (value !== undefined && pfx !== undefined)
      yield wrong(['tls', 'pfx'], `both ${name} and pfx`, 'either cert and key or pfx');
  if (cert !== undefined && key === undefined && pfx === undefined)
    yield wrong(['tls', 'key'], 'nothing', 'the private key of tls.cert');
  if (key !== undefined && cert === undefined)
    yield wrong(['tls', 'cert'], 'nothing', 'the certificate of tls.key');
  if (passphrase !== undefined && key === undefined && pfx === undefined)
    yield wrong(['tls', 'passphrase'], 'a passphrase without key or pfx', 'what it opens');
}
