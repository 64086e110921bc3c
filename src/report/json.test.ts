import { expect, test } from 'vitest';
import { renderJson } from './json.ts';
import { sampleResults } from './sample-results.test-data.ts';

test('what is written is read back as it was', () => {
  expect(JSON.parse(renderJson(sampleResults()))).toEqual(sampleResults());
});

test('the text is well-formed Unicode and ends with one line feed', () => {
  const text = renderJson(sampleResults());
  expect(text.isWellFormed()).toBe(true);
  expect(text).toContain(String.raw`\ud800`);
  expect(text).toMatch(/^\{\n {2}"schemaVersion": 1,[^]*\n\}\n$/);
});
