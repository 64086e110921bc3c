import { describe, expect, it } from 'vitest';
import { baseline, judged } from '../plan/test-case.ts';
import type { Difference } from '../plan/test-case.ts';
import type { PasswordForm } from '../plan/password-form.ts';
import { specification, variantById } from '../operation/specification.ts';
import type { VariantTarget } from '../profile/target.ts';
import { isNotSent } from '../judge/evidence.ts';
import { settings, targetAt } from './small-run.test-support.ts';
import { partner } from './small-service.test-support.ts';
import { credentialsOf, makeUp, makeValues, separatorOf } from './credentials.ts';
import { scramble } from '../plan/password-form.ts';
import type { Value } from '../plan/write-parts.ts';

const variant = variantById(specification, 'b');

interface World {
  readonly settings?: Partial<VariantTarget>;
  readonly previous?: string | null;
  readonly encrypt?: (password: string) => string;
  /** Longest password in bytes. */
  readonly capacity?: number;
}

function ingredients({ settings: own, previous = null, encrypt, capacity = 100 }: World = {}) {
  let count = 0;
  const { conditions = {} } = own ?? {};
  const madeUp = makeUp(targetAt('http://127.0.0.1', { variants: ['a'], conditions }), 1);
  return {
    variant,
    settings: { ...settings, ...own },
    madeUp: { ...madeUp, unknownPartner: () => '987654', password: () => 'made-up' },
    previous,
    encryptor: {
      fits: (password: string) => Buffer.byteLength(password) <= capacity,
      encrypt: (password: string) =>
        Promise.resolve(encrypt?.(password) ?? `sealed-${(count += 1)}(${password})`),
    },
  };
}

async function valuesOf(difference: Partial<Difference>, world?: World): Promise<ReadonlyMap<string, Value>> {
  const found = await makeValues(judged(variant, { ...baseline, ...difference }), ingredients(world));
  if (isNotSent(found)) throw new Error(found.note.code);
  return found.values;
}

const sentOf = (values: ReadonlyMap<string, Value>): readonly (readonly [string, unknown])[] =>
  [...values].map(([name, { sent }]) => [name, sent]);
const passwordOf = async (difference: Partial<Difference>, world?: World) =>
  (await valuesOf(difference, world)).get('partnerPassword');

const valid = {
  partnerName: partner.name,
  partnerPassword: `sealed-1(${partner.password})`,
  useAuthByCert: 'true',
};

describe('the values of a request', () => {
  it.each<string[]>([
    [],
    ['partnerName'],
    ['partnerPassword'],
    ['useAuthByCert'],
    ['partnerName', 'useAuthByCert'],
  ])(
    'are the credentials of the profile in the order of the specification, without what is to be missing: %s %s',
    async (...without) => {
      const values = await valuesOf(without.length === 0 ? {} : { condition: 'missing', without });
      expect(sentOf(values)).toEqual(Object.entries(valid).filter(([name]) => !without.includes(name)));
    },
  );

  const [sealed, shown] = ['<ciphertext>', '<password>'];
  it.each([
    ['encrypted', valid.partnerPassword, sealed],
    ['plain', partner.password, shown],
    ['empty', '', ''],
    ['base64', Buffer.from(partner.password).toString('base64'), shown],
    ['hex', Buffer.from(partner.password).toString('hex'), shown],
    ['blank', ' ', ' '],
    ['case-swapped', 'sealed-1(Small+service/secret=1042)', sealed],
    ['last-missing', 'sealed-1(small+service/secret=104)', sealed],
    ['first-eight', 'sealed-1(small+se)', sealed],
    ['encrypted-empty', 'sealed-1()', sealed],
    ['surrounded', 'sealed-1( small+service/secret=1042 )', sealed],
    ['line-break-appended', 'sealed-1(small+service/secret=1042\n)', sealed],
    ['first-missing', 'sealed-1(mall+service/secret=1042)', sealed],
    ['undecryptable', scramble(`sealed-1(${partner.password})`), sealed],
  ] as const)('hold a password that is %s: it sends %s and shows %s', async (password, sent, recorded) => {
    const values = await valuesOf({ password });
    expect(sentOf(values)).toEqual(Object.entries({ ...valid, partnerPassword: sent }));
    expect([...values.values()].map((value) => value.shown)).toEqual([partner.name, recorded, 'true']);
  });

  it('hold the credentials of the condition where the profile gives some', async () => {
    const credentials = { partnerName: '1043', partnerPassword: 'blocked' };
    const own = { settings: { conditions: { 'partner-blocked': { credentials } } } };
    const values = await valuesOf({ condition: 'partner-blocked' }, own);
    expect(Object.fromEntries(sentOf(values))).toEqual({
      ...valid,
      partnerName: '1043',
      partnerPassword: 'sealed-1(blocked)',
    });
  });

  it('are encrypted afresh unless a ciphertext is sent again on purpose', async () => {
    const mutation = { kind: 'replay' } as const;
    const previous = 'sent before';
    expect((await passwordOf({ mutation }, { previous }))?.sent).toBe(previous);
    expect((await passwordOf({ mutation }))?.sent).toBe(valid.partnerPassword);
    expect((await passwordOf({}, { previous }))?.sent).toBe(valid.partnerPassword);
  });

  it('hold a ciphertext with +, / and = where that is asked for, or any where the encoding has no such characters', async () => {
    const rich = { spelling: 'rich-ciphertext' } as const;
    for (const asked of [rich, { spelling: 'escaped' } as const]) {
      const given = ['abcd==', 'ab+d==', 'a/+d==', 'never'].values();
      expect((await passwordOf(asked, { encrypt: () => given.next().value ?? '' }))?.sent).toBe('a/+d==');
    }
    let calls = 0;
    const encrypt = (): string => `hex${(calls += 1)}`;
    expect((await passwordOf(rich, { encrypt }))?.sent).toBe('hex1');
    const endless = await passwordOf(rich, { encrypt: () => `aaa${(calls += 1)}=` });
    expect(endless?.sent).toMatch(/^aaa\d+=$/);
    expect(calls).toBeLessThan(100);
  });
});

