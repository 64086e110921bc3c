import { describe, expect, it } from 'vitest';
import { assertHoldsPassword, fillTemplate } from './template.ts';

const clock = { now: () => new Date('2026-11-20T10:00:00Z'), uuid: () => 'b9f1' };

describe('a template', () => {
  it.each([
    ['{password}', 'secret', 'secret'],
    ['{timestamp} {uuid} {password}', 'secret', '2026-11-20T10:00:00.000Z b9f1 secret'],
    ['{password}{password}', 'x', 'xx'],
    ['{password} {other} {Password} $&', 'x', 'x {other} {Password} $&'],
  ])('%j with the password %j becomes %j', (template, password, filled) => {
    expect(fillTemplate(template, password, clock)).toBe(filled);
  });

  it.each(['{uuid}', '{password}', '$&', "$'", '$1', '$$'])('leaves the password %j as it is', (password) => {
    expect(fillTemplate('<{password}>{uuid}', password, clock)).toBe(`<${password}>b9f1`);
  });

  it('takes a new identifier for each place', () => {
    const ids = ['1', '2'].values();
    const uuid = () => ids.next().value ?? '';
    expect(fillTemplate('{uuid}{uuid}', '', { ...clock, uuid })).toBe('12');
  });

  it('must hold the password', () => {
    expect(() => assertHoldsPassword('{Password}')).toThrow(
      'expected one that says where the password stands',
    );
    expect(() => assertHoldsPassword('x{password}')).not.toThrow();
  });
});
