import { describe, expect, test } from 'vitest';
import { say } from '../messages/message.ts';
import { inspection } from './evidence.test-data.ts';
import type { BodyFacts, ListFacts } from './evidence.ts';
import { createInspector, inspectBody } from './inspect.ts';

const inspected = (body: string | Uint8Array, bodyError: string | null = null): BodyFacts =>
  inspectBody(typeof body === 'string' ? Buffer.from(body) : body, bodyError, inspection);

type JsonFacts = Extract<BodyFacts, { readonly kind: 'json' }>;

function jsonOf(body: string): JsonFacts {
  const facts = inspected(body);
  if (facts.kind !== 'json') throw new Error(facts.kind);
  return facts;
}

const list = '{"banks":[{"name":"Bank","bic":"1"}]}';
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

// read-json.test.ts shows that the reader in pieces refuses what `JSON.parse` refuses.
describe('a body is no JSON (RFC 8259)', () => {
  const [broken, html, bytes] = ['it cannot be parsed', 'it is an HTML page', 'it is not UTF-8'];
  const octets = (hex: string): Uint8Array => Buffer.from(hex, 'hex');

  test.for([
    ['when it is blank', ' \n', broken],
    ['with a no-break space around it', `\u00a0${list}`, broken],
    ['in UTF-16', Buffer.from(list, 'utf16le'), broken],
    ['as an HTML page', '<!DOCTYPE html><html></html>', html],
    ['as a page in capitals', '\n <HTML lang="en">', html],
    ['as half a page', '<html>', html],
    ['with a broken sequence', octets('22ff22'), bytes],
    ['with a cut sequence', octets('22d022'), bytes],
    ['with an overlong slash', octets('22c0af22'), bytes],
    ['with an encoded surrogate', octets('22eda08022'), bytes],
    ['in windows-1251', octets('22c1e0edea22'), bytes],
  ] as const)('%s', ([, body, problem]) => {
    expect(inspected(body)).toMatchObject({ kind: 'not-json', problem });
  });

  test.for([
    ['', null, 'the body is empty', 'тело пустое'],
    [`\ufeff${list}`, null, 'it begins with a byte order mark', 'оно начинается с метки порядка байтов'],
    [list, 'gzip: incorrect header check', 'gzip: incorrect header check', 'gzip: incorrect header check'],
  ] as const)('%j, and that is said in both languages', ([body, error, english, russian]) => {
    const facts = inspected(body, error);
    // A caller who can read these bytes has the list.
    expect(facts).toMatchObject({
      kind: 'not-json',
      problem: english,
      showsList: body !== '',
      namesList: body !== '',
    });
    if (facts.kind === 'not-json')
      expect([say(facts.words, 'en'), say(facts.words, 'ru')]).toEqual([english, russian]);
  });
});

