import { describe, expect, test } from 'vitest';
import { inspection } from './evidence.test-data.ts';
import type { BodyFacts } from './facts.ts';
import { inspectBody } from './inspect.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const inspected = (body: string | Uint8Array, bodyError: string | null = null): BodyFacts =>
  inspectBody(typeof body === 'string' ? bytes(body) : body, bodyError, inspection);

type JsonFacts = Extract<BodyFacts, { readonly kind: 'json' }>;

function jsonOf(body: string): JsonFacts {
  const facts = inspected(body);
  if (facts.kind !== 'json') throw new Error(facts.problem);
  return facts;
}

const list = '{"banks":[{"name":"Bank","bic":"1"}]}';
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('a body is no JSON (RFC 8259)', () => {
  test.for([
    ['when it is empty', ''],
    ['when it is blank', ' \n'],
    ['with a byte order mark', `\ufeff${list}`],
    ['with a byte order mark alone', '\ufeff'],
    ['with something behind it', `${list}x`],
    ['with a second value behind it', `${list}{}`],
    ['with a null behind it', `${list}\u0000`],
    ['when it is cut', list.slice(0, -1)],
    ['with a trailing comma', '{"banks":[],}'],
    ['with a comment', '{/**/"banks":[]}'],
    ['with single quotes', "{'banks':[]}"],
    ['with a bare name', '{banks:[]}'],
    ['with a raw line break in a string', '{"banks":["\n"]}'],
    ['with a raw tab in a string', '{"banks":["\t"]}'],
    ['with a \\x escape', String.raw`"\x41"`],
    ['with half an escape', String.raw`"\u00"`],
    ['with NaN', '{"banks":NaN}'],
    ['with Infinity', '-Infinity'],
    ['with a leading zero', '01'],
    ['with a leading plus', '+1'],
    ['with a hex number', '0x10'],
    ['with a dangling point', '1.'],
    ['with a no-break space around it', `\u00a0${list}`],
    ['with a form feed around it', `\f${list}`],
    ['with undefined', 'undefined'],
    ['with True', 'True'],
    ['as a callback', `f(${list})`],
    ['as a line of several values', '{}\n{}'],
  ])('%s', ([, body = '']) => {
    expect(inspected(body).kind).toBe('not-json');
  });

  test.for([
    ['a broken sequence', [0x22, 0xff, 0x22]],
    ['a cut sequence', [0x22, 0xd0, 0x22]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a code point beyond Unicode', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
    ['windows-1251', [0x22, 0xc1, 0xe0, 0xed, 0xea, 0x22]],
  ] as const)('in bytes that are not UTF-8: %s', ([, octets]) => {
    expect(inspected(new Uint8Array(octets))).toMatchObject({ kind: 'not-json', problem: 'it is not UTF-8' });
  });

  test('in UTF-16 or UTF-32, with a byte order mark and without', () => {
    const le = Buffer.from(list, 'utf16le');
    const be = Buffer.from(le).swap16();
    const wide = Buffer.from([...list].flatMap((character) => [0, 0, 0, character.charCodeAt(0)]));
    for (const body of [le, be, wide, Buffer.concat([Buffer.from([0xff, 0xfe]), le])])
      expect(inspected(new Uint8Array(body)).kind).toBe('not-json');
  });

  test('with a byte order mark, and that is said', () => {
    expect(inspected(`\ufeff${list}`)).toEqual({
      kind: 'not-json',
      problem: 'it begins with a byte order mark',
      showsList: true,
    });
  });

  test('where it could not be decompressed, whatever the bytes look like', () => {
    expect(inspected(list, 'gzip: incorrect header check')).toEqual({
      kind: 'not-json',
      problem: 'gzip: incorrect header check',
      // Whoever can read the bytes has the list.
      showsList: true,
    });
  });

  test('where it holds so many values that reading them would take the memory of a machine', () => {
    const deep = inspectBody(Buffer.from('[],'.repeat(5_000_000)), null, inspection);
    expect(deep).toEqual({
      kind: 'not-json',
      problem: 'it holds more than 9000000 values',
      showsList: false,
    });
  });
});

describe('a body is JSON', () => {
  test.for([
    ['null', 'null'],
    ['true', 'boolean'],
    ['0', 'number'],
    ['-0.5e-7', 'number'],
    ['1e400', 'number'],
    ['123456789012345678901234567890', 'number'],
    ['""', 'string'],
    ['[]', 'array'],
    ['{}', 'object'],
    [' \t\r\n{} \t\r\n', 'object'],
    ['"\u2028\u007f"', 'string'],
    [String.raw`"\ud800"`, 'string'],
    [String.raw`"\udc00\ud800"`, 'string'],
    [String.raw`"\u0000"`, 'string'],
  ] as const)('with any value on top, of its exact type: %s', ([body, type]) => {
    expect(jsonOf(body)).toMatchObject({ type, isSuccess: false, isError: false, list: null, text: null });
  });

  test('however deep it is', () => {
    expect(jsonOf(nested(100_000)).type).toBe('array');
    const inList = jsonOf(`{"banks":[${nested(100_000)}]}`);
    expect(inList).toMatchObject({ isSuccess: true, showsList: true, list: { count: 1, problemCount: 1 } });
    const inText = jsonOf(`{"description_status":"x","y":${nested(100_000)}}`);
    expect(inText).toMatchObject({ isError: true, showsList: false });
    const objects = `${'{"a":'.repeat(100_000)}{"b\\u0061nks":[]}${'}'.repeat(100_000)}`;
    expect(jsonOf(objects).showsList).toBe(true);
  });

  test('with two members of one name, which are two members', () => {
    expect(jsonOf('{"banks":null,"banks":[]}')).toMatchObject({ isSuccess: false, memberCount: 2 });
    expect(jsonOf('{"banks":[],"banks":null}')).toMatchObject({ isSuccess: false, showsList: true });
  });

  test('with members named like parts of JavaScript, which are only members', () => {
    expect(jsonOf('{"__proto__":{"banks":[],"description_status":"x"}}')).toMatchObject({
      members: ['__proto__'],
      isSuccess: false,
      isError: false,
      list: null,
      text: null,
    });
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', ''])
      expect(jsonOf(`{"banks":[],"${name}":1}`)).toMatchObject({ isSuccess: false, memberCount: 2 });
    expect(jsonOf('{"description_status":"x","__proto__":1}').isError).toBe(true);
    expect(({} as { banks?: unknown }).banks).toBeUndefined();
  });

  test('with more members than are kept, which are counted all the same', () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`member${index}`, index]));
    const facts = jsonOf(JSON.stringify(many));
    expect(facts.members).toEqual(Object.keys(many).slice(0, 20));
    expect(facts.memberCount).toBe(25);
  });

  test('with names that are shortened, and masked', () => {
    const body = bytes(JSON.stringify({ secret: 1, ['x'.repeat(200)]: 1 }));
    const mask = (text: string): string => text.replaceAll('secret', '<secret>');
    expect(inspectBody(body, null, { ...inspection, mask })).toMatchObject({
      members: ['<secret>', 'x'.repeat(100)],
    });
  });
});

describe('the facts about a success and an error', () => {
  test.for([
    ['the list', list, true, false],
    ['an error text', '{"description_status":"no"}', false, true],
    ['an error text among others', '{"code":1,"description_status":"no"}', false, true],
    ['both', '{"banks":[],"description_status":"no"}', false, true],
    ['a blank error text', '{"description_status":" "}', false, true],
    ['an empty error text', '{"description_status":""}', false, false],
  ] as const)('tell them apart: %s', ([, body, isSuccess, isError]) => {
    expect(jsonOf(body)).toMatchObject({ isSuccess, isError });
  });
});