describe('a wrong password', () => {
  const theirs = { 'partner-blocked': { credentials: { partnerName: '1043', partnerPassword: 'theirs' } } };
  const like = (partnerPassword: string) => ({ credentials: { ...settings.credentials, partnerPassword } });
  const other = (more: object) => ({
    conditions: { unauthorized: { credentials: { partnerName: '7', ...more } } },
  });
  const without = (code: string) => ({ note: { code } });
  const templated = (template: string) => ({ encryption: { ...settings.encryption, template } });
  const byCommand = {
    encryption: { scheme: 'command', command: ['true'], folder: '/', template: '{password}' },
  } as const;

  it.each<[string, PasswordForm, Partial<VariantTarget>, object]>([
    [
      'is derived from the right one, and a secret like it',
      'appended',
      {},
      { derived: expect.stringMatching(/^small\+service\/secret=1042[013-9]$/) },
    ],
    ['needs another partner', 'other-partner', {}, without('no-other-partner')],
    [
      'is another partner’s where the profile names one',
      'other-partner',
      { conditions: theirs },
      { derived: 'theirs' },
    ],
    [
      'is not that of the same partner, and not a wrong one of the profile',
      'other-partner',
      {
        conditions: {
          unauthorized: { credentials: { partnerPassword: 'nope' } },
          'ip-blocked': { credentials: { partnerPassword: 'second' } },
        },
      },
      without('no-other-partner'),
    ],
    ['is skipped where it is the right one', 'first-eight', like('12345678'), without('same-password')],
    ['is skipped where it has no letter to swap', 'case-swapped', like('12345678'), without('same-password')],
    [
      'is skipped where another kind has tried it',
      'first-eight',
      like('123456789'),
      without('same-password'),
    ],
    ['is as long as the key allows', 'line-break-appended', like('x'.repeat(100)), without('no-room')],
    [
      'has a NUL and a character behind it',
      'nul-appended',
      like('пароль'),
      { derived: expect.stringMatching(/^пароль\0[а-яё]$/) },
    ],
    ['needs a template with further parts', 'separator-appended', {}, without('no-separator')],
    [
      'has the separator of the template and a character behind it',
      'separator-appended',
      templated('{timestamp}::{password}'),
      { derived: expect.stringMatching(/^small\+service\/secret=1042::\d$/) },
    ],
    ...(['line-break-appended', 'nul-appended', 'surrounded'] as const).map(
      (form): [string, PasswordForm, Partial<VariantTarget>, object] => [
        'is not sent where a program may make the right one of it',
        form,
        byCommand,
        without('program-may-drop'),
      ],
    ),
    [
      'is sent by a program where it cannot',
      'last-missing',
      byCommand,
      { derived: 'small+service/secret=104' },
    ],
    ['needs the right one of a partner of its own', 'last-missing', other({}), without('no-right-password')],
    ['is derived from that one', 'last-missing', other({ rightPassword: 'right' }), { derived: 'righ' }],
  ])('%s', async (_what, password, own, expected) => {
    const testRequest = judged(variant, { ...baseline, condition: 'unauthorized', password });
    const found = await makeValues({ ...testRequest, status: null }, ingredients({ settings: own }));
    expect(found).toMatchObject(expected);
  });

  const judgedWith = (capacity: number) =>
    makeValues(
      judged(variant, { ...baseline, condition: 'unauthorized', password: 'appended' }),
      ingredients({ capacity }),
    );
  it('is the one with its last character replaced where one more is too long to be encrypted', async () => {
    const { length } = partner.password;
    const [longer, same] = [await judgedWith(length + 1), await judgedWith(length)];
    expect(longer).toMatchObject({ derived: expect.stringMatching(/^small\+service\/secret=1042\d$/) });
    expect(same).toMatchObject({ derived: expect.stringMatching(/^small\+service\/secret=104[013-9]$/) });
    const observed = {
      ...judged(variant, { ...baseline, condition: 'unauthorized', password: 'last-replaced' }),
      status: null,
    };
    expect(await makeValues(observed, ingredients({ capacity: length }))).toMatchObject(
      without('same-password'),
    );
    expect(await makeValues(observed, ingredients())).toEqual(same);
  });

  it('is made up where the right one is not known', async () => {
    const own = { settings: other({}) };
    const difference = { condition: 'unauthorized', password: 'appended' } as const;
    expect((await passwordOf(difference, own))?.sent).toBe('sealed-1(made-up)');
  });

  it('is sent as it is if the profile gives it', async () => {
    const own = { settings: other({ partnerPassword: 'known to be wrong' }) };
    const values = await valuesOf({ condition: 'unauthorized', password: 'appended' }, own);
    const sent = Object.fromEntries(sentOf(values));
    expect(sent).toMatchObject({ partnerName: '7', partnerPassword: 'sealed-1(known to be wrong)' });
  });
});

