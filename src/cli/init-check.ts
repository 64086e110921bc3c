import { specification } from '../spec/variant.ts';
import { hasNumericPartner, needsBankCode } from '../target/known-variant.ts';
import { nearMiss } from '../target/near-miss.ts';
import { schemes } from '../target/scheme.ts';
import type { Scheme } from '../target/scheme.ts';

/** An answer that a profile does not take. */
export interface Wrong {
  readonly kind: 'wrong';
  /** The option that gives it. */
  readonly option: string;
  readonly found: string;
  readonly expected: string;
}

/** An answer that was looked at. */
export type Checked<Value> = { readonly kind: 'right'; readonly value: Value } | Wrong;

/** Whether a profile takes what goes into it, one answer after the other; null: it is left open. */
export interface Checks {
  readonly baseUrl: (url: string | null) => Checked<string | null>;
  readonly variants: (ids: readonly string[]) => Checked<readonly string[]>;
  readonly bankCode: (code: string | null, variants: readonly string[]) => Checked<string | null>;
  readonly partner: (name: string | null, variants: readonly string[]) => Checked<string | null>;
  readonly scheme: (word: string | null) => Checked<Scheme>;
}

/** Ids of all variants. */
export const known: readonly string[] = specification.variants.map(({ id }) => id);

/** An answer that is taken. */
export const right = <Value>(value: Value): Checked<Value> => ({ kind: 'right', value });

/** The checks of a profile's own fields, loaded where they are wanted because they bring zod along. */
export async function loadChecks(): Promise<Checks> {
  const { baseUrl, pathSegment } = await import('../target/field.ts');
  return {
    // A password may stand in an address.
    baseUrl: (url) => fit('base-url', url, baseUrl, (text) => text.replace(/\/\/[^/]*@/, '//…@')),
    variants: checkVariants,
    bankCode: (code, variants) =>
      code !== null && !claimed(variants).some(needsBankCode)
        ? wrong('bank-code', code, `none, no path of variant ${variants.join(', ')} has one`)
        : fit('bank-code', code, pathSegment),
    partner: checkPartner,
    scheme: checkScheme,
  };
}

const claimed = (variants: readonly string[]) =>
  specification.variants.filter(({ id }) => variants.includes(id));

function checkVariants(ids: readonly string[]): Checked<readonly string[]> {
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) return wrong('variant', unknown, `one of ${known.join(', ')}`);
  return right(ids.length === 0 ? known : [...new Set(ids)]);
}

function checkPartner(name: string | null, variants: readonly string[]): Checked<string | null> {
  const numeric = claimed(variants).find(hasNumericPartner);
  if (name === null || numeric === undefined || /^\d+$/.test(name)) return right(name);
  return wrong('partner', name, `digits, variant ${numeric.id} sends an int`);
}

function checkScheme(word: string | null): Checked<Scheme> {
  const found = schemes.find((each) => each === (word ?? 'rsa-oaep'));
  if (found !== undefined) return right(found);
  const near = nearMiss(word ?? '', schemes);
  const question = near === null ? '' : `; did you mean ${near}?`;
  return wrong('scheme', word ?? '', `one of ${schemes.join(', ')}${question}`);
}

interface Field {
  readonly safeParse: (value: unknown) =>
    | { readonly success: true }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly { readonly message: string }[] };
      };
}

function fit(
  option: string,
  value: string | null,
  field: Field,
  shown: (value: string) => string = (text) => text,
): Checked<string | null> {
  const parsed = value === null ? null : field.safeParse(value);
  if (value === null || parsed === null || parsed.success) return right(value);
  return wrong(option, shown(value), parsed.error.issues[0]?.message ?? 'another value');
}

const wrong = (option: string, found: string, expected: string): Wrong => ({
  kind: 'wrong',
  option,
  found: JSON.stringify(found),
  expected,
});
