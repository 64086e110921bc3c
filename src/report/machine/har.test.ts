import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import type { Results } from '../../result/results.ts';
import type { Evidence } from '../../verdict/evidence.ts';
import { hostileTexts, sampleResults, withText } from '../sample-results.test-data.ts';
import { exchangesById } from '../failures.ts';
import { renderHar, renderHarParts } from './har.ts';

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
  const [first] = sampleResults().cases;
  const cases = first === undefined ? [] : [{ ...first, exchanges: first.exchanges.map(change) }];
  return parsed({ ...sampleResults(), cases, controls: [] }).log.entries[0];
}

const answerWith = (parts: Partial<NonNullable<Evidence['response']>>): unknown =>
  entryWith((one) => ({ ...one, response: one.response && { ...one.response, ...parts } }))?.response[
    'content'
  ];

test.each([
  ['the sample', sampleResults()],
  ['hostile text', withText(hostileTexts[0] ?? '')],
  ['no exchange', { ...sampleResults(), cases: [], controls: [] }],
])('an archive of %s is valid, and in parts the same', (_, results) => {
  expect(problems(parsed(results))).toEqual([]);
  expect([...renderHarParts(results)].join('')).toBe(renderHar(results));
});

test('the validation refuses a wrong time', () => {
  const { log } = parsed(sampleResults());
  expect(problems({ log: { ...log, entries: [{ ...log.entries[0], time: 'x' }] } })).not.toEqual([]);
});

test('all exchanges are there once, controls too, in the order of time, with the cases that they belong to', () => {
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
  ['http://h/x?p=a+b=c', 'http://h/x?p=a+b=c', { p: 'a+b=c' }],
  ['http://h/%zz?p=%ff', 'http://h/%25zz?p=%ff', { p: '%ff' }],
  ['http://h/я \ud800ſ', 'http://h/%D1%8F%20%EF%BF%BD%C5%BF', {}],
  ['http://h/?', 'http://h/?', {}],
])('the address %j is written as %s', (url, written, query) => {
  const entry = entryWith((one) => ({ ...one, request: { ...one.request, url } }));
  const queryString = Object.entries(query).map(([name, value]) => ({ name, value }));
  expect(entry?.request).toMatchObject({ url: written, queryString });
  const creator = { name: 'x', version: '1' };
  expect(problems({ log: { version: '1.2', creator, entries: [entry] } })).toEqual([]);
});

test('a body is text, base64 where it has control characters, and says how long it is where it was cut', () => {
  expect(answerWith({ body: '{"a":\r\n\t"я"}' })).toMatchObject({ text: '{"a":\r\n\t"я"}' });
  const base64 = Buffer.from('a\0я').toString('base64');
  expect(answerWith({ body: 'a\0я' })).toMatchObject({ text: base64, encoding: 'base64' });
  const comment = 'cut: the whole body has 999 bytes';
  expect(answerWith({ bodyTruncated: true, bodyLength: 999 })).toMatchObject({ size: 999, comment });
  const entry = entryWith((one) => ({ ...one, request: { ...one.request, body: null } }));
  expect(entry?.request).not.toHaveProperty('postData');
});
