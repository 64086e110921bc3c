import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { refusal } from '../run/small-run.test-support.ts';
import { blocked, documentedReply } from '../run/small-service.test-support.ts';
import type { Call, Reply } from '../run/small-service.test-support.ts';
import { makeCertificates } from '../client/certificates.test-support.ts';
import type { Identity } from '../client/certificates.test-support.ts';
import { askIn, fakeTerminal, openFolder, rowsOf } from './fake-terminal.test-support.ts';
import { openProxy } from './integration/connect-proxy.test-support.ts';
import { documented, openReference, openSite, publicKey, switchedBy } from './small-profile.test-support.ts';
import type { Answer } from './small-profile.test-support.ts';

type Change = (url: string, folder: string) => object;

/**
 * Output of `doctor` for the small service or the profile's own target, and the requests that the service got.
 */
async function examine(
  profile: Change | object = {},
  answer: Answer = documented,
  ...options: readonly string[]
) {
  const { folder, service } = await openSite({ answer, profile });
  // Each finding on one line.
  const { terminal, out: written } = fakeTerminal({ width: 1000 });
  const { code } = await askIn({ cwd: folder, terminal }, 'doctor', '--target', 'target.yaml', ...options);
  const out = written();
  // One line for each problem, with its first fix below.
  const bad = out.matchAll(/^✗ (.*)\n(?: {4}.*\n)*(?: {2}→ (.*))?/gm);
  const wrong = [...bad].map(([, found = '', fix = '']) => [found, fix] as const);
  const { calls, switches } = service;
  return { code, out, wrong, calls, seen: calls.length + switches.length };
}

const conditions = {
  unauthorized: { unknownPartner: '900900900' },
  unavailable: { headers: { 'X-Fault': 'yes' } },
};
/** Provisions variant A. A row overrides what it needs otherwise. */
const a = { conditions };
const asBlocked = { credentials: { partnerName: 1043, partnerPassword: blocked.password } };
const b = (more: object) => ({
  variants: { b: { bankCode: 'acme' } },
  conditions: { ...conditions, 'partner-blocked': asBlocked, 'reward-unavailable': asBlocked, ...more },
});

const refusing =
  (kind: Call['kind'], reply: Reply): Answer =>
  (seen) =>
    seen.kind === kind ? reply : 'documented';
const wrongPassword = {
  credentials: { partnerName: 1042, partnerPassword: 'wrong-password-0815', useAuthByCert: 'true' },
};
const withSetUp =
  (more: object): Change =>
  (url) => ({
    conditions: { ...conditions, unavailable: { ...switchedBy(url), ...more } },
  });

/** The change to the profile in a row: settings, `ip-blocked` of variant B, or a set-up of `unavailable`. */
function changeOf(yaml: string): Change {
  return (url) => {
    const host = url.replace('http://', '');
    const change: unknown = parse(yaml.replace('{{host}}', host).replace('{{key}}', publicKey));
    const settings = Object(change) as object;
    if ('ip-blocked' in settings) return b(settings);
    return 'setup' in settings ? withSetUp(settings)(url, '') : { ...a, ...settings };
  };
}

