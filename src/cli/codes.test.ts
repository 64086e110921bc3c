// Exit codes of a run, of certify and verify, and what a service sees of `run --harmless`.

import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { stringify } from 'yaml';
import { packageFolder } from '../base/package.ts';
import { resultsOf } from '../certificate/signed.test-support.ts';
import { subjects } from '../reference/defects.ts';
import type { Served } from '../reference/reference.ts';
import { testPartners } from '../reference/profile.ts';
import { ask, filesOf, openFolder, openSite, refusedWith } from './fake-terminal.test-support.ts';

const waiver = { requirement: 'a.success.record', decision: 'waived', reason: 'known', name: 'A team' };

interface Change {
  readonly defects?: readonly string[];
  readonly [setting: string]: unknown;
}

describe('a run exits with', () => {
  it.each<[code: number, change: Change, options: string[]]>([
    [0, {}, []],
    [1, { defects: ['a-bic-number'] }, []],
    [0, { conditions: {} }, []],
    [3, { conditions: {} }, ['--complete']],
    [3, { limits: { failedLogins: 1 } }, []],
    [3, { baseUrl: 'http://127.0.0.1:9' }, ['--retries', '0']],
    [2, { production: ['^http://127'] }, []],
    [0, { production: ['^http://127'] }, ['--yes']],
  ])('%i: %j %j', async (code, { defects = [], ...change }, options) => {
    const { run } = await openSite({ defects }, change);
    const cases = ['--case', '*.success', '--case', '*.unauthorized.*', '--case', 'a.unavailable'];
    expect((await run(...cases, ...options)).code).toBe(code);
  });

  it('1 for a stale decision, 0 for a failure that a decision waives', async () => {
    const { run, folder } = await openSite({ defects: ['a-bic-number'] });
    const put = (until: string) =>
      writeFile(join(folder, 'decisions.yaml'), stringify([{ ...waiver, until }]));
    await put('2999-01-01');
    expect((await run('--case', 'a.success')).code).toBe(0);
    await put('2020-01-01');
    expect(await run('--case', 'a.success')).toMatchObject({
      code: 1,
      out: expect.stringContaining('stale') as string,
    });
  });

  it('4 if a secret would stand in the results, and writes nothing', async () => {
    const secret = 'qz81-Kd9x-77ab-w4';
    const { run, folder } = await openSite({}, { headers: { 'X-Gateway': secret } });
    const entry = { ...waiver, reason: `see ${secret}`, until: '2999-01-01' };
    await writeFile(join(folder, 'decisions.yaml'), stringify([entry]));
    const { code, out, err } = await run('--case', 'a.success');
    expect([code, out, await filesOf(join(folder, 'reports/selection'))]).toEqual([4, '', []]);
    expect(err).toContain('(secret-in-output)');
    expect(err).not.toContain(secret);
  });
});

const key = (folder: string): Promise<void> => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pem = { private: privateKey.export({ type: 'pkcs8', format: 'pem' }), public: publicKey };
  return Promise.all([
    writeFile(join(folder, 'signer.key'), pem.private),
    writeFile(join(folder, 'signer.pem'), pem.public.export({ type: 'spki', format: 'pem' })),
  ]).then(() => undefined);
};

/** A folder with the results of a whole run of a service with these defects. */
async function openResults(defects: readonly string[] = [], isReference = false) {
  const folder = await openFolder();
  const { target, ...rest } = await resultsOf(defects);
  await mkdir(join(folder, 'reports'));
  const results = JSON.stringify({ ...rest, target: { ...target, isReference } });
  await writeFile(join(folder, 'reports/results.json'), results);
  return { folder, ask: (...words: readonly string[]) => ask(folder, ...words) };
}

