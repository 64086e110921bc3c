import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startClock } from './clock.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

test('the time runs out once', () => {
  const end = vi.fn<() => void>();
  startClock(100, end);
  vi.advanceTimersByTime(99);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  expect(end).toHaveBeenCalledTimes(1);
});

test('a pause does not count, and what ran before it does', () => {
  const end = vi.fn<() => void>();
  const clock = startClock(100, end);
  vi.advanceTimersByTime(60);
  clock.pause();
  vi.advanceTimersByTime(1000);
  clock.resume();
  vi.advanceTimersByTime(39);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledTimes(1);
});

test('a stopped clock stays silent, whether it ran or was paused', () => {
  const end = vi.fn<() => void>();
  startClock(100, end).stop();
  const paused = startClock(100, end);
  paused.pause();
  paused.stop();
  vi.advanceTimersByTime(1000);
  expect(end).not.toHaveBeenCalled();
});
