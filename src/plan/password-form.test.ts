import { expect, test } from 'vitest';
import { separatorOf, wrongPasswords } from './password-form.ts';

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

test.for([
  ['{password}', null],
  ['{password}|{timestamp}', '|'],
  ['{timestamp}|{password}', '|'],
  ['{uuid}: {password}', ': '],
  ['{uuid};{password}\n{timestamp}', '\n'],
  ['{timestamp}#{uuid}#{password}', '#'],
  ['{password}{timestamp}', null],
  // With one more member, tag or field it would still be the right password.
  ['{"password":"{password}","time":"{timestamp}"}', null],
  ['<p>{password}</p><t>{timestamp}</t>', null],
  ['password={password}&time={timestamp}', null],
  ['password={password};time={timestamp}', null],
] as const)('the separator of the template %s is %j', ([template, separator]) => {
  expect(separatorOf(template)).toBe(separator);
});
