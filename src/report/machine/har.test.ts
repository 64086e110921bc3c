import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { Results } from '../../result/results.ts';
import type { Evidence } from '../../verdict/evidence.ts';
import { sampleResults } from '../sample-results.test-data.ts';
import { exchangesById } from '../view.ts';
import { hostileTexts, withText } from './every-verdict.test-data.ts';
import { renderHar } from './har.ts';

interface Entry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: Readonly<Record<string, unknown>>;
  readonly response: Readonly<Record<string, unknown>>;
  readonly timings: Readonly<Record<string, number>>;
  readonly comment: string;
}

const load = createRequire(import.meta.url);
const schemas = load('har-schema') as Readonly<Record<string, object>>;
const draft6 = load('ajv/dist/refs/json-schema-draft-06.json') as object;

// The schemas of HAR hold keywords that no draft knows (`min`, `optional`).
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addMetaSchema(draft6);
for (const schema of Object.values(schemas)) ajv.addSchema(schema);

function problems(har: unknown): readonly string[] {
  ajv.validate('har.json#', har);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const parsed = (results: Results) =>
  JSON.parse(renderHar(results)) as { readonly log: { readonly entries: readonly Entry[] } };

function withExchange(change: (exchange: Evidence) => Evidence): Entry | undefined {
  const results = sampleResults();
  const [first] = results.cases;
  if (first === undefined) return undefined;
  const cases = [{ ...first, exchanges: first.exchanges.map(change) }];
  return parsed({ ...results, cases, controls: [] }).log.entries[0];
}

const withUrl = (url: string): Entry | undefined =>
  withExchange((one) => ({ ...one, request: { ...one.request, url } }));

const withBody = (body: string): Entry | undefined =>
  withExchange((one) => ({ ...one, response: one.response && { ...one.response, body } }));

test.each([
  ['the sample', sampleResults()],
  ['hostile text', withText(hostileTexts[0] ?? '')],
  ['no exchange', { ...sampleResults(), cases: [], controls: [] }],
])('an archive of %s is valid', (_, results) => {
  expect(problems(parsed(results))).toEqual([]);
});

test('the validation sees what the schema forbids', () => {
  const { log } = parsed(sampleResults());
  const [entry] = log.entries;
  const broken = (change: object): unknown => ({ log: { ...log, entries: [{ ...entry, ...change }] } });
  expect(problems(broken({ time: 'x' }))).not.toEqual([]);
  expect(problems(broken({ startedDateTime: 'yesterday' }))).not.toEqual([]);
  expect(problems(broken({ request: { ...entry?.request, url: 'a b' } }))).not.toEqual([]);
  expect(problems(broken({ response: {} }))).not.toEqual([]);
});

test('all exchanges are there once, controls too, in the order of time', () => {
  const { entries } = parsed(sampleResults()).log;
  expect(entries).toHaveLength(exchangesById(sampleResults()).size);
  const times = entries.map(({ startedDateTime }) => startedDateTime);
  expect(times).toEqual(times.toSorted());
  expect(entries.filter(({ comment }) => comment.includes('-control)'))).toHaveLength(2);
});

test('the comment names the case, that of a control the cases that relied on it', () => {
  const comments = parsed(sampleResults()).log.entries.map(({ comment }) => comment);
  expect(comments).toContain('a.missing.partnerName: without partnerName (a-3)');
  expect(comments).toContain('a.request.escaped: baseline (a-control)');
});

test('an answer has what viewers ask for', () => {
  const entry = withExchange((one) => one);
  expect(entry).toMatchObject({
    time: 31,
    request: {
      method: 'POST',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      postData: { mimeType: 'application/json' },
    },
    response: { status: 200, statusText: 'OK', cookies: [], redirectURL: '', httpVersion: 'HTTP/1.1' },
    timings: { send: 0, wait: 31, receive: 0, blocked: -1, dns: -1, connect: -1, ssl: -1 },
  });
  expect(entry?.response['content']).toMatchObject({ text: expect.stringContaining('Тестовый банк') });
});

test('what was not answered has status 0 and says why', () => {
  const failed = parsed(sampleResults()).log.entries.filter(({ response }) => response['status'] === 0);
  expect(failed.map(({ response }) => response['_error'])).toEqual([
    'ECONNRESET: read ECONNRESET (reset)',
    'ETIMEDOUT: no answer within 10000 ms: no headers came (timeout)',
  ]);
});

describe('an address', () => {
  test.each([
    ['http://h/x?p=<ciphertext>', 'http://h/x?p=%3Cciphertext%3E', [['p', '<ciphertext>']]],
    [
      'http://h/x?p=a%2Bb&q',
      'http://h/x?p=a%2Bb&q',
      [
        ['p', 'a+b'],
        ['q', ''],
      ],
    ],
    ['http://h/x?p=a+b=c', 'http://h/x?p=a+b=c', [['p', 'a+b=c']]],
    ['http://h/%zz?p=%ff', 'http://h/%25zz?p=%ff', [['p', '%ff']]],
    ['http://h/я \ud800ſ', 'http://h/%D1%8F%20%EF%BF%BD%C5%BF', []],
    ['http://h/?', 'http://h/?', []],
  ])('%j is written as %s', (url, written, query) => {
    const entry = withUrl(url);
    expect(entry?.request).toMatchObject({
      url: written,
      queryString: query.map(([name, value]) => ({ name, value })),
    });
    expect(
      problems({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries: [entry] } }),
    ).toEqual([]);
  });
});

describe('a body', () => {
  test('that is text stands as text', () => {
    const content = withBody('{"a":\r\n\t"я"}')?.response['content'];
    expect(content).toMatchObject({ text: '{"a":\r\n\t"я"}' });
    expect(content).not.toHaveProperty('encoding');
  });

  test('with control characters stands as base64', () => {
    expect(withBody('a\0я')?.response['content']).toMatchObject({
      text: Buffer.from('a\0я').toString('base64'),
      encoding: 'base64',
    });
  });

  test('that was cut says how long it is', () => {
    const entry = withExchange((one) => ({
      ...one,
      response: one.response && { ...one.response, body: 'x', bodyTruncated: true, bodyLength: 999 },
    }));
    expect(entry?.response['content']).toMatchObject({
      size: 999,
      comment: 'cut: the whole body has 999 bytes',
    });
  });

  test('that is not there makes no postData', () => {
    const entry = withExchange((one) => ({ ...one, request: { ...one.request, body: null } }));
    expect(entry?.request).not.toHaveProperty('postData');
    expect(entry?.request).toMatchObject({ bodySize: 0 });
  });
});
