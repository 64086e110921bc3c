import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { Risk, Validity } from './risk.ts';

/** What the value of the password parameter is made from. */
interface Source {
  readonly password: string;
  /** Rejects with a UserError. */
  readonly encrypt: (password: string) => Promise<string>;
}

/** What the suite knows about one form in which a password is sent. */
interface Form {
  readonly validity: Validity;
  /** Possible cost if it is sent with a real partner name. */
  readonly risk: Risk;
  /** The value in records: a placeholder replaces a secret. */
  readonly shown: '<password>' | '<ciphertext>' | '' | ' ';
  readonly make: (source: Source) => string | Promise<string>;
  /** The question that an observation asks with this form alone, and its request; undefined if none does. */
  readonly asks?: { readonly question: Message; readonly words: Message };
  /** Forms with this name are alike to a service: see `form` of `Difference`. */
  readonly alike?: string;
}

const encrypted = {
  shown: '<ciphertext>',
  make: ({ password, encrypt }: Source) => encrypt(password),
} as const;

/** A form that must not obtain the list, and that services usually refuse as malformed. */
const malformed = { validity: 'invalid', risk: 'misreadable' } as const;

/** The password in another encoding, not encrypted. */
const written = (encoding: 'base64' | 'base64url' | 'hex'): Form => ({
  ...malformed,
  shown: '<password>',
  make: ({ password }) => Buffer.from(password, 'utf8').toString(encoding),
  asks: {
    question: message('ask-password-written', { encoding }),
    words: message('request-password-written', { encoding }),
  },
  alike: 'written',
});

/** All forms except wrong passwords, which are encrypted like the right one. Observed in this order. */
const forms = {
  encrypted: { ...encrypted, validity: 'valid', risk: 'right' },
  /** The right password of the partner whose passwords are guessed. */
  right: { ...encrypted, validity: 'valid', risk: 'misreadable' },
  plain: { ...malformed, shown: '<password>', make: ({ password }) => password },
  empty: {
    ...malformed,
    shown: '',
    make: () => '',
    asks: { question: message('ask-password-empty'), words: message('request-password-empty') },
  },
  blank: {
    ...malformed,
    shown: ' ',
    make: () => ' ',
    asks: { question: message('ask-password-blank'), words: message('request-password-blank') },
  },
  base64: written('base64'),
  base64url: written('base64url'),
  hex: written('hex'),
  undecryptable: {
    ...malformed,
    shown: '<ciphertext>',
    make: async ({ password, encrypt }) => scramble(await encrypt(password)),
    asks: {
      question: message('ask-password-undecryptable'),
      words: message('request-password-undecryptable'),
    },
  },
} as const satisfies Readonly<Record<string, Form>>;

export type PasswordForm = keyof typeof forms | WrongPassword;

export function formOf(id: PasswordForm): Form {
  const wrong = wrongPasswordKind(id);
  if (wrong === undefined) return forms[id as keyof typeof forms];
  return { ...encrypted, validity: wrong.accepted === 'review' ? 'nearly' : 'invalid', risk: 'wrong' };
}

/** Forms that have an observation of their own, each with its words, and with the name of those like it. */
export const observedForms = Object.entries<Form>(forms).flatMap(([id, { asks, alike }]) =>
  asks === undefined ? [] : [{ id: id as PasswordForm, ...asks, alike }],
);

const cycles = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];

/** Text of the same encoding and length that no key decrypts: letters and digits move on by one. */
export function scramble(ciphertext: string): string {
  return ciphertext
    .split('\n')
    .map((line) => (line.startsWith('-----') ? line : line.replaceAll(/[0-9A-Za-z]/g, moveOn)))
    .join('\n');
}

const moveOn = (character: string): string => {
  const members = cycles.find((one) => one.includes(character)) ?? character;
  return members[(members.indexOf(character) + 1) % members.length] ?? '';
};

