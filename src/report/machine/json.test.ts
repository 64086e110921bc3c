import { expect, test } from 'vitest';
import { sampleResults } from '../sample-results.test-data.ts';
import { jsonParts, jsonText, renderJson, renderJsonParts } from './json.ts';

test('what is written is read back as it was, in parts as well', () => {
  const results = sampleResults();
  const text = renderJson(results);
  expect(JSON.parse(text)).toEqual(results);
  expect(text.isWellFormed()).toBe(true);
  expect(text).toMatch(/^\{\n {2}"schemaVersion": 1,[^]*\n\}\n$/);
  for (const one of [results, { ...results, cases: [] }])
    expect([...renderJsonParts(one)].join('')).toBe(renderJson(one));
});

test('no character that commands a terminal or turns the reading order is in it as it is', () => {
  const name = 'a\u202eb\u0085c\u009bd\u200be\u{e0041}f\u2028';
  const results = { ...sampleResults(), target: { ...sampleResults().target, name } };
  const text = renderJson(results);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u);
  expect(text).toContain(String.raw`a\u202eb\u0085c\u009bd\u200be\udb40\udc41f\u2028`);
  expect(JSON.parse(text)).toEqual(results);
});

test('parts keep hostile texts as they are', () => {
  const items = ['\n', '\r\n  ', '{"list":[]}', '\u2028\u0085', { '\n': ['\n', []] }, [], {}];
  const parts = jsonParts((list) => ({ list, x: '\n' }), items, 2);
  expect([...parts].join('')).toBe(jsonText({ list: items, x: '\n' }));
});
