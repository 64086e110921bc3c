import { expect, it } from 'vitest';
import { createLoginBudget } from './login-budget.ts';

it('gives out as many failed logins as the limit says, and not one more', async () => {
  const budget = createLoginBudget(2);
  for (const expected of [true, true, false, false]) {
    const taken = await budget.take();
    expect(taken).toBe(expected);
    if (taken) budget.settle(true);
  }
  expect(budget.spent()).toBe(2);
});

it('gives out none where the limit is zero', async () => {
  await expect(createLoginBudget(0).take()).resolves.toBe(false);
});

it('takes back what turned out to be no failed login', async () => {
  const budget = createLoginBudget(1);
  expect(await budget.take()).toBe(true);
  budget.settle(false);
  expect(budget.spent()).toBe(0);
  expect(await budget.take()).toBe(true);
});

it('lets whoever finds none left wait for those under way, and decides by what comes of them', async () => {
  const budget = createLoginBudget(1);
  await budget.take();
  const answers: boolean[] = [];
  const waiting = [budget.take(), budget.take()].map((taken) => taken.then((value) => answers.push(value)));
  await new Promise((resolve) => setImmediate(resolve));
  expect(answers).toEqual([]);
  budget.settle(false);
  await waiting[0];
  expect(answers).toEqual([true]);
  budget.settle(true);
  await Promise.all(waiting);
  expect(answers).toEqual([true, false]);
  expect(budget.spent()).toBe(1);
});

it('counts a failed login that nobody expected, even beyond the limit', async () => {
  const budget = createLoginBudget(1);
  budget.charge();
  budget.charge();
  expect(budget.spent()).toBe(2);
  expect(await budget.take()).toBe(false);
});
