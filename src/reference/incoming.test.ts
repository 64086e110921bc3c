import { expect, it } from 'vitest';
import { normalizeAddress, splitTarget } from './incoming.ts';

it.each([
  ['::ffff:127.0.0.2', '127.0.0.2'],
  ['::FFFF:10.0.0.1', '10.0.0.1'],
  ['127.0.0.2', '127.0.0.2'],
  ['::1', '::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:0', '::ffff:0'],
])('the address %s is written %s', (address, expected) => {
  expect(normalizeAddress(address)).toBe(expected);
});

it.each([
  ['/a/b/?x=1?y', '/a/b/', 'x=1?y'],
  ['/a', '/a', ''],
  ['http://host:1/a?b', '/a', 'b'],
  ['*', '*', ''],
])('the target %s is split at its query', (target, path, query) => {
  expect(splitTarget(target)).toEqual({ path, query });
});
