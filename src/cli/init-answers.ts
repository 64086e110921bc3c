import { UserError } from '../errors.ts';
import { specification } from '../spec/variant.ts';
import { baseUrl, pathSegment } from '../target/field.ts';
import { nearMiss } from '../target/near-miss.ts';
import { quote } from '../target/place.ts';
import { neededSetting, schemes } from '../target/schema.ts';
import type { Scheme } from '../target/schema.ts';
import { hasNumericPartner, needsBankCode } from '../target/check.ts';
import type { Given } from './option.ts';
import type { ProfileAnswers } from './profile-draft.ts';

/** Asks a person; an empty answer means that it is left open. */
export type Ask = (question: string) => Promise<string>;

/** Asks, and says what is wrong with an answer. */
export interface Interview {
  readonly ask: Ask;
  readonly tell: (line: string) => void;
}

/** The options that answer, in the order in which the questions are asked. */
const options = ['base-url', 'variant', 'bank-code', 'partner', 'scheme', 'key'] as const;

type Option = (typeof options)[number];

/** Answers by option, as texts; what is left out stays open. */
type Texts = Readonly<Partial<Record<Option, string>>>;

/** What is wrong with an answer. */
interface Problem {
  readonly found: string;
  readonly expected: string;
}

/** The answers that the options give, if the profile takes them; throws a UserError that names the option. */
export function answersFrom(given: Given): ProfileAnswers {
  const texts = Object.fromEntries(
    options.flatMap((option) => {
      const text = option === 'variant' ? given.texts(option).join(' ') : given.text(option);
      return text === undefined ? [] : [[option, text]];
    }),
  );
  for (const option of options) {
    const problem = problemOf(option, texts);
    if (problem !== null) throw refusal(option, problem);
  }
  return answersOf(texts);
}

const mostTries = 3;

/** What a person says, each answer checked where it is given and asked for again; rejects with a UserError where the third is wrong too. Never asks for a password. */
export async function askAll({ ask, tell }: Interview): Promise<ProfileAnswers> {
  let texts: Texts = {};
  for (const option of options) {
    const question = questionOf(option, texts);
    for (let tries = 1; question !== null; tries += 1) {
      const text = (await ask(question)).trim();
      const next = text === '' ? texts : { ...texts, [option]: text };
      const problem = problemOf(option, next);
      if (problem === null) {
        texts = next;
        break;
      }
      if (tries === mostTries) throw refusal(option, problem);
      tell(`found ${problem.found}, expected ${problem.expected}`);
    }
  }
  return answersOf(texts);
}

const known: readonly string[] = specification.variants.map(({ id }) => id);

const variantsOf = ({ variant = '' }: Texts): readonly string[] => {
  const ids = variant.split(/[\s,]+/).filter((id) => id !== '');
  return ids.length === 0 ? known : [...new Set(ids)];
};

const claimed = (texts: Texts) => specification.variants.filter(({ id }) => variantsOf(texts).includes(id));

const schemeOf = ({ scheme = 'rsa-oaep' }: Texts): Scheme | undefined =>
  schemes.find((each) => each === scheme);

function answersOf(texts: Texts): ProfileAnswers {
  return {
    baseUrl: texts['base-url'] ?? null,
    variants: variantsOf(texts),
    bankCode: texts['bank-code'] ?? null,
    partner: texts.partner ?? null,
    scheme: schemeOf(texts) ?? 'rsa-oaep',
    key: texts.key ?? null,
  };
}

const fileQuestions = {
  key: 'Certificate or public key of the service (file): ',
  command: 'Program that encrypts (file): ',
  module: 'Module that encrypts (file): ',
} as const;

/** Null: there is nothing to ask. */
function questionOf(option: Option, texts: Texts): string | null {
  switch (option) {
    case 'base-url':
      return 'Base URL of the target: ';
    case 'variant':
      return `Variants that it implements (${known.join(', ')}; all if left out): `;
    case 'bank-code':
      return claimed(texts).some(needsBankCode) ? 'Bank code in the path: ' : null;
    case 'partner':
      return 'Name of the partner: ';
    case 'scheme':
      return `Encryption scheme (${schemes.join(', ')}; rsa-oaep if left out): `;
    case 'key':
      return fileQuestions[neededSetting(schemeOf(texts) ?? 'rsa-oaep')];
  }
}

/** What a profile would not take. */
function problemOf(option: Option, texts: Texts): Problem | null {
  const text = texts[option];
  if (text === undefined) return null;
  switch (option) {
    case 'base-url':
      // A password may stand in an address.
      return unfit(baseUrl, text, text.replace(/\/\/[^/]*@/, '//…@'));
    case 'variant': {
      const wrong = variantsOf(texts).find((id) => !known.includes(id));
      return wrong === undefined ? null : { found: quote(wrong), expected: `one of ${known.join(', ')}` };
    }
    case 'bank-code': {
      const none = `none, no path of variant ${variantsOf(texts).join(', ')} has one`;
      if (claimed(texts).some(needsBankCode)) return unfit(pathSegment, text);
      return { found: quote(text), expected: none };
    }
    case 'partner': {
      const numeric = claimed(texts).find(hasNumericPartner);
      if (numeric === undefined || /^\d+$/.test(text)) return null;
      return { found: quote(text), expected: `digits, variant ${numeric.id} sends an int` };
    }
    case 'scheme': {
      const near = nearMiss(text, schemes);
      const question = near === null ? '' : `; did you mean ${near}?`;
      if (schemeOf(texts) !== undefined) return null;
      return { found: quote(text), expected: `one of ${schemes.join(', ')}${question}` };
    }
    case 'key':
      return null;
  }
}

function unfit(
  field: typeof baseUrl | typeof pathSegment,
  text: string,
  shown: string = text,
): Problem | null {
  const { error } = field.safeParse(text);
  if (error === undefined) return null;
  return { found: quote(shown), expected: error.issues[0]?.message ?? 'another value' };
}

function refusal(option: Option, { found, expected }: Problem): UserError {
  const message = `--${option}: found ${found}, expected ${expected}`;
  return new UserError('usage', 'wrong-option-value', message, 'see init --help; nothing was written');
}
