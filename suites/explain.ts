import type { CaseResult } from '../src/result/results.ts';
import type { Check } from '../src/verdict/verdict.ts';

/** The error by which vitest shows a failed case: every deviation, what was expected and seen, and the exchange. */
export function explainFailure({ checks, exchanges }: CaseResult): Error {
  const failed = checks.filter((check) => check.verdict === 'fail');
  const shown = new Set(failed.map((check) => check.exchange));
  const sent = exchanges.filter(({ id }) => shown.has(id));
  const lines = [
    ...failed.map(({ requirement, message }) => `${requirement}: ${message}`),
    ...sent.flatMap(({ request, response, error, curl }) => [
      '',
      `${request.method} ${request.url}`,
      response === null
        ? `no answer: ${error?.message ?? ''}`
        : `${response.status} ${response.body.slice(0, 500)}`,
      curl,
    ]),
  ];
  return Object.assign(new Error(lines.join('\n')), {
    name: 'AssertionError',
    expected: listOf(failed, 'expected'),
    actual: listOf(failed, 'actual'),
    showDiff: true,
  });
}

const listOf = (failed: readonly Check[], side: 'expected' | 'actual'): string =>
  failed.map((check) => `${check.requirement}: ${check[side]}`).join('\n');
