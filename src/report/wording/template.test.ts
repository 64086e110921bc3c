import { describe, expect, test } from 'vitest';
import { fillIn, matchTemplate, parseTemplate } from './template.ts';
import { pluralIn } from './plural.ts';

const known = new Map([
  ['yes', 'да'],
  ['no; yes', 'нет и да'],
]);

const match = (template: string, text: string): Readonly<Record<string, string>> | null => {
  const values = matchTemplate(parseTemplate(template), text, (phrase) => known.get(phrase) ?? null);
  return values === null ? null : Object.fromEntries(values);
};

describe('a template', () => {
  test.each([
    ['answered {1:number}', 'answered 404', { 1: '404' }],
    ['answered {1:number}', 'answered x', null],
    ['answered {1:number}', 'answered 404!', null],
    ['not {1:word}', 'not a word', null],
    ['a text without {password}', 'a text without {password}', {}],
    ['{1}: {2}', 'one: two: three', { 1: 'one', 2: 'two: three' }],
    ['{1*}: {2}', 'one: two: three', { 1: 'one: two', 2: 'three' }],
    ['({1*})', '(a (b))', { 1: 'a (b)' }],
    ['{1:say}!', 'yes!', { 1: 'да' }],
    ['{1:say}!', 'perhaps!', { 1: 'perhaps' }],
    ['{1:known}!', 'perhaps!', null],
    ['{1:known}; {2:known}', 'no; yes; yes', { 1: 'нет и да', 2: 'да' }],
  ])('%s takes %s as %j', (template, text, values) => {
    expect(match(template, text)).toEqual(values);
  });

  test('does not lose itself in a text that repeats what stands between its slots', () => {
    const started = performance.now();
    expect(match('{1:known}; {2:known}; {3:known}; {4:known}', '; '.repeat(4000))).toBeNull();
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

test('a noun takes the form that its number asks for', () => {
  const say = (number: string): string =>
    fillIn('{1} {1|запись|записи|записей}', new Map([['1', number]]), pluralIn('ru'));
  expect(['1', '2', '5', '11', '21', '22', '111', '0'].map(say)).toEqual([
    '1 запись',
    '2 записи',
    '5 записей',
    '11 записей',
    '21 запись',
    '22 записи',
    '111 записей',
    '0 записей',
  ]);
});

test('what is put in is not read as a template again', () => {
  expect(fillIn('{1}', new Map([['1', '{2}']]), pluralIn('ru'))).toBe('{2}');
});
