import { describe, expect, test } from 'vitest';
import { inspection } from './evidence.test-data.ts';
import type { BodyFacts } from './facts.ts';
import { inspectBody } from './inspect.ts';

const million = 1_000_000;

/** Milliseconds of the processor: 900 are usual, 2500 allowed, and a busy machine takes longer for the same. */
const budget = 2 * 2500;

const listOf = (record: string): Uint8Array =>
  new TextEncoder().encode(`{"banks":[${`${record},`.repeat(million - 1)}${record}]}`);

function timed(bytes: Uint8Array): { readonly facts: BodyFacts; readonly cpuMs: number } {
  const start = process.cpuUsage();
  const facts = inspectBody(bytes, null, inspection);
  return { facts, cpuMs: process.cpuUsage(start).user / 1000 };
}

describe('a million records, which is slow', () => {
  test('are judged one by one within the time and memory of a run', () => {
    const { facts, cpuMs } = timed(listOf('{"name":"Bank of a usual name","bic":"044525225"}'));
    expect(facts).toMatchObject({
      isSuccess: true,
      list: { count: million, problemCount: 0, bicShapes: { '9 digits': million }, duplicates: million - 1 },
    });
    expect(cpuMs).toBeLessThan(budget);
    expect(process.memoryUsage().rss).toBeLessThan(1024 ** 3);
  });

  test('that are all wrong are counted, and ten of them kept', () => {
    const { facts, cpuMs } = timed(listOf('{"name":"Bank of a usual name","bic":44525225}'));
    expect(facts).toMatchObject({ isSuccess: true, list: { count: million, problemCount: million } });
    expect(JSON.stringify(facts).length).toBeLessThan(2000);
    expect(cpuMs).toBeLessThan(budget);
  });
});
