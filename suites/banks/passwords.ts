// Wrong passwords that are nearly right, correctly encrypted. Each finds a comparison that is too loose.

import { observed } from './draft.ts';
import { Encrypted } from './row.ts';
import type { Draft } from './draft.ts';
import type { Material, Sentence } from './row.ts';

/** What a neighbour is made of. */
type Clues = Pick<Material, 'partnerPassword' | 'otherPassword' | 'separator' | 'mayDropEnds'>;

interface Kind {
  readonly id: string;
  /** Null: this password has no such neighbour. */
  readonly make: (password: string, clues: Clues) => string | null;
  readonly title: Sentence;
  /** A service may accept it on purpose: then a person decides. */
  readonly isLenient?: true;
}

/** Another character of the same kind: a service may allow no other in a password. */
function alike(character: string): string {
  const kind = [/^\p{Lu}$/u, /^\p{Ll}$/u, /^\p{L}$/u, /^\p{Nd}$/u].find((one) => one.test(character));
  const code = character.codePointAt(0) ?? 0;
  const near = [-1, 1, -2, 2].map((step) => String.fromCodePoint(Math.max(0, code + step)));
  return (
    near.find((one) => kind?.test(one) === true && one === one.normalize()) ?? (character === '!' ? '.' : '!')
  );
}

const characters = (text: string): readonly string[] => Array.from(text);
const last = (text: string): string => characters(text).at(-1) ?? '';
const withoutLast = (text: string): string => characters(text).slice(0, -1).join('');
const appended = (password: string): string => password + alike(last(password));
const replaced = (password: string): string => withoutLast(password) + alike(last(password));

const swapped = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();

function withCaseSwapped(password: string): string {
  const at = characters(password).findIndex((one) => swapped(one) !== one);
  return characters(password)
    .map((one, index) => (index === at ? swapped(one) : one))
    .join('');
}

/** Separators that no reader of the template's parts takes for a member, a tag or a field of a form. */
const plainSeparator = /^[\s|:;,.\-_/#~!+*$%^@\\]+$/;

/**
 * What stands between the password and its neighbour in a template. Null: nothing, or a member of a structure (JSON,
 * XML, a form), where more of it would leave the password right.
 */
export function separatorOf(template: string): string | null {
  const behind = /\{password\}(.+?)\{(?:timestamp|uuid)\}/s.exec(template)?.[1];
  const before = /\{(?:timestamp|uuid)\}((?:(?!\{(?:timestamp|uuid)\}).)+)\{password\}/s.exec(template)?.[1];
  const separator = behind ?? before ?? '';
  return plainSeparator.test(separator) ? separator : null;
}

/** The one that every run judges. Where a scheme cannot encrypt it (RSA's length), the last one is replaced. */
export const wrongPassword = ({ partnerPassword }: Pick<Material, 'partnerPassword'>): Encrypted =>
  new Encrypted([appended(partnerPassword), replaced(partnerPassword)]);

/** In the order in which they are tried, as far as the limit of failed logins goes. */
const kinds: readonly Kind[] = [
  {
    id: 'encrypted-empty',
    make: () => '',
    title: {
      en: 'Is an empty password accepted, correctly encrypted?',
      ru: 'Принимается ли пустой пароль, если он правильно зашифрован?',
    },
  },
  {
    id: 'last-replaced',
    make: replaced,
    title: {
      en: 'Is the password accepted with its last character replaced?',
      ru: 'Принимается ли пароль с заменённым последним символом?',
    },
  },
  {
    id: 'last-missing',
    make: withoutLast,
    title: {
      en: 'Is the password accepted without its last character?',
      ru: 'Принимается ли пароль без последнего символа?',
    },
  },
  {
    id: 'line-break-appended',
    make: (password, { mayDropEnds }) => (mayDropEnds ? null : `${password}\n`),
    title: {
      en: 'Is the password accepted with a line break appended?',
      ru: 'Принимается ли пароль с переводом строки в конце?',
    },
  },
  {
    id: 'first-eight',
    make: (password) => characters(password).slice(0, 8).join(''),
    title: {
      en: 'Are the first eight characters of the password accepted?',
      ru: 'Принимаются ли первые восемь символов пароля?',
    },
  },
  {
    id: 'first-missing',
    make: (password) => characters(password).slice(1).join(''),
    title: {
      en: 'Is the password accepted without its first character?',
      ru: 'Принимается ли пароль без первого символа?',
    },
  },
  {
    id: 'nul-appended',
    make: (password, { mayDropEnds }) => (mayDropEnds ? null : `${password}\0${alike(last(password))}`),
    title: {
      en: 'Is the password accepted with a NUL and a character appended?',
      ru: 'Принимается ли пароль, к которому дописаны NUL и ещё один символ?',
    },
  },
  {
    id: 'other-partner',
    make: (_password, { otherPassword }) => otherPassword,
    title: {
      en: 'Is the password of another partner accepted?',
      ru: 'Принимается ли пароль другого партнёра?',
    },
  },
  {
    id: 'separator-appended',
    make: (password, { separator }) => separator && `${password}${separator}${alike(last(password))}`,
    title: {
      en: 'Is the password accepted with the separator of the template and a character appended?',
      ru: 'Принимается ли пароль, к которому дописаны разделитель шаблона и ещё один символ?',
    },
  },
];

/** After all others. */
const lenientKinds: readonly Kind[] = [
  {
    id: 'case-swapped',
    make: withCaseSwapped,
    title: {
      en: 'Is the password accepted with the case of one letter swapped?',
      ru: 'Принимается ли пароль, если изменить регистр одной буквы?',
    },
    isLenient: true,
  },
  {
    id: 'surrounded',
    make: (password, { mayDropEnds }) => (mayDropEnds ? null : ` ${password} `),
    title: {
      en: 'Is the password accepted with blanks around it?',
      ru: 'Принимается ли пароль с пробелами по краям?',
    },
    isLenient: true,
  },
];

const guess = ({ id, title, isLenient }: Kind): Draft => ({
  id: `observed.password.${id}`,
  title,
  condition: 'unauthorized',
  values: (material) => {
    const made = madeOf(id, material);
    return made === null ? null : { partnerPassword: new Encrypted([made]) };
  },
  expect: null,
  isAuthorized: isLenient === undefined ? false : 'lenient',
  cost: 'wrong',
  ...(isLenient === undefined ? { isGuess: true } : {}),
});

/** Null if it equals the right password or one that was tried before. */
function madeOf(id: string, clues: Clues): string | null {
  const { partnerPassword } = clues;
  const all = [...kinds, ...lenientKinds];
  const at = all.findIndex((kind) => kind.id === id);
  const tried = all.slice(0, at).map((kind) => kind.make(partnerPassword, clues));
  const made = all[at]?.make(partnerPassword, clues) ?? null;
  return [partnerPassword, appended(partnerPassword), ...tried].includes(made) ? null : made;
}

export const guesses: readonly Draft[] = [
  ...kinds.map(guess),
  {
    id: 'observed.password.wrong-unflagged',
    title: {
      en: 'Is a wrong password accepted with useAuthByCert "false"?',
      ru: 'Принимается ли неверный пароль, если useAuthByCert – «false»?',
    },
    condition: 'unauthorized',
    values: (material) => ({ partnerPassword: wrongPassword(material), useAuthByCert: 'false' }),
    ...observed,
    cost: 'wrong',
    isGuess: true,
  },
  ...lenientKinds.map(guess),
];
