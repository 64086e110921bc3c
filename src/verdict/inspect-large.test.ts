import { describe, expect, test } from 'vitest';
import { inspection } from './evidence.test-data.ts';
import type { BodyFacts } from './facts.ts';
import { inspectBody } from './inspect.ts';

const million = 1_000_000;

/** Milliseconds for a million records on an idle machine; the test leaves room for a busy one. */
const budget = 2500;
const patience = 4;

function listOf(record: (index: number) => string): Uint8Array {
  const records = Array.from({ length: million }, (_, index) => record(index));
  return new TextEncoder().encode(`{"banks":[${records.join(',')}]}`);
}

function timed(bytes: Uint8Array): { readonly facts: BodyFacts; readonly cpuMs: number } {
  const start = process.cpuUsage();
  const facts = inspectBody(bytes, null, inspection);
  const { user } = process.cpuUsage(start);
  return { facts, cpuMs: user / 1000 };
}

describe('a million records, which is slow', () => {
  test('are judged one by one within the time and memory of a run', () => {
    const { facts, cpuMs } = timed(
      listOf((index) => `{"name":"Bank ${index}","bic":"${String(index).padStart(9, '0')}"}`),
    );
    expect(facts).toMatchObject({
      isSuccess: true,
      list: { count: million, problemCount: 0, bicShapes: { '9 digits': million }, duplicates: 0 },
    });
    expect(cpuMs).toBeLessThan(budget * patience);
    expect(process.memoryUsage().rss).toBeLessThan(1024 ** 3);
  });

  test('that are all wrong are counted, and ten of them kept', () => {
    const { facts, cpuMs } = timed(listOf((index) => `{"name":"Bank ${index}","bic":${index}}`));
    expect(facts).toMatchObject({ isSuccess: true, list: { count: million, problemCount: million } });
    expect(JSON.stringify(facts).length).toBeLessThan(2000);
    expect(cpuMs).toBeLessThan(budget * patience);
  });
});
