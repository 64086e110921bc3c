// A case as the test of a test runner: why it fails, and why a run without failures is still not green.

import { some, visible } from '../base/visible.ts';
import { evidenceOf, outcomeOfCase } from './outcome.ts';
import { viewOf } from './view.ts';
import type { View } from './view.ts';
import { exitCodeOf, leftOpen } from '../results/totals.ts';
import type { CaseResult, Results } from '../results/results.ts';

/** What outcomes are found in: reports for developers are in English. */
export const viewFor = (results: Results): View =>
  viewOf({ ...results, target: { ...results.target, language: 'en' } });

/**
 * The error of a failed case: each deviation, expected and actual, the exchange, and the command that repeats it.
 * Null if it does not fail. It holds no secret.
 */
export const explainFailure = (testCase: CaseResult, results: Results): Error | null =>
  failureOf(testCase, viewFor(results));

export function failureOf(testCase: CaseResult, view: View): Error | null {
  const outcome = outcomeOfCase(testCase, view);
  if (outcome?.kind !== 'failed') return null;
  const { checks } = outcome;
  const message = evidenceOf(testCase, checks, view).map(visible).join('\n').trimEnd();
  const listOf = (side: 'expected' | 'actual'): string =>
    checks.map((check) => `${check.requirement}: ${visible(check[side])}`).join('\n');
  return Object.assign(failure(message), {
    name: 'AssertionError',
    expected: listOf('expected'),
    actual: listOf('actual'),
    showDiff: true,
  });
}

/** Why a case that does not fail is not green either, in one line; null: it is. */
export function whySkipped(testCase: CaseResult, view: View): string | null {
  const outcome = outcomeOfCase(testCase, view);
  const isSeen = testCase.exchanges.some((id) => (view.exchanges.get(id)?.response ?? null) !== null);
  if (outcome === null) return isSeen ? null : 'nothing was observed';
  return outcome.kind === 'passed' || outcome.kind === 'failed' ? null : visible(outcome.text);
}

/** An Error without a stack, which would point into the suite, not at the target. */
export const failure = (message: string): Error =>
  Object.assign(new Error(message), { stack: `AssertionError: ${message}` });

/** Null if everything that was provisioned was judged. */
export function unjudged(results: Results, complete: boolean): string | null {
  const { interrupted, decisions, causes } = results;
  if (interrupted) return 'the run was interrupted before its end';
  const stale = decisions.filter(({ state }) => state === 'stale').map(({ requirement }) => requirement);
  if (stale.length > 0) return `stale decisions: ${stale.map(visible).join(', ')}`;
  if (exitCodeOf(results, complete) !== 3) return null;
  const open = leftOpen(results, complete);
  return [
    `${open.length} requirements could not be judged, ${results.untried.length} requests were not tried`,
    ...causes
      .filter(({ kind }) => kind === 'open')
      .map(({ found, advice }) => visible([found.message, advice?.message ?? ''].filter(Boolean).join('; '))),
    some(
      open.map(({ id }) => id),
      20,
    ),
  ].join('\n');
}