it.each([
  ['who is unknown is made up', { partner: 'unknown' }, {}, '987654'],
  ['who is unknown may be named', { partner: 'unknown' }, { unauthorized: { unknownPartner: '5' } }, '5'],
  ['may have a digit more', { partner: 'longer' }, {}, /^1042\d$/],
  ['may have digits in front', { partner: 'preceded' }, {}, /^[1-9]{6}1042$/],
  ['may have letters behind it', { partner: 'lettered' }, {}, /^1042[a-z]{3}$/],
  ['may be a number with a zero', { partner: 'leading-zero' }, {}, '01042'],
  ['may be a decimal number', { partner: 'decimal' }, {}, '1042.0'],
] as const)('a partner %s', (_what, difference, conditions, expected) => {
  const testRequest = judged(variant, { ...baseline, ...difference });
  const found = credentialsOf(testRequest, ingredients({ settings: { conditions } }))?.partnerName;
  expect(found).toMatch(expected);
});

describe('a ciphertext that nothing decrypts', () => {
  it.each(['QUJDZGVm+/01==', 'abc_-XYZ', '00ff9aAF'])('keeps length and alphabet of %s', (text) => {
    const scrambled = scramble(text);
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
  it('is a partner as long as the real one, of the same kinds of characters, another one each time, and none whom the profile names', () => {
    const target = targetAt('http://localhost', {
      settings: { credentials: { ...settings.credentials, partnerName: '900001' } },
      conditions: { 'reward-unavailable': { credentials: { partnerName: '900002' } } },
    });
    const { unknownPartner, chance } = makeUp(target, 1);
    const made = (like: string): string => unknownPartner(like, chance('x'));
    const names = Array.from({ length: 1000 }, () => made('900001'));
    expect(names.filter((name) => !/^[1-9]\d{5,8}$/.test(name) || /^90000[12]$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBeGreaterThan(990);
    expect(new Set(names.map((name) => name[0])).size).toBe(9);
    expect(made('12345678')).toMatch(/^[1-9]\d{7,8}$/);
    // Fewer than six digits may name a real partner. Over 32 bits cannot name one.
    expect(made('1042')).toMatch(/^[1-9]\d{5,8}$/);
    expect(Number(made('2147483640'))).toBeLessThan(2 ** 31);
    expect(made('PRT-00017')).toMatch(/^[A-Z]{3}-\d{5}$/);
  });

  it('is the same with the same seed, whatever is made up before', () => {
    const target = targetAt('http://localhost');
    const [first, second, other] = [makeUp(target, 1), makeUp(target, 1), makeUp(target, 2)];
    second.unknownPartner('1042', second.chance('something else'));
    const made = ({ unknownPartner, chance }: typeof first): string => unknownPartner('1042', chance('x'));
    const [one, same, another] = [made(first), made(second), made(other)];
    expect([same === one, another === one, made(first) === one]).toEqual([true, false, false]);
  });

  it('is a password of the same length and kinds of characters', () => {
    const { password, fixed } = makeUp(targetAt('http://localhost'), 1);
    expect(password('aB3/é-', fixed('x'))).toMatch(/^[a-z][A-Z]\d\/\p{Ll}-$/u);
  });

  it.each([
    ['пароль', /^парол[а-яё]$/, /^пароль[а-яё]$/],
    ['ПАРОЛЬ', /^ПАРОЛ[А-ЯЁ]$/, /^ПАРОЛЬ[А-ЯЁ]$/],
    ['pass!', /^pass[^!\w]$/, /^pass![^!\w]$/],
    ['密码', /^密\p{Script=Han}$/u, /^密码\p{Script=Han}$/u],
    ['pass7', /^pass[0-689]$/, /^pass7[0-689]$/],
  ])('is %s with another character of its kind', async (partnerPassword, replaced, appended) => {
    const credentials = { ...settings.credentials, partnerPassword };
    for (const [password, expected] of [
      ['last-replaced', replaced],
      ['appended', appended],
    ] as const) {
      const made = judged(variant, { ...baseline, condition: 'unauthorized', password });
      expect(await makeValues(made, ingredients({ settings: { credentials } }))).toMatchObject({
        derived: expect.stringMatching(expected) as unknown,
      });
    }
  });
});

it.for([
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
