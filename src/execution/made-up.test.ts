import type crypto from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { makeUp } from './made-up.ts';
import { settings, targetAt } from './small-run.test-support.ts';

const draws = vi.hoisted(() => ({ next: [] as number[] }));

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof crypto>();
  return {
    ...real,
    randomInt: (least: number, end: number) => draws.next.shift() ?? real.randomInt(least, end),
  };
});

it('makes up nine digits that fit into an int, and a password, anew for every run', () => {
  const target = targetAt('http://localhost');
  const [one, other] = [makeUp(target), makeUp(target)];
  const name = one.unknownPartner();
  expect(name).toMatch(/^9\d{8}$/);
  expect(Number(name)).toBeLessThan(2 ** 31);
  expect(one.wrongPassword).not.toBe(other.wrongPassword);
  expect(one.wrongPassword.length).toBeGreaterThanOrEqual(16);
});

it('never makes up a partner whom the profile names, not even one of a condition', () => {
  draws.next = [900_000_001, 900_000_002, 900_000_003, 900_000_003, 900_000_004];
  const target = targetAt('http://localhost', {
    settings: { credentials: { ...settings.credentials, partnerName: '900000001' } },
    conditions: { 'reward-unavailable': { credentials: { partnerName: '900000002' } } },
  });
  const { unknownPartner } = makeUp(target);
  expect(unknownPartner()).toBe('900000003');
  // Nor one that it has made up before.
  expect(unknownPartner()).toBe('900000004');
});
