import { parameterNames } from './behaviour.ts';
import type { Behaviour, CheckName, Language, Refusal, VariantBehaviour } from './behaviour.ts';
import { authorize, checks, isDigits, isText, readJsonBody, readQuery } from './credentials.ts';

/** The texts of all refusals in both languages (tables of sections 4.1 and 4.2); `{name}` is the parameter that is missing or not encrypted. */
export const texts: Readonly<Record<Language, Readonly<Record<Refusal, string>>>> = {
  ru: {
    missing: 'Отсутствует обязательный параметр запроса {name}. Повторите запрос с корректными данными',
    unencrypted: 'Параметр {name} ожидается в зашифрованном виде',
    unauthorized: 'Пользователь не прошёл авторизацию, доступ к ресурсу ограничен',
    'partner-blocked': 'Доступ к системе для партнёра заблокирован. Обратитесь к закреплённому менеджеру',
    'ip-blocked': 'Доступ с вашего IP-адреса заблокирован. Обратитесь к закреплённому менеджеру',
    'reward-unavailable':
      'Данный вид вознаграждения недоступен партнёру. Обратитесь к закреплённому менеджеру',
    unavailable: 'Сервис временно недоступен, повторите операцию позже',
    malformed: 'Запрос не удалось разобрать',
    'not-found': 'Ресурс не найден',
    'wrong-method': 'Метод не поддерживается',
    'too-large': 'Тело запроса слишком велико',
  },
  en: {
    missing: 'The required request parameter {name} is missing. Please repeat the request with correct data',
    unencrypted: 'The parameter {name} is expected in encrypted form',
    unauthorized: 'The user did not pass authorization, access to the resource is restricted',
    'partner-blocked':
      'Access to the system is blocked for the partner. Please contact your assigned manager',
    'ip-blocked': 'Access from your IP address is blocked. Please contact your assigned manager',
    'reward-unavailable':
      'This kind of reward is not available to the partner. Please contact your assigned manager',
    unavailable: 'The service is temporarily unavailable, please repeat the operation later',
    malformed: 'The request could not be parsed',
    'not-found': 'Resource not found',
    'wrong-method': 'Method not supported',
    'too-large': 'The request body is too large',
  },
};

/** A body of JSON. */
export const toJson = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

/** A text with the first of these names in it, and how many there are. */
export const written = (text: string, names: readonly string[]): string =>
  text.replaceAll('{name}', () => names[0] ?? '').replaceAll('{count}', String(names.length));

/** `<bank_code>` in the path of variant B. */
export const bankCode = 'acme';

const statuses = {
  success: 200,
  missing: 422,
  unencrypted: 422,
  unauthorized: 403,
  'partner-blocked': 403,
  'ip-blocked': 403,
  'reward-unavailable': 403,
  unavailable: 500,
  malformed: 400,
  'not-found': 404,
  'wrong-method': 405,
  'too-large': 413,
} as const satisfies Record<'success' | Refusal, number>;

const common: readonly CheckName[] = ['unavailable', 'missing', 'unencrypted', 'unauthorized'];

const a: VariantBehaviour = {
  isPath: (path) => path === '/partner/sbp/banks',
  read: readJsonBody,
  required: parameterNames,
  isGiven: isText,
  openPassword: (value, service) => service.decrypt(value),
  authorize,
  checks,
  order: common,
  status: ({ kind }) => statuses[kind],
  text: ({ kind, parameters }, language) =>
    kind === 'success' ? '' : written(texts[language][kind], parameters),
  successBody: (banks) => ({ banks }),
  errorBody: (text) => ({ description_status: text }),
  serialize: toJson,
  headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  finish: (answer) => answer,
};

const b: VariantBehaviour = {
  ...a,
  isPath: (path) => path === `/partner/${bankCode}/sbp/banks/`,
  read: readQuery,
  isGiven: (value, name) => (name === 'partnerName' ? isDigits(value) : isText(value)),
  order: [...common, 'ip-blocked', 'partner-blocked', 'reward-unavailable'],
  status: ({ kind }) => (kind === 'unauthorized' ? 401 : statuses[kind]),
};

/** The service as the specification describes it, both variants, nothing more lenient than it says. */
export const conforming: Behaviour = { a, b, http2: false, keepAlive: 30_000 };
