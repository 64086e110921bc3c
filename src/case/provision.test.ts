import { expect, test } from 'vitest';
import { variantById } from '../spec/look-up.ts';
import { specification } from '../spec/variant.ts';
import type { Provision } from '../target/target.ts';
import { comparableConditions, isExclusive, isProvisioned, provisionOf } from './provision.ts';
import { bareSettings, fullSettings } from './target.test-data.ts';

const b = variantById(specification, 'b');

test('a request brings success, missing, unencrypted and unauthorized about by itself, and nothing else', () => {
  const names = b.conditions.map(({ name }) => name).filter((name) => isProvisioned(bareSettings, name));
  expect(new Set(names)).toEqual(new Set(['success', 'missing', 'unencrypted', 'unauthorized']));
});

test('a condition is not provisioned by an empty record', () => {
  const conditions = { 'ip-blocked': {} };
  expect(isProvisioned({ ...bareSettings, conditions }, 'ip-blocked')).toBe(false);
});

test.for([
  [{ credentials: { partnerName: '2' } }],
  [{ headers: { 'X-Fault': '1' } }],
  [{ baseUrl: 'http://127.0.0.1' }],
  [{ localAddress: '127.0.0.2' }],
  [{ proxy: 'http://127.0.0.1:1' }],
  [{ setup: { kind: 'command', command: 'x' } }],
] as const satisfies readonly (readonly [Provision])[])('a condition is provisioned by %j', ([provision]) => {
  const settings = { ...bareSettings, conditions: { unavailable: provision } };
  expect(isProvisioned(settings, 'unavailable')).toBe(true);
  expect(provisionOf(settings, 'unavailable')).toBe(provision);
  expect(isExclusive(settings, 'unavailable')).toBe('setup' in provision);
});

test('a condition that needs nothing has an empty provision', () => {
  expect(provisionOf(bareSettings, 'success')).toEqual({});
});

test('conditions can be compared unless they are the success, not provisioned, exclusive, or without a parameter', () => {
  const all = b.conditions.map(({ name }) => name).filter((name) => name !== 'success');
  expect(comparableConditions(b, fullSettings)).toEqual(all);
  expect(comparableConditions(b, bareSettings)).toEqual(['missing', 'unencrypted', 'unauthorized']);
  const setup = { kind: 'command', command: 'x' } as const;
  const conditions = { ...fullSettings.conditions, unavailable: { setup } };
  expect(comparableConditions(b, { ...fullSettings, conditions })).not.toContain('unavailable');
  const plain = { ...b, parameters: b.parameters.map((parameter) => ({ ...parameter, encrypted: false })) };
  expect(comparableConditions(plain, bareSettings)).toEqual(['missing', 'unauthorized']);
});
