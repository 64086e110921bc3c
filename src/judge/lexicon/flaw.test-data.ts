import type { Flaw } from './flaw.ts';

const russian = 'Отсутствует параметр partnerName';
/** The bytes of UTF-8 taken for characters of another encoding. */
const misread = (text: string, encoding: string): string =>
  new TextDecoder(encoding).decode(new TextEncoder().encode(text));
const latin1 = (text: string): string => Buffer.from(text).toString('latin1');

/** Texts of errors, with what is wrong with them. */
export const texts: readonly (readonly [text: string, flaw: Flaw | null])[] = [
  ['translation missing: en.errors.missing', 'placeholder'],
  ['[missing "en.errors.missing" translation]', 'placeholder'],
  ['errors.missing', 'placeholder'],
  [' error.partnerName.required\n', 'placeholder'],
  ['Parameter {0} is required', 'placeholder'],
  ['Parameter ${name} is required', 'placeholder'],
  ['Parameter {{ field.name }} is required', 'placeholder'],
  ['Parameter %{name} is required', 'placeholder'],
  ['Параметр %s обязателен', 'placeholder'],
  ['Параметр %1$s обязателен', 'placeholder'],
  ['Parameter %(name)s is required', 'placeholder'],
  [latin1(russian), 'garbled'],
  [misread(russian, 'windows-1252'), 'garbled'],
  [misread(russian, 'windows-1251'), 'garbled'],
  [misread(`Ошибка: «${russian}» — повторите`, 'windows-1251'), 'garbled'],
  [latin1(russian).slice(0, 21), 'garbled'],
  [misread('Clé requise : déjà utilisée', 'windows-1252'), 'garbled'],
  [russian, null],
  ['Отказ. Повторите запрос…', null],
  ['Déjà vu', null],
  ['Straße', null],
  ['Rejected.', null],
  ['', null],
  ['Missing parameter: partnerName (code 422).', null],
  ['{"code":17,"reason":"x"}', null],
  ['100% done', null],
  ['partnerName', null],
];
