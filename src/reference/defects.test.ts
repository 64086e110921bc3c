import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { requirements } from '#banks/requirements.ts';
import type { Bank } from './behaviour.ts';
import { subjects } from './defects.ts';
import { normalizeAddress, splitTarget } from './wire.ts';

const defects = subjects.filter(({ kind }) => kind === 'defect');
const tolerances = subjects.filter(({ kind }) => kind === 'tolerance');
const known = requirements.map(({ id }) => id);

describe.each([
  ['defects', defects, 280],
  ['tolerances', tolerances, 120],
] as const)('the table of %s', (_, table, least) => {
  it('has so many rows, each with an id in kebab-case and a sentence that no other has', () => {
    const [ids, summaries] = [table.map(({ id }) => id), table.map(({ summary }) => summary)];
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
    expect(summaries.filter((summary) => !/^[A-Z].*[^.]\.$/.test(summary))).toEqual([]);
    expect([new Set(ids).size, new Set(summaries).size]).toEqual([table.length, table.length]);
    expect(table.length).toBeGreaterThanOrEqual(least);
  });
});

it('names only requirements that there are, each once', () => {
  const strange = subjects.filter(({ kind, fails, reviews, vacuous }) => {
    const ids = kind === 'defect' ? [...fails, ...reviews, ...vacuous] : vacuous;
    const isTooFew = kind === 'defect' && ids.length === 0;
    return isTooFew || new Set(ids).size < ids.length || ids.some((id) => !known.includes(id));
  });
  expect(strange.map(({ id }) => id)).toEqual([]);
});

it('violates every requirement with two defects at least, one of which always shows', () => {
  const rare = known.filter((id) => defects.filter(({ fails }) => fails.includes(id)).length < 2);
  const steady = defects.filter(({ intermittent }) => !intermittent);
  expect(rare).toEqual([]);
  expect(known.filter((id) => !steady.some(({ fails }) => fails.includes(id)))).toEqual([]);
});

it('serves records with a name and nine digits, no bank twice', () => {
  const file = new URL('../../fixtures/banks/banks.json', import.meta.url);
  const banks = JSON.parse(readFileSync(file, 'utf8')) as readonly Bank[];
  const isUsual = (bank: Bank): boolean =>
    Object.keys(bank).join() === 'name,bic' && bank.name.trim() !== '' && /^04\d{7}$/.test(bank.bic);
  expect(banks.filter((bank) => !isUsual(bank))).toEqual([]);
  expect([new Set(banks.map(({ bic }) => bic)).size, banks.length > 50]).toEqual([banks.length, true]);
});

it.each([
  ['::ffff:127.0.0.2', '127.0.0.2'],
  ['::FFFF:10.0.0.1', '10.0.0.1'],
  ['127.0.0.2', '127.0.0.2'],
  ['::1', '::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:0', '::ffff:0'],
])('the address %s is written %s', (address, expected) => {
  expect(normalizeAddress(address)).toBe(expected);
});

it.each([
  ['/a/b/?x=1?y', '/a/b/', 'x=1?y'],
  ['/a', '/a', ''],
  ['http://host:1/a?b', '/a', 'b'],
  ['*', '*', ''],
])('the target %s is split at its query', (target, path, query) => {
  expect(splitTarget(target)).toEqual({ path, query });
});
