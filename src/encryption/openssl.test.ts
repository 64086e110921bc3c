import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createEncryptor } from './create-encryptor.ts';
import { createDecryptor } from './decryptor.ts';
import { decode } from './encoding.ts';
import type { KeySettings } from './key.ts';
import type { CmsCipher, OaepHash } from './settings.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const keys = `${fixtures}keys/`;
const read = (path: string) => readFileSync(fixtures + path, 'utf8');
const tool = 'openssl';
const clock = { now: () => new Date(0), uuid: () => 'id' };

const hashes = ['sha1', 'sha256', 'sha384', 'sha512'] as const satisfies readonly OaepHash[];
const ciphers = ['aes128', 'aes192', 'aes256', '3des'] as const satisfies readonly CmsCipher[];
const password = read('vectors/special.txt');

const pair = (name: 'service' | 'cyrillic') => ({
  key: read(`keys/${name}.pem`),
  privateKey: read(`keys/${name}.key`),
  template: '{password}',
  encoding: 'base64' as const,
});

const oaep = (hash: OaepHash, mgf1: OaepHash): KeySettings => ({
  ...pair('service'),
  scheme: 'rsa-oaep',
  hash,
  mgf1,
});
const pkcs1: KeySettings = { ...pair('service'), scheme: 'rsa-pkcs1' };
const cms = (cipher: CmsCipher): KeySettings => ({ ...pair('cyrillic'), scheme: 'cms', cipher });

const schemes: readonly (readonly [string, KeySettings])[] = [
  ...hashes.flatMap((hash) => hashes.map((mgf1) => [`rsa-oaep-${hash}-${mgf1}`, oaep(hash, mgf1)] as const)),
  ['rsa-pkcs1', pkcs1],
  ...ciphers.map((cipher) => [`cms-${cipher}`, cms(cipher)] as const),
];

// Without the private key, so that nothing but OpenSSL decides whether a ciphertext is right.
async function encrypt(settings: KeySettings): Promise<string> {
  const encryptor = await createEncryptor({ ...settings, privateKey: null }, clock);
  return encryptor.encrypt(password);
}

function openssl(input: string | Buffer, ...options: readonly string[]): string {
  return execFileSync(tool, options, { input, encoding: 'utf8', stdio: 'pipe' });
}

function decryptBlock(text: string, ...options: readonly string[]): string {
  const pkeyopts = options.flatMap((option) => ['-pkeyopt', option]);
  return openssl(
    Buffer.from(text, 'base64'),
    'pkeyutl',
    '-decrypt',
    '-inkey',
    `${keys}service.key`,
    ...pkeyopts,
  );
}

function oaepOptions(hash: OaepHash, mgf1: OaepHash): readonly string[] {
  return ['rsa_padding_mode:oaep', `rsa_oaep_md:${hash}`, `rsa_mgf1_md:${mgf1}`];
}

function decryptCms(message: string | Buffer, form: string, name: string): string {
  const files = ['-recip', `${keys}${name}.pem`, '-inkey', `${keys}${name}.key`];
  return openssl(message, 'cms', '-decrypt', '-binary', '-inform', form, ...files);
}

function readContentKey(message: string): Buffer {
  const bytes = Buffer.from(message, 'base64');
  // The only octet string of 256 bytes is the encrypted key.
  const start = bytes.indexOf('04820100', 0, 'hex') + 4;
  const command = ['pkeyutl', '-decrypt', '-inkey', `${keys}service.key`];
  return execFileSync(tool, command, { input: bytes.subarray(start, start + 256), stdio: 'pipe' });
}

describe('ciphertexts made by OpenSSL', () => {
  const vectors = readdirSync(`${fixtures}vectors`).filter((file) => file.endsWith('.b64'));

  it('cover every scheme with three passwords', () => {
    expect(vectors).toHaveLength(36);
  });

  it.each(vectors)('%s decrypts to its password', async (file) => {
    const [scheme, name] = file.split('.');
    const settings = schemes.find(([id]) => id === scheme)?.[1];
    if (settings === undefined) throw new Error(`there is no scheme for ${file}`);
    const decryptor = await createDecryptor(settings);
    const plain = await decryptor.decrypt(read(`vectors/${file}`));
    expect(plain).toBe(read(`vectors/${name}.txt`));
  });
});

