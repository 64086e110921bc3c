import type { ConditionName } from '../spec/specification.ts';
import type { KnownVariant } from './known-variant.ts';
import type { EncryptionPart, Profile } from './schema.ts';
import { fitsScheme } from './scheme.ts';
import type { Credentials, Provision } from './target.ts';

type Conditions = Partial<Record<ConditionName, Provision>>;
type Texts = Partial<Record<ConditionName, string>>;
type HeaderMap = Readonly<Record<string, string>>;

/** Settings of one claimed variant with the common ones merged in; not yet complete. */
export interface MergedVariant {
  readonly bankCode: string | null;
  readonly credentials: Partial<Credentials>;
  readonly encryption: EncryptionPart;
  readonly headers: HeaderMap;
  readonly texts: Texts;
  readonly conditions: Conditions;
}

/** The variant's own settings over the common ones, without conditions that the variant does not have. */
export function mergeVariant(profile: Profile, variant: KnownVariant): MergedVariant {
  const own = profile.variants[variant.id] ?? {};
  const names = variant.conditions.map((condition) => condition.name);
  return {
    bankCode: own.bankCode ?? null,
    credentials: { ...profile.credentials, ...own.credentials },
    encryption: mergeEncryption(profile.encryption ?? {}, own.encryption ?? {}),
    headers: mergeHeaders(profile.headers ?? {}, own.headers ?? {}),
    texts: pick<string>({ ...profile.texts, ...own.texts }, names),
    conditions: mergeConditions(profile.conditions ?? {}, own.conditions ?? {}, names),
  };
}

/** The common parts below the variant's; a variant with another scheme or key inherits only what fits these. */
function mergeEncryption(common: EncryptionPart, own: EncryptionPart): EncryptionPart {
  const scheme = own.scheme ?? common.scheme;
  const inherited = Object.entries(common)
    .filter(([key]) => scheme === common.scheme || scheme === undefined || fitsScheme(scheme, key))
    .filter(([key]) => !boundKeys(own).includes(key));
  return { ...Object.fromEntries(inherited), ...own };
}

// What belongs to a file of the common settings in whose stead the variant names its own.
function boundKeys(own: EncryptionPart): readonly string[] {
  if (own.key !== undefined) return ['passphrase', 'privateKey', 'privateKeyPassphrase'];
  return own.privateKey === undefined ? [] : ['privateKeyPassphrase'];
}

function mergeHeaders(common: HeaderMap, own: HeaderMap): HeaderMap {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const kept = Object.entries(common).filter(([name]) => !names.has(name.toLowerCase()));
  return Object.fromEntries([...kept, ...Object.entries(own)]);
}

function mergeConditions(common: Conditions, own: Conditions, names: readonly ConditionName[]): Conditions {
  const provided = names.filter((name) => name in common || name in own || name === 'unauthorized');
  return Object.fromEntries(
    provided.map((name) => [name, mergeProvision(common[name] ?? {}, own[name] ?? {})]),
  );
}

// Empty credentials and headers are no way to bring a condition about, so they are left out.
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

function pick<Value>(
  record: Partial<Record<ConditionName, Value>>,
  names: readonly ConditionName[],
): Partial<Record<ConditionName, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => names.some((name) => name === key)));
}
