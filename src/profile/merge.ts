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
  const { conditions: known } = specified[id];
  const own: Partial<NonNullable<Profile['variants']['b']>> = profile.variants[id] ?? {};
  const [common, special]: readonly VariantTarget['conditions'][] = [
    profile.conditions ?? {},
    own.conditions ?? {},
  ];
  const provisions = Object.keys(known)
    .map((name) => [name, provisionIn(common, name), provisionIn(special, name)] as const)
    .filter(([name, usual, other]) => name === 'unauthorized' || (usual ?? other) !== undefined)
    .map(([name, usual, other]) => [name, mergeProvision(usual, other)]);
  const merged = {
    ...(own.bankCode === undefined ? {} : { bankCode: own.bankCode }),
    credentials: { ...profile.credentials, ...own.credentials },
    encryption: mergeEncryption(profile.encryption, own.encryption),
    headers: mergeHeaders(profile.headers, own.headers),
    conditions: Object.fromEntries(provisions) as VariantTarget['conditions'],
  };
  const placeOf = (...path: Path): Path => {
    const place = ['variants', id, ...path];
    const isIn = (whole: Path): boolean => valueAt(profile, whole) !== undefined;
    // A setting that is missing everywhere belongs into the variant's own section if it has one.
    return isIn(place) || (!isIn(path) && isIn(place.slice(0, -1))) ? place : path;
  };
  const { data, error } = completeSchema(id).safeParse(merged);
  const issues = problemsOf(error?.issues ?? [], merged, (value, path) => show(value, placeOf(...path)));
  const foreign = Object.keys(special ?? {}).filter((name) => !(name in known));
  if (data !== undefined && foreign.length === 0) {
    const { bankCode = null, credentials, encryption } = data;
    return { ...merged, id, bankCode, credentials, encryption, placeOf };
  }
  return [
    ...issues.map((one) => ({ ...one, path: placeOf(...one.path) })),
    ...foreign.map((name) => ({
      path: ['variants', id, 'conditions', name],
      found: `a condition that variant ${id} does not have`,
      expected: `one of ${Object.keys(known).slice(1).join(', ')}`,
    })),
  ];
}

const provisionIn = (conditions: VariantTarget['conditions'] = {}, name: string): Provision | undefined =>
  Object.entries(conditions).find(([one]) => one === name)?.[1];

type EncryptionPart = Profile['encryption'];

/** With a scheme of its own, a variant inherits only what fits it. */
function mergeEncryption(common: EncryptionPart = {}, own: EncryptionPart = {}) {
  const scheme = own.scheme ?? common.scheme ?? 'rsa-oaep';
  const isSame = scheme === (common.scheme ?? 'rsa-oaep');
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

/** A merged variant: complete, and without contradictions. */
function completeSchema(id: VariantId) {
  const { path, credentialsIn } = specified[id];
  const needed = (error: string) => z.string({ error });
  const partner = needed('the name of the partner').refine(
    (name) => credentialsIn === 'body' || /^\d+$/.test(name),
    rule('other characters than digits', `digits only: variant ${id} sends it as an int`),
  );
  const own = z.looseObject({ partnerName: partner.optional() }).optional();
  const complete = z.object({
    bankCode: path.includes('<bank_code>') ? needed(`the <bank_code> of ${path}`) : z.undefined().optional(),
    credentials: z.object({
      partnerName: partner,
      partnerPassword: needed('the API password of the partner'),
      useAuthByCert: needed('"true" or what else the service wants'),
    }),
    encryption: encryptionSchema,
    conditions: z.record(z.string(), z.looseObject({ credentials: own, unknownPartner: partner.optional() })),
  });
  return complete.superRefine(({ credentials: usual, conditions }, context) => {
    const { credentials: other = {}, unknownPartner } = conditions['unauthorized'] ?? {};
    const { partnerName = usual.partnerName, partnerPassword, rightPassword } = other;
    const fail = (setting: string, found: string, expected: string): void =>
      context.addIssue({
        code: 'custom',
        message: expected,
        ...rule(found, '', 'conditions', 'unauthorized', ...setting.split('.')),
        input: null,
      });
    if (unknownPartner === usual.partnerName)
      fail('unknownPartner', 'credentials.partnerName', 'a partner that the service does not know');
    if (partnerName !== usual.partnerName && rightPassword === undefined)
      fail(
        'credentials',
        'another partner alone',
        'its rightPassword beside it: wrong passwords are made from it',
      );
    if (partnerPassword !== undefined && partnerPassword === (rightPassword ?? usual.partnerPassword))
      fail(
        'credentials.partnerPassword',
        'the right password',
        'a wrong one, or nothing: the suite makes one up',
      );
  });
}
