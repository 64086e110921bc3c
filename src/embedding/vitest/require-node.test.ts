import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { requireNode } from './require-node.ts';

it('tests run in Node itself, or not at all', () => {
  expect(() => requireNode({ list: process.argv, hasWindow: false })).not.toThrow();
  expect(() => requireNode({ list: runInNewContext('[]'), hasWindow: false })).toThrow(/forks or threads/);
  expect(() => requireNode({ list: process.argv, hasWindow: true })).toThrow(/environment of a browser/);
});
