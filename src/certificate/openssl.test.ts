import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UserError } from '../base/errors.ts';
import type { Results } from '../results/results.ts';
import { signWith, verifyWith } from './command.ts';
import { readFolder, writeFolder } from './folder.ts';
import { checkCommands } from './page.ts';
import { readSigningKey, readTrustedKey } from './sign.ts';
import { certifying, resultsOf, verifying } from './signed.test-support.ts';
import { checkerFor } from './verify.ts';

let results: Results;
const folder = mkdtempSync(join(tmpdir(), 'sbp-openssl-'));
const at = (name: string): string => join(folder, name);
const openssl = (args: string): string =>
  execFileSync('openssl', args.split(' '), { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

beforeAll(async () => {
  results = await resultsOf([]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const engine = spawnSync('openssl', ['engine', 'gost', '-c'], { encoding: 'utf8' });
const hasGost = engine.status === 0 && engine.stdout.includes('gost2012_256');

describe.each([
  ['ed25519', '-algorithm ed25519', 'to-check-ed25519'],
  ['rsa', '-algorithm RSA -pkeyopt rsa_keygen_bits:2048', 'to-check-rsa'],
  ['ec', '-algorithm EC -pkeyopt ec_paramgen_curve:P-256', 'to-check-rsa'],
])('a key of the kind %s', (kind, options, caption) => {
  test('signs what the command on the page accepts, and no longer when a byte has changed', async () => {
    openssl(`genpkey ${options} -out ${kind}.key`);
    openssl(`pkey -in ${kind}.key -pubout -out ${kind}.pem`);
    const signer = readSigningKey(readFileSync(at(`${kind}.key`)));
    await writeFolder(at(kind), (await certifying(results, { signer })).files);
    const [, line = ''] = checkCommands.find(([said]) => said === caption) ?? [];
    const words = line.replace('KEY', at(`${kind}.pem`));
    const check = () =>
      spawnSync('sh', ['-c', `${words} && sha256sum -c --strict SHA256SUMS`], { cwd: at(kind) });
    expect(check().status).toBe(0);
    const key = readTrustedKey(readFileSync(at(`${kind}.pem`)), new Date());
    expect(await verifying(await readFolder(at(kind)), checkerFor(key))).toMatchObject({ kind: 'valid' });
    const sums = readFileSync(join(at(kind), 'SHA256SUMS'), 'utf8');
    writeFileSync(join(at(kind), 'SHA256SUMS'), sums.replace(/^./, 'g'));
    expect(check().status).not.toBe(0);
  });
});

test('a certificate of the key is trusted within its dates alone, and lies beside the signature', async () => {
  openssl(
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -keyout own.key -subj /CN=A -days 30 -out own.pem',
  );
  const certificate = readFileSync(at('own.pem'));
  const signer = readSigningKey(readFileSync(at('own.key')));
  await writeFolder(at('own'), (await certifying(results, { signer, certificate })).files);
  const files = await readFolder(at('own'));
  expect(files.get('signer.pem')).toEqual(certificate);
  const day = 86_400_000;
  const key = readTrustedKey(certificate, new Date(Date.now() + 29 * day));
  expect(await verifying(files, checkerFor(key))).toMatchObject({ kind: 'valid' });
  for (const days of [-1, 31])
    expect(() => readTrustedKey(certificate, new Date(Date.now() + days * day))).toThrow(/is valid from/);
  expect(() => readTrustedKey(certificate, new Date(Date.now() + 31 * day))).toThrow(
    expect.objectContaining({ cause: expect.stringContaining('bare public key') }),
  );
});

test('a key with a passphrase is refused, with what to do', () => {
  openssl('genpkey -algorithm ed25519 -aes256 -pass pass:open -out locked.key');
  expect(() => readSigningKey(readFileSync(at('locked.key')))).toThrow('--sign-with COMMAND');
});

describe('programs sign and check CMS', () => {
  const kinds = [
    ['RSA', '-newkey rsa:2048', ''],
    ['GOST', '-engine gost -newkey gost2012_256 -pkeyopt paramset:A', '-engine gost'],
  ] as const;

  test.for(kinds)(
    'of %s, and refuse what another has signed',
    async ([kind, newKey, engineOption], context) => {
      if (kind === 'GOST' && !hasGost && process.env['SBP_REQUIRE_TOOLS'] === '1')
        throw new Error('there is no GOST engine for OpenSSL');
      context.skip(kind === 'GOST' && !hasGost, 'did not run: no GOST engine');
      for (const name of ['root', 'other'])
        openssl(
          `req -x509 ${newKey} -noenc -keyout ${kind}-${name}.key -subj /CN=${name} -days 2 -out ${kind}-${name}.pem`,
        );
      const commandOf = (name: string): string =>
        `openssl cms -sign -binary ${engineOption} -signer ${kind}-${name}.pem -inkey ${kind}-${name}.key -outform DER`;
      const check = `openssl cms -verify -binary ${engineOption} -inform DER -in "$SIGNATURE" -content "$CONTENT" -CAfile ${kind}-root.pem -purpose any -out /dev/null`;
      for (const [name, found] of [
        ['root', { kind: 'valid' }],
        [
          'other',
          { kind: 'refused', topic: 'signature', found: expect.stringContaining('exited with code') },
        ],
      ] as const) {
        const place = at(`${kind}-${name}`);
        const { files } = await certifying(results, { signer: signWith(commandOf(name), folder) });
        await writeFolder(place, files);
        expect(await verifying(await readFolder(place), verifyWith(check, folder, place))).toMatchObject(
          found,
        );
      }
    },
  );

  test.each(['exit 3', 'true', 'no-such-program-anywhere'])('nothing is signed by: %s', async (command) => {
    const signing = certifying(results, { signer: signWith(command, folder) });
    await expect(signing).rejects.toThrow(UserError);
  });
});
