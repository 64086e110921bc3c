import { UserError } from '../errors.ts';
import { specification } from '../spec/variant.ts';
import { needsBankCode } from '../target/known-variant.ts';
import { neededKey, schemes } from '../target/scheme.ts';
import type { Scheme } from '../target/scheme.ts';
import { known, loadChecks, right } from './init-check.ts';
import type { Checked, Wrong } from './init-check.ts';
import type { Given } from './option.ts';
import type { ProfileAnswers } from './profile-draft.ts';

/** Asks a person; an empty answer means that it is left open. */
export type Ask = (question: string) => Promise<string>;

/** Answers as they were given, not yet checked; no variant stands for all. */
interface RawAnswers extends Omit<ProfileAnswers, 'scheme'> {
  readonly scheme: string | null;
}

/** What the options say. */
export function answersFrom(given: Given): RawAnswers {
  return {
    baseUrl: given.text('base-url') ?? null,
    variants: given.texts('variant'),
    bankCode: given.text('bank-code') ?? null,
    partner: given.text('partner') ?? null,
    scheme: given.text('scheme') ?? null,
    key: given.text('key') ?? null,
  };
}

/** Asks, and tells what is wrong with an answer. */
export interface Interview {
  readonly ask: Ask;
  readonly tell: (line: string) => void;
}

const mostTries = 3;

/** What a person says, each answer checked where it is given and asked for again; rejects with a UserError where the third is wrong too. Never asked for a password. */
export async function askAll({ ask, tell }: Interview): Promise<ProfileAnswers> {
  const checks = await loadChecks();
  const answer = async <Value>(
    question: string,
    check: (answer: string | null) => Checked<Value>,
  ): Promise<Value> => {
    for (let tries = 1; ; tries += 1) {
      const found = check((await ask(question)).trim() || null);
      if (found.kind === 'right') return found.value;
      if (tries === mostTries) throw refusal(found);
      tell(`found ${found.found}, expected ${found.expected}`);
    }
  };
  const baseUrl = await answer('Base URL of the target: ', checks.baseUrl);
  const variants = await answer(
    `Variants that it implements (${known.join(', ')}; all if left out): `,
    (listed) => checks.variants(listed?.split(/[\s,]+/).filter((id) => id !== '') ?? known),
  );
  const asksCode = specification.variants.some((each) => variants.includes(each.id) && needsBankCode(each));
  const bankCode = asksCode
    ? await answer('Bank code in the path: ', (code) => checks.bankCode(code, variants))
    : null;
  const partner = await answer('Name of the partner: ', (name) => checks.partner(name, variants));
  const scheme = await answer(
    `Encryption scheme (${schemes.join(', ')}; rsa-oaep if left out): `,
    checks.scheme,
  );
  const key = await answer(questionFor(scheme), (file) => right(file));
  return { baseUrl, variants, bankCode, partner, scheme, key };
}

const questions = {
  key: 'Certificate or public key of the service (file): ',
  command: 'Program that encrypts (file): ',
  module: 'Module that encrypts (file): ',
} as const;

const questionFor = (scheme: Scheme): string => questions[neededKey(scheme)];

/** The answers, if the profile takes them; rejects with a UserError that names the option. */
export async function checkAnswers(raw: RawAnswers): Promise<ProfileAnswers> {
  const checks = await loadChecks();
  const variants = required(checks.variants(raw.variants));
  return {
    baseUrl: required(checks.baseUrl(raw.baseUrl)),
    variants,
    bankCode: required(checks.bankCode(raw.bankCode, variants)),
    partner: required(checks.partner(raw.partner, variants)),
    scheme: required(checks.scheme(raw.scheme)),
    key: raw.key,
  };
}

function required<Value>(checked: Checked<Value>): Value {
  if (checked.kind === 'wrong') throw refusal(checked);
  return checked.value;
}

const refusal = ({ option, found, expected }: Wrong): UserError =>
  new UserError(
    'usage',
    'wrong-option-value',
    `--${option}: found ${found}, expected ${expected}`,
    'see init --help; nothing was written',
  );
