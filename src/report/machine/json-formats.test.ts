import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { exchangesById } from '../../results/results.ts';
import type { Results } from '../../results/results.ts';
import type { Evidence } from '../../judge/evidence.ts';
import { hostileText, sampleResults, withText } from '../made-results.test-data.ts';
import { renderHar } from './har.ts';
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
      expect(JSON.parse([...jsonParts((all) => ({ all, x: '\n' }), list, 2)].join(''))).toEqual({
        all: list,
        x: '\n',
      });
  });
});

describe('transcripts.har', () => {
  interface Entry {
    readonly startedDateTime: string;
    readonly request: Readonly<Record<string, unknown>>;
    readonly response: Readonly<Record<string, unknown>>;
    readonly comment: string;
  }
  const load = createRequire(import.meta.url);
  // The schemas of HAR use keywords that no draft defines (`min`, `optional`).
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addMetaSchema(load('ajv/dist/refs/json-schema-draft-06.json') as object);
  for (const schema of Object.values(load('har-schema') as Readonly<Record<string, object>>))
    ajv.addSchema(schema);

  function problems(har: unknown): readonly string[] {
    ajv.validate('har.json#', har);
    return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
  const parsed = (results: Results) =>
    JSON.parse(renderHar(results)) as { readonly log: { readonly entries: readonly Entry[] } };

  /** The entry of the plain request with a change. */
  function entryWith(change: (exchange: Evidence) => Evidence): Entry | undefined {
    const cases = sampleResults().cases.slice(0, 1);
    const changed = cases.map((one) => ({ ...one, exchanges: one.exchanges.map(change) }));
    return parsed({ ...sampleResults(), cases: changed, controls: [] }).log.entries[0];
  }

  test.each([
    ['the sample', sampleResults()],
    ['hostile text', withText(hostileText)],
    ['no exchange', { ...sampleResults(), cases: [], controls: [] }],
  ])('of %s is valid, and the validation refuses a wrong time', (_, results) => {
    const { log } = parsed(results);
    expect(problems({ log })).toEqual([]);
    expect(problems({ log: { ...log, entries: [{ ...log.entries[0], time: 'x' }] } })).not.toEqual([]);
  });

  test('has all exchanges once, controls too, in the order of time, with the cases that they belong to', () => {
    const { entries } = parsed(sampleResults()).log;
    expect(entries).toHaveLength(exchangesById(sampleResults()).size);
    const times = entries.map(({ startedDateTime }) => startedDateTime);
    expect(times).toEqual(times.toSorted());
    const comments = entries.map(({ comment }) => comment);
    expect(comments).toContain('a.missing.partnerName: without partnerName (a-3)');
    expect(comments).toContain('a.request.escaped: baseline (a-control)');
  });

  test.each([
    ['http://h/x?p=<ciphertext>', 'http://h/x?p=%3Cciphertext%3E', { p: '<ciphertext>' }],
    ['http://h/x?p=a%2Bb&q', 'http://h/x?p=a%2Bb&q', { p: 'a+b', q: '' }],
    ['http://h/x?p=a+b=c&&=d#e?f', 'http://h/x?p=a+b=c&&=d#e?f', { p: 'a+b=c', '': 'd' }],
    ['http://h/%zz?p=%ff', 'http://h/%25zz?p=%ff', { p: '%ff' }],
    ['http://h/я \ud800ſ', 'http://h/%D1%8F%20%EF%BF%BD%C5%BF', {}],
    ['http://h/?', 'http://h/?', {}],
  ])('has the address %j as %s', (url, written, query) => {
    const entry = entryWith((one) => ({ ...one, request: { ...one.request, url } }));
    const queryString = Object.entries(query).map(([name, value]) => ({ name, value }));
    expect(entry?.request).toMatchObject({ url: written, queryString });
    const creator = { name: 'x', version: '1' };
    expect(problems({ log: { version: '1.2', creator, entries: [entry] } })).toEqual([]);
  });

  test.each([
    [{ body: '{"a":\r\n\t"я"}' }, { text: '{"a":\r\n\t"я"}' }],
    [{ body: 'a\0я' }, { text: Buffer.from('a\0я').toString('base64'), encoding: 'base64' }],
    [
      { bodyTruncated: true, bodyLength: 999 },
      { size: 999, comment: 'cut: the whole body has 999 bytes' },
    ],
  ])('has the body of %j as %j', (parts, content) => {
    const entry = entryWith((one) => ({ ...one, response: one.response && { ...one.response, ...parts } }));
    expect(entry?.response['content']).toMatchObject(content);
  });

  test('has no data where nothing was posted', () => {
    const entry = entryWith((one) => ({ ...one, request: { ...one.request, body: null } }));
    expect(entry?.request).not.toHaveProperty('postData');
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
