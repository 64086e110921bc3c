import { constants, publicEncrypt } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { loadForge } from '../base/forge.ts';
import { UserError } from '../base/errors.ts';
import { KeyError } from './key.ts';
import type { ServiceKey } from './key.ts';
import { encode, encodingSetting, keyScheme } from './scheme.ts';

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
  capacity: ({ hash }, key) => capacityOf(key, oaepOverhead(hash)),
  async encrypt(settings, key, plain) {
    const text = textFor(key, oaepOverhead(settings.hash), plain);
    return encode(await sealOaep(settings, key, text), settings.encoding);
  },
});

/** RSAES-PKCS1-v1_5 (RFC 8017, section 7.2). */
export const rsaPkcs1 = keyScheme('rsa-pkcs1', {
  settings: { encoding },
  assertUsable: (_settings, key) => assertHasRoom(key, pkcs1Overhead),
  capacity: (_settings, key) => capacityOf(key, pkcs1Overhead),
  encrypt: (settings, key, plain) =>
    encode(sealPkcs1(key.publicKey, textFor(key, pkcs1Overhead, plain)), settings.encoding),
});

const { RSA_NO_PADDING, RSA_PKCS1_OAEP_PADDING, RSA_PKCS1_PADDING } = constants;

export const sealPkcs1 = (key: KeyObject, text: Buffer): Buffer =>
  publicEncrypt({ key, padding: RSA_PKCS1_PADDING }, text);

/** RSAES-OAEP. Uses node-forge if MGF1 and label have different hashes, which node:crypto does not support. */
async function sealOaep(
  { hash, mgf1 }: { readonly hash: Hash; readonly mgf1: Hash },
  { publicKey: key, bits }: ServiceKey,
  text: Buffer,
): Promise<Buffer> {
  if (hash === mgf1) {
    return publicEncrypt({ key, padding: RSA_PKCS1_OAEP_PADDING, oaepHash: hash }, text);
  }
  const { md, pkcs1 } = await loadForge();
  const options = { md: md[hash].create(), mgf1: { md: md[mgf1].create() } };
  const size = { n: { bitLength: () => bits } };
  const block = pkcs1.encode_rsa_oaep(size, text.toString('latin1'), options);
  return publicEncrypt({ key, padding: RSA_NO_PADDING }, Buffer.from(block, 'latin1'));
}

// Declarations missing from the types of node-forge.
declare module 'node-forge' {
  namespace pkcs1 {
    type Key = { readonly n: { readonly bitLength: () => number } };
    function encode_rsa_oaep(key: Key, message: string, options: object): string;
  }
}

/** Bytes of a block that PKCS#1 v1.5 padding takes. */
const pkcs1Overhead = 11;
const oaepOverhead = (hash: Hash): number => 2 * hashBytes[hash] + 2;

const capacityOf = ({ bits }: ServiceKey, overhead: number): number => Math.ceil(bits / 8) - overhead;

function assertHasRoom(key: ServiceKey, overhead: number): void {
  if (capacityOf(key, overhead) > 0) return;
  const actual = `a key of ${key.bits} bits, which leaves no room for a password`;
  const hint = 'Use a key of 2048 bits or more, or a shorter hash.';
  throw new KeyError('key-too-short', actual, 'a longer one', hint);
}

/** Bytes to encrypt. Throws a UserError if they do not fit into a block. */
function textFor(key: ServiceKey, overhead: number, plain: string): Buffer {
  const text = Buffer.from(plain, 'utf8');
  const capacity = capacityOf(key, overhead);
  if (text.length <= capacity) return text;
  const problem = `credentials.partnerPassword: the text to encrypt has ${text.length} bytes in UTF-8, expected at most ${capacity} with a key of ${key.bits} bits`;
  throw new UserError(
    'profile',
    'password-too-long',
    problem,
    'Shorten encryption.template or the password, use a longer key, or scheme: cms, which has no such limit.',
  );
}
