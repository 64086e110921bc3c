import { afterAll, describe, expect, test, vi } from 'vitest';
import type * as Schema from '../profile/schema.ts';

// A new setting that no other code knows: what it says of itself has to be enough. Modules are shared among
// test files: those that know the setting are loaded apart, and forgotten at the end.
vi.resetModules();
vi.doMock('../profile/schema.ts', async (original) => {
  const schema = await original<typeof Schema>();
  const { filled, mapping, optional } = await import('../base/schema-field.ts');
  const { traits } = await import('../profile/field.ts');
  const apiToken = optional(filled('a token, a string'), 'Token.').register(traits, { secret: 'text' });
  return { ...schema, profileSchema: mapping({ ...schema.profileSchema.def.out.shape, apiToken }) };
});
const { countedSettings, digestOfProfile } = await import('../profile/secrets.ts');
const { openTargetFolder } = await import('../profile/target.test-support.ts');
const { createTargetRedactor } = await import('./target-redactor.ts');
afterAll(() => {
  vi.doUnmock('../profile/schema.ts');
  vi.resetModules();
});

const { load } = openTargetFolder();
const token = 'tk-47x';
const plain = {
  baseUrl: 'http://127.0.0.1:1',
  variants: { a: {} },
  credentials: { partnerName: 'p', partnerPassword: 'the-password', useAuthByCert: 'true' },
  encryption: { scheme: 'command', command: ['encrypt'] },
};
const messageOf = async (more: object): Promise<string> =>
  await load({ ...plain, ...more }).then(
    () => 'loaded',
    (error: unknown) => String(error),
  );

test.for([
  [{ credentials: { ...plain.credentials, partnerName: 'same-word' } }],
  [{ credentials: { ...plain.credentials, useAuthByCert: 'same-word' } }],
  [{ conditions: { unauthorized: { unknownPartner: 'same-word' } } }],
  [{ variants: { b: { bankCode: 'same-word' } }, credentials: { ...plain.credentials, partnerName: '1' } }],
  [{ baseUrl: 'http://same-word' }],
])('a secret that is the same word as a setting that reports show is not masked: %j', async ([more]) => {
  const headers = { 'X-Key': 'same-word', 'X-Other': 'other-word' };
  const redactor = createTargetRedactor(await load({ ...plain, ...more, headers }));
  expect(redactor.mask('same-word other-word')).toBe('same-word <secret>');
  expect(createTargetRedactor(await load({ ...plain, headers })).mask('same-word')).toBe('<secret>');
});

describe('a new setting that calls itself secret', () => {
  test('is masked in what a run writes', async () => {
    const target = await load({ ...plain, apiToken: token, name: `of ${token}` });
    expect(target.secrets).toContainEqual({ value: token, setting: 'apiToken' });
    expect(target.name).toBe('of ***');
    const redactor = createTargetRedactor(await load({ ...plain, apiToken: `${token}-long` }));
    expect(redactor.mask(`sent ${token}-long, the-password`)).toBe('sent <secret>, <password>');
    expect(redactor.find(Buffer.from(`${token}-long`).toString('hex')).map(({ setting }) => setting)).toEqual(
      ['apiToken'],
    );
  });

  test('is masked in what is said about a wrong profile', async () => {
    const said = await messageOf({
      apiToken: token,
      http2: token,
      language: `x ${token} x`,
      [`a ${token}`]: 1,
    });
    expect(said).toContain('http2: found "***", expected true or false');
    expect(said).toContain('language: found "x *** x"');
    expect(said).not.toContain(token);
    for (const wrong of [47_471, [token], { [token]: token }])
      expect(await messageOf({ apiToken: wrong })).toMatch(
        /apiToken: found a (?:number|list|mapping), expected/,
      );
  });

  test.for(['apiTokn', 'oldApiToken', 'ApiToken'])('is masked under the unknown key %s', async (key) => {
    const said = await messageOf({ [key]: token, http2: token });
    expect(said).toContain(`${key}: found an unknown key`);
    expect(said).toContain('http2: found "***"');
  });

  test('is in the digest by its presence alone; a profile without it keeps its digest', async () => {
    const target = await load(plain);
    const withToken = { ...target, apiToken: token };
    expect(countedSettings(withToken)).toEqual({ ...Object(countedSettings(target)), apiToken: '<secret>' });
    const withOther = { ...target, apiToken: 'other' };
    expect(digestOfProfile(withOther)).toBe(digestOfProfile(withToken));
    expect(digestOfProfile(await load({ ...plain, apiToken: token }))).toBe(digestOfProfile(target));
  });
});
