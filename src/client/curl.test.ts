import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { toCurl } from './curl.ts';
import type { HttpRequest, Route } from './exchange.ts';
import { closeAll, ok, plainRoute, send, serve } from './raw-server.test-support.ts';

const run = promisify(execFile);
afterEach(closeAll);

/** Request line, headers in a fixed order without those of the connection, and body. */
function essence(raw: string | undefined): unknown {
  const [head = '', ...body] = (raw ?? '').split('\r\n\r\n');
  const [line, ...headers] = head.split('\r\n');
  const requestHeaders = headers
    .map((header) => header.replace(/^content-length:/i, 'content-length:'))
    .filter((header) => !/^(host|connection):/i.test(header))
    // White space around a value is not part of it (RFC 9110, section 5.5).
    .map((header) => header.trimEnd());
  return { line, headers: requestHeaders.toSorted(), body: body.join('\r\n\r\n') };
}

const path = '/partner/acme/sbp/banks/';

describe('the command', () => {
  const json = ['Content-Type', 'application/json'] as const;
  const accept = ['Accept', 'application/json'] as const;
  const repeated = [['X-Empty', ''], ...['1', '2'].map((value) => ['X-A', value] as const)] as const;

  test.each<[string, Partial<HttpRequest>, target?: string]>([
    ['a JSON body', { headers: [json, accept], body: '{"a":"b"}' }],
    ['no body', { headers: [['Content-Length', '0']] }, `${path}?partnerPassword=a%2Bb%2F%3D&x='`],
    [
      'shell and curl specials',
      { headers: [['X-A', `'"$(x)\\ {}`]], body: `@'"$(id)\`\\\n&é` },
      `${path}../{a}[1-2]?q=$HOME\`x\`!*`,
    ],
    ['an empty header and a repeated one', { headers: repeated, body: '' }],
    ['a body without a type', { body: 'plain' }],
    ['a large body', { headers: [['Content-Type', 'text/plain']], body: 'x'.repeat(100_000) }],
    ['another method', { method: 'DELETE', headers: [['Accept', '*/*']] }],
    ['GET', { method: 'GET' }],
    ['HEAD', { method: 'HEAD' }],
    ['PUT without a body', { method: 'PUT' }],
  ])('repeats a request with %s as the client sends it', async (_name, parts, target = path) => {
    const server = await serve(ok('', 'Connection: close\r\n'));
    const url = `http://127.0.0.1:${server.port}${target}`;
    const request: HttpRequest = { method: 'POST', url, headers: [], body: null, ...parts };
    expect(await send(request)).toMatchObject({ kind: 'answered' });
    await run('bash', ['-c', toCurl(request, plainRoute)], { timeout: 60_000 });
    expect(server.requests).toHaveLength(2);
    expect(essence(server.requests[1])).toEqual(essence(server.requests[0]));
  });

  test('takes the same route', async () => {
    const server = await serve(ok('', 'Connection: close\r\n'));
    const request: HttpRequest = { method: 'POST', url: server.url, headers: [], body: null };
    const command = toCurl(request, { ...plainRoute, localAddress: '127.0.0.2' });
    const { stdout } = await run('bash', ['-c', command]);
    expect(server.peers).toEqual(['127.0.0.2']);
    expect(stdout).toContain('HTTP/1.1 200 OK');
  });

  const tls = { ca: 'PEM', cert: 'PEM', key: 'PEM' };
  const route: Route = { localAddress: null, proxy: 'http://me:hunter2@proxy.test:3128', tls, http2: false };
  const request = {
    method: 'POST',
    url: 'https://host.test/x?p=<ciphertext>&q=!',
    headers: ['X', 'Y', 'Z'].map((name) => [name, '<secret>'] as const),
    body: '{"p":"<password>"}',
  };

  test('is one line that shows its placeholders and hides the password of the proxy', () => {
    expect(toCurl({ ...request, headers: request.headers.slice(0, 1) }, { ...route, http2: true })).toBe(
      "curl --include --globoff --path-as-is --http2 --proxy 'http://me:<password>@proxy.test:3128' " +
        "--cacert '<ca.pem>' --cert '<client.pem>' --key '<client.key>' -X POST -H 'X: <secret>' " +
        `-H User-Agent: -H Accept: -H Content-Type: -H Expect: --data-binary '{"p":"<password>"}' ` +
        "'https://host.test/x?p=<ciphertext>&q=!'",
    );
  });
});
