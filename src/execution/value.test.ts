import { describe, expect, it } from 'vitest';
import { verbatim } from '../wording/message.ts';
import { baseline, judged, observed } from '../case/test-case.ts';
import type { Difference, PasswordForm, Stimulus } from '../case/test-case.ts';
import { specification, variantById } from '../spec/specification.ts';
import type { VariantTarget } from '../target/target.ts';
import { settings, targetAt } from './small-run.test-support.ts';
import { partner } from './small-service.test-support.ts';
import { credentialsOf, makeUp, makeValues, scramble } from './value.ts';
import type { Value } from '../case/build-request.ts';

const variant = variantById(specification, 'b');
const madeUp = { unknownPartner: () => '987654', password: () => 'made-up' };

interface World {
  readonly settings?: Partial<VariantTarget>;
  readonly previous?: string | null;
  readonly encrypt?: (password: string) => string;
}

function ingredients({ settings: own, previous = null, encrypt }: World = {}) {
  let count = 0;
  return {
    variant,
    settings: { ...settings, ...own },
    madeUp,
    previous,
    encryptor: {
      encrypt: (password: string) =>
        Promise.resolve(encrypt?.(password) ?? `sealed-${(count += 1)}(${password})`),
    },
  };
}

async function valuesOf(stimulus: Stimulus, world?: World): Promise<ReadonlyMap<string, Value>> {
  const found = await makeValues(stimulus, ingredients(world));
  if (found.kind === 'none') throw new Error(found.note.code);
  return found.values;
}

const made = async (difference: Partial<Difference>, world?: World) =>
  Object.fromEntries(
    [...(await valuesOf(judged(variant, { ...baseline, ...difference }), world))].map(([name, { sent }]) => [
      name,
      sent,
    ]),
  );

const valid = {
  partnerName: partner.name,
  partnerPassword: `sealed-1(${partner.password})`,
  useAuthByCert: 'true',
};

