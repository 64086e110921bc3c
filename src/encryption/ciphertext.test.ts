import { execFileSync } from 'node:child_process';
import { constants, createDecipheriv, createHmac, privateDecrypt } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createEncrypt } from './encrypt.ts';
import { algs, encs, hashes } from './settings.ts';
import type { ciphers, EncryptionSettings } from './settings.ts';

const must = (bytes: Buffer | undefined): Buffer => bytes ?? Buffer.alloc(0);
const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const read = (path: string) => readFileSync(fixtures + path, 'utf8');
const openssl = 'openssl';
const services = { now: () => new Date('2026-11-20T10:00:00Z'), uuid: () => 'b9f1' };
const password = read('vectors/special.txt');

type WithKey = Extract<EncryptionSettings, { readonly key: string }>;

const keyOf = (name: string) => ({ key: read(`keys/${name}.pem`), template: '{password}' });
const service = { ...keyOf('service'), encoding: 'base64' } as const;
const cyrillic = { ...keyOf('cyrillic'), encoding: 'base64' } as const;

type Hash = (typeof hashes)[number];
type Cipher = (typeof ciphers)[number];

const oaep = (hash: Hash, mgf1: Hash) => ({ ...service, scheme: 'rsa-oaep', hash, mgf1 }) as const;
const pkcs1 = { ...service, scheme: 'rsa-pkcs1' } as const;
const cms = (cipher: Cipher) => ({ ...cyrillic, scheme: 'cms', cipher }) as const;
const jwe = (alg: (typeof algs)[number], enc: (typeof encs)[number]) =>
  ({ ...keyOf('service'), scheme: 'jwe', alg, enc, kid: null }) as const;

const pairsOf = <One, Other>(ones: readonly One[], others: readonly Other[]) =>
  ones.flatMap((one) => others.map((other) => [one, other] as const));

const encrypt = (settings: WithKey, plain = password): Promise<string> =>
  createEncrypt(settings, '/', services)(plain);

function ask(input: string | Buffer, options: readonly string[]): string {
  return execFileSync(openssl, options, { input, encoding: 'utf8', stdio: 'pipe' });
}

const oaepOptions = (hash: Hash, mgf1: Hash): readonly string[] =>
  ['rsa_padding_mode:oaep', `rsa_oaep_md:${hash}`, `rsa_mgf1_md:${mgf1}`].flatMap((one) => ['-pkeyopt', one]);

function openBlock(block: Buffer, options: readonly string[]): string {
  return ask(block, ['pkeyutl', '-decrypt', '-inkey', `${fixtures}keys/service.key`, ...options]);
}

function openCms(envelope: string | Buffer, form: string, name: string): string {
  const keys = ['-recip', `${fixtures}keys/${name}.pem`, '-inkey', `${fixtures}keys/${name}.key`];
  return ask(envelope, ['cms', '-decrypt', '-binary', '-inform', form, ...keys]);
}

