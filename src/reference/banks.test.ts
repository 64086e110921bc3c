import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Bank } from './behaviour.ts';

const file = new URL('../../fixtures/banks/banks.json', import.meta.url);
const banks = JSON.parse(readFileSync(file, 'utf8')) as readonly Bank[];

it('is a sample of records with a name and nine digits, no bank twice', () => {
  const strange = banks.filter(
    (bank) =>
      Object.keys(bank).join() !== 'name,bic' || bank.name.trim() === '' || !/^04\d{7}$/.test(bank.bic),
  );
  expect(strange).toEqual([]);
  expect(new Set(banks.map(({ bic }) => bic)).size).toBe(banks.length);
  expect(banks.length).toBeGreaterThan(50);
});
