import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { oaepCapacity, padOaep, unpadOaep } from './eme-oaep.ts';

const hashes = { hash: 'sha256', mgf1: 'sha1' } as const;
const seed = Buffer.alloc(32, 7);
const message = Buffer.from('Пароль');

const sha256 = (...parts: readonly Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const xor = (bytes: Buffer, mask: Buffer) =>
  Buffer.from(bytes.map((byte, index) => byte ^ mask.readUInt8(index)));

// One round of MGF1 is enough for a block of 65 bytes, 1 + 32 + 32: what follows the hash of the label is empty.
function padNothing(): Buffer {
  const maskedBlock = xor(sha256(), sha256(seed, Buffer.alloc(4)));
  return Buffer.concat([Buffer.alloc(1), xor(seed, sha256(maskedBlock, Buffer.alloc(4))), maskedBlock]);
}

describe('EME-OAEP', () => {
  it.each([0, 1, 190])('takes a message of %i bytes in and out of a block of 256', (length) => {
    const block = padOaep(Buffer.alloc(length, 1), 256, hashes, seed);
    expect(block).toHaveLength(256);
    expect(block[0]).toBe(0);
    expect(unpadOaep(block, hashes)).toEqual(Buffer.alloc(length, 1));
  });

  it('keeps zero bytes at both ends of a message', () => {
    const bytes = Buffer.of(0, 1, 0);
    expect(unpadOaep(padOaep(bytes, 256, hashes, seed), hashes)).toEqual(bytes);
  });

  it.each([
    ['sha1', 214],
    ['sha256', 190],
    ['sha384', 158],
    ['sha512', 126],
  ] as const)('leaves with %s room for %i bytes in 256', (hash, capacity) => {
    expect(oaepCapacity(256, hash)).toBe(capacity);
  });

  it('has no room in a block that is too short', () => {
    expect(oaepCapacity(128, 'sha512')).toBeLessThan(0);
  });

  it.each([
    ['another MGF1', { hash: 'sha256', mgf1: 'sha256' }],
    ['another hash', { hash: 'sha1', mgf1: 'sha1' }],
  ] as const)('finds nothing with %s', (_name, other) => {
    expect(unpadOaep(padOaep(message, 256, hashes, seed), other)).toBeNull();
  });

  it('finds nothing in a block that does not begin with zero', () => {
    const block = padOaep(message, 256, hashes, seed);
    block.writeUInt8(1, 0);
    expect(unpadOaep(block, hashes)).toBeNull();
  });

  it('finds nothing where no byte parts filling and message', () => {
    expect(unpadOaep(padNothing(), { hash: 'sha256', mgf1: 'sha256' })).toBeNull();
  });

  it('finds nothing where all is zero', () => {
    expect(unpadOaep(Buffer.alloc(256), hashes)).toBeNull();
  });
});
