import { constants, publicEncrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { describe, expect, it } from 'vitest';
import { createDecryptor } from './decrypt.ts';
import { type Reference, type ReferenceOptions, startReference } from './reference.ts';

const fixture = (path: string): string =>
  readFileSync(new URL(`../../fixtures/${path}`, import.meta.url), 'utf8');

const options: ReferenceOptions = {
  port: 0,
  language: 'ru',
  latencyMs: 0,
  banks: [],
  privateKey: fixture('keys/service.key'),
  blockedAddresses: [],
  defects: [],
  tolerances: [],
};

async function running<Value>(
  changes: Partial<ReferenceOptions>,
  use: (reference: Reference) => Promise<Value>,
): Promise<Value> {
  const reference = await startReference({ ...options, ...changes });
  try {
    return await use(reference);
  } finally {
    await reference.close();
  }
}

/** Asks variant A; without a body, the request has no credentials. */
async function ask(url: string, body = '{}', dispatcher = new Agent({ connections: 1 })) {
  const {
    statusCode,
    headers,
    body: answer,
  } = await request(`${url}/partner/sbp/banks`, {
    method: 'POST',
    body,
    dispatcher,
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: statusCode, headers, bytes, text: bytes.toString() };
}

function raw(port: number, sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(sent));
    let seen = '';
    socket.on('data', (chunk: Buffer) => (seen += chunk.toString('latin1')));
    socket.on('error', () => resolve(seen));
    socket.on('close', () => resolve(seen));
    socket.setTimeout(20_000, () => {
      socket.destroy();
      reject(new Error('no end of the answer'));
    });
  });
}

describe('the server', () => {
  it('speaks English, waits before it answers, counts requests, and is unavailable where asked to', () =>
    running({ language: 'en', latencyMs: 60 }, async ({ url, requests, setUnavailable }) => {
      const started = performance.now();
      expect((await ask(url)).text).toMatch(/The required .* partnerName is missing\. Please /);
      expect(performance.now() - started).toBeGreaterThan(55);
      setUnavailable(true);
      expect([(await ask(url)).status, requests()]).toEqual([500, 2]);
      setUnavailable(false);
      expect((await ask(url)).status).toBe(422);
    }));

  it('refuses bodies beyond its limit and lives on', () =>
    running({}, async ({ url }) => {
      expect((await ask(url, 'x'.repeat(1024 * 1024 + 1))).status).toBe(413);
      expect((await ask(url)).status).toBe(422);
    }));

  it('drops a waiting request and one that is half sent when it closes', async () => {
    const slow = await startReference({ ...options, latencyMs: 600_000 });
    const waiting = ask(slow.url).catch((error: Error) => error);
    const half = raw(slow.port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{');
    await expect.poll(() => slow.requests()).toBe(2);
    // Returns before the answers are due.
    await slow.close();
    expect([await waiting, await half]).toEqual([expect.any(Error), '']);
  });

  it.each<readonly [string, Partial<ReferenceOptions>, object]>([
    [
      'an unknown defect, and names near misses',
      { defects: ['a-unauthorised-401'] },
      { kind: 'usage', code: 'unknown-defect', hint: expect.stringContaining('`a-unauthorized-401`') },
    ],
    ['what is no key', { privateKey: 'x' }, { code: 'reference-key-unreadable' }],
  ])('does not start with %s', async (_, changes, error) => {
    await expect(startReference({ ...options, ...changes })).rejects.toMatchObject(error);
  });

  it('does not start on an address that is taken', () =>
    running({}, async ({ port }) => {
      const error = { kind: 'usage', code: 'reference-cannot-listen' };
      await expect(startReference({ ...options, port })).rejects.toMatchObject(error);
    }));
});

// The selftest covers what defects do to an answer.
describe('answers over the wire', () => {
  it.each([
    ['chunked-small', 'transfer-encoding', 'chunked'],
    ['gzip', 'content-encoding', 'gzip'],
    ['connection-close', 'connection', 'close'],
  ] as const)('show %s by a header', async (tolerance, name, value) => {
    const { headers, bytes } = await running({ tolerances: [tolerance] }, ({ url }) => ask(url));
    const plain = tolerance === 'gzip' ? gunzipSync(bytes) : bytes;
    expect(JSON.parse(plain.toString())).toHaveProperty('description_status');
    expect(headers[name]).toBe(value);
  });

  it('come after early hints', async () => {
    const bare =
      'POST /partner/sbp/banks HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
    const seen = await running({ tolerances: ['early-hints'] }, ({ port }) => raw(port, bare));
    expect(seen).toMatch(/^HTTP\/1\.1 103 [^]*HTTP\/1\.1 422 /);
  });

  it('come over HTTP/2 with the tolerance, without headers of a connection', async () => {
    const cert = fixture('keys/loopback.pem');
    const options = {
      tls: { key: fixture('keys/loopback.key'), cert },
      tolerances: ['http2', 'connection-close'],
    };
    const seen = await running(options, async ({ url }) => {
      const session = connectHttp2(url, { ca: cert });
      const stream = session.request({ ':method': 'POST', ':path': '/partner/sbp/banks' });
      return text(stream.end()).finally(() => session.destroy());
    });
    expect(JSON.parse(seen)).toHaveProperty('description_status');
  });
});

describe('hostile requests', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'a broken escape',
      'POST /partner/acme/sbp/banks/?partnerName=%ff%zz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    ],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['megabytes of headers', `GET / HTTP/1.1\r\nX: ${'x'.repeat(300_000)}\r\n\r\n`],
  ])('with %s are refused and end nothing else', (_, sent) =>
    running({}, async ({ port, url }) => {
      expect(await raw(port, sent)).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
      expect((await ask(url)).status).toBe(422);
    }),
  );

  it.each([
    ['{"__proto__":{"partnerName":"1042"}}', 422],
    ['{"constructor":1,"toString":"x"}', 422],
    ['\ufeff{}', 400],
    ['null', 400],
  ])('with the body %s are requests like others', (body, status) =>
    running({}, async ({ url }) => expect((await ask(url, body)).status).toBe(status)),
  );
});

describe('a password', () => {
  const { open } = createDecryptor(options.privateKey);

  it.each(['ascii', 'cyrillic', 'special'])('of OpenSSL is opened, in base64 alone: %s', (name) => {
    const sealed = fixture(`vectors/rsa-oaep-sha256-sha256.${name}.b64`);
    expect(open(sealed)).toBe(fixture(`vectors/${name}.txt`));
    const bytes = Buffer.from(sealed, 'base64');
    const written = [sealed.replace(/=+$/, ''), `${sealed}\n`, ` ${sealed}`, bytes.toString('hex')];
    expect(written.map(open)).toEqual(written.map(() => null));
    expect(open(fixture(`vectors/rsa-oaep-sha256-sha1.${name}.b64`))).toBeNull();
  });

  it('that is no ciphertext, or none of a text in UTF-8, is null', () => {
    const random = [16, 255, 256, 4096].map((length) => Buffer.alloc(length, 0x5a).toString('base64'));
    const key = { key: fixture('keys/service.pub.pem'), padding: constants.RSA_PKCS1_OAEP_PADDING };
    const bytes = publicEncrypt({ ...key, oaepHash: 'sha256' }, Buffer.from([0xff, 0xfe]));
    const inputs = ['', ' ', 'plain', ...random, 'MIAGCSqGSIb3DQEHA6CA', bytes.toString('base64')];
    expect(inputs.map(open)).toEqual(inputs.map(() => null));
  });
});
