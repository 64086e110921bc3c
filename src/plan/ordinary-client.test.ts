import { fetch } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { closeAll, ok, send, serve } from '../client/raw-server.test-support.ts';
import { specification } from '../operation/specification.ts';
import { buildRequest } from './build-request.ts';
import { open } from './write-parts.ts';
import { baseline, judged } from './test-case.ts';

afterEach(closeAll);

test.for(specification.variants)(
  'the plain request of $id is, byte for byte, what fetch sends where the User-Agent is the same',
  async (variant) => {
    const server = await serve(ok('{}'));
    const { sent } = buildRequest(
      judged(variant, baseline),
      new Map(variant.parameters.map(({ name }) => [name, open(`value of ${name}`)])),
      {
        variant,
        settings: { bankCode: 'acme', headers: { 'X-Gateway-Key': 'k' } },
        provision: {},
        baseUrl: new URL(server.url).origin,
        userAgent: open('undici'),
        requestId: crypto.randomUUID(),
        cookie: null,
        forwardedFor: null,
      },
    );
    await send(sent);
    const ownHeaders = sent.headers.filter(([name]) => name !== name.toLowerCase());
    const response = await fetch(sent.url, {
      method: sent.method,
      headers: ownHeaders.map(([name, value]) => [name, value]),
      body: sent.body,
    });
    await response.text();
    const [ours, theirs] = server.requests;
    expect(ours).toBe(theirs);
    expect(ours).toContain('\r\nX-Gateway-Key: k\r\naccept-language: *\r\n');
  },
);
