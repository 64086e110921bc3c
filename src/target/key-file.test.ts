import { execFileSync } from 'node:child_process';
import { X509Certificate, createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { UserError } from '../errors.ts';
import { makeCertificates } from '../http/certificates.test-support.ts';
import { specification } from '../spec/variant.ts';
import { clientWarnings } from './key-file.ts';
import { loadTarget } from './load.ts';
import type { Target } from './target.ts';

const keys = resolve(import.meta.dirname, '../../fixtures/keys');
const at = (name: string) => join(keys, name);
const read = (name: string) => readFileSync(at(name), 'utf8');
const certificate = new X509Certificate(read('cyrillic.pem'));
const { publicKey } = certificate;
const secret = createPrivateKey(read('cyrillic.key'));
const opener = 'пароль-от-ключа';

const folder = mkdtempSync(join(tmpdir(), 'sbp-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

function put(name: string, bytes: string | Uint8Array): string {
  writeFileSync(join(folder, name), bytes);
  return name;
}

const openssl = (...options: readonly string[]) => execFileSync('openssl', options, { stdio: 'pipe' });
const pkcs12 = (...options: readonly string[]) =>
  openssl('pkcs12', '-export', '-passout', `pass:${opener}`, ...options);
const own = ['-in', at('cyrillic.pem'), '-inkey', at('cyrillic.key')];
const oldCiphers = ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'];

const pem = certificate.toString();
const bags = 'Bag Attributes\n    friendlyName: Ключ банка\nsubject=O = Тестовый банк\n';
const cp1251 = Buffer.from([0xca, 0xeb, 0xfe, 0xf7, 0x0a]);
const lock = { cipher: 'aes-256-cbc', passphrase: opener } as const;
const then = new Date('2030-01-01T00:00:00Z');

async function load(settings: object, now = then): Promise<Target> {
  const profile = {
    baseUrl: 'https://127.0.0.1:1',
    variants: { a: {} },
    credentials: { partnerName: 1, partnerPassword: '${PASSWORD}', useAuthByCert: 'true' },
    encryption: { scheme: 'rsa-oaep', key: at('service.pem') },
    ...settings,
  };
  writeFileSync(join(folder, 'target.yaml'), JSON.stringify(profile));
  const env = { PASSWORD: 'the-password-itself', OPENER: opener };
  const sources = { profilePath: 'target.yaml', flags: {}, env, cwd: folder, now };
  return await loadTarget(sources, specification.variants);
}

const encrypting = (encryption: object) => ({ encryption: { scheme: 'rsa-oaep', ...encryption } });

async function loadKeys(encryption: object): Promise<Readonly<{ key: string; privateKey: string | null }>> {
  const settings = (await load(encrypting(encryption))).variants['a']?.encryption;
  if (settings === undefined || !('key' in settings)) throw new Error('no key was loaded');
  return settings;
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
    ['PKCS#12 with old ciphers', pkcs12(...own, ...oldCiphers)],
    ['PKCS#12 with that of an authority', pkcs12(...own, '-certfile', at('service.pem'))],
    ['PKCS#12 without a private key', pkcs12('-nokeys', '-in', at('cyrillic.pem'))],
    ['PKCS#12 without a passphrase', openssl('pkcs12', '-export', '-passout', 'pass:', ...own)],
  ])('from %s, byte for byte', async (name, bytes) => {
    const passphrase = name.endsWith('a passphrase') ? {} : { passphrase: '${OPENER}' };
    const { key } = await loadKeys({ key: put('key.bin', bytes), scheme: 'cms', ...passphrase });
    expect(new X509Certificate(key.slice(key.indexOf('-----BEGIN'))).raw.equals(certificate.raw)).toBe(true);
  });

  test('of the private key from PKCS#12, not the first that stands there', async () => {
    const all = read('service.pem') + read('cyrillic.pem') + read('cyrillic.key');
    const both = pkcs12('-in', join(folder, put('both.pem', all)));
    const { key } = await loadKeys({ key: put('both.p12', both), passphrase: '${OPENER}' });
    expect(createPublicKey(key).equals(publicKey)).toBe(true);
  });
});

