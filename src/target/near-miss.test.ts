import { expect, test } from 'vitest';
import { nearMiss } from './near-miss.ts';

const words = [
  'variants',
  'headers',
  'tls',
  'a',
  'b',
  'baseUrl',
  'sha384',
  'sha512',
  'sha256',
  'localAddress',
];

test.for([
  ['variantes', 'variants'],
  ['BASEURL', 'baseUrl'],
  ['tsl', 'tls'],
  ['A', 'a'],
  ['sha265', 'sha256'],
  ['localAdress', 'localAddress'],
  ['locladaress', 'localAddress'],
  ['c', null],
  ['nonsense', null],
  ['', null],
  ['x'.repeat(1_000_000), null],
] as const)('for "%s" the near miss is %s', ([word, near]) => {
  expect(nearMiss(word, words)).toBe(near);
});
