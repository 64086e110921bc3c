import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { decodeDer, encodeDer, readSequence, tags } from '../der.ts';
import type { Der } from '../der.ts';
import { createEncryptor, schemeNames, schemes } from './registry.ts';
import type { EncryptionSettings } from './registry.ts';
import type { Setting } from './scheme.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const read = (path: string) => readFileSync(fixtures + path, 'utf8');
const openssl = 'openssl';
const services = { now: () => new Date('2026-11-20T10:00:00Z'), uuid: () => 'b9f1' };
const password = read('vectors/special.txt');

type WithKey = Extract<EncryptionSettings, { readonly key: string }>;

const pair = (name: string) => ({
  key: read(`keys/${name}.pem`),
  privateKey: read(`keys/${name}.key`),
  template: '{password}',
});
const service = { ...pair('service'), encoding: 'base64' } as const;
const cyrillic = { ...pair('cyrillic'), encoding: 'base64' } as const;

const hashes = ['sha1', 'sha256', 'sha384', 'sha512'] as const;
const ciphers = ['aes128', 'aes192', 'aes256', '3des'] as const;
const algs = ['RSA-OAEP', 'RSA-OAEP-256', 'RSA-OAEP-384', 'RSA-OAEP-512'] as const;
const encs = ['A128GCM', 'A256GCM', 'A128CBC-HS256', 'A256CBC-HS512'] as const;
type Hash = (typeof hashes)[number];
type Cipher = (typeof ciphers)[number];

const oaep = (hash: Hash, mgf1: Hash) => ({ ...service, scheme: 'rsa-oaep', hash, mgf1 }) as const;
const pkcs1 = { ...service, scheme: 'rsa-pkcs1' } as const;
const cms = (cipher: Cipher) => ({ ...cyrillic, scheme: 'cms', cipher }) as const;
const jwe = (alg: (typeof algs)[number], enc: (typeof encs)[number]) =>
  ({ ...pair('service'), scheme: 'jwe', alg, enc, kid: null }) as const;

const pairsOf = <One, Other>(ones: readonly One[], others: readonly Other[]) =>
  ones.flatMap((one) => others.map((other) => [one, other] as const));

/** Settings by the names that the files of vectors begin with. */
const known = new Map<string, WithKey>([
  ...pairsOf(hashes, hashes).map(([hash, mgf1]) => [`rsa-oaep-${hash}-${mgf1}`, oaep(hash, mgf1)] as const),
  ['rsa-pkcs1', pkcs1],
  ...ciphers.map((cipher) => [`cms-${cipher}`, cms(cipher)] as const),
  ...pairsOf(algs, encs).map(([alg, enc]) => [`jwe-${alg}-${enc}`, jwe(alg, enc)] as const),
]);

async function decrypt(settings: WithKey, ciphertext: string): Promise<string | null> {
  // The scheme picks its own settings.
  const scheme: { decrypt(settings: WithKey): (text: string) => Promise<Buffer | null> } =
    schemes[settings.scheme];
  return (await scheme.decrypt(settings)(ciphertext))?.toString() ?? null;
}

/** Encrypts without the private key, so that only the reader decides whether a ciphertext is right. */
async function encrypt(settings: WithKey, plain = password): Promise<string> {
  return (await createEncryptor({ ...settings, privateKey: null }, services)).encrypt(plain);
}