/** What wrong passwords are made from. */
interface Clues {
  readonly right: string;
  /** Passwords of other partners in the profile. */
  readonly others: readonly string[];
  /** Text between the password and the next part of the profile's template; null if no part can be injected. */
  readonly separator: string | null;
  /** Returns another character of the same kind. */
  readonly another: (character: string) => string;
}

/** One kind of wrong password, correctly encrypted. */
export interface WrongPasswordKind {
  /**
   * Also part of the codes of its words (`ask-ID`, `request-ID`) and of its case id (`observed.password.ID`).
   */
  readonly id: string;
  /** Returns null if the profile lacks what is needed. */
  readonly make: (clues: Clues) => string | null;
  /** The reason if `make` returns null. */
  readonly lacks?: 'no-other-partner' | 'no-separator';
  /**
   * The result if a service accepts it. `review`: the service may do so on purpose; not part of class `full`.
   */
  readonly accepted: 'fail' | 'review';
  /** An encrypting program may drop what is added (`read`, `$(cat)`, `strlen`) and send the right password. */
  readonly isDroppable?: true;
}

const lastOf = (text: string): string => Array.from(text).at(-1) ?? '';
const withoutLast = (text: string): string => Array.from(text).slice(0, -1).join('');

const swapped = (character: string): string =>
  character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase();

function withCaseSwapped(right: string): string {
  const characters = Array.from(right);
  const at = characters.findIndex((character) => swapped(character) !== character);
  return characters.map((one, index) => (index === at ? swapped(one) : one)).join('');
}

/**
 * All kinds in the order in which they are tried. Every run sends and judges the first one. The others are
 * observed as far as the limit of failed logins allows, those likeliest to be accepted first.
 */
export const wrongPasswords = [
  {
    id: 'appended',
    accepted: 'fail',
    make: ({ right, another }) => `${right}${another(lastOf(right))}`,
  },
  { id: 'encrypted-empty', accepted: 'fail', make: () => '' },
  {
    id: 'last-replaced',
    accepted: 'fail',
    make: ({ right, another }) => `${withoutLast(right)}${another(lastOf(right))}`,
  },
  { id: 'last-missing', accepted: 'fail', make: ({ right }) => withoutLast(right) },
  {
    id: 'line-break-appended',
    accepted: 'fail',
    isDroppable: true,
    make: ({ right }) => `${right}\n`,
  },
  { id: 'first-eight', accepted: 'fail', make: ({ right }) => Array.from(right).slice(0, 8).join('') },
  { id: 'first-missing', accepted: 'fail', make: ({ right }) => Array.from(right).slice(1).join('') },
  {
    id: 'nul-appended',
    accepted: 'fail',
    isDroppable: true,
    make: ({ right, another }) => `${right}\0${another(lastOf(right))}`,
  },
  {
    id: 'other-partner',
    accepted: 'fail',
    lacks: 'no-other-partner',
    make: ({ right, others }) => others.find((other) => other !== right) ?? null,
  },
  {
    id: 'separator-appended',
    accepted: 'fail',
    lacks: 'no-separator',
    make: ({ right, separator, another }) =>
      separator === null ? null : `${right}${separator}${another(lastOf(right))}`,
  },
  { id: 'case-swapped', accepted: 'review', make: ({ right }) => withCaseSwapped(right) },
  { id: 'surrounded', accepted: 'review', isDroppable: true, make: ({ right }) => ` ${right} ` },
] as const satisfies readonly WrongPasswordKind[];

export type WrongPassword = (typeof wrongPasswords)[number]['id'];

export const [judgedKind, ...observedKinds] = wrongPasswords;
export const judgedPassword = judgedKind.id;

/** Undefined for a form that is not a wrong password. */
export const wrongPasswordKind = (id: string | undefined): WrongPasswordKind | undefined =>
  wrongPasswords.find((kind) => kind.id === id);

export const isWrongPassword = (form: string | undefined): form is WrongPassword =>
  wrongPasswordKind(form) !== undefined;
