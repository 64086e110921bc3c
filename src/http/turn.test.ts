import { expect, test } from 'vitest';
import { createTurns } from './turn.ts';

const settled = async (promise: Promise<void>): Promise<boolean> => {
  const pending = Symbol('pending');
  const soon = new Promise((resolve) => setImmediate(resolve, pending));
  return (await Promise.race([promise, soon])) !== pending;
};

test('one ticket at a time has the turn, in the order of asking', async () => {
  const open = createTurns();
  const [first, second, third] = [open(), open(), open()];
  await first.take();
  const [next, last] = [second.take(), third.take()];
  expect(await settled(next)).toBe(false);
  first.release();
  expect(await settled(next)).toBe(true);
  expect(await settled(last)).toBe(false);
  second.release();
  expect(await settled(last)).toBe(true);
});

test('a ticket that has the turn has it when it asks again', async () => {
  const ticket = createTurns()();
  await ticket.take();
  expect(await settled(ticket.take())).toBe(true);
});

test('a ticket released while it waits holds nobody up and gets nobody ahead', async () => {
  const open = createTurns();
  const [first, second, third] = [open(), open(), open()];
  await first.take();
  void second.take();
  const last = third.take();
  second.release();
  expect(await settled(last)).toBe(false);
  first.release();
  expect(await settled(last)).toBe(true);
});

test('a ticket that never asked is released without effect', async () => {
  const open = createTurns();
  open().release();
  expect(await settled(open().take())).toBe(true);
});