describe('a ciphertext made by OpenSSL or jwcrypto', () => {
  const files = readdirSync(`${fixtures}vectors`);
  const vectors = files.filter((file) => !/\.(?:md|txt)$/.test(file));
  const passwords = files.filter((file) => file.endsWith('.txt'));

  it('is there for every scheme with a key and every value of its settings, for all passwords', () => {
    const beginnings = new Set(vectors.map((file) => file.split('.')[0] ?? ''));
    expect(vectors).toHaveLength(beginnings.size * passwords.length);
    const shown = new Set([...beginnings].flatMap((name) => Object.values(known.get(name) ?? {})));
    const keyed = schemeNames.filter((name) => schemes[name].needed.setting === 'key');
    const values = keyed.flatMap((name) => {
      const { encoding: _, ...settings }: Readonly<Record<string, Setting>> = schemes[name].settings;
      return [name, ...Object.values(settings).flatMap((setting) => setting.values ?? [])];
    });
    // jwcrypto has no others.
    const unmade = ['RSA-OAEP-384', 'RSA-OAEP-512'];
    expect(values.filter((value) => !shown.has(value))).toEqual(unmade);
  });

  it.each(vectors)('decrypts to its password: %s', async (file) => {
    const [scheme = '', name] = file.split('.');
    const settings = known.get(scheme);
    if (settings === undefined) throw new Error(`there is no scheme for ${file}`);
    expect(await decrypt(settings, read(`vectors/${file}`))).toBe(read(`vectors/${name}.txt`));
  });

  it('decrypts to nothing where it has a label', async () => {
    const options = [...oaepOptions('sha256', 'sha256'), '-pkeyopt', 'rsa_oaep_label:6c'];
    const command = ['pkeyutl', '-encrypt', '-pubin', '-inkey', `${fixtures}keys/service.pub.pem`];
    const bytes = execFileSync(openssl, [...command, ...options], { input: password, stdio: 'pipe' });
    expect(await decrypt(oaep('sha256', 'sha256'), bytes.toString('base64'))).toBeNull();
  });
});

function ask(input: string | Buffer, options: readonly string[]): string {
  return execFileSync(openssl, options, { input, encoding: 'utf8', stdio: 'pipe' });
}

const oaepOptions = (hash: Hash, mgf1: Hash): readonly string[] =>
  ['rsa_padding_mode:oaep', `rsa_oaep_md:${hash}`, `rsa_mgf1_md:${mgf1}`].flatMap((one) => ['-pkeyopt', one]);

function openBlock(text: string, ...options: readonly string[]): string {
  const command = ['pkeyutl', '-decrypt', '-inkey', `${fixtures}keys/service.key`, ...options];
  return ask(Buffer.from(text, 'base64'), command);
}

function openCms(envelope: string | Buffer, form: string, name: string): string {
  const keys = ['-recip', `${fixtures}keys/${name}.pem`, '-inkey', `${fixtures}keys/${name}.key`];
  return ask(envelope, ['cms', '-decrypt', '-binary', '-inform', form, ...keys]);
}

describe('OpenSSL', () => {
  it.each([
    ...pairsOf(hashes, hashes).map(
      ([hash, mgf1]) => [`rsa-oaep, ${hash}, ${mgf1}`, oaep(hash, mgf1), oaepOptions(hash, mgf1)] as const,
    ),
    ['rsa-pkcs1', pkcs1, ['-pkeyopt', 'rsa_padding_mode:pkcs1']] as const,
  ])('opens %s', async (_name, settings, options) => {
    expect(openBlock(await encrypt(settings), ...options)).toBe(password);
  });

  it.each([
    [oaep('sha256', 'sha256'), 'sha256', 'sha1'],
    [oaep('sha256', 'sha1'), 'sha256', 'sha256'],
    [oaep('sha1', 'sha256'), 'sha256', 'sha256'],
  ] as const)('does not open rsa-oaep with other hashes than its own', async (settings, hash, mgf1) => {
    const text = await encrypt(settings);
    expect(() => openBlock(text, ...oaepOptions(hash, mgf1))).toThrow('Command failed');
    expect(await decrypt(oaep(hash, mgf1), text)).toBeNull();
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
    // The recipient is named byte for byte as in the certificate.
    const field = Buffer.concat([Buffer.from('060355040a0c19', 'hex'), Buffer.from('Тестовый банк')]);
    expect(message.includes(field)).toBe(true);
  });

  it('opens cms in PEM', async () => {
    const settings = { ...service, scheme: 'cms', cipher: 'aes256', encoding: 'pem' } as const;
    expect(openCms(await encrypt(settings), 'PEM', 'service')).toBe(password);
  });
});

