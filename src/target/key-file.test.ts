import { X509Certificate, createPrivateKey, createPublicKey } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeCertificates } from '../http/certificates.test-support.ts';
import { readKey } from '../encryption/key.ts';
import { at, openTargetFolder, openssl, own, pkcs12, read, valid } from './target.test-support.ts';

const certificate = new X509Certificate(read('cyrillic.pem'));
const { publicKey } = certificate;
const secret = createPrivateKey(read('cyrillic.key'));
const opener = 'пароль-от-ключа';

const { folder, put, load } = openTargetFolder();

const oldCiphers = ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'];

const pem = certificate.toString();
const bags = 'Bag Attributes\n    friendlyName: Ключ банка\nsubject=O = Тестовый банк\n';
const cp1251 = Buffer.from([0xca, 0xeb, 0xfe, 0xf7, 0x0a]);
const lock = { cipher: 'aes-256-cbc', passphrase: opener } as const;

function loadWith(encryption: object, now = valid, more: object = {}) {
  const profile = {
    baseUrl: 'https://127.0.0.1:1',
    variants: { a: {} },
    credentials: { partnerName: 1, partnerPassword: '${PASSWORD}', useAuthByCert: 'true' },
    encryption: { scheme: 'rsa-oaep', ...encryption },
    ...more,
  };
  return load(profile, { PASSWORD: 'the-password-itself', OPENER: opener }, { now });
}

async function loadKeys(encryption: object): Promise<Readonly<{ key: string; privateKey: string | null }>> {
  const settings = (await loadWith(encryption)).variants['a']?.encryption;
  if (settings === undefined || !('key' in settings)) throw new Error('no key was loaded');
  return settings;
}

describe('the certificate is taken', () => {
  test.each([
    ['DER', certificate.raw],
    ['PEM after a byte order mark', `\uFEFF${pem}`],
    ['PEM with Windows line breaks', pem.replaceAll('\n', '\r\n')],
    ['PEM after bag attributes', bags + pem],
    ['PEM after bag attributes in Windows-1251', Buffer.concat([cp1251, Buffer.from(pem)])],
    ['PEM that is indented', pem.replaceAll('\n', '\n  ')],
    ['PEM after another public key', read('service.pub.pem') + pem],
    ['a chain whose first it is', pem + read('service.pem')],
    ['PKCS#12 as OpenSSL makes it', pkcs12(opener, ...own)],
    ['PKCS#12 with a name in Cyrillic', pkcs12(opener, ...own, '-name', 'Ключ банка')],
    ['PKCS#12 with old ciphers', pkcs12(opener, ...own, ...oldCiphers)],
    ['PKCS#12 with that of an authority', pkcs12(opener, ...own, '-certfile', at('service.pem'))],
    ['PKCS#12 without a private key', pkcs12(opener, '-nokeys', '-in', at('cyrillic.pem'))],
    ['PKCS#12 without a passphrase', openssl('pkcs12', '-export', '-passout', 'pass:', ...own)],
  ])('from %s, byte for byte', async (name, bytes) => {
    const passphrase = name.endsWith('a passphrase') ? {} : { passphrase: '${OPENER}' };
    const { key } = await loadKeys({ key: put('key.bin', bytes), scheme: 'cms', ...passphrase });
    expect(readKey(key).certificate?.raw.equals(certificate.raw)).toBe(true);
  });

  test('of the private key from PKCS#12, not the first in the file', async () => {
    const all = read('service.pem') + read('cyrillic.pem') + read('cyrillic.key');
    const both = pkcs12(opener, '-in', join(folder, put('both.pem', all)));
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
const lockedPem = secret.export({ type: 'pkcs8', format: 'pem', ...lock });

test.each([
  ['PKCS#8 in DER', plainKey, {}],
  ['PKCS#1 in DER', secret.export({ type: 'pkcs1', format: 'der' }), {}],
  ['PKCS#8 in PEM', `\uFEFF${bags}${secret.export({ type: 'pkcs8', format: 'pem' }).toString()}`, {}],
  ['PEM behind its certificate', pem + read('cyrillic.key'), {}],
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

const end = certificate.validToDate.getTime();

const day = 86_400_000;

test.each([
  [pem, end - 30 * day, []],
  [pem, end - 30 * day + 1, [/^encryption\.key: .*Тестовый банк.* ends on 2076-.*Z, in 29 days$/]],
  [pem, end - day, [/^encryption\.key: .* ends on .*, in one day$/]],
  [pem, end, [/, in 0 days$/]],
  [pem, end + 1000, [/^encryption\.key: .* expired on 2076-/]],
  [pem, 0, [/^encryption\.key: .* is valid from 2026-/]],
  [read('cyrillic.key') + pem, end - 99 * day, [/also holds a private key/]],
  [publicKey.export({ type: 'spki', format: 'pem' }), end + 1000, []],
])('a warning says what the key is worth (%#)', async (file, time, warnings) => {
  const target = await loadWith({ key: put('worth.pem', file), passphrase: 'opener' }, new Date(time));
  expect(target.warnings).toEqual(warnings.map((one) => expect.stringMatching(one)));
  expect(target.secrets).toContainEqual({ value: 'opener', setting: 'encryption.passphrase' });
});

const { client, expired } = makeCertificates();
const now = Date.now();

test.each([
  ['is valid', client, now, []],
  ['is expired', expired, now, [/^tls\.cert: the client certificate expired on \d{4}-/]],
  ['is not valid yet', client, now - 2 * day, [/^tls\.cert: .* is valid from \d{4}-/]],
])(
  'a warning says of a client certificate that %s what keeps a handshake from succeeding',
  async (_, own, time, said) => {
    const tls = { cert: put('client.pem', own.cert), key: put('client.key', own.key) };
    const { warnings } = await loadWith({ key: at('cyrillic.pem') }, new Date(time), { tls });
    expect(warnings.filter((one) => one.startsWith('tls'))).toEqual(
      said.map((one) => expect.stringMatching(one)),
    );
  },
);
