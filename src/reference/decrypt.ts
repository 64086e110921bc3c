import { constants, createHash, createPrivateKey, privateDecrypt } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { UserError } from '../base/errors.ts';
import { attempt, decodeUtf8 } from './conforming.ts';
import { encodings, hashes, usualEncryption } from './encryption.ts';
import type { Encoding, Encryption, Hash } from './encryption.ts';

const alphabets = {
  base64: /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  base64url: /^[A-Za-z0-9_-]+$/,
  hex: /^(?:[0-9A-Fa-f]{2})+$/,
} as const satisfies Readonly<Record<Encoding, RegExp>>;

/** Opens passwords. Nothing in it throws. */
export interface Decryptor {
  /** The plain text; null for anything but a ciphertext of this encryption under this key. */
  readonly open: (ciphertext: string) => string | null;
  /** The encryption of those that clients usually confuse which opens a text; null if none does. */
  readonly findEncryption: (ciphertext: string) => Encryption | null;
}

/** Throws a UserError if the key is not an RSA private key in PEM. */
export function createDecryptor(privateKey: string, encryption: Encryption = usualEncryption): Decryptor {
  const key = attempt(() => createPrivateKey(privateKey));
  if (key === null)
    throw new UserError(
      'usage',
      'reference-key-unreadable',
      'The private key of the reference implementation cannot be read.',
      'Give an RSA private key in PEM, without a passphrase.',
    );
  return {
    open: (ciphertext) => textIn(blockOf(ciphertext, encryption.encoding, key), encryption),
    findEncryption: (ciphertext) => {
      const opening = encodings.flatMap((encoding) => {
        const block = blockOf(ciphertext, encoding, key);
        return candidates(encoding).filter((one) => textIn(block, one) !== null);
      });
      return opening[0] ?? null;
    },
  };
}

const candidates = (encoding: Encoding): readonly Encryption[] => [
  ...hashes.flatMap((hash) =>
    hashes.map((mgf1): Encryption => ({ scheme: 'rsa-oaep', hash, mgf1, encoding })),
  ),
  { scheme: 'rsa-pkcs1', encoding },
];

/** The padded block (RFC 8017, section 5.1.2); null if a text is no number below the modulus. */
function blockOf(ciphertext: string, encoding: Encoding, key: KeyObject): Buffer | null {
  if (!alphabets[encoding].test(ciphertext)) return null;
  const bytes = Buffer.from(ciphertext, encoding);
  return attempt(() => privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, bytes));
}

function textIn(block: Buffer | null, encryption: Encryption): string | null {
  if (block === null) return null;
  const plain = encryption.scheme === 'rsa-oaep' ? withoutOaep(block, encryption) : withoutPkcs1(block);
  return plain && decodeUtf8(plain);
}

/** Removes the padding of RFC 8017, section 7.1.2, with an empty label; null if it is another. */
function withoutOaep(block: Buffer, { hash, mgf1 }: { readonly hash: Hash; readonly mgf1: Hash }) {
  const label = createHash(hash).digest();
  const [maskedSeed, maskedData] = [block.subarray(1, label.length + 1), block.subarray(label.length + 1)];
  const seed = xor(maskedSeed, mask(maskedData, label.length, mgf1));
  const data = xor(maskedData, mask(seed, maskedData.length, mgf1));
  const end = data.findIndex((byte, index) => index >= label.length && byte !== 0);
  const isPadded = block[0] === 0 && data.subarray(0, label.length).equals(label) && data[end] === 1;
  return isPadded ? data.subarray(end + 1) : null;
}

/** Removes the padding of RFC 8017, section 7.2.2; null if it is another. */
function withoutPkcs1(block: Buffer): Buffer | null {
  const end = block.indexOf(0, 2);
  return block[0] === 0 && block[1] === 2 && end >= 10 ? block.subarray(end + 1) : null;
}

/** MGF1 (RFC 8017, appendix B.2.1). */
function mask(seed: Uint8Array, length: number, hash: Hash): Buffer {
  let made = Buffer.alloc(0);
  for (let count = 0; made.length < length; count += 1) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    made = Buffer.concat([made, createHash(hash).update(seed).update(counter).digest()]);
  }
  return made.subarray(0, length);
}

const xor = (bytes: Uint8Array, mask: Uint8Array): Buffer =>
  Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] ?? 0)));
