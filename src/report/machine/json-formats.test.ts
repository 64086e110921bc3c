import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { validate } from 'ctrf';
import type { CTRFReport, Test } from 'ctrf';
import { describe, expect, test } from 'vitest';
import type { Results } from '../../result/results.ts';
import type { Evidence } from '../../verdict/evidence.ts';
import { exchangesById } from '../failures.ts';
import { everyVerdict, hostileText, sampleResults, withText } from '../sample-results.test-data.ts';
import { renderBadge } from './badge.ts';
import { renderCtrf } from './ctrf.ts';
import { renderHar } from './har.ts';
import { jsonParts, jsonText, renderJson } from './json.ts';

describe('results.json', () => {
  test('is read back as it was written', () => {
    const results = sampleResults();
    for (const one of [results, { ...results, cases: [] }]) {
      expect(renderJson(one)).toBe(jsonText(one));
      expect(JSON.parse(renderJson(one))).toEqual(one);
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
      expect([...jsonParts((all) => ({ all, x: '\n' }), list, 2)].join('')).toBe(
        jsonText({ all: list, x: '\n' }),
      );
  });
});

describe('ctrf.json', () => {
  const parsed = (results: Results): CTRFReport => JSON.parse(renderCtrf(results)) as CTRFReport;
  const testOf = (id: string, results = everyVerdict()): Test | undefined =>
    parsed(results).results.tests.find((one) => one.testId === id);

  test.each([
    ['every verdict', everyVerdict()],
    ['hostile text', withText(hostileText)],
    ['nothing judged', { ...sampleResults(), cases: [], variants: {}, requirements: [] }],
  ])('of %s is valid, and the validation refuses what is not', (_, results) => {
    expect(validate(parsed(results)).errors ?? []).toEqual([]);
    expect(validate({ ...parsed(results), other: 1 }).valid).toBe(false);
    for (const { message, trace } of parsed(results).results.tests)
      expect(`${message}${trace}`.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
  });

  test.each([
    ['a.success', 'passed', 'pass'],
    ['a.missing.partnerName', 'failed', 'fail'],
    ['b.unavailable', 'other', 'fail (waived)'],
    ['a.unauthorized.wrong-password', 'passed', 'review'],
    ['waiver a.success.status', 'failed', 'stale waiver'],
    ['b.unauthorized.refused-text', 'failed', 'review'],
    ['b.partner-blocked', 'skipped', 'inconclusive'],
  ])('has %s as %s', (id, status, rawStatus) => {
    expect(testOf(id)).toMatchObject({ status, rawStatus });
  });

  test('has a text that nobody decided on as pending, and says who accepted one', () => {
    const id = 'a.unauthorized.wrong-password';
    expect(testOf(id, sampleResults())).toMatchObject({ status: 'pending', rawStatus: 'review' });
    expect(testOf(id)).toMatchObject({ message: 'settled as pass by A. Reader on 2026-11-19' });
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
  // The schemas of HAR hold keywords that no draft knows (`min`, `optional`).
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

  /** The entry of the plain request, changed. */
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
  type Reached = readonly [core: boolean, full: boolean];

  function badge(
    verdict: Results['verdict'],
    reached: Readonly<Record<string, Reached>>,
    size = 5,
    waivers: Results['waivers'] = [],
  ) {
    const classOf = (isReached: boolean) => ({ reached: isReached, requirements: size, prevents: [] });
    const counts = { pass: size, fail: 0, review: 0, inconclusive: 0 };
    const variants = Object.entries(reached).map(([name, [core, full]]) => [
      name,
      { verdict, counts, classes: { core: classOf(core), full: classOf(full) } },
    ]);
    const parts = { verdict, variants: Object.fromEntries(variants), requirements: [], waivers };
    return JSON.parse(renderBadge({ ...sampleResults(), ...parts })) as unknown;
  }

  test.each([
    ['conforming', { a: [true, true], b: [true, true] }, 'A full · B full', 'brightgreen'],
    ['incomplete', { a: [true, true], b: [true, false] }, 'A full · B core', 'green'],
    ['incomplete', { a: [true, false] }, 'A core', 'green'],
    ['incomplete', { a: [true, true], b: [false, false] }, 'A full · B incomplete', 'yellow'],
    ['incomplete', { a: [false, false], b: [false, false] }, 'incomplete', 'yellow'],
    ['nonconforming', { a: [true, true], b: [true, false] }, 'nonconforming', 'red'],
    ['incomplete', {}, 'incomplete', 'yellow'],
  ] as const)('%s with %j says %j in %s', (verdict, reached, message, color) => {
    expect(badge(verdict, reached)).toEqual({ schemaVersion: 1, label: 'SBP banks', message, color });
  });

  test('does not take a class without requirements for reached', () => {
    expect(badge('incomplete', { a: [true, true] }, 0)).toMatchObject({ message: 'incomplete' });
  });

  test('names a stale waiver, beside which nothing is green', () => {
    const { waivers } = sampleResults();
    const full = { a: [true, true] } as const;
    const stale = { message: 'A full · stale waiver', color: 'yellow' };
    expect(badge('conforming', full, 5, waivers)).toMatchObject(stale);
    expect(badge('nonconforming', full, 5, waivers)).toMatchObject({ color: 'red' });
    const others = waivers.filter(({ state }) => state !== 'stale');
    expect(badge('conforming', full, 5, others)).toMatchObject({ color: 'brightgreen' });
  });
});
