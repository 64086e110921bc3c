import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http2 from 'node:http2';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { Agent } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeCertificates, type Identity } from './certificates.test-support.ts';
import type { Route, TlsMaterial } from './exchange.ts';
import {
  bind,
  closeAll,
  closing,
  dropPackets,
  failed,
  listen,
  newClient,
  ok,
  plainRoute,
  postTo,
  send,
  serve,
} from './raw-server.test-support.ts';

const { ca, server: own, wrongName, clientPfx } = makeCertificates();
const trusted: TlsMaterial = { ca };
const answeredOk = { kind: 'answered', response: { status: 200 } };
const notHere = '203.0.113.9';

afterEach(closeAll);

async function freePort(): Promise<number> {
  const { port, close } = await bind(net.createServer());
  await close();
  return port;
}

/** Listens on a port and answers every connection with this text; without one, it answers nothing. */
const listenSaying = (text?: string): Promise<number> =>
  listen(net.createServer((socket) => void (text === undefined ? socket.resume() : socket.end(text))));

describe('connecting', () => {
  test.each(['127.0.0.1', 'localhost'])(
    'a closed port refuses, and the address is named: %s',
    async (host) => {
      const error = failed(await send(`http://${host}:${await freePort()}/`));
      expect(error).toMatchObject({ kind: 'refused', stage: 'connect', code: 'ECONNREFUSED' });
      expect(error.message).toContain('127.0.0.1');
    },
  );

  test.each([notHere, '2001:db8::9', 'nonsense'])(
    'the local address %s is not one of this machine',
    async (localAddress) => {
      const server = await serve(ok(''));
      const error = failed(await send(server.url, { localAddress }));
      expect(error).toMatchObject({ kind: 'local-address', stage: 'connect' });
      expect(server.peers).toEqual([]);
    },
  );

  test('where packets are dropped, the second attempt is given up sooner than the first', async () => {
    const url = `http://127.0.0.1:${await dropPackets()}/`;
    const client = newClient();
    const sent = async (route: Partial<Route> = {}): Promise<string> => {
      const error = failed(await client.send(postTo(url), { ...plainRoute, ...route }));
      expect(error).toMatchObject({ kind: 'connect-timeout', stage: 'connect' });
      return error.message;
    };
    expect(await sent()).toMatch(/within 2500 ms$/);
    expect(await sent()).toMatch(/within 1000 ms, and before within 2500 ms$/);
    // From another address it is another way.
    expect(await sent({ localAddress: '127.0.0.1', isFresh: true })).toMatch(/within 2500 ms$/);
  });

  test('a handshake that never ends is a connection that never stood', async () => {
    const error = failed(await send(`https://127.0.0.1:${await listenSaying()}/`, {}, 150));
    expect(error).toMatchObject({ kind: 'connect-timeout', stage: 'connect' });
  });
});

async function serveTls(identity: Identity, options: tls.TlsOptions = {}, names: unknown[] = []) {
  const server = tls.createServer({ ...identity, ...options }, (socket) => {
    names.push(socket.servername);
    socket.on('error', () => undefined).once('data', () => socket.end(ok('x')));
  });
  return `127.0.0.1:${await listen(server)}/`;
}

/** Node's server ends a TLS 1.3 connection without sending the alert, so this uses OpenSSL's. */
async function serveWanting(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'http-test-'));
  writeFileSync(join(folder, 'server.pem'), own.cert + own.key);
  writeFileSync(join(folder, 'ca.pem'), ca);
  const clientAuthentication = ['-Verify', '1', '-verify_return_error', '-CAfile', 'ca.pem'];
  const args = [
    's_server',
    '-accept',
    '127.0.0.1:0',
    '-cert',
    'server.pem',
    ...clientAuthentication,
    '-tls1_3',
    '-www',
  ];
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

