// Merges the settings of a variant over the common ones, and checks that they are complete.

import { z } from 'zod';
import { variants as specified } from '#banks/specification.ts';
import type { VariantId } from '#banks/specification.ts';
import { valueAt } from '../base/path.ts';
import type { Path } from '../base/path.ts';
import { problemsOf, rule } from '../base/problem.ts';
import type { Problem } from '../base/problem.ts';
import { encryptionSchema, fitsScheme } from './schema.ts';
import type { Profile } from './schema.ts';
import type { Provision, VariantTarget } from './target.ts';

/** Complete but for key files: `encryption.key` is still a path. */
export interface Merged extends Omit<VariantTarget, 'encryption'> {
  readonly id: VariantId;
  readonly encryption: z.output<typeof encryptionSchema>;
  /** The path of a setting: in the variant's own section if it is there, else among the common ones. */
  readonly placeOf: (...path: Path) => Path;
}

/** The settings of a claimed variant, or what is wrong with them. */
export function mergeVariant(
  profile: Profile,
  id: VariantId,
  show: (value: unknown, path: Path) => string,
): Merged | readonly Problem[] {
  const merged = merge(profile, id);
  const placeOf = (...path: Path): Path => {
    const place = ['variants', id, ...path];
    const isIn = (whole: Path): boolean => valueAt(profile, whole) !== undefined;
    // A setting that is missing everywhere belongs into the variant's own section if it has one.
    return isIn(place) || (!isIn(path) && isIn(place.slice(0, -1))) ? place : path;
  };
  const { data, error } = completeSchema(id).safeParse(merged);
  const foreign = Object.keys(profile.variants[id]?.conditions ?? {})
    .filter((name) => !(name in specified[id].conditions))
    .map((name) => ({
      path: ['variants', id, 'conditions', name],
      found: `a condition that variant ${id} does not have`,
      expected: `one of ${Object.keys(specified[id].conditions).slice(1).join(', ')}`,
    }));
  const issues = problemsOf(error?.issues ?? [], merged, (value, path) => show(value, placeOf(...path)));
  const problems = issues.map((one) => {
    const isForeign = one.path[0] === 'encryption' && one.found === 'an unknown key';
    const found = isForeign ? `a setting that ${merged.encryption.scheme} has no use for` : one.found;
    return { ...one, found, near: isForeign ? null : (one.near ?? null), path: placeOf(...one.path) };
  });
  if (data === undefined || foreign.length > 0) return [...foreign, ...problems];
  const { bankCode = null, credentials, encryption } = data;
  return {
    id,
    bankCode,
    credentials,
    encryption,
    headers: merged.headers,
    conditions: merged.conditions,
    placeOf,
  };
}

function merge(profile: Profile, id: VariantId) {
  const own = profile.variants[id] ?? {};
  const [common, special]: readonly VariantTarget['conditions'][] = [
    profile.conditions ?? {},
    own.conditions ?? {},
  ];
  const names = Object.keys(specified[id].conditions).filter(
    (name) => name === 'unauthorized' || name in (common ?? {}) || name in (special ?? {}),
  );
  const conditions = names.map((name) => [
    name,
    mergeProvision(provisionIn(common, name), provisionIn(special, name)),
  ]);
  return {
    ...('bankCode' in own ? { bankCode: own.bankCode } : {}),
    credentials: { ...profile.credentials, ...own.credentials },
    encryption: mergeEncryption(profile.encryption ?? {}, own.encryption ?? {}),
    headers: mergeHeaders(profile.headers, own.headers),
    conditions: Object.fromEntries(conditions) as VariantTarget['conditions'],
  };
}

const provisionIn = (conditions: VariantTarget['conditions'] = {}, name: string): Provision =>
  Object.entries(conditions).find(([one]) => one === name)?.[1] ?? {};

type EncryptionPart = NonNullable<Profile['encryption']>;

/** With a scheme of its own, a variant inherits only what fits it. */
function mergeEncryption(common: EncryptionPart, own: EncryptionPart) {
  const scheme = own.scheme ?? common.scheme ?? 'rsa-oaep';
  const isSame = own.scheme === undefined || own.scheme === common.scheme;
  const inherited = Object.entries(common).filter(([name]) => isSame || fitsScheme(scheme, name));
  return { ...Object.fromEntries(inherited), ...own, scheme };
}

type Headers = VariantTarget['headers'];

function mergeHeaders(common: Headers = {}, own: Headers = {}): Headers {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const kept = Object.entries(common).filter(([name]) => !names.has(name.toLowerCase()));
  return Object.fromEntries([...kept, ...Object.entries(own)]);
}

// Empty credentials and headers create no condition, so they are left out.
function mergeProvision(common: Provision, own: Provision): Provision {
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

/** A merged variant: complete, and without contradictions. */
function completeSchema(id: VariantId) {
  const { path, credentialsIn } = specified[id];
  const partner = needed('the name of the partner').refine(
    (name) => credentialsIn === 'body' || /^\d+$/.test(name),
    rule('other characters than digits', `digits only: variant ${id} sends it as an int`),
  );
  const own = z.looseObject({ partnerName: partner.optional() });
  const provision = z.looseObject({ credentials: own.optional(), unknownPartner: partner.optional() });
  const complete = z.object({
    bankCode: path.includes('<bank_code>')
      ? needed(`the <bank_code> of ${path}`)
      : z.undefined({ error: `none, the path of variant ${id} has no <bank_code>` }).optional(),
    credentials: z.object({
      partnerName: partner,
      partnerPassword: needed('the API password of the partner'),
      useAuthByCert: needed('"true" or what else the service wants'),
    }),
    encryption: encryptionSchema,
    conditions: z.record(z.string(), provision),
  });
  const at = ['conditions', 'unauthorized'] as const;
  return complete
    .refine(
      ({ credentials: usual, conditions }) =>
        conditions['unauthorized']?.unknownPartner !== usual.partnerName,
      rule('credentials.partnerName', 'a partner that the service does not know', ...at, 'unknownPartner'),
    )
    .refine(
      ({ credentials: usual, conditions }) => {
        const { partnerName, rightPassword } = conditions['unauthorized']?.credentials ?? {};
        return partnerName === undefined || partnerName === usual.partnerName || rightPassword !== undefined;
      },
      rule(
        'another partner alone',
        'its rightPassword beside it: wrong passwords are made from it',
        ...at,
        'credentials',
      ),
    )
    .refine(
      ({ credentials: usual, conditions }) => {
        const { partnerPassword, rightPassword = usual.partnerPassword } =
          conditions['unauthorized']?.credentials ?? {};
        return partnerPassword === undefined || partnerPassword !== rightPassword;
      },
      rule(
        'the right password',
        'a wrong one, or nothing: the suite makes one up',
        ...at,
        'credentials',
        'partnerPassword',
      ),
    );
}
