import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { toCurl, wordOf } from './curl.ts';
import type { HttpRequest, Route } from './exchange.ts';
import { closeAll, ok, plainRoute, send, serve } from './raw-server.test-support.ts';

const run = promisify(execFile);
afterEach(closeAll);

/** Request line, headers in a fixed order without those of the connection, and body. */
function essence(raw: string | undefined): unknown {
  const [head = '', ...body] = (raw ?? '').split('\r\n\r\n');
  const [line, ...headers] = head.split('\r\n');
  const own = headers
    .map((header) => header.replace(/^content-length:/i, 'content-length:'))
    .filter((header) => !/^(host|connection):/i.test(header))
    // White space around a value is no part of it (RFC 9110, section 5.5).
    .map((header) => header.trimEnd());
  return { line, headers: own.toSorted(), body: body.join('\r\n\r\n') };
}

const path = '/partner/acme/sbp/banks/';

describe('the command', () => {
  test.each<[string, string, Partial<HttpRequest>]>([
    [
      'a JSON body',
      path,
      {
        headers: [
          ['Content-Type', 'application/json'],
          ['Accept', 'application/json'],
        ],
        body: '{"a":"b"}',
      },
    ],
    [
      'no body',
      `${path}?partnerPassword=a%2Bb%2F%3D&x='`,
      { headers: [['Content-Length', '0']], body: null },
    ],
    [
      'shell and curl specials',
      `${path}../{a}[1-2]?q=$HOME\`x\`!*`,
      { headers: [['X-A', `'"$(x)\\ {}`]], body: `@'"$(id)\`\\\n&é` },
    ],
    [
      'an empty header and a repeated one',
      path,
      {
        headers: [
          ['X-Empty', ''],
          ['X-A', '1'],
          ['X-A', '2'],
        ],
        body: '',
      },
    ],
    ['a body without a type', path, { headers: [], body: 'plain' }],
    ['a large body', path, { headers: [['Content-Type', 'text/plain']], body: 'x'.repeat(100_000) }],
    ['another method', path, { method: 'DELETE', headers: [['Accept', '*/*']], body: null }],
    ['GET', path, { method: 'GET', headers: [], body: null }],
    ['HEAD', path, { method: 'HEAD', headers: [], body: null }],
    ['PUT without a body', path, { method: 'PUT', headers: [], body: null }],
  ])('repeats a request with %s as the client sends it', async (_name, target, parts) => {
    const server = await serve(ok('', 'Connection: close\r\n'));
    const url = `http://127.0.0.1:${server.port}${target}`;
    const request: HttpRequest = { method: 'POST', url, headers: [], body: null, ...parts };
    expect(await send(request)).toMatchObject({ kind: 'answered' });
    await run('bash', ['-c', toCurl(request, plainRoute)], { timeout: 5000 });
    expect(server.requests).toHaveLength(2);
    expect(essence(server.requests[1])).toEqual(essence(server.requests[0]));
  });

  test('takes the same route', async () => {
    const server = await serve(ok('', 'Connection: close\r\n'));
    const request: HttpRequest = { method: 'POST', url: server.url, headers: [], body: null };
    const { stdout } = await run('bash', [
      '-c',
      toCurl(request, { ...plainRoute, localAddress: '127.0.0.2' }),
    ]);
    expect(server.peers).toEqual(['127.0.0.2']);
    expect(stdout).toContain('HTTP/1.1 200 OK');
  });

  test('lets the shell fill in what the record does not hold', () => {
    const route: Route = {
      localAddress: null,
      proxy: 'http://me:hunter2@proxy.test:3128',
      tls: { ca: 'PEM', cert: 'PEM', key: 'PEM', passphrase: 'x' },
      http2: false,
    };
    const request = {
      method: 'POST',
      url: 'https://host.test/x?p=<ciphertext>&q=!',
      headers: [
        ['X', '<secret>'],
        ['Y', '<secret>'],
        ['Z', '<secret>'],
      ] as const,
      body: '{"p":"<password>"}',
    };
    const command = toCurl(request, route, {
      password: { query: '$(q)', body: '$(b)' },
      headers: new Map([
        ['x', wordOf('Bearer ${TOKEN}', (path) => path)],
        ['y', wordOf('${file:key of it.txt}', (path) => `keys/${path}`)],
      ]),
      proxy: wordOf('http://me:${WORD}@proxy.test:3128', (path) => path),
      passphrase: wordOf('${PHRASE}', (path) => path),
      files: { ca: 'keys/ca.pem', cert: 'my client.pem' },
    });
    expect(command.split(' -')).toEqual([
      'curl',
      '-include',
      '-globoff',
      '-path-as-is',
      '-http1.1',
      '-proxy "http://me:$WORD@proxy.test:3128"',
      '-proxytunnel',
      '-cacert keys/ca.pem',
      "-cert 'my client.pem'",
      "-key '<client.key>'",
      '-pass "$PHRASE"',
      'X POST',
      'H "X: Bearer $TOKEN"',
      `H "Y: $(cat 'keys/key of it.txt')"`,
      "H 'Z: <secret>'",
      'H User-Agent:',
      'H Accept:',
      'H Content-Type:',
      'H Expect:',
      `-data-binary '{"p":"'"$(b)"'"}' 'https://host.test/x?p='"$(q)"'&q=!'`,
    ]);
  });

  test('is one line that shows its placeholders and hides the password of the proxy', () => {
    const route: Route = {
      localAddress: null,
      proxy: 'http://me:hunter2@proxy.test:3128',
      tls: { ca: 'PEM', cert: 'PEM', key: 'PEM' },
      http2: true,
    };
    const url = 'https://host.test/x?partnerPassword=<ciphertext>';
    const command = toCurl({ method: 'POST', url, headers: [['X', '<secret>']], body: null }, route);
    expect(command).toBe(
      "curl --include --globoff --path-as-is --http2 --proxy 'http://me:<password>@proxy.test:3128' --proxytunnel " +
        "--cacert '<ca.pem>' --cert '<client.pem>' --key '<client.key>' -X POST -H 'X: <secret>' " +
        "-H User-Agent: -H Accept: -H Content-Type: -H Expect: --data-binary '' " +
        "'https://host.test/x?partnerPassword=<ciphertext>'",
    );
  });
});
