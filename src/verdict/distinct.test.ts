import { describe, expect, test } from 'vitest';
import { createDistinctCounter, nineDigits } from './distinct.ts';

function count(texts: readonly string[]): number {
  const counter = createDistinctCounter();
  for (const text of texts) counter.add(text, nineDigits(text));
  return counter.count;
}

describe('different texts', () => {
  test.for([
    [[], 0],
    [['000000000'], 1],
    [['000000000', '000000000'], 1],
    [['999999999', '000000000', '999999999', '999999999'], 2],
    [['44525225', '044525225', '0445252255', '44525225 ', '04452522A'], 5],
    [['', '', 'SABRRUMM', 'SABRRUMM', 'sabrrumm'], 3],
    [['٠٤٤٥٢٥٢٢٥', '٠٤٤٥٢٥٢٢٥', '044525225'], 2],
  ] as const)('are told apart as texts: %j', ([texts, expected]) => {
    expect(count(texts)).toBe(expected);
  });

  test.for([30_000, 1_000_000_000])('are counted as a set counts them, drawn from %i numbers', (range) => {
    let seed = 7;
    const draw = (): number => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0);
    const texts = Array.from({ length: 50_000 }, () => String(draw() % range).padStart(9, '0'));
    expect(count(texts)).toBe(new Set(texts).size);
  });
});