/** Opens a token in compact serialization without the library (RFC 7516, 5.2; RFC 7518, 5.2.2.2). */
function openJwe(token: string): string {
  const [header = '', ...parts] = token.split('.');
  const [key, start, sealed, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
  const { alg, enc } = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, string>;
  const oaepHash = alg === 'RSA-OAEP' ? 'sha1' : `sha${alg?.slice('RSA-OAEP-'.length)}`;
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const whole = privateDecrypt({ key: read('keys/service.key'), padding, oaepHash }, must(key));
  if (enc === 'A128GCM' || enc === 'A256GCM') {
    const opener = createDecipheriv(enc === 'A128GCM' ? 'aes-128-gcm' : 'aes-256-gcm', whole, must(start));
    opener.setAAD(Buffer.from(header)).setAuthTag(must(tag));
    return Buffer.concat([opener.update(must(sealed)), opener.final()]).toString();
  }
  const half = whole.length / 2;
  const bits = Buffer.alloc(8);
  bits.writeBigUInt64BE(BigInt(header.length * 8));
  const mac = createHmac(half === 16 ? 'sha256' : 'sha512', whole.subarray(0, half));
  const signed = mac.update(header).update(must(start)).update(must(sealed)).update(bits).digest();
  expect(signed.subarray(0, half)).toEqual(tag);
  const cipher = half === 16 ? 'aes-128-cbc' : 'aes-256-cbc';
  const opener = createDecipheriv(cipher, whole.subarray(half), must(start));
  return Buffer.concat([opener.update(must(sealed)), opener.final()]).toString();
}

/** Decrypts with another program or, where none can, with code independent of that which encrypted. */
function decrypt(settings: WithKey, ciphertext: string): string {
  if (settings.scheme === 'jwe') return openJwe(ciphertext);
  if (settings.encoding === 'pem') return openCms(ciphertext, 'PEM', 'cyrillic');
  const bytes = Buffer.from(ciphertext, settings.encoding);
  switch (settings.scheme) {
    case 'rsa-oaep':
      return openBlock(bytes, oaepOptions(settings.hash, settings.mgf1));
    case 'rsa-pkcs1':
      return openBlock(bytes, ['-pkeyopt', 'rsa_padding_mode:pkcs1']);
    case 'cms':
      return openCms(bytes, 'DER', 'cyrillic');
  }
}

it.each(readdirSync(`${fixtures}vectors`).filter((file) => file.endsWith('.jwe')))(
  'the reader of these tests opens a token of jwcrypto: %s',
  (file) => {
    const [, name] = file.split('.');
    expect(openJwe(read(`vectors/${file}`))).toBe(read(`vectors/${name}.txt`));
  },
);

describe('OpenSSL', () => {
  it.each([...pairsOf(hashes, hashes).map(([hash, mgf1]) => oaep(hash, mgf1)), pkcs1])(
    'opens $scheme, $hash, $mgf1',
    async (settings) => {
      expect(decrypt(settings, await encrypt(settings))).toBe(password);
    },
  );

  it.each([
    [oaep('sha256', 'sha256'), 'sha256', 'sha1'],
    [oaep('sha256', 'sha1'), 'sha256', 'sha256'],
    [oaep('sha1', 'sha256'), 'sha256', 'sha256'],
  ] as const)('does not open rsa-oaep with other hashes than its own', async (settings, hash, mgf1) => {
    const text = await encrypt(settings);
    expect(() => decrypt(oaep(hash, mgf1), text)).toThrow('Command failed');
  });

  it.each([
    ['aes128', 'aes-128-cbc'],
    ['aes192', 'aes-192-cbc'],
    ['aes256', 'aes-256-cbc'],
    ['3des', 'des-ede3-cbc'],
  ] as const)('opens cms with %s, and no other recipient does', async (cipher, name) => {
    const message = Buffer.from(await encrypt(cms(cipher)), 'base64');
    expect(openCms(message, 'DER', 'cyrillic')).toBe(password);
    expect(() => openCms(message, 'DER', 'service')).toThrow('Command failed');
    expect(ask(message, ['cms', '-cmsout', '-print', '-inform', 'DER'])).toContain(`algorithm: ${name} `);
    // The recipient must be named with exactly the bytes of the certificate.
    const field = Buffer.concat([Buffer.from('060355040a0c19', 'hex'), Buffer.from('Тестовый банк')]);
    expect(message.includes(field)).toBe(true);
  });

  it('opens cms in PEM', async () => {
    const settings = { ...cms('aes256'), encoding: 'pem' } as const;
    expect(decrypt(settings, await encrypt(settings))).toBe(password);
  });
});

describe('a jwe', () => {
  const headerOf = (token: string): unknown =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

  it.each(pairsOf(algs, encs))('names %s and %s in its header, and the key', async (alg, enc) => {
    const token = await encrypt(jwe(alg, enc));
    expect(headerOf(token)).toStrictEqual({ alg, enc });
    expect(openJwe(token)).toBe(password);
    const kid = 'ключ-1';
    expect(headerOf(await encrypt({ ...jwe(alg, enc), kid }))).toStrictEqual({ alg, enc, kid });
  });
});

const examples: readonly WithKey[] = [
  oaep('sha256', 'sha256'),
  oaep('sha256', 'sha1'),
  pkcs1,
  cms('aes256'),
  jwe('RSA-OAEP-256', 'A256GCM'),
];

describe.each(examples.map((settings, index) => [settings.scheme, index, settings] as const))(
  '%s (%i)',
  (_scheme, _index, settings) => {
    it('yields another ciphertext each time, whatever the password', async () => {
      const again = createEncrypt(settings, '/', services);
      const plain = ['', 'two', 'two', 'Пароль', 'quo\'te "$&" {uuid} 🔐', 'line\r\nbreak\u0000'];
      const texts = await Promise.all(plain.map(again));
      expect(new Set(texts).size).toBe(plain.length);
      expect(texts.map((text) => decrypt(settings, text))).toEqual(plain);
    });

    it('encrypts what the template says, with a bare public key too', async () => {
      const key = settings.scheme === 'cms' ? settings.key : read('keys/service.pub.pem');
      const text = await encrypt(
        { ...settings, key, template: '{timestamp}|{uuid}|{other}|{password}' },
        '{uuid}$&',
      );
      expect(decrypt(settings, text)).toBe('2026-11-20T10:00:00.000Z|b9f1|{other}|{uuid}$&');
    });

    it.each(['base64url', 'hex'] as const)('writes %s', async (encoding) => {
      if (!('encoding' in settings)) return;
      const written = { ...settings, encoding };
      const text = await encrypt(written);
      expect(text).toMatch(encoding === 'hex' ? /^[0-9a-f]+$/ : /^[\w-]+$/);
      expect(decrypt(written, text)).toBe(password);
    });
  },
);

describe('a password', () => {
  it.each([
    [oaep('sha1', 'sha256'), 214],
    [oaep('sha256', 'sha256'), 190],
    [oaep('sha384', 'sha1'), 158],
    [oaep('sha512', 'sha512'), 126],
    [pkcs1, 245],
  ])('may have as many bytes as the key holds, and no more', async (settings, capacity) => {
    await expect(encrypt(settings, 'x'.repeat(capacity))).resolves.toMatch(/=$/);
    const refused = `has ${capacity + 1} bytes in UTF-8, expected at most ${capacity} with a key of 2048 bits`;
    const tooLong = encrypt({ ...settings, template: 'я{password}' }, 'x'.repeat(capacity - 1));
    await expect(tooLong).rejects.toThrow(refused);
  });

  it.each([cms('3des'), jwe('RSA-OAEP', 'A128GCM')])(
    'of any length is taken by $scheme',
    async (settings) => {
      const long = 'x'.repeat(5000);
      expect(decrypt(settings, await encrypt(settings, long))).toBe(long);
    },
  );
});
