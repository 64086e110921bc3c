import { expect, test } from 'vitest';
import { worst } from './check.ts';
import type { Verdict } from './check.ts';

const order: readonly Verdict[] = ['fail', 'review', 'inconclusive', 'pass'];

test('the worst of two verdicts is the earlier of fail, review, inconclusive, pass, in either order', () => {
  for (const [left, first] of order.entries())
    for (const [right, second] of order.entries())
      expect(worst([first, second]), `${first}, ${second}`).toBe(order[Math.min(left, right)]);
});

test('the worst of no verdict is none, not a pass', () => {
  expect(worst([])).toBeNull();
});
