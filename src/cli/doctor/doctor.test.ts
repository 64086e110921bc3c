import https from 'node:https';
import { connect } from 'node:net';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCertificates } from '../../http/certificates.test-support.ts';
import type { Identity } from '../../http/certificates.test-support.ts';
import { withService } from '../../execution/small-service.test-support.ts';
import type { Call, Reply, SmallService } from '../../execution/small-service.test-support.ts';
import { plainReference, startBuiltIn, withProfileFile } from '../built-in.ts';
import { doctor } from './doctor.ts';
import { call, inFolder } from '../fake-terminal.test-support.ts';
import type { Outcome } from '../fake-terminal.test-support.ts';
import { writeProfile } from '../small-profile.test-support.ts';

type Answer = (call: Call) => Reply;

const documented: Answer = () => 'documented';
const certificates = makeCertificates();

type More = Readonly<Record<string, unknown>>;

/** Examines the small service, or what stands at `baseUrl`, by a profile with these changes. */
const examine = (more: More, options: readonly string[] = [], baseUrl?: string, answer = documented) =>
  withService(answer, (service: SmallService) =>
    inFolder(async (folder): Promise<Outcome & { readonly service: SmallService }> => {
      const target = await writeProfile(folder, baseUrl ?? service.url, more);
      return { ...(await call(doctor, ['--target', target, ...options], { cwd: folder })), service };
    }),
  );

const wrongs = (out: string): readonly string[] => out.split('\n').filter((line) => line.startsWith('✗'));

