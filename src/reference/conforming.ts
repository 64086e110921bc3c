import { constants, createHash, createPrivateKey, privateDecrypt, timingSafeEqual } from 'node:crypto';
import { UserError } from '../base/errors.ts';
import { parameterNames } from './behaviour.ts';
import type {
  Behaviour,
  Check,
  CheckName,
  Fields,
  Incoming,
  Language,
  Outcome,
  ParameterName,
  Partner,
  Refusal,
  VariantBehaviour,
  Visit,
} from './behaviour.ts';

/** What a function gives, or null where it throws. */
function attempt<Value>(get: () => Value): Value | null {
  try {
    return get();
  } catch {
    return null;
  }
}

/** A text in UTF-8 without a byte order mark (RFC 8259, section 8.1); null if it is none. */
const decodeUtf8 = (bytes: Uint8Array): string | null =>
  attempt(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));

/** The credentials among the members of a JSON object (section 4.1); null where the text is no such object. */
export function fieldsOfJson(text: string): Fields | null {
  const value = attempt<unknown>(() => JSON.parse(text));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const members = new Map<string, unknown>(Object.entries(value));
  return pick((name) => members.get(name));
}

/** The credentials in a JSON body; an empty body holds none, one that is not a JSON object gives null. */
export function readJsonBody({ body }: Incoming): Fields | null {
  if (body.length === 0) return {};
  const text = decodeUtf8(body);
  return text === null ? null : fieldsOfJson(text);
}

/** Percent-decodes a part of a URI (RFC 3986, section 2.1) and leaves `+` alone. Null for a broken escape. */
export const decodePercent = (text: string): string | null => attempt(() => decodeURIComponent(text));

/** The credentials in a query string (section 4.2), the first of repeated ones; null for a broken escape. */
export function pickFirst(query: string, decode = decodePercent): Fields | null {
  const parts = query.split('&').filter((part) => part !== '');
  const found = new Map<string, string>();
  for (const part of parts.toReversed()) {
    const [name, value] = [part.replace(/=.*$/s, ''), /=(.*)$/s.exec(part)?.[1] ?? ''].map(decode);
    if (typeof name !== 'string' || typeof value !== 'string') return null;
    found.set(name, value);
  }
  return pick((name) => found.get(name));
}

/** The credentials in the query string of a request. */
export const readQuery = ({ query }: Incoming): Fields | null => pickFirst(query);

/** Collects the three credentials from a look-up by name. */
export const pick = (find: (name: ParameterName) => unknown): Fields =>
  Object.fromEntries(parameterNames.map((name) => [name, find(name)]));

/** The value of a credential as a text; empty where it is none. */
export function textOf(fields: Fields, name: ParameterName): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

/** Whether a value is a text that is more than white space: absent, null, empty and blank are missing. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Whether a value is an integer written as digits, as variant B wants the partner's name (section 4.2). */
const isDigits = (value: unknown): boolean => typeof value === 'string' && /^[0-9]+$/.test(value);

const base64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Makes the function that decrypts passwords, RSA-OAEP with SHA-256 in base64 (RFC 8017, section 7.1.2; the
 * specification shows no scheme). It gives null for anything but ciphertext under this key and never throws.
 * Throws a UserError for a key that is no RSA private key in PEM.
 */
export function createDecryptor(privateKey: string): (ciphertext: string) => string | null {
  const key = attempt(() => createPrivateKey(privateKey));
  if (key === null) {
    throw new UserError(
      'usage',
      'reference-key-unreadable',
      'The private key of the reference implementation cannot be read.',
      'Give an RSA private key in PEM, without a passphrase.',
    );
  }
  const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return (ciphertext) => {
    if (!base64.test(ciphertext)) return null;
    const plain = attempt(() => privateDecrypt(options, Buffer.from(ciphertext, 'base64')));
    return plain === null ? null : decodeUtf8(plain);
  };
}

/** Whether a password looks like a ciphertext. */
export const looksEncrypted = (value: string): boolean => /^[A-Za-z0-9+/_=-]{100,}$/.test(value);

/** An outcome that concerns no parameter. */
export const outcome = (kind: Outcome['kind']): Outcome => ({ kind, parameters: [] });

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether two texts are equal, in a time that does not depend on them. */
export const isSame = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right));

const isNameOf = ({ name }: Partner, { fields }: Visit): boolean =>
  isSame(name, textOf(fields, 'partnerName'));

/** Whether the name is that of a partner. */
export const isKnownName = (visit: Visit): boolean =>
  Object.values(visit.service.partners).some((partner: Partner) => isNameOf(partner, visit));

/** The partner with this name and password, or null (section 5.6): either of them wrong looks the same. */
function authorize(visit: Visit): Partner | null {
  const { password, service } = visit;
  const found = Object.values(service.partners).filter(
    (partner: Partner) => isNameOf(partner, visit) && isSame(partner.password, password ?? ''),
  );
  return password === null ? null : (found[0] ?? null);
}

const when =
  (kind: CheckName, holds: (visit: Visit) => boolean): Check =>
  (visit) =>
    holds(visit) ? outcome(kind) : null;

/** The checks of a request as the specification has them (sections 4 and 5). */
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
 * The texts of all refusals in both languages (tables of sections 4.1 and 4.2). `{name}` is the parameter that
 * is missing or not encrypted.
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
