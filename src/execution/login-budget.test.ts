import { expect, it } from 'vitest';
import type { Evidence } from '../verdict/evidence.ts';
import { createLoginBudget } from './login-budget.ts';
import type { Login } from './login-budget.ts';

const answered = (status: number): Evidence => ({ response: { status }, error: null }) as unknown as Evidence;
const lost = (stage: 'connect' | 'exchange'): Evidence =>
  ({ response: null, error: { stage } }) as unknown as Evidence;

it.each<[Login, Evidence, number]>([
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
])('a %s login answered like %o counts %i', async (login, evidence, expected) => {
  const budget = createLoginBudget(3);
  const place = await budget.reserve(login);
  place?.settle(evidence);
  expect(budget.spent()).toBe(expected);
  expect(budget.left()).toBe(3 - expected);
});

it('gives out as many places as the limit says, and not one more', async () => {
  const budget = createLoginBudget(2);
  for (const expected of [true, true, false, false]) {
    const place = await budget.reserve('wrong');
    expect(place !== null).toBe(expected);
    place?.settle(answered(401));
  }
  expect(budget.spent()).toBe(2);
});

it('lets whoever finds no place wait for those under way', async () => {
  const budget = createLoginBudget(1);
  const first = await budget.reserve('wrong');
  const second = budget.reserve('wrong');
  first?.settle(answered(200));
  expect(await second).not.toBeNull();
});

it('counts those of earlier runs', async () => {
  expect(await createLoginBudget(3, 3).reserve('wrong')).toBeNull();
});

it('asks a place of valid credentials once they were refused', async () => {
  const budget = createLoginBudget(1);
  (await budget.reserve('valid'))?.settle(answered(403));
  expect(budget.areCredentialsRefused()).toBe(true);
  expect(await budget.reserve('valid')).toBeNull();
  expect(await budget.reserve('open')).toBeNull();
  expect(await budget.reserve('none')).not.toBeNull();
});

it('gives a place back where nothing was sent', async () => {
  const budget = createLoginBudget(1);
  (await budget.reserve('wrong'))?.settle(null);
  expect(budget.left()).toBe(1);
});
