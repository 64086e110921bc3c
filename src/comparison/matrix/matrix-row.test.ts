import { expect, test } from 'vitest';
import { wordingFor } from '../../report/wording/wording.ts';
import { targetOf } from '../../report/made-results.test-data.ts';
import { catalogue, runWith } from './columns.test-data.ts';
import { matrixColumn } from './matrix-column.ts';
import type { MatrixColumn } from './matrix-column.ts';
import { matrixGroups, matrixVariants } from './matrix-row.ts';

const words = wordingFor('en');
const both = matrixColumn(runWith(), null);
const onlyA = matrixColumn(runWith({}, { target: targetOf(['a']) }), null);

/** A run of a later suite that knows one requirement more. */
const later: MatrixColumn = {
  ...both,
  cells: new Map([...both.cells, ['c.new.status', { ...first(), variant: 'c' }]]),
};

function first() {
  const [cell] = both.cells.values();
  if (cell === undefined) throw new Error('no cells');
  return cell;
}

test('rows hold the whole catalogue once, whichever run knows it', () => {
  for (const columns of [[both], [onlyA, both], [both, onlyA]]) {
    const ids = matrixGroups(columns, words).flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(ids.toSorted()).toEqual(catalogue.toSorted());
  }
});

test('rows are grouped by condition, then by variant', () => {
  const groups = matrixGroups([both], words).map(({ topic, variant }) => `${topic} ${variant}`);
  expect(groups.slice(0, 6)).toEqual([
    'success a',
    'success b',
    'request a',
    'request b',
    'missing a',
    'missing b',
  ]);
  expect(new Set(groups).size).toBe(groups.length);
});

test('a run that does not know a requirement has nothing in its row', () => {
  const groups = matrixGroups([both, later], words);
  const rows = groups.flatMap((group) => group.rows);
  expect(rows.find(({ id }) => id === 'c.new.status')?.cells.map((cell) => cell !== null)).toEqual([
    false,
    true,
  ]);
  expect(groups.at(-1)?.topic).toBe('new');
  const missing = matrixGroups([onlyA, both], words).flatMap((group) => group.rows);
  expect(missing.filter(({ cells }) => cells[0] === null).every(({ variant }) => variant === 'b')).toBe(true);
});

test('variants are those of all runs', () => {
  expect(matrixVariants([onlyA, both])).toEqual(['a', 'b']);
  expect(matrixVariants([onlyA])).toEqual(['a']);
});
