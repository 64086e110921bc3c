import { expect, it } from 'vitest';
import { orAfter } from './or-after.ts';

it('tells an event that came in time from one that did not', async () => {
  await expect(orAfter(60_000, Promise.resolve())).resolves.toBe(true);
  await expect(orAfter(5, new Promise(() => undefined))).resolves.toBe(false);
});

it('rejects as the event does', async () => {
  await expect(orAfter(60_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
