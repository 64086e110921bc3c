import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { HttpClient } from './client.ts';
import type { HttpRequest, HttpResponse, TransportError } from './exchange.ts';
import {
  answered,
  closeAll,
  failed,
  newClient,
  ok,
  plainRoute,
  postTo,
  send,
  serve,
} from './raw-server.test-support.ts';

afterEach(closeAll);

const bodyText = ({ body }: HttpResponse): string => Buffer.from(body).toString();
const sendOver = (client: HttpClient, { url }: { readonly url: string }, signal?: AbortSignal) =>
  client.send(postTo(url), plainRoute, signal);
const requestTo = (url: string, parts: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  url,
  headers: [],
  body: null,
  ...parts,
});

describe('what is sent', () => {
  test('headers go as they are spelled, with nothing added but host, connection and length', async () => {
    const server = await serve(ok(''));
    const twice = ['one', 'two'].map((value) => ['X-Twice', value] as const);
    const headers = [['content-TYPE', 'application/json'], ...twice] as const;
    answered(await send(requestTo(server.url, { headers, body: '{"имя":1}' })));
    expect(Buffer.from(server.requests[0] ?? '', 'latin1').toString()).toBe(
      'POST /partner/sbp/banks HTTP/1.1\r\n' +
        `host: 127.0.0.1:${server.port}\r\nconnection: keep-alive\r\n` +
        'content-TYPE: application/json\r\nX-Twice: one\r\nX-Twice: two\r\ncontent-length: 12\r\n\r\n{"имя":1}',
    );
  });

  test('a POST without a body announces its length of zero exactly once', async () => {
    const server = await serve(ok(''));
    answered(await send(requestTo(server.url, { headers: [['Content-Length', '0']] })));
    expect(server.requests[0]?.match(/content-length: 0\r\n/gi)).toHaveLength(1);
  });

  test('the request target stays as written', async () => {
    const server = await serve(ok(''));
    const target = "/partner/x/../sbp/banks/?partnerPassword=a%2bb+c/d='%2F";
    answered(await send(requestTo(`http://127.0.0.1:${server.port}${target}`)));
    expect(server.requests[0]?.split(' ').slice(0, 2)).toEqual(['POST', target]);
  });

  test('a request that cannot be written fails without reaching the target', async () => {
    const server = await serve(ok(''));
    const error = failed(await send(requestTo(server.url, { headers: [['X', 'a\r\nb']] })));
    expect(error).toMatchObject({ kind: 'other', stage: 'connect' });
    expect(server.requests).toEqual([]);
  });
});