test.each([
  ['SPKI in DER', publicKey.export({ type: 'spki', format: 'der' })],
  ['SPKI in PEM', publicKey.export({ type: 'spki', format: 'pem' })],
  ['PKCS#1 in DER', publicKey.export({ type: 'pkcs1', format: 'der' })],
  ['PKCS#1 in PEM', publicKey.export({ type: 'pkcs1', format: 'pem' })],
])('the public key is taken from %s', async (_name, bytes) => {
  const { key } = await loadKeys({ key: put('public.bin', bytes) });
  expect(createPublicKey(key).equals(publicKey)).toBe(true);
});

const plainKey = secret.export({ type: 'pkcs8', format: 'der' });
const lockedKey = secret.export({ type: 'pkcs8', format: 'der', ...lock });
const lockedPem = secret.export({ type: 'pkcs8', format: 'pem', ...lock });

test.each([
  ['PKCS#8 in DER', plainKey, {}],
  ['PKCS#1 in DER', secret.export({ type: 'pkcs1', format: 'der' }), {}],
  ['PKCS#8 in PEM', `\uFEFF${bags}${secret.export({ type: 'pkcs8', format: 'pem' }).toString()}`, {}],
  ['encrypted PKCS#8 in DER', lockedKey, { privateKeyPassphrase: '${OPENER}' }],
  ['encrypted PKCS#8 in PEM', lockedPem, { privateKeyPassphrase: '${OPENER}' }],
  [
    'encrypted PKCS#1 in PEM',
    secret.export({ type: 'pkcs1', format: 'pem', ...lock }),
    { privateKeyPassphrase: '${OPENER}' },
  ],
  ['a plain file beside a passphrase', plainKey, { privateKeyPassphrase: '${OPENER}' }],
])('the private key is taken from %s', async (_name, bytes, more) => {
  const named = { key: at('cyrillic.pem'), privateKey: put('private.bin', bytes) };
  const { privateKey } = await loadKeys({ ...named, ...more });
  expect(privateKey).not.toContain('ENCRYPTED');
  expect(createPrivateKey(privateKey ?? '').equals(secret)).toBe(true);
});

