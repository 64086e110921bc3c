import { z } from 'zod';
import { schemeNames, schemes, settingsFor } from '../encryption/registry.ts';
import type { SchemeName } from '../encryption/registry.ts';
import type { OwnSettings } from '../encryption/scheme.ts';
import { UserError } from '../base/errors.ts';
import { choice, needs, rule } from '../base/schema-field.ts';
import { bankSegment, needsBankCode, specification } from '../operation/specification.ts';
import type { Variant } from '../operation/specification.ts';
import { cut, quote, valueAt } from '../base/path.ts';
import { explain, problemsOf } from '../base/problem.ts';
import { nearMiss } from '../base/near-miss.ts';
import type { Path } from '../base/path.ts';
import type { Problem } from '../base/problem.ts';
import { quoteMasked, shownOf } from './problem.ts';
import type { Origin } from './problem.ts';
import { fitsScheme, profileSchema } from './schema.ts';
import type { EncryptionPart, Profile } from './schema.ts';
import { maskSecrets } from './secrets.ts';
import type { Credentials, Provision, VariantTarget } from './target.ts';

const known = specification.variants;
const ids = known.map(({ id }) => id);

/** Those asked for among the claimed variants, or the known ones; default: all. UserError for another. */
export function selectVariants(
  asked: readonly string[] = [],
  claimed: readonly string[] = ids,
): readonly string[] {
  const wrong = asked.find((id) => !claimed.includes(id));
  if (wrong === undefined) return claimed.filter((id) => asked.length === 0 || asked.includes(id));
  const isKnown = ids.includes(wrong);
  const found = isKnown ? `${wrong}, which the target does not claim` : quote(wrong);
  const problem = { found, expected: `one of ${claimed.join(', ')}`, near: nearMiss(wrong, claimed) };
  const remedy = isKnown
    ? `list ${wrong} under \`variants\` in the profile if the target implements it`
    : 'name a variant of the specification';
  const code = isKnown ? 'variant-not-claimed' : 'unknown-variant';
  throw new UserError('usage', code, `--variant: ${explain(problem)}`, `${remedy}; nothing was sent`);
}

/** Settings of one claimed variant, merged with the common ones, not yet complete. */
export interface MergedVariant extends Omit<VariantTarget, 'credentials' | 'encryption'> {
  readonly variant: Variant;
  readonly credentials: Partial<Credentials>;
  readonly encryption: EncryptionPart;
  /** The path of a setting: in the variant's own section if it is there, else among the common ones. */
  readonly placeOf: (...path: Path) => Path;
}

/** Claimed variants, merged over the common settings, with the conditions that each documents. */
export const mergeVariants = (profile: Profile): readonly MergedVariant[] =>
  known.filter(({ id }) => Object.hasOwn(profile.variants, id)).map((variant) => merge(profile, variant));

function merge(profile: Profile, variant: Variant): MergedVariant {
  const { bankCode = null, ...own } = profile.variants[variant.id] ?? {};
  const names = variant.conditions.map(({ name }) => name);
  const common: VariantTarget['conditions'] = profile.conditions ?? {};
  const special: VariantTarget['conditions'] = own.conditions ?? {};
  const provided = names.filter((name) => common[name] ?? special[name] ?? name === 'unauthorized');
  return {
    variant,
    bankCode,
    credentials: { ...profile.credentials, ...own.credentials },
    encryption: mergeEncryption(profile.encryption ?? {}, own.encryption ?? {}),
    headers: mergeHeaders(profile.headers, own.headers),
    conditions: Object.fromEntries(
      provided.map((name) => [name, mergeProvision(common[name], special[name])]),
    ),
    placeOf: (...path) => {
      const place = ['variants', variant.id, ...path];
      const isIn = (whole: Path): boolean => valueAt(profile, whole) !== undefined;
      // A setting that is missing everywhere belongs into the variant's own section if it has one.
      return isIn(place) || (!isIn(path) && isIn(place.slice(0, -1))) ? place : path;
    },
  };
}

