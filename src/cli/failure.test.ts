// Errors that foreign code throws: they may hold the password, and may throw again when they are read.

import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { fakeTerminal } from './fake-terminal.test-support.ts';
import { sayFailure, unknown } from './failure.ts';

const hostile = {
  toString() {
    throw new Error('secret');
  },
  [inspect.custom]() {
    throw new Error('secret');
  },
};

it.each([
  ['a property of an error', Object.assign(new Error('broke'), { input: Buffer.from('secret') }), 'broke'],
  ['its message', new Error('of secret'), 'of <password>'],
  ['what throws again', hostile, 'an error that cannot be read'],
  ['a text', 'of secret', 'of <password>'],
])('%s shows no secret, and exits with 3', (_what, error, shown) => {
  const { terminal, err } = fakeTerminal();
  expect(sayFailure(error, { terminal, masks: [(text) => text.replaceAll('secret', '<password>')] })).toBe(3);
  expect(err()).toContain(shown);
  expect(err()).not.toMatch(/secret|<Buffer|73 65/);
});

it('names ids that begin with what was asked', () => {
  const known = ['a.missing.partnerName.status', 'a.missing.partnerName.names', 'a.error.body'];
  const told = (word: string): string => unknown('explain', 'requirement', word, known).message;
  expect(told('a.missing')).toMatch(
    /did you mean a\.missing\.partnerName\.status, a\.missing\.partnerName\.names\?$/,
  );
  expect(told('a.eror.body')).toMatch(/did you mean a\.error\.body\?$/);
});