async function withTls<Value>(
  identity: Identity,
  options: https.ServerOptions,
  work: (baseUrl: string, seen: () => number) => Promise<Value>,
): Promise<Value> {
  let requests = 0;
  const server = https.createServer({ ...identity, ...options }, (_request, response) => {
    requests += 1;
    response.writeHead(200).end('{"banks":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await work(`https://127.0.0.1:${port}`, () => requests);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Examines a TLS server of that identity, variant A alone, with this TLS material in the profile. */
const examineTls = (
  identity: Identity,
  options: https.ServerOptions,
  files: Readonly<Record<string, string>>,
) =>
  withTls(identity, options, (baseUrl, seen) =>
    inFolder(async (folder) => {
      const names = Object.entries(files).map(
        ([key, text]) => [key, join(folder, `${key}.pem`), text] as const,
      );
      for (const [, path, text] of names) await writeFile(path, text);
      const tls = Object.fromEntries(names.map(([key, path]) => [key, path]));
      const target = await writeProfile(folder, baseUrl, { tls, variants: { a: {} } });
      return { ...(await call(doctor, ['--target', target], { cwd: folder })), requests: seen() };
    }),
  );

describe('a target that is in order', () => {
  it('is ready, with every step named and exit code 0', async () => {
    const { reference, profile } = await startBuiltIn(plainReference);
    try {
      const { code, out } = await withProfileFile(profile, (file) => call(doctor, ['--target', file]));
      expect(wrongs(out)).toEqual([]);
      expect(code).toBe(0);
      expect(out).toMatch(/RSA 2048 bits, valid until \d{4}-\d\d-\d\d/);
      expect(out).toMatch(/variant a, plain request: answered 200, \d+ banks/);
      expect(out).toContain('variant b, ip-blocked: answered 403, as documented');
      expect(out).toContain('variant b, unavailable: answered 500, as documented');
      expect(out).toContain('clock: the target’s agrees');
    } finally {
      await reference.close();
    }
  });

  it('is asked once for each step', async () => {
    const { service } = await examine({});
    const kinds = service.calls.map(({ variant, kind }) => `${variant} ${kind}`);
    expect(kinds.toSorted()).toEqual(
      [
        'a success',
        'a unauthorized',
        'a unavailable',
        'b blocked',
        'b success',
        'b unauthorized',
        'b unavailable',
      ].toSorted(),
    );
  });
});

describe('a condition', () => {
  it('that is not provisioned is told with the lines to add, exit code 3', async () => {
    const conditions = { unavailable: { headers: { 'X-Fault': 'yes' } } };
    const { code, out } = await examine({ conditions });
    expect(code).toBe(3);
    expect(wrongs(out).join('\n')).toContain('variant b, partner-blocked: the profile does not say how');
    expect(out).toContain('      partner-blocked:\n        credentials:');
    expect(wrongs(out)).toHaveLength(3);
  });

  it('that the profile does not bring about is told with its answer', async () => {
    const credentials = { partnerName: 1042, partnerPassword: 'small+service/secret=1042' };
    const { out } = await examine({ conditions: { 'partner-blocked': { credentials } } });
    expect(out).toContain('✗ variant b, partner-blocked: answered 200, expected 403');
    expect(out).toContain('check conditions.partner-blocked.credentials');
  });

  it('whose own credentials are refused names these', async () => {
    const credentials = { partnerName: 1043, partnerPassword: 'not the password' };
    const { out } = await examine({ conditions: { 'partner-blocked': { credentials } } });
    expect(out).toContain('the credentials in conditions.partner-blocked.credentials are refused');
    expect(out).not.toContain('not the password');
  });

  it('with a set-up is tried only where that is asked for', async () => {
    const switches = (url: string): More => ({
      variants: { a: {} },
      conditions: {
        unavailable: {
          setup: { request: { method: 'POST', url: `${url}/down` } },
          teardown: { request: { method: 'POST', url: `${url}/up` } },
        },
      },
    });
    await withService(documented, ({ url, switches: seen }) =>
      inFolder(async (folder) => {
        const target = await writeProfile(folder, url, switches(url));
        const shy = await call(doctor, ['--target', target], { cwd: folder });
        expect([shy.code, seen.length]).toEqual([3, 0]);
        expect(shy.out).toContain('– variant a, unavailable: not tried');
        const bold = await call(doctor, ['--target', target, '--setup'], { cwd: folder });
        expect(bold.out).toContain('✓ variant a, unavailable: answered 500');
        expect([bold.code, seen.map(({ to }) => to)]).toEqual([0, ['/down', '/up']]);
      }),
    );
  });

  it('whose proxy is down names the proxy', async () => {
    const closed = await withService(documented, ({ port }) => Promise.resolve(port));
    const proxy = `http://user:proxy-password-1@127.0.0.1:${closed}`;
    const { code, out } = await examine({ conditions: { 'ip-blocked': { proxy } } });
    expect(code).toBe(3);
    expect(wrongs(out)[0]).toContain(
      `proxy 127.0.0.1, port ${closed} (conditions.ip-blocked.proxy): nothing listens there (ECONNREFUSED)`,
    );
    expect(out).not.toContain('proxy-password-1');
  });

  it('whose proxy works is asked through it', async () => {
    const proxy = http.createServer().on('connect', (request, client, head) => {
      const [host = '', port = ''] = (request.url ?? '').split(':');
      const onward = connect(Number(port), host, () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.write(head);
        onward.pipe(client).pipe(onward);
      });
      for (const socket of [onward, client]) socket.on('error', () => socket.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    const { out } = await examine({ conditions: { 'ip-blocked': { proxy: `http://127.0.0.1:${port}` } } });
    proxy.close();
    expect(out).toContain('(conditions.ip-blocked.proxy): opens a tunnel');
    expect(out).toContain('variant b, ip-blocked: answered 200, expected 403');
  });
});

describe('credentials', () => {
  it('that are refused name the password, and are tried once per variant', async () => {
    const credentials = { partnerName: 1042, partnerPassword: 'wrong-password-0815', useAuthByCert: 'true' };
    const { code, out, service } = await examine({ credentials });
    expect(code).toBe(3);
    expect(out).toContain(
      "✗ variant a, plain request: answered 403: the partner's name and password are refused",
    );
    expect(out).toContain(
      "✗ variant b, plain request: answered 401: the partner's name and password are refused",
    );
    expect(out).toContain('→ check credentials.partnerPassword');
    expect(out).not.toContain('0815');
    expect(service.calls).toHaveLength(2);
  });

  it('that are refused are not sent more often than limits.failedLogins allows', async () => {
    const credentials = { partnerName: 1042, partnerPassword: 'wrong-password-0815', useAuthByCert: 'true' };
    const { out, service } = await examine({ credentials, limits: { failedLogins: 1 } });
    expect(service.calls).toHaveLength(1);
    expect(out).toContain('– variant b, plain request: not tried, as many logins were refused');
  });

  it('that the service cannot decrypt name the encryption', async () => {
    const refusing: Answer = ({ kind }) =>
      kind === 'success'
        ? { status: 422, body: '{"description_status":"expected in encrypted form"}' }
        : 'documented';
    const { out } = await examine({}, [], undefined, refusing);
    expect(out).toContain('→ check encryption (scheme, hash, mgf1, encoding, key)');
    expect(out).toContain('it says: expected in encrypted form');
  });
});

describe('a target that is not reached', () => {
  it('on a dead port says that nothing listens there', async () => {
    const closed = await withService(documented, ({ port }) => Promise.resolve(port));
    const { code, out } = await examine({}, [], `http://127.0.0.1:${closed}`);
    expect(code).toBe(3);
    expect(wrongs(out)[0]).toBe(`✗ connection: nothing listens on 127.0.0.1, port ${closed} (ECONNREFUSED)`);
    expect(out).toContain('– variant a, plain request: not tried, the target is not reached');
  });

  it('by its name says so', async () => {
    const { out } = await examine({}, [], 'http://nowhere.invalid');
    expect(wrongs(out)[0]).toContain('✗ name: nowhere.invalid is not resolved');
  });

  it('without a profile is a wrong usage', async () => {
    await inFolder(async (folder) => {
      await expect(call(doctor, [], { cwd: folder })).rejects.toMatchObject({
        code: 'no-target',
        fault: 'usage',
      });
    });
  });
});

describe('TLS', () => {
  const { ca, server, expired, wrongName, selfSigned, client } = certificates;
  const mutual = { requestCert: true, rejectUnauthorized: true, ca };

  it('that is in order shows the chain with the days left', async () => {
    const { out, requests } = await examineTls(server, {}, { ca });
    expect(out).toMatch(
      /✓ TLS: the certificate is trusted\n {4}CN=server, issued by CN=ca, .* \d+ days left/,
    );
    expect(requests).toBeGreaterThan(0);
  });

  it.each([
    [
      'an authority that is not the issuer',
      server,
      { ca: selfSigned.cert },
      /the issuer "CN=ca" is unknown/,
      /tls\.ca holds another authority/,
    ],
    ['no authority', server, {}, /the issuer "CN=ca" is unknown/, /set tls\.ca/],
    ['an expired certificate', expired, { ca }, /"CN=expired" expired on \d{4}-/, /renew it/],
    [
      'a certificate for another name',
      wrongName,
      { ca },
      /"CN=wrong" is not made out for the name 127\.0\.0\.1/,
      /put a name into baseUrl/,
    ],
  ])('with %s says exactly that, and sends nothing', async (_what, identity, files, found, mend) => {
    const { code, out, requests } = await examineTls(identity, {}, files);
    expect([code, requests]).toEqual([3, 0]);
    expect(wrongs(out)[0]).toMatch(found);
    expect(out).toMatch(mend);
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('that wants a client certificate says so, %s', async (version) => {
    const options = { ...mutual, minVersion: version, maxVersion: version };
    const without = await examineTls(server, options, { ca });
    expect(wrongs(without.out)[0]).toBe(
      '✗ TLS: the target wants a client certificate, and the profile names none',
    );
    expect(without.out).toContain('set tls.cert and tls.key');
    const foreign = await examineTls(server, options, { ca, cert: selfSigned.cert, key: selfSigned.key });
    expect(wrongs(foreign.out)[0]).toContain('refuses the client certificate of the profile');
    const right = await examineTls(server, options, { ca, cert: client.cert, key: client.key });
    expect(right.out).toContain('✓ TLS: the certificate is trusted');
  });

  it('towards a port without it says that the scheme may be wrong', async () => {
    const { out } = await withService(documented, ({ port }) => examine({}, [], `https://127.0.0.1:${port}`));
    expect(wrongs(out)[0]).toBe('✗ TLS: what answers on this port does not speak TLS');
  });
});