describe('a file that is not right is one message that names the place', () => {
  put('own.p12', pkcs12(...own));
  put('own.key', lockedPem.toString());
  put('tiny.key', openssl('genrsa', '512'));
  put('tiny.pem', openssl('pkey', '-in', join(folder, 'tiny.key'), '-pubout'));
  put('ec.pem', read('ec.pem'));
  put('ec.p12', pkcs12('-nokeys', '-in', at('ec.pem')));
  put('p8', plainKey);
  put('p8c', lockedKey);
  put('spki', publicKey.export({ type: 'spki', format: 'der' }));
  put('cut', certificate.raw.subarray(0, 300));
  put('cut.p12', pkcs12(...own).subarray(0, 900));
  put('picture', Buffer.of(0x89, 0x50));
  put('empty', '');
  put('keyless.p12', pkcs12('-nocerts', '-in', at('cyrillic.key')));
  put('certificate', pem);
  put('client.p12', openssl('pkcs12', '-export', '-passout', 'pass:correct horse', ...own));
  put('old.p12', openssl('pkcs12', '-export', '-legacy', '-passout', 'pass:correct horse', ...own));
  put(
    'bare.p12',
    openssl('pkcs12', '-export', '-nokeys', '-passout', 'pass:correct horse', '-in', at('service.pem')),
  );
  put('none.p12', 'no PKCS#12');
  put('locked.key', openssl('rsa', '-aes256', '-in', at('service.key'), '-passout', 'pass:x1'));
  mkdirSync(join(folder, 'the-password-itself'));

  const key = at('cyrillic.pem');
  const cert = at('service.pem');
  const passphrase = '${OPENER}';
  const nothingOpens = 'found nothing, expected the passphrase, the file is encrypted';
  const wrongOpener = 'found a passphrase that does not open the file';

  test.each<[string, object, string, string?]>([
    ['a private key in DER', encrypting({ key: 'p8' }), 'encryption.key: found a private key at "p8"'],
    ['a closed private key', encrypting({ key: 'p8c' }), 'encryption.key: found a private key at "p8c"'],
    ['a picture', encrypting({ key: 'picture' }), 'encryption.key: found a file that holds neither'],
    ['an empty file', encrypting({ key: 'empty' }), 'encryption.key: found a file that holds neither'],
    ['a certificate cut off', encrypting({ key: 'cut' }), 'encryption.key: found a file that holds neither'],
    [
      'a public key for cms',
      encrypting({ key: 'spki', scheme: 'cms' }),
      'encryption.key: found a public key at "spki", looked for in',
    ],
    [
      'PKCS#12 without its passphrase',
      encrypting({ key: 'own.p12' }),
      `encryption.passphrase: ${nothingOpens}`,
    ],
    [
      'PKCS#12 with a wrong passphrase',
      encrypting({ key: 'own.p12', passphrase: 'wrong' }),
      `encryption.passphrase: ${wrongOpener}`,
    ],
    [
      'PKCS#12 cut off',
      encrypting({ key: 'cut.p12', passphrase }),
      'encryption.key: found a PKCS#12 file that cannot be read (openssl pkcs12',
    ],
    [
      'PKCS#12 without a certificate',
      encrypting({ key: 'keyless.p12', passphrase }),
      'encryption.key: found a PKCS#12 file without a certificate',
    ],
    [
      'a closed private key without a passphrase',
      encrypting({ key, privateKey: 'p8c' }),
      `encryption.privateKeyPassphrase: ${nothingOpens}`,
    ],
    [
      'a private key with a wrong passphrase',
      encrypting({ key, privateKey: 'own.key', privateKeyPassphrase: 'wrong-passphrase' }),
      `encryption.privateKeyPassphrase: ${wrongOpener}`,
    ],
    [
      'a certificate for the private key',
      encrypting({ key, privateKey: 'certificate' }),
      'encryption.privateKey: found a certificate at "certificate"',
    ],
    [
      'PKCS#12 for the private key',
      encrypting({ key, privateKey: 'own.p12' }),
      'encryption.privateKey: found a PKCS#12 file at "own.p12"',
    ],
    [
      'a passphrase without a private key',
      encrypting({ key, privateKeyPassphrase: 'x' }),
      'encryption.privateKeyPassphrase: found a passphrase without privateKey',
    ],
    [
      'a GOST certificate',
      encrypting({ key: at('gost.pem') }),
      'encryption.key: found a certificate with a key',
    ],
    [
      'an elliptic curve',
      encrypting({ key: 'ec.pem' }),
      'encryption.key: found a key of type ec at "ec.pem", looked for in',
      'key-not-rsa',
    ],
    [
      'an elliptic curve in PKCS#12',
      encrypting({ key: 'ec.p12', passphrase }),
      'encryption.key: found a key of type ec',
      'key-not-rsa',
    ],
    ['a short key', encrypting({ key: 'tiny.pem' }), 'no room for a password at "tiny.pem"', 'key-too-short'],
    [
      'a short key for jwe',
      encrypting({ scheme: 'jwe', key: 'tiny.pem' }),
      'a key of 512 bits at "tiny.pem"',
      'key-too-short',
    ],
    [
      'a private key of another pair',
      encrypting({ scheme: 'rsa-pkcs1', key: cert, privateKey: at('cyrillic.key') }),
      'encryption.privateKey: found a key of another pair at "',
      'private-key-does-not-match',
    ],
    [
      'a key of a variant whose path came from outside',
      { variants: { a: { encryption: { key: '${PASSWORD}/../ec.pem' } } } },
      'variants.a.encryption.key: found a key of type ec, expected',
      'key-not-rsa',
    ],
    [
      'a key of a variant, which does not inherit the passphrase of another',
      { ...encrypting({ key: 'own.p12', passphrase }), variants: { a: { encryption: { key: 'own.p12' } } } },
      `variants.a.encryption.passphrase: ${nothingOpens}`,
    ],
    [
      'a private key of a variant, which does not inherit the passphrase of another',
      {
        ...encrypting({ key, privateKey: 'own.key', privateKeyPassphrase: passphrase }),
        variants: { a: { encryption: { privateKey: 'own.key' } } },
      },
      `variants.a.encryption.privateKeyPassphrase: ${nothingOpens}`,
    ],
    [
      'a wrong passphrase of PKCS#12 for TLS',
      { tls: { pfx: 'client.p12', passphrase: 'wrong horse' } },
      `tls.passphrase: ${wrongOpener} at "client.p12", looked for in`,
    ],
    [
      'no passphrase of PKCS#12 for TLS',
      { tls: { pfx: 'client.p12' } },
      `tls.passphrase: ${nothingOpens} (at "client.p12"`,
    ],
    [
      'a wrong passphrase of a key for TLS',
      { tls: { cert, key: 'locked.key', passphrase: 'wrong horse' } },
      `tls.passphrase: ${wrongOpener} at "locked.key"`,
    ],
    ['no passphrase of a key for TLS', { tls: { cert, key: 'locked.key' } }, 'tls.passphrase: found nothing'],
    [
      'an old PKCS#12 for TLS',
      { tls: { pfx: 'old.p12', passphrase: 'correct horse' } },
      'tls.pfx is of an old kind',
    ],
    [
      'PKCS#12 without a key for TLS',
      { tls: { pfx: 'bare.p12', passphrase: 'correct horse' } },
      'tls.pfx holds no private key, at "bare.p12"',
    ],
    ['no PKCS#12 for TLS', { tls: { pfx: 'none.p12' } }, 'tls.pfx cannot be read at "none.p12"'],
    [
      'a key of another pair for TLS',
      { tls: { cert, key: at('cyrillic.key') } },
      'tls.key is of another pair than tls.cert, at "',
    ],
    [
      'jwe with an encoding',
      encrypting({ scheme: 'jwe', key, encoding: 'hex' }),
      'has no use for, expected with jwe',
    ],
    [
      'jwe with a word misspelt',
      encrypting({ scheme: 'jwe', key, enc: 'A256CBC-HS521' }),
      '`A256CBC-HS512`?',
    ],
    ['a command with a passphrase', encrypting({ scheme: 'command', passphrase: 'x' }), 'has no use for'],
  ])('%s', async (_name, settings, says, code) => {
    const error: unknown = await load(settings).catch((reason: unknown) => reason);
    if (!(error instanceof UserError)) throw new Error('no UserError');
    expect(error.message).toContain('target.yaml: ');
    expect(error.message).toContain(says);
    expect(error.fault).toBe('profile');
    if (code !== undefined) expect(error.code).toBe(code);
    expect(error.message).not.toMatch(/wrong.(?:horse|passphrase)|correct horse|пароль|the-password/);
  });
});

