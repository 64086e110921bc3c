import { requirements } from '#banks/requirements.ts';
import { expect, test } from 'vitest';
import { nameOf } from './banks.ts';
import { english } from './en.ts';
import { message, say, silenceIn, wordsIn } from './message.ts';
import { russian } from './ru.ts';

const slotsIn = (template: string): readonly string[] => [
  ...new Set([...template.matchAll(/\{(\w+)/g)].map(([, name = '']) => name)),
];

test('both languages have the same sentences, and no particular stands in only one of them', () => {
  expect(Object.keys(russian).toSorted()).toEqual(Object.keys(english).toSorted());
  const unlike = Object.entries(english).filter(
    ([code, text]) =>
      JSON.stringify(slotsIn(text).toSorted()) !==
      JSON.stringify(slotsIn(new Map(Object.entries<string>(russian)).get(code) ?? '').toSorted()),
  );
  expect(unlike.map(([code]) => code)).toEqual([]);
});

test('what every requirement is about has a name', () => {
  const groups = requirements.map(({ group }) => group);
  expect(groups.filter((one) => nameOf('topic', one, wordsIn('ru')) === one)).toEqual([]);
});

test('titles are quoted, and the count of those left out is none of them', () => {
  const params = { variant: 'A', request: ['x', 'y', message('and-more', { count: 2 })] };
  expect(say({ code: 'list-disclosed.deviation', params }, 'en')).toMatch(/ \(“x”, “y”, 2 more\)$/);
  const one = { ...params, request: 'x' };
  expect(say({ code: 'list-disclosed.deviation', params: one }, 'ru')).toMatch(/ \(«x»\)$/);
});

test('a failure is said as recorded in English, by kind and code in Russian', () => {
  const failure = { kind: 'no-connection', code: 'ECONNREFUSED', message: 'nothing is there' } as const;
  expect(say(silenceIn(failure), 'en')).toBe('no answer (nothing is there)');
  expect(say(silenceIn(failure), 'ru')).toBe('ответа нет (соединение не установлено, ECONNREFUSED)');
});
