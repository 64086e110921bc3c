import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeCertificates } from '../../http/certificates.test-support.ts';
import { nginxProgram, withNginx } from './nginx.test-support.ts';
import { allHold, runSuite, summaryOf } from './suite.test-support.ts';
import { withBuiltIn } from '../built-in.ts';
import type { Ran, Settings } from './suite.test-support.ts';
import { findTool, need } from './tools.test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'sbp-secure-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string): string => join(folder, name);

beforeAll(() => {
  if (findTool('openssl') === null) return;
  const { ca, server, client, clientPfx } = makeCertificates();
  const texts = {
    'ca.pem': ca,
    'server.pem': server.cert,
    'server.key': server.key,
    'client.pem': client.cert,
    'client.key': client.key,
    'client.p12': clientPfx,
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(file(name), text);
});

beforeEach((context) => {
  need(context, nginxProgram !== null, 'nginx');
  need(context, findTool('openssl') !== null, 'openssl');
});

/** Runs the suite through nginx with TLS to the reference. */
function through(
  settings: Settings,
  { listen = 'ssl', server = '', host = '127.0.0.1' } = {},
  ...args: readonly string[]
): Promise<Ran> {
  const own = `ssl_certificate ${file('server.pem')}; ssl_certificate_key ${file('server.key')};`;
  return withBuiltIn({}, ({ reference: { port }, profile }) =>
    withNginx({ upstream: port, fronts: [{ listen, server: `${own} ${server}` }] }, ([front]) =>
      runSuite({ ...profile, baseUrl: `https://${host}:${front}`, ...settings }, ...args),
    ),
  );
}

const versionsOf = ({ results }: Ran): ReadonlySet<string> =>
  new Set(
    results.cases.flatMap(({ exchanges }) =>
      exchanges.flatMap(({ response }) => response?.httpVersion ?? []),
    ),
  );

const trusted = { ca: file('ca.pem') };
const wanting = `ssl_client_certificate ${file('ca.pem')}; ssl_verify_client on;`;

describe('through nginx with TLS every requirement is seen to hold', () => {
  test.each([
    ['PEM', { cert: file('client.pem'), key: file('client.key') }],
    ['PKCS#12', { pfx: file('client.p12'), passphrase: 'changeit' }],
  ])('with a client certificate in %s', async (_form, own) => {
    expect(summaryOf(await through({ tls: { ...trusted, ...own } }, { server: wanting }))).toEqual(allHold);
  });

  test('with a client certificate, HTTP/2, compression and a Host header together', async () => {
    const tls = { ...trusted, cert: file('client.pem'), key: file('client.key') };
    const server = `${wanting} gzip on; gzip_types *; gzip_min_length 1; gzip_proxied any;`;
    const headers = { 'Accept-Encoding': 'gzip', Host: 'api.bank.test' };
    const front = { server, listen: 'ssl http2', host: 'localhost' };
    const ran = await through({ tls, headers, http2: true }, front);
    expect(summaryOf(ran)).toEqual(allHold);
    expect([...versionsOf(ran)]).toEqual(['2']);
  });
});

describe('a TLS connection that fails is explained and fails nothing', () => {
  test.each([
    ['an authority that the profile does not name', {}, {}, 'the issuer of the certificate is unknown; name'],
    [
      'an old version alone',
      { tls: trusted },
      { server: 'ssl_protocols TLSv1.1; ssl_ciphers ALL:@SECLEVEL=0;' },
      'have no TLS version in common',
    ],
  ])('%s', async (_name, settings, front, words) => {
    const ran = await through({ limits: { retries: 0 }, ...settings }, front, '--case', '*.success');
    expect(ran.code).toBe(3);
    expect(ran.results.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(ran.results.rootCauses).toHaveLength(1);
    const [cause] = ran.results.rootCauses;
    expect(`${cause?.message}; ${cause?.hint}`).toContain(words);
  });
});
