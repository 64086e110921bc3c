import {
  createDecipheriv,
  createHmac,
  generateKeyPairSync,
  privateDecrypt,
  timingSafeEqual,
} from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEncryptor } from './create-encryptor.ts';
import { createDecryptor } from './decryptor.ts';
import type { KeySettings } from './key.ts';
import type { JweAlg, JweEnc } from './settings.ts';

const fixtures = new URL('../../fixtures/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, fixtures), 'utf8');
const clock = { now: () => new Date(0), uuid: () => 'id' };
const password = read('vectors/special.txt');

const hashes = {
  'RSA-OAEP': 'sha1',
  'RSA-OAEP-256': 'sha256',
  'RSA-OAEP-384': 'sha384',
  'RSA-OAEP-512': 'sha512',
} as const satisfies Record<JweAlg, string>;
const gcm = { A128GCM: 'aes-128-gcm', A256GCM: 'aes-256-gcm' } as const;
const cbc = {
  'A128CBC-HS256': ['aes-128-cbc', 'sha256', 16],
  'A256CBC-HS512': ['aes-256-cbc', 'sha512', 32],
} as const;

const algs = ['RSA-OAEP', 'RSA-OAEP-256', 'RSA-OAEP-384', 'RSA-OAEP-512'] as const;
const encs = ['A128GCM', 'A256GCM', 'A128CBC-HS256', 'A256CBC-HS512'] as const;
const pairs = algs.flatMap((alg) => encs.map((enc) => [alg, enc] as const));

function jwe(alg: JweAlg = 'RSA-OAEP-256', enc: JweEnc = 'A256GCM', changes: object = {}): KeySettings {
  const key = read('keys/service.pem');
  return { scheme: 'jwe', alg, enc, kid: null, key, privateKey: null, template: '{password}', ...changes };
}

const withPrivateKey = { privateKey: read('keys/service.key') };

async function encrypt(settings: KeySettings, plain = password): Promise<string> {
  return (await createEncryptor(settings, clock)).encrypt(plain);
}

function openContent(enc: JweEnc, cek: Buffer, parts: readonly Buffer[], aad: Buffer): string {
  const [iv, content, tag] = parts as readonly [Buffer, Buffer, Buffer];
  if (enc === 'A128GCM' || enc === 'A256GCM') {
    const decipher = createDecipheriv(gcm[enc], cek, iv).setAAD(aad).setAuthTag(tag);
    return decipher.update(content, undefined, 'utf8') + decipher.final('utf8');
  }
  const [cipher, hash, length] = cbc[enc];
  const bits = Buffer.alloc(8);
  bits.writeBigUInt64BE(BigInt(aad.length * 8));
  const mac = createHmac(hash, cek.subarray(0, length));
  const expected = mac.update(aad).update(iv).update(content).update(bits).digest().subarray(0, length);
  if (!timingSafeEqual(expected, tag)) throw new Error('the tag is wrong');
  const decipher = createDecipheriv(cipher, cek.subarray(length), iv);
  return decipher.update(content, undefined, 'utf8') + decipher.final('utf8');
}

// RFC 7516, section 5.2, with node:crypto alone.
function decryptByHand(alg: JweAlg, enc: JweEnc, token: string): string {
  const [header = '', key = '', ...rest] = token.split('.');
  const cek = privateDecrypt(
    { key: read('keys/service.key'), oaepHash: hashes[alg] },
    Buffer.from(key, 'base64url'),
  );
  const parts = rest.map((part) => Buffer.from(part, 'base64url'));
  return openContent(enc, cek, parts, Buffer.from(header, 'ascii'));
}

const headerOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

describe('a jwe', () => {
  it.each(pairs)('with %s and %s is decrypted by node:crypto', async (alg, enc) => {
    const token = await encrypt(jwe(alg, enc));
    expect(token).toMatch(/^[\w-]+(?:\.[\w-]+){4}$/);
    expect(headerOf(token)).toStrictEqual({ alg, enc });
    expect(decryptByHand(alg, enc, token)).toBe(password);
  });

  it('names the key in its header', async () => {
    const token = await encrypt(jwe('RSA-OAEP', 'A128GCM', { kid: 'ключ-1' }));
    expect(headerOf(token)).toStrictEqual({ alg: 'RSA-OAEP', enc: 'A128GCM', kid: 'ключ-1' });
  });

  it('is another one each time, content key and all', async () => {
    const tokens = [await encrypt(jwe()), await encrypt(jwe())].map((token) => token.split('.'));
    for (const part of [1, 2, 3, 4]) expect(tokens[0]?.[part]).not.toBe(tokens[1]?.[part]);
  });

  it.each(['', 'a', 'Пароль', 'x'.repeat(5000)])(
    'takes the password %j after a round trip',
    async (plain) => {
      const token = await encrypt(jwe('RSA-OAEP-512', 'A256CBC-HS512', withPrivateKey), plain);
      expect(decryptByHand('RSA-OAEP-512', 'A256CBC-HS512', token)).toBe(plain);
    },
  );

  it('is made with a bare public key too', async () => {
    const token = await encrypt(jwe('RSA-OAEP-256', 'A256GCM', { key: read('keys/service.pub.pem') }));
    expect(decryptByHand('RSA-OAEP-256', 'A256GCM', token)).toBe(password);
  });

  it.each([
    ['another alg', jwe('RSA-OAEP', 'A256GCM', withPrivateKey)],
    ['another enc', jwe('RSA-OAEP-256', 'A128GCM', withPrivateKey)],
  ])('with %s than that of the settings decrypts to nothing', async (_name, settings) => {
    const decryptor = await createDecryptor(settings);
    expect(await decryptor.decrypt(await encrypt(jwe()))).toBeNull();
  });

  it('that was altered or is none decrypts to nothing', async () => {
    const decryptor = await createDecryptor(jwe('RSA-OAEP-256', 'A256GCM', withPrivateKey));
    const [head, key, iv, content, tag] = (await encrypt(jwe())).split('.');
    expect(await decryptor.decrypt([head, key, iv, tag, content].join('.'))).toBeNull();
    for (const text of ['', 'secret', 'a.b.c.d.e', '{}']) expect(await decryptor.decrypt(text)).toBeNull();
  });

  it.each([
    ['a short key', { key: shortKey() }, 'key-too-short'],
    ['an elliptic curve', { key: read('keys/ec.pem') }, 'key-not-rsa'],
    [
      'a private key of another pair',
      { privateKey: read('keys/cyrillic.key') },
      'private-key-does-not-match',
    ],
  ])('is refused for %s', async (_name, changes, code) => {
    const refusal = { fault: 'profile', code };
    await expect(encrypt(jwe('RSA-OAEP-256', 'A256GCM', changes))).rejects.toMatchObject(refusal);
  });
});

function shortKey(): string {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  return publicKey.export({ type: 'spki', format: 'pem' }).toString();
}

describe('tokens made by jwcrypto', () => {
  const vectors = readdirSync(new URL('vectors', fixtures)).filter((file) => file.endsWith('.jwe'));

  it('cover its algorithms with three passwords', () => {
    expect(vectors).toHaveLength(24);
  });

  it.each(vectors)('%s decrypts to its password', async (file) => {
    const [, alg, enc, name] = /^jwe-(RSA-OAEP(?:-256)?)-(.+)\.(\w+)\.jwe$/.exec(file) ?? [];
    const known = pairs.find((pair) => pair[0] === alg && pair[1] === enc);
    if (known === undefined) throw new Error(`there is no scheme for ${file}`);
    const decryptor = await createDecryptor(jwe(...known, withPrivateKey));
    expect(await decryptor.decrypt(read(`vectors/${file}`))).toBe(read(`vectors/${name}.txt`));
  });
});
