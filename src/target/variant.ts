import { UserError } from '../errors.ts';
import type { Condition, ConditionName, Variant } from '../spec/specification.ts';
import { nearMiss } from './near-miss.ts';
import { quote, valueAt } from './place.ts';
import type { Path } from './place.ts';
import { fitsScheme } from './schema.ts';
import type { EncryptionPart, Profile } from './schema.ts';
import type { Credentials, Provision, VariantTarget } from './target.ts';

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

/** Where a setting of the variant stands: in its own section if it is there, else among the common ones. */
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
