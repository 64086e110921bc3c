import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { message, verbatim } from '../messages/message.ts';
import type { HttpOutcome, HttpResponse, HttpRequest } from './exchange.ts';
import { createRedactor } from './masking.ts';
import { plainRoute } from './raw-server.test-support.ts';
import { recordExchange } from './record.ts';

const ciphertext = 'Zm9vYmFyL2Jhei8rcXV4QWJDZEVmR2hJSktsTW5PcA+/';
const password = 'correct+horse';
const request: HttpRequest = {
  method: 'POST',
  url: 'http://127.0.0.1/x?partnerPassword=<ciphertext>',
  headers: [
    ['X-Key', '<secret>'],
    ['Accept', 'application/json'],
  ],
  body: '{"partnerPassword":"<ciphertext>"}',
};

function record(outcome: HttpOutcome, maxRecordedBody?: number) {
  const redactor = createRedactor();
  redactor.add(ciphertext, '<ciphertext>', 'x');
  redactor.add(password, '<password>', 'credentials.partnerPassword');
  return recordExchange({
    id: 'x1',
    request,
    privateHeaders: [['X-Key', 'k1']],
    outcome,
    startedAt: new Date(0),
    route: plainRoute,
    redactor,
    ...(maxRecordedBody === undefined ? {} : { maxRecordedBody }),
  });
}

function answering(body: string | Uint8Array, parts: Partial<HttpResponse> = {}): HttpOutcome {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const response = { status: 200, headers: [], httpVersion: '1.1', body: bytes, undecoded: null } as const;
  return { kind: 'answered', response: { ...response, ...parts }, durationMs: 12.34567 };
}

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

