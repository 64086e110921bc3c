import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSlots } from './slots.ts';

/** Work that lasts until it is let go. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, letGo: resolve };
}

describe('slots', () => {
  it('let through so many pieces of work at once, in the order in which they came', async () => {
    const slots = createSlots(2);
    const started: number[] = [];
    let open = 0;
    let most = 0;
    const pieces = Array.from({ length: 6 }, (_, index) =>
      slots.take(async () => {
        started.push(index);
        most = Math.max(most, (open += 1));
        await sleep(10);
        open -= 1;
        return index;
      }),
    );
    expect(await Promise.all(pieces)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(started).toEqual([0, 1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });

  it('are given back by work that fails', async () => {
    const slots = createSlots(1);
    await expect(slots.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await slots.take(() => Promise.resolve('yes'))).toBe('yes');
  });

  it('are lent by work that does not get on, all of them, and not by work that does', async () => {
    const slots = createSlots(2, 50);
    const hanging = [held(), held()];
    const hung = hanging.map(({ work }) => slots.take(work));
    const start = performance.now();
    const busy = held();
    const stirring = slots.take(async (stir) => {
      const timer = setInterval(stir, 10);
      await busy.work();
      clearInterval(timer);
    });
    const behind = await slots.take(() => Promise.resolve(performance.now() - start));
    expect(behind).toBeGreaterThan(100);
    expect(behind).toBeLessThan(5000);
    for (const { letGo } of [...hanging, busy]) letGo();
    await Promise.all([...hung, stirring]);
  });

  it('are not lent without end', async () => {
    const slots = createSlots(2, 20);
    const hanging = Array.from({ length: 40 }, held);
    let started = 0;
    const all = hanging.map(({ work }) =>
      slots.take(() => {
        started += 1;
        return work();
      }),
    );
    await expect.poll(() => started, { timeout: 20_000 }).toBe(16);
    await sleep(300);
    expect(started).toBe(16);
    for (const { letGo } of hanging) letGo();
    await Promise.all(all);
    expect(started).toBe(40);
  });

  it('are not lent where there is only one', async () => {
    const slots = createSlots(1, 20);
    const hanging = held();
    const hung = slots.take(hanging.work);
    let isStarted = false;
    const behind = slots.take(() => Promise.resolve((isStarted = true)));
    await sleep(300);
    expect(isStarted).toBe(false);
    hanging.letGo();
    await Promise.all([hung, behind]);
    expect(isStarted).toBe(true);
  });
});
