import { createHash } from 'node:crypto';
import type { Encryptor } from '../encryption/registry.ts';
import type { TestRequest } from '../plan/test-case.ts';
import {
  formOf,
  isWrongPassword,
  judgedPassword,
  wrongPasswordKind,
  wrongPasswords,
} from '../plan/password-form.ts';
import type { PasswordForm, WrongPassword } from '../plan/password-form.ts';
import { open } from '../plan/write-parts.ts';
import type { Value } from '../plan/write-parts.ts';
import type { Variant } from '../operation/specification.ts';
import type { Credentials, Target, VariantTarget } from '../profile/target.ts';
import type { NotSent } from '../judge/evidence.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';

export interface Values {
  readonly values: ReadonlyMap<string, Value>;
  /** A wrong password made from the right one. It is masked as well. */
  readonly derived: string | null;
}

/** Why a request cannot be made. */
const none = (kind: NotSent['kind'], note: Message): NotSent => ({ kind, reason: 'vacuous', note });

/** What the credentials of a request are made from. */
interface Known {
  readonly settings: VariantTarget;
  readonly madeUp: MadeUp;
}

export interface Passwords extends Known {
  readonly encryptor: Pick<Encryptor, 'fits'>;
}

interface Ingredients extends Known {
  readonly variant: Variant;
  readonly encryptor: Encryptor;
  /** The baseline's ciphertext, for a replay. */
  readonly previous: string | null;
}

/** The parameters of a request by name, in order, or why there are none. Rejects with a UserError. */
export async function makeValues(
  testRequest: TestRequest,
  ingredients: Ingredients,
): Promise<Values | NotSent> {
  const form = testRequest.password ?? 'encrypted';
  const isWrong = isWrongPassword(form);
  const credentials = credentialsOf(testRequest, ingredients);
  if (credentials === null) return none('other', message('no-such-partner'));
  const right = form === 'right' ? rightPassword(testRequest.condition, ingredients.settings) : null;
  const password = isWrong
    ? wrongPassword(form, testRequest, ingredients)
    : (right ?? credentials.partnerPassword);
  if (typeof password !== 'string') return password;
  const values = new Map<string, Value>();
  for (const { name, role } of ingredients.variant.parameters) {
    if (testRequest.without?.includes(name)) continue;
    switch (role) {
      case 'partner':
        values.set(name, open(credentials.partnerName));
        break;
      case 'flag':
        values.set(name, open(credentials.useAuthByCert));
        break;
      case 'password':
        values.set(name, await passwordValue(testRequest, form, password, ingredients));
        break;
    }
  }
  return { values, derived: isWrong && password !== '' ? password : null };
}

/** The credentials before encryption. Null if the partner's name cannot be changed in this way. */
export function credentialsOf(
  { id, partner, condition }: TestRequest,
  { settings: { bankCode, credentials, conditions }, madeUp }: Known,
): Credentials | null {
  if (partner === undefined) return { ...credentials, ...conditions[condition]?.credentials };
  const { partnerName: known } = credentials;
  const named = (partnerName: string): Credentials => ({ ...credentials, partnerName });
  const random = madeUp.chance(`${bankCode ?? ''}/${id}`);
  switch (partner) {
    case 'unknown':
      return named(conditions.unauthorized?.unknownPartner ?? madeUp.unknownPartner(known, random));
    case 'longer':
      return named(`${known}${drawn(digits, random) ?? ''}`);
    case 'preceded':
      return named(
        `${Array.from({ length: 6 }, () => drawn(digits.slice(1), random) ?? '').join('')}${known}`,
      );
    case 'lettered':
      return named(`${known}${[1, 2, 3].map(() => drawn(letters, random) ?? '').join('')}`);
    case 'wrapped':
      return /^\d+$/.test(known) ? named(`${BigInt(known) + 2n ** 32n}`) : null;
    case 'leading-zero':
      return /^\d+$/.test(known) ? named(`0${known}`) : null;
    case 'decimal':
      return /^\d+$/.test(known) ? named(`${known}.0`) : null;
    case 'shortened': {
      const shortened = Array.from(known).slice(0, -1).join('');
      return shortened === '' ? null : named(shortened);
    }
    case 'wildcard':
      return named('%');
  }
}

