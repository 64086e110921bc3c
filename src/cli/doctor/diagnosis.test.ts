import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Call, Reply } from '../../execution/small-service.test-support.ts';
import { makeCertificates } from '../../http/certificates.test-support.ts';
import { deadPort, examine, withProxy, withTls, wrongsOf } from './scene.test-support.ts';
import type { More, Scene } from './scene.test-support.ts';

/** One thing that is out of order, and the only thing that is to be named. */
interface Row extends Scene {
  readonly title: string;
  readonly found: RegExp;
  readonly mend: RegExp;
  /** Requests that the service sees, set-ups and controls included. */
  readonly requests: number;
}

const onlyA = { variants: { a: {} } } as const;
const conditions = {
  unauthorized: { unknownPartner: '900900900' },
  unavailable: { headers: { 'X-Fault': 'yes' } },
} as const;
/** What a row does not mean to leave open in variant A is brought about. */
const a = { ...onlyA, conditions };

const refusing =
  (kind: Call['kind'], reply: Reply) =>
  (seen: Call): Reply =>
    seen.kind === kind ? reply : 'documented';
const html = (status: number, title: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { 'Content-Type': 'text/html', ...headers },
  body: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
});
const text = (status: number, description: string): Reply => ({
  status,
  body: JSON.stringify({ description_status: description }),
});

const withSetUp = (url: string, more: More): More => ({
  ...onlyA,
  conditions: {
    unauthorized: conditions.unauthorized,
    unavailable: {
      setup: { request: { method: 'POST', url: `${url}/down` } },
      teardown: { request: { method: 'POST', url: `${url}/up` } },
      ...more,
    },
  },
});