describe('a recorded exchange', () => {
  test('holds the request as it is shown and an answer without secrets, digest and length those of the masked body', () => {
    const location = ['Location', `/?k=k1&p=${ciphertext.replaceAll('+', ' ')}`] as const;
    const headers = [location, ['X-KEY', 'k1']] as const;
    const exchange = record(answering(`{"echo":"${ciphertext}","я":"${password}"}`, { headers }));
    const body = '{"echo":"<ciphertext>","я":"<password>"}';
    const shown = {
      body,
      bodyLength: Buffer.byteLength(body),
      bodySha256: sha256(body),
      bodyTruncated: false,
    };
    const masked = [
      ['Location', '/?k=k1&p=<ciphertext>'],
      ['X-KEY', '<secret>'],
    ];
    const times = { startedAt: '1970-01-01T00:00:00.000Z', durationMs: 12.346 };
    const response = { headers: masked, ...shown };
    expect(exchange).toMatchObject({ id: 'x1', request, response, error: null, ...times });
    expect(exchange.curl).toContain('<ciphertext>');
  });

  test('has no digest and no length of a body that held a secret, and keeps those of any other', () => {
    const names = ['ETag', 'Content-Digest', 'Repr-Digest', 'digest', 'Content-MD5', 'CONTENT-LENGTH'];
    const of = (body: string | Uint8Array, parts: Partial<HttpResponse> = {}) => {
      const headers = names.map((name) => [name, sha256(body)] as const);
      const recorded = record(answering(body, { headers, ...parts })).response?.headers ?? [];
      return new Set(recorded.map(([, value]) => value));
    };
    expect(of(`"${password}"`)).toEqual(new Set(['<masked>']));
    expect(of(Buffer.from(`é ${password}`, 'latin1'))).toEqual(new Set(['<masked>']));
    const undecoded = { problem: message('body-not-utf8'), beginning: Buffer.from(password) };
    expect(of(gzipSync(password).subarray(0, -4), { undecoded })).toEqual(new Set(['<masked>']));
    expect(of('[]')).toEqual(new Set([sha256('[]')]));
  });

  test('keeps a body up to the limit and no half character, and a byte order mark', () => {
    const cut = record(answering('яяя'), 5).response;
    expect(cut).toMatchObject({ body: 'яя', bodyLength: 6, bodySha256: sha256('яяя'), bodyTruncated: true });
    expect(record(answering('яяя'), 6).response).toMatchObject({ body: 'яяя', bodyTruncated: false });
    expect(record(answering('\ufeff[]')).response?.body).toBe('\ufeff[]');
  });

  test('leaves no part of a secret behind, wherever a body, a header or the text of an error is cut', () => {
    const secrets = [ciphertext, encodeURIComponent(password), Buffer.from(password).toString('base64')];
    for (const secret of secrets) {
      for (let limit = 0; limit < secret.length + 10; limit += 1) {
        const { response } = record(answering(`ab${secret}cd`), limit);
        expect('ab<ciphertext>cd ab<password>cd').toContain(response?.body);
      }
      for (let pad = 8192 - secret.length - 3; pad < 8192; pad += 1) {
        const text = '-'.repeat(pad) + secret;
        const [[name, value] = ['', '']] =
          record(answering('', { headers: [[text, text]] })).response?.headers ?? [];
        expect(name.slice(pad)).toMatch(/^(?:<[a-z]*>?)?…?$/);
        expect(value.slice(pad)).toMatch(/^(?:<[a-z]*>?)?…?$/);
      }
    }
  });

  test('holds a body that is no UTF-8 in base64, with the reason and without secrets', () => {
    const bytes = Buffer.from(`é ${ciphertext}`, 'latin1');
    const masked = Buffer.from('é <ciphertext>', 'latin1');
    expect(record(answering(bytes)).response).toEqual({
      status: 200,
      headers: [],
      httpVersion: '1.1',
      body: masked.toString('base64'),
      bodyEncoding: 'base64',
      bodyProblem: message('body-not-utf8'),
      bodyLength: masked.length,
      bodySha256: sha256(masked),
      bodyTruncated: false,
    });
    const wide = Buffer.from(`\ufeff"${password}"`, 'utf16le');
    const shown = Buffer.from(record(answering(wide)).response?.body ?? '', 'base64');
    expect(shown.toString('latin1').replaceAll('\0', '')).toBe('ÿþ"<password>"');
  });

  test('holds a body that cannot be decompressed as it came, unless what can be read of it is a secret', () => {
    const problem = message('undecodable', { encoding: 'gzip', problem: verbatim('unexpected end of file') });
    const recorded = (text: string) => {
      const body = gzipSync(text + randomBytes(99).toString('hex')).subarray(0, -20);
      const undecoded = { problem, beginning: Buffer.from(text) };
      return { body, response: record(answering(body, { undecoded })).response };
    };
    const { body, response } = recorded('harmless');
    expect(response).toMatchObject({ body: body.toString('base64'), bodyProblem: problem });
    const telling = recorded(`the password is ${password}`).response;
    expect(Buffer.from(telling?.body ?? '', 'base64').toString()).toBe('the password is <password>');
    expect(telling).toMatchObject({ bodyEncoding: 'base64', bodyLength: 26 });
  });

  test('bounds headers of hostile size', () => {
    const headers = Array.from({ length: 300 }, () => ['N'.repeat(9000), 'v'.repeat(9000)] as const);
    const recorded = record(answering('', { headers })).response?.headers ?? [];
    expect(recorded).toHaveLength(200);
    expect(recorded[0]).toEqual([`${'N'.repeat(8192)}…`, `${'v'.repeat(8192)}…`]);
  });

  test('masks an error in English and in every other language', () => {
    const words = message('unreadable-at', { found: message('terminated'), excerpt: `"${ciphertext}"` });
    const said = {
      kind: 'malformed',
      stage: 'exchange',
      code: 'X',
      message: `at "${ciphertext}"`,
      words,
    } as const;
    const { response, error } = record({ kind: 'failed', error: said, beginning: null, durationMs: 1 });
    expect([response, error?.message]).toEqual([null, 'terminated, at "<ciphertext>"']);
    expect(error?.words).toMatchObject({ code: words.code, params: { excerpt: '"<ciphertext>"' } });
  });

  test('takes a body of many megabytes in linear time and bounded memory, its digest that of the masked whole', () => {
    const line = Buffer.from('{"name":"Bank ------------- Банк 🔑","bic":"044525225"},\n');
    const body = Buffer.alloc(line.length * 100_000, line);
    body.write(password, line.length * 75_000 + 14, 'latin1');
    const whole = body.toString('latin1').replace(password, '<password>');
    const { response } = record(answering(body));
    expect(response).toMatchObject({
      bodyTruncated: true,
      bodyLength: whole.length,
      bodySha256: sha256(Buffer.from(whole, 'latin1')),
    });
    expect(response).not.toHaveProperty('bodyEncoding');
  });
});
