import type { CaseResult, Results } from '../../result/results.ts';
import { sampleResults } from '../sample-results.test-data.ts';

/** The sample repeated until it holds so many cases, each with exchanges and ids of its own; bodies begin with a number of their own. */
export function largeResults(count: number, body: string): Results {
  const results = sampleResults();
  const cases = Array.from({ length: count }, (_, index): readonly CaseResult[] => {
    const source = results.cases[index % results.cases.length];
    if (source === undefined) return [];
    const exchanges = source.exchanges.map((one) => ({
      ...one,
      id: `${one.id}-${index}`,
      response: one.response === null ? null : { ...one.response, body: `{"n":${index}}${body}` },
    }));
    const checks = source.checks.map((check) => ({
      ...check,
      exchange: check.exchange === null ? null : `${check.exchange}-${index}`,
    }));
    return [{ ...source, id: `${source.id}.${index}`, exchanges, checks }];
  });
  return { ...results, cases: cases.flat() };
}
