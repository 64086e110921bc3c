// Requests whose answers are observed. Only what holds for every answer is judged: no list for invalid credentials,
// the body of errors, no 401 in A. How a form is read is asked in a stranger's name: that costs no login, and a crash
// on it shows. The right partner is named only where he matters.

import { observed, without } from './draft.ts';
import { guesses } from './passwords.ts';
import { Encrypted } from './row.ts';
import { parameters } from './specification.ts';
import { passwordTwice } from './spellings.ts';
import type { Draft } from './draft.ts';
import type { Material, Sentence } from './row.ts';

const withoutCredentials = without(...parameters);

const methods: readonly Draft[] = ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((method) => ({
  id: `observed.method.${method.toLowerCase()}`,
  title: { en: `What does ${method} answer?`, ru: `Что отвечает сервис на ${method}?` },
  method,
  values: withoutCredentials,
  ...observed,
  cost: 'free',
}));

/** Instead of the object with the credentials. */
const bodies: readonly Draft[] = [
  { id: 'malformed', text: '{"partnerName":', en: 'malformed', ru: 'испорчено' },
  { id: 'empty', text: '', en: 'empty', ru: 'пустое' },
  { id: 'null', text: 'null', en: 'null', ru: '– null' },
  { id: 'array', text: '[]', en: 'an empty array', ru: '– пустой массив' },
  { id: 'text', text: '"text"', en: 'a string', ru: '– строка' },
  { id: 'number', text: '7', en: 'a number', ru: '– число' },
  {
    id: 'large',
    text: `{"filler":"${'x'.repeat(65_523)}"}`,
    en: 'an object of 64 KiB',
    ru: 'занимает 64 КиБ',
  },
].map(({ id, text, en, ru }) => ({
  id: `observed.body.${id}`,
  only: 'a',
  title: { en: `What if the body is ${en}?`, ru: `Что, если тело запроса ${ru}?` },
  values: withoutCredentials,
  write: () => text,
  ...observed,
  cost: 'free',
}));

const withoutAccept = (): Readonly<Record<string, null>> => ({ Accept: null });

const requests: readonly Draft[] = [
  ...methods,
  {
    id: 'observed.path.slash.anonymous',
    title: {
      en: 'Is the list handed out without credentials if the trailing slash is added or removed?',
      ru: 'Выдаётся ли список без учётных данных, если добавить или убрать косую черту в конце пути?',
    },
    hasOtherSlash: true,
    values: withoutCredentials,
    ...observed,
    cost: 'free',
  },
  ...bodies,
  {
    id: 'observed.no-accept.error',
    title: {
      en: 'Is an error still JSON if the header Accept is missing?',
      ru: 'Остаётся ли ответ с ошибкой в формате JSON, если нет заголовка Accept?',
    },
    headers: withoutAccept,
    values: withoutCredentials,
    ...observed,
    cost: 'free',
  },
  {
    id: 'observed.no-accept',
    title: {
      en: 'Is the answer still JSON if the header Accept is missing?',
      ru: 'Остаётся ли ответ в формате JSON, если нет заголовка Accept?',
    },
    headers: withoutAccept,
    expect: null,
    isAuthorized: true,
    cost: 'plain',
  },
  {
    id: 'observed.content-type.text',
    only: 'a',
    title: {
      en: 'What if the content type is text/plain?',
      ru: 'Что, если тип содержимого – text/plain?',
    },
    headers: () => ({ 'Content-Type': 'text/plain' }),
    expect: null,
    isAuthorized: true,
    cost: 'plain',
  },
  {
    id: 'observed.content-type.none',
    only: 'a',
    title: { en: 'What if there is no content type?', ru: 'Что, если тип содержимого не указан?' },
    headers: () => ({ 'Content-Type': null }),
    expect: null,
    isAuthorized: true,
    cost: 'plain',
  },
];

const isNumber = (name: string): boolean => /^\d+$/.test(name);

