import { expect, it } from 'vitest';
import { timeLeft } from './time-left.ts';

it.each([
  [10, 100, 2999, ''],
  [2, 10, 60_000, ''],
  [4, 100, 60_000, ''],
  [0, 100, 60_000, ''],
  [100, 100, 60_000, ''],
  [50, 100, 5000, 'a few seconds left'],
  [50, 100, 32_000, 'about 30 s left'],
  [10, 110, 30_000, 'about 5 min left'],
  [10, 110, 900_000, 'about 3 h left'],
])('%i of %i after %i ms: %j', (ended, total, elapsed, words) => {
  expect(timeLeft({ ended, total, elapsed })).toBe(words);
});
