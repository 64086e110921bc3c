// Merges the settings of a variant over the common ones, and checks that they are complete.

import type { z } from 'zod';
import { variants as specified } from '#banks/specification.ts';
import type { VariantId } from '#banks/specification.ts';
import { describe, isMapping, textsIn, valueAt } from '../base/path.ts';
import type { Path } from '../base/path.ts';
import { check } from '../base/problem.ts';
import { fitsScheme, variantSchema } from './schema.ts';

/** Complete but for key files: `encryption.key` is still a path. */
export type Merged = z.output<typeof variantSchema>;

type Fault = readonly [is: boolean, path: Path, expected: string];

/** One variant of a profile as it is written, with which `profileSchema` is content. */
export function mergeVariant(profile: unknown, id: VariantId, hide: (text: string) => string) {
  const both = (name: string) =>
    [valueAt(profile, [name]), valueAt(profile, ['variants', id, name])] as const;
  const [, bankCode] = both('bankCode');
  const [common, own] = both('encryption');
  const [usual = 'rsa-oaep', scheme = usual] = [common, own].map((one) => valueAt(one, ['scheme']));
  // With a scheme of its own, a variant inherits only what fits it.
  const inherited = Object.entries(Object(common)).filter(
    ([name]) => scheme === usual || fitsScheme(String(scheme), name),
  );
  const { conditions: known } = specified[id];
  const conditions = Object.entries(Object(merge(...both('conditions')))).filter(([name]) => name in known);
  const merged = {
    bankCode,
    credentials: merge(...both('credentials')),
    encryption: { ...Object.fromEntries(inherited), ...Object(own), scheme },
    headers: merge(...both('headers')),
    conditions: Object.fromEntries(conditions),
  };
  const { data, problems } = check(variantSchema, merged, hide);
  const partners = textsIn(merged).filter((one) => isPartner.test(String(one.path.at(-1))));
  const digits = `digits only: variant ${id} sends it as an int`;
  const given = Object.keys(Object(both('conditions')[1]));
  const strange = `nothing: variant ${id} has no such condition`;
  const faults: readonly Fault[] = [
    [id === 'b' && bankCode === undefined, ['bankCode'], `the <bank_code> of ${specified.b.path}`],
    ...partners.map((one): Fault => [id === 'b' && !/^\d+$/.test(one.text), one.path, digits]),
    ...given.map((name): Fault => [!(name in known), ['conditions', name], strange]),
    ...(data === undefined ? [] : contradictionsIn(data)),
  ];
  /** In the variant's own section where it stands, or is missing, there. */
  const placeOf = (...at: Path): Path => {
    const special = ['variants', id, ...at];
    const isIn = (whole: Path): boolean => valueAt(profile, whole) !== undefined;
    return isIn(special) || (!isIn(at) && isIn(special.slice(0, -1))) ? special : at;
  };
  const found = faults.flatMap(([is, path, expected]) =>
    is ? [{ path, found: describe(valueAt(profile, placeOf(...path))), expected }] : [],
  );
  const all = [...problems, ...found].map((one) => ({ ...one, path: placeOf(...one.path) }));
  return { data, placeOf, problems: all };
}

const isPartner = /^(?:partnerName|unknownPartner)$/;

/** A setting of the variant counts, a header whatever its case; what is empty says nothing. */
function merge(common: unknown, own: unknown): unknown {
  const [usual, special] = [common ?? {}, own ?? {}];
  if (!isMapping(usual) || !isMapping(special)) return own ?? common;
  const names = Object.keys(special).map((name) => name.toLowerCase());
  const kept = Object.entries(usual).filter(([name]) => !names.includes(name.toLowerCase()));
  const merged = [...kept, ...Object.entries(special)].map(([name, value]) => {
    const isWhole = name === 'setup' || name === 'teardown';
    return [name, isWhole ? value : merge(valueAt(usual, [name]), value)] as const;
  });
  return Object.fromEntries(merged.filter(([, value]) => !isMapping(value) || Object.keys(value).length > 0));
}

/** Settings of `unauthorized` whose answers would say nothing. */
function contradictionsIn({ credentials: usual, conditions }: Merged): readonly Fault[] {
  const { credentials: other = {}, unknownPartner } = conditions.unauthorized;
  const { partnerName = usual.partnerName, partnerPassword, rightPassword } = other;
  const isOther = partnerName !== usual.partnerName;
  const isRight =
    partnerPassword !== undefined && partnerPassword === (rightPassword ?? usual.partnerPassword);
  const at = (...path: Path): Path => ['conditions', 'unauthorized', ...path];
  return [
    [unknownPartner === usual.partnerName, at('unknownPartner'), 'a partner that the service does not know'],
    [isOther && rightPassword === undefined, at('credentials'), 'rightPassword beside another partnerName'],
    [isRight, at('credentials', 'partnerPassword'), 'a wrong one, or nothing'],
  ];
}
