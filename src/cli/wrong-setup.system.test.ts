import { writeFile } from 'node:fs/promises';
import https from 'node:https';
import net from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { generateKeyPairSync } from 'node:crypto';
import { bind, closeAll, dropPackets, listen } from '../client/raw-server.test-support.ts';
import { makeCertificates } from '../client/certificates.test-support.ts';
import type { Identity } from '../client/certificates.test-support.ts';
import { expectWarnings } from '../results/warning.test-support.ts';
import { openReference } from './small-profile.test-support.ts';

const made = makeCertificates();
/** Seconds in which both commands have to say what is wrong, each. */
const most = 10;

/** TLS with this identity in front of a service. */
const before = async (identity: Identity, to: string): Promise<number> => {
  const port = Number(new URL(to).port);
  return listen(
    https.createServer(identity).on('secureConnection', (socket) => {
      const inner = net.connect(port, '127.0.0.1');
      socket.on('error', () => inner.destroy());
      inner.on('error', () => socket.destroy());
      socket.pipe(inner).pipe(socket);
    }),
  );
};

type Reference = Awaited<ReturnType<typeof openReference>>;
type SetUp = (site: Reference & { readonly url: string }) => Promise<object> | object;

/** A server that greets, and says no more. */
const banner = (line: string): net.Server => net.createServer((socket) => void socket.write(line));

/** Beginnings of names of set-ups with which nothing can be sent. */
const unsent = ['the encoding', 'the line ends', 'the path', 'the script, whose', 'the kind of key'];