/** Merges a variant's part over the common one. With another scheme or key, it inherits only what fits. */
function mergeEncryption(common: EncryptionPart, own: EncryptionPart): EncryptionPart {
  const scheme = own.scheme ?? common.scheme;
  const inherited = Object.entries(common).filter(
    ([key]) =>
      (scheme === common.scheme || fitsScheme(scheme, key)) &&
      (key !== 'passphrase' || own.key === undefined),
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

const needed = (expected: string) => z.string({ error: expected });

/** The encryption of a scheme: its settings and none of the others, among them the one that it needs. */
function encryptionSchema(scheme: SchemeName) {
  const { needed: one, settings } = schemes[scheme];
  const { encoding }: OwnSettings = settings;
  const own = settingsFor(scheme);
  const others = schemeNames.flatMap(settingsFor).filter((key) => !own.includes(key));
  const use = rule(`a setting that ${scheme} has no use for`, `with ${scheme} one of ${own.join(', ')}`);
  const shape = {
    ...Object.fromEntries(
      others.map((key) => [key, z.custom((value) => value === undefined, use).optional()]),
    ),
    ...(encoding?.values ? { encoding: choice(encoding.values, '; pem is for cms').optional() } : {}),
    [one.setting]: z.custom((value) => value !== undefined, { error: `${one.expected} (${scheme})` }),
  };
  return z.looseObject(shape);
}

/** Schema of a merged variant: complete, for the parameters of the specification and for its scheme. */
function completeSchema({ variant, encryption: { scheme } }: MergedVariant) {
  const { id, path, parameters } = variant;
  const isNumeric = parameters.some(({ role, type }) => role === 'partner' && type === 'int');
  const partner = needed('the name of the partner').refine(
    (name) => !isNumeric || /^\d+$/.test(name),
    rule('other characters than digits', `digits only: variant ${id} sends it as an int`),
  );
  const credentials = z.looseObject({ partnerName: partner.optional() });
  const provision = z
    .looseObject({ credentials: credentials.optional(), unknownPartner: partner.optional() })
    .check(needs('teardown', 'setup'), needs('until', 'setup'));
  const complete = z.object({
    bankCode: needsBankCode(variant)
      ? needed(`the ${bankSegment} of ${path}`)
      : z.null({ error: `none, the path of variant ${id} has no ${bankSegment}` }),
    credentials: z.object({
      partnerName: partner,
      partnerPassword: needed('the API password of the partner'),
      useAuthByCert: needed('"true" or what else the service wants'),
    }),
    encryption: scheme === undefined ? z.object({ scheme: choice(schemeNames) }) : encryptionSchema(scheme),
    conditions: z.record(z.string(), provision),
  });
  // Names and passwords for refusals that the service would accept.
  const unauthorized = ['conditions', 'unauthorized'];
  return complete
    .refine(
      ({ credentials: usual, conditions }) =>
        conditions['unauthorized']?.unknownPartner !== usual.partnerName,
      rule(
        'credentials.partnerName',
        'a partner that the service does not know',
        ...unauthorized,
        'unknownPartner',
      ),
    )
    .refine(
      ({ credentials: usual, conditions }) => {
        const { partnerName, partnerPassword, rightPassword } = conditions['unauthorized']?.credentials ?? {};
        const isOther = partnerName !== undefined && partnerName !== usual.partnerName;
        const right = rightPassword ?? (isOther ? undefined : usual.partnerPassword);
        return partnerPassword === undefined || partnerPassword !== right;
      },
      rule(
        'the right password',
        'a wrong one, or nothing: the suite makes one up',
        ...unauthorized,
        'credentials',
        'partnerPassword',
      ),
    );
}

/** Checks settings against one another. `claimed`: ids of variants as written; `merged`: the known ones. */
export function checkProfile(
  profile: Profile,
  claimed: readonly string[],
  merged: readonly MergedVariant[],
  origin: Origin,
): readonly Problem[] {
  const expected = `one of ${ids.join(', ')}`;
  const unknown = claimed.filter((id) => !ids.includes(id));
  const nowhere = { path: ['baseUrl'], found: 'nothing', expected: 'the address that paths are appended to' };
  return [
    ...(profile.baseUrl === undefined ? [nowhere] : []),
    ...(claimed.length > 0
      ? []
      : [{ path: ['variants'], found: 'no variant', expected: `at least ${expected}` }]),
    ...unknown.map((id) => {
      const found = `the unknown variant ${quoteMasked(id, origin.secrets)}`;
      return { path: ['variants', id], found, expected, near: nearMiss(id, ids) };
    }),
    ...merged.flatMap((one) => [
      ...operationIn(profile.baseUrl ?? '', one, origin),
      ...foreignConditions(profile, one.variant),
      ...incomplete(one, origin),
    ]),
  ];
}

/** What is wrong with settings that stand in no file yet. `claimed`: ids of variants. */
export function problemsIn(settings: unknown, claimed: readonly string[]): readonly Problem[] {
  const origin = { file: null, secrets: [] };
  const show = (found: unknown, path: Path): string => shownOf(found, path, origin);
  const { data, error } = profileSchema.safeParse(settings);
  return data === undefined
    ? problemsOf(error?.issues ?? [], settings, show)
    : checkProfile(data, claimed, mergeVariants(data), origin);
}

/** A base URL that ends in the whole path of the operation. */
function operationIn(
  baseUrl: string,
  { variant, bankCode }: MergedVariant,
  { secrets }: Origin,
): readonly Problem[] {
  const path = variant.path.split('/').filter((part) => part !== '');
  const end = baseUrl.split('/').slice(-path.length);
  const isSame = path.every((part, index) =>
    part === bankSegment ? bankCode === null || end[index] === bankCode : end[index] === part,
  );
  if (!isSame) return [];
  const operation = `/${end.join('/')}`;
  const found = `the path of the operation, ${quoteMasked(operation, secrets)}, at the end`;
  const rest = maskSecrets(baseUrl.slice(0, -operation.length), secrets);
  return [{ path: ['baseUrl'], found, expected: `the address in front of it: ${cut(rest)}` }];
}

/** Conditions in the variant's section that the variant does not have. */
function foreignConditions(profile: Profile, { id, conditions }: Variant): readonly Problem[] {
  const names: readonly string[] = conditions.map(({ name }) => name);
  const expected = `one of ${names.filter((name) => name !== 'success').join(', ')}`;
  const found = `a condition that variant ${id} does not have`;
  return Object.keys(valueAt(profile, ['variants', id, 'conditions']) ?? {})
    .filter((name) => !names.includes(name))
    .map((name) => ({ path: ['variants', id, 'conditions', name], found, expected }));
}

function incomplete(merged: MergedVariant, origin: Origin): readonly Problem[] {
  const issues = completeSchema(merged).safeParse(merged).error?.issues ?? [];
  const show = (value: unknown, path: Path): string => shownOf(value, merged.placeOf(...path), origin);
  return problemsOf(issues, merged, show).map((one) => ({ ...one, path: merged.placeOf(...one.path) }));
}
