import { expect, it } from 'vitest';
import { makeUp } from './value.ts';
import { settings, targetAt } from './small-run.test-support.ts';

it('makes up partners as long as the real one, digits only, another one each time', () => {
  const { unknownPartner } = makeUp(targetAt('http://localhost'));
  const names = Array.from({ length: 50 }, () => unknownPartner('12345678'));
  expect(names.filter((name) => !/^[1-9]\d{7}$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(50);
  // Fewer digits than six may be a real partner's.
  expect(unknownPartner('1042')).toMatch(/^[1-9]\d{5}$/);
});

it('never makes up a partner whom the profile names', () => {
  const target = targetAt('http://localhost', {
    settings: { credentials: { ...settings.credentials, partnerName: '900001' } },
    conditions: { 'reward-unavailable': { credentials: { partnerName: '900002' } } },
  });
  const { unknownPartner } = makeUp(target);
  const names = Array.from({ length: 1000 }, () => unknownPartner('900001'));
  expect(names).not.toContain('900001');
  expect(names).not.toContain('900002');
});

it('makes up a password of the same length and kinds of characters', () => {
  const { password } = makeUp(targetAt('http://localhost'));
  const made = password('aB3/é-');
  expect(made).toMatch(/^[a-z][A-Z]\d\/é-$/);
});
