import { expect, it } from 'vitest';
import { roundTrips } from './schedule.ts';
import type { Span } from './schedule.ts';

const spans = (...all: readonly (readonly [start: number, end: number])[]) =>
  all.map(([start, end]) => ({ start, end }));

it.for<[string, readonly Span[], number]>([
  ['none', spans(), 0],
  ['two side by side', spans([0, 10], [1, 9]), 1],
  ['one behind the other', spans([0, 10], [10, 20]), 2],
  ['a long one beside three short ones', spans([0, 100], [0, 10], [20, 30], [40, 50]), 3],
  ['steps', spans([0, 10], [0, 12], [13, 20], [14, 22], [19, 30]), 2],
])('counts the longest chain of %s', ([, all, count]) => {
  expect(roundTrips(all)).toBe(count);
});