describe('TLS that the environment says not to verify', () => {
  const name = 'NODE_TLS_REJECT_UNAUTHORIZED';
  const before = process.env[name];

  beforeEach(() => {
    process.env[name] = '0';
  });
  afterEach(() => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  });

  test('is verified all the same, and only the route says otherwise', async () => {
    const names: unknown[] = [];
    const url = `https://${await serveTls(own, {}, names)}`;
    expect(failed(await send(url))).toMatchObject({ kind: 'tls', stage: 'connect' });
    expect(names).toEqual([]);
    expect(await send(url, { tls: { verify: false } })).toMatchObject(answeredOk);
  });

  test.each(['https://127.0.0.1:9/', 'http://127.0.0.1:9/'])(
    'is verified at a proxy, whatever the route says of the target: %s',
    async (url) => {
      const heard: string[] = [];
      const server = tls.createServer(own, (socket) => {
        socket.on('error', () => undefined).on('data', (bytes) => heard.push(String(bytes)));
      });
      const proxy = `https://user:word@127.0.0.1:${await listen(server)}`;
      for (const tlsOptions of [{}, { verify: false } as const]) {
        expect(failed(await send(url, { proxy, tls: tlsOptions }))).toMatchObject({ stage: 'connect' });
      }
      expect(heard).toEqual([]);
    },
  );
});

describe('TLS', () => {
  test.each(['localhost', '127.0.0.1'])(
    'a Host header changes neither the name asked for nor the one checked at %s',
    async (host) => {
      const names: unknown[] = [];
      const headers = [['Host', 'elsewhere.test']] as const;
      const sendTo = async (identity: Identity) => {
        const url = `https://${await serveTls(identity, {}, names)}`.replace('127.0.0.1', host);
        return send({ ...postTo(url), headers }, { tls: trusted });
      };
      expect(await sendTo(own)).toMatchObject(answeredOk);
      expect(names.map((found) => found || null)).toEqual([host === 'localhost' ? host : null]);
      expect(failed(await sendTo(wrongName)).code).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    },
  );

  test('a server that speaks only HTTP/2 is reported as one', async () => {
    const error = failed(
      await send(`https://${await serveTls(own, { ALPNProtocols: ['h2'] })}`, { tls: trusted }),
    );
    expect(error.message).toMatch(/only HTTP\/2; set http2: true$/);
  });

  test.each([
    ['\x15\x03\x01\x00\x02\x02\x46', 'the target speaks TLS on this port; use https:// in baseUrl'],
    [
      '\x00\x00\x06\x04\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x64',
      'the target speaks only HTTP/2; set http2',
    ],
  ])('another protocol in place of HTTP/1.1 is said to be that: %j', async (bytes, words) => {
    const { kind, message } = failed(await send((await serve(bytes)).url));
    expect([kind, message]).toEqual(['malformed', expect.stringContaining(words)]);
  });

  test('a client certificate that is wanted is asked for where TLS 1.3 has let the request through already', async () => {
    // OpenSSL's server only answers GET.
    const url = `https://127.0.0.1:${await serveWanting()}/`;
    const get = (material: TlsMaterial) =>
      send({ method: 'GET', url, headers: [], body: null }, { tls: { ...trusted, ...material } });
    const error = failed(await get({}));
    expect(error).toMatchObject({
      kind: 'tls',
      stage: 'connect',
      code: expect.stringMatching(/^ERR_SSL_.*ALERT/),
    });
    expect(error.message).toMatch(/requires a client certificate.*; set tls.cert and tls.key/);
    expect(await get({ pfx: clientPfx, passphrase: 'changeit' })).toMatchObject(answeredOk);
  });

  test('a wrong passphrase is a TLS failure that does not show it', async () => {
    const pfx = { ...trusted, pfx: clientPfx, passphrase: 'not-this-one' };
    const error = failed(await send(`https://${await serveTls(own)}`, { tls: pfx }));
    expect(error).toMatchObject({ kind: 'tls', stage: 'connect' });
    expect(JSON.stringify(error)).not.toContain('not-this-one');
  });
});

