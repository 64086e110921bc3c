import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http2 from 'node:http2';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { makeCertificates, type Identity } from './certificates.test-support.ts';
import type { TlsMaterial } from './exchange.ts';
import { closeAll, closing, failed, listen, ok, postTo, send, serve } from './raw-server.test-support.ts';

const certificates = makeCertificates();
const trusted: TlsMaterial = { ca: certificates.ca };

afterEach(closeAll);

async function freePort(): Promise<number> {
  const server = net.createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const answeredOk = { kind: 'answered', response: { status: 200 } };

describe('connecting', () => {
  test('a closed port refuses', async () => {
    const error = failed(await send(`http://127.0.0.1:${await freePort()}/`));
    expect(error).toMatchObject({ kind: 'refused', stage: 'connect', code: 'ECONNREFUSED' });
  });

  test('every address of a name that refuses is named', async () => {
    const error = failed(await send(`http://localhost:${await freePort()}/`));
    expect(error).toMatchObject({ kind: 'refused', stage: 'connect', code: 'ECONNREFUSED' });
    expect(error.message).toContain('127.0.0.1');
  });

  test.each(['203.0.113.9', '2001:db8::9', 'nonsense'])(
    'the local address %s is not one of this machine',
    async (localAddress) => {
      const server = await serve(ok(''));
      const error = failed(await send(server.url, { localAddress }));
      expect(error).toMatchObject({ kind: 'local-address', stage: 'connect' });
      expect(server.peers).toEqual([]);
    },
  );

  test('the local address is where the connection comes from', async () => {
    const server = await serve(ok(''));
    expect(await send(server.url, { localAddress: '127.0.0.2' })).toMatchObject(answeredOk);
    expect(server.peers).toEqual(['127.0.0.2']);
  });

  test('a handshake that never ends is a connection that never stood', async () => {
    const port = await listen(net.createServer(() => undefined));
    const start = performance.now();
    const error = failed(await send(`https://127.0.0.1:${port}/`, {}, 250));
    expect(error).toMatchObject({ kind: 'connect-timeout', stage: 'connect' });
    expect(performance.now() - start).toBeLessThan(900);
  });
});

const serveTls = (identity: Identity, options: tls.TlsOptions = {}) =>
  listen(
    tls.createServer({ ...identity, ...options }, (socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(ok('x')));
    }),
  );

/** Node's own server ends a TLS 1.3 connection without the alert, so OpenSSL serves here. */
async function serveWanting(version: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'http-test-'));
  writeFileSync(join(folder, 'server.pem'), certificates.server.cert + certificates.server.key);
  writeFileSync(join(folder, 'ca.pem'), certificates.ca);
  const wanted = ['-Verify', '1', '-verify_return_error', '-CAfile', 'ca.pem'];
  const args = ['s_server', '-accept', '127.0.0.1:0', '-cert', 'server.pem', ...wanted, version, '-www'];
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
      if (port !== undefined) resolve(Number(port));
    });
  });
}

