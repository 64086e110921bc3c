import { expect, test } from 'vitest';
import { wrongPasswords } from './password-form.ts';

test('the kinds of wrong passwords are those that are required, in that order; a service may mean the last two', () => {
  expect(wrongPasswords.map(({ id, accepted }) => `${id}: ${accepted}`)).toEqual([
    'appended: fail',
    'encrypted-empty: fail',
    'last-replaced: fail',
    'last-missing: fail',
    'line-break-appended: fail',
    'first-eight: fail',
    'first-missing: fail',
    'nul-appended: fail',
    'other-partner: fail',
    'separator-appended: fail',
    'case-swapped: review',
    'surrounded: review',
  ]);
});