test('jwe has defaults, and takes alg, enc and kid', async () => {
  const jwe = async (more: object) =>
    (await load(encrypting({ scheme: 'jwe', key: at('service.pem'), ...more }))).variants['a']?.encryption;
  const defaults = { scheme: 'jwe', alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: null, template: '{password}' };
  expect(await jwe({})).toStrictEqual({ ...defaults, key: read('service.pem'), privateKey: null });
  const given = { alg: 'RSA-OAEP', enc: 'A128CBC-HS256', kid: '7' };
  expect(await jwe(given)).toMatchObject(given);
});

const end = certificate.validToDate.getTime();

test.each([
  [new Date('2030-01-01'), []],
  [new Date('2020-01-01'), [expect.stringMatching(/^encryption\.key: .*Тестовый банк.* is valid from/)]],
  [new Date(end - 86_400_000 * 3), [expect.stringMatching(/^encryption\.key: .* ends on .*, in 3 days$/)]],
  [new Date(end + 1000), [expect.stringMatching(/^encryption\.key: .* expired on/)]],
])('on %s a warning says what the certificate is worth', async (now, warnings) => {
  const key = put('der.cer', certificate.raw);
  const target = await load(encrypting({ key, passphrase: 'opener' }), now);
  expect(target.warnings).toEqual(warnings);
  expect(target.secrets).toContainEqual({ value: 'opener', setting: 'encryption.passphrase' });
});

const { client, expired, early } = makeCertificates();

test.each([
  ['is valid', client.cert, []],
  [
    'is expired',
    expired.cert,
    [expect.stringMatching(/^tls\.cert: the client certificate expired on \d{4}-/)],
  ],
  ['is not valid yet', early.cert, [expect.stringMatching(/^tls\.cert: .* is valid from \d{4}-/)]],
  ['is not there', undefined, []],
])(
  'a warning says of a client certificate that %s what keeps a handshake from succeeding',
  (_how, cert, says) => {
    expect(clientWarnings(cert, new Date())).toEqual(says);
  },
);
