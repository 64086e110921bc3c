import { expect, test } from 'vitest';
import { collectSecrets, maskSecrets, plainPasswordWarnings } from './secrets.ts';
import { say } from '../messages/message.ts';

const valuesIn = (...given: Parameters<typeof collectSecrets>) =>
  collectSecrets(...given).map(({ value }) => value);

// fixtures/targets/*.json show which settings hold secrets.
test.for([
  ['http://me:a%40b:c@127.0.0.1:1/', ['a%40b:c', 'a%40b%3Ac', 'a@b:c']],
  ['http://me:p@ss@host/', ['p@ss', 'p%40ss']],
  ['no url://me:word@', ['word']],
  ['http://127.0.0.1:1/', []],
  [`http://${':'.repeat(200_000)}`, []],
] as const)(
  'the password of the proxy or the address %s is a secret as it is written and decoded',
  ([proxy, values]) => {
    const setup = { request: { url: proxy } };
    for (const settings of [{ 'ip-blocked': { proxy } }, { unavailable: { setup } }])
      expect(valuesIn({ conditions: settings }, []).toSorted()).toEqual(values.toSorted());
  },
);

test('what came from ${…} with 8 characters or more is a secret, except in values and headers that are public', () => {
  const at = (path: readonly string[], text = `value of ${path.join('.')}`) => ({ path, text });
  const headers = ['Accept', 'accept-language', 'Content-Type', 'Cache-Control', 'Connection', 'User-Agent'];
  const open = [
    ...['baseUrl', 'partnerName', 'unknownPartner', 'useAuthByCert', 'bankCode'].map((key) => at(['x', key])),
    ...headers.map((name) => at(['headers', name])),
  ];
  const written = Object.fromEntries(headers.map((name) => [name, `value of ${name}`]));
  const replaced = [...open, at(['name']), at(['x', 'localAddress'], '1234567')];
  expect(valuesIn({ headers: { ...written, 'X-Key': 'a private key' } }, replaced)).toEqual([
    'a private key',
    'value of name',
  ]);
});

test.for([
  ['a long-secret within', 'a *** within'],
  ['alongsecretlong-secret', 'alongsecret***'],
  ['short and ashort and short.', '*** and ashort and ***.'],
  ['ab', '***'],
  ['ab ab', 'ab ab'],
] as const)('of "%s" is shown "%s"', ([text, shown]) => {
  const secrets = ['long-secret', 'short', 'ab'].map((value) => ({ value, setting: 'x' }));
  expect(maskSecrets(text, secrets)).toBe(shown);
});

test('a password in the profile is warned about, one from ${…} is not; TEST ONLY in the first comment silences', () => {
  const literal = {
    credentials: { partnerPassword: 'x' },
    conditions: { 'ip-blocked': { credentials: { partnerPassword: '${A}' } } },
  };
  const warning = 'credentials.partnerPassword is in the profile as plain text; use ${NAME}';
  expect(plainPasswordWarnings('name: TEST ONLY', literal).map((one) => say(one, 'en'))).toStrictEqual([
    warning,
  ]);
  expect(plainPasswordWarnings('# a\n# TEST ONLY: b\nname: x', literal)).toStrictEqual([]);
  expect(plainPasswordWarnings('name: x\n# TEST ONLY', literal)).toHaveLength(1);
});
