import { describe, expect, it } from 'vitest';
import { claimsOf, deriveCases } from '../case/plan.ts';
import { blocked, partner, withService } from '../execution/small-service.test-support.ts';
import type { Call } from '../execution/small-service.test-support.ts';
import { createRedactor } from '../http/masking.ts';
import type { RecordedRequest } from '../http/exchange.ts';
import { specification } from '../spec/variant.ts';
import { loadTarget } from '../target/load.ts';
import type { Target } from '../target/target.ts';
import { describeRequests } from './dry-run.ts';
import { call, inFolder } from './fake-terminal.test-support.ts';
import { readSuite } from './package.ts';
import { planRequests } from './plan-requests.ts';
import { run } from './run.ts';
import { writeProfile } from './small-profile.test-support.ts';

const { name, version } = readSuite();
const product = `${name}/${version}`;
const gatewayKey = 'gateway-key-0815';

const more = {
  headers: { 'X-Gateway-Key': gatewayKey, 'User-Agent-Extra': 'short' },
  conditions: {
    unauthorized: { unknownPartner: '900900900' },
    'partner-blocked': { credentials: { partnerName: 1043, partnerPassword: blocked.password } },
    'ip-blocked': { headers: { 'X-Address': 'a-private-address' } },
    unavailable: { headers: { 'X-Fault': 'yes' } },
  },
};

const load = (profilePath: string): Promise<Target> =>
  loadTarget({ profilePath, flags: {}, env: {}, cwd: '/' }, specification.variants);

/** A request on one line, as it is compared: what the client adds to every request is left out. */
function lineOf({ method, url, headers, body }: RecordedRequest): string {
  const own = headers
    .map(([key, value]) => `${key.toLowerCase()}: ${value}`)
    .filter((header) => !/^(host|connection|content-length|transfer-encoding|x-request-id):/.test(header));
  return [method, url, ...own.toSorted(), body ?? ''].join('\n');
}

/** What stands as the password in the query and in the body, either of them. */
function passwordsIn({ url, body, params }: Call): readonly string[] {
  const inQuery = new URL(url, 'http://localhost').searchParams.getAll('partnerPassword');
  const inBody = /"partnerPassword":"([^"]+)"/.exec(body)?.[1];
  return [params['partnerPassword'] ?? '', inBody ?? '', ...inQuery];
}

/** A request as it arrived, its ciphertext masked; a plus that was sent raw is read as a blank. */
function arrived(seen: Call, base: string): string {
  const redactor = createRedactor();
  for (const sent of passwordsIn(seen))
    if (sent.length > 100) redactor.add(sent.replaceAll(' ', '+'), '<ciphertext>', 'x');
  redactor.add(partner.password, '<password>', 'x');
  redactor.add(gatewayKey, '<secret>', 'x');
  const headers = Object.entries(seen.headers).map(([key, value]): [string, string] => [key, String(value)]);
  const privates = /^(x-gateway-key|user-agent-extra|x-address|x-fault)$/;
  return lineOf({
    method: seen.method,
    url: redactor.mask(`${base}${seen.url}`),
    headers: headers.map(([key, value]) => [key, privates.test(key) ? '<secret>' : value]),
    body: redactor.mask(seen.body),
  });
}

describe('what a dry run prepares', () => {
  it('is what a run sends, ciphertexts aside', async () => {
    await withService(
      () => 'documented',
      ({ url, calls }) =>
        inFolder(async (folder) => {
          const file = await writeProfile(folder, url, more);
          const target = await load(file);
          const { requests } = await planRequests(
            deriveCases(specification, claimsOf(target, specification)),
            target,
            product,
          );
          expect(calls).toEqual([]);
          await call(run, ['--target', file, '--out', folder, '--format', 'json', '--quiet'], {
            cwd: folder,
          });
          const sent = new Set(calls.map((seen) => arrived(seen, url)));
          const missing = requests.filter(({ request }) => !sent.has(lineOf(request)));
          expect(missing.map(({ testCase, request }) => [testCase.id, lineOf(request)])).toEqual([]);
          const planned = new Set(requests.map(({ request }) => lineOf(request)));
          const surprising = [...sent].filter((line) => !planned.has(line) && !/\.control\)/.test(line));
          expect(surprising).toEqual([]);
          expect(requests.length).toBeGreaterThan(120);
        }),
    );
  });
});

describe('what a dry run prints', () => {
  const secrets = [partner.password, blocked.password, gatewayKey, 'a-private-address', 'user:pass'];

  it.each([40, 80, 120])('fits into %i columns and holds no secret', async (width) => {
    await inFolder(async (folder) => {
      const setup = { request: { url: 'http://user:pass@127.0.0.1:1/down' } };
      const until = { status: 500, within: 10 };
      const unavailable = { setup, teardown: { command: `echo ${partner.password}` }, until };
      const profile = { ...more, conditions: { ...more.conditions, unavailable } };
      const target = await load(await writeProfile(folder, 'http://127.0.0.1:1', profile));
      const text = await describeRequests(
        deriveCases(specification, claimsOf(target, specification), true),
        target,
        product,
        width,
      );
      expect(text.split('\n').filter((line) => line.length > width)).toEqual([]);
      const joined = text.replaceAll(/\n {4}/g, '');
      for (const secret of secrets) {
        expect(joined).not.toContain(secret);
        expect(joined).not.toContain(encodeURIComponent(secret));
        expect(joined).not.toContain(Buffer.from(secret).toString('base64'));
      }
      expect(joined.replaceAll(/x{9,}/g, '')).not.toMatch(/[A-Za-z0-9+/]{150}/);
      for (const id of Object.keys(target.variants))
        expect(joined).toMatch(new RegExp(`^${id}\\.success`, 'm'));
      expect(joined.replaceAll(' ', '')).toContain('beforeit:POSThttp://127.0.0.1:1/down');
      expect(joined.replaceAll(' ', '')).toContain('repeateduntilitisanswered500,for10ms');
    });
  });

  it('names the file where the encryption cannot work', async () => {
    await inFolder(async (folder) => {
      const encryption = { scheme: 'command', command: ['false'] };
      const file = await writeProfile(folder, 'http://127.0.0.1:1', { encryption });
      await expect(call(run, ['--target', file, '--dry-run'], { cwd: folder })).rejects.toThrow(
        `${file}: encryption`,
      );
    });
  });
});