describe('a body is JSON', () => {
  test.for([
    ['null', 'null'],
    ['true', 'boolean'],
    ['-0.5e-7', 'number'],
    ['1e400', 'number'],
    ['""', 'string'],
    ['[]', 'array'],
    [' \t\r\n{} \t\r\n', 'object'],
    [String.raw`"\udc00\ud800\u0000"`, 'string'],
  ] as const)('with any value on top, of its exact type: %s', ([body, type]) => {
    expect(jsonOf(body)).toMatchObject({ type, isSuccess: false, isError: false, list: null, text: null });
  });

  test('however deep it is', () => {
    expect(jsonOf(nested(20_000)).type).toBe('array');
    const inList = jsonOf(`{"banks":[${nested(20_000)}]}`);
    expect(inList).toMatchObject({
      isSuccess: true,
      showsList: false,
      namesList: true,
      list: { count: 1, problemCount: 1 },
    });
    const inText = jsonOf(`{"description_status":"x","y":${nested(20_000)}}`);
    expect(inText).toMatchObject({ isError: true, showsList: false });
    const objects = `${'{"a":'.repeat(20_000)}{"b\\u0061nks":[]}${'}'.repeat(20_000)}`;
    expect(jsonOf(objects)).toMatchObject({ showsList: false, namesList: false });
    const deep = objects.replace('[]', '[{"name":"A"}]');
    expect(jsonOf(deep)).toMatchObject({ showsList: true, namesList: false });
  });

  test.for([
    ['{"banks":null,"banks":[]}', 'array'],
    ['{"banks":[],"banks":null}', 'null'],
    ['{"banks":[1],"b\\u0061nks":[]}', 'array'],
    ['{"\\u0062anks":{},"banks":[]}', 'array'],
  ] as const)('with two members of one name, which are two members: %s', ([body, type]) => {
    const facts = { memberCount: 2, members: ['banks', 'banks'], isSuccess: false, namesList: true };
    expect(jsonOf(body)).toMatchObject({ ...facts, list: { type, count: 0 } });
  });

  test.for([
    ['{"banks":[{"name":"A","bic":"1","bic":"2"}]}', 1, 0],
    ['{"banks":[{"name":"A","bic":"1"},{"bic":"1","n\\u0061me":"A","name":"B"}]}', 1, 1],
    ['{"banks":[{"name":"A","bic":"1","more":{"name":1,"name":2}}]}', 0, 0],
    ['{"banks":[{"name":"A","bic":"1"},{"name":"A","bic":"1"}]}', 0, 0],
  ] as const)('whose records have members that stand twice: %s', ([body, problemCount, index]) => {
    const problems = problemCount === 0 ? [] : [{ index }];
    expect(jsonOf(body)).toMatchObject({ list: { problemCount, problems } });
  });

  test('with members named like parts of JavaScript, which are only members', () => {
    const none = { members: ['__proto__'], isSuccess: false, isError: false, list: null, text: null };
    expect(jsonOf('{"__proto__":{"banks":[],"description_status":"x"}}')).toMatchObject(none);
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', ''])
      expect(jsonOf(`{"banks":[],"${name}":1}`)).toMatchObject({ isSuccess: false, memberCount: 2 });
    expect(jsonOf('{"description_status":"x","__proto__":1}').isError).toBe(true);
    expect(({} as { banks?: unknown }).banks).toBeUndefined();
  });

  test('with more members than are kept, their names shortened and masked', () => {
    const many = Object.fromEntries(
      Array.from({ length: 25 }, (_, index) => [`m${index}${'x'.repeat(200)}`, index]),
    );
    const mask = (text: string): string => text.replaceAll('m0', '<secret>');
    const facts = createInspector()(Buffer.from(JSON.stringify(many)), null, inspection, mask);
    const names = Object.keys(many)
      .slice(0, 20)
      .map((name) => name.slice(0, 100));
    expect(facts).toMatchObject({ members: names.map(mask), memberCount: 25 });
  });
});

const bank = (name: string, bic: string) => ({ name, bic });

function listOf(value: unknown): ListFacts {
  const facts = jsonOf(JSON.stringify({ banks: value })).list;
  if (facts === null) throw new Error('a list');
  return facts;
}

describe('the facts about a list', () => {
  test('count all problems, keep ten, and say what is wrong without the values', () => {
    const records = [null, 'x', [], {}, { name: null, bic: '1' }, bank('A', '1'), { name: 'x', bic: ['1'] }];
    const found = listOf([...records, ...Array.from({ length: 1000 }, () => ({ name: 'Bank', bic: 1 }))]);
    expect(found).toMatchObject({ count: 1007, problemCount: 1006 });
    expect(found.problems.map(({ index, problem }) => `${index} ${problem}`)).toEqual([
      '0 null instead of an object',
      '1 a string instead of an object',
      '2 an array instead of an object',
      '3 `name` is missing',
      '4 `name` is null instead of a string',
      '6 `bic` is an array instead of a string',
      ...[7, 8, 9, 10].map((index) => `${index} \`bic\` is a number instead of a string`),
    ]);
    expect(found.mistakes?.map(({ index, count }) => [index, count])).toEqual([
      ...[0, 1, 2, 3, 4, 6].map((index) => [index, 1]),
      [7, 1000],
    ]);
    expect(found.mistakes?.map(({ words }) => words)).toEqual(
      found.problems.slice(0, 7).map(({ words }) => words),
    );
    expect(found.problems.map(({ words }) => say(words, 'en'))).toEqual(
      found.problems.map(({ problem }) => problem),
    );
    expect(found.problems.slice(2, 5).map(({ words }) => say(words, 'ru'))).toEqual([
      'массив вместо объекта',
      'нет поля `name`',
      '`name` – null вместо строки',
    ]);
  });
});

