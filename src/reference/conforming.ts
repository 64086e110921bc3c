import { createHash, timingSafeEqual } from 'node:crypto';
import { parameterNames } from './behaviour.ts';
import type { Behaviour, Check, CheckName, Fields, Incoming, Language, Outcome } from './behaviour.ts';
import type { ParameterName, Partner, Refusal, VariantBehaviour, Visit } from './behaviour.ts';

/** Returns null if `get` throws. */
export function attempt<Value>(get: () => Value): Value | null {
  try {
    return get();
  } catch {
    return null;
  }
}

/** Decodes UTF-8 without a byte order mark (RFC 8259, section 8.1); null if the bytes are no such text. */
export const decodeUtf8 = (bytes: Uint8Array): string | null =>
  attempt(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));

/** Credentials among the members of a JSON object (section 4.1); null if the text is not a JSON object. */
export function fieldsOfJson(text: string): Fields | null {
  const value = attempt<unknown>(() => JSON.parse(text));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const members = new Map<string, unknown>(Object.entries(value));
  return pick((name) => members.get(name));
}

/** Credentials in a JSON body. An empty body has none; a body that is not a JSON object gives null. */
export function readJsonBody({ body }: Incoming): Fields | null {
  if (body.length === 0) return {};
  const text = decodeUtf8(body);
  return text === null ? null : fieldsOfJson(text);
}

/**
 * Percent-decodes part of a URI (RFC 3986, section 2.1), leaving `+` as it is. Null for an incomplete escape.
 */
export const decodePercent = (text: string): string | null => attempt(() => decodeURIComponent(text));

/** Credentials in a query string (section 4.2), the first of repeated ones; null for an incomplete escape. */
export function pickFirst(query: string, decode = decodePercent): Fields | null {
  const parts = query.split('&').filter((part) => part !== '');
  const values = new Map<string, string>();
  for (const part of parts.toReversed()) {
    const [name, value] = [part.replace(/=.*$/s, ''), /=(.*)$/s.exec(part)?.[1] ?? ''].map(decode);
    if (typeof name !== 'string' || typeof value !== 'string') return null;
    values.set(name, value);
  }
  return pick((name) => values.get(name));
}

export const readQuery = ({ query }: Incoming): Fields | null => pickFirst(query);

export const pick = (find: (name: ParameterName) => unknown): Fields =>
  Object.fromEntries(parameterNames.map((name) => [name, find(name)]));

/** The value of a credential; '' if it is not a string. */
export function textOf(fields: Fields, name: ParameterName): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

/** True for a string with more than white space. Absent, null, empty and blank values are missing. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** True for an integer written as digits, which variant B requires as the partner's name (section 4.2). */
const isDigits = (value: unknown): boolean => typeof value === 'string' && /^[0-9]+$/.test(value);

export const looksEncrypted = (value: string): boolean => /^[A-Za-z0-9+/_=-]{100,}$/.test(value);

export const outcome = (kind: Outcome['kind']): Outcome => ({ kind, parameters: [] });

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two texts in a time that does not depend on them. */
const isSame = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right));

const isNameOf = ({ name }: Partner, { fields }: Visit): boolean =>
  isSame(name, textOf(fields, 'partnerName'));

export const isKnownName = (visit: Visit): boolean =>
  Object.values(visit.service.partners).some((partner) => isNameOf(partner, visit));

/**
 * The partner with this name and password, or null (section 5.6). A wrong name and a wrong password look the
 * same.
 */
function authorize(visit: Visit): Partner | null {
  const { password, service } = visit;
  const partners = Object.values(service.partners).filter(
    (partner) => isNameOf(partner, visit) && isSame(partner.password, password ?? ''),
  );
  return password === null ? null : (partners[0] ?? null);
}

const when =
  (kind: CheckName, holds: (visit: Visit) => boolean): Check =>
  (visit) =>
    holds(visit) ? outcome(kind) : null;

/** The checks of a request according to the specification (sections 4 and 5). */
const checks: Readonly<Record<CheckName, Check>> = {
  unavailable: when('unavailable', ({ request, service }) => service.isUnavailable(request)),
  missing: ({ fields }, variant) => {
    const parameters = variant.required.filter((name) => !variant.isGiven(fields[name], name));
    return parameters.length > 0 ? { kind: 'missing', parameters } : null;
  },
  unencrypted: ({ password }) =>
    password === null ? { kind: 'unencrypted', parameters: ['partnerPassword'] } : null,
  unauthorized: (visit, variant) => (variant.authorize(visit) === null ? outcome('unauthorized') : null),
  'ip-blocked': when(
    'ip-blocked',
    ({ request: { address, headers }, service }) =>
      service.isBlocked(address) || headers['x-fault'] === 'ip-blocked',
  ),
  'partner-blocked': when('partner-blocked', (visit) => isNameOf(visit.service.partners.blocked, visit)),
  'reward-unavailable': when('reward-unavailable', (visit) =>
    isNameOf(visit.service.partners.withoutReward, visit),
  ),
};

/**
 * Texts of all refusals in both languages (tables of sections 4.1 and 4.2). `{name}` is the parameter that is
 * missing or not encrypted.
 */
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

export const toJson = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

/** Replaces `{name}` by the first of the names, and `{count}` by their number. */
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
  pause: 0,
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

/** The service exactly as specified, both variants. */
export const conforming: Behaviour = { a, b, http2: false, keepAlive: 30_000 };
