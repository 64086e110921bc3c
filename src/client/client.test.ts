import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http2 from 'node:http2';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeCertificates } from './certificates.test-support.ts';
import type { Identity } from './certificates.test-support.ts';
import { wordsIn } from '../messages/message.ts';
import { adviceFor } from './errors.ts';
import type { Failure } from './exchange.ts';
import {
  closeAll,
  closing,
  dropPackets,
  failed,
  freePort,
  listen,
  newClient,
} from './raw-server.test-support.ts';
import { answered, ok, postTo, send, serve, usualRoute } from './raw-server.test-support.ts';

afterEach(closeAll);

const adviceOn = (failure: Pick<Failure, 'kind' | 'code'>): string =>
  wordsIn('en')(`advice-${adviceFor(failure)}`);

const { ca, clientPfx, ...identities } = makeCertificates();
const own = identities.server;
const list = '{"banks":[{"name":"Bank","bic":"044525225"}]}';
const head = 'HTTP/1.1 200 OK\r\n';
const chunked = `${head}Transfer-Encoding: chunked\r\n`;

describe('what is sent', () => {
  test('headers go as they are spelled, with nothing added but host, connection and length', async () => {
    const server = await serve(ok(''));
    await send(postTo(server.url, { headers: [['content-TYPE', 'application/json']], body: '{"имя":1}' }));
    expect(Buffer.from(server.requests[0] ?? '', 'latin1').toString()).toBe(
      'POST /partner/sbp/banks HTTP/1.1\r\n' +
        `host: 127.0.0.1:${server.port}\r\nconnection: keep-alive\r\n` +
        'content-TYPE: application/json\r\ncontent-length: 12\r\n\r\n{"имя":1}',
    );
  });

  test('a POST without a body announces its length of zero exactly once', async () => {
    const server = await serve(ok(''));
    await send(postTo(server.url, { headers: [['Content-Length', '0']], body: null }));
    expect(server.requests[0]?.match(/content-length: 0\r\n/gi)).toHaveLength(1);
  });

  test('the request target stays as written', async () => {
    const server = await serve(ok(''));
    const target = "/partner/x/../sbp/banks/?partnerPassword=a%2bb+c/d='%2F";
    const exchange = await send(postTo(`http://127.0.0.1:${server.port}${target}`, { body: 'ab' }));
    expect(server.requests[0]?.split(' ').slice(0, 2)).toEqual(['POST', target]);
    expect(exchange.request.length).toBe(target.length + 2);
  });

  test('a request that cannot be written reaches nobody', async () => {
    const server = await serve(ok(''));
    const { kind } = failed(await send(postTo(server.url, { headers: [['X', 'a\r\nb']] })));
    expect([kind, server.requests]).toEqual(['no-connection', []]);
  });

  test('exchanges are numbered, and one that is fresh has a connection of its own', async () => {
    const server = await serve((socket) => socket.write(ok('x')));
    const client = newClient();
    const ids: string[] = [];
    for (const isFresh of [false, true, true])
      ids.push((await client.exchange(postTo(server.url, { isFresh }))).id);
    expect([ids, server.peers.length]).toEqual([['x1', 'x2', 'x3'], 3]);
  });
});