test('the facts about a text hold its first 16 KiB, the names and a digest of all', () => {
  const facts = (text: string): JsonFacts['text'] => {
    const body = Buffer.from(JSON.stringify({ description_status: text }));
    const found = inspectBody(body, null, inspection);
    return found.kind === 'json' ? found.text : null;
  };
  const long = 'word '.repeat(4000);
  expect(facts(long)).toMatchObject({ text: long.slice(0, 16_384), blank: false });
  expect(facts('x'.repeat(4_000_000))?.text).toHaveLength(16_384);
  expect(facts(`${long} one`)?.sha256).not.toBe(facts(`${long} other`)?.sha256);
  expect(facts(`${long} partnerName`)).toMatchObject({
    naming: { partnerName: 'named', partnerPassword: 'absent' },
  });
});

const many = 50_000;
const listOf250k = (item: string): string => `{"banks":[${`${item},`.repeat(many - 1)}${item}]}`;
const members = Array.from({ length: many }, (_, index) => `"a${index}":0`).join(',');
const listFacts = { count: many, problemCount: 0 };
const wrongList = { count: many, problemCount: many };
const ofLists = { memberCount: many + 1, list: { count: 1 } };
const wrongOne = { count: 1, problemCount: 1 };
const elsewhere = { isSuccess: false, showsList: true, list: null };
const mega = 1_000_000;

// If the time is not linear, the test times out.
test.for<[name: string, facts: object, body: () => string]>([
  ['banks', { isSuccess: true, list: listFacts }, () => listOf250k('{"name":"Bank","bic":"044525225"}')],
  ['wrong banks', { isSuccess: true, list: wrongList }, () => listOf250k('{"name":"Bank","bic":44525225}')],
  ['banks elsewhere', elsewhere, () => `{"data":${listOf250k('{"name":"Bank","bic":"1"}')}}`],
  ['members', { memberCount: many }, () => `{${members}}`],
  ['members within', { memberCount: 1 }, () => `{"x":{${members}}}`],
  ['lists', ofLists, () => `{${'"banks":[],'.repeat(many)}"banks":[1]}`],
  [
    'lists of wrong banks',
    { memberCount: many, list: { count: 1, problemCount: 1 } },
    () => `{${Array.from({ length: many }, (_, index) => `"banks":[${index}]`).join(',')}}`,
  ],
  ['openings of comments', { kind: 'not-json', showsList: false }, () => '/* '.repeat(mega)],
  ['backslashes', { kind: 'not-json' }, () => `"${'\\'.repeat(4 * mega)}`],
  ['brackets', { kind: 'not-json' }, () => '['.repeat(4 * mega)],
  ['brackets that are closed', { kind: 'json', type: 'array' }, () => nested(2 * mega)],
  [
    'values in one bank',
    { isSuccess: true, list: wrongOne },
    () => `{"banks":[[${'0,'.repeat(2 * mega)}0]]}`,
  ],
  ['values elsewhere', { memberCount: 2 }, () => `{"x":[${'0,'.repeat(2 * mega)}0],"banks":[]}`],
  ['zero bytes', { kind: 'not-json' }, () => '\0'.repeat(8 * mega)],
])('a hostile body is inspected in linear time: many %s', ([, expected, body]) => {
  const facts = inspectBody(Buffer.from(body()), null, inspection);
  expect(facts).toMatchObject(expected);
  expect(JSON.stringify(facts).length).toBeLessThan(5000);
});