describe('a jwe', () => {
  const headerOf = (token: string): unknown =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

  it.each(pairsOf(algs, encs))('names %s and %s in its header, and the key', async (alg, enc) => {
    const token = await encrypt(jwe(alg, enc));
    expect(headerOf(token)).toStrictEqual({ alg, enc });
    expect(await decrypt(jwe(alg, enc), token)).toBe(password);
    const kid = 'ключ-1';
    expect(headerOf(await encrypt({ ...jwe(alg, enc), kid }))).toStrictEqual({ alg, enc, kid });
  });

  it('with another alg or enc than that of the settings decrypts to nothing', async () => {
    const token = await encrypt(jwe('RSA-OAEP-256', 'A256GCM'));
    expect(await decrypt(jwe('RSA-OAEP', 'A256GCM'), token)).toBeNull();
    expect(await decrypt(jwe('RSA-OAEP-256', 'A128GCM'), token)).toBeNull();
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
    it('yields another ciphertext each time, after a round trip, whatever the password', async () => {
      const { encrypt: again } = await createEncryptor(settings, services);
      const plain = ['', 'two', 'two', 'Пароль', 'quo\'te "$&" {uuid} 🔐', 'line\r\nbreak\u0000'];
      const texts = await Promise.all(plain.map(again));
      expect(new Set(texts).size).toBe(plain.length);
      expect(await Promise.all(texts.map((text) => decrypt(settings, text)))).toEqual(plain);
    });

    it('encrypts what the template says, with a bare public key too', async () => {
      const key = settings.scheme === 'cms' ? settings.key : read('keys/service.pub.pem');
      const text = await encrypt(
        { ...settings, key, template: '{timestamp}|{uuid}|{other}|{password}' },
        '{uuid}$&',
      );
      expect(await decrypt(settings, text)).toBe('2026-11-20T10:00:00.000Z|b9f1|{other}|{uuid}$&');
    });

    it('decrypts what was altered, and what is none, to nothing', async () => {
      const text = await encrypt(settings, 'secret');
      const at = text.length - 30;
      const altered = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
      expect(await decrypt(settings, altered)).not.toBe('secret');
      for (const none of ['', 'secret', 'AAAA', 'c2VjcmV0', '====', 'MIIB', 'a.b.c.d.e', '{}']) {
        expect(await decrypt(settings, none)).toBeNull();
      }
    });

    it.each(['base64url', 'hex'] as const)('writes %s', async (encoding) => {
      if (!('encoding' in settings)) return;
      const written = { ...settings, encoding };
      const text = await encrypt(written);
      expect(text).toMatch(encoding === 'hex' ? /^[0-9a-f]+$/ : /^[\w-]+$/);
      expect(await decrypt(written, text)).toBe(password);
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
      expect(await decrypt(settings, await encrypt(settings, long))).toBe(long);
    },
  );
});

it('a certificate in BER, whose issuer and serial number an envelope would have to quote, is refused', async () => {
  const certificate = new X509Certificate(cyrillic.key);
  const [body, ...signature] = readSequence(decodeDer(certificate.raw)[0]);
  const [, ...fields] = readSequence(body);
  const version = Buffer.from('a08103020102', 'hex');
  const sequence = (...parts: readonly Buffer[]): Buffer => encodeDer(tags.sequence, ...parts);
  const bytes = (parts: readonly Der[]): readonly Buffer[] => parts.map((part) => part.bytes);
  const ber = sequence(sequence(version, ...bytes(fields)), ...bytes(signature)).toString('base64');
  const key = `-----BEGIN CERTIFICATE-----\n${ber}\n-----END CERTIFICATE-----\n`;
  const refused = expect.objectContaining({ code: 'key-unreadable' }) as Error;
  expect(new X509Certificate(key).subject).toBe(certificate.subject);
  await expect(encrypt({ ...cms('aes128'), key })).rejects.toThrow(refused);
  await expect(encrypt(cms('aes128'))).resolves.toMatch(/^M/);
});