describe('certify and verify', () => {
  const sign = ['certify', 'reports', '--key', 'signer.key', '--out', 'certificate'];
  const verify = ['verify', 'certificate', '--key', 'signer.pem', '--json'];

  it.each([
    [[], 0, 0],
    [['a-bic-number'], 1, 1],
  ])('of a service with %j exit with %i and %i', async (defects, signed, verified) => {
    const { ask, folder } = await openResults(defects);
    await key(folder);
    expect((await ask(...sign)).code).toBe(signed);
    // No signed folder is written over, and nothing is signed for it.
    const again = ['certify', 'reports', '--sign-with', 'touch asked', '--out', 'certificate'];
    expect(await ask(...again)).toMatchObject(refusedWith('folder-not-empty'));
    expect(existsSync(join(folder, 'asked'))).toBe(false);
    const { code, out } = await ask(...verify);
    expect([code, JSON.parse(out)]).toMatchObject([verified, { valid: verified === 0, exitCode: verified }]);
    const record = join(folder, 'certificate/results.json');
    await writeFile(record, `${await readFile(record, 'utf8')} `);
    expect((await ask(...verify)).code).toBe(1);
    // A further file would break what is signed.
    expect(await ask('report', 'certificate')).toMatchObject(refusedWith('in-certificate'));
  });

  it('verify names what persons decided, in none of their words', async () => {
    const { ask, folder } = await openResults(['a-bic-number']);
    await key(folder);
    const waiver = {
      requirement: 'a.success.record',
      decision: 'waived',
      reason: 'known',
      name: 'A. Reader',
    };
    await writeFile(join(folder, 'known.yaml'), JSON.stringify([{ ...waiver, until: '2999-01-01' }]));
    await ask('report', 'reports', '--decisions', 'known.yaml', '--format', 'json');
    await ask(...sign);
    const { out } = await ask(...verify.slice(0, -1));
    expect(out).toContain('decided by persons: 1 (a.success.record waived)');
    expect(out).not.toMatch(/A\. Reader|known/);
  });

  it('take no selection, and no run of the reference unless that is said', async () => {
    const { run, ...site } = await openSite();
    await run('--harmless');
    await key(site.folder);
    expect(await site.ask(...sign)).toMatchObject(refusedWith('selection'));
    const { ask, folder } = await openResults([], true);
    await key(folder);
    expect(await ask(...sign)).toMatchObject(refusedWith('reference'));
    const program = 'cat > sums; openssl pkeyutl -sign -rawin -inkey signer.key -in sums';
    const by = ['certify', 'reports', '--sign-with', program, '--out', 'certificate', '--reference'];
    expect(await ask(...by)).toMatchObject({
      code: 0,
      out: expect.stringContaining('verify certificate --verify-with COMMAND'),
    });
    const check =
      'openssl pkeyutl -verify -rawin -pubin -inkey signer.pem -in "$CONTENT" -sigfile "$SIGNATURE" >&2';
    expect((await ask('verify', 'certificate', '--verify-with', check)).code).toBe(0);
    expect((await ask('verify', 'certificate', '--verify-with', 'exit 7')).code).toBe(1);
  });
});

it('certify lays no certificate of a key beside the signature that verify would not take', async () => {
  const { ask } = await openResults([], true);
  const [own, cert] = ['key', 'pem'].map((end) => join(packageFolder, `fixtures/keys/service.${end}`));
  const by = ['certify', 'reports', '--reference', '--key', own ?? '', '--cert', cert ?? '', '--out'];
  expect((await ask(...by, 'signed')).code).toBe(0);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2099-01-01') });
  onTestFinished(() => void vi.useRealTimers());
  const late = await ask(...by, 'late');
  expect([late.code, late.err]).toEqual([2, expect.stringMatching(/is valid from[^]*leave --cert out/)]);
  const { err } = await ask('verify', 'signed', '--key', cert ?? '');
  expect(err).toContain('name the bare public key if you trust it beyond these dates; nothing was done');
});

/** Requests that the service counts as failed logins of real partners, by variant. */
const failedIn = (served: readonly Served[]): readonly number[] =>
  ['a', 'b'].map(
    (variant) =>
      served.filter(
        (one) =>
          one.variant === variant &&
          one.kind === 'unauthorized' &&
          Object.values(testPartners).some(({ name }) => name === String(one.fields?.partnerName)) &&
          typeof one.fields?.partnerPassword === 'string',
      ).length,
  );

describe('`run --harmless` and `compare`', () => {
  it.each([
    [null, 0, 0],
    ['b-unauthorized-403', 1, 1],
    ['a-bic-number', 1, 1],
    ['paraphrase-english-short', 0, 0],
  ])('in a service with %s: exit codes %i and %i, no failed login', async (id, code, compared) => {
    const whole = await openResults();
    const kind = subjects.find((one) => one.id === id)?.kind;
    const served: Served[] = [];
    const site = await openSite({
      ...(id === null ? {} : { [kind === 'tolerance' ? 'tolerances' : 'defects']: [id] }),
      onServed: (one) => void served.push(one),
    });
    expect((await site.run('--harmless')).code).toBe(code);
    const { code: is } = await site.ask('compare', join(whole.folder, 'reports'), 'reports');
    expect([is, failedIn(served)]).toEqual([compared, [0, 0]]);
  });

  it('cost one failed login of each variant whose plain request is refused', async () => {
    const served: Served[] = [];
    const credentials = { partnerName: 1042, partnerPassword: 'not-the-right-one', useAuthByCert: 'true' };
    const { run } = await openSite({ onServed: (one) => void served.push(one) }, { credentials });
    expect([(await run('--harmless')).code, failedIn(served)]).toEqual([3, [1, 1]]);
  });
});