describe('TLS', () => {
  test('a certificate of the given authority is trusted', async () => {
    const port = await serveTls(certificates.server);
    expect(await send(`https://127.0.0.1:${port}/`, { tls: trusted })).toMatchObject(answeredOk);
  });

  test.each<[string, Identity, TlsMaterial, string, string]>([
    [
      'signed by itself',
      certificates.selfSigned,
      {},
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'the certificate is signed by itself; name its PEM file in tls.ca',
    ],
    [
      'that is not valid yet',
      certificates.early,
      trusted,
      'CERT_NOT_YET_VALID',
      'is not valid yet; check the clock',
    ],
    [
      'for another name',
      certificates.wrongName,
      trusted,
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'not valid for the name in the URL (it has DNS:elsewhere.test); use a name',
    ],
  ])(
    'a certificate %s is refused in words, its code kept',
    async (_which, identity, material, code, words) => {
      const port = await serveTls(identity);
      const error = failed(await send(`https://127.0.0.1:${port}/`, { tls: material }));
      expect(error).toMatchObject({ kind: 'tls', stage: 'connect', code });
      expect(error.message).toContain(words);
    },
  );

  test.each([
    ['https://localhost', 'localhost'],
    ['https://127.0.0.1', null],
  ])('a Host header changes neither the name asked for nor the one checked at %s', async (origin, name) => {
    const names: (string | null)[] = [];
    const port = await listen(
      tls.createServer(certificates.server, (socket) => {
        names.push(socket.servername === false ? null : (socket.servername ?? null));
        socket.on('error', () => undefined).once('data', () => socket.end(ok('x')));
      }),
    );
    const headers = [['Host', 'elsewhere.test']] as const;
    const request = { ...postTo(`${origin}:${port}/`), headers };
    expect(await send(request, { tls: trusted })).toMatchObject(answeredOk);
    expect(names.map((found) => found || null)).toEqual([name]);
  });

  test('a certificate for the name of the Host header is not that of the target', async () => {
    const port = await serveTls(certificates.wrongName);
    const headers = [['Host', 'elsewhere.test']] as const;
    const request = { ...postTo(`https://127.0.0.1:${port}/`), headers };
    const error = failed(await send(request, { tls: trusted }));
    expect(error.code).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  });

  test('a server that speaks only HTTP/2 is reported as one', async () => {
    const port = await serveTls(certificates.server, { ALPNProtocols: ['h2'] });
    const error = failed(await send(`https://127.0.0.1:${port}/`, { tls: trusted }));
    expect(error.message).toMatch(/only HTTP\/2; set http2: true$/);
  });

  test.each([
    ['TLS', '\x15\x03\x01\x00\x02\x02\x46', 'the target speaks TLS on this port; use https:// in baseUrl'],
    [
      'HTTP/2',
      '\x00\x00\x06\x04\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x64',
      'the target speaks only HTTP/2; set http2: true',
    ],
  ])('%s in place of HTTP/1.1 is said to be that', async (_name, bytes, words) => {
    const server = await serve(bytes);
    const error = failed(await send(server.url));
    expect(error.kind).toBe('malformed');
    expect(error.message).toContain(words);
  });

  test.each(['-tls1_2', '-tls1_3'])(
    'a client certificate that is wanted must be given (%s)',
    async (version) => {
      const port = await serveWanting(version);
      // OpenSSL's little server answers GET only.
      const request = { method: 'GET', url: `https://127.0.0.1:${port}/`, headers: [], body: null };
      const get = (material: TlsMaterial) => send(request, { tls: material });
      const error = failed(await get(trusted));
      expect(error).toMatchObject({ kind: 'tls', stage: 'connect' });
      expect(error.code).toMatch(/^ERR_SSL_.*ALERT/);
      expect(error.message).toMatch(/requires a client certificate.*; set tls.cert and tls.key/);
      expect(await get({ ...trusted, ...certificates.client })).toMatchObject(answeredOk);
      const pfx = { ...trusted, pfx: certificates.clientPfx, passphrase: 'changeit' };
      expect(await get(pfx)).toMatchObject(answeredOk);
    },
  );

  test('a wrong passphrase is a TLS failure that does not show it', async () => {
    const pfx = { ...trusted, pfx: certificates.clientPfx, passphrase: 'not-this-one' };
    const error = failed(
      await send(`https://127.0.0.1:${await serveTls(certificates.server)}/`, { tls: pfx }),
    );
    expect(error).toMatchObject({ kind: 'tls', stage: 'connect' });
    expect(JSON.stringify(error)).not.toContain('not-this-one');
  });

  test('plain HTTP on the other side is a TLS failure', async () => {
    const port = await listen(net.createServer((socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n')));
    const error = failed(await send(`https://127.0.0.1:${port}/`));
    expect(error).toMatchObject({ kind: 'tls', stage: 'connect' });
    expect(error.message).toContain('does not speak TLS; check scheme and port of baseUrl');
  });
});

describe('HTTP/2', () => {
  const serveHttp2 = () => {
    const server = http2.createSecureServer({ ...certificates.server, allowHTTP1: true });
    server.on('request', (request, response) => {
      request.resume();
      response.setHeader('x-version', request.httpVersion);
      response.end('two');
    });
    return listen(server);
  };

  test.each([
    [true, '2', '2.0'],
    [false, '1.1', '1.1'],
  ] as const)('offered: %s, spoken: %s', async (offered, version, seen) => {
    const outcome = await send(`https://127.0.0.1:${await serveHttp2()}/`, { tls: trusted, http2: offered });
    expect(outcome).toMatchObject({ kind: 'answered', response: { status: 200, httpVersion: version } });
    if (outcome.kind === 'answered') expect(outcome.response.headers).toContainEqual(['x-version', seen]);
  });

  test('a server that only speaks HTTP/1.1 is spoken to so', async () => {
    const port = await serveTls(certificates.server);
    const outcome = await send(`https://127.0.0.1:${port}/`, { tls: trusted, http2: true });
    expect(outcome).toMatchObject({ kind: 'answered', response: { httpVersion: '1.1' } });
  });

  test.each([
    [
      'a stream that is reset',
      (stream: http2.ServerHttp2Stream) => stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR),
      'reset',
    ],
    [
      'a stream that is reset within the body',
      (stream: http2.ServerHttp2Stream) => {
        stream.respond({ ':status': 200 });
        stream.write('abc');
        setTimeout(() => stream.destroy(new Error('broken')), 20);
      },
      'cut',
    ],
    ['silence', () => undefined, 'timeout'],
  ] as const)('%s has its own kind', async (_name, answer, kind) => {
    const server = http2.createSecureServer({ ...certificates.server });
    server.on('stream', (stream) => {
      stream.on('error', () => undefined);
      answer(stream);
    });
    const outcome = await send(
      `https://127.0.0.1:${await listen(server)}/`,
      { tls: trusted, http2: true },
      400,
    );
    expect(failed(outcome)).toMatchObject({ kind, stage: 'exchange' });
  });
});

/** A proxy that tunnels, or answers CONNECT with a status; the heads it saw are gathered. */
async function startProxy(heads: string[], status = 200): Promise<number> {
  return listen(
    net.createServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', (head) => {
          heads.push(`${socket.remoteAddress} ${head.toString('latin1')}`);
          socket.write(`HTTP/1.1 ${status} X\r\n\r\n`);
          if (status !== 200) return;
          const port = Number(/^CONNECT 127\.0\.0\.1:(\d+) /.exec(head.toString('latin1'))?.[1]);
          const target = net.connect(port, '127.0.0.1').on('error', () => socket.destroy());
          socket.pipe(target).pipe(socket);
        });
    }),
  );
}