/** A wrong password before encryption, or why there is none. A password in the profile is used as it is. */
export function wrongPassword(
  form: WrongPassword,
  { condition, status, mutation }: TestRequest,
  { settings, madeUp, encryptor }: Passwords,
): string | NotSent {
  const { credentials, conditions, encryption } = settings;
  const given =
    condition === 'unauthorized' ? conditions[condition]?.credentials?.partnerPassword : undefined;
  if (status !== null && given !== undefined) return given;
  const right = rightPassword(condition, settings);
  if (right === null) {
    if (status === null) return none('other', message('no-right-password'));
    const random = madeUp.fixed(`${settings.bankCode ?? ''}/password`);
    return madeUp.password(credentials.partnerPassword, random);
  }
  const kind = wrongPasswordKind(form);
  if (kind?.isDroppable === true && encryption.scheme === 'command') {
    return none('no-password', message('program-may-drop'));
  }
  const { partnerName } = { ...credentials, ...conditions[condition]?.credentials };
  const others = madeUp.partners
    .filter((other) => other.partnerName !== partnerName)
    .map((other) => other.partnerPassword);
  const separator = separatorOf(encryption.template);
  const made = (one: WrongPassword): string | null => {
    const random = madeUp.fixed(`${settings.bankCode ?? ''}/${condition}/${one}`);
    const clues = { right, others, separator, another: (last: string) => another(last, random) };
    return wrongPasswordKind(one)?.make(clues) ?? null;
  };
  const isSendable = (one: string | null): one is string =>
    one !== null && one !== right && encryptor.fits(one);
  const usual = [made(judgedPassword), made(substitutePassword)].find(isSendable) ?? null;
  const wrong = form === judgedPassword ? usual : made(form);
  if (wrong === null) return none('no-password', message(kind?.lacks ?? 'same-password'));
  if (wrong === right) return none('no-password', message('same-password'));
  if (!encryptor.fits(wrong)) return none('no-password', message('no-room'));
  // The judged password is used first, and again with another flag value or another partner.
  const isRepeated = status !== null || mutation !== undefined || condition !== 'unauthorized';
  const earlier = isRepeated ? [] : kindsBefore(form);
  const tried = earlier.map((one) => (one === judgedPassword ? usual : made(one)));
  return tried.includes(wrong) ? none('no-password', message('same-password')) : wrong;
}

/** Replaces the judged wrong password if that is too long to be encrypted. */
const substitutePassword: WrongPassword = 'last-replaced';

/** Separators that no reader of the template's parts takes for a member, a tag or a field of a form. */
const plainSeparator = /^[\s|:;,.\-_/#~!+*$%^@\\]+$/;

/**
 * Text between the password and its neighbour in a template. Null if there is none, or if the parts are members
 * of a structure (JSON, XML, a form): there, injected text would leave the password right.
 */
export function separatorOf(template: string): string | null {
  const [before = '', after = ''] = template.split('{password}');
  const next = /^(.+?)\{(?:timestamp|uuid)\}/s.exec(after)?.[1];
  const previous = /\{(?:timestamp|uuid)\}((?:(?!\{(?:timestamp|uuid)\}).)+)$/s.exec(before)?.[1];
  const separator = next ?? previous ?? '';
  return plainSeparator.test(separator) ? separator : null;
}

const kindsBefore = (form: WrongPassword): readonly WrongPassword[] => {
  const ids = wrongPasswords.map(({ id }) => id);
  return ids.slice(0, ids.indexOf(form));
};

/** The right password of the condition's partner; null if the profile does not contain it. */
function rightPassword(
  condition: TestRequest['condition'],
  { credentials, conditions }: VariantTarget,
): string | null {
  const own = conditions[condition]?.credentials;
  if (condition !== 'unauthorized') return own?.partnerPassword ?? credentials.partnerPassword;
  const isOther = own?.partnerName !== undefined && own.partnerName !== credentials.partnerName;
  return own?.rightPassword ?? (isOther ? null : credentials.partnerPassword);
}

/** Another character of the same category and script, from its neighbours in Unicode. */
function another(character: string, random: Random): string {
  const others = kindOf(character).replace(character, '');
  return drawn(Array.from(others), random) ?? '!';
}

async function passwordValue(
  { mutation, spelling }: TestRequest,
  form: PasswordForm,
  password: string,
  { encryptor, previous }: Ingredients,
): Promise<Value> {
  // JSON escapes the slash.
  const needsRich = spelling === 'rich-ciphertext' || spelling === 'escaped';
  const encrypt = (text: string): Promise<string> =>
    needsRich ? encryptRich(encryptor, text) : encryptor.encrypt(text);
  const { shown, make } = formOf(form);
  const sent =
    mutation?.kind === 'replay' && previous !== null ? previous : await make({ password, encrypt });
  return { sent, shown };
}

const richAttempts = 20;

/** A ciphertext that contains +, / and =, if the encoding has them. */
async function encryptRich(encryptor: Encryptor, password: string): Promise<string> {
  let found = await encryptor.encrypt(password);
  for (let attempt = 1; attempt < richAttempts && !isRich(found) && isBase64(found); attempt += 1) {
    found = await encryptor.encrypt(password);
  }
  return found;
}

const isRich = (text: string): boolean => ['+', '/', '='].every((character) => text.includes(character));

/** True for standard base64 that ends in padding. Only such texts can contain all three characters. */
const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/]+=+$/.test(text);