/** Names that are hardly anybody's: a longer one, with a digit of the stranger's by chance, is rarely given out. */
const wrongPartners: readonly Draft[] = [
  {
    id: 'observed.partner.longer',
    title: {
      en: 'What if a digit is appended to the partner name?',
      ru: 'Что, если к имени партнёра добавлена цифра?',
    },
    values: ({ partnerName, stranger }) => ({ partnerName: `${partnerName}${stranger.slice(0, 1)}` }),
    ...observed,
    cost: 'free',
  },
  {
    id: 'observed.partner.preceded',
    title: {
      en: 'What if a digit stands in front of the partner name?',
      ru: 'Что, если перед именем партнёра стоит лишняя цифра?',
    },
    values: ({ partnerName, stranger }) => ({ partnerName: `${stranger.slice(0, 1)}${partnerName}` }),
    ...observed,
    cost: 'free',
  },
  {
    id: 'observed.partner.lettered',
    title: {
      en: 'What if letters are appended to the partner name?',
      ru: 'Что, если к имени партнёра добавлены буквы?',
    },
    values: ({ partnerName }) => ({ partnerName: `${partnerName}abc` }),
    ...observed,
    cost: 'free',
  },
  {
    id: 'observed.partner.wrapped',
    title: {
      en: 'What if the partner name is greater by 2^32, which 32 bits cannot hold?',
      ru: 'Что, если имя партнёра больше на 2^32 и не помещается в 32 бита?',
    },
    values: ({ partnerName }) =>
      isNumber(partnerName) ? { partnerName: String(BigInt(partnerName) + 2n ** 32n) } : null,
    ...observed,
    cost: 'free',
  },
  {
    id: 'observed.value.partnerName.empty',
    title: { en: 'What if partnerName is empty?', ru: 'Что, если partnerName – пустая строка?' },
    values: () => ({ partnerName: '' }),
    ...observed,
    cost: 'free',
  },
  {
    id: 'observed.value.partnerName.blank',
    title: { en: 'What if partnerName is a blank?', ru: 'Что, если partnerName – пробел?' },
    values: () => ({ partnerName: ' ' }),
    ...observed,
    cost: 'free',
  },
  {
    id: 'observed.value.partnerName.null',
    only: 'a',
    title: { en: 'What if partnerName is null?', ru: 'Что, если partnerName – null?' },
    values: () => ({ partnerName: null }),
    ...observed,
    cost: 'free',
  },
  {
    id: 'observed.value.partnerName.array',
    only: 'a',
    title: { en: 'What if partnerName is an empty array?', ru: 'Что, если partnerName – пустой массив?' },
    values: () => ({ partnerName: [] }),
    ...observed,
    cost: 'free',
  },
  {
    id: 'observed.value.partnerName.object',
    only: 'a',
    title: { en: 'What if partnerName is an empty object?', ru: 'Что, если partnerName – пустой объект?' },
    values: () => ({ partnerName: {} }),
    ...observed,
    cost: 'free',
  },
  {
    id: 'observed.partner.wildcard',
    only: 'a',
    title: {
      en: 'What if the partner name is %, which matches every name in a LIKE?',
      ru: 'Что, если имя партнёра – %, то есть подходит под любое имя в LIKE?',
    },
    values: () => ({ partnerName: '%' }),
    ...observed,
    cost: 'free',
  },
  {
    id: 'observed.precedence.partner-number-unauthorized',
    only: 'a',
    title: {
      en: 'What if partnerName is the number of an unknown partner?',
      ru: 'Что, если partnerName – номер неизвестного партнёра, переданный числом?',
    },
    values: ({ stranger }) => ({ partnerName: Number(stranger) }),
    ...observed,
    cost: 'free',
  },
  {
    id: 'observed.partner.unknown-empty-password',
    title: {
      en: 'Is an unknown partner accepted with an empty password, correctly encrypted?',
      ru: 'Принимается ли неизвестный партнёр с пустым паролем, правильно зашифрованным?',
    },
    values: ({ stranger }) => ({ partnerName: stranger, partnerPassword: new Encrypted(['']) }),
    ...observed,
    cost: 'free',
  },
  {
    id: 'observed.partner.replay',
    title: {
      en: 'Does the ciphertext of an accepted request let an unknown partner in?',
      ru: 'Пропускает ли неизвестного партнёра шифртекст принятого запроса?',
    },
    values: ({ stranger, ciphertext }) =>
      ciphertext === null ? null : { partnerName: stranger, partnerPassword: ciphertext },
    ...observed,
    cost: 'free',
  },
  {
    id: 'observed.partner.cookie',
    title: {
      en: 'Does the cookie of an accepted request let an unknown partner in?',
      ru: 'Пропускает ли cookie принятого запроса неизвестного партнёра?',
    },
    values: ({ stranger, cookie }) => (cookie === null ? null : { partnerName: stranger }),
    headers: ({ cookie }) => ({ Cookie: cookie }),
    ...observed,
    cost: 'free',
  },
];

