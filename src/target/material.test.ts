import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { afterAll, describe, expect, test } from 'vitest';
import { UserError } from '../errors.ts';
import { specification } from '../spec/variant.ts';
import { loadTarget } from './load-target.ts';

const keys = resolve(import.meta.dirname, '../../fixtures/keys');
const folder = mkdtempSync(join(tmpdir(), 'sbp-material-'));
afterAll(() => rmSync(folder, { recursive: true }));

const own = ['-in', join(keys, 'service.pem'), '-inkey', join(keys, 'service.key')];
const export12 = (name: string, ...options: readonly string[]): void => {
  const command = ['pkcs12', '-export', '-out', join(folder, name), '-passout', 'pass:correct horse'];
  execFileSync('openssl', [...command, ...options], { stdio: 'pipe' });
};

async function failure(settings: object): Promise<UserError> {
  const file = join(folder, 'target.yaml');
  const profile = {
    baseUrl: 'https://127.0.0.1:1',
    variants: { a: {} },
    credentials: { partnerName: 1, partnerPassword: '${PASSWORD}', useAuthByCert: 'true' },
    encryption: { scheme: 'rsa-oaep', key: join(keys, 'service.pem') },
    ...settings,
  };
  writeFileSync(file, stringify(profile));
  const sources = { profilePath: file, flags: {}, env: { PASSWORD: 'password-of-partner' }, cwd: folder };
  const error: unknown = await loadTarget(sources, specification.variants).catch((reason: unknown) => reason);
  if (error instanceof UserError) return error;
  throw new Error('no UserError');
}

describe('material for TLS that does not fit', () => {
  export12('client.p12', ...own);
  export12('old.p12', '-legacy', ...own);
  export12('keyless.p12', '-nokeys', '-in', join(keys, 'service.pem'));
  writeFileSync(join(folder, 'none.p12'), 'no PKCS#12');
  const locked = execFileSync('openssl', [
    'rsa',
    '-aes256',
    '-in',
    join(keys, 'service.key'),
    '-passout',
    'pass:x1',
  ]);
  writeFileSync(join(folder, 'locked.key'), locked);
  const cert = join(keys, 'service.pem');

  test.each<[string, object, string]>([
    [
      'a wrong passphrase of PKCS#12',
      { pfx: 'client.p12', passphrase: 'wrong horse' },
      'tls.passphrase: found a passphrase that does not open the file at "client.p12", looked for in',
    ],
    [
      'no passphrase of PKCS#12',
      { pfx: 'client.p12' },
      'tls.passphrase: found nothing, expected the passphrase, the file is encrypted (at "client.p12"',
    ],
    [
      'a wrong passphrase of a key',
      { cert, key: 'locked.key', passphrase: 'wrong horse' },
      'tls.passphrase: found a passphrase that does not open the file at "locked.key"',
    ],
    ['no passphrase of a key', { cert, key: 'locked.key' }, 'tls.passphrase: found nothing'],
    ['an old PKCS#12', { pfx: 'old.p12', passphrase: 'correct horse' }, 'tls.pfx is of an old kind'],
    [
      'PKCS#12 without a key',
      { pfx: 'keyless.p12', passphrase: 'correct horse' },
      'tls.pfx holds no private key, at "keyless.p12"',
    ],
    ['no PKCS#12', { pfx: 'none.p12' }, 'tls.pfx cannot be read at "none.p12"'],
    [
      'a key of another pair',
      { cert, key: join(keys, 'cyrillic.key') },
      'tls.key is of another pair than tls.cert, at "',
    ],
  ])('is told by what is wrong with it: %s', async (_name, tls, says) => {
    const error = await failure({ tls });
    expect(error.message).toContain(says);
    expect(error.message).toContain('target.yaml: tls');
    expect(error.message).not.toMatch(/wrong horse|correct horse/);
  });
});

describe('a key that cannot encrypt', () => {
  const tiny = execFileSync('openssl', ['genrsa', '512'], { stdio: 'pipe' });
  writeFileSync(join(folder, 'tiny.key'), tiny);
  const pub = execFileSync('openssl', ['pkey', '-in', join(folder, 'tiny.key'), '-pubout'], {
    stdio: 'pipe',
  });
  writeFileSync(join(folder, 'tiny.pem'), pub);
  writeFileSync(join(folder, 'ec.pem'), readFileSync(join(keys, 'ec.pem')));
  const key = join(keys, 'service.pem');

  test.each<[string, object, string, string]>([
    [
      'of another algorithm',
      { scheme: 'rsa-oaep', key: 'ec.pem' },
      'encryption.key: found a key of type ec at "ec.pem", looked for in',
      'key-not-rsa',
    ],
    [
      'too short',
      { scheme: 'rsa-oaep', key: 'tiny.pem' },
      'no room for a password at "tiny.pem"',
      'key-too-short',
    ],
    [
      'too short for jwe',
      { scheme: 'jwe', key: 'tiny.pem' },
      'a key of 512 bits at "tiny.pem"',
      'key-too-short',
    ],
    [
      'beside a private key of another pair',
      { scheme: 'rsa-pkcs1', key, privateKey: join(keys, 'cyrillic.key') },
      'encryption.privateKey: found a key of another pair at "',
      'private-key-does-not-match',
    ],
  ])('is told with its file before anything is sent: %s', async (_name, encryption, says, code) => {
    const error = await failure({ encryption });
    expect(error.message).toContain(says);
    expect(error.message).toContain('target.yaml: encryption');
    expect(error.code).toBe(code);
  });

  test('is told with its place in the variant, and its file stays unsaid where it came from outside', async () => {
    const own = { a: { encryption: { key: '${PASSWORD}/../ec.pem' } } };
    execFileSync('mkdir', ['-p', join(folder, 'password-of-partner')]);
    const error = await failure({ variants: own });
    expect(error.message).toContain('variants.a.encryption.key: found a key of type ec, expected');
  });
});
