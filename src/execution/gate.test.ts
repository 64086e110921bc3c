import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createGate } from './gate.ts';

const idle = new AbortController().signal;

/** Work that notes how much of it is under way at once. */
function meter() {
  let open = 0;
  let most = 0;
  return {
    most: () => most,
    work: async (): Promise<void> => {
      open += 1;
      most = Math.max(most, open);
      await sleep(2);
      open -= 1;
    },
  };
}

const times = (count: number, work: () => Promise<unknown>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, work));

it('lets exactly as many requests be open at once as the limit allows', async () => {
  const { work, most } = meter();
  const gate = createGate(3, null, idle);
  await times(12, () => gate.pass(work));
  expect(most()).toBe(3);
});

it('hands back what the work gives, and its place after a rejection', async () => {
  const gate = createGate(1, null, idle);
  await expect(gate.pass(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  await expect(gate.pass(() => Promise.resolve('next'))).resolves.toBe('next');
});

it('serves those who wait in the order in which they came', async () => {
  const gate = createGate(1, null, idle);
  const order: number[] = [];
  await Promise.all([1, 2, 3].map((number) => gate.pass(() => Promise.resolve(order.push(number)))));
  expect(order).toEqual([1, 2, 3]);
});

it('lets one request through at a time once it is narrowed, those under way left alone', async () => {
  const gate = createGate(4, null, idle);
  const { work, most } = meter();
  const early = Array.from({ length: 4 }, () => gate.pass(() => sleep(5)));
  const late = times(6, () => gate.pass(work));
  gate.narrow();
  await Promise.all([...early, late]);
  expect(most()).toBe(1);
});

it('is slow once it was slowed down, and recovers step by step', async () => {
  const gate = createGate(4, null, idle);
  const took = async (): Promise<number> => {
    const start = performance.now();
    for (let index = 0; index < 4; index += 1) await gate.pass(() => Promise.resolve());
    return performance.now() - start;
  };
  gate.slowDown(0);
  await gate.pass(() => Promise.resolve());
  expect(await took()).toBeGreaterThan(90);
  for (let index = 0; index < 40; index += 1) gate.recover();
  expect(await took()).toBeLessThan(60);
});

it('starts no more requests in any second than the rate, however many may be open', async () => {
  const gate = createGate(50, 100, idle);
  const starts: number[] = [];
  await times(8, () => gate.pass(() => Promise.resolve(starts.push(performance.now()))));
  const [first = 0] = starts;
  starts.forEach((start, index) => expect(start - first).toBeGreaterThanOrEqual(index * 10 - 3));
  expect(starts).toHaveLength(8);
});

it('is no faster than a rate of less than one a second, least of all where a target asks for less', async () => {
  const gate = createGate(8, 0.9, idle);
  const starts: number[] = [];
  const send = (): Promise<number> => gate.pass(() => Promise.resolve(starts.push(performance.now())));
  await send();
  gate.slowDown(0);
  await send();
  await send();
  const [, second = 0, third = 0] = starts;
  expect(third - second).toBeGreaterThanOrEqual(1000 / 0.9);
});