describe('what is received', () => {
  test('header spelling, order and repetition are preserved', async () => {
    const server = await serve(ok('[]', 'X-One: 1\r\nx-ONE: 2\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n'));
    const response = answered(await send(server.url));
    expect(response.headers.map((header) => header.join(': ')).join(', ')).toBe(
      'X-One: 1, x-ONE: 2, Set-Cookie: a, Set-Cookie: b, Content-Length: 2',
    );
    expect(response).toMatchObject({ status: 200, body: '[]' });
  });

  test.each([
    ['longer than its length', `${ok('abc', 'Connection: close\r\n').toString()}def`],
    ['of HTTP/1.0, which closes its connection', 'HTTP/1.0 200 OK\r\n\r\nabc'],
    ['behind an interim answer', `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${ok('abc').toString()}`],
  ])('a body %s is read', async (_name, text) => {
    expect(answered(await send((await serve(text)).url)).body).toBe('abc');
  });

  test('a blank may follow the length (RFC 9112, section 5.1)', async () => {
    const server = await serve('HTTP/1.1 200 OK\r\nContent-Length: 2 \r\n\r\n{}');
    expect(answered(await send(postTo(server.url)))).toMatchObject({ status: 200, body: '{}' });
  });

  test('a redirect is an answer like any other', async () => {
    const server = await serve('HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n');
    expect(answered(await send(server.url)).status).toBe(302);
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['gzip', gzipSync(list)],
    ['x-gzip', gzipSync(list)],
    ['deflate', deflateSync(list)],
    ['deflate', deflateRawSync(list)],
    ['br', brotliCompressSync(list)],
    ['zstd', zstdCompressSync(list)],
    ['gzip, br', brotliCompressSync(gzipSync(list))],
    ['UTF-8', Buffer.from(list)],
  ])('%s is undone', async (name, bytes) => {
    const response = answered(await send((await serve(ok(bytes, `Content-Encoding: ${name}\r\n`))).url));
    expect(response).toMatchObject({ body: list });
    expect(response).not.toHaveProperty('bodyEncoding');
  });

  test.each([
    ['a gzip that is none', Buffer.from(list), 'Content-Encoding: gzip\r\n', 'not-decodable'],
    ['half a gzip', gzipSync(list.repeat(99)).subarray(0, 40), 'Content-Encoding: gzip\r\n', 'not-decodable'],
    ['six layers', gzipSync(list), `Content-Encoding: ${'gzip,'.repeat(6)}\r\n`, 'many-encodings'],
    ['bytes', Buffer.of(0x7b, 0xff, 0x7d), '', 'not-utf8'],
  ])('%s is kept in base64, with the reason', async (_name, bytes, headers, problem) => {
    const response = answered(await send((await serve(ok(bytes, headers))).url));
    expect(response).toMatchObject({ body: bytes.toString('base64'), bodyEncoding: 'base64' });
    expect(response.bodyProblem).toBe(problem);
  });

  test('a byte order mark stays in the text', async () => {
    expect(answered(await send((await serve(ok(`\ufeff${list}`))).url)).body).toBe(`\ufeff${list}`);
  });

  const most = 4 * 1024 * 1024;
  const noise = randomBytes(most).toString('hex');
  const bomb = Buffer.concat(Array.from({ length: 64 }, () => gzipSync(Buffer.alloc(16 << 20, ' '))));
  test.each([
    ['one byte more', Buffer.from(list.padEnd(most + 1)), ''],
    ['a gzip of more', gzipSync(list.padEnd(most + 1)), 'Content-Encoding: gzip\r\n'],
    ['a gzip bomb', Buffer.concat([gzipSync(list), bomb]), 'Content-Encoding: gzip\r\n'],
    ['a zstd of more', zstdCompressSync(list.concat(noise)), 'Content-Encoding: zstd\r\n'],
  ])('%s than 4 MiB is too long, and its beginning is kept', async (_name, bytes, headers) => {
    const { kind, beginning } = failed(await send((await serve(ok(bytes, headers))).url));
    expect([kind, beginning?.slice(0, list.length), beginning?.length]).toEqual(['too-long', list, 4096]);
    const whole = answered(await send((await serve(ok('x'.repeat(most)))).url));
    expect(whole.body).toHaveLength(most);
  });
});

