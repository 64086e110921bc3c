// doctor: what it finds, what it advises, and what it costs.

import { variants } from '#banks/specification.ts';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, stringify } from 'yaml';
import { makeCertificates } from '../client/certificates.test-support.ts';
import { packageFolder } from '../base/package.ts';
import type { Served } from '../reference/reference.ts';
import { startRelay } from '../../suites/gateways/relay.test-support.ts';
import { askIn, fakeTerminal, openSite, rowsOf } from './fake-terminal.test-support.ts';
import type { Finding } from '../report/finding.ts';

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A service that answers everything alike. */
async function serve({ status, headers = {}, body = '' }: Reply): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status, headers).end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const limited = { status: 429, headers: {}, body: '{}' } as const;
const key = join(packageFolder, 'fixtures/keys/short.pem');
const other = join(packageFolder, 'fixtures/keys/loopback.pem');

async function examine(change: Parameters<typeof openSite>[1], ...options: readonly string[]) {
  const served: Served[] = [];
  const { folder } = await openSite({ onServed: (one) => void served.push(one) }, change);
  const { terminal, out } = fakeTerminal();
  const given = { cwd: folder, terminal };
  const { code } = await askIn(given, 'doctor', '--target', 'target.yaml', '--json', ...options);
  const { findings, lines } = JSON.parse(out()) as {
    readonly findings: readonly Finding[];
    readonly lines: readonly string[];
  };
  return { code, findings, lines, served, out: out() };
}

