import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partner, withService } from '../execution/small-service.test-support.ts';
import { wrapped } from './announce.ts';
import { call, filesOf, inFolder } from './fake-terminal.test-support.ts';
import { run } from './run.ts';
import { writeProfile } from './small-profile.test-support.ts';

const documented = () => 'documented' as const;

describe('run --dry-run', () => {
  it('prints every request with its case, secrets masked, and sends none', async () => {
    await withService(documented, ({ url, calls }) =>
      inFolder(async (folder) => {
        const headers = { 'X-Gateway-Key': 'gateway-key-0815' };
        const target = await writeProfile(folder, url, { headers });
        const { code, out, err } = await call(run, ['--target', target, '--dry-run'], { cwd: folder });
        expect(code).toBe(0);
        expect(calls).toEqual([]);
        expect(Object.keys(await filesOf(folder))).toEqual(['target.yaml']);
        expect(out).toContain(`a.success (baseline)\n  POST ${url}/partner/sbp/banks\n`);
        expect(out).toContain('"partnerPassword":"<ciphertext>"');
        expect(out).toContain('partnerPassword=<ciphertext>');
        expect(out).toContain('X-Gateway-Key: <secret>');
        expect(out).toMatch(/a\.unauthorized\.wrong-password .*\n(.*\n)+?.*one of at most 100; not repeated/);
        expect(out).toContain('repeated at most 4 times');
        expect(out).toMatch(/b\.ip-blocked.*\n {2}not sent: the profile does not say/);
        expect((out + err).replaceAll(/x{9,}/g, '')).not.toMatch(
          /gateway-key-0815|secret=1042|[A-Za-z0-9+/]{100}/,
        );
        expect(out + err).not.toContain(encodeURIComponent(partner.password));
      }),
    );
  });

  it('names only the cases that are selected', async () => {
    await inFolder(async (folder) => {
      const target = await writeProfile(folder, 'http://127.0.0.1:1');
      const options = ['--target', target, '--dry-run', '--case', 'b.success'];
      const { out } = await call(run, options, { cwd: folder });
      expect(out.match(/^\S.*\(/gm)).toEqual(['b.success (']);
    });
  });
});

describe('before the first request', () => {
  it('a run says on stderr what it will do to whom, and keeps to it', async () => {
    await withService(documented, ({ url, calls }) =>
      inFolder(async (folder) => {
        await writeFile(join(folder, 'down'), '');
        const conditions = {
          unavailable: {
            setup: { request: { method: 'POST', url: `${url}/down` } },
            teardown: { request: { method: 'POST', url: `${url}/up` } },
          },
        };
        const target = await writeProfile(folder, url, { conditions, variants: { a: {} } });
        const options = ['--target', target, '--out', join(folder, 'reports'), '--format', 'json'];
        const { err } = await call(run, options, { cwd: folder });
        const said = err.replaceAll(/\n {2}/g, ' ');
        const [, least] =
          /^\d+ cases, at least (\d+) requests and at most 100 failed logins to (\S+)$/m.exec(said) ?? [];
        expect(said).toContain(`failed logins to ${url}\n`);
        expect(Number(least)).toBeGreaterThan(10);
        expect(calls.length).toBeGreaterThanOrEqual(Number(least));
        expect(said).toContain(`it brings about unavailable by: POST ${url}/down`);
        const quiet = await call(run, [...options, '--quiet'], { cwd: folder });
        expect(quiet.err).not.toContain('at least');
      }),
    );
  });

  it('breaks its lines between words', () => {
    expect(wrapped('one two three', 9)).toBe('one two\n  three\n');
  });
});
