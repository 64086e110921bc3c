import { describe, expect, it } from 'vitest';
import { renderHar, renderHarParts } from './machine/har.ts';
import { jsonParts, jsonText, renderJson, renderJsonParts } from './machine/json.ts';
import { sampleResults } from './sample-results.test-data.ts';

describe('a report in parts', () => {
  it.each([
    ['json', renderJson, renderJsonParts],
    ['har', renderHar, renderHarParts],
  ] as const)('is the same as the whole: %s', (_name, render, renderParts) => {
    const results = sampleResults();
    const parts = [...renderParts(results)];
    expect(parts.join('')).toBe(render(results));
    expect(parts.length).toBeGreaterThan(10);
    const empty = { ...results, cases: [], controls: [] };
    expect([...renderParts(empty)].join('')).toBe(render(empty));
  });

  it('keeps hostile texts as they are', () => {
    const items = ['\n', '\r\n  ', '{"list":[]}', '\u2028\u0085', { '\n': ['\n', []] }, [], {}];
    const parts = jsonParts((list) => ({ list, x: '\n' }), items, 2);
    expect([...parts].join('')).toBe(jsonText({ list: items, x: '\n' }));
  });
});
