import { UserError } from '../errors.ts';
import { specification } from '../spec/variant.ts';
import { hasNumericPartner, needsBankCode } from '../target/known-variant.ts';
import { nearMiss } from '../target/near-miss.ts';
import { neededKey, schemes } from '../target/scheme.ts';
import type { Scheme } from '../target/scheme.ts';
import type { Given } from './option.ts';
import type { ProfileAnswers } from './profile-draft.ts';

/** Asks a person; an empty answer means that it is left open. */
export type Ask = (question: string) => Promise<string>;

/** Answers as they were given, not yet checked. */
export interface RawAnswers extends Omit<ProfileAnswers, 'scheme'> {
  readonly scheme: string | null;
}

/** What the options say. */
export function answersFrom(given: Given): RawAnswers {
  const variants = given.texts('variant');
  return {
    baseUrl: given.text('base-url') ?? null,
    variants: variants.length === 0 ? specification.variants.map(({ id }) => id) : [...new Set(variants)],
    bankCode: given.text('bank-code') ?? null,
    partner: given.text('partner') ?? null,
    scheme: given.text('scheme') ?? null,
    key: given.text('key') ?? null,
  };
}

/** What a person says; never asked for a password. */
export async function askAll(ask: Ask): Promise<RawAnswers> {
  const answer = async (question: string): Promise<string | null> => (await ask(question)).trim() || null;
  const known = specification.variants.map(({ id }) => id);
  const baseUrl = await answer('Base URL of the target: ');
  const listed = await answer(`Variants that it implements (${known.join(', ')}; all if left out): `);
  const variants = listed === null ? known : [...new Set(listed.split(/[\s,]+/).filter((id) => id !== ''))];
  const asksCode = specification.variants.some((each) => variants.includes(each.id) && needsBankCode(each));
  const bankCode = asksCode ? await answer('Bank code in the path: ') : null;
  const partner = await answer('Name of the partner: ');
  const scheme = await answer(`Encryption scheme (${schemes.join(', ')}; rsa-oaep if left out): `);
  return { baseUrl, variants, bankCode, partner, scheme, key: await answer(questionFor(scheme)) };
}

function questionFor(scheme: string | null): string {
  const needed = schemes.find((each) => each === scheme);
  switch (needed === undefined ? 'key' : neededKey(needed)) {
    case 'key':
      return 'Certificate or public key of the service (file): ';
    case 'command':
      return 'Program that encrypts (file): ';
    case 'module':
      return 'Module that encrypts (file): ';
  }
}

/** The answers, if the profile takes them; rejects with a UserError that names the option. */
export async function checkAnswers(raw: RawAnswers): Promise<ProfileAnswers> {
  // Loaded where it is wanted, because it brings zod along.
  const { baseUrl, pathSegment } = await import('../target/field.ts');
  const known = specification.variants.map(({ id }) => id);
  const unknown = raw.variants.find((id) => !known.includes(id));
  if (unknown !== undefined) throw wrong('variant', unknown, `one of ${known.join(', ')}`);
  requireFit('base-url', raw.baseUrl, baseUrl);
  requireFit('bank-code', raw.bankCode, pathSegment);
  const claimed = specification.variants.filter(({ id }) => raw.variants.includes(id));
  const numeric = claimed.find(hasNumericPartner);
  if (raw.bankCode !== null && !claimed.some(needsBankCode)) {
    throw wrong('bank-code', raw.bankCode, `none, no path of variant ${raw.variants.join(', ')} has one`);
  }
  if (raw.partner !== null && numeric !== undefined && !/^\d+$/.test(raw.partner)) {
    throw wrong('partner', raw.partner, `digits, variant ${numeric.id} sends an int`);
  }
  return { ...raw, scheme: schemeOf(raw.scheme) };
}

function schemeOf(word: string | null): Scheme {
  const found = schemes.find((each) => each === (word ?? 'rsa-oaep'));
  if (found !== undefined) return found;
  const near = nearMiss(word ?? '', schemes);
  const question = near === null ? '' : `; did you mean ${near}?`;
  throw wrong('scheme', word ?? '', `one of ${schemes.join(', ')}${question}`);
}

interface Field {
  readonly safeParse: (value: unknown) =>
    | { readonly success: true }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly { readonly message: string }[] };
      };
}

function requireFit(option: string, value: string | null, field: Field): void {
  const parsed = value === null ? null : field.safeParse(value);
  if (value === null || parsed === null || parsed.success) return;
  // A password may stand in an address.
  throw wrong(
    option,
    value.replace(/\/\/[^/]*@/, '//…@'),
    parsed.error.issues[0]?.message ?? 'another value',
  );
}

const wrong = (option: string, found: string, expected: string): UserError =>
  new UserError(
    'usage',
    'wrong-option-value',
    `--${option}: found ${JSON.stringify(found)}, expected ${expected}`,
    'see init --help; nothing was written',
  );
