import { expect, test } from 'vitest';
import { renderJson } from './json.ts';
import { sampleResults } from '../sample-results.test-data.ts';

test('what is written is read back as it was', () => {
  expect(JSON.parse(renderJson(sampleResults()))).toEqual(sampleResults());
});

test('no character that commands a terminal or turns the reading order stands in it as it is', () => {
  const name = 'a\u202eb\u0085c\u009bd\u200be\u{e0041}f\u2028';
  const results = { ...sampleResults(), target: { ...sampleResults().target, name } };
  const text = renderJson(results);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u);
  expect(text).toContain(String.raw`a\u202eb\u0085c\u009bd\u200be\udb40\udc41f\u2028`);
  expect(JSON.parse(text)).toEqual(results);
});

test('the text is well-formed Unicode and ends with one line feed', () => {
  const text = renderJson(sampleResults());
  expect(text.isWellFormed()).toBe(true);
  expect(text).toContain(String.raw`\ud800`);
  expect(text).toMatch(/^\{\n {2}"schemaVersion": 1,[^]*\n\}\n$/);
});
