import { execFileSync } from 'node:child_process';
import { X509Certificate, createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { UserError } from '../errors.ts';
import { specification } from '../spec/variant.ts';
import { loadTarget } from './load-target.ts';
import type { Target } from './target.ts';

const keys = resolve(import.meta.dirname, '../../fixtures/keys');
const read = (name: string) => readFileSync(join(keys, name), 'utf8');
const certificate = new X509Certificate(read('cyrillic.pem'));
const { publicKey } = certificate;
const secret = createPrivateKey(read('cyrillic.key'));
const opener = 'пароль-от-ключа';

const folder = mkdtempSync(join(tmpdir(), 'sbp-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tool = 'openssl';
const pkcs12 = (...options: readonly string[]) =>
  execFileSync(tool, ['pkcs12', '-export', '-passout', `pass:${opener}`, ...options], { stdio: 'pipe' });
const own = ['-in', join(keys, 'cyrillic.pem'), '-inkey', join(keys, 'cyrillic.key')];
const legacy = ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'];
const others = join(keys, 'service.pem');

const pem = certificate.toString();
const bags = 'Bag Attributes\n    friendlyName: Ключ банка\nsubject=O = Тестовый банк\n';
const cp1251 = Buffer.from([0xca, 0xeb, 0xfe, 0xf7, 0x0a]);
const locked = { cipher: 'aes-256-cbc', passphrase: opener } as const;

type Keys = Readonly<{ key: string; privateKey: string | null }>;

const then = new Date('2030-01-01T00:00:00Z');

async function load(encryption: object, now = then, variant: object = {}): Promise<Target> {
  const profile = {
    baseUrl: 'http://127.0.0.1:1',
    variants: { a: variant },
    credentials: { partnerName: 1, partnerPassword: '${PASSWORD}', useAuthByCert: 'true' },
    encryption: { scheme: 'rsa-oaep', ...encryption },
  };
  writeFileSync(join(folder, 'target.yaml'), JSON.stringify(profile));
  const env = { PASSWORD: 'the-password-itself', OPENER: opener };
  const sources = { profilePath: 'target.yaml', flags: {}, env, cwd: folder, now };
  return await loadTarget(sources, specification.variants);
}

async function loadKeys(encryption: object): Promise<Keys> {
  const settings = (await load(encryption)).variants['a']?.encryption;
  if (settings === undefined || !('key' in settings)) throw new Error('no key was loaded');
  return settings;
}

function put(name: string, bytes: string | Uint8Array): string {
  writeFileSync(join(folder, name), bytes);
  return name;
}

describe('the certificate is taken', () => {
  test.each([
    ['DER', certificate.raw],
    ['PEM after a byte order mark', `\uFEFF${pem}`],
    ['PEM with Windows line breaks', pem.replaceAll('\n', '\r\n')],
    ['PEM in UTF-16', Buffer.from(`\uFEFF${pem}`, 'utf16le')],
    ['PEM after bag attributes', bags + pem],
    ['PEM after bag attributes in Windows-1251', Buffer.concat([cp1251, Buffer.from(pem)])],
    ['a chain whose first it is', pem + read('service.pem')],
    ['PKCS#12 as OpenSSL makes it', pkcs12(...own)],
    ['PKCS#12 with a name in Cyrillic', pkcs12(...own, '-name', 'Ключ банка')],
    ['PKCS#12 with old ciphers', pkcs12(...own, ...legacy)],
    ['PKCS#12 with that of an authority', pkcs12(...own, '-certfile', others)],
    ['PKCS#12 without a private key', pkcs12('-nokeys', '-in', join(keys, 'cyrillic.pem'))],
  ])('from %s, byte for byte', async (_name, bytes) => {
    const { key } = await loadKeys({ key: put('key.bin', bytes), passphrase: '${OPENER}', scheme: 'cms' });
    expect(new X509Certificate(key.slice(key.indexOf('-----BEGIN'))).raw.equals(certificate.raw)).toBe(true);
  });

  test('from PKCS#12 without a passphrase', async () => {
    const bytes = execFileSync(tool, ['pkcs12', '-export', '-passout', 'pass:', ...own], { stdio: 'pipe' });
    const { key } = await loadKeys({ key: put('open.pfx', bytes) });
    expect(new X509Certificate(key).raw.equals(certificate.raw)).toBe(true);
  });

  test('of the private key from PKCS#12, not the first that stands there', async () => {
    const [service, cyrillic] = [read('service.pem'), read('cyrillic.pem')];
    const both = join(folder, put('both.pem', service + cyrillic + read('cyrillic.key')));
    const { key } = await loadKeys({ key: put('both.p12', pkcs12('-in', both)), passphrase: '${OPENER}' });
    expect(createPublicKey(key).equals(publicKey)).toBe(true);
  });
});

describe('a variant with a key file of its own', () => {
  const common = { key: put('common.p12', pkcs12(...own)), passphrase: '${OPENER}' };
  const closed = secret.export({ type: 'pkcs8', format: 'pem', ...locked }).toString();

  test.each([
    ['does not inherit the passphrase of another', { key: 'own.p12' }, 'variants.a.encryption.passphrase'],
    [
      'does not inherit the passphrase of another private key',
      { privateKey: 'own.key' },
      'variants.a.encryption.privateKeyPassphrase',
    ],
  ])('%s', async (_name, changes, place) => {
    put('own.p12', pkcs12(...own));
    put('common.key', closed);
    put('own.key', closed);
    const encryption = { ...common, privateKey: 'common.key', privateKeyPassphrase: '${OPENER}' };
    const failure = load(encryption, undefined, { encryption: changes });
    await expect(failure).rejects.toThrow(`target.yaml: ${place}: found nothing, expected the passphrase`);
    await expect(load(encryption, undefined, {})).resolves.toMatchObject({ source: 'target.yaml' });
  });
});

describe('the public key is taken', () => {
  test.each(['spki', 'pkcs1'] as const)('from %s in DER and PEM', async (type) => {
    for (const format of ['der', 'pem'] as const) {
      const bytes =
        format === 'der' ? publicKey.export({ type, format }) : publicKey.export({ type, format });
      const { key } = await loadKeys({ key: put('public.bin', bytes) });
      expect(createPublicKey(key).equals(publicKey)).toBe(true);
    }
  });
});

describe('the private key is taken', () => {
  const passphrase = { privateKeyPassphrase: '${OPENER}' };
  const wide = createPrivateKey(read('cyrillic.key')).export({ type: 'pkcs1', format: 'pem', ...locked });

  test.each([
    ['PKCS#8 in DER', secret.export({ type: 'pkcs8', format: 'der' }), {}],
    ['PKCS#1 in DER', secret.export({ type: 'pkcs1', format: 'der' }), {}],
    ['PKCS#8 in PEM', `\uFEFF${bags}${secret.export({ type: 'pkcs8', format: 'pem' }).toString()}`, {}],
    ['encrypted PKCS#8 in DER', secret.export({ type: 'pkcs8', format: 'der', ...locked }), passphrase],
    ['encrypted PKCS#8 in PEM', secret.export({ type: 'pkcs8', format: 'pem', ...locked }), passphrase],
    ['encrypted PKCS#1 in PEM', wide, passphrase],
    ['a plain file beside a passphrase', secret.export({ type: 'pkcs8', format: 'der' }), passphrase],
  ])('from %s', async (_name, bytes, more) => {
    const { privateKey } = await loadKeys({
      key: join(keys, 'cyrillic.pem'),
      privateKey: put('private.bin', bytes),
      ...more,
    });
    expect(privateKey).not.toContain('ENCRYPTED');
    expect(createPrivateKey(privateKey ?? '').equals(secret)).toBe(true);
  });
});

describe('a key that is not right is one message that names the place', () => {
  const plain = secret.export({ type: 'pkcs8', format: 'der' });
  const closed = secret.export({ type: 'pkcs8', format: 'der', ...locked });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const withKey = (privateKey: string, more: object = {}) => ({
    key: join(keys, 'cyrillic.pem'),
    privateKey,
    ...more,
  });

  const rows: readonly (readonly [string, object, string])[] = [
    ['a private key in DER', { key: put('p8', plain) }, 'encryption.key: found a private key at "p8"'],
    ['a closed private key', { key: put('p8c', closed) }, 'encryption.key: found a private key at "p8c"'],
    [
      'a picture',
      { key: put('png', Buffer.of(0x89, 0x50)) },
      'encryption.key: found a file that holds neither',
    ],
    ['nothing', { key: put('none', '') }, 'encryption.key: found a file that holds neither'],
    [
      'a public key for cms',
      { key: put('spki', spki), scheme: 'cms' },
      'encryption.key: found a public key at "spki", looked for in',
    ],
    [
      'a certificate cut off',
      { key: put('cut', certificate.raw.subarray(0, 300)) },
      'encryption.key: found a file that holds neither',
    ],
    [
      'PKCS#12 without its passphrase',
      { key: put('a.p12', pkcs12(...own)) },
      'encryption.passphrase: found nothing, expected the passphrase, the file is encrypted',
    ],
    [
      'PKCS#12 with a wrong passphrase',
      { key: put('b.p12', pkcs12(...own)), passphrase: 'wrong' },
      'encryption.passphrase: found a passphrase that does not open the file',
    ],
    [
      'PKCS#12 cut off',
      { key: put('c.p12', pkcs12(...own).subarray(0, 900)), passphrase: '${OPENER}' },
      'encryption.key: found a PKCS#12 file that cannot be read (openssl pkcs12',
    ],
    [
      'PKCS#12 without a certificate',
      { key: put('d.p12', pkcs12('-nocerts', '-in', join(keys, 'cyrillic.key'))), passphrase: '${OPENER}' },
      'encryption.key: found a PKCS#12 file without a certificate',
    ],
    [
      'a closed private key without a passphrase',
      withKey(put('k1', closed)),
      'encryption.privateKeyPassphrase: found nothing, expected the passphrase',
    ],
    [
      'a private key with a wrong passphrase',
      withKey(put('k2', secret.export({ type: 'pkcs8', format: 'pem', ...locked })), {
        privateKeyPassphrase: 'wrong-passphrase',
      }),
      'encryption.privateKeyPassphrase: found a passphrase that does not open the file',
    ],
    [
      'a certificate for the private key',
      withKey(put('k3', pem)),
      'encryption.privateKey: found a certificate at "k3"',
    ],
    [
      'PKCS#12 for the private key',
      withKey(put('k4', pkcs12(...own))),
      'encryption.privateKey: found a PKCS#12 file at "k4"',
    ],
    [
      'a passphrase without a private key',
      { key: join(keys, 'cyrillic.pem'), privateKeyPassphrase: 'x' },
      'encryption.privateKeyPassphrase: found a passphrase without privateKey',
    ],
    ['an elliptic curve', { key: join(keys, 'ec.pem') }, 'encryption.key: found a key of type ec'],
    ['a GOST certificate', { key: join(keys, 'gost.pem') }, 'encryption.key: found a certificate with a key'],
    [
      'an elliptic curve in PKCS#12',
      { key: put('ec.p12', pkcs12('-nokeys', '-in', join(keys, 'ec.pem'))), passphrase: '${OPENER}' },
      'encryption.key: found a key of type ec',
    ],
    [
      'a passphrase that is a number',
      { key: 'x', passphrase: 12345678 },
      'encryption.passphrase: found a number',
    ],
    ['a passphrase for a command', { scheme: 'command', passphrase: 'x' }, 'has no use for'],
  ];

  test.each(rows)('%s', async (_name, encryption, says) => {
    const error: unknown = await load(encryption).catch((reason: unknown) => reason);
    if (!(error instanceof UserError)) throw new Error('no UserError');
    expect(error.message).toContain('target.yaml: ');
    expect(error.message).toContain(says);
    expect(error.fault).toBe('profile');
    for (const hidden of [opener, 'wrong-passphrase']) expect(error.message).not.toContain(hidden);
  });
});

describe('jwe', () => {
  const key = join(keys, 'service.pem');

  test('has defaults', async () => {
    expect((await load({ scheme: 'jwe', key })).variants['a']?.encryption).toStrictEqual({
      scheme: 'jwe',
      alg: 'RSA-OAEP-256',
      enc: 'A256GCM',
      kid: null,
      key: read('service.pem'),
      privateKey: null,
      template: '{password}',
    });
  });

  test('is a scheme for the environment alone', async () => {
    const env = {
      SBP_BASE_URL: 'http://127.0.0.1:1',
      SBP_PARTNER_NAME: '1',
      SBP_PARTNER_PASSWORD: 'secret',
      SBP_USE_AUTH_BY_CERT: 'true',
      SBP_ENCRYPTION_SCHEME: 'jwe',
      SBP_ENCRYPTION_KEY: key,
    };
    const from = (more: object) =>
      loadTarget(
        { profilePath: null, flags: {}, env: { ...env, ...more }, cwd: folder, now: then },
        specification.variants,
      );
    expect((await from({})).variants['a']?.encryption.scheme).toBe('jwe');
    await expect(from({ SBP_ENCRYPTION_ENCODING: 'hex' })).rejects.toThrow(
      'SBP_ENCRYPTION_ENCODING: found a setting that jwe has no use for',
    );
  });

  test('takes alg, enc and kid', async () => {
    const given = { alg: 'RSA-OAEP', enc: 'A128CBC-HS256', kid: '7' };
    expect((await load({ scheme: 'jwe', key, ...given })).variants['a']?.encryption).toMatchObject(given);
  });

  test.each([
    [
      { encoding: 'base64' },
      'encryption.encoding: found a setting that jwe has no use for, expected with jwe',
    ],
    [{ hash: 'sha256' }, 'encryption.hash: found a setting that jwe has no use for'],
    [{ alg: 'RSA-OEAP-256' }, 'encryption.alg: found "RSA-OEAP-256", expected one of RSA-OAEP, RSA-OAEP-256'],
    [{ alg: 'rsa-oaep-256' }, 'did you mean `RSA-OAEP-256`?'],
    [{ enc: 'A256CBC-HS521' }, 'did you mean `A256CBC-HS512`?'],
    [{ kid: '' }, 'encryption.kid: found an empty string'],
    [{ scheme: 'jew' }, 'did you mean `jwe`?'],
    [{ scheme: 'rsa-oaep', alg: 'RSA-OAEP' }, 'encryption.alg: found a setting that rsa-oaep has no use for'],
  ])('with %j is one message', async (changes, says) => {
    await expect(load({ scheme: 'jwe', key, ...changes })).rejects.toThrow(says);
  });
});

describe('before a run', () => {
  const key = join(keys, 'cyrillic.pem');
  const end = certificate.validToDate.getTime();

  test.each([
    [new Date('2030-01-01'), []],
    [new Date('2020-01-01'), [expect.stringMatching(/^encryption\.key: .*Тестовый банк.* is valid from/)]],
    [new Date(end - 86_400_000 * 3), [expect.stringMatching(/^encryption\.key: .* ends on .*, in 3 days$/)]],
    [new Date(end + 1000), [expect.stringMatching(/^encryption\.key: .* expired on/)]],
  ])('on %s it is said what the certificate is worth', async (now, warnings) => {
    expect((await load({ key }, now)).warnings).toEqual(warnings);
  });

  test('a certificate in DER is looked at as well, a passphrase of its own is a secret', async () => {
    const file = put('der.cer', certificate.raw);
    const target = await load({ key: file, passphrase: 'opener' }, new Date(end + 1000));
    expect(target.warnings).toEqual([expect.stringContaining('expired')]);
    expect(target.secrets).toContain('opener');
  });
});
