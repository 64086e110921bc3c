import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { HttpOutcome, HttpRequest, HttpResponse } from './exchange.ts';
import { plainRoute } from './raw-server.test-support.ts';
import { recordExchange } from './record.ts';
import { createRedactor, type Redactor } from './redactor.ts';

const ciphertext = 'Zm9vYmFyL2Jhei8rcXV4';
const request: HttpRequest = {
  method: 'POST',
  url: `http://user:pw@127.0.0.1/x?partnerPassword=${encodeURIComponent(ciphertext)}`,
  headers: [
    ['X-Key', 'k1'],
    ['Accept', 'application/json'],
  ],
  body: JSON.stringify({ partnerPassword: ciphertext }),
};

function newRedactor(): Redactor {
  const redactor = createRedactor();
  redactor.add(ciphertext, '<ciphertext>');
  return redactor;
}

function record(outcome: HttpOutcome, maxRecordedBody?: number) {
  return recordExchange({
    id: 'x1',
    request,
    outcome,
    startedAt: new Date(0),
    route: plainRoute,
    redactor: newRedactor(),
    privateHeaders: ['x-key'],
    ...(maxRecordedBody === undefined ? {} : { maxRecordedBody }),
  });
}

function answering(body: string | Uint8Array, parts: Partial<HttpResponse> = {}): HttpOutcome {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const response = {
    status: 200,
    headers: [],
    httpVersion: '1.1',
    body: bytes,
    bodyError: null,
    ...parts,
  } as const;
  return { kind: 'answered', response, durationMs: 12.34567 };
}

describe('a recorded exchange', () => {
  test('holds no secret, wherever it stood', () => {
    const headers = [
      ['Location', `/?k=k1&p=${ciphertext}`],
      ['X-KEY', 'k1'],
    ] as const;
    const exchange = record(answering(`{"echo":"${ciphertext}"}`, { headers }));
    expect(exchange).toMatchObject({
      id: 'x1',
      request: {
        url: 'http://127.0.0.1/x?partnerPassword=<ciphertext>',
        headers: [
          ['X-Key', '<secret>'],
          ['Accept', 'application/json'],
        ],
        body: '{"partnerPassword":"<ciphertext>"}',
      },
      response: {
        headers: [
          ['Location', '/?k=k1&p=<ciphertext>'],
          ['X-KEY', '<secret>'],
        ],
        body: '{"echo":"<ciphertext>"}',
      },
      error: null,
      startedAt: '1970-01-01T00:00:00.000Z',
      durationMs: 12.346,
    });
    expect(exchange.curl).toContain('<ciphertext>');
    expect(newRedactor().find(JSON.stringify(exchange))).toBe(false);
  });

  test('tells length and digest of the whole body', () => {
    const body = 'я'.repeat(100);
    expect(record(answering(body)).response).toEqual({
      status: 200,
      headers: [],
      httpVersion: '1.1',
      body,
      bodyLength: 200,
      bodySha256: createHash('sha256').update(body).digest('hex'),
      bodyTruncated: false,
    });
  });

  test('keeps a body up to the limit and no half character', () => {
    expect(record(answering('яяя'), 5).response).toMatchObject({
      body: 'яя',
      bodyLength: 6,
      bodyTruncated: true,
    });
    expect(record(answering('яяя'), 6).response).toMatchObject({ body: 'яяя', bodyTruncated: false });
  });

  test('masks the beginning of a secret that the limit cuts through', () => {
    expect(record(answering(`ab${ciphertext}`), 12).response?.body).toBe('ab<ciphertext>');
  });

  test('shows bytes that are not UTF-8, and a byte order mark', () => {
    expect(record(answering(Buffer.from([0x61, 0xff, 0x62, 0xd0]))).response?.body).toBe('a\ufffdb\ufffd');
    expect(record(answering('\ufeff[]')).response?.body).toBe('\ufeff[]');
  });

  test('bounds headers of hostile size', () => {
    const headers = Array.from({ length: 300 }, () => ['N'.repeat(9000), 'v'.repeat(9000)] as const);
    const recorded = record(answering('', { headers })).response?.headers ?? [];
    expect(recorded).toHaveLength(200);
    expect(recorded[0]).toEqual([`${'N'.repeat(8192)}…`, `${'v'.repeat(8192)}…`]);
  });

  test('masks the message of an error', () => {
    const error = { kind: 'malformed', stage: 'exchange', code: 'X', message: `at "${ciphertext}"` } as const;
    const exchange = record({ kind: 'failed', error, durationMs: 1 });
    expect(exchange).toMatchObject({
      response: null,
      error: { kind: 'malformed', message: 'at "<ciphertext>"' },
    });
  });
});
