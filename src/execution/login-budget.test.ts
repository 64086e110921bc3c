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

it('leaves to others what is reserved for them', async () => {
  const budget = createLoginBudget(3);
  budget.charge();
  budget.reserve(1);
  expect([budget.tryTake(), budget.tryTake()]).toEqual([true, false]);
  budget.settle(true);
  expect(budget.spent()).toBe(2);
});

it('does not wait for ever for one under way that nobody settles', async () => {
  const budget = createLoginBudget(1, 20);
  expect(await budget.take()).toBe(true);
  await expect(budget.take()).resolves.toBe(false);
});

it('ends after twice as many sends where they are turned away', async () => {
  const budget = createLoginBudget(2);
  const answers: boolean[] = [];
  for (let index = 0; index < 5; index += 1) {
    const isTaken = await budget.take();
    answers.push(isTaken);
    if (isTaken) budget.settle(false, true);
  }
  expect(answers).toEqual([true, true, true, true, false]);
  expect(budget.spent()).toBe(0);
});
