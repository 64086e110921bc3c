import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { Risk, Validity } from './risk.ts';
import { wrongPasswordKind } from './wrong-password.ts';
import type { WrongPassword } from './wrong-password.ts';

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
  /** The question that an observation asks with this form alone; undefined if none does. */
  readonly question?: Message;
  /** Forms with this name are alike to a service: see `form` of `Named`. */
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
  question: message('ask-password-written', { encoding }),
  alike: 'written',
});

/** All forms except wrong passwords, which are encrypted like the right one. Observed in this order. */
const forms = {
  encrypted: { ...encrypted, validity: 'valid', risk: 'right' },
  /** The right password of the partner whose passwords are guessed. */
  right: { ...encrypted, validity: 'valid', risk: 'misreadable' },
  plain: { ...malformed, shown: '<password>', make: ({ password }) => password },
  empty: { ...malformed, shown: '', make: () => '', question: message('ask-password-empty') },
  blank: { ...malformed, shown: ' ', make: () => ' ', question: message('ask-password-blank') },
  base64: written('base64'),
  base64url: written('base64url'),
  hex: written('hex'),
  undecryptable: {
    ...malformed,
    shown: '<ciphertext>',
    make: async ({ password, encrypt }) => scramble(await encrypt(password)),
    question: message('ask-password-undecryptable'),
  },
} as const satisfies Readonly<Record<string, Form>>;

export type PasswordForm = keyof typeof forms | WrongPassword;

export function formOf(id: PasswordForm): Form {
  const wrong = wrongPasswordKind(id);
  if (wrong === undefined) return forms[id as keyof typeof forms];
  return { ...encrypted, validity: wrong.accepted === 'review' ? 'nearly' : 'invalid', risk: 'wrong' };
}

/** Forms that have an observation of their own, each with its question, and with the name of those like it. */
export const observedForms: readonly (readonly [PasswordForm, Message, alike?: string | undefined])[] =
  Object.entries<Form>(forms).flatMap(([id, { question, alike }]) =>
    question === undefined ? [] : [[id as PasswordForm, question, alike] as const],
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
