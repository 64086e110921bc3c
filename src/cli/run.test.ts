import { execFile, spawn } from 'node:child_process';
import { constants, publicEncrypt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { partner, withService } from '../execution/small-service.test-support.ts';
import type { Call, Reply } from '../execution/small-service.test-support.ts';
import type { Results } from '../result/results.ts';
import { call, filesOf, inFolder } from './fake-terminal.test-support.ts';
import { run } from './run.ts';
import { publicKey, writeProfile } from './small-profile.test-support.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));
const shell = promisify(execFile);

const resultsOf = async (folder: string): Promise<Results> =>
  JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as Results;

const count = (text: string, part: string): number => text.split(part).length - 1;

describe('a target that is down', () => {
  it('ends in exit code 3, its cause said once and not once per case, reports written', async () => {
    const url = await withService(
      () => 'documented',
      (service) => Promise.resolve(service.url),
    );
    await inFolder(async (folder) => {
      const target = await writeProfile(folder, url);
      const out = join(folder, 'reports');
      const { code, out: shown } = await call(run, ['--target', target, '--out', out, '--retries', '0']);
      expect(code).toBe(3);
      expect(count(shown, 'the target does not answer: connect ECONNREFUSED')).toBe(1);
      expect(count(shown, 'ECONNREFUSED')).toBeLessThanOrEqual(3);
      const { verdict, rootCauses } = await resultsOf(out);
      expect([verdict, rootCauses.length]).toEqual(['incomplete', 1]);
      expect(Object.keys(await filesOf(out))).toEqual(expect.arrayContaining(['report.html', 'junit.xml']));
    });
  });
});

describe('a quiet run that comes to no verdict', () => {
  it('says in one line that the target is down', async () => {
    const url = await withService(
      () => 'documented',
      (service) => Promise.resolve(service.url),
    );
    await inFolder(async (folder) => {
      const target = await writeProfile(folder, url);
      const words = ['--target', target, '--out', join(folder, 'reports'), '--retries', '0', '--quiet'];
      const { code, out, err } = await call(run, words);
      expect([code, out]).toEqual([3, '']);
      expect(err).toMatch(/^! the target does not answer: connect ECONNREFUSED .*: check host and port/m);
    });
  });

  it('says what could not be brought about', async () => {
    await withService(
      () => 'documented',
      ({ url }) =>
        inFolder(async (folder) => {
          const conditions = { unauthorized: {}, 'ip-blocked': { localAddress: '192.0.2.1' } };
          const target = await writeProfile(folder, url, { conditions });
          const words = ['--target', target, '--out', join(folder, 'reports'), '--quiet'];
          const { code, err } = await call(run, words);
          expect(code).toBe(3);
          expect(err).toContain('! inconclusive: ');
          expect(err).toContain('b.ip-blocked.status');
          expect(err).toContain('! The condition could not be brought about.');
        }),
    );
  });
});

describe('a profile with the private key', () => {
  it('lets every ciphertext be decrypted before it is sent, and changes no verdict', async () => {
    await withService(
      () => 'documented',
      ({ url }) =>
        inFolder(async (folder) => {
          const privateKey = publicKey.replace('.pem', '.key');
          const encryption = { scheme: 'rsa-oaep', hash: 'sha256', key: publicKey, privateKey };
          const target = await writeProfile(folder, url, { encryption });
          const out = join(folder, 'reports');
          expect((await call(run, ['--target', target, '--out', out])).code).toBe(0);
        }),
    );
  });
});

describe('what a run prints', () => {
  it.each(['en', 'ru'])('is no wider than 80 columns, failures and all, in %s', async (language) => {
    const wrong = (reply: Call): Reply =>
      reply.kind === 'missing' || reply.kind === 'unauthorized'
        ? { status: 400, body: JSON.stringify({ description_status: 'длинный ответ '.repeat(30) }) }
        : 'documented';
    await withService(wrong, ({ url }) =>
      inFolder(async (folder) => {
        const target = await writeProfile(folder, url, { language });
        const { code, out, err } = await call(run, ['--target', target, '--out', join(folder, 'reports')], {
          cwd: folder,
        });
        expect(code).toBe(1);
        const progress = err.split('\n').filter((line) => !line.startsWith('! '));
        const lines = [...out.split('\n'), ...progress].filter((line) => !/^\s*\$ curl /.test(line));
        expect(lines.length).toBeGreaterThan(40);
        expect(lines.filter((line) => [...line].length > 80)).toEqual([]);
      }),
    );
  });

  it('is nothing at all where it is to be quiet', async () => {
    await withService(
      () => 'documented',
      ({ url }) =>
        inFolder(async (folder) => {
          const target = await writeProfile(folder, url);
          const ran = await call(run, ['--target', target, '--out', join(folder, 'reports'), '--quiet']);
          const literal = /^! .*partnerPassword.*\n$/;
          expect(ran).toMatchObject({ code: 0, out: '' });
          expect(ran.err.split('\n').filter((line) => line !== '' && !literal.test(`${line}\n`))).toEqual([]);
        }),
    );
  });
});

/** A service that answers with everything secret that it was sent, in every way to write it. */
function indiscreet({ kind, params, password, headers }: Call): Reply {
  const { partnerPassword = '' } = params;
  const texts = [partnerPassword, password ?? '', String(headers['x-gateway-key'])];
  const written = texts.flatMap((text) => spellings(text));
  const echo = { 'X-Echo': encodeURIComponent(partnerPassword), 'X-Key': String(headers['x-gateway-key']) };
  if (kind === 'success')
    return { status: 200, headers: echo, body: JSON.stringify({ banks: [], echo: written }) };
  return { status: 400, headers: echo, body: JSON.stringify({ description_status: written.join(' | ') }) };
}

function spellings(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const once = encodeURIComponent(text);
  const found = [
    text,
    once,
    once.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
    encodeURIComponent(once),
    JSON.stringify(text).slice(1, -1),
    text.replaceAll('/', String.raw`\/`),
    text.replaceAll('+', '&#43;').replaceAll('=', '&#61;'),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    // The beginning of a ciphertext gives nothing away.
    text.length > 100 ? '' : text.slice(0, 12),
  ];
  return found.filter((one) => one.length >= 8);
}

describe('the secrets of a run', () => {
  it('stand in none of its outputs, in no spelling, even where the target gives them away', async () => {
    const gatewayKey = 'gateway+key/4711=secret';
    await withService(indiscreet, ({ url, calls }) =>
      inFolder(async (folder) => {
        const more = { headers: { 'X-Gateway-Key': gatewayKey } };
        const target = await writeProfile(folder, url, more);
        const out = join(folder, 'reports');
        const ran = await call(run, ['--target', target, '--out', out]);
        const outputs = { ...(await filesOf(out)), 'standard output': ran.out, 'standard error': ran.err };
        const ciphertexts = calls.flatMap(({ params, password }) =>
          password === null ? [] : (params['partnerPassword'] ?? []),
        );
        expect(ciphertexts.length).toBeGreaterThan(50);
        expect(Object.values(outputs).join('')).toContain('<ciphertext>');
        const secrets = [partner.password, gatewayKey, ...ciphertexts].flatMap((text) => spellings(text));
        const leaks = Object.entries(outputs).flatMap(([name, text]) =>
          secrets
            .filter((secret) => text.includes(secret))
            .map((secret) => `${name}: ${secret.slice(0, 20)}`),
        );
        expect(leaks.slice(0, 5)).toEqual([]);
      }),
    );
  });
});

describe('a curl command of the record', () => {
  const ids = ['a.success', 'a.missing.useAuthByCert', 'b.success', 'b.missing.partnerName', 'b.unavailable'];

  it('gives the recorded answer once the ciphertext is filled in', async () => {
    await withService(
      () => 'documented',
      ({ url, calls }) =>
        inFolder(async (folder) => {
          const target = await writeProfile(folder, url);
          const args = ['--target', target, '--out', folder, '--format', 'json', '--quiet'];
          await call(run, [...args, ...ids.flatMap((id) => ['--case', id])]);
          const { cases } = await resultsOf(folder);
          expect(cases.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
          const key = await readFile(publicKey, 'utf8');
          for (const { id, exchanges } of cases) {
            const [exchange] = exchanges;
            const padding = constants.RSA_PKCS1_OAEP_PADDING;
            const sealed = publicEncrypt({ key, padding, oaepHash: 'sha256' }, Buffer.from(partner.password));
            const text = sealed.toString('base64');
            const fit = id.startsWith('b.') ? encodeURIComponent(text) : text;
            // The profile's own header values are private: a person fills them in as well.
            const command =
              exchange?.curl.replaceAll('<ciphertext>', fit).replaceAll('<secret>', 'yes') ?? '';
            const { stdout } = await shell('sh', ['-c', `${command} --silent --max-time 5`]);
            expect(stdout).toMatch(new RegExp(`^HTTP/1.1 ${exchange?.response?.status} `));
            expect(stdout.split('\r\n\r\n')[1]).toBe(exchange?.response?.body);
            const own = exchange?.request.headers.find(([name]) => name === 'X-Request-Id')?.[1];
            const sent = calls.filter(({ headers }) => headers['x-request-id'] === own);
            expect(
              sent.map(({ kind, method, url: path }) => [kind, method, path.split('?')[0]]),
            ).toHaveLength(2);
            expect(sent[1]?.headers['content-type']).toBe(sent[0]?.headers['content-type']);
            expect(sent[1]?.headers['content-length']).toBe(sent[0]?.headers['content-length']);
          }
        }),
    );
  });
});

describe('an interrupt in the middle of a set-up', () => {
  it('tears down, ends in 130 and leaves no half-written file', async () => {
    await withService(
      (one) => (one.kind === 'unavailable' ? 'silent' : 'documented'),
      ({ url, switches }) =>
        inFolder(async (folder) => {
          const request = (path: string) => ({ request: { method: 'POST', url: `${url}/${path}` } });
          const unavailable = { setup: request('down'), teardown: request('up') };
          const target = await writeProfile(folder, url, {
            variants: { a: {} },
            conditions: { unavailable },
          });
          const out = join(folder, 'reports');
          const args = [
            program,
            'run',
            '--target',
            target,
            '--out',
            out,
            '--case',
            'a.[us]n*',
            '--case',
            'a.un*',
          ];
          const child = spawn(process.execPath, args, { stdio: 'ignore', cwd: folder });
          const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
          await expect.poll(() => switches.length, { timeout: 8000, interval: 20 }).toBe(1);
          child.kill('SIGINT');
          expect(await ended).toBe(130);
          expect(switches.map(({ to }) => to)).toEqual(['/down', '/up']);
          const files = await filesOf(out);
          expect(Object.keys(files).filter((name) => name.endsWith('.tmp'))).toEqual([]);
          const written = files['results.json'];
          if (written !== undefined) {
            expect(JSON.parse(written)).toMatchObject({ interrupted: true });
          }
        }),
    );
  });
});
