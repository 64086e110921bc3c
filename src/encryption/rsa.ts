import { constants, privateDecrypt, publicEncrypt } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type forge from 'node-forge';
import { UserError } from '../errors.ts';
import { message } from '../wording/message.ts';
import { KeyError } from './key.ts';
import type { ServiceKey } from './key.ts';
import { decode, encode, encodingSetting, keyScheme } from './scheme.ts';
import type { DecryptText, EncryptText, Encoding } from './scheme.ts';

/** The library for PKCS#12 and unusual paddings, as its default export. */
export type Forge = typeof forge;

/** Loads node-forge on demand: it takes longer to load than everything else in this folder together. */
export async function loadForge(): Promise<Forge> {
  return (await import('node-forge')).default;
}

const hashes = ['sha1', 'sha256', 'sha384', 'sha512'] as const;
type Hash = (typeof hashes)[number];
const hashBytes = { sha1: 20, sha256: 32, sha384: 48, sha512: 64 } as const satisfies Record<Hash, number>;

const encoding = encodingSetting(['base64', 'base64url', 'hex']);

/** RSAES-OAEP with an empty label (RFC 8017, section 7.1). */
export const rsaOaep = keyScheme('rsa-oaep', {
  settings: {
    hash: {
      values: hashes,
      default: 'sha256',
      description: 'rsa-oaep: hash of OAEP; default: sha256.',
      example: 'sha256',
    },
    mgf1: {
      values: hashes,
      default: { as: 'hash' },
      description: 'rsa-oaep: hash of MGF1; default: the same as hash (the default of Java is sha1).',
      example: 'sha1',
    },
    encoding,
  },
  assertUsable: ({ hash }, key) => assertHasRoom(key, oaepOverhead(hash)),
  encrypt: async (settings, key) =>
    encryption(settings, key, oaepOverhead(settings.hash), await oaepPadding(settings, key.bits)),
  decrypt: async (settings, key) =>
    decryption(settings, key, await oaepPadding(settings, key.asymmetricKeyDetails?.modulusLength ?? 0)),
});

/** RSAES-PKCS1-v1_5 (RFC 8017, section 7.2). */
export const rsaPkcs1 = keyScheme('rsa-pkcs1', {
  settings: { encoding },
  assertUsable: (_settings, key) => assertHasRoom(key, pkcs1Overhead),
  encrypt: (settings, key) => encryption(settings, key, pkcs1Overhead, pkcs1Padding),
  decrypt: (settings, key) => decryption(settings, key, pkcs1Padding),
});

/** How a text gets into a block and out again, where node:crypto does not do it. */
interface Padding {
  /** Options of node:crypto for either direction. */
  readonly encryption: { readonly padding: number; readonly oaepHash?: string };
  readonly decryption: { readonly padding: number; readonly oaepHash?: string };
  readonly add: (text: Buffer) => Buffer;
  /** Throws, or gives null, where the padding is wrong. */
  readonly remove: (block: Buffer) => Buffer | null;
}

const { RSA_NO_PADDING, RSA_PKCS1_OAEP_PADDING, RSA_PKCS1_PADDING } = constants;
const none = { padding: RSA_NO_PADDING };
const same = (bytes: Buffer): Buffer => bytes;

const pkcs1Padding: Padding = {
  encryption: { padding: RSA_PKCS1_PADDING },
  add: same,
  decryption: none,
  remove: withoutPkcs1,
};

// node:crypto either refuses this padding or answers a wrong one with made-up bytes.
function withoutPkcs1(block: Buffer): Buffer | null {
  const end = block.indexOf(0, 2);
  return block[0] === 0 && block[1] === 2 && end >= 10 ? block.subarray(end + 1) : null;
}

/** Decrypts a block with PKCS#1 v1.5 padding; null where that is wrong. */
export const decryptPkcs1 = (key: KeyObject, block: Buffer): Buffer | null =>
  withoutPkcs1(privateDecrypt({ key, ...none }, block));

/** EME-OAEP: by node-forge where MGF1 has another hash than the label, which node:crypto cannot do. */
async function oaepPadding(
  { hash, mgf1 }: { readonly hash: Hash; readonly mgf1: Hash },
  bits: number,
): Promise<Padding> {
  const whole = { padding: RSA_PKCS1_OAEP_PADDING, oaepHash: hash };
  if (hash === mgf1) return { encryption: whole, decryption: whole, add: same, remove: same };
  const { md, pkcs1 } = await loadForge();
  const size = { n: { bitLength: () => bits } };
  const options = () => ({ md: md[hash].create(), mgf1: { md: md[mgf1].create() } });
  return {
    encryption: none,
    add: (text) => Buffer.from(pkcs1.encode_rsa_oaep(size, text.toString('latin1'), options()), 'latin1'),
    decryption: none,
    remove: (block) =>
      Buffer.from(pkcs1.decode_rsa_oaep(size, block.toString('latin1'), options()), 'latin1'),
  };
}

// What the types of node-forge leave out.
declare module 'node-forge' {
  namespace pkcs1 {
    type Key = { readonly n: { readonly bitLength: () => number } };
    function encode_rsa_oaep(key: Key, message: string, options: object): string;
    function decode_rsa_oaep(key: Key, block: string, options: object): string;
  }
}

/** Bytes of a block that the padding takes. */
const pkcs1Overhead = 11;
const oaepOverhead = (hash: Hash): number => 2 * hashBytes[hash] + 2;

const capacityOf = ({ bits }: ServiceKey, overhead: number): number => Math.ceil(bits / 8) - overhead;

function assertHasRoom(key: ServiceKey, overhead: number): void {
  if (capacityOf(key, overhead) > 0) return;
  const found = message('found-key-without-room', { bits: key.bits });
  throw new KeyError(
    'key',
    'key-too-short',
    found,
    message('expected-longer-key'),
    message('use-longer-key'),
  );
}

interface Written {
  readonly encoding: Encoding;
}

function encryption(settings: Written, key: ServiceKey, overhead: number, padding: Padding): EncryptText {
  const capacity = capacityOf(key, overhead);
  const options = { key: key.publicKey, ...padding.encryption };
  return async (plain) => {
    const bytes = Buffer.from(plain, 'utf8');
    if (bytes.length <= capacity)
      return encode(publicEncrypt(options, padding.add(bytes)), settings.encoding);
    const found = message('password-too-long', { bytes: bytes.length, capacity, bits: key.bits });
    throw new UserError('profile', 'password-too-long', found, message('shorten-password'));
  };
}

function decryption(settings: Written, privateKey: KeyObject, padding: Padding): DecryptText {
  const options = { key: privateKey, ...padding.decryption };
  return async (ciphertext) => {
    try {
      return padding.remove(privateDecrypt(options, decode(ciphertext, settings.encoding)));
    } catch {
      return null;
    }
  };
}
