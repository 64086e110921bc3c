import { expect, test } from 'vitest';
import type { Evidence } from '../judge/evidence.ts';
import { wordsIn } from '../messages/message.ts';
import { bodyExcerpt, bodyLines, linesRead } from './body-lines.ts';

const records = (count: number): string =>
  Array.from({ length: count }, (_, index) => `{"name":"Bank ${index}"}`).join(',');

const excerptOf = (body: string, wrong: readonly number[] = []): string => {
  const mistakes = wrong.map((index) => ({ index, count: 1 }));
  const facts = { kind: 'json', list: { mistakes } };
  const exchange = { response: { body, bodyEncoding: 'utf8' }, facts } as unknown as Evidence;
  return bodyExcerpt(exchange, wordsIn('en'));
};

test.each([
  ['the first record of a long list', records(5), [], '{"name":"Bank 0"},… 4 records left out'],
  [
    'the records with a mistake',
    records(5),
    [4, 2],
    '{"name":"Bank 2"},{"name":"Bank 4"}… 3 records left out',
  ],
  ['a short list as it is', records(3), [], records(3)],
])('an excerpt of a body shows %s', (_name, list, wrong, shown) => {
  expect(excerptOf(`{"banks":[${list}]}`, wrong)).toBe(`{"banks":[${shown}]}`);
});

test('an excerpt of anything but a list is the whole body', () => {
  for (const body of ['', '<html>', '{"description_status":"no"}', '[1,2,3,4,5]'])
    expect(excerptOf(body)).toBe(body);
});

test('a body of very many lines is split as far as a reader gets, and nothing of it is lost', () => {
  const body = `{"banks":[0]${',"banks":[1]'.repeat(9000)}}`;
  const lines = bodyLines(body);
  expect(lines).toHaveLength(linesRead + 1);
  expect(lines.map(({ text }) => text).join('')).toBe(body);
  expect(excerptOf(body)).toBe(body);
});
