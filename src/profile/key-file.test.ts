import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readKey } from '../encryption/key.ts';
import type { ServiceKey } from '../encryption/key.ts';
import { openServiceKey } from './key-format.ts';
import { at, openTargetFolder, own, pkcs12, read, valid } from './target.test-support.ts';
import { say } from '../messages/message.ts';

const certificate = new X509Certificate(read('cyrillic.pem'));
const { publicKey } = certificate;
const opener = 'пароль-от-ключа';

const { folder, put, load } = openTargetFolder();

const oldCiphers = ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'];

const pem = certificate.toString();
const bags = 'Bag Attributes\n    friendlyName: Ключ банка\nsubject=O = Тестовый банк\n';
const cp1251 = Buffer.from([0xca, 0xeb, 0xfe, 0xf7, 0x0a]);

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

const opened = async (bytes: string | Uint8Array, passphrase = opener): Promise<ServiceKey> =>
  readKey((await openServiceKey(Buffer.from(bytes), { passphrase, now: valid })).pem);

test.each([
  ['DER', certificate.raw],
  ['PEM after a byte order mark', `\uFEFF${pem}`],
  ['PEM with Windows line breaks', pem.replaceAll('\n', '\r\n')],
  ['PEM after bag attributes', bags + pem],
  ['PEM after bag attributes in Windows-1251', Buffer.concat([cp1251, Buffer.from(pem)])],
  ['PEM that is indented', pem.replaceAll('\n', '\n  ')],
  ['PEM after another public key', read('service.pub.pem') + pem],
  ['a chain whose first it is', pem + read('service.pem')],
  ['PKCS#12 with a name in Cyrillic', pkcs12(opener, ...own, '-name', 'Ключ банка')],
  ['PKCS#12 with old ciphers', pkcs12(opener, ...own, ...oldCiphers)],
  ['PKCS#12 with that of an authority', pkcs12(opener, ...own, '-certfile', at('service.pem'))],
  ['PKCS#12 without a private key', pkcs12(opener, '-nokeys', '-in', at('cyrillic.pem'))],
  ['PKCS#12 without a passphrase', pkcs12('', ...own)],
])('the certificate is taken from %s, byte for byte', async (name, bytes) => {
  const { certificate: found } = await opened(bytes, name.endsWith('a passphrase') ? '' : opener);
  expect(found?.raw.equals(certificate.raw)).toBe(true);
});

test('from PKCS#12, the certificate of the private key is taken, not the first in the file', async () => {
  const all = read('service.pem') + read('cyrillic.pem') + read('cyrillic.key');
  const both = pkcs12(opener, '-in', join(folder, put('both.pem', all)));
  expect((await opened(both)).publicKey.equals(publicKey)).toBe(true);
});

test.each(['spki', 'pkcs1'] as const)('the public key is taken from %s in DER and PEM', async (type) => {
  for (const bytes of [publicKey.export({ type, format: 'der' }), publicKey.export({ type, format: 'pem' })])
    expect((await opened(bytes)).publicKey.equals(publicKey)).toBe(true);
});

const end = certificate.validToDate.getTime();

const day = 86_400_000;

test.each([
  [pem, end - 30 * day, []],
  [pem, end - 30 * day + 1, [/^encryption\.key: .*Тестовый банк.* ends on 2076-.*Z, in 29 days$/]],
  [pem, end - day, [/^encryption\.key: .* ends on .*, in 1 day$/]],
  [pem, end, [/, in 0 days$/]],
  [pem, end + 1000, [/^encryption\.key: .* expired on 2076-/]],
  [pem, 0, [/^encryption\.key: .* is valid from 2026-/]],
  [read('cyrillic.key') + pem, end - 99 * day, [/also holds a private key/]],
  [publicKey.export({ type: 'spki', format: 'pem' }), end + 1000, []],
])('a warning says what the key is worth (%#)', async (file, time, warnings) => {
  const target = await loadWith({ key: put('worth.pem', file), passphrase: 'opener' }, new Date(time));
  expect(target.warnings.map((one) => say(one, 'en'))).toEqual(
    warnings.map((one) => expect.stringMatching(one)),
  );
  expect(target.secrets).toContainEqual({ value: 'opener', setting: 'encryption.passphrase' });
});

test('and so it does of a client certificate', async () => {
  const tls = { cert: at('service.pem'), key: at('service.key') };
  const { warnings } = await loadWith({ scheme: 'command', command: ['x'] }, new Date(0), { tls });
  expect(warnings.map((one) => say(one, 'en'))).toEqual([
    expect.stringMatching(/^tls\.cert: .* is valid from 2026-/),
  ]);
});
