import { describe, expect, it } from 'vitest';
import { decode, encode } from './encoding.ts';

const bytes = Buffer.from('fbff00fe', 'hex');

describe('an encoding', () => {
  it.each([
    ['base64', '+/8A/g=='],
    ['base64url', '-_8A_g'],
    ['hex', 'fbff00fe'],
    ['pem', '-----BEGIN PKCS7-----\n+/8A/g==\n-----END PKCS7-----\n'],
  ] as const)('%s writes and reads %j', (encoding, text) => {
    expect(encode(bytes, encoding)).toBe(text);
    expect(decode(text, encoding)).toEqual(bytes);
  });

  it('writes base64 of any length on one line and PEM on lines of 64', () => {
    const long = Buffer.alloc(100, 1);
    expect(encode(long, 'base64')).toMatch(/^[A-Za-z0-9+/=]{136}$/);
    expect(
      encode(long, 'pem')
        .split('\n')
        .map((line) => line.length),
    ).toEqual([21, 64, 64, 8, 19, 0]);
    expect(decode(encode(long, 'pem').replaceAll('\n', '\r\n'), 'pem')).toEqual(long);
  });

  it.each([
    ['base64', '-_8A_g'],
    ['base64', '+/8A/g'],
    ['base64', ' /8A/g=='],
    ['base64url', '+/8A/g=='],
    ['base64url', '-_8A_g=='],
    ['hex', 'fbff00f'],
    ['hex', 'zz'],
    ['pem', '+/8A/g=='],
    ['pem', '-----BEGIN CMS-----\n+/8A/g==\n-----END CMS-----\n'],
  ] as const)('%s does not read %j', (encoding, text) => {
    expect(decode(text, encoding)).toBeNull();
  });
});
