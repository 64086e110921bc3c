import { describe, expect, test } from 'vitest';
import { specification } from '../spec/variant.ts';
import { inspection } from './evidence.test-data.ts';
import type { ListFacts } from './facts.ts';
import { inspectBody } from './inspect.ts';
import { inspectParts } from './inspect-parts.ts';

const same = (text: string): string => text;
const parts = (text: string, size: number): ListFacts | null =>
  inspectParts(Buffer.from(text), specification.body, same, size);

const bank = (name: string, bic = '044525225'): string => JSON.stringify({ name, bic });
const list = (...records: readonly string[]): string => `{"banks":[${records.join(',')}]}`;

/** What the whole of a body comes to, which is the measure of all. */
function wholeOf(text: string): ListFacts | null {
  const facts = inspectBody(Buffer.from(text), null, inspection);
  return facts.kind === 'json' && facts.memberCount === 1 ? facts.list : null;
}

const usual = [bank('A', '1'), bank('Б', '2'), bank('C', '2'), bank('D', '044525225'), bank('', '')];

describe('a list that is read in parts', () => {
  test.for([
    ['as it is usually written', list(...usual)],
    ['indented', JSON.stringify(JSON.parse(list(...usual)), null, 2)],
    ['with white space of every kind', ` \r\n\t{ "banks"\t:\n[ ${usual.join(' \r\n\t,\n ')} ]\n} \n`],
    ['with texts that look like a cut', list(bank('},{'), bank('"},{"'), bank('\\"},{'), bank('}\n,\n{'))],
    [
      'with lists of objects in records',
      list(...usual.map((one) => `${one.slice(0, -1)},"x":[{},{},[{},{}]]}`)),
    ],
    [
      'with wrong records here and there',
      list('{}', bank('A'), '{"name":"A","bic":1}', bank('B'), '{"bic":[]}'),
    ],
    ['with nothing but wrong records', list(...Array.from({ length: 30 }, () => '{"name":1}'))],
    ['with further members', list('{"name":"A","bic":"1","city":"x"}', '{"name":"B","bic":"2","ogrn":"y"}')],
    ['of one record', list(bank('A'))],
    ['with other values between', list(bank('A'), 'null', '1', '"x"', bank('B'), '[]', bank('C'))],
  ] as const)('comes to the same as the whole: %s', ([, text]) => {
    const whole = wholeOf(text);
    expect(whole?.type).toBe('array');
    for (let size = 1; size < text.length; size += 1) {
      const found = parts(text, size);
      // A cut in a text or within a record leaves the body to whoever parses the whole.
      if (found !== null) expect(found).toEqual(whole);
    }
    expect(parts(text, text.length)).toEqual(whole);
  });

  test('is cut between its records, wherever that is', () => {
    const text = list(...usual);
    const sizes = Array.from({ length: text.length }, (_, index) => index + 1);
    const read = sizes.filter((size) => parts(text, size) !== null);
    expect(read).toEqual(sizes);
  });

  test.for([
    ['another body', '{"items":[{},{}]}'],
    ['a further member before it', `{"x":1,${list(bank('A')).slice(1)}`],
    ['a further member after it', `${list(bank('A')).slice(0, -1)},"x":[{},{}]}`],
    ['the same member twice', '{"banks":[{},{}],"banks":[{},{}]}'],
    ['two documents', `${list(bank('A'), bank('B'))}${list(bank('A'), bank('B'))}`],
    ['a comma too many', `{"banks":[${bank('A')},${bank('B')},]}`],
    ['a comma before all', `{"banks":[,${bank('A')},${bank('B')}]}`],
    ['two commas in a row', `{"banks":[${bank('A')},,${bank('B')}]}`],
    ['a comma that is missing', `{"banks":[${bank('A')}${bank('B')}]}`],
    ['a text without an end', `{"banks":[${bank('A')},{"name":"B},{"bic":"1"}]}`],
    ['a list without an end', `{"banks":[${bank('A')},${bank('B')}}`],
    ['a bracket in between', `{"banks":[${bank('A')}],[${bank('B')}]}`],
    ['a comment', `{"banks":[${bank('A')},/* },{ */${bank('B')}]}`],
    ['an empty list', '{"banks":[ ]}'],
    ['other white space', `{"banks":[${bank('A')},\u00a0${bank('B')}]}`],
    ['a control character in a text', `{"banks":[${bank('A')},{"name":"\u0001","bic":"1"}]}`],
    ['something behind it', `${list(bank('A'))}x`],
  ] as const)('is left to whoever parses the whole where there is %s', ([, text]) => {
    for (const size of [1, 5, 20, 1000]) expect(parts(text, size)).toBeNull();
  });

  test('is left alone where it is not UTF-8', () => {
    const bytes = Buffer.from(list(bank('A'), bank('\u00e9'), bank('B')), 'latin1');
    for (const size of [1, 30, 1000]) expect(inspectParts(bytes, specification.body, same, size)).toBeNull();
  });

  test('is found by itself in a large body, whose facts are those of the whole', () => {
    const records = Array.from({ length: 40_000 }, (_, index) => bank(`Банк ${index}`, String(index)));
    const text = list(...records);
    const facts = inspectBody(Buffer.from(text), null, inspection);
    const plain = inspectBody(Buffer.from(list(bank('A'))), null, inspection);
    const expected = parts(text, text.length);
    expect(expected).toMatchObject({ count: 40_000, problemCount: 0, duplicates: 0 });
    expect(facts).toEqual({ ...plain, list: expected });
  });
});