/** The answer in a row. One with a title is an HTML page. */
function replyOf(yaml: string): Reply {
  const said = parse(yaml) as Exclude<Reply, string> & { readonly title?: string };
  const { title, ...reply } = said;
  if (title === undefined) return reply;
  const headers = { 'Content-Type': 'text/html', ...reply.headers };
  const body = `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return { ...reply, headers, body };
}

describe('doctor names exactly what is out of order', () => {
  it.each(rowsOf('doctor-findings'))(
    '%s',
    async (_title, change = '', reply = '', found = '', fix = '', requests = '') => {
      const answer = reply === '' ? undefined : refusing('success', replyOf(reply));
      const { code, out, wrong, seen } = await examine(changeOf(change), answer, '--setup');
      expect(wrong).toEqual([[expect.stringContaining(found), expect.stringContaining(fix)]]);
      expect([code, seen]).toEqual([3, Number(requests)]);
      expect(out).not.toMatch(/small\+service|0815/);
    },
  );

  it('https towards HTTP', async () => {
    const {
      reference: { port },
    } = await openReference();
    const { code, wrong } = await examine({ ...a, baseUrl: `https://127.0.0.1:${port}` });
    const found = expect.stringContaining('TLS: the port speaks HTTP without TLS') as string;
    expect([code, wrong]).toEqual([3, [[found, expect.stringContaining('use http:// in baseUrl')]]]);
  });

  it('a key that is not the service’s', async () => {
    const folder = await openFolder();
    const { publicKey: other } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = join(folder, 'other.pem');
    await writeFile(key, other.export({ type: 'spki', format: 'pem' }));
    const { wrong } = await examine({ ...a, encryption: { scheme: 'rsa-oaep', hash: 'sha256', key } });
    expect(wrong[0]?.[0]).toContain('the target does not recognise the password as encrypted');
  });

  it('and nothing where nothing is, with one request for each step', async () => {
    const { code, out, calls } = await examine(a);
    expect(out.split('\n').filter((line) => /^[✗!–]/u.test(line))).toEqual([
      expect.stringContaining('credentials.partnerPassword is in the profile as plain text'),
    ]);
    expect([code, calls.map(({ kind }) => kind)]).toEqual([0, ['success', 'unavailable', 'unauthorized']]);
  });

  it('and nothing of the reference, every step of which it names', async () => {
    const { ask } = await openReference();
    const { code, out } = await ask('doctor', '--target', 'target.yaml');
    expect(code).toBe(0);
    expect(out).toMatch(/RSA\s+2048 bits, valid until \d{4}-\d\d-\d\d/);
    expect(out).toMatch(/variant a, plain request: answered 200, \d+ banks/);
    expect(out).toContain('variant b, ip-blocked: answered 403, as documented');
    expect(out).toContain('clock: the clocks of the target and of this machine agree');
  });
});

it.each([
  [75, '! clock: the target’s is 7\\d seconds ahead of'],
  [-300, '! clock: the target’s is 5 minutes behind'],
  [null, '✓ clock: the target sends no Date header'],
])('a clock that is %j seconds ahead: %s', async (seconds, said) => {
  const date = seconds === null ? 'soon' : new Date(Date.now() + seconds * 1000).toUTCString();
  const answer: Answer = (call) => ({ ...documentedReply(call), headers: { Date: date } });
  const { code, out } = await examine(a, answer);
  expect([code, out]).toEqual([0, expect.stringMatching(said)]);
});

