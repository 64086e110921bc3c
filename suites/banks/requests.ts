// The judged requests: what the specification says of an answer.

import { without } from './draft.ts';
import { wrongPassword } from './passwords.ts';
import { Encrypted } from './row.ts';
import { parameters } from './specification.ts';
import { jsonSpellings, querySpellings } from './spellings.ts';
import type { Draft } from './draft.ts';
import type { Expectation, Material, Sentence, Values } from './row.ts';

const [name, password, flag] = parameters;

/** The right password in a ciphertext with every character that has to be written otherwise somewhere. */
const rich = ({ partnerPassword }: Material): Values => ({
  partnerPassword: new Encrypted([partnerPassword], 'rich'),
});

export const requests: readonly Draft[] = [
  {
    id: 'success',
    title: {
      en: 'valid credentials obtain the list of banks',
      ru: 'по верным учётным данным приходит список банков',
    },
    expect: { of: 'success', as: 'success' },
    isAuthorized: true,
    cost: 'plain',
  },

  // A required parameter is missing.
  {
    id: 'missing.partnerName',
    title: {
      en: 'a request without partnerName is refused and partnerName is named',
      ru: 'запрос без partnerName отклонён, и partnerName назван в тексте',
    },
    values: without(name),
    expect: { of: 'missing.partnerName', as: 'missing', names: [name] },
    isAuthorized: false,
    cost: 'free',
  },
  {
    id: 'missing.partnerPassword',
    title: {
      en: 'a request without partnerPassword is refused and partnerPassword is named',
      ru: 'запрос без partnerPassword отклонён, и partnerPassword назван в тексте',
    },
    values: without(password),
    expect: { of: 'missing.partnerPassword', as: 'missing', names: [password] },
    isAuthorized: false,
    cost: 'free',
  },
  {
    id: 'missing.useAuthByCert',
    title: {
      en: 'a request without useAuthByCert is refused and useAuthByCert is named',
      ru: 'запрос без useAuthByCert отклонён, и useAuthByCert назван в тексте',
    },
    values: without(flag),
    expect: { of: 'missing.useAuthByCert', as: 'missing', names: [flag] },
    // Name and password are right, and a service may see a login.
    isAuthorized: true,
    cost: 'login',
  },
  {
    id: 'missing.partnerName+partnerPassword',
    title: {
      en: 'a request without partnerName and partnerPassword is refused and at least one of them is named',
      ru: 'запрос без partnerName и partnerPassword отклонён, и хотя бы один из них назван в тексте',
    },
    values: without(name, password),
    expect: { of: 'missing.several', as: 'missing', names: [name, password] },
    isAuthorized: false,
    cost: 'free',
  },
  {
    id: 'missing.partnerName+useAuthByCert',
    title: {
      en: 'a request without partnerName and useAuthByCert is refused and at least one of them is named',
      ru: 'запрос без partnerName и useAuthByCert отклонён, и хотя бы один из них назван в тексте',
    },
    values: without(name, flag),
    expect: { of: 'missing.several', as: 'missing', names: [name, flag] },
    isAuthorized: false,
    cost: 'free',
  },
  {
    id: 'missing.partnerPassword+useAuthByCert',
    title: {
      en: 'a request without partnerPassword and useAuthByCert is refused and at least one of them is named',
      ru: 'запрос без partnerPassword и useAuthByCert отклонён, и хотя бы один из них назван в тексте',
    },
    values: without(password, flag),
    expect: { of: 'missing.several', as: 'missing', names: [password, flag] },
    isAuthorized: false,
    cost: 'free',
  },
  {
    id: 'missing.partnerName+partnerPassword+useAuthByCert',
    title: {
      en: 'a request without partnerName, partnerPassword and useAuthByCert is refused and at least one of them is named',
      ru: 'запрос без partnerName, partnerPassword и useAuthByCert отклонён, и хотя бы один из них назван в тексте',
    },
    values: without(...parameters),
    expect: { of: 'missing.several', as: 'missing', names: parameters },
    isAuthorized: false,
    cost: 'free',
  },

  // A parameter that must be encrypted is not.
  {
    id: 'unencrypted.partnerPassword',
    title: {
      en: 'a plain partnerPassword is refused and expected in encrypted form',
      ru: 'partnerPassword в открытом виде отклонён и ожидается в зашифрованном',
    },
    values: ({ partnerPassword }) => ({ partnerPassword }),
    expect: { of: 'unencrypted.partnerPassword', as: 'unencrypted', names: [password] },
    isAuthorized: false,
    cost: 'login',
  },

  // Conditions that the profile brings about. They cost a login where it gives them a partner of their own (plan/plan.ts).
  {
    id: 'unavailable',
    title: {
      en: 'an unavailable service says so and asks to repeat later',
      ru: 'недоступный сервис сообщает об этом и просит повторить позже',
    },
    condition: 'unavailable',
    expect: { of: 'unavailable', as: 'unavailable' },
    isAuthorized: true,
    cost: 'plain',
  },
  {
    id: 'partner-blocked',
    title: {
      en: 'a blocked partner is refused and sent to the manager',
      ru: 'заблокированному партнёру отказано, он направлен к менеджеру',
    },
    condition: 'partner-blocked',
    expect: { of: 'partner-blocked', as: 'partner-blocked' },
    isAuthorized: true,
    cost: 'plain',
  },
  {
    id: 'ip-blocked',
    title: {
      en: 'a blocked IP address is refused and sent to the manager',
      ru: 'заблокированному IP-адресу отказано, партнёр направлен к менеджеру',
    },
    condition: 'ip-blocked',
    expect: { of: 'ip-blocked', as: 'ip-blocked' },
    isAuthorized: true,
    cost: 'plain',
  },
  {
    id: 'reward-unavailable',
    title: {
      en: 'a partner without this kind of reward is refused and sent to the manager',
      ru: 'партнёру без этого вида вознаграждения отказано, он направлен к менеджеру',
    },
    condition: 'reward-unavailable',
    expect: { of: 'reward-unavailable', as: 'reward-unavailable' },
    isAuthorized: true,
    cost: 'plain',
  },

  // The plain request written otherwise.
  {
    id: 'request.body.member-order#1',
    only: 'a',
    title: {
      en: 'the same request is understood with members in other orders',
      ru: 'тот же запрос понят и в другой записи: поля в другом порядке',
    },
    write: jsonSpellings.nameLast,
    expect: { of: 'request.body', as: 'success' },
    isAuthorized: true,
    cost: 'login',
  },
  {
    id: 'request.body.member-order#2',
    only: 'a',
    title: {
      en: 'the same request is understood with members in other orders',
      ru: 'тот же запрос понят и в другой записи: поля в другом порядке',
    },
    write: jsonSpellings.flagFirst,
    expect: { of: 'request.body', as: 'success' },
    isAuthorized: true,
    cost: 'login',
  },
  {
    id: 'request.body.white-space',
    only: 'a',
    title: {
      en: 'the same request is understood with white space around every token',
      ru: 'тот же запрос понят и в другой записи: пробелы вокруг каждого элемента',
    },
    write: jsonSpellings.spaced,
    expect: { of: 'request.body', as: 'success' },
    isAuthorized: true,
    cost: 'login',
  },
  {
    id: 'request.body.escapes',
    only: 'a',
    title: {
      en: 'the same request is understood with \\u escapes for every character',
      ru: 'тот же запрос понят и в другой записи: каждый символ в виде \\u',
    },
    values: rich,
    write: jsonSpellings.escaped,
    expect: { of: 'request.body', as: 'success' },
    isAuthorized: true,
    cost: 'login',
  },
  {
    id: 'request.query.order#1',
    only: 'b',
    title: {
      en: 'the same request is understood with parameters in other orders',
      ru: 'тот же запрос понят и в другой записи: параметры в другом порядке',
    },
    write: querySpellings.nameLast,
    expect: { of: 'request.query', as: 'success' },
    isAuthorized: true,
    cost: 'login',
  },
  {
    id: 'request.query.order#2',
    only: 'b',
    title: {
      en: 'the same request is understood with parameters in other orders',
      ru: 'тот же запрос понят и в другой записи: параметры в другом порядке',
    },
    write: querySpellings.flagFirst,
    expect: { of: 'request.query', as: 'success' },
    isAuthorized: true,
    cost: 'login',
  },
  {
    id: 'request.query.percent-encoding',
    only: 'b',
    title: {
      en: 'the same request is understood with percent-encoding of names and of the beginning of values',
      ru: 'тот же запрос понят и в другой записи: имена и начало значений в процентном кодировании',
    },
    write: querySpellings.encoded,
    expect: { of: 'request.query', as: 'success' },
    isAuthorized: true,
    cost: 'login',
  },
  {
    id: 'request.query.lower-case-hex',
    only: 'b',
    title: {
      en: 'the same request is understood with percent-encoding, hex digits in lower case',
      ru: 'тот же запрос понят и в другой записи: процентное кодирование, шестнадцатеричные цифры в нижнем регистре',
    },
    write: querySpellings.encodedInLowerCase,
    expect: { of: 'request.query', as: 'success' },
    isAuthorized: true,
    cost: 'login',
  },
  {
    id: 'request.query.rich-ciphertext',
    only: 'b',
    title: {
      en: 'the same request is understood with a ciphertext with +, / and =, percent-encoded',
      ru: 'тот же запрос понят и в другой записи: шифртекст с +, / и = в процентном кодировании',
    },
    values: rich,
    expect: { of: 'request.query', as: 'success' },
    isAuthorized: true,
    cost: 'login',
  },

  // Authorization failed.
  {
    id: 'unauthorized.unknown-partner',
    title: {
      en: 'an unknown partner does not pass authorization',
      ru: 'неизвестный партнёр не проходит авторизацию',
    },
    condition: 'unauthorized',
    values: ({ stranger }) => ({ partnerName: stranger }),
    expect: { of: 'unauthorized', as: 'unauthorized' },
    isAuthorized: false,
    cost: 'free',
  },
  {
    id: 'unauthorized.wrong-password',
    title: {
      en: 'a wrong password, correctly encrypted, does not pass authorization',
      ru: 'неверный, но правильно зашифрованный пароль не проходит авторизацию',
    },
    condition: 'unauthorized',
    values: (material) => ({ partnerPassword: wrongPassword(material) }),
    expect: { of: 'unauthorized', as: 'unauthorized' },
    isAuthorized: false,
    cost: 'wrong',
    isGuess: true,
  },
];

