import { expect, test } from 'vitest';
import { collectSecrets } from './secret.ts';
import { warningsAbout } from './warning.ts';

test('passwords of any length and header values of 8 characters or more are secrets, wherever they stand', () => {
  const settings = {
    credentials: { partnerPassword: 'p', partnerName: 'partner-name', useAuthByCert: 'yes-yes-yes' },
    headers: { A: '1234567', B: '12345678' },
    tls: { passphrase: 'pp' },
    variants: { b: { conditions: { 'ip-blocked': { credentials: { partnerPassword: 'q' } } } } },
    conditions: { unavailable: { setup: { kind: 'request', headers: { C: 'setup-header' } } } },
  };
  expect(collectSecrets(settings, []).toSorted()).toStrictEqual(['12345678', 'p', 'pp', 'q', 'setup-header']);
});

test('the password of a proxy is a secret as it is written and decoded', () => {
  const settings = { conditions: { 'ip-blocked': { proxy: 'http://me:a%40b:c@127.0.0.1:1/' } } };
  expect(collectSecrets(settings, [])).toEqual(expect.arrayContaining(['a%40b:c', 'a@b:c']));
  expect(collectSecrets({ proxy: 'http://127.0.0.1:1/' }, [])).toStrictEqual([]);
});

test('what came from ${…} with 8 characters or more is a secret, except in values that are public', () => {
  const at = (key: string, text = `value-of-${key}`) => ({ path: ['x', key], text });
  const open = ['baseUrl', 'partnerName', 'unknownPartner', 'useAuthByCert', 'bankCode'].map((key) =>
    at(key),
  );
  expect(collectSecrets({}, [...open, at('name'), at('localAddress', '1234567')])).toStrictEqual([
    'value-of-name',
  ]);
});

const literal = {
  credentials: { partnerPassword: 'x' },
  conditions: { 'ip-blocked': { credentials: { partnerPassword: '${A}' } } },
};

test('a password that stands in the profile is warned about, one from ${…} is not', () => {
  expect(warningsAbout('name: TEST ONLY', literal)).toStrictEqual([
    'credentials.partnerPassword stands in the profile as plain text; use ${NAME}',
  ]);
});

test('a first comment with TEST ONLY silences the warning, a later one does not', () => {
  expect(warningsAbout('# a\n# TEST ONLY: b\nname: x', literal)).toStrictEqual([]);
  expect(warningsAbout('name: x\n# TEST ONLY', literal)).toHaveLength(1);
});