/** A wrong set-up, how the profile changes, and what both commands say of it. */
const rows: readonly (readonly [what: string, change: SetUp, words: RegExp])[] = [
  [
    'the port',
    async () => {
      const { port, close } = await bind(net.createServer());
      await close();
      return { baseUrl: `http://127.0.0.1:${port}` };
    },
    /ECONNREFUSED/,
  ],
  [
    'the firewall, which drops packets',
    async () => ({ baseUrl: `http://127.0.0.1:${await dropPackets()}` }),
    /neither accepts nor refuses a connection within \d+ ms[^]*check host and port of baseUrl, and firewalls/,
  ],
  [
    'the firewall, and https',
    async () => ({ baseUrl: `https://127.0.0.1:${await dropPackets()}` }),
    /neither accepts nor refuses a connection within \d+ ms[^]*check host and port of baseUrl, and firewalls/,
  ],
  [
    'the firewall in front of the proxy',
    async () => ({ baseUrl: 'https://127.0.0.1:1', proxy: `http://127.0.0.1:${await dropPackets()}` }),
    /proxy http:\/\/127\.0\.0\.1:\d+[^]*neither accepts nor refuses a connection within \d+ ms/,
  ],
  [
    'the port, https to SSH',
    async () => ({ baseUrl: `https://127.0.0.1:${await listen(banner('SSH-2.0-OpenSSH_9.2\r\n'))}` }),
    /speaks neither TLS nor HTTP, and says "SSH-2\.0-OpenSSH_9\.2\\r\\n"[^]*check host and port of baseUrl/,
  ],
  [
    'the port, http to SSH',
    async () => ({ baseUrl: `http://127.0.0.1:${await listen(banner('SSH-2.0-OpenSSH_9.2\r\n'))}` }),
    /does not speak HTTP, at "SSH-2\.0-OpenSSH_9\.2[^]*port/,
  ],
  [
    'the path, which ends in that of the operation',
    ({ url }) => ({ baseUrl: `${url}/partner/sbp/banks` }),
    /baseUrl: found the path of the operation, "\/partner\/sbp\/banks", at the end/,
  ],
  [
    'tls.serverName',
    async ({ url, folder }) => {
      await writeFile(join(folder, 'ca.pem'), made.ca);
      const tls = { ca: 'ca.pem', serverName: 'other.test' };
      return { baseUrl: `https://127.0.0.1:${await before(made.server, url)}`, tls };
    },
    /the certificate is for [^]*, not for the name in tls\.serverName[^]*set tls\.serverName to a name that the certificate is valid for/,
  ],
  [
    'the script, which prints the password',
    () => ({ encryption: { scheme: 'command', command: ['cat'] } }),
    /the ciphertext of encryption\.command holds the password itself/,
  ],
  [
    'the script, whose interpreter is missing',
    async ({ folder }) => {
      await writeFile(join(folder, 'enc.sh'), '#!/usr/bin/no-such-shell\ncat\n', { mode: 0o755 });
      return { encryption: { scheme: 'command', command: ['./enc.sh'] } };
    },
    /the first line of \.\/enc\.sh names \/usr\/bin\/no-such-shell, which is not there/,
  ],
  [
    'the kind of key',
    async ({ folder }) => {
      await writeFile(join(folder, 'key.ppk'), 'PuTTY-User-Key-File-3: ssh-rsa\n');
      return { encryption: { scheme: 'rsa-oaep', hash: 'sha256', key: 'key.ppk' } };
    },
    /encryption\.key: found a key of PuTTY/,
  ],
  [
    'the scheme, https to HTTP that waits',
    async () => {
      // A server of lines: it answers once a line and an empty one have come.
      const server = net.createServer((socket) => {
        let seen = '';
        socket.on('data', (bytes) => {
          seen += bytes.toString('latin1');
          if (seen.endsWith('\r\n\r\n')) socket.end('HTTP/1.0 501 Not Implemented\r\n\r\n');
        });
      });
      return { baseUrl: `https://127.0.0.1:${await listen(server)}` };
    },
    /the port speaks HTTP without TLS[^]*use http:\/\/ in baseUrl/,
  ],
  [
    'the scheme, http to TLS',
    async ({ url }) => ({ baseUrl: `http://127.0.0.1:${await before(made.server, url)}` }),
    /(?:speaks TLS|TLS on this port)[^]*https:\/\/ in baseUrl/,
  ],
  [
    'the authority',
    async ({ url, folder }) => {
      await writeFile(join(folder, 'other.pem'), made.selfSigned.cert);
      return { baseUrl: `https://127.0.0.1:${await before(made.server, url)}`, tls: { ca: 'other.pem' } };
    },
    /"CN=server" was issued by "CN=ca", and tls\.ca holds "CN=self"[^]*put the certificate of "CN=ca" into tls\.ca/,
  ],
  [
    'the key',
    async ({ folder }) => {
      const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      await writeFile(join(folder, 'other.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
      return { encryption: { scheme: 'rsa-oaep', hash: 'sha256', key: 'other.pub' } };
    },
    /does not recognise the password as encrypted[^]*is the key the current one/,
  ],
  [
    'the proxy',
    async ({ url }) => ({ proxy: `http://127.0.0.1:${await before(made.server, url)}` }),
    /write https:\/\/ in front of its address/,
  ],
  [
    'the name',
    async ({ url, folder }) => {
      await writeFile(join(folder, 'ca.pem'), made.ca);
      return { baseUrl: `https://127.0.0.1:${await before(made.wrongName, url)}`, tls: { ca: 'ca.pem' } };
    },
    /the certificate is for DNS:elsewhere\.test, not for the name in the URL[^]*set tls\.serverName to that name/,
  ],
  [
    'the clock',
    async ({ url, folder }) => {
      await writeFile(join(folder, 'ca.pem'), made.ca);
      return { baseUrl: `https://127.0.0.1:${await before(made.expired, url)}`, tls: { ca: 'ca.pem' } };
    },
    /"CN=expired" expired on 20\S+, and the clock of this machine says 20[^]*check the clock of this machine/,
  ],
  [
    'the encoding',
    async ({ folder }) => {
      // UTF-16 is read; a file in another format is named with what converts it.
      await writeFile(join(folder, 'key.pub'), 'ssh-rsa AAAAB3NzaC1yc2E= me\n');
      return { encryption: { scheme: 'rsa-oaep', hash: 'sha256', key: 'key.pub' } };
    },
    /encryption\.key: found a public key of OpenSSH[^]*ssh-keygen -e -m PKCS8/,
  ],
  [
    'the quotes',
    ({ profile }) => ({
      credentials: { ...profile.credentials, partnerPassword: `“${profile.credentials?.partnerPassword}”` },
    }),
    /quotation marks, which are a part of it/,
  ],
  [
    'the line ends',
    async ({ folder }) => {
      await writeFile(join(folder, 'enc.sh'), '#!/bin/sh\r\ncat\r\n', { mode: 0o755 });
      return { encryption: { scheme: 'command', command: ['./enc.sh'] } };
    },
    /the first line of \.\/enc\.sh ends in CR LF[^]*LF alone/,
  ],
];

afterEach(closeAll);

test.each(rows)(
  'a wrong set-up is named within ten seconds, by `doctor` and `run` alike: %s',
  { timeout: 60_000 },
  async (what, change, words) => {
    const site = await openReference();
    const { baseUrl: url = '' } = site.profile;
    const changes = await change({ ...site, url });
    await writeFile(site.target, stringify({ ...site.profile, ...changes }));
    // Nothing can be sent: the file of a setting cannot be used.
    const isRefused = unsent.some((start) => what.startsWith(start));
    if (!isRefused) expectWarnings(/./);
    const ask = async (...command: readonly string[]): Promise<void> => {
      const start = performance.now();
      const { code, out, err } = await site.ask(...command, '--target', 'target.yaml');
      const seconds = (performance.now() - start) / 1000;
      const said = `${out}${err}`.replaceAll(/\n {2,}/g, ' ');
      if (process.env['SHOW_SETUPS'] === '1')
        process.stdout.write(
          `${what} · ${command[0]} · ${seconds.toFixed(1)} s · exit ${code}\n${out}${err}\n`,
        );
      expect(said).toMatch(words);
      if (what.startsWith('the firewall')) expect(said).not.toContain('neither the plain request nor');
      expect(isRefused ? [2] : [1, 3]).toContain(code);
      expect(seconds).toBeLessThan(most);
    };
    await Promise.all([ask('doctor'), ask('run', '--out', 'reports')]);
  },
);

test(
  'one node is tried by its address with tls.serverName, and curl gets the same name',
  { timeout: 60_000 },
  async () => {
    const site = await openReference();
    const { baseUrl: url = '' } = site.profile;
    const port = await before(made.wrongName, url);
    await writeFile(join(site.folder, 'ca.pem'), made.ca);
    const tls = { ca: 'ca.pem', serverName: 'elsewhere.test' };
    await writeFile(site.target, stringify({ ...site.profile, baseUrl: `https://127.0.0.1:${port}`, tls }));
    const { out } = await site.ask('doctor', '--target', 'target.yaml');
    expect(out).toContain('✓ TLS: the certificate is trusted');
    expect((await site.run('--case', 'a.success')).code).toBe(0);
    const [exchange] = (await site.results()).cases.flatMap(({ exchanges }) => exchanges);
    expect(exchange?.curl).toContain(`--connect-to elsewhere.test:${port}:127.0.0.1:${port}`);
    expect(exchange?.curl).toContain(`https://elsewhere.test:${port}/`);
  },
);
