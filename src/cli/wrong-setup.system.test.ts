// Wrong set-ups as they happen: doctor names each within twelve seconds; both doctor and a run say what to do.

import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import net from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { makeCertificates } from '../client/certificates.test-support.ts';
import type { Identity } from '../client/certificates.test-support.ts';
import { closeAll, dropPackets, freePort, listen } from '../client/raw-server.test-support.ts';
import { openSite } from './fake-terminal.test-support.ts';

const made = makeCertificates();
/** Seconds in which doctor has to say what is wrong. */
const most = 12;

interface Place {
  readonly url: string;
  readonly folder: string;
}
type SetUp = (place: Place) => Promise<object> | object;

/** TLS with this identity in front of a service. */
const before = async (identity: Identity, to: string, more: https.ServerOptions = {}): Promise<string> => {
  const server = https.createServer({ ...identity, ...more });
  server.on('secureConnection', (socket) => {
    const inner = net.connect(Number(new URL(to).port), '127.0.0.1');
    socket.on('error', () => inner.destroy());
    inner.on('error', () => socket.destroy());
    socket.pipe(inner).pipe(socket);
  });
  return `https://127.0.0.1:${await listen(server)}`;
};

const withCa =
  (identity: Identity, more: https.ServerOptions = {}): SetUp =>
  async ({ url, folder }) => {
    await writeFile(join(folder, 'ca.pem'), made.ca);
    return { baseUrl: await before(identity, url, more), tls: { ca: 'ca.pem' } };
  };

const banner = 'SSH-2.0-OpenSSH_9.2\r\n';
const refusingProxy = http
  .createServer((_request, response) => response.writeHead(407).end())
  .on('connect', (_request, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));

/** A wrong set-up, how the profile changes, and what both commands say of it. */
const rows: readonly (readonly [what: string, change: SetUp, words: RegExp])[] = [
  [
    'a dead port',
    async () => ({ baseUrl: `http://127.0.0.1:${await freePort()}` }),
    /nothing accepts connections there[^]*check host and port of baseUrl/i,
  ],
  [
    'a port that drops packets',
    async () => ({ baseUrl: `http://127.0.0.1:${await dropPackets()}`, limits: { timeout: 1000 } }),
    /no connection came about[^]*check host and port of baseUrl, the network, VPN and firewalls/i,
  ],
  [
    'an unknown host',
    () => ({ baseUrl: 'http://nowhere.invalid' }),
    /no such host name|name server does not answer/,
  ],
  [
    'https to SSH',
    async () => ({
      baseUrl: `https://127.0.0.1:${await listen(net.createServer((one) => one.write(banner)))}`,
    }),
    /does not speak TLS[^]*check scheme and port of baseUrl/i,
  ],
  [
    'https to HTTP',
    ({ url }) => ({ baseUrl: url.replace('http:', 'https:') }),
    /does not speak TLS[^]*http:\/\/ may be meant/i,
  ],
  [
    'http to TLS',
    async ({ url }) => ({ baseUrl: (await before(made.server, url)).replace('https:', 'http:') }),
    /speaks TLS on this port, use https:\/\/ in baseUrl/i,
  ],
  [
    'an unknown issuer',
    async ({ url }) => ({ baseUrl: await before(made.server, url) }),
    /issuer of the certificate is unknown[^]*tls\.ca/i,
  ],
  [
    'a certificate signed by itself',
    async ({ url }) => ({ baseUrl: await before(made.selfSigned, url) }),
    /signed by itself[^]*tls\.ca/i,
  ],
  ['an expired certificate', withCa(made.expired), /has expired[^]*check the clock of this machine/i],
  ['another name', withCa(made.wrongName), /not valid for the name in the URL[^]*use a name in baseUrl/i],
  [
    'a key of 1,024 bits',
    withCa(made.weak, { ciphers: 'DEFAULT@SECLEVEL=0' }),
    /too short to be safe[^]*RSA key of 2048 bits/i,
  ],
  [
    'a signature with SHA-1',
    withCa(made.sha1, { ciphers: 'DEFAULT@SECLEVEL=0' }),
    /digest that is not safe[^]*SHA-256 or better/i,
  ],
  [
    'no client certificate',
    withCa(made.server, { requestCert: true, rejectUnauthorized: true, ca: made.ca }),
    /client certificate[^]*set tls\.cert and tls\.key/i,
  ],
  [
    'HTTP/2 alone',
    async ({ folder }) => {
      await writeFile(join(folder, 'ca.pem'), made.ca);
      const server = http2.createSecureServer({ ...made.server, allowHTTP1: false });
      return { baseUrl: `https://127.0.0.1:${await listen(server)}`, tls: { ca: 'ca.pem' } };
    },
    /speaks only HTTP\/2[^]*set http2: true/i,
  ],
  [
    'a proxy that wants credentials',
    async ({ url }) => ({
      baseUrl: await before(made.server, url),
      proxy: `http://127.0.0.1:${await listen(refusingProxy)}`,
    }),
    /the proxy wants credentials[^]*user:password@host:port/i,
  ],
  [
    'another key',
    async ({ folder }) => {
      const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      await writeFile(join(folder, 'other.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
      return { encryption: { scheme: 'rsa-oaep', hash: 'sha256', key: 'other.pub' } };
    },
    /does not recognise the password as encrypted[^]*is the key the current one/i,
  ],
];

afterEach(closeAll);

test.each(rows)('%s', { timeout: 60_000 }, async (_what, change, words) => {
  let place = '';
  const site = await openSite({}, (url) => ((place = url), {}));
  const changes = await change({ url: place, folder: site.folder });
  await writeFile(join(site.folder, 'target.yaml'), stringify({ ...site.profile, ...changes }));
  const found = async (...command: readonly string[]): Promise<string> => {
    const { code, out, err } = await site.ask(...command, '--target', 'target.yaml');
    expect(code).toBe(3);
    return `${out}${err}`.replaceAll(/\n {2,}/g, ' ');
  };
  const start = performance.now();
  expect(await found('doctor')).toMatch(words);
  expect((performance.now() - start) / 1000).toBeLessThan(most);
  const [, advice = ''] = words.source.split('[^]*');
  expect(await found('run', '--case', 'a.success', '--retries', '0')).toMatch(new RegExp(advice, 'i'));
});
