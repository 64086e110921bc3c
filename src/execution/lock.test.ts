import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLock } from './lock.ts';

/** Work of a few milliseconds that notes when it begins and ends. */
function noted(log: string[], name: string): () => Promise<void> {
  return async () => {
    log.push(`${name} begins`);
    await sleep(3);
    log.push(`${name} ends`);
  };
}

it('lets shared work run beside shared work', async () => {
  const log: string[] = [];
  const lock = createLock();
  await Promise.all([lock.shared(noted(log, 'one')), lock.shared(noted(log, 'two'))]);
  expect(log.slice(0, 2)).toEqual(['one begins', 'two begins']);
});

it('lets exclusive work wait for the shared work under way, and holds back what comes later', async () => {
  const log: string[] = [];
  const lock = createLock();
  const early = lock.shared(noted(log, 'early'));
  await Promise.resolve();
  const alone = lock.exclusive(noted(log, 'alone'));
  await Promise.all([early, alone, lock.shared(noted(log, 'late'))]);
  const order = ['early', 'alone', 'late'].flatMap((name) => [`${name} begins`, `${name} ends`]);
  expect(log).toEqual(order);
});

it('runs exclusive works one after the other', async () => {
  const log: string[] = [];
  const lock = createLock();
  await Promise.all(['one', 'two', 'three'].map((name) => lock.exclusive(noted(log, name))));
  const order = ['one', 'two', 'three'].flatMap((name) => [`${name} begins`, `${name} ends`]);
  expect(log).toEqual(order);
});

it('never lets exclusive work overlap anything, whatever the order in which works come', async () => {
  const lock = createLock();
  let shared = 0;
  let exclusive = 0;
  const broken: string[] = [];
  const check = (): void => {
    if (exclusive > 1 || (exclusive === 1 && shared > 0)) broken.push(`${exclusive} beside ${shared}`);
  };
  const works = Array.from({ length: 40 }, async (_, index) => {
    await sleep(index % 7);
    if (index % 5 === 0) {
      await lock.exclusive(async () => {
        exclusive += 1;
        check();
        await sleep(1);
        exclusive -= 1;
      });
      return;
    }
    await lock.shared(async () => {
      shared += 1;
      check();
      await sleep(2);
      shared -= 1;
    });
  });
  await Promise.all(works);
  expect(broken).toEqual([]);
});

it('is free again after work that rejects, and says why it rejected', async () => {
  const lock = createLock();
  const broken = (): Promise<never> => Promise.reject(new Error('broken'));
  await expect(lock.shared(broken)).rejects.toThrow('broken');
  await expect(lock.exclusive(broken)).rejects.toThrow('broken');
  await expect(lock.exclusive(() => Promise.resolve('alone'))).resolves.toBe('alone');
  await expect(lock.shared(() => Promise.resolve('beside'))).resolves.toBe('beside');
});
