import { hash as digest } from 'node:crypto';
import type { OaepHash } from './settings.ts';

/** The two hash functions of EME-OAEP; node:crypto cannot set them apart. */
export interface OaepHashes {
  readonly hash: OaepHash;
  readonly mgf1: OaepHash;
}

const HASH_BYTES = { sha1: 20, sha256: 32, sha384: 48, sha512: 64 } as const satisfies Record<
  OaepHash,
  number
>;

const SEPARATOR = Buffer.of(1);

/** Longest message in bytes that a block of `length` bytes takes (RFC 8017, section 7.1.1); negative where the block is too short. */
export function oaepCapacity(length: number, hash: OaepHash): number {
  return length - 2 * HASH_BYTES[hash] - 2;
}

/** Length of the seed in bytes. */
export function oaepSeedBytes(hash: OaepHash): number {
  return HASH_BYTES[hash];
}

function mgf1(seed: Buffer, length: number, hash: OaepHash): Buffer {
  const rounds = Math.ceil(length / HASH_BYTES[hash]);
  const blocks = Array.from({ length: rounds }, (_, round) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(round);
    return digest(hash, Buffer.concat([seed, counter]), 'buffer');
  });
  return Buffer.concat(blocks).subarray(0, length);
}

function xor(bytes: Buffer, mask: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] ?? 0)));
}

/** Pads a message to a block of `length` bytes with an empty label (EME-OAEP encoding, RFC 8017, section 7.1.1, step 2). */
export function padOaep(message: Buffer, length: number, hashes: OaepHashes, seed: Buffer): Buffer {
  const filling = Buffer.alloc(oaepCapacity(length, hashes.hash) - message.length);
  const block = Buffer.concat([digest(hashes.hash, '', 'buffer'), filling, SEPARATOR, message]);
  const maskedBlock = xor(block, mgf1(seed, block.length, hashes.mgf1));
  const maskedSeed = xor(seed, mgf1(maskedBlock, seed.length, hashes.mgf1));
  return Buffer.concat([Buffer.alloc(1), maskedSeed, maskedBlock]);
}

/** Takes the message out of a block (EME-OAEP decoding, RFC 8017, section 7.1.2, step 3); null where the padding is wrong. */
export function unpadOaep(padded: Buffer, hashes: OaepHashes): Buffer | null {
  const size = HASH_BYTES[hashes.hash];
  const maskedBlock = padded.subarray(1 + size);
  const seed = xor(padded.subarray(1, 1 + size), mgf1(maskedBlock, size, hashes.mgf1));
  const block = xor(maskedBlock, mgf1(seed, maskedBlock.length, hashes.mgf1));
  const separator = block.findIndex((byte, index) => index >= size && byte !== 0);
  const isLabelled = block.subarray(0, size).equals(digest(hashes.hash, '', 'buffer'));
  const isPadded = padded[0] === 0 && isLabelled && block[separator] === SEPARATOR[0];
  return isPadded ? block.subarray(separator + 1) : null;
}
