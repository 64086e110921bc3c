import { visible, clip } from '../report/visible.ts';
import type { CaseResult } from '../result/results.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Check } from '../verdict/verdict.ts';

const shownBody = 500;

/** The error by which a test runner shows a failed case: every deviation among the checks, what was expected and seen, and the exchange; holds no secret and nothing that steers a terminal. */
export function explainFailure({ checks, exchanges }: Pick<CaseResult, 'checks' | 'exchanges'>): Error {
  const failed = checks.filter((check) => check.verdict === 'fail');
  const shown = new Set(failed.map((check) => check.exchange));
  const sent = exchanges.filter(({ id }) => shown.has(id));
  const lines = [
    ...failed.map(({ requirement, message }) => `${requirement}: ${visible(message)}`),
    ...sent.flatMap((exchange) => ['', ...exchangeLines(exchange)]),
  ];
  const message = lines.join('\n');
  return Object.assign(new Error(message), {
    name: 'AssertionError',
    // Where in the suite it was made says nothing about the target.
    stack: `AssertionError: ${message}`,
    expected: listOf(failed, 'expected'),
    actual: listOf(failed, 'actual'),
    showDiff: true,
  });
}

/** A recorded exchange on three lines: the request, what came back, and the command that repeats it. */
export function exchangeLines({ request, response, error, curl }: Evidence): readonly string[] {
  const answer =
    response === null
      ? `no answer: ${visible(error?.message ?? '')}`
      : `${response.status} ${visible(clip(response.body, shownBody))}`;
  return [`${request.method} ${visible(request.url)}`, answer, visible(curl)];
}

const listOf = (failed: readonly Check[], side: 'expected' | 'actual'): string =>
  failed.map((check) => `${check.requirement}: ${visible(check[side])}`).join('\n');

/** An error without a stack: where in the suite it was made says nothing about the target. */
export const failure = (message: string): Error =>
  Object.assign(new Error(message), { stack: `Error: ${message}` });