const rows: readonly Row[] = [
  {
    title: 'a dead port',
    profile: async () => ({ ...a, baseUrl: `http://127.0.0.1:${await deadPort()}` }),
    found: /^connection: nothing listens on 127\.0\.0\.1, port \d+ \(ECONNREFUSED\)$/,
    mend: /check host and port of baseUrl/,
    requests: 0,
  },
  {
    title: 'an unknown name',
    profile: () => ({ ...a, baseUrl: 'http://nowhere.invalid' }),
    found: /^name: nowhere\.invalid is not resolved \([A-Z_]+\)$/,
    mend: /check the host name in baseUrl/,
    requests: 0,
  },
  {
    title: 'https towards a port that speaks HTTP',
    profile: (url) => ({ ...a, baseUrl: url.replace('http:', 'https:') }),
    found: /^TLS: what answers on this port does not speak TLS$/,
    mend: /http:\/\/ may be meant/,
    requests: 0,
  },
  {
    title: 'a wrong password',
    profile: () => ({
      ...a,
      credentials: { partnerName: 1042, partnerPassword: 'wrong-password-0815', useAuthByCert: 'true' },
    }),
    found: /^variant a, plain request: answered 403: the partner's name and password are refused$/,
    mend: /^check credentials\.partnerPassword/,
    requests: 1,
  },
  {
    title: 'a key that is not the service’s',
    profile: async (_url, folder) => {
      const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      await writeFile(join(folder, 'other.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
      return { ...a, encryption: { scheme: 'rsa-oaep', hash: 'sha256', key: 'other.pem' } };
    },
    found: /^variant a, plain request: answered 422: the target does not take the password for encrypted$/,
    mend: /^check encryption \(scheme, hash, mgf1, encoding, key\)/,
    requests: 1,
  },
  {
    title: 'another hash than the service’s',
    profile: () => ({ ...a, encryption: { scheme: 'rsa-oaep', hash: 'sha1', key: fixture('service.pem') } }),
    found: /answered 422: the target does not take the password for encrypted$/,
    mend: /^check encryption/,
    requests: 1,
  },
  {
    title: 'a gateway that takes a parameter away',
    profile: () => a,
    answer: refusing(
      'success',
      text(422, 'The parameter useAuthByCert is missing, repeat with correct data'),
    ),
    found: /answered 422: the target does not see useAuthByCert, which was sent$/,
    mend: /credentials\.useAuthByCert/,
    requests: 1,
  },
  {
    title: 'a blocked partner that is not provisioned',
    profile: () => ({
      variants: { b: { bankCode: 'acme' } },
      conditions: { ...conditions, 'ip-blocked': blockedAddress, 'reward-unavailable': blockedPartner },
    }),
    answer: ({ kind, params }) =>
      kind === 'success' && params['partnerName'] === '1042'
        ? 'documented'
        : kind === 'success'
          ? text(403, 'contact your assigned manager')
          : 'documented',
    found: /^variant b, partner-blocked: the profile does not say how to bring it about$/,
    mend: /^add these lines to the profile$/,
    requests: 5,
  },
  {
    title: 'an address that is not blocked',
    profile: () => ({
      variants: { b: { bankCode: 'acme' } },
      conditions: {
        ...conditions,
        'partner-blocked': blockedPartner,
        'reward-unavailable': blockedPartner,
        'ip-blocked': { localAddress: '127.0.0.2' },
      },
    }),
    found: /^variant b, ip-blocked: answered 200, expected 403$/,
    mend: /^127\.0\.0\.2 is not blocked: have the operator of the target block it/,
    requests: 6,
  },
  {
    title: 'an address that this machine does not have',
    profile: () => ({
      variants: { b: { bankCode: 'acme' } },
      conditions: {
        ...conditions,
        'partner-blocked': blockedPartner,
        'reward-unavailable': blockedPartner,
        'ip-blocked': { localAddress: '192.0.2.7' },
      },
    }),
    found: /^variant b, ip-blocked: no answer: .*192\.0\.2\.7/,
    mend: /^check conditions\.ip-blocked\.localAddress$/,
    requests: 5,
  },
  {
    title: 'a set-up that fails',
    profile: (url) => withSetUp(url, { setup: { command: 'echo small+service; exit 7' } }),
    options: ['--setup'],
    found: /^variant a, unavailable: set-up: exit code 7$/,
    mend: /^check conditions\.unavailable\.setup: run it by hand/,
    requests: 5,
  },
  {
    title: 'a set-up that returns before the condition holds',
    profile: (url) => withSetUp(url, { setup: { command: 'true' } }),
    options: ['--setup'],
    found: /^variant a, unavailable: answered 200, expected 500$/,
    mend: /^the set-up may return before the condition holds: set conditions\.unavailable\.until/,
    requests: 6,
  },
  {
    title: 'a set-up without effect',
    profile: (url) => withSetUp(url, { setup: { command: 'true' }, until: { status: 500, within: 1 } }),
    options: ['--setup'],
    found: /^variant a, unavailable: the condition did not come to hold within 1 ms$/,
    mend: /conditions\.unavailable\.until/,
    requests: 6,
  },
  {
    title: 'a rate limit',
    profile: () => a,
    answer: () => ({ status: 429, headers: { 'Retry-After': '7' }, body: '{}' }),
    found: /^variant a, plain request: answered 429: the target limits the rate, Retry-After 7$/,
    mend: /limits\.rate/,
    requests: 1,
  },
  ...['/partner/sbp/banks', '/partner/sbp/banks/', '/partner', '/partner/sbp'].map((path) => ({
    title: `a base URL that ends with ${path}`,
    profile: (url: string) => ({ ...a, baseUrl: `${url}${path}` }),
    found: new RegExp(
      `^variant a, plain request: answered 404: baseUrl ends with ${path.replace(/\/$/, '')}, which the suite appends`,
    ),
    mend: /^leave \/partner\S* out of baseUrl$/,
    requests: 1,
  })),
  {
    title: 'a wrong path',
    profile: (url) => ({ ...a, baseUrl: `${url}/elsewhere` }),
    found: /answered 404: nothing is there for a POST$/,
    mend: /^check baseUrl and bankCode: the path may be wrong$/,
    requests: 1,
  },
  {
    title: 'a gateway’s page with status 200',
    profile: () => a,
    answer: refusing('success', html(200, 'Log in')),
    found: /^variant a, plain request: answered 200: an HTML page \("Log in"\) instead of JSON$/,
    mend: /^check baseUrl: a gateway, a log-in page/,
    requests: 1,
  },
  {
    title: 'a firewall’s page with the status of a refused login',
    profile: () => a,
    answer: refusing('success', html(403, 'Access denied')),
    found: /answered 403: refused with an HTML page \("Access denied"\)$/,
    mend: /^a gateway or firewall before the target refuses/,
    requests: 1,
  },
  {
    title: 'a gateway without its service',
    profile: () => a,
    answer: refusing('success', html(502, '502 Bad Gateway')),
    found: /answered 502: an HTML page \("502 Bad Gateway"\)/,
    mend: /^a gateway answers in place of the target/,
    requests: 1,
  },
  {
    title: 'a redirect to https',
    profile: () => a,
    answer: refusing('success', html(301, 'Moved', { Location: 'https://127.0.0.1/partner/sbp/banks' })),
    found: /answered 301: a redirect to https:\/\/127\.0\.0\.1\/partner\/sbp\/banks$/,
    mend: /https:\/\/ included, into baseUrl$/,
    requests: 1,
  },
  {
    title: 'a page that asks for a client certificate',
    profile: () => a,
    answer: refusing('success', html(400, '400 No required SSL certificate was sent')),
    found: /answered 400: the target wants a client certificate/,
    mend: /^set tls\.cert and tls\.key/,
    requests: 1,
  },
  {
    title: 'an empty list',
    profile: () => a,
    answer: refusing('success', { status: 200, body: '{"banks":[]}' }),
    found: /answered 200, the list is empty$/,
    mend: /provide a bank/,
    requests: 3,
  },
  {
    title: 'a limit of failed logins that is too low for a run',
    profile: () => ({ ...a, limits: { failedLogins: 0 } }),
    found: /^limits: failedLogins is 0, and a run has to fail 1 logins/,
    mend: /^set limits\.failedLogins to 1 or more$/,
    requests: 3,
  },
];

const blockedPartner = { credentials: { partnerName: 1043, partnerPassword: 'small+service/secret=1043' } };
const blockedAddress = { credentials: { partnerName: 1043, partnerPassword: 'small+service/secret=1043' } };

function fixture(name: string): string {
  return new URL(`../../../fixtures/keys/${name}`, import.meta.url).pathname;
}

describe('doctor names exactly what is out of order', () => {
  it.each(rows)('$title', async ({ found, mend, requests, ...scene }) => {
    const { code, out, service } = await examine(scene);
    const wrongs = wrongsOf(out);
    expect(wrongs.map(([line]) => line)).toEqual([expect.stringMatching(found)]);
    expect(wrongs[0]?.[1]).toMatch(mend);
    expect(code).toBe(3);
    expect(service.calls.length + service.switches.length).toBe(requests);
    expect(out).not.toMatch(/small\+service|0815/);
  });

  it('and nothing where nothing is', async () => {
    const { code, out, service } = await examine({ profile: () => a });
    expect(out.split('\n').filter((line) => /^[✗!–]/u.test(line))).toEqual([
      expect.stringContaining('credentials.partnerPassword stands in the profile as plain text'),
    ]);
    expect([code, service.calls.length]).toEqual([0, 3]);
  });
});

describe('doctor warns, and is ready all the same', () => {
  it('where the clock of the target is off by minutes', async () => {
    const date = new Date(Date.now() - 4 * 60_000).toUTCString();
    const list = JSON.stringify({ banks: [{ name: 'Bank', bic: '044525225' }] });
    const answer = refusing('success', { status: 200, body: list, headers: { Date: date } });
    const { code, out } = await examine({ profile: () => a, answer });
    expect(out).toMatch(/^! clock: the target’s is 4 minutes behind this machine’s$/m);
    expect(code).toBe(0);
  });
});

describe('a proxy', () => {
  const b = { variants: { b: { bankCode: 'acme' } } };
  const through = (proxy: string): More => ({
    ...b,
    conditions: {
      ...conditions,
      'partner-blocked': blockedPartner,
      'reward-unavailable': blockedPartner,
      'ip-blocked': { proxy },
    },
  });

  it('that is down is named once, and what needs it is not tried', async () => {
    const port = await deadPort();
    const { code, out, service } = await examine({ profile: () => through(`http://127.0.0.1:${port}`) });
    expect(wrongsOf(out)).toEqual([
      [
        `proxy 127.0.0.1, port ${port} (conditions.ip-blocked.proxy): nothing listens there (ECONNREFUSED)`,
        expect.stringMatching(/check that the proxy runs/),
      ],
    ]);
    expect(out).toContain('– variant b, ip-blocked: not tried, its proxy has to work first');
    expect([code, service.calls.length]).toEqual([3, 5]);
  });

  it('whose password is wrong says so, without the password', async () => {
    const { out } = await withProxy('user:right', (address) =>
      examine({ profile: () => through(`http://user:wrong-proxy-word@${address}`) }),
    );
    expect(wrongsOf(out)).toEqual([
      [
        expect.stringMatching(/: refuses its user or password \(407\)$/),
        'check user and password in the address of the proxy',
      ],
    ]);
    expect(out).not.toContain('wrong-proxy-word');
  });
});

describe('http in place of https', () => {
  const { server } = makeCertificates();

  it('is named where the port speaks TLS, and one request is sent', async () => {
    await withTls(server, {}, async (url, seen) => {
      const { code, out } = await examine({
        profile: () => ({ ...a, baseUrl: url.replace('https:', 'http:') }),
      });
      expect(wrongsOf(out)).toEqual([
        [
          expect.stringMatching(/^variant a, plain request: the port speaks TLS, and baseUrl says http:\/\//),
          'write https:// in baseUrl',
        ],
      ]);
      expect([code, seen()]).toEqual([3, 0]);
    });
  });
});
