import { expect, test } from 'vitest';
import { distanceBetween, nearMiss } from './near-miss.ts';

const distances = [
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['abc', 'abc', 0],
  ['abc', 'acb', 1],
  ['abcd', 'badc', 2],
  ['localAdress', 'localAddress', 1],
  ['kitten', 'sitting', 3],
  ['ca', 'abc', 3],
] as const;

test.for(distances)('from "%s" to "%s" it is %i', ([left, right, distance]) => {
  expect(distanceBetween(left, right)).toBe(distance);
});

const words = ['variants', 'headers', 'tls', 'a', 'b', 'baseUrl'];

test.for([
  ['variantes', 'variants'],
  ['BASEURL', 'baseUrl'],
  ['tsl', 'tls'],
  ['A', 'a'],
  ['c', null],
  ['nonsense', null],
  ['', null],
] as const)('for "%s" the near miss is %s', ([word, near]) => {
  expect(nearMiss(word, words)).toBe(near);
});

test('the nearest candidate wins', () => {
  expect(nearMiss('sha265', ['sha384', 'sha512', 'sha256'])).toBe('sha256');
});
