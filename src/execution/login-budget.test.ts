import { expect, it } from 'vitest';
import type { HttpOutcome } from '../http/exchange.ts';
import { createLoginBudget } from './limits.ts';
import type { Login } from './limits.ts';

const answered = (status: number): HttpOutcome =>
  ({ kind: 'answered', response: { status } }) as unknown as HttpOutcome;
const lost = (stage: 'connect' | 'exchange'): HttpOutcome =>
  ({ kind: 'failed', error: { stage } }) as unknown as HttpOutcome;

it.each<[Login, HttpOutcome, number]>([
  ['wrong', answered(403), 1],
  ['wrong', answered(429), 1],
  ['wrong', answered(503), 1],
  ['wrong', answered(200), 0],
  ['wrong', lost('exchange'), 1],
  ['wrong', lost('connect'), 0],
  ['invalid', answered(422), 0],
  ['invalid', answered(400), 0],
  ['invalid', answered(401), 1],
  ['invalid', answered(500), 1],
  ['misread', answered(403), 1],
  ['misread', answered(200), 0],
  ['valid', answered(403), 1],
  ['valid', answered(500), 0],
  ['none', answered(401), 0],
])('a %s login answered like %o counts %i', async (login, outcome, expected) => {
  const budget = createLoginBudget(3);
  const place = await budget.reserve(login, 'a');
  place?.settle(outcome);
  expect(budget.spent()).toBe(expected);
  expect(budget.left()).toBe(3 - expected);
});

it('gives out as many places as the limit says, and not one more', async () => {
  const budget = createLoginBudget(2);
  for (const expected of [true, true, false, false]) {
    const place = await budget.reserve('wrong', 'a');
    expect(place !== null).toBe(expected);
    place?.settle(answered(401));
  }
  expect(budget.spent()).toBe(2);
});

it('lets a request without a place wait for those under way', async () => {
  const budget = createLoginBudget(1);
  const first = await budget.reserve('wrong', 'a');
  const second = budget.reserve('wrong', 'a');
  first?.settle(answered(200));
  expect(await second).not.toBeNull();
});

it('counts those of earlier runs', async () => {
  expect(await createLoginBudget(3, 3).reserve('wrong', 'a')).toBeNull();
});

it('asks a place of valid credentials once they were refused', async () => {
  const budget = createLoginBudget(1);
  (await budget.reserve('valid', 'a'))?.settle(answered(403));
  expect(budget.areCredentialsRefused()).toBe(true);
  expect(await budget.reserve('valid', 'a')).toBeNull();
  expect(await budget.reserve('open', 'a')).toBeNull();
  expect(await budget.reserve('none', 'a')).not.toBeNull();
});

it('gives a place back where nothing was sent', async () => {
  const budget = createLoginBudget(1);
  (await budget.reserve('wrong', 'a'))?.settle(null);
  expect(budget.left()).toBe(1);
});

it('holds requests with the right password back once refusals may be theirs, until the baseline shows it', async () => {
  const budget = createLoginBudget(3);
  (await budget.reserve('open', 'a'))?.settle(answered(403));
  expect(budget.suspicious()).toEqual([]);
  (await budget.reserve('open', 'a'))?.settle(answered(401));
  expect(budget.suspicious()).toEqual(['a']);
  const third = budget.reserve('open', 'a');
  (await budget.reserve('valid', 'a'))?.settle(answered(200));
  expect([budget.suspicious(), budget.left(), budget.spent()]).toEqual([[], 3, 0]);
  expect(await third).not.toBeNull();
});

it('counts them if the baseline is refused as well, or shows nothing', async () => {
  for (const shown of [true, false]) {
    const budget = createLoginBudget(3);
    for (const _ of [1, 2]) (await budget.reserve('open', 'a'))?.settle(answered(403));
    if (shown) (await budget.reserve('valid', 'a'))?.settle(answered(403));
    else budget.countSuspects();
    expect(budget.spent()).toBe(shown ? 3 : 2);
  }
});
