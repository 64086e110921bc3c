import { describe, expect, it } from 'vitest';
import {
  decodeDer,
  decodeOne,
  encodeDer,
  encodeOid,
  readBits,
  readInteger,
  readOid,
  readTime,
  tags,
} from './der.ts';

const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');

describe('what is not DER is refused', () => {
  it.each([
    ['a length in more bytes than it takes', '04810100'],
    ['a length with a zero before it', '0482000100'],
    ['an indefinite length', '30800000'],
    ['a length of 126 bytes', '04fe01'],
    ['a value cut off', '040201'],
    ['a length cut off', '0482'],
    ['a tag alone', '04'],
    ['a tag of two bytes', '1f2100'],
  ])('%s', (_what, digits) => {
    expect(() => decodeDer(hex(digits))).toThrow('found no DER');
  });

  it.each(['', '05000500'])('%j in place of one value', (digits) => {
    expect(() => decodeOne(hex(digits))).toThrow('found no single value');
  });
});

it.each([0, 1, 127, 128, 255, 256, 65_536])('a value of %i bytes is read as it was written', (length) => {
  const content = Buffer.alloc(length, 7);
  expect(decodeOne(encodeDer(tags.octets, content)).content).toEqual(content);
});

describe.each<{
  readonly what: string;
  readonly tag: number;
  readonly read: (value: ReturnType<typeof decodeOne>) => unknown;
  readonly values: Readonly<Record<string, unknown>>;
  readonly refused: readonly string[];
}>([
  {
    what: 'a whole number',
    tag: tags.integer,
    read: readInteger,
    values: {
      '00': 0n,
      '7f': 127n,
      '0080': 128n,
      '80': -128n,
      ff: -1n,
      ff7f: -129n,
      '010000000000000000': 1n << 64n,
    },
    // No byte, and a first byte that only repeats the sign.
    refused: ['', '0000', '007f', 'ff80', 'ffff'],
  },
  {
    what: 'an object identifier',
    tag: tags.oid,
    read: readOid,
    values: {
      '2a864886f70d010101': '1.2.840.113549.1.1.1',
      '00': '0.0',
      '27': '0.39',
      '4f': '1.39',
      '50': '2.0',
      '8837': '2.999',
      // A UUID (X.667). Every digit must be kept.
      '6983ffffffffffffffffffffffffffffffffff7e': `2.25.${(1n << 128n) - 2n}`,
    },
    // No number, an unterminated one, one with leading zeros, and one that is too long.
    refused: ['', '2a80', '80', '2a8001', '8001', `2a${'7f'.repeat(128)}`],
  },
  {
    what: 'bits',
    tag: tags.bits,
    read: (value) => readBits(value).map(Number).join(''),
    values: { '00': '', '0780': '1', '06c0': '11', '070080': '000000001', '0006': '00000110', '07c0': '1' },
    refused: ['', '01', '0880', 'ff80'],
  },
])('$what', ({ tag, read, values, refused }) => {
  it.each(Object.entries(values))('%s is read as %s', (digits, value) => {
    expect(read(decodeOne(encodeDer(tag, hex(digits))))).toBe(value);
  });

  it.each(refused)('%j is refused', (digits) => {
    expect(() => read(decodeOne(encodeDer(tag, hex(digits))))).toThrow(/^found no/);
  });

  it('of another type is refused', () => {
    expect(() => read(decodeOne(encodeDer(tags.text, hex('01'))))).toThrow(/^found no/);
  });
});

it.each(['1.2.840.113549.1.1.1', '2.5.29.15', '1.3.101.112'])('%s is written as it is read', (dotted) => {
  expect(readOid(decodeOne(encodeOid(dotted)))).toBe(dotted);
});

it.each([
  [tags.utcTime, '261122210000Z', '2026-11-22T21:00:00.000Z'],
  [tags.utcTime, '491231235959Z', '2049-12-31T23:59:59.000Z'],
  [tags.utcTime, '500101000000Z', '1950-01-01T00:00:00.000Z'],
  [tags.time, '20501122210000Z', '2050-11-22T21:00:00.000Z'],
  [tags.utcTime, '2611222100Z', undefined],
  [tags.utcTime, '261122210000+0300', undefined],
  [tags.utcTime, '261322210000Z', undefined],
  [tags.time, '20261122210000.5Z', undefined],
  [tags.text, '261122210000Z', undefined],
])('a time with the tag %i, %s, is read as %s', (tag, text, time) => {
  expect(readTime(decodeOne(encodeDer(tag, Buffer.from(text))))?.toISOString()).toBe(time);
});
