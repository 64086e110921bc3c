// How credentials are written: as usual, and in other ways that RFC 8259 and RFC 3986 allow.

import { parameters } from './specification.ts';
import type { Values, Write } from './row.ts';
import type { Parameter } from './specification.ts';

const [name, password, flag] = parameters;
const inOrder = (order: readonly Parameter[], values: Values): Values =>
  Object.fromEntries(order.map((one) => [one, values[one]]));
const nameLast = [password, flag, name] as const;
const flagFirst = [flag, name, password] as const;

/** The usual body of A. */
export const toJson: Write = (values) => JSON.stringify(values);

/** The usual query of B. */
export const toQuery: Write = (values) => queryOf(values, encodeURIComponent, encodeURIComponent);

const queryOf = (values: Values, key: (text: string) => string, word: (text: string) => string): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([one, value]) => `${key(one)}=${word(String(value))}`)
    .join('&');

/** White space of every kind around every token. */
const spaced: Write = (values) => {
  const gap = ' \t\r\n';
  const token = (value: unknown): string => `${gap}${JSON.stringify(value)}${gap}`;
  const members = Object.entries(values).map(([key, value]) => `${token(key)}:${token(value)}`);
  return `${gap}{${members.join(',')}}${gap}`;
};

/** A slash behind a backslash, every other character by its number, the hex in lower and upper case in turn. */
const escape = (text: string): string =>
  text
    .split('')
    .map((unit, index) => {
      const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
      return unit === '/' ? String.raw`\/` : `\\u${index % 2 === 1 ? hex.toUpperCase() : hex}`;
    })
    .join('');

const escaped: Write = (values) =>
  `{${Object.entries(values)
    .map((pair) => pair.map((text) => `"${escape(String(text))}"`).join(':'))
    .join(',')}}`;

const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/** Sixteen characters of each value: a query with all of them might be longer than a service reads. */
const percentOfValue = (text: string): string => {
  const characters = Array.from(text);
  return percent(characters.slice(0, 16).join('')) + encodeURIComponent(characters.slice(16).join(''));
};

const encoded: Write = (values) => queryOf(values, percent, percentOfValue);
const lowerCase = (query: string): string => query.replace(/%../g, (code) => code.toLowerCase());

export const jsonSpellings = {
  nameLast: (values) => toJson(inOrder(nameLast, values)),
  flagFirst: (values) => toJson(inOrder(flagFirst, values)),
  spaced,
  escaped,
} as const satisfies Readonly<Record<string, Write>>;

export const querySpellings = {
  nameLast: (values) => toQuery(inOrder(nameLast, values)),
  flagFirst: (values) => toQuery(inOrder(flagFirst, values)),
  encoded,
  encodedInLowerCase: (values) => lowerCase(encoded(values)),
} as const satisfies Readonly<Record<string, Write>>;

/** The password stands in the query twice. */
export const passwordTwice: Write = (values) =>
  `${toQuery(values)}&${toQuery({ [password]: values[password] })}`;
