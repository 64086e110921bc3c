import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeCertificates } from '../../client/certificates.test-support.ts';
import { packageFolder } from '../../base/package.ts';
import { openFolder } from '../fake-terminal.test-support.ts';
import { nginxProgram, throughNginx, throughServers } from './nginx.test-support.ts';
import { allHold, summaryOf } from './suite.test-support.ts';
import type { Ran } from './suite.test-support.ts';
import { findTool, need } from './tools.test-support.ts';

beforeEach((context) => need(context, nginxProgram !== null, 'nginx'));

const answersOf = ({ results }: Ran) =>
  results.cases.flatMap(({ exchanges }) => exchanges.flatMap(({ response }) => response ?? []));

function valuesOf(ran: Ran, name: string): readonly string[] {
  const headers = answersOf(ran).flatMap((response) => response.headers);
  return [...new Set(headers.flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : [])))];
}

test('through nginx that compresses every requirement is seen to hold, the blocked source address too', async () => {
  const location = 'gzip on; gzip_types *; gzip_min_length 1; gzip_proxied any;';
  const ran = await throughNginx({ location }, { headers: { 'Accept-Encoding': 'gzip' } });
  expect(summaryOf(ran)).toEqual(allHold);
  expect(valuesOf(ran, 'server')).toEqual([expect.stringMatching(/^nginx/)]);
  // The value of a profile header is masked wherever it comes back.
  expect(valuesOf(ran, 'content-encoding')).toEqual(['<secret>']);
  const bodies = answersOf(ran).map(({ body }) => body);
  expect(bodies.filter((body) => body.includes('\u001f'))).toEqual([]);
});

test('the servers of docs/conditions.md create an outage and a blocked address', async () => {
  const page = await readFile(join(packageFolder, 'docs', 'conditions.md'), 'utf8');
  const [, http = ''] = /^```nginx\n(.*?)^```$/ms.exec(page) ?? [];
  const servers = [...http.matchAll(/^ {2}server \{\n.*?^ {2}\}\n/gms)].map(([text]) => text);
  const ran = await throughServers(servers, (ports, { conditions }) => {
    const [usual, down, other] = ports.map((port) => `http://127.0.0.1:${port}`);
    const ways = { unavailable: { baseUrl: down }, 'ip-blocked': { baseUrl: other } };
    return { baseUrl: usual, conditions: { ...Object(conditions), ...ways } };
  });
  expect(summaryOf(ran)).toEqual(allHold);
});

test('with TLS, a client certificate in PKCS#12, HTTP/2 and a Host header every requirement is seen to hold', async (context) => {
  need(context, findTool('openssl') !== null, 'openssl');
  const { ca, server, clientPfx } = makeCertificates();
  const folder = await openFolder();
  const files = {
    'ca.pem': ca,
    'client.p12': clientPfx,
    'server.pem': server.cert,
    'server.key': server.key,
  };
  const fileOf = (name: string): string => join(folder, name);
  for (const [name, content] of Object.entries(files)) await writeFile(fileOf(name), content);
  const own = `ssl_certificate ${fileOf('server.pem')}; ssl_certificate_key ${fileOf('server.key')};`;
  const client = `ssl_client_certificate ${fileOf('ca.pem')}; ssl_verify_client on;`;
  const front = { server: `${own} ${client}`, listen: 'ssl http2', host: 'localhost' };
  const tls = { ca: fileOf('ca.pem'), pfx: fileOf('client.p12'), passphrase: 'changeit' };
  const ran = await throughNginx(front, { tls, headers: { Host: 'api.bank.test' }, http2: true });
  expect(summaryOf(ran)).toEqual(allHold);
  expect([...new Set(answersOf(ran).map(({ httpVersion }) => httpVersion))]).toEqual(['2']);
});