describe('HTTP/2', () => {
  const sendTo = async (server: net.Server, offered = true, timeout = 10_000) =>
    send(`https://127.0.0.1:${await listen(server)}/`, { tls: trusted, http2: offered }, timeout);

  test.each([
    [true, '2', '2.0'],
    [false, '1.1', '1.1'],
  ] as const)('offered: %s, spoken: %s', async (offered, httpVersion, seen) => {
    const server = http2.createSecureServer({ ...own, allowHTTP1: true });
    server.on('request', (request, response) => {
      request.resume();
      response.setHeader('x-version', request.httpVersion);
      response.end('two');
    });
    const headers = expect.arrayContaining([['x-version', seen]]) as unknown;
    const response = { status: 200, httpVersion, headers };
    expect(await sendTo(server, offered)).toMatchObject({ kind: 'answered', response });
  });

  test('a server that only speaks HTTP/1.1 is spoken to so', async () => {
    const outcome = await send(`https://${await serveTls(own)}`, { tls: trusted, http2: true });
    expect(outcome).toMatchObject({ kind: 'answered', response: { httpVersion: '1.1' } });
  });

  const breakOff = (stream: http2.ServerHttp2Stream): void => {
    stream.respond({ ':status': 200 });
    stream.write('abc');
    setTimeout(() => stream.destroy(new Error('broken')), 20);
  };
  test.each<[string, (stream: http2.ServerHttp2Stream) => void, kind: string]>([
    ['a stream that is reset', (stream) => stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR), 'reset'],
    ['a stream that is reset within the body', breakOff, 'cut'],
    ['silence', () => undefined, 'timeout'],
  ])('%s has its own kind', async (_name, answer, kind) => {
    const server = http2.createSecureServer(own);
    server.on('stream', (stream) => {
      stream.on('error', () => undefined);
      answer(stream);
    });
    const timeout = kind === 'timeout' ? 400 : 10_000;
    expect(failed(await sendTo(server, true, timeout))).toMatchObject({ kind, stage: 'exchange' });
  });

  test('a request that the server refuses to process is not sent again by the library', async () => {
    const server = http2.createSecureServer(own);
    let received = 0;
    server.on('stream', (stream) => {
      received += 1;
      stream.on('error', () => undefined);
      stream.close(http2.constants.NGHTTP2_REFUSED_STREAM);
    });
    const error = failed(await sendTo(server));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([error.stage, received]).toEqual(['exchange', 1]);
  });
});

test('the library by itself still breaks off at a 100 that nobody asked for, and `skipInterimAnswers` is needed', async () => {
  // https://github.com/nodejs/undici/issues/197
  const answer = `HTTP/1.1 100 Continue\r\n\r\n${ok('late')}`;
  const { url } = await serve((socket) => socket.write(answer));
  const { origin, pathname: path } = new URL(url);
  const request = { origin, path, method: 'POST', body: '{"a":1}' } as const;
  await expect(closing(new Agent()).request(request)).rejects.toThrow(/^bad response$/);
  expect(await send(url)).toMatchObject(answeredOk);
});

// src/cli/integration/proxy.test.ts tests tunnels and wrong credentials.
test.each<[string, () => Promise<number>, kind: string, message: string, Partial<Route>?]>([
  ['that is not there', freePort, 'proxy', 'cannot be used: connect ECONNREFUSED'],
  ['that hangs up', () => listenSaying(''), 'proxy', 'cannot be used'],
  ['that talks nonsense', () => listenSaying('SSH-2.0-x\r\n'), 'proxy', 'cannot be used'],
  [
    'that does not tunnel',
    () => listenSaying('HTTP/1.1 502 X\r\n\r\n'),
    'proxy',
    'answered CONNECT with 502',
  ],
  ['that never answers', listenSaying, 'connect-timeout', ''],
  ['from an address that is not here', listenSaying, 'local-address', '', { localAddress: notHere }],
])('a proxy %s is what failed', async (_which, start, kind, message, route) => {
  const port = await start();
  const proxy = `http://user:hunter2hunter2@127.0.0.1:${port}`;
  const timeout = kind === 'connect-timeout' ? 200 : 10_000;
  const error = failed(await send('http://127.0.0.1:1/', { proxy, ...route }, timeout));
  expect(error).toMatchObject({ kind, stage: 'connect' });
  expect(error.message).toContain(message && `the proxy http://127.0.0.1:${port} ${message}`);
  expect(JSON.stringify(error)).not.toMatch(/hunter2|user:/);
});
