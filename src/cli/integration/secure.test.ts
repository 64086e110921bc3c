import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeCertificates } from '../../http/certificates.test-support.ts';
import { nginxProgram, throughNginx } from './nginx.test-support.ts';
import type { Front } from './nginx.test-support.ts';
import { allHold, summaryOf } from './suite.test-support.ts';
import type { Ran } from './suite.test-support.ts';
import { findTool, need } from './tools.test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'sbp-secure-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string): string => join(folder, name);

beforeAll(() => {
  if (findTool('openssl') === null) return;
  const { ca, server, clientPfx } = makeCertificates();
  const files = {
    'ca.pem': ca,
    'client.p12': clientPfx,
    'server.pem': server.cert,
    'server.key': server.key,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(file(name), content);
});

beforeEach((context) => {
  need(context, nginxProgram !== null, 'nginx');
  need(context, findTool('openssl') !== null, 'openssl');
});

/** Runs the suite through nginx with TLS. */
const through = (settings: object, front: Front, ...args: readonly string[]): Promise<Ran> => {
  const own = `ssl_certificate ${file('server.pem')}; ssl_certificate_key ${file('server.key')};`;
  return throughNginx({ listen: 'ssl', ...front, server: `${own} ${front.server ?? ''}` }, settings, ...args);
};

const trusted = { ca: file('ca.pem') };

test('with TLS, a client certificate in PKCS#12, HTTP/2, compression and a Host header every requirement is seen to hold', async () => {
  const tls = { ...trusted, pfx: file('client.p12'), passphrase: 'changeit' };
  const client = `ssl_client_certificate ${file('ca.pem')}; ssl_verify_client on;`;
  const server = `${client} gzip on; gzip_types *; gzip_min_length 1; gzip_proxied any;`;
  const headers = { 'Accept-Encoding': 'gzip', Host: 'api.bank.test' };
  const front = { server, listen: 'ssl http2', host: 'localhost' };
  const ran = await through({ tls, headers, http2: true }, front);
  expect(summaryOf(ran)).toEqual(allHold);
  const answers = ran.results.cases.flatMap(({ exchanges }) =>
    exchanges.flatMap(({ response }) => response ?? []),
  );
  expect([...new Set(answers.map(({ httpVersion }) => httpVersion))]).toEqual(['2']);
});

test.each([
  ['an authority that the profile does not name', {}, {}, 'the issuer of the certificate is unknown; name'],
  [
    'an old version alone',
    { tls: trusted },
    { server: 'ssl_protocols TLSv1.1; ssl_ciphers ALL:@SECLEVEL=0;' },
    'have no TLS version in common',
  ],
])(
  'a TLS connection that fails by %s is explained and fails nothing',
  async (_name, settings, front, words) => {
    const ran = await through({ limits: { retries: 0 }, ...settings }, front, '--case', '*.success');
    expect(ran.code).toBe(3);
    expect(ran.results.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(ran.results.rootCauses).toHaveLength(1);
    const [cause] = ran.results.rootCauses;
    expect(`${cause?.message}; ${cause?.hint}`).toContain(words);
  },
);
