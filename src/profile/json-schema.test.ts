import { readFile, readdir } from 'node:fs/promises';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { parse } from 'yaml';
import { startBuiltIn } from '../api/built-in.ts';
import { ask, inFolder } from '../cli/fake-terminal.test-support.ts';
import { publishedSchema } from '../report/golden.test-support.ts';
import type { TargetProfile } from '../api/options.ts';
import { profileSchema, targetJsonSchema } from './schema.ts';

const root = new URL('../../', import.meta.url);

test('a key without a value counts as absent, a variant without a value as claimed', () => {
  const limits = { rate: null, timeout: null };
  const value = { headers: null, limits, variants: { a: null }, conditions: { unavailable: null } };
  const parsed = profileSchema.parse(value);
  expect(parsed).toMatchObject({ limits: { rate: null, timeout: 10_000 }, variants: { a: {} } });
  expect(parsed).not.toHaveProperty('headers');
  expect(parsed.conditions).toEqual({});
});

test('the type of a profile in code takes what the file may say, and undefined for what is absent', () => {
  expectTypeOf<{
    readonly name: undefined;
    readonly variants: { readonly b: { readonly bankCode: 'acme'; readonly headers: undefined } };
    readonly credentials: { readonly partnerName: 1042; readonly useAuthByCert: true };
    readonly conditions: { readonly unauthorized: { readonly credentials: { readonly rightPassword: 'x' } } };
    readonly encryption: { readonly scheme: 'command'; readonly command: readonly ['x'] };
    readonly limits: { readonly rate: null; readonly recheck: 1 };
    readonly waivers: readonly [];
  }>().toExtend<TargetProfile>();
  expectTypeOf<{ readonly baseURL: 'x' }>().not.toExtend<TargetProfile>();
  expectTypeOf<{ readonly language: 'de' }>().not.toExtend<TargetProfile>();
});

const problemsOf = await publishedSchema('target', targetJsonSchema());

describe('the published schema of target profiles', () => {
  test('holds for every example, for the profile of the built-in reference and for that of init', async () => {
    const folder = new URL('fixtures/targets/', root);
    const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml'));
    expect(files.length).toBeGreaterThan(1);
    const { reference, profile } = await startBuiltIn();
    await reference.close();
    await inFolder(async (cwd) => {
      await ask(cwd, 'init');
      for (const url of [...files.map((name) => new URL(name, folder)), `${cwd}/target.yaml`])
        expect([url, problemsOf(parse(await readFile(url, 'utf8')))]).toEqual([url, []]);
    });
    expect(problemsOf(profile)).toEqual([]);
  });

  const profile = {
    name: 7,
    baseUrl: 'https://staging.example.test',
    variants: { a: null, b: { bankCode: 7 } },
    credentials: { partnerName: 1042, partnerPassword: '${PASSWORD}', useAuthByCert: true },
    encryption: { scheme: '${SCHEME}', key: 'key.pem', hash: null },
    conditions: { unauthorized: null, unavailable: { headers: { X: '${X}' } } },
    language: '${LANGUAGE}',
    http2: null,
    waivers: [{ requirement: 'a.error.body', reason: 'r', owner: 'o', until: '${DAY}' }],
    reviews: 'reviews.yaml',
  };

  test('lets through blanks and references as the loader does, and nothing that is wrong', () => {
    expect(problemsOf(profile)).toEqual([]);
    const [waiver] = profile.waivers;
    for (const wrong of [
      { ...profile, varients: {} },
      { ...profile, variants: ['a'] },
      { ...profile, variants: { a: { bankcode: 'x' } } },
      { ...profile, variants: { a: { encryption: { scheme: 'rsa' } } } },
      { ...profile, encryption: { scheme: 'rsa' } },
      { ...profile, encryption: { command: 'enc' } },
      { ...profile, conditions: { 'ip-blockd': {} } },
      { ...profile, headers: { X: null } },
      { ...profile, headers: { 'X Y': 'z' } },
      { ...profile, limits: { concurrency: 0 } },
      { ...profile, waivers: [{ ...waiver, until: '2027-02-30' }] },
      { ...profile, waivers: [{ ...waiver, owner: undefined }] },
      { ...profile, language: 'de' },
    ])
      expect([wrong, problemsOf(wrong)]).not.toEqual([wrong, []]);
  });
});