/** A password that is none. */
interface Form {
  /** Its id in the partner's name, and in a stranger's. */
  readonly ids: readonly [own: string, strangers: string];
  readonly only?: 'a';
  readonly value: (material: Material) => unknown;
  readonly en: string;
  readonly ru: string;
  /** In the partner's name. */
  readonly cost: 'free' | 'login';
}

const written =
  (encoding: 'base64' | 'base64url' | 'hex') =>
  ({ partnerPassword }: Material): string =>
    Buffer.from(partnerPassword).toString(encoding);

const forms: readonly Form[] = [
  {
    ids: ['password.base64', 'password-base64'],
    value: written('base64'),
    en: 'only encoded in base64',
    ru: 'всего лишь записан в base64',
    cost: 'login',
  },
  {
    ids: ['password.base64url', 'password-base64url'],
    value: written('base64url'),
    en: 'only encoded in base64url',
    ru: 'всего лишь записан в base64url',
    cost: 'login',
  },
  {
    ids: ['password.hex', 'password-hex'],
    value: written('hex'),
    en: 'only encoded in hex',
    ru: 'всего лишь записан в hex',
    cost: 'login',
  },
  { ids: ['password.empty', 'password-empty'], value: () => '', en: 'empty', ru: 'пустой', cost: 'login' },
  {
    ids: ['password.blank', 'password-blank'],
    value: () => ' ',
    en: 'a blank',
    ru: '– пробел',
    cost: 'login',
  },
  {
    ids: ['value.partnerPassword.null', 'password-null'],
    only: 'a',
    value: () => null,
    en: 'null',
    ru: '– null',
    cost: 'free',
  },
  {
    ids: ['value.partnerPassword.boolean', 'password-boolean'],
    only: 'a',
    value: () => true,
    en: 'true',
    ru: '– true',
    cost: 'login',
  },
  {
    ids: ['value.partnerPassword.number', 'password-number'],
    only: 'a',
    value: () => 0,
    en: '0',
    ru: '– 0',
    cost: 'login',
  },
  {
    ids: ['value.partnerPassword.array', 'password-array'],
    only: 'a',
    value: () => [],
    en: 'an empty array',
    ru: '– пустой массив',
    cost: 'login',
  },
  {
    ids: ['value.partnerPassword.object', 'password-object'],
    only: 'a',
    value: () => ({}),
    en: 'an empty object',
    ru: '– пустой объект',
    cost: 'login',
  },
];

/** After all other passwords that are none: a service that cannot decrypt may count a failed login. */
const undecryptable: Form = {
  ids: ['password.undecryptable', 'undecryptable'],
  value: ({ partnerPassword }) => new Encrypted([partnerPassword], 'undecryptable'),
  en: 'a ciphertext that cannot be decrypted',
  ru: '– шифртекст, который нельзя расшифровать',
  cost: 'login',
};

const ofPartner = ({ ids, only, value, en, ru, cost }: Form): Draft => ({
  id: `observed.${ids[0]}`,
  ...(only && { only }),
  title: { en: `What if the password is ${en}?`, ru: `Что, если пароль ${ru}?` },
  values: (material) => ({ partnerPassword: value(material) }),
  ...observed,
  cost,
});

const ofStranger = ({ ids, only, value, en, ru }: Form): Draft => ({
  id: `observed.precedence.${ids[1]}-unauthorized`,
  ...(only && { only }),
  title: {
    en: `What if the password is ${en}, and the partner unknown?`,
    ru: `Что, если пароль ${ru}, а партнёр неизвестен?`,
  },
  values: (material) => ({ partnerName: material.stranger, partnerPassword: value(material) }),
  ...observed,
  cost: 'free',
});

interface Flag {
  readonly id: string;
  readonly only?: 'a';
  readonly value: unknown;
  readonly said: Sentence;
}