describe('doctor names exactly what is out of order, and what to do', () => {
  it.each(rowsOf('doctor-findings'))(
    '%s',
    async (_title, change = '', reply = '', found = '', advice = '') => {
      const address = reply === '' ? null : await serve(parse(reply) as Reply);
      let host = '';
      const began = performance.now();
      const { code, findings, out } = await examine((url) => {
        host = url.replace('http://', '');
        const filled = change
          .replaceAll('{{host}}', host)
          .replaceAll('{{key}}', key)
          .replace('loopback.pem', other);
        return { ...(parse(filled) as object | null), ...(address === null ? {} : { baseUrl: address }) };
      }, '--setup');
      const [first, ...more] = findings.filter(({ mark }) => mark === 'bad');
      expect(first?.found).toContain(found.replaceAll('{{host}}', host));
      expect(first?.advice ?? '').toContain(advice);
      // Both variants may show one thing, and what was not sent for it.
      expect(more.length).toBeLessThan(3);
      expect(code).toBe(3);
      expect(out).not.toMatch(/password-0815|test-only\//);
      expect(performance.now() - began).toBeLessThan(12_000);
    },
  );
});

it('finds nothing where nothing is, with few requests and no failed login', async () => {
  const { code, findings, lines, served } = await examine({});
  expect([code, lines, findings.filter(({ mark }) => mark !== 'good')]).toEqual([0, [], []]);
  const asked = Object.values(variants).flatMap(({ conditions }) => Object.keys(conditions));
  const looked = asked.filter((name) => name !== 'missing' && name !== 'unencrypted');
  expect(findings.filter(({ found }) => found.includes('as specified'))).toHaveLength(looked.length);
  expect(
    served.filter(({ kind, fields }) => kind === 'unauthorized' && fields?.partnerName === '1042'),
  ).toEqual([]);
  expect(served.length).toBeLessThan(30);
});

it('keeps the pace of a run behind a limiter, and is ready', async () => {
  let [next, refused] = [0, 0];
  const { code, findings } = await examine(async (to) => {
    const decide = () => {
      if (performance.now() < next) return ((refused += 1), limited);
      next = performance.now() + 100;
      return 'forward';
    };
    const relay = await startRelay({ to, decide });
    onTestFinished(() => relay.close());
    return { baseUrl: relay.url };
  });
  expect(refused).toBeGreaterThan(0);
  expect([code, findings.filter(({ mark }) => mark === 'bad')]).toEqual([0, []]);
});

it('stands for the whole body, not for the status alone', async () => {
  const { folder } = await openSite({ defects: ['a-bic-number'] });
  const { code, out } = await askIn({ cwd: folder }, 'doctor', '--target', 'target.yaml');
  expect([code, out]).toEqual([
    3,
    expect.stringMatching(/^✗ variant a, plain request: A: `bic` is a number/m),
  ]);
  expect(out).toMatch(/^ {2}→ the service has to change this$/m);
});

it('says of an error without its text what came, and no advice that contradicts the answer', async () => {
  const { folder } = await openSite({ defects: ['a-error-member-message'] });
  const { out } = await askIn({ cwd: folder }, 'doctor', '--target', 'target.yaml');
  expect(out).toMatch(/^✗ variant a, unauthorized: 403, not as a documented error, and it was not asked/m);
  expect(out).toMatch(/its errors\s+have\s+to\s+carry\s+`description_status`/);
});

it('says of a documented error with another status what a run says of it', async () => {
  const { folder } = await openSite({ defects: ['b-unavailable-503'] });
  const { out } = await askIn({ cwd: folder }, 'doctor', '--target', 'target.yaml');
  expect(out).toMatch(/^✗ variant b, unavailable: 503 instead of 500, and it was not asked again/m);
  expect(out).not.toMatch(/description_status/);
});

it('leaves out what needs a set-up, and prints the lines for what the profile lacks', async () => {
  const conditions = { unavailable: { setup: { command: 'exit 7' } } };
  const { code, findings, lines } = await examine({ conditions });
  expect([code, findings.filter(({ mark }) => mark === 'untried').length]).toEqual([0, 3]);
  expect(Object.keys((parse(lines.join('\n')) as { conditions: object }).conditions)).toEqual([
    'partner-blocked',
    'ip-blocked',
    'reward-unavailable',
  ]);
});

describe('--try-encryption', () => {
  const encryption = { scheme: 'rsa-oaep', hash: 'sha1', mgf1: 'sha1', key };

  it('finds the way that the service accepts, as lines to paste', async () => {
    const { code, lines, findings } = await examine({ encryption }, '--try-encryption');
    expect(findings.flatMap(({ advice }) => advice ?? [])).toContain(
      'in encryption of the profile, set hash: sha256, mgf1: sha256',
    );
    expect([code, lines]).toEqual([
      3,
      stringify({ encryption: { scheme: 'rsa-oaep', hash: 'sha256', mgf1: 'sha256', encoding: 'base64' } })
        .trimEnd()
        .split('\n'),
    ]);
  });

  it('takes no more places than the profile gives', async () => {
    const limits = { failedLogins: 4 };
    const { findings, served } = await examine(
      { encryption: { ...encryption, key: other }, limits },
      '--try-encryption',
    );
    const logins = served.filter(({ request }) => request.method === 'POST');
    expect(logins.filter(({ fields }) => fields?.partnerPassword !== undefined).length).toBeLessThanOrEqual(
      4 + 2,
    );
    const end = findings.at(-1);
    const [, tried] = /: (\d+) of 23 were tried, none is accepted/.exec(end?.found ?? '') ?? [];
    // As many more places as ways are left.
    expect(end?.advice).toContain(`raise limits.failedLogins by ${23 - Number(tried)}`);
  });
});

it('says of an answer that is cut off no word of TLS, and of a connection without an answer one', async () => {
  const starts = ['HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{"banks":[', ''];
  const [cut, mute] = await Promise.all(
    starts.map(async (text) => {
      const server = createTcpServer((one) => one.once('data', () => one.end(text)).on('error', () => {}));
      await once(server.listen(0, '127.0.0.1'), 'listening');
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo;
      return (await examine({ baseUrl: `http://127.0.0.1:${port}` })).out;
    }),
  );
  expect([cut?.includes('if it speaks TLS'), mute?.includes('if it speaks TLS')]).toEqual([false, true]);
});

it('warns of a key that has expired, and tries no settings of a program', async () => {
  const { expired, server } = makeCertificates();
  const markOf = async (key: string) => {
    const { folder } = await openSite({}, { encryption: { scheme: 'rsa-oaep', key: 'own.pem' } });
    await writeFile(join(folder, 'own.pem'), key);
    const { out } = await askIn({ cwd: folder }, 'doctor', '--target', 'target.yaml');
    return [out.slice(0, 1), out.includes('ask for the current one')];
  };
  expect([await markOf(expired.cert), await markOf(server.cert)]).toEqual([
    ['!', true],
    ['✓', false],
  ]);
  const encryption = { scheme: 'command', command: ['cat'] };
  const { out } = await examine({ encryption }, '--try-encryption');
  expect(out).toContain('run its program by hand');
  expect(out).not.toContain('were tried');
});

it('shows the chain of a certificate that is not trusted, with its days', async () => {
  const { folder } = await openSite({ tls: true }, { tls: {} });
  const { code, out } = await askIn({ cwd: folder }, 'doctor', '--target', 'target.yaml');
  expect(code).toBe(3);
  expect(out).toMatch(/^✗ connection: 127\.0\.0\.1:\d+: the certificate is signed by itself/m);
  expect(out).toMatch(/^ {4}CN=TEST ONLY loopback, issued by CN=TEST ONLY loopback, \d+ days left$/m);
  expect(out).toMatch(/^ {2}→ name its file in tls\.ca/m);
  expect(out).not.toMatch(/Node|use-system-ca/);
});