describe('what is received', () => {
  test('header spelling, order and repetition are preserved', async () => {
    const server = await serve(ok('[]', 'X-One: 1\r\nx-ONE: 2\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n'));
    const response = answered(await send(server.url));
    expect(response).toMatchObject({ status: 200, httpVersion: '1.1', undecoded: null });
    expect(response.headers.map((header) => header.join(': ')).join(', ')).toBe(
      'X-One: 1, x-ONE: 2, Set-Cookie: a, Set-Cookie: b, Content-Length: 2',
    );
    expect(bodyText(response)).toBe('[]');
  });

  test.each([
    ['a 100', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['a 103 and a 100', 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 100\r\n\r\n'],
    ['a 102', 'HTTP/1.1 102 Processing\r\n\r\n'],
  ])('%s before the answer is skipped, whole or byte by byte', async (_name, interim) => {
    const text = interim + ok('late');
    expect(bodyText(answered(await send((await serve(text)).url)))).toBe('late');
    const server = await serve((socket, index) => {
      socket.setNoDelay(true);
      socket.write(text.slice(0, index + 1));
      setTimeout(() => socket.write(text.slice(index + 1)), 5);
    });
    const client = newClient();
    for (let cut = 0; cut < 30; cut += 1) {
      expect(bodyText(answered(await sendOver(client, server)))).toBe('late');
    }
  });

  test.each([
    ['longer than its length', `${ok('abc', 'Connection: close\r\n')}def`],
    ['of HTTP/1.0, which closes its connection', 'HTTP/1.0 200 OK\r\n\r\nabc'],
    ['whose length has a blank behind it', 'HTTP/1.1 200 OK\r\nContent-Length: 3 \r\n\r\nabc'],
  ])('a body %s is read', async (_name, text) => {
    expect(bodyText(answered(await send((await serve(text)).url)))).toBe('abc');
  });

  test('a redirect is an answer like any other', async () => {
    const server = await serve('HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n');
    expect(answered(await send(server.url)).status).toBe(302);
    expect(server.requests).toHaveLength(1);
  });

  test.each([204, 304])('%i has no body whatever its headers say', async (status) => {
    const text = `HTTP/1.1 ${status} X\r\nContent-Length: 9\r\n\r\n`;
    const server = await serve((socket) => socket.write(text));
    expect(answered(await send(server.url))).toMatchObject({ status, body: Buffer.alloc(0) });
  });

  const refusal = ok('x').replace('200 OK', '422 No');
  test.each([
    // The connection of an answer is free only in the next turn of the event loop, so the pool opens a second
    // one.
    ['is used again, also after an answer with an error status', refusal, 8, [1, 2]],
    ['that the answer closes is not used again', ok('x', 'Connection: close\r\n'), 2, [2]],
  ] as const)('a connection %s', async (_what, text, times, connections) => {
    const server = await serve((socket) => socket.write(text));
    const client = newClient();
    for (let count = 0; count < times; count += 1) {
      answered(await sendOver(client, server));
    }
    expect(connections).toContain(server.peers.length);
  });

  test('headers of 100 KiB are still read', async () => {
    const server = await serve(ok('', `X: ${'x'.repeat(100 << 10)}\r\n`));
    expect(answered(await send(server.url)).headers[0]?.[1]).toHaveLength(100 << 10);
  });
});

describe('a target that misbehaves', () => {
  const head = 'HTTP/1.1 200 OK\r\n';
  const chunked = `${head}Transfer-Encoding: chunked\r\n`;

  test.each<[name: string, text: string, kind: TransportError['kind']]>([
    ['an empty reply', '', 'reset'],
    ['half a status line', 'HTTP/1.1 2', 'reset'],
    ['headers without an end', `${head}X: 1\r\n`, 'reset'],
    ['a broken status line', 'HTTP/1.1 abc OK\r\n\r\n', 'malformed'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', 'malformed'],
    ['garbage', '\x00\xff\x01\x02 garbage', 'malformed'],
    ['a broken header', `${head}no colon\r\n\r\n`, 'malformed'],
    ['two lengths', `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 'malformed'],
    ['a length that is no number', `${head}Content-Length: x\r\n\r\n`, 'malformed'],
    ['a length and chunks', `${chunked}Content-Length: 1\r\n\r\n`, 'malformed'],
    ['an unasked upgrade', 'HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', 'malformed'],
    ['a chunk size that is no number', `${chunked}\r\nzz\r\n`, 'malformed'],
    ['chunks without an end', `${chunked}\r\n3\r\nabc\r\n`, 'cut'],
    ['chunks that end with the connection', `${chunked}Connection: close\r\n\r\n3\r\nabc\r\n`, 'cut'],
    ['a body shorter than its length', `${head}Content-Length: 9\r\n\r\nabc`, 'cut'],
    ['a shorter body with a blank behind its length', `${head}Content-Length: 4 \r\n\r\nabc`, 'cut'],
    [
      'a shorter one on a closing connection',
      `${head}Connection: close\r\nContent-Length: 9\r\n\r\nabc`,
      'cut',
    ],
  ])('%s has its own kind', async (_name, text, kind) => {
    const error = failed(await send((await serve(text)).url));
    expect(error).toMatchObject({ kind, stage: 'exchange' });
    expect(error.message).not.toBe('');
  });

  test('what the parser could not read is quoted in the message, harmlessly', async () => {
    const { message } = failed(await send((await serve('\u001b[31mBOO\r\n')).url));
    expect(message).toContain(String.raw`\u001b[31mBOO`);
  });

  test.each<[string, string, TransportError['kind']]>([
    ['before the answer', '', 'reset'],
    ['within the body', `${head}Content-Length: 9\r\n\r\nabc`, 'cut'],
  ])('a connection reset %s has its own kind', async (_when, text, kind) => {
    const server = await serve((socket) => {
      socket.write(text);
      setTimeout(() => socket.resetAndDestroy(), 30);
    });
    expect(failed(await send(server.url)).kind).toBe(kind);
  });

  test('a kept connection that dies under a request is reported and the request not sent again', async () => {
    const server = await serve((socket, index) => (index === 0 ? socket.write(ok('x')) : socket.destroy()));
    const client = newClient();
    answered(await sendOver(client, server));
    expect(failed(await sendOver(client, server)).kind).toBe('reset');
    expect(server.requests).toHaveLength(2);
  });
});

describe('large bodies', () => {
  test('of exactly the limit are an answer, one byte more is not', async () => {
    const sized = async (length: number) =>
      newClient(10_000, 1000).send(postTo((await serve(ok('x'.repeat(length)))).url), plainRoute);
    expect(answered(await sized(1000)).body).toHaveLength(1000);
    expect(failed(await sized(1001)).kind).toBe('too-large');
  });

  test.each([
    ['as it is', 1000, (body: Buffer) => body, ''],
    ['compressed', 1000, gzipSync, 'Content-Encoding: gzip\r\n'],
    // Random bytes do not compress, so the body exceeds the limit before it is decompressed.
    ['compressed to more than the limit', 100, gzipSync, 'Content-Encoding: gzip\r\n'],
  ])('that are too long are kept up to the limit: %s', async (_name, most, pack, header) => {
    const plain = Buffer.concat([Buffer.from('{"banks":[{"bic":'), randomBytes(2000)]);
    const packed = pack(plain).toString('latin1');
    const head = `HTTP/1.1 200 OK\r\n${header}Content-Length: ${packed.length}\r\n\r\n`;
    const outcome = await sendOver(newClient(10_000, most), await serve(head + packed));
    expect(failed(outcome).kind).toBe('too-large');
    const beginning = outcome.kind === 'failed' ? outcome.beginning : null;
    expect(beginning?.length).toBeLessThanOrEqual(most);
    expect(Buffer.from(beginning ?? []).toString('latin1')).toMatch(/^\{"banks":\[\{"bic":/);
  });

  test('in small chunks cost little more than their size', async () => {
    const whole = 16 << 20;
    const server = await serve((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n`);
      const block = '10\r\n0123456789abcdef\r\n'.repeat(1 << 16);
      for (let sent = 0; sent < whole; sent += 1 << 20) socket.write(block);
      socket.end('0\r\n\r\n');
    });
    const before = process.memoryUsage().rss;
    const response = answered(await newClient(60_000, whole).send(postTo(server.url), plainRoute));
    expect(response.body.length).toBe(whole);
    // This process also runs the server, which holds some 20 MiB.
    expect(process.memoryUsage().rss - before).toBeLessThan(200 << 20);
  });
});

describe('interruption', () => {
  test('an abort from outside ends an exchange under way, and keeps the next from being sent', async () => {
    const abort = new AbortController();
    const server = await serve(() => abort.abort());
    const client = newClient();
    for (const stage of ['exchange', 'connect'])
      expect(failed(await sendOver(client, server, abort.signal))).toMatchObject({
        kind: 'interrupted',
        stage,
      });
    expect(server.peers).toHaveLength(1);
  });

  test('closing ends what is under way and refuses what comes after', async () => {
    const client = newClient();
    const server = await serve(() => void client.close());
    for (let times = 0; times < 2; times += 1)
      expect(failed(await sendOver(client, server)).kind).toBe('interrupted');
  });
});
