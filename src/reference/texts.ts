import type { Language, Refusal } from './behaviour.ts';

/** Writes a text; the name is that of the parameter that is missing or not encrypted. */
export type Text = (name: string) => string;

const ru = {
  missing: (name) =>
    `Отсутствует обязательный параметр запроса ${name}. Повторите запрос с корректными данными`,
  unencrypted: (name) => `Параметр ${name} ожидается в зашифрованном виде`,
  unauthorized: () => 'Пользователь не прошёл авторизацию, доступ к ресурсу ограничен',
  'partner-blocked': () => 'Доступ к системе для партнёра заблокирован. Обратитесь к закреплённому менеджеру',
  'ip-blocked': () => 'Доступ с вашего IP-адреса заблокирован. Обратитесь к закреплённому менеджеру',
  'reward-unavailable': () =>
    'Данный вид вознаграждения недоступен партнёру. Обратитесь к закреплённому менеджеру',
  unavailable: () => 'Сервис временно недоступен, повторите операцию позже',
  malformed: () => 'Запрос не удалось разобрать',
  'not-found': () => 'Ресурс не найден',
  'wrong-method': () => 'Метод не поддерживается',
  'too-large': () => 'Тело запроса слишком велико',
} as const satisfies Record<Refusal, Text>;

const en = {
  missing: (name) =>
    `The required request parameter ${name} is missing. Please repeat the request with correct data`,
  unencrypted: (name) => `The parameter ${name} is expected in encrypted form`,
  unauthorized: () => 'The user did not pass authorization, access to the resource is restricted',
  'partner-blocked': () =>
    'Access to the system is blocked for the partner. Please contact your assigned manager',
  'ip-blocked': () => 'Access from your IP address is blocked. Please contact your assigned manager',
  'reward-unavailable': () =>
    'This kind of reward is not available to the partner. Please contact your assigned manager',
  unavailable: () => 'The service is temporarily unavailable, please repeat the operation later',
  malformed: () => 'The request could not be parsed',
  'not-found': () => 'Resource not found',
  'wrong-method': () => 'Method not supported',
  'too-large': () => 'The request body is too large',
} as const satisfies Record<Refusal, Text>;

/** The texts of all refusals in both languages (tables of sections 4.1 and 4.2). */
export const texts: Readonly<Record<Language, Readonly<Record<Refusal, Text>>>> = { ru, en };
