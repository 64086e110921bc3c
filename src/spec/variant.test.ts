import { describe, expect, test } from 'vitest';
import {
  conditionOf,
  encryptedParameters,
  findCondition,
  specification,
  variantById,
} from './specification.ts';

const a = variantById(specification, 'a');
const b = variantById(specification, 'b');

const table = (variant: typeof a) =>
  Object.fromEntries(variant.conditions.map(({ name, status, meaning }) => [name, [status, meaning]]));

describe('the specification as data', () => {
  test('has the rows of the table of variant A (section 4.1)', () => {
    expect(table(a)).toEqual({
      success: [200, null],
      missing: [422, 'correct-data'],
      unencrypted: [422, 'encrypted-form'],
      unauthorized: [403, 'not-authorized'],
      unavailable: [500, 'try-later'],
    });
  });

  test('has the rows of the table of variant B (section 4.2)', () => {
    expect(table(b)).toEqual({
      success: [200, null],
      missing: [422, 'correct-data'],
      unencrypted: [422, 'encrypted-form'],
      unauthorized: [401, 'not-authorized'],
      'partner-blocked': [403, 'contact-manager'],
      'ip-blocked': [403, 'contact-manager'],
      'reward-unavailable': [403, 'contact-manager'],
      unavailable: [500, 'try-later'],
    });
  });

  test('sends both by POST, each to its path and in its own way', () => {
    expect([a, b].map(({ method, path, carrier }) => [method, path, carrier])).toEqual([
      ['POST', '/partner/sbp/banks', 'json-body'],
      ['POST', '/partner/<bank_code>/sbp/banks/', 'query'],
    ]);
  });

  test('has three credentials, of which the password is encrypted and the partner an int in B', () => {
    const rows = (variant: typeof a) =>
      variant.parameters.map(({ name, role, type, encrypted }) => [name, role, type, encrypted]);
    const shared = [
      ['partnerPassword', 'password', 'string', true],
      ['useAuthByCert', 'flag', 'string', false],
    ];
    expect(rows(a)).toEqual([['partnerName', 'partner', 'string', false], ...shared]);
    expect(rows(b)).toEqual([['partnerName', 'partner', 'int', false], ...shared]);
    expect(encryptedParameters(a).map(({ name }) => name)).toEqual(['partnerPassword']);
  });

  test('does not use 401 in A, and names no such status for B (section 7)', () => {
    expect([a.unusedStatuses, b.unusedStatuses]).toEqual([[401], []]);
  });

  test('gives every condition the section of its variant', () => {
    for (const variant of specification.variants)
      expect(new Set(variant.conditions.map(({ section }) => section))).toEqual(new Set([variant.section]));
  });
});

describe('a look-up', () => {
  test('finds what there is', () => {
    expect(conditionOf(a, 'unauthorized').status).toBe(403);
    expect(findCondition(b, 'ip-blocked')?.status).toBe(403);
  });

  test('says where there is nothing', () => {
    expect(findCondition(a, 'ip-blocked')).toBeNull();
    expect(() => conditionOf(a, 'ip-blocked')).toThrow('variant a has no condition ip-blocked');
    expect(() => variantById(specification, 'z')).toThrow('the specification has no variant z');
  });
});
