import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { describe, expect, it } from 'vitest';
import { type Reference, type ReferenceOptions, startReference } from './reference.ts';
import { fixture, options, send, toA, toB } from './running.test-data.ts';

async function running<T>(
  changes: Partial<ReferenceOptions>,
  use: (reference: Reference) => Promise<T>,
): Promise<T> {
  const reference = await startReference({ ...options, ...changes });
  try {
    return await use(reference);
  } finally {
    await reference.close();
  }
}

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(text));
    let seen = '';
    socket.on('data', (chunk: Buffer) => (seen += chunk.toString('latin1')));
    socket.on('error', () => resolve(seen));
    socket.on('close', () => resolve(seen));
    socket.setTimeout(1_000, () => {
      socket.destroy();
      reject(new Error('no end of the answer'));
    });
  });
}

describe('answers over the wire', () => {
  it.each([
    ['a-success-reset', toA, 'ECONNRESET'],
    ['b-success-cut', toB, 'ECONNRESET'],
  ] as const)('are lost with %s', async (defect, to, code) => {
    await running({ defects: [defect] }, async ({ port }) => {
      await expect(send(port, to())).rejects.toMatchObject({ code });
      expect((await send(port, to({ partnerName: null }))).status).toBe(422);
    });
  });

  it.each([
    ['chunked-small', 'transfer-encoding', 'chunked'],
    ['gzip', 'content-encoding', 'gzip'],
    ['connection-close', 'connection', 'close'],
  ] as const)('show %s by a header', async (tolerance, name, value) => {
    const received = await running({ tolerances: [tolerance] }, ({ port }) => send(port, toA()));
    const text = tolerance === 'gzip' ? gunzipSync(received.bytes).toString() : received.text;
    expect(JSON.parse(text)).toHaveProperty('banks');
    expect(received.headers[name]).toBe(value);
  });

  it('come after early hints', async () => {
    const seen = await running({ tolerances: ['early-hints'] }, ({ port }) =>
      raw(
        port,
        'POST /partner/sbp/banks HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      ),
    );
    expect(seen).toMatch(/^HTTP\/1\.1 103 [^]*HTTP\/1\.1 422 /);
  });

  it('are empty only on a reused connection with the defect that says so', async () => {
    const agent = new Agent({ connections: 1 });
    const statuses = await running({ defects: ['a-error-empty-on-reused-connection'] }, async ({ url }) => {
      const ask = async (): Promise<unknown> => {
        const answer = await request(`${url}/partner/sbp/banks`, { method: 'POST', dispatcher: agent });
        return answer.body.json();
      };
      return [await ask(), await ask()];
    });
    await agent.close();
    expect(statuses).toEqual([{ description_status: expect.any(String) as string }, {}]);
  });

  it('are empty only under concurrency with the defect that says so', async () => {
    const bodies = await running({ defects: ['b-error-empty-under-concurrency'] }, async ({ port }) => {
      const ask = async (): Promise<string> => (await send(port, toB({ partnerName: null }))).text;
      return { alone: await ask(), together: await Promise.all([ask(), ask(), ask(), ask()]) };
    });
    expect(bodies.alone).toContain('description_status');
    expect(bodies.together).toContain('{}');
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
  ])('with %s are refused and end nothing else', async (_, text) => {
    await running({}, async ({ port }) => {
      expect(await raw(port, text)).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
      expect((await send(port, toA())).status).toBe(200);
    });
  });

  it('that name members of prototypes are requests like others', async () => {
    const bodies = ['{"__proto__":{"partnerName":"1042"}}', '{"constructor":1,"toString":"x"}'];
    await running({}, async ({ port }) => {
      for (const body of bodies) expect((await send(port, { ...toA(), body })).status).toBe(422);
    });
  });
});

it('closes while a request is half sent', async () => {
  const reference = await startReference(options);
  const half = raw(
    reference.port,
    'POST /partner/sbp/banks HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{',
  );
  await expect.poll(() => reference.requests()).toBe(1);
  const started = performance.now();
  await reference.close();
  expect(performance.now() - started).toBeLessThan(500);
  expect(await half).toBe('');
});

describe('TLS', () => {
  const cert = fixture('keys/loopback.pem');
  const tls = { key: fixture('keys/loopback.key'), cert };

  it('serves HTTPS', async () => {
    const agent = new Agent({ connect: { ca: cert }, allowH2: false });
    const status = await running({ tls }, async ({ url }) => {
      const { path, headers = {} } = toB();
      const answer = await request(`${url}${path}`, { method: 'POST', headers, dispatcher: agent });
      await answer.body.dump();
      return answer.statusCode;
    });
    await agent.close();
    expect(status).toBe(200);
  });

  it('serves HTTP/2 with the tolerance, without headers of a connection', async () => {
    const seen = await running({ tls, tolerances: ['http2', 'connection-close'] }, async ({ url }) => {
      const session = connectHttp2(url, { ca: cert });
      const stream = session.request({ ':method': 'POST', ':path': toB().path });
      const chunks: Buffer[] = [];
      let type: unknown = null;
      stream.on('response', (headers) => (type = headers['content-type']));
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.end();
      await new Promise((resolve, reject) => stream.once('end', resolve).once('error', reject));
      session.destroy();
      return { type, text: Buffer.concat(chunks).toString() };
    });
    expect(seen.type).toBe('application/json');
    expect(JSON.parse(seen.text)).toHaveProperty('banks');
  });
});
