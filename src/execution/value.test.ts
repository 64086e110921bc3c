import { describe, expect, it } from 'vitest';
import { baseline, judged, observed } from '../case/stimulus.ts';
import type { Difference } from '../case/stimulus.ts';
import { variantById } from '../spec/look-up.ts';
import { specification } from '../spec/variant.ts';
import type { Provision, VariantTarget } from '../target/target.ts';
import { settings } from './small-run.test-support.ts';
import { partner } from './small-service.test-support.ts';
import { credentialsOf, makeValues, scramble } from './value.ts';

const variant = variantById(specification, 'b');
const madeUp = { unknownPartner: () => '987654321', wrongPassword: 'made-up-wrong' };

interface World {
  readonly settings?: Partial<VariantTarget>;
  readonly provision?: Provision;
  readonly previous?: string | null;
  readonly encrypt?: (password: string) => string;
}

function ingredients({ settings: own, provision = {}, previous = null, encrypt }: World = {}) {
  let count = 0;
  return {
    variant,
    settings: { ...settings, ...own },
    provision,
    madeUp,
    previous,
    encryptor: {
      encrypt: (password: string) =>
        Promise.resolve(encrypt?.(password) ?? `sealed-${(count += 1)}(${password})`),
    },
  };
}

const made = async (difference: Partial<Difference>, world?: World) =>
  Object.fromEntries(await makeValues(judged(variant, { ...baseline, ...difference }), ingredients(world)));

const valid = {
  partnerName: partner.name,
  partnerPassword: `sealed-1(${partner.password})`,
  useAuthByCert: 'true',
};

describe('the values of a request', () => {
  it('are the credentials of the profile in the order of the specification, the password encrypted', async () => {
    const values = await makeValues(judged(variant, baseline), ingredients());
    expect([...values]).toEqual(Object.entries(valid));
  });

  it.each([['partnerName'], ['partnerPassword'], ['useAuthByCert'], ['partnerName', 'useAuthByCert']])(
    'leave out what is to be missing: %s',
    async (...without) => {
      const values = await made({ condition: 'missing', without });
      expect(Object.keys(values)).toEqual(Object.keys(valid).filter((name) => !without.includes(name)));
    },
  );

  it.each([
    ['plain', partner.password],
    ['empty', ''],
    ['base64', Buffer.from(partner.password).toString('base64')],
    ['hex', Buffer.from(partner.password).toString('hex')],
    ['wrong', 'sealed-1(made-up-wrong)'],
    ['undecryptable', scramble(`sealed-1(${partner.password})`)],
  ] as const)('hold a %s password that is made from the real one or made up', async (password, expected) => {
    expect(await made({ password })).toEqual({ ...valid, partnerPassword: expected });
  });

  it('hold the credentials of the condition where the profile gives some', async () => {
    const provision = { credentials: { partnerName: '1043', partnerPassword: 'blocked' } };
    const values = await made({ condition: 'partner-blocked' }, { provision });
    expect(values).toEqual({ ...valid, partnerName: '1043', partnerPassword: 'sealed-1(blocked)' });
  });

  it('are encrypted afresh unless a ciphertext is sent again on purpose', async () => {
    const twist = { kind: 'replay' } as const;
    const replay = observed(variant, { label: 'again', condition: 'success', twist });
    const again = await makeValues(replay, ingredients({ previous: 'sent before' }));
    expect(again.get('partnerPassword')).toBe('sent before');
    const first = await makeValues(replay, ingredients());
    expect(first.get('partnerPassword')).toBe(valid.partnerPassword);
    expect((await made({}, { previous: 'sent before' }))['partnerPassword']).toBe(valid.partnerPassword);
  });

  it('hold a ciphertext with +, / and = where that is asked for', async () => {
    const given = ['abcd==', 'ab+d==', 'a/+d==', 'never'].values();
    const values = await made({ spelling: 'rich-ciphertext' }, { encrypt: () => given.next().value ?? '' });
    expect(values['partnerPassword']).toBe('a/+d==');
  });

  it('hold any ciphertext where the encoding has no such characters', async () => {
    let calls = 0;
    const encrypt = (): string => `hex${(calls += 1)}`;
    expect((await made({ spelling: 'rich-ciphertext' }, { encrypt }))['partnerPassword']).toBe('hex1');
    const endless = await made({ spelling: 'rich-ciphertext' }, { encrypt: () => `aaa${(calls += 1)}=` });
    expect(endless['partnerPassword']).toMatch(/^aaa\d+=$/);
    expect(calls).toBeLessThan(100);
  });
});

describe('credentials that do not pass authorization', () => {
  const of = (difference: Partial<Difference>, world?: World) =>
    credentialsOf(
      judged(variant, { label: 'x', condition: 'unauthorized', ...difference }),
      ingredients(world),
    );

  it('are those of the profile with a password made up for the run', () => {
    expect(of({ password: 'wrong' })).toEqual({ ...settings.credentials, partnerPassword: 'made-up-wrong' });
  });

  it('are those of the condition with a password made up for the run', () => {
    const provision = { credentials: { partnerName: '7' } };
    expect(of({ password: 'wrong' }, { provision })).toEqual({
      partnerName: '7',
      partnerPassword: 'made-up-wrong',
      useAuthByCert: 'true',
    });
  });

  it('hold the password of the condition as it stands where there is one', () => {
    const provision = { credentials: { partnerName: '7', partnerPassword: 'known to be wrong' } };
    expect(of({ password: 'wrong' }, { provision }).partnerPassword).toBe('known to be wrong');
  });

  it('belong to a made-up partner, or to the unknown one that the profile names', () => {
    expect(of({ partner: 'unknown' }).partnerName).toBe('987654321');
    const named = { conditions: { unauthorized: { unknownPartner: '5' } } };
    expect(of({ partner: 'unknown' }, { settings: named })).toEqual({
      ...settings.credentials,
      partnerName: '5',
    });
  });

  it('of a blocked partner with a wrong password are his name and a made-up password', () => {
    const provision = { credentials: { partnerName: '1043', partnerPassword: 'his real one' } };
    const found = of({ condition: 'partner-blocked', password: 'wrong' }, { provision });
    expect([found.partnerName, found.partnerPassword]).toEqual(['1043', 'made-up-wrong']);
  });
});

describe('a ciphertext that nothing decrypts', () => {
  it.each(['QUJDZGVm+/01==', 'abc_-XYZ', '00ff9aAF'])('keeps length and alphabet of %s', (text) => {
    const scrambled = scramble(text);
    expect(scrambled).toHaveLength(text.length);
    expect(scrambled).not.toBe(text);
    const kind = (word: string): string => word.replaceAll(/[0-9]/g, '0').replaceAll(/[A-Za-z]/g, 'a');
    expect(kind(scrambled)).toBe(kind(text));
    expect(/^[0-9a-fA-F]+$/.test(scrambled)).toBe(/^[0-9a-fA-F]+$/.test(text));
  });

  it('leaves the lines that frame a PEM text alone', () => {
    const pem = '-----BEGIN PKCS7-----\nQUJD\n-----END PKCS7-----\n';
    expect(scramble(pem)).toBe('-----BEGIN PKCS7-----\nRVKE\n-----END PKCS7-----\n');
  });
});