describe('a proxy', () => {
  test('tunnels to plain and to secure targets, with its credentials and the local address', async () => {
    const heads: string[] = [];
    const proxy = `http://us%40er:p%3Ass@127.0.0.1:${await startProxy(heads)}`;
    const server = await serve(ok(''));
    const route = { proxy, localAddress: '127.0.0.3', tls: trusted };
    expect(await send(server.url, route)).toMatchObject(answeredOk);
    const port = await serveTls(certificates.server);
    expect(await send(`https://127.0.0.1:${port}/`, route)).toMatchObject(answeredOk);
    const token = Buffer.from('us@er:p:ss').toString('base64');
    for (const [index, target] of [server.port, port].entries()) {
      expect(heads[index]).toContain(`127.0.0.3 CONNECT 127.0.0.1:${target} HTTP/1.1\r\n`);
      expect(heads[index]).toContain(`Proxy-Authorization: Basic ${token}\r\n`);
    }
    expect(server.requests[0]).toMatch(/^POST \/partner\/sbp\/banks HTTP/);
    expect(server.requests[0]).not.toMatch(/proxy/i);
  });

  test.each([407, 502])('that answers CONNECT with %i is what failed', async (status) => {
    const proxy = `http://user:hunter2hunter2@127.0.0.1:${await startProxy([], status)}`;
    const error = failed(await send('http://127.0.0.1:1/', { proxy }));
    expect(error).toMatchObject({ kind: 'proxy', stage: 'connect', code: `HTTP_${status}` });
    expect(error.message).toMatch(/^the proxy http:\/\/127\.0\.0\.1:\d+ answered CONNECT with \d+; check /);
    expect(JSON.stringify(error)).not.toMatch(/hunter2|user:/);
  });

  test('that is not there is what failed', async () => {
    const proxy = `http://127.0.0.1:${await freePort()}`;
    const error = failed(await send('http://127.0.0.1:1/', { proxy }));
    expect(error).toMatchObject({ kind: 'proxy', stage: 'connect', code: 'ECONNREFUSED' });
    expect(error.message).toMatch(`the proxy ${proxy} cannot be used: connect ECONNREFUSED`);
  });

  test('that hangs up or talks nonsense is what failed', async () => {
    for (const text of ['', 'SSH-2.0-x\r\n']) {
      const port = await listen(net.createServer((socket) => socket.end(text)));
      const error = failed(await send('http://127.0.0.1:1/', { proxy: `http://127.0.0.1:${port}` }));
      expect(error).toMatchObject({ kind: 'proxy', stage: 'connect' });
    }
  });

  test('that never answers costs the time limit and not more', async () => {
    const port = await listen(net.createServer(() => undefined));
    const error = failed(await send('http://127.0.0.1:1/', { proxy: `http://127.0.0.1:${port}` }, 200));
    expect(error).toMatchObject({ kind: 'connect-timeout', stage: 'connect' });
  });

  test('reached from an address that is not here fails by that address', async () => {
    const proxy = `http://127.0.0.1:${await startProxy([])}`;
    const error = failed(await send('http://127.0.0.1:1/', { proxy, localAddress: '203.0.113.9' }));
    expect(error).toMatchObject({ kind: 'local-address', stage: 'connect' });
  });

  test('leads to a target whose certificate is judged as ever', async () => {
    const proxy = `http://127.0.0.1:${await startProxy([])}`;
    const port = await serveTls(certificates.wrongName);
    const error = failed(await send(`https://127.0.0.1:${port}/`, { proxy, tls: trusted }));
    expect(error).toMatchObject({ kind: 'tls', code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });
});
