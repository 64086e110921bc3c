import { describe, expect, test } from 'vitest';
import { sampleResults } from '../../report/sample-results.test-data.ts';
import { caseOf, checkOf, resultsOf, waiverOf } from '../../report/made-results.test-data.ts';
import { catalogue, runWith } from './columns.test-data.ts';
import { emptyColumn, matrixColumn } from './matrix-column.ts';

const id = 'b.unavailable.status';

describe('the column of a run', () => {
  test('holds every requirement with its verdict, and nothing of the exchanges', () => {
    const results = sampleResults();
    const column = matrixColumn(results, null);
    expect([...column.cells].map(([name, { verdict }]) => [name, verdict])).toEqual(
      results.requirements.map(({ id: name, verdict }) => [name, verdict]),
    );
    const kept = JSON.stringify({ ...column, cells: [...column.cells] });
    expect(kept).not.toContain('curl');
    expect(kept).not.toContain('"banks"');
    expect(kept.length).toBeLessThan(JSON.stringify(results).length / 2);
  });

  test('says the highest class of each variant', () => {
    const reached = (results: ReturnType<typeof runWith>): unknown =>
      [...matrixColumn(results, null).variants].map(([variant, one]) => [variant, one.reached]);
    expect(reached(runWith())).toEqual([
      ['a', 'full'],
      ['b', 'full'],
    ]);
    expect(reached(runWith({ [id]: ['fail', 'x'], 'a.success.status': ['fail', 'x'] }))).toEqual([
      ['a', null],
      ['b', 'core'],
    ]);
  });

  test('keeps what the deciding checks said, each sentence once and three at most', () => {
    const say = (verdict: 'fail' | 'review' | 'pass', message: string) =>
      caseOf(`b.${message}`, [{ ...checkOf(id, verdict), message }]);
    const column = matrixColumn(
      resultsOf([
        say('review', 'not this'),
        say('pass', 'nor this'),
        ...['one', 'one', 'two', 'three', 'four'].map((message) => say('fail', message)),
      ]),
      null,
    );
    expect(column.cells.get(id)?.said).toEqual(['one', 'two', 'three']);
    expect(matrixColumn(runWith(), null).cells.get(id)?.said).toEqual([]);
  });

  test('says what is waived', () => {
    const results = runWith({ [id]: ['fail', 'x'] }, { waivers: [waiverOf(id)] });
    const column = matrixColumn(results, null);
    expect(column.cells.get(id)?.waived).toBe(true);
    expect(column.variants.get('b')?.waived).toBe(1);
    expect(column.verdict).toBe('incomplete');
  });
});

test('the column of a target that could not be run has no verdict at all', () => {
  const column = emptyColumn({ name: 'x', baseUrl: 'http://127.0.0.1', problem: 'no such host' });
  expect(column.verdict).toBeNull();
  expect(column.cells.size + column.variants.size).toBe(0);
  expect(catalogue).toHaveLength(55);
});
