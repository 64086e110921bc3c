/** What wrong passwords are made from. */
interface Clues {
  readonly right: string;
  /** The passwords of other partners of the profile. */
  readonly others: readonly string[];
  /** What separates the password from the next part of the profile's template; null: no part to inject. */
  readonly separator: string | null;
  /** Another character of the same kind. */
  readonly another: (character: string) => string;
}

/** One kind of wrong password, correctly encrypted. */
export interface WrongPasswordKind {
  /** Also names its words (`ask-ID`, `request-ID`) and its case (`observed.password.ID`). */
  readonly id: string;
  /** Null where the profile lacks what it takes. */
  readonly make: (clues: Clues) => string | null;
  /** Why there is none where `make` gives null. */
  readonly lacks?: 'no-other-partner' | 'no-separator';
  /** What it shows if a service accepts it. `review`: the service may mean it so; no part of class `full`. */
  readonly accepted: 'fail' | 'review';
  /** A program that encrypts may drop what is added (`read`, `$(cat)`, `strlen`) and send the right one. */
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
 * All kinds in the order in which they are tried. Every run sends the first one, and judges it. The others are
 * observed as far as the limit of failed logins allows: first what is likeliest to be accepted.
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

/** The kind that every run sends and judges, and those that are only observed. */
export const [judgedKind, ...observedKinds] = wrongPasswords;
export const judgedPassword = judgedKind.id;

/** What takes its place where it is too long to be encrypted. */
export const substitutePassword = 'last-replaced' satisfies WrongPassword;

/** The record of a kind; undefined for what is no wrong password. */
export const wrongPasswordKind = (id: string | undefined): WrongPasswordKind | undefined =>
  wrongPasswords.find((kind) => kind.id === id);

/** Whether it is a wrong password, correctly encrypted. */
export const isWrongPassword = (form: string | undefined): form is WrongPassword =>
  wrongPasswordKind(form) !== undefined;

/** Text that no reader of the parts takes for a member, a tag or a field of a form. */
const plainSeparator = /^[\s|:;,.\-_/#~!+*$%^@\\]+$/;

/**
 * What separates the password from its neighbour in a template. Null where there is none, and where the parts
 * are members of a structure (JSON, XML, a form): there the password would still be the right one.
 */
export function separatorOf(template: string): string | null {
  const [before = '', after = ''] = template.split('{password}');
  const next = /^(.+?)\{(?:timestamp|uuid)\}/s.exec(after)?.[1];
  const previous = /\{(?:timestamp|uuid)\}((?:(?!\{(?:timestamp|uuid)\}).)+)$/s.exec(before)?.[1];
  const separator = next ?? previous ?? '';
  return plainSeparator.test(separator) ? separator : null;
}
