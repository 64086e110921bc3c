import { describe, expect, test } from 'vitest';
import { variantById } from '../spec/look-up.ts';
import { specification } from '../spec/variant.ts';
import { baseline, judged, observed, plainest } from './stimulus.ts';
import type { Difference } from './stimulus.ts';
import type { PasswordForm, Twist } from './test-case.ts';

const a = variantById(specification, 'a');
const b = variantById(specification, 'b');

const credentials = (difference: Partial<Difference>, variant = a) =>
  observed(variant, { label: 'x', condition: 'success', ...difference }).credentials;

describe('credentials are valid or invalid', () => {
  test.for([
    ['encrypted', 'valid'],
    ['plain', 'invalid'],
    ['wrong', 'invalid'],
    ['empty', 'invalid'],
    ['base64', 'invalid'],
    ['hex', 'invalid'],
    ['undecryptable', 'invalid'],
  ] as const satisfies readonly (readonly [PasswordForm, string])[])(
    'by the password: %s is %s',
    ([password, expected]) => {
      expect(credentials({ password })).toBe(expected);
    },
  );

  test.for([
    [['partnerName'], 'invalid'],
    [['partnerPassword'], 'invalid'],
    [['useAuthByCert'], 'valid'],
    [['partnerName', 'useAuthByCert'], 'invalid'],
    [['useAuthByCert', 'partnerPassword'], 'invalid'],
  ] as const)('by what is left out: without %j they are %s', ([without, expected]) => {
    expect(credentials({ without })).toBe(expected);
    expect(credentials({ without }, b)).toBe(expected);
  });

  test('by the partner', () => {
    expect(credentials({ partner: 'unknown' })).toBe('invalid');
    expect(credentials({})).toBe('valid');
  });

  const partner = 'partnerName';
  const rows: readonly (readonly [string, Twist, string])[] = [
    ['null for the partner', { kind: 'value', parameter: partner, value: null }, 'invalid'],
    ['an empty partner', { kind: 'value', parameter: partner, value: '' }, 'invalid'],
    ['a blank partner', { kind: 'value', parameter: partner, value: ' \t' }, 'invalid'],
    ['a number for the partner', { kind: 'value', parameter: partner, value: 1 }, 'open'],
    ['true for the partner', { kind: 'value', parameter: partner, value: true }, 'invalid'],
    ['a word for the partner', { kind: 'value', parameter: partner, value: 'partner' }, 'invalid'],
    ['an empty flag', { kind: 'value', parameter: 'useAuthByCert', value: '' }, 'open'],
    ['null for the flag', { kind: 'value', parameter: 'useAuthByCert', value: null }, 'open'],
    ['null for the password', { kind: 'value', parameter: 'partnerPassword', value: null }, 'invalid'],
    ['a padded partner', { kind: 'padded', parameter: partner }, 'open'],
    ['a repeated partner', { kind: 'repeated', parameter: partner, first: 'wrong' }, 'open'],
    ['a replay', { kind: 'replay' }, 'open'],
    ['another place', { kind: 'place', place: 'other' }, 'open'],
    ['an unknown parameter', { kind: 'unknown-parameter' }, 'open'],
    ['a large body', { kind: 'large-body', bytes: 1 }, 'open'],
  ];

  test.for(rows)('by a twist, unless the specification is silent: %s', ([, twist, expected]) => {
    expect(credentials({ twist })).toBe(expected);
  });

  test('by a body of its own only where the body carries them', () => {
    const twist = { kind: 'raw-body', body: '{}', contentType: null } as const;
    expect(credentials({ twist }, a)).toBe('invalid');
    expect(credentials({ twist }, b)).toBe('open');
  });

  test('by the password even where there is a twist as well', () => {
    expect(credentials({ password: 'plain', twist: { kind: 'replay' } })).toBe('invalid');
  });
});

describe('a request is one on the operation', () => {
  test.for([
    [{ kind: 'method', method: 'GET' }, false],
    [{ kind: 'path', change: 'toggle-slash' }, false],
    [{ kind: 'path', change: 'other-bank-code' }, false],
    [{ kind: 'place', place: 'both' }, true],
    [{ kind: 'content-type', contentType: null }, true],
  ] as const)('unless its method or path is another: %j', ([twist, expected]) => {
    expect(observed(a, { label: 'x', condition: 'success', twist }).onOperation).toBe(expected);
    expect(judged(a, baseline).onOperation).toBe(true);
  });
});

describe('a condition is brought about in the plainest way', () => {
  test('by one difference from the baseline', () => {
    expect(a.conditions.map(({ name }) => plainest(a, name))).toEqual([
      { label: 'baseline', condition: 'success' },
      { label: 'without useAuthByCert', condition: 'missing', without: ['useAuthByCert'] },
      { label: 'plain partnerPassword', condition: 'unencrypted', password: 'plain' },
      { label: 'unavailable', condition: 'unavailable' },
      { label: 'unknown partner', condition: 'unauthorized', partner: 'unknown' },
    ]);
  });

  test('with the status that the variant gives it', () => {
    expect(judged(a, plainest(a, 'unauthorized')).status).toBe(403);
    expect(judged(b, plainest(b, 'unauthorized')).status).toBe(401);
    expect(() => judged(a, plainest(a, 'ip-blocked'))).toThrow(RangeError);
  });
});
