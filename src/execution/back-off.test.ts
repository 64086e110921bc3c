import { expect, it } from 'vitest';
import type { Header } from '../http/exchange.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { backOff, pause } from './back-off.ts';

const now = new Date('2026-11-20T12:00:00Z');

function answered(headers: readonly Header[]): Evidence {
  return {
    id: 'a.success',
    label: 'baseline',
    request: { method: 'POST', url: 'http://localhost/', headers: [], body: null },
    response: {
      status: 503,
      headers,
      httpVersion: '1.1',
      body: '',
      bodyLength: 0,
      bodySha256: '',
      bodyTruncated: false,
    },
    error: null,
    startedAt: now.toISOString(),
    durationMs: 1,
    curl: '',
    facts: null,
  };
}

const after = (value: string, name = 'Retry-After'): number =>
  backOff(answered([[name, value]]), 0, () => 0, now);

it('waits as many seconds as Retry-After asks for', () => {
  expect(after('3')).toBe(3000);
  expect(after('0')).toBe(0);
  expect(after('2', 'retry-after')).toBe(2000);
});

it('waits until the date that Retry-After names, and not at all where it has passed', () => {
  expect(after('Fri, 20 Nov 2026 12:00:04 GMT')).toBe(4000);
  expect(after('Fri, 20 Nov 2026 11:00:00 GMT')).toBe(0);
});

it('never waits longer than ten seconds, whatever it is asked for', () => {
  expect(after('86400')).toBe(10_000);
  expect(after('9'.repeat(400))).toBe(10_000);
  expect(after('Fri, 20 Nov 2026 13:00:00 GMT')).toBe(10_000);
  expect(backOff(answered([]), 30, () => 0, now)).toBe(10_000);
});

it('takes a Retry-After that makes no sense for none', () => {
  expect(after('soon')).toBe(100);
  expect(after('')).toBe(100);
});

it('doubles from 100 ms on where nothing is asked for', () => {
  const waits = [0, 1, 2, 3].map((attempt) => backOff(answered([]), attempt, () => 0, now));
  expect(waits).toEqual([100, 200, 400, 800]);
});

it('adds up to a half at random, so that repeats of many cases do not come at once', () => {
  const waits = [0, 0.5, 1].map((random) => backOff(answered([]), 1, () => random, now));
  expect(waits).toEqual([200, 250, 300]);
});

it('ends a pause early and without an error when the run is aborted', async () => {
  const abort = new AbortController();
  const start = performance.now();
  const waiting = pause(10_000, abort.signal);
  abort.abort();
  await waiting;
  expect(performance.now() - start).toBeLessThan(1000);
  await expect(pause(10_000, abort.signal)).resolves.toBeUndefined();
});
