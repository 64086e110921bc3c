import { describe, expect, test } from 'vitest';
import { sampleResults } from '../made-results.test-data.ts';
import { jsonParts, renderJson } from './json.ts';

describe('results.json', () => {
  test('is read back as it was written', () => {
    const results = sampleResults();
    for (const one of [results, { ...results, cases: [] }]) {
      expect(JSON.parse(renderJson(one))).toEqual(one);
      const lines = renderJson(one).split('\n');
      expect(lines.filter((line) => line.startsWith('    {"id":'))).toHaveLength(one.cases.length);
    }
  });

  test('holds no character as it is that commands a terminal or turns the reading order', () => {
    const name = 'a\u202eb\u0085c\u009bd\u200be\u{e0041}f\u2028';
    const results = { ...sampleResults(), target: { ...sampleResults().target, name } };
    const text = renderJson(results);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u);
    expect(text).toContain(String.raw`a\u202eb\u0085c\u009bd\u200be\udb40\udc41f\u2028`);
    expect(JSON.parse(text)).toEqual(results);
  });

  test('keeps hostile texts as they are, in parts too', () => {
    const items = ['\n', '\r\n  ', '{"list":[]}', '\u2028\u0085', { '\n': ['\n', []] }, [], {}];
    for (const list of [items, [...items, 'x'.repeat(300_000), ...items]])
      expect(JSON.parse([...jsonParts((all) => ({ all, x: '\n' }), list)].join(''))).toEqual({
        all: list,
        x: '\n',
      });
  });
});
