import { describe, expect, test } from 'vitest';
import type { Results } from '../../results/results.ts';
import { sampleResults } from '../made-results.test-data.ts';
import { jsonParts, renderBadge, renderJson } from './json.ts';

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

describe('badge.json', () => {
  type Reached = Readonly<Record<string, readonly [core: boolean, full: boolean]>>;
  const { waivers } = sampleResults();
  const live = waivers.filter(({ state }) => state !== 'stale');
  const [full, none] = [
    [true, true],
    [false, false],
  ] as const;
  const core = [true, false] as const;

  test.each<readonly [Results['verdict'], Reached, string, string, typeof waivers | 'empty']>([
    ['conforming', { a: full, b: full }, 'A full · B full', 'brightgreen', []],
    ['incomplete', { a: full, b: core }, 'A full · B core', 'green', []],
    ['incomplete', { a: core }, 'A core', 'green', []],
    ['incomplete', { a: full, b: none }, 'A full · B incomplete', 'yellow', []],
    ['incomplete', { a: none, b: none }, 'incomplete', 'yellow', []],
    ['nonconforming', { a: full, b: core }, 'nonconforming', 'red', []],
    ['incomplete', {}, 'incomplete', 'yellow', []],
    // A class without requirements is not reached.
    ['incomplete', { a: full }, 'incomplete', 'yellow', 'empty'],
    // With a stale waiver, nothing is green.
    ['conforming', { a: full }, 'A full · stale waiver', 'yellow', waivers],
    ['nonconforming', { a: full }, 'nonconforming', 'red', waivers],
    ['conforming', { a: full }, 'A full', 'brightgreen', live],
  ])('%s with %j says %j in %s (%#)', (verdict, reached, message, color, given) => {
    const requirements = given === 'empty' ? 0 : 5;
    const classOf = (isReached: boolean) => ({ reached: isReached, requirements, prevents: [] });
    const counts = { pass: requirements, fail: 0, review: 0, inconclusive: 0 };
    const variants = Object.entries(reached).map(([name, [inCore, inFull]]) => [
      name,
      { verdict, counts, classes: { core: classOf(inCore), full: classOf(inFull) } },
    ]);
    const parts = { verdict, variants: Object.fromEntries(variants), requirements: [] };
    const results = { ...sampleResults(), ...parts, waivers: given === 'empty' ? [] : given };
    const badge = JSON.parse(renderBadge(results)) as unknown;
    expect(badge).toEqual({ schemaVersion: 1, label: 'SBP banks', message, color });
    const target = { ...results.target, tls: { verify: false as const } };
    const unverified = JSON.parse(renderBadge({ ...results, target })) as unknown;
    const doubtful = color.endsWith('green') ? 'yellow' : color;
    expect(unverified).toMatchObject({ message: `${message} · TLS not verified`, color: doubtful });
  });
});