describe('a ciphertext made by OpenSSL with a label', () => {
  it('is none of ours', async () => {
    const options = [...oaepOptions('sha256', 'sha256'), 'rsa_oaep_label:6c'].flatMap((option) => [
      '-pkeyopt',
      option,
    ]);
    const command = ['pkeyutl', '-encrypt', '-pubin', '-inkey', `${keys}service.pub.pem`, ...options];
    const bytes = execFileSync(tool, command, { input: password, stdio: 'pipe' });
    const decryptor = await createDecryptor(oaep('sha256', 'sha256'));
    expect(await decryptor.decrypt(bytes.toString('base64'))).toBeNull();
  });
});

describe('OpenSSL', () => {
  it.each(hashes.flatMap((hash) => hashes.map((mgf1) => [hash, mgf1] as const)))(
    'decrypts rsa-oaep with %s and MGF1 with %s',
    async (hash, mgf1) => {
      const text = await encrypt(oaep(hash, mgf1));
      expect(decryptBlock(text, ...oaepOptions(hash, mgf1))).toBe(password);
    },
  );

  it.each([
    ['MGF1 than sha256', oaep('sha256', 'sha256'), oaepOptions('sha256', 'sha1')],
    ['MGF1 than sha1', oaep('sha256', 'sha1'), oaepOptions('sha256', 'sha256')],
    ['OAEP than sha1', oaep('sha1', 'sha256'), oaepOptions('sha256', 'sha256')],
  ] as const)('refuses rsa-oaep with another hash of %s', async (_name, settings, options) => {
    const text = await encrypt(settings);
    expect(() => decryptBlock(text, ...options)).toThrow('Command failed');
  });

  it('decrypts rsa-pkcs1', async () => {
    expect(decryptBlock(await encrypt(pkcs1), 'rsa_padding_mode:pkcs1')).toBe(password);
  });

  it.each(ciphers)('decrypts cms with %s for a certificate with Cyrillic names', async (cipher) => {
    const message = Buffer.from(await encrypt(cms(cipher)), 'base64');
    expect(decryptCms(message, 'DER', 'cyrillic')).toBe(password);
  });

  it.each([
    ['aes128', 'aes-128-cbc'],
    ['aes192', 'aes-192-cbc'],
    ['aes256', 'aes-256-cbc'],
    ['3des', 'des-ede3-cbc'],
  ] as const)('finds that cms with %s uses %s', async (cipher, name) => {
    const message = Buffer.from(await encrypt(cms(cipher)), 'base64');
    const shown = openssl(message, 'cms', '-cmsout', '-print', '-inform', 'DER');
    expect(shown).toContain(`algorithm: ${name} `);
  });

  it('reads cms written as PEM', async () => {
    const settings: KeySettings = { ...pair('service'), scheme: 'cms', cipher: 'aes256', encoding: 'pem' };
    expect(decryptCms(await encrypt(settings), 'PEM', 'service')).toBe(password);
  });

  it('finds no recipient in a cms for another certificate', async () => {
    const message = Buffer.from(await encrypt(cms('aes256')), 'base64');
    expect(() => decryptCms(message, 'DER', 'service')).toThrow('Command failed');
  });
});

describe('a cms', () => {
  it('names the recipient as the certificate does', async () => {
    const message = decode(await encrypt(cms('aes256')), 'base64');
    const field = Buffer.concat([Buffer.from('060355040a0c19', 'hex'), Buffer.from('Тестовый банк')]);
    expect(message?.includes(field)).toBe(true);
  });

  it.each([
    ['aes128', 16],
    ['3des', 24],
  ] as const)('with %s has a content key of its own of %i bytes', async (cipher, length) => {
    const settings: KeySettings = { ...pair('service'), scheme: 'cms', cipher };
    const messages = [await encrypt(settings), await encrypt(settings)];
    const contentKeys = messages.map((message) => readContentKey(message));
    expect(contentKeys.map((key) => key.length)).toEqual([length, length]);
    expect(contentKeys[0]).not.toEqual(contentKeys[1]);
  });
});
