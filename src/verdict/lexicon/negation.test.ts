import { describe, expect, it } from 'vitest';

import { isRequestDenied, isStatementDenied } from './negation.ts';

/** The words in square brackets are asked about. */
function parts(marked: string): readonly [text: string, start: number, end: number] {
  const [before = '', found = '', after = ''] = ` ${marked} `.split(/[[\]]/u);
  return [before + found + after, before.length, before.length + found.length];
}

const denied = [
  'не [повторяйте ]запрос',
  'не нужно [повторять ]запрос',
  'нет необходимости [повторять ]запрос',
  'нельзя [повторять ]запрос',
  'вместо [обращения ]к',
  '[повторять ]запрос не нужно',
  '[обращаться ]к менеджеру нет необходимости',
  'не удалось [связаться ]с менеджером',
  'do not [contact ]him',
  'you do not have to [contact ]him',
  'do not call or [contact ]him',
  'there is no need to [contact ]him',
  'instead of [contacting ]him',
  'failed to [contact ]him',
  '[contacting ]him is not necessary',
  '[retrying later ]will not help',
];
const held = [
  '[повторите ]запрос',
  'запрос не выполнен [повторите ]его',
  'сервис не отвечает , [повторите ]запрос',
  'не забудьте [обратиться ]к менеджеру',
  'do not hesitate to [contact ]him',
  'it is not available , [contact ]him',
  '[contact ]him . it is not necessary',
  'login failed [contact ]him',
];

describe('isRequestDenied', () => {
  it.for(denied)('sees that %j is denied', (marked) => expect(isRequestDenied(...parts(marked))).toBe(true));
  it.for(held)('sees that %j is not denied', (marked) =>
    expect(isRequestDenied(...parts(marked))).toBe(false),
  );
});

describe('isStatementDenied', () => {
  it.for([
    ['если [сервис ]недоступен', true],
    ['в случае если [сервис ]недоступен', true],
    ['if the [service ]is down', true],
    ['if so , the [service ]is down', false],
    ['[service ]is down if asked', false],
    ['not [unauthorized ]', true],
    ['[ошибка авторизации ]отсутствует', true],
    ['[unauthorized ]access is forbidden', false],
  ] as const)('reads %j as %j', ([marked, expected]) =>
    expect(isStatementDenied(...parts(marked))).toBe(expected),
  );
});