describe('doctor', () => {
  it('lists what is not provisioned with the lines to add, and exits with 3 for it only with --complete', async () => {
    const lax = await examine(b({}));
    expect(lax.out).toMatch(/^– variant b, ip-blocked: the profile does not say how to create it$/m);
    expect(lax.out).toMatch(
      /^conditions:\n {2}ip-blocked:\n {4}# .*\n {4}localAddress: 127\.0\.0\.2\n\nReady/m,
    );
    expect(lax.out).toContain('Ready: nothing to fix; 1 open, which a run reports as not tested.');
    const strict = await examine(b({}), undefined, '--complete');
    expect([lax.code, strict.code, lax.seen]).toEqual([0, 3, 5]);
    expect(strict.out).toContain('Not ready: 0 to fix, 1 open.');
  });

  it.each([
    [{ hash: 'sha512' }, 1, '  hash: sha256\n  mgf1: sha256\n'],
    [{ hash: 'sha256', mgf1: 'sha1', encoding: 'hex' }, 8, '  mgf1: sha256\n  encoding: base64\n'],
  ])('finds the encryption that the target reads: %j', async (wrong, tries, right) => {
    const encryption = { scheme: 'rsa-oaep', key: publicKey, ...wrong };
    const { code, out, calls } = await examine({ ...a, encryption }, undefined, '--try-encryption');
    const found = 'rsa-oaep, hash sha256, mgf1 sha256, encoding base64 is accepted';
    expect(out).toContain(`✓ variant a, other encryptions: ${found}`);
    expect(out).toContain(`\nencryption:\n${right}\n`);
    expect([code, calls.length]).toEqual([3, 1 + tries]);
  });

  it.each([
    ['a refusal', 403, /! .* ended at rsa-oaep, hash sha256, .* is refused with 403/, 2],
    ['no way that works', 422, /✗ .* 23 were tried, and none is accepted/, 24],
  ])('other encryptions end at %s', async (_title, status, said, requests) => {
    const encryption = { scheme: 'rsa-oaep', hash: 'sha512', key: publicKey };
    const answer: Answer = ({ index }) => ({ status: index === 0 ? 422 : status, body: '{}' });
    const { out, calls } = await examine({ ...a, encryption }, answer, '--try-encryption');
    expect([out, calls.length]).toEqual([expect.stringMatching(said), requests]);
  });

  it.each([
    [3, 3, /! .* 2 of 23 were tried, and refused too/],
    [1, 1, /– .* not tried, limits\.failedLogins is 1/],
  ])(
    'where credentials are refused, %i logins may fail while others are tried',
    async (limit, requests, said) => {
      const answer: Answer = () => refusal(403);
      const { out, calls } = await examine(
        { ...a, limits: { failedLogins: limit } },
        answer,
        '--try-encryption',
      );
      expect([out, calls.length]).toEqual([expect.stringMatching(said), requests]);
    },
  );

  it('sees that the encryption is right where credentials are refused, and any other way is not read', async () => {
    const answer: Answer = (call) => (call.kind === 'success' ? refusal(403) : 'documented');
    const { out, calls } = await examine(a, answer, '--try-encryption');
    const said =
      /! variant a, other encryptions: .* mgf1 sha1, .* is answered 422, that of the profile is read/;
    expect([out, calls.length]).toEqual([expect.stringMatching(said), 2]);
  });

  it('is short where the target is not reached, and has one block of lines where the profile leaves out much', async () => {
    const lost = await examine({ conditions: {}, baseUrl: 'http://127.0.0.1:9' });
    expect([lost.code, lost.out.split('\n').length]).toEqual([3, 9]);
    const { out } = await examine({ conditions: {}, variants: { a: {}, b: { bankCode: 'acme' } } });
    expect(out.match(/^ *conditions:/gm)).toEqual(['conditions:']);
  });

  it('tries a condition with a set-up only where that is asked for, and tears it down', async () => {
    const shy = await examine(withSetUp({}));
    expect(shy.out).toContain(
      '– variant a, unavailable: not tried, it has a `setup` that changes the target: add --setup',
    );
    const bold = await examine(withSetUp({}), undefined, '--setup');
    expect([shy.code, bold.code, bold.seen - bold.calls.length]).toEqual([0, 0, 2]);
  });

  it('sends refused credentials once per variant, and not more often than limits.failedLogins allows', async () => {
    const both = { ...wrongPassword, variants: { a: {}, b: { bankCode: 'acme' } } };
    const { wrong, calls } = await examine(both);
    expect(wrong.filter(([line]) => line.includes('are refused'))).toHaveLength(2);
    expect(calls).toHaveLength(2);
    const limited = await examine({ ...both, limits: { failedLogins: 1 } });
    expect(limited.calls).toHaveLength(1);
    expect(limited.out).toContain(
      '– variant b, plain request: not tried, the limit of 1 failed logins is reached',
    );
  });

  it('fits into 80 columns, and is English whatever the language of the reports', async () => {
    const profile = { conditions: {}, language: 'ru' };
    const { ask } = await openSite({ profile, answer: refusing('success', { status: 500, body: '{}' }) });
    const { code, out } = await ask('doctor', '--target', 'target.yaml');
    expect([code, out]).toEqual([3, expect.stringMatching(/^Not ready: 1 to fix, \d open\.$/m)]);
    expect(out).toContain('variant a, plain request: answered 500');
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('prints its findings as JSON and nothing else', async () => {
    const { code, out } = await examine({}, refusing('success', { status: 500, body: '{}' }), '--json');
    const said = JSON.parse(out) as { readonly findings: readonly object[] };
    expect([code, said]).toMatchObject([3, { ready: false, exitCode: 3 }]);
    const found = expect.stringMatching(/^variant a, plain request/) as string;
    const finding = {
      mark: 'bad',
      found,
      details: [],
      fix: [expect.any(String), expect.stringContaining('--try-encryption')],
    };
    expect(said.findings).toContainEqual(finding);
  });
});

it('a proxy that is down, or whose password is wrong, is what a condition lacks; nothing shows the password', async () => {
  const { port, url } = await openProxy({ user: 'user', password: 'right' });
  for (const [proxy, found] of [
    ['http://127.0.0.1:9', /no answer: the proxy http:\/\/127\.0\.0\.1:9 .* ECONNREFUSED/],
    [`http://user:wrong-proxy-word@127.0.0.1:${port}`, /no answer: .* answered 407: it wants credentials/],
  ] as const) {
    const { code, out, wrong } = await examine(b({ 'ip-blocked': { proxy } }));
    const fix = 'check conditions.ip-blocked.proxy';
    expect([code, wrong]).toEqual([3, [[expect.stringMatching(found), fix]]]);
    expect(out).not.toContain('wrong-proxy-word');
  }
  const open = await examine(b({ 'ip-blocked': { proxy: url } }));
  expect(open.wrong).toEqual([[expect.stringContaining('answered 200, expected 403'), expect.any(String)]]);
});

describe('TLS', () => {
  const { ca, server, expired, selfSigned, client } = makeCertificates();

  /** Examines a TLS server with this identity, using this TLS material. Counts its requests. */
  async function examineTls(
    identity: Identity,
    options: https.ServerOptions,
    files: Readonly<Record<string, string>>,
    scheme = 'https',
  ) {
    let requests = 0;
    const service = https.createServer({ ...identity, ...options }, (_request, response) => {
      requests += 1;
      response.writeHead(200).end('{"banks":[]}');
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      service.closeAllConnections();
      service.close();
    });
    const { port } = service.address() as AddressInfo;
    const folder = await openFolder();
    for (const [key, pem] of Object.entries(files)) await writeFile(join(folder, key), pem);
    const tls = Object.fromEntries(Object.keys(files).map((key) => [key, join(folder, key)]));
    const examined = await examine({ ...a, tls, baseUrl: `${scheme}://127.0.0.1:${port}` });
    return { ...examined, requests };
  }

  it('that is in order shows the chain with the days left', async () => {
    const { out, requests } = await examineTls(server, {}, { ca });
    expect(out).toMatch(
      /✓ TLS: the certificate is trusted\n {4}CN=server, issued by CN=ca, .* \d+ days left/,
    );
    expect(requests).toBeGreaterThan(0);
  });

  it('that is not in order says exactly that beside the chain, and sends nothing', async () => {
    const { code, out, wrong, requests } = await examineTls(expired, {}, { ca });
    expect([code, requests]).toEqual([3, 0]);
    const found = expect.stringContaining('expired on 20') as string;
    expect(wrong[0]).toEqual([found, expect.stringContaining('renew it')]);
    expect(out).toMatch(/^ {4}CN=\w+, issued by CN=\w+, .* expired \d+ days ago$/m);
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('that wants a client certificate says so, %s', async (version) => {
    const wanted = { requestCert: true, rejectUnauthorized: true, ca };
    const options = { ...wanted, minVersion: version, maxVersion: version };
    const without = await examineTls(server, options, { ca });
    expect(without.wrong[0]).toEqual([
      expect.stringContaining('requires a client certificate'),
      expect.stringContaining('set tls.cert and tls.key (or tls.pfx and tls.passphrase)'),
    ]);
    const foreign = await examineTls(server, options, { ca, ...selfSigned });
    const check = 'check tls.cert and tls.key (or tls.pfx) with the operator of the target';
    expect(foreign.wrong[0]?.[1]).toBe(check);
    const right = await examineTls(server, options, { ca, ...client });
    expect(right.out).toContain('✓ TLS: the certificate is trusted');
  });

  it('is named where the port speaks it and the profile says http://, and nothing more is sent', async () => {
    const { code, wrong, requests } = await examineTls(server, {}, {}, 'http');
    const found = /plain request: the port speaks TLS, and baseUrl says http:\/\//;
    expect(wrong).toEqual([[expect.stringMatching(found), 'write https:// in baseUrl']]);
    expect([code, requests]).toEqual([3, 0]);
  });
});