describe('the values of a request', () => {
  it('are the credentials of the profile in the order of the specification, the password encrypted', async () => {
    expect(Object.entries(await made({}))).toEqual(Object.entries(valid));
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
    ['blank', ' '],
    ['last-replaced', 'sealed-1(small+service/secret=1043)'],
    ['appended', 'sealed-1(small+service/secret=10423)'],
    ['case-swapped', 'sealed-1(Small+service/secret=1042)'],
    ['last-missing', 'sealed-1(small+service/secret=104)'],
    ['first-eight', 'sealed-1(small+se)'],
    ['encrypted-empty', 'sealed-1()'],
    ['surrounded', 'sealed-1( small+service/secret=1042 )'],
    ['undecryptable', scramble(`sealed-1(${partner.password})`)],
  ] as const)('hold a %s password that is made from the real one or made up', async (password, expected) => {
    expect(await made({ password })).toEqual({ ...valid, partnerPassword: expected });
  });

  it('hold the credentials of the condition where the profile gives some', async () => {
    const conditions = {
      'partner-blocked': { credentials: { partnerName: '1043', partnerPassword: 'blocked' } },
    };
    const values = await made({ condition: 'partner-blocked' }, { settings: { conditions } });
    expect(values).toEqual({ ...valid, partnerName: '1043', partnerPassword: 'sealed-1(blocked)' });
  });

  it('are encrypted afresh unless a ciphertext is sent again on purpose', async () => {
    const twist = { kind: 'replay' } as const;
    const replay = observed(variant, { words: verbatim('again'), condition: 'success', twist });
    const again = await valuesOf(replay, { previous: 'sent before' });
    expect(again.get('partnerPassword')?.sent).toBe('sent before');
    const first = await valuesOf(replay);
    expect(first.get('partnerPassword')?.sent).toBe(valid.partnerPassword);
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

it.each([
  ['encrypted', '<ciphertext>'],
  ['last-replaced', '<ciphertext>'],
  ['undecryptable', '<ciphertext>'],
  ['plain', '<password>'],
  ['base64', '<password>'],
  ['hex', '<password>'],
  ['empty', ''],
] as const)('a password that is %s is shown as “%s”', async (password, shown) => {
  const values = await valuesOf(judged(variant, { ...baseline, password }));
  expect([...values.values()].map((value) => value.shown)).toEqual([partner.name, shown, 'true']);
});

describe('a wrong password', () => {
  const conditions = {
    'partner-blocked': { credentials: { partnerName: '1043', partnerPassword: 'theirs' } },
  };
  const tried = (password: PasswordForm, own: Partial<VariantTarget> = {}) => {
    const stimulus = { ...judged(variant, { ...baseline, condition: 'unauthorized', password }) };
    return makeValues({ ...stimulus, status: null }, ingredients({ settings: own }));
  };

  it('is derived from the right one, and a secret like it', async () => {
    expect(await tried('appended')).toMatchObject({ derived: `${partner.password}3` });
  });

  it('is another partner’s where the profile names one', async () => {
    expect(await tried('other-partner')).toMatchObject({ note: { code: 'no-other-partner' } });
    expect(await tried('other-partner', { conditions })).toMatchObject({ derived: 'theirs' });
  });

  it('is skipped where it is the right one, or one that another kind has tried', async () => {
    const short = { credentials: { ...settings.credentials, partnerPassword: '12345678' } };
    expect(await tried('first-eight', short)).toMatchObject({ note: { code: 'same-password' } });
    expect(await tried('case-swapped', short)).toMatchObject({ note: { code: 'same-password' } });
  });

  it('needs the right password of a partner of its own', async () => {
    const own = { conditions: { unauthorized: { credentials: { partnerName: '7' } } } };
    expect(await tried('last-missing', own)).toMatchObject({ note: { code: 'no-right-password' } });
    const credentials = { partnerName: '7', rightPassword: 'right' };
    const known = { conditions: { unauthorized: { credentials } } };
    expect(await tried('last-missing', known)).toMatchObject({ derived: 'righ' });
  });

  it('is sent as it is if the profile gives it', async () => {
    const credentials = { partnerName: '7', partnerPassword: 'known to be wrong' };
    const own = { settings: { conditions: { unauthorized: { credentials } } } };
    expect(await made({ condition: 'unauthorized', password: 'appended' }, own)).toMatchObject({
      partnerName: '7',
      partnerPassword: 'sealed-1(known to be wrong)',
    });
  });
});

describe('a partner', () => {
  const of = (difference: Partial<Difference>, world?: World) =>
    credentialsOf(judged(variant, { ...baseline, ...difference }), ingredients(world));

  it('who is unknown is made up, or the one that the profile names', () => {
    expect(of({ partner: 'unknown' }).partnerName).toBe('987654');
    const named = { conditions: { unauthorized: { unknownPartner: '5' } } };
    expect(of({ partner: 'unknown' }, { settings: named }).partnerName).toBe('5');
  });

  it('may have a digit more', () => {
    expect(of({ partner: 'longer' }).partnerName).toBe(`${partner.name}7`);
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

describe('what is made up for a run', () => {
  it('is a partner as long as the real one, of digits only, another one each time, and none whom the profile names', () => {
    const target = targetAt('http://localhost', {
      settings: { credentials: { ...settings.credentials, partnerName: '900001' } },
      conditions: { 'reward-unavailable': { credentials: { partnerName: '900002' } } },
    });
    const { unknownPartner } = makeUp(target);
    const names = Array.from({ length: 1000 }, () => unknownPartner('900001'));
    expect(names.filter((name) => !/^[1-9]\d{5}$/.test(name))).toEqual([]);
    expect(new Set(['900001', '900002', ...names]).size).toBe(1002);
    expect(unknownPartner('12345678')).toMatch(/^[1-9]\d{7}$/);
    // Fewer digits than six may be a real partner's.
    expect(unknownPartner('1042')).toMatch(/^[1-9]\d{5}$/);
  });

  it('is a password of the same length and kinds of characters', () => {
    expect(makeUp(targetAt('http://localhost')).password('aB3/é-')).toMatch(/^[a-z][A-Z]\d\/é-$/);
  });
});