describe('a target that misbehaves', () => {
  const drip = (text: string) => (socket: net.Socket) => {
    socket.write(text);
    const timer = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(timer));
  };
  const flood = (start: string, more: string) => (socket: net.Socket) => {
    const block = more.repeat(Math.ceil(32_768 / more.length));
    const go = (): void => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.write(start);
    socket.on('drain', go);
    go();
  };
  const reset = (before: string) => (socket: net.Socket) => {
    socket.write(before);
    setTimeout(() => socket.resetAndDestroy(), 10);
  };

  test.each<[name: string, answer: string | ((socket: net.Socket) => void), kind: Failure['kind']]>([
    ['an empty reply', '', 'cut'],
    ['half a status line', 'HTTP/1.1 2', 'cut'],
    ['headers without an end', `${head}X: 1\r\n`, 'cut'],
    ['a broken status line', 'HTTP/1.1 abc OK\r\n\r\n', 'cut'],
    ['a status of four digits', 'HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n', 'cut'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', 'cut'],
    ['garbage', '\x00\xff\x01\x02 garbage', 'cut'],
    ['HTTP/0.9', list, 'cut'],
    ['a broken header', `${head}no colon\r\n\r\n`, 'cut'],
    ['two lengths', `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 'cut'],
    ['a negative length', `${head}Content-Length: -1\r\n\r\nab`, 'cut'],
    ['a length and chunks', `${chunked}Content-Length: 1\r\n\r\n`, 'cut'],
    ['an unasked upgrade', 'HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', 'cut'],
    ['a chunk size that is no number', `${chunked}\r\nzz\r\n`, 'cut'],
    ['an immense chunk', `${chunked}\r\nffffffffffffffffff\r\nx`, 'cut'],
    ['chunks without an end', `${chunked}\r\n3\r\nabc\r\n`, 'cut'],
    ['a body shorter than its length', `${head}Content-Length: 9\r\n\r\nabc`, 'cut'],
    ['a reset before the answer', reset(''), 'cut'],
    ['a reset within the body', reset(`${head}Content-Length: 9\r\n\r\nabc`), 'cut'],
    ['no answer', () => undefined, 'timeout'],
    ['drops of a body', drip(`${head}Content-Length: 9999\r\n\r\n`), 'timeout'],
    ['drops of a header', drip(`${head}X: `), 'timeout'],
    ['an endless body', flood(`${head}\r\n${list}`, ' '), 'too-long'],
    ['endless chunks', flood(`${chunked}\r\n`, '4\r\nabcd\r\n'), 'too-long'],
    ['endless headers', flood(head, 'X-More: and more\r\n'), 'cut'],
    ['an endless header', flood(`${head}X: `, 'x'), 'cut'],
  ])('%s is told from the others', async (_name, answer, kind) => {
    const { url } = await serve(answer);
    const failure = failed(await send(url, { timeout: kind === 'timeout' ? 300 : 10_000 }));
    expect(failure).toMatchObject({ kind });
    expect(failure.message).toMatch(/^\P{C}{10,}$/u);
  });

  test('endless interim answers end by the timer', async () => {
    const { url } = await serve(flood('', 'HTTP/1.1 103 Early\r\n\r\n'));
    expect(failed(await send(url, { timeout: 300 })).kind).toMatch(/^(timeout|cut)$/);
  });

  test('what the parser could not read is quoted, harmlessly', async () => {
    const { message } = failed(await send((await serve('\u001b[31mBOO\r\n')).url));
    expect(message).toContain(String.raw`\u001b[31mBOO`);
  });

  test('a kept connection that dies under a request is reported and the request not sent again', async () => {
    const server = await serve((socket, index) => (index === 0 ? socket.write(ok('x')) : socket.destroy()));
    const client = newClient();
    answered(await client.exchange(postTo(server.url)));
    expect(failed(await client.exchange(postTo(server.url))).kind).toBe('cut');
    expect(server.requests).toHaveLength(2);
  });
});

describe('interruption', () => {
  test('an abort ends an exchange under way, and keeps the next from being sent', async () => {
    const abort = new AbortController();
    const server = await serve(() => abort.abort());
    const client = newClient();
    for (let times = 0; times < 2; times += 1)
      expect(failed(await client.exchange(postTo(server.url), abort.signal)).kind).toBe('interrupted');
    expect(server.requests).toHaveLength(1);
  });

  test('closing ends what is under way and refuses what comes after', async () => {
    const client = newClient();
    const server = await serve(() => void client.close());
    for (let times = 0; times < 2; times += 1)
      expect(failed(await client.exchange(postTo(server.url))).kind).toBe('interrupted');
    expect(server.requests).toHaveLength(1);
  });
});

async function serveTls(identity: Identity, options: tls.TlsOptions = {}): Promise<string> {
  const server = tls.createServer({ ...identity, ciphers: 'DEFAULT@SECLEVEL=0', ...options }, (socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(ok('x')));
  });
  return `https://127.0.0.1:${await listen(server)}/`;
}

/** Node's server ends a TLS 1.3 connection without sending the alert, so this uses OpenSSL's. */
async function serveWanting(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'http-test-'));
  writeFileSync(join(folder, 'server.pem'), own.cert + own.key);
  writeFileSync(join(folder, 'ca.pem'), ca);
  const files = ['-cert', 'server.pem', '-CAfile', 'ca.pem'];
  const how = ['-Verify', '1', '-verify_return_error', '-tls1_3', '-www'];
  const args = ['s_server', '-accept', '127.0.0.1:0', ...files, ...how];
  const server = spawn('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  closing({
    close: async () => {
      server.kill();
      rmSync(folder, { recursive: true });
    },
  });
  return new Promise((resolve, reject) => {
    server.once('exit', () => reject(new Error('OpenSSL does not serve')));
    server.stdout.on('data', (chunk) => {
      const port = /ACCEPT [\d.]+:(\d+)/.exec(String(chunk))?.[1];
      if (port !== undefined) resolve(`https://127.0.0.1:${port}/`);
    });
  });
}

const saying = (text: string) => async () =>
  `127.0.0.1:${await listen(net.createServer((socket) => void socket.end(text)))}`;
const [silent, nobody] = [
  async () => `127.0.0.1:${await dropPackets()}`,
  async () => `127.0.0.1:${await freePort()}`,
];

describe('a connection that does not come about has one cause and one advice', () => {
  const http = (start: () => Promise<string>) => async () => `http://${await start()}/`;
  test.each<[name: string, start: () => Promise<string>, code: string, advice: RegExp, options?: object]>([
    ['a dead port', http(nobody), 'ECONNREFUSED', /check host and port/],
    ['a port that drops packets', http(silent), 'ETIMEDOUT', /firewall/, { timeout: 1000 }],
    ['no such host', async () => 'http://nowhere.invalid/', 'ENOTFOUND|EAI_AGAIN', /host name|name server/],
    ['an expired certificate', () => serveTls(identities.expired), 'CERT_HAS_EXPIRED', /renew/],
    [
      'one for another host',
      () => serveTls(identities.wrongName),
      'ERR_TLS_CERT_ALTNAME_INVALID',
      /use a name/,
    ],
    ['a self-signed one', () => serveTls(identities.selfSigned), 'DEPTH_ZERO_SELF_SIGNED_CERT', /tls\.ca/],
    ['an unknown issuer', () => serveTls(own), 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', /tls\.ca/, { tls: {} }],
    ['a key of 1024 bits', () => serveTls(identities.weak), 'EE_KEY_TOO_SMALL', /2048 bits/],
    ['a signature by SHA-1', () => serveTls(identities.sha1), 'CA_MD_TOO_WEAK', /SHA-256/],
    [
      'HTTP/2 alone',
      () => serveTls(own, { ALPNProtocols: ['h2'] }),
      'NO_APPLICATION_PROTOCOL',
      /http2: true/,
    ],
    ['a client certificate that is missing', serveWanting, 'ALERT_CERTIFICATE_REQUIRED', /set tls\.cert/],
    [
      'HTTP without TLS',
      async () => (await serve(ok(''))).url.replace('http', 'https'),
      'ECONNRESET|SSL',
      /scheme/,
    ],
  ])('%s', async (_name, start, code, advice, options) => {
    const wire = postTo(await start(), { method: 'GET', headers: [], body: null });
    const failure = failed(await send(wire, { tls: { ca }, ...options }));
    expect(failure).toMatchObject({ kind: 'no-connection' });
    expect(failure.code).toMatch(new RegExp(code));
    expect(failure.message).toMatch(/^\P{C}{10,}$/u);
    expect(adviceOn(failure)).toMatch(advice);
  });

  test.each([
    ['\x15\x03\x01\x00\x02\x02\x46', 'TLS_RECORD', 'use https:// in baseUrl'],
    [
      '\x00\x00\x06\x04\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x64',
      'HTTP2_FRAME',
      'use https:// in baseUrl, and http2: true',
    ],
  ])('another protocol is said to be that: %j', async (bytes, code, advice) => {
    const failure = failed(await send((await serve(bytes)).url));
    expect([failure.code, adviceOn(failure)]).toEqual([code, expect.stringContaining(advice)]);
  });

  test.each(['203.0.113.9', '2001:db8::9'])('the source address %s is not here', async (localAddress) => {
    const server = await serve(ok(''));
    const wire = postTo(server.url, { route: { ...usualRoute, localAddress } });
    expect(failed(await send(wire)).kind).toBe('local-address');
    expect(server.peers).toEqual([]);
  });

  test.each([
    ['EMFILE', 'lower limits.concurrency', 'EINVAL'],
    [
      'ERR_SSL_TLSV1_ALERT_HANDSHAKE_FAILURE',
      'modern keys and ciphers',
      'ERR_SSL_ALERT_CERTIFICATE_REQUIRED',
    ],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'headers.Host', 'CERT_HAS_EXPIRED'],
  ])('%s is advised %s, %s is not', (code, advice, other) => {
    const [said, opposite] = [code, other].map((one) => adviceOn({ kind: 'no-connection', code: one }));
    expect([said?.includes(advice), opposite?.includes(advice)]).toEqual([true, false]);
  });

  test('an unknown code leads to the logs', () => {
    expect(adviceOn({ kind: 'cut', code: 'E_NEW' })).toMatch(/^look into the logs/);
  });
});

describe('TLS', () => {
  test('is verified although the environment says otherwise, and only the profile says so', async () => {
    const name = 'NODE_TLS_REJECT_UNAUTHORIZED';
    const before = process.env[name];
    process.env[name] = '0';
    try {
      const url = await serveTls(own);
      expect(failed(await send(url)).kind).toBe('no-connection');
      expect(answered(await send(url, { tls: { verify: false } })).status).toBe(200);
      const port = await listen(tls.createServer(own));
      const route = { ...usualRoute, proxy: `https://user:word@localhost:${port}` };
      const through = await send(postTo('http://127.0.0.1:9/', { route }), { tls: { verify: false } });
      expect(failed(through).kind).toBe('no-connection');
    } finally {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    }
  });

  test('a client certificate', async () => {
    const wire = postTo(await serveWanting(), { method: 'GET', headers: [], body: null });
    const material = { ca, pfx: clientPfx, passphrase: 'changeit' };
    expect(answered(await send(wire, { tls: material })).status).toBe(200);
  });
});

describe('HTTP/2', () => {
  const over = async (server: net.Server, timeout = 10_000) =>
    send(`https://127.0.0.1:${await listen(server)}/`, { tls: { ca }, http2: true, timeout });

  test.each([true, false])('is spoken where it is offered: %s', async (offered) => {
    const server = http2.createSecureServer({ ...own, allowHTTP1: true }, (request, response) => {
      request.resume();
      response.end(request.httpVersion);
    });
    const url = `https://127.0.0.1:${await listen(server)}/`;
    expect(answered(await send(url, { tls: { ca }, http2: offered })).body).toBe(offered ? '2.0' : '1.1');
  });

  const breakOff = (stream: http2.ServerHttp2Stream): void => {
    stream.respond({ ':status': 200 });
    stream.write('abc');
    setTimeout(() => stream.destroy(new Error('broken')), 20);
  };
  const goAway = (stream: http2.ServerHttp2Stream, last = stream.id ?? 0): void => {
    stream.session?.goaway(0, last);
    setTimeout(() => stream.session?.destroy(), 30);
  };
  const { NGHTTP2_INTERNAL_ERROR, NGHTTP2_REFUSED_STREAM } = http2.constants;
  test.each<[string, (stream: http2.ServerHttp2Stream) => void, kind: Failure['kind']]>([
    ['a stream that is reset', (stream) => stream.close(NGHTTP2_INTERNAL_ERROR), 'cut'],
    ['a stream that is reset within the body', breakOff, 'cut'],
    ['silence', () => undefined, 'timeout'],
    ['a server that goes away after it has read the request', (stream) => goAway(stream), 'cut'],
    ['a session that ends', (stream) => stream.session?.destroy(), 'cut'],
    // RFC 9113, 8.7: these have not been processed.
    ['a stream that is refused', (stream) => stream.close(NGHTTP2_REFUSED_STREAM), 'no-connection'],
  ])('%s: nothing is sent again', async (_name, answer, kind) => {
    let received = 0;
    const server = http2.createSecureServer(own).on('stream', (stream) => {
      received += 1;
      stream.on('error', () => undefined);
      answer(stream);
    });
    const failure = failed(await over(server, kind === 'timeout' ? 400 : 10_000));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([failure.kind, received]).toEqual([kind, 1]);
  });
});

test('a request that came after those that a server takes before it goes away is not sent again', async () => {
  let received = 0;
  const server = http2.createSecureServer(own).on('stream', (stream) => {
    received += 1;
    stream.on('error', () => undefined);
    if (received === 1) stream.respond({ ':status': 204 }, { endStream: true });
    else stream.session?.goaway(0, 1);
    if (received > 1) setTimeout(() => stream.session?.destroy(), 30);
  });
  const url = `https://127.0.0.1:${await listen(server)}/`;
  const client = newClient({ tls: { ca }, http2: true });
  answered(await client.exchange(postTo(url)));
  expect(failed(await client.exchange(postTo(url)))).toMatchObject({ kind: 'no-connection' });
  expect(received).toBe(2);
});

describe('a proxy', () => {
  const tunnel = async (seen: string[] = []) =>
    `127.0.0.1:${await listen(
      net.createServer((socket) => {
        socket
          .on('error', () => undefined)
          .once('data', (bytes) => {
            const [line = ''] = bytes.toString().split('\r\n');
            seen.push(bytes.toString());
            const to = /^CONNECT [\d.]+:(\d+)/.exec(line)?.[1];
            if (to === undefined) return void socket.end(ok('by the proxy'));
            const up = net.connect(Number(to), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
            up.on('error', () => socket.destroy())
              .pipe(socket)
              .pipe(up);
          });
      }),
    )}`;

  test('leads to the target, by a tunnel where TLS is spoken', async () => {
    const seen: string[] = [];
    const route = {
      ...usualRoute,
      proxy: `http://user:w%40rd@${await tunnel(seen)}`,
      localAddress: '127.0.0.2',
    };
    expect(answered(await send(postTo(await serveTls(own), { route }), { tls: { ca } })).body).toBe('x');
    expect(answered(await send(postTo('http://target.test/x', { route }))).body).toBe('by the proxy');
    const credentials = `proxy-authorization: Basic ${Buffer.from('user:w@rd').toString('base64')}`;
    for (const text of seen) expect(text).toContain(credentials);
    expect(seen[1]).toMatch(/^POST http:\/\/target\.test\/x HTTP/);
  });

  test('of the environment', async () => {
    const proxy = await tunnel();
    process.env['http_proxy'] = `http://${proxy}`;
    try {
      const route = { ...usualRoute, proxy: 'environment' };
      expect(answered(await send(postTo('http://target.test/x', { route }))).body).toBe('by the proxy');
    } finally {
      delete process.env['http_proxy'];
    }
  });

  test.each<[string, () => Promise<string>, code: string, advice: RegExp]>([
    ['that is not there', nobody, 'PROXY_ECONNREFUSED', /certificate of `proxy`/],
    [
      'without such a name',
      async () => 'proxy.invalid',
      'PROXY_E(NOTFOUND|AI_AGAIN)',
      /host, port .*`proxy`/,
    ],
    ['that speaks no HTTP', saying('SSH-2.0-x\r\n'), 'HPE_\\w+|HTTP_PARSER', /scheme, host, port .*`proxy`/],
    ['that hangs up', saying(''), 'UND_ERR_PRX_CONN|UND_ERR_SOCKET', /proxy|gateways/],
    ['that refuses its credentials', saying('HTTP/1.1 407 X\r\n\r\n'), 'HTTP_407_REFUSED', /Basic/],
    ['that does not tunnel', saying('HTTP/1.1 502 X\r\n\r\n'), 'HTTP_502', /may reach/],
  ])('%s is what failed', async (_which, start, code, advice) => {
    const address = await start();
    const route = { ...usualRoute, proxy: `http://user:hunter2hunter2@${address}` };
    const failure = failed(await send(postTo('https://127.0.0.1:1/', { route })));
    expect(failure.kind).toBe('no-connection');
    expect(failure.code).toMatch(new RegExp(`^(${code})$`));
    expect(failure.message).toContain(`through the proxy http://${address}: `);
    expect(adviceOn(failure)).toMatch(advice);
    expect(JSON.stringify(failure)).not.toMatch(/hunter2|user:hunter/);
  });

  test('is told from the target, for each kind of address', async () => {
    const advised = async (url: string, proxy: string) => {
      const route = { ...usualRoute, proxy };
      return adviceOn(failed(await send(postTo(url, { route }), { tls: { ca } })));
    };
    const [expired, dead] = [await serveTls(identities.expired), `http://${await nobody()}`];
    const ofProxy = expect.stringMatching(/certificate of `proxy`/);
    for (const scheme of ['http', 'https'])
      for (const proxy of [dead, expired.slice(0, -1), (await serve(ok(''))).url.replace('http', 'https')])
        expect(
          await advised(
            `${scheme}://127.0.0.1:1/`,
            new URL(proxy).origin.replace('https://127.0.0.1', 'https://localhost'),
          ),
        ).toEqual(ofProxy);
    expect(await advised(expired, `http://${await tunnel()}`)).toMatch(/operator of the target to renew/);
    // A target that NO_PROXY names.
    vi.stubEnv('http_proxy', dead);
    expect(await advised('http://127.0.0.1:1/', 'environment')).toEqual(ofProxy);
    vi.stubEnv('no_proxy', '127.0.0.1');
    expect(await advised('http://127.0.0.1:1/', 'environment')).toMatch(
      /of baseUrl, and whether the service/,
    );
    vi.unstubAllEnvs();
  });

  test('of the environment that does not accept what stands in its variable', async () => {
    vi.stubEnv('https_proxy', `http://user:word@${await saying('HTTP/1.1 407 X\r\n\r\n')()}`);
    const wire = postTo('https://127.0.0.1:1/', { route: { ...usualRoute, proxy: 'environment' } });
    expect(adviceOn(failed(await send(wire)))).toMatch(/^write user and password into the URL/);
    vi.unstubAllEnvs();
  });

  test.each(['http', 'https'])('that wants credentials for a request by %s', async (scheme) => {
    const route = { ...usualRoute, proxy: `http://${await saying('HTTP/1.1 407 X\r\n\r\n')()}` };
    const failure = failed(await send(postTo(`${scheme}://127.0.0.1:1/`, { route })));
    expect(failure).toMatchObject({ kind: 'no-connection', code: 'HTTP_407' });
    expect(adviceOn(failure)).toMatch(/wants credentials.*user:password@/);
  });
});
