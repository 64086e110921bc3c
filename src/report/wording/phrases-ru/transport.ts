import type { Phrases } from '../translator.ts';

/** What went wrong on the wire: our own words and the usual ones of Node and its HTTP library. */
export const transport = {
  'no connection within {1:number} ms': 'соединение не установлено за {1} мс',
  'no whole answer within {1:number} ms': 'полный ответ не пришёл за {1} мс',
  'no whole answer within {1:number} ms: {2:known}': 'полный ответ не пришёл за {1} мс: {2}',
  'the body is larger than {1:number} bytes': 'тело больше {1} байт',
  'the exchange was interrupted': 'обмен прерван',
  'no headers came': 'заголовки не пришли',
  'headers and {1:number} bytes of the body came': 'пришли заголовки и {1} {1|байт|байта|байт} тела',
  '{1:say*}: no headers came': '{1}: заголовки не пришли',
  '{1:say*}: headers and {2:number} bytes of the body came':
    '{1}: пришли заголовки и {2} {2|байт|байта|байт} тела',
  'unknown failure': 'неизвестный сбой',
  'the proxy answered CONNECT with {1:number}': 'прокси ответил на CONNECT {1}',
  'no answer to CONNECT': 'нет ответа на CONNECT',
  'connect {1:word} {2:word}': 'соединение с {2}: {1}',
  'getaddrinfo {1:word} {2:word}': 'поиск имени {2}: {1}',
  'read {1:word}': 'чтение: {1}',
  'write {1:word}': 'запись: {1}',
  'other side closed': 'другая сторона закрыла соединение',
  'socket hang up': 'соединение оборвано',
  terminated: 'соединение оборвано',
  'Parse Error: {1}': 'ошибка разбора HTTP: {1}',
} as const satisfies Phrases;