/** Where the profile names another partner for wrong passwords: his right password, the control of the wrong ones. */
export const controls: readonly Draft[] = [
  {
    id: 'own-partner',
    title: {
      en: 'plain request of the partner of `unauthorized`',
      ru: 'обычный запрос партнёра из `unauthorized`',
    },
    condition: 'unauthorized',
    expect: null,
    isAuthorized: true,
    cost: 'login',
  },
];

/** Cases without requests of their own: they compare the texts that other cases have got. */
export interface Comparison {
  readonly id: string;
  readonly title: Sentence;
  /** Of the requirements that it checks. */
  readonly aspect: 'names' | 'meaning';
  /** Whose texts are compared. */
  readonly isOf: (expect: Expectation) => boolean;
}

export const comparisons: readonly Comparison[] = [
  {
    id: 'missing.compared',
    title: {
      en: 'different missing parameters have different texts',
      ru: 'по тексту видно, какого именно параметра нет',
    },
    aspect: 'names',
    isOf: ({ names, of }) => names?.length === 1 && of.startsWith('missing.'),
  },
  {
    id: 'texts.compared',
    title: {
      en: 'conditions of different meaning have different texts',
      ru: 'по тексту видно, какое из условий разного смысла наступило',
    },
    aspect: 'meaning',
    isOf: ({ meaning }) => meaning !== null,
  },
];
