import { expect, it } from 'vitest';
import type { Exchange } from '../client/exchange.ts';
import type { Limits } from '../profile/target.ts';
import { createLeapingClock } from '../base/leaping-clock.test-support.ts';
import { createPace, retryAfter } from './pace.ts';

const answered = (status: number, headers: Readonly<Record<string, string>> = {}): Exchange => ({
  id: 'x1',
  request: { method: 'POST', url: '', headers: [], body: null, length: 0 },
  response: { status, headers: Object.entries(headers), body: '' },
  error: null,
  startedAt: '2026-11-28T10:00:00.000Z',
  durationMs: 1000,
});

it.each([
  [{}, null],
  [{ 'Retry-After': '7' }, 7000],
  [{ 'Retry-After': 'soon' }, null],
  [{ 'Retry-After': 'Sat, 28 Nov 2026 10:00:31 GMT' }, 30_000],
  [{ 'Retry-After': 'Sat, 28 Nov 2026 09:00:31 GMT', Date: 'Sat, 28 Nov 2026 09:00:01 GMT' }, 30_000],
  [{ 'Retry-After': 'Sat, 28 Nov 2026 09:00:00 GMT' }, 0],
] as const)('reads %j as %s ms', (headers, expected) => {
  expect(retryAfter(answered(429, headers))).toBe(expected);
});

function start(limits: Partial<Limits> = {}) {
  const clock = createLeapingClock();
  const pace = createPace(
    clock,
    { concurrency: 4, rate: null, ...limits } as Limits,
    new AbortController().signal,
  );
  const send = async (): Promise<{ readonly at: number; readonly pauses: number }> => {
    const turn = await pace.send(() => Promise.resolve(clock.now()));
    return { at: turn?.result ?? -1, pauses: turn?.pauses ?? -1 };
  };
  return { clock, pace, send };
}

it('pauses once for what was under way together, then sends one at a time', async () => {
  const { pace, send } = start();
  const first = await Promise.all([send(), send(), send()]);
  for (const { pauses } of first) pace.pause(answered(429), pauses);
  const then = await Promise.all([send(), send(), send()]);
  expect(then.map(({ at }) => at)).toEqual([1000, 1100, 1200]);
  expect(pace.told()).toEqual({ refused: 3, rate: 10 });
});

it('doubles pauses in a row only', async () => {
  const { clock, pace, send } = start();
  const pausesFor = async (isAnswered: boolean): Promise<number> => {
    const { pauses } = await send();
    if (isAnswered) pace.goOn(pauses);
    const { pauses: again } = await send();
    const from = clock.now();
    pace.pause(answered(429), again);
    return (await send()).at - from;
  };
  expect([await pausesFor(false), await pausesFor(false), await pausesFor(true)]).toEqual([1000, 2000, 1000]);
});

it('goes on at the same rate behind pauses in a row, at a lower one behind another', async () => {
  const { clock, pace, send } = start();
  for (const _ of [1, 2, 3]) pace.pause(answered(429), (await send()).pauses);
  const { at, pauses } = await send();
  pace.goOn(pauses);
  expect((await send()).at - at).toBe(100);
  pace.pause(answered(429), (await send()).pauses);
  await send();
  const from = clock.now();
  expect((await send()).at - from).toBe(200);
});

it.each([
  ['thirteen pauses in a row', 13, {}],
  ['more than ten minutes', 11, { 'Retry-After': '60' }],
  ['more than a minute at once', 1, { 'Retry-After': '61' }],
] as const)('is over after %s', async (_, count, headers) => {
  const { pace, send } = start();
  for (let index = 1; index <= count; index += 1) {
    expect(pace.isOver()).toBe(false);
    pace.pause(answered(429, headers), (await send()).pauses);
  }
  expect(pace.isOver()).toBe(true);
  expect(pace.told()?.rate).toBeNull();
});

it('takes a 503 that never ends for an outage, and a 429 for none', async () => {
  const { pace, send } = start();
  for (let index = 1; index <= 6; index += 1) pace.pause(answered(503), (await send()).pauses);
  expect([pace.canCure(answered(503)), pace.canCure(answered(429))]).toEqual([false, true]);
  const [one, other] = await Promise.all([send(), send()]);
  expect(one.at).toBe(other.at);
});