/** Made-up partners and passwords, with the same lengths and kinds of characters as the real ones. */
export type MadeUp = ReturnType<typeof makeUp>;

const digits = '0123456789';
const letters = 'abcdefghijklmnopqrstuvwxyz';
const punctuation = '!#$%&*+,-./:;=?@_~';
const kinds = [digits, letters, letters.toUpperCase()] as const;

const categories = [/^\p{Lu}$/u, /^\p{Ll}$/u, /^\p{L}$/u, /^\p{Nd}$/u, /^[\p{P}\p{S}]$/u] as const;
/** Range of code points to search. Letters of an alphabet are near each other, and in one block. */
const neighbourhood = 32;

function kindOf(character: string): string {
  const known = kinds.find((members) => members.includes(character));
  if (known !== undefined) return known;
  if (character <= '\x7f') return `${punctuation.replace(character, '')}${character}`;
  const code = character.codePointAt(0) ?? 0;
  const category = categories.find((one) => one.test(character));
  return Array.from({ length: 2 * neighbourhood + 1 }, (_, index) => code - neighbourhood + index)
    .filter((one) => one > 0x7f && one >> 8 === code >> 8)
    .map((one) => String.fromCodePoint(one))
    .filter((one) => one === one.normalize() && category?.test(one) === true)
    .join('');
}

/** Fewer digits may name a real partner. */
const fewestDigits = 6;
/** A name with at least six digits or letters that are not all digits. */
const isMixed = /^(?=.*\D)(?:.*[0-9a-z]){6}/i;

/** Makes up partners from a seed that differ from every name in the profile. */
export function makeUp(target: Target, seed: number) {
  const variants = Object.values(target.variants);
  const taken = new Set(
    variants.flatMap(({ credentials, conditions }) => [
      credentials.partnerName,
      ...Object.values(conditions).flatMap((provision) => provision.credentials?.partnerName ?? []),
    ]),
  );
  const counts = new Map<string, number>();
  /** Numbers for a purpose, the same at each call. */
  const fixed = (purpose: string): Random => randomFor(seed, purpose);
  /** Numbers for a purpose, different at each call. */
  const chance = (purpose: string): Random => {
    const count = (counts.get(purpose) ?? 0) + 1;
    counts.set(purpose, count);
    return fixed(`${purpose}/${count}`);
  };
  /** A text of the same length with the same kinds of characters. */
  const alike = (text: string, random: Random): string =>
    Array.from(text, (character) =>
      /[^\p{L}\p{N}]/u.test(character) ? character : (drawn(Array.from(kindOf(character)), random) ?? ''),
    ).join('');
  /**
   * A partner that does not exist, a 32-bit int like the real one. A new one each time, because a target may
   * lock names.
   */
  const unknownPartner = (like: string, random: Random): string => {
    const length = Math.max(like.length, fewestDigits);
    // More than nine digits may exceed an int.
    const more = length < 9 ? Math.floor(random() * (10 - length)) : 0;
    const first = length > 9 ? '1' : (drawn(digits.slice(1), random) ?? '');
    const name = isMixed.test(like)
      ? alike(like, random)
      : `${first}${alike('0'.repeat(length + more - 1), random)}`;
    return taken.has(name) ? unknownPartner(like, random) : name;
  };
  /** Partners that the profile names. A password of `unauthorized` belongs to nobody. */
  const partners = variants.flatMap(
    ({ credentials, conditions: { unauthorized: _wrong, ...conditions } }) => [
      credentials,
      ...Object.values(conditions).map((provision) => ({ ...credentials, ...provision.credentials })),
    ],
  );
  // From a block reserved for documentation (RFC 5737).
  const address = `198.51.100.${1 + Math.floor(fixed('address')() * 254)}`;
  return { chance, fixed, unknownPartner, password: alike, partners, address } as const;
}

/** Returns numbers from 0 up to, but not including, 1. */
export type Random = () => number;

/** Numbers that a 32-bit seed determines (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Numbers that a seed determines for one purpose, independent of other draws. */
const randomFor = (seed: number, purpose: string): Random =>
  createRandom(createHash('sha256').update(`${seed}:${purpose}`).digest().readUInt32BE(0));

/** A random item, or character of a text; undefined if it is empty. */
const drawn = <Item>(items: ArrayLike<Item>, random: Random): Item | undefined =>
  items[Math.floor(random() * items.length)];

export function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ item }) => item);
}