const flags: readonly Flag[] = [
  { id: 'false', value: 'false', said: { en: '"false"', ru: '«false»' } },
  { id: 'zero', value: '0', said: { en: '"0"', ru: '«0»' } },
  { id: 'capital', value: 'False', said: { en: '"False"', ru: '«False»' } },
  { id: 'no', value: 'no', said: { en: '"no"', ru: '«no»' } },
  { id: 'empty', value: '', said: { en: 'empty', ru: 'пустая строка' } },
  { id: 'boolean-false', only: 'a', value: false, said: { en: 'false, a boolean', ru: 'логическое false' } },
  { id: 'boolean-true', only: 'a', value: true, said: { en: 'true, a boolean', ru: 'логическое true' } },
  { id: 'null', only: 'a', value: null, said: { en: 'null', ru: 'null' } },
];

const flagsOfStrangers: readonly Draft[] = flags.map(({ id, only, value, said }) => ({
  id: `observed.precedence.flag-${id}-unauthorized`,
  ...(only && { only }),
  title: {
    en: `What if useAuthByCert is ${said.en}, and the partner unknown?`,
    ru: `Что, если useAuthByCert – ${said.ru}, а партнёр неизвестен?`,
  },
  values: ({ stranger }) => ({ partnerName: stranger, useAuthByCert: value }),
  ...observed,
  cost: 'free',
}));

/** Whatever the flag says, a plain password must not pass (section 5). */
const plainUnflagged: readonly Draft[] = flags.map(({ id, only, value, said }) => ({
  id: `observed.password.plain-unflagged.${id}`,
  ...(only && { only }),
  title: {
    en: `What if the password is sent as plain text with useAuthByCert ${said.en}?`,
    ru: `Что, если пароль передан в открытом виде, а useAuthByCert – ${said.ru}?`,
  },
  values: ({ partnerPassword }) => ({ partnerPassword, useAuthByCert: value }),
  ...observed,
  cost: 'login',
}));

/** Names that a service may take for the partner's. */
const nearPartners: readonly Draft[] = [
  {
    id: 'observed.partner.shortened',
    title: {
      en: 'What if the last character of the partner name is missing?',
      ru: 'Что, если у имени партнёра нет последнего символа?',
    },
    values: ({ partnerName }) => {
      const shortened = Array.from(partnerName).slice(0, -1).join('');
      return shortened === '' ? null : { partnerName: shortened };
    },
    ...observed,
    // It may well be another partner's name: names are often given out in a row.
    cost: 'login',
  },
  {
    id: 'observed.partner.leading-zero',
    only: 'a',
    title: {
      en: 'What if the partner name has a leading zero?',
      ru: 'Что, если имя партнёра начинается с лишнего нуля?',
    },
    values: ({ partnerName }) => (isNumber(partnerName) ? { partnerName: `0${partnerName}` } : null),
    expect: null,
    isAuthorized: 'lenient',
    cost: 'login',
  },
  {
    id: 'observed.partner.decimal',
    only: 'a',
    title: {
      en: 'What if the partner name is written as a decimal number?',
      ru: 'Что, если имя партнёра записано десятичной дробью?',
    },
    values: ({ partnerName }) => (isNumber(partnerName) ? { partnerName: `${partnerName}.0` } : null),
    expect: null,
    isAuthorized: 'lenient',
    cost: 'login',
  },
];

export const observations: readonly Draft[] = [
  // What costs no login.
  ...requests,
  ...wrongPartners,
  ...[...forms, undecryptable].map(ofStranger),
  ...flagsOfStrangers,
  {
    id: 'observed.precedence.password-repeated-unauthorized',
    only: 'b',
    title: {
      en: 'What if partnerPassword is sent twice, and the partner unknown?',
      ru: 'Что, если параметр partnerPassword передан дважды, а партнёр неизвестен?',
    },
    values: ({ stranger }) => ({ partnerName: stranger }),
    write: passwordTwice,
    ...observed,
    cost: 'free',
  },

  // Logins, in this order.
  ...forms.map(ofPartner),
  ...plainUnflagged,
  ofPartner(undecryptable),
  ...guesses,
  ...nearPartners,
];
