import type { TestCase } from '../case/test-case.ts';
import type { CaseResult, TrialRecord } from '../result/results.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Trial } from '../verdict/trial.ts';
import { worst } from '../verdict/verdict.ts';
import type { Check, Reason, Verdict } from '../verdict/verdict.ts';

/** The record of a case that was carried out and judged. */
export function recordCase(
  testCase: TestCase,
  checks: readonly Check[],
  trials: readonly Trial[],
  baseline: Trial,
  durationMs: number,
): CaseResult {
  const { id, variant, condition, title } = testCase;
  const verdict = verdictOf(testCase, checks);
  const open = checks.find((check) => check.verdict === 'inconclusive');
  const exchanges = trials.flatMap((trial) => trial.attempts);
  return {
    id,
    variant,
    condition,
    title,
    verdict,
    reason: verdict === 'inconclusive' ? (open?.reason ?? null) : null,
    note: verdict === 'inconclusive' ? (open?.message ?? '') : (haltNote(trials) ?? ''),
    durationMs,
    checks,
    exchanges,
    trials: trials.map(recordTrial),
    controls: controlsOf(trials, baseline, exchanges),
  };
}

/** A trial by the ids of its exchanges. */
export function recordTrial(trial: Trial): TrialRecord {
  return {
    ...trial,
    attempts: trial.attempts.map((evidence) => evidence.id),
    controls: trial.controls.map(({ evidence, good }) => ({ id: evidence.id, good })),
  };
}

/** Every check of the case is inconclusive: nothing could be sent. */
export function recordNothing(testCase: TestCase, reason: Reason, note: string): CaseResult {
  const { id, variant, condition, title } = testCase;
  const isJudged = testCase.kind === 'judged';
  return {
    id,
    variant,
    condition,
    title,
    verdict: isJudged ? 'inconclusive' : null,
    reason: isJudged ? reason : null,
    note,
    durationMs: 0,
    checks: testCase.aims.map(({ requirement }) => ({
      requirement,
      verdict: 'inconclusive',
      reason,
      message: note,
      expected: 'an answer to judge',
      actual: 'nothing was sent',
      exchange: null,
    })),
    exchanges: [],
    trials: [],
    controls: [],
  };
}

/** A case that only observes has no verdict, unless an answer violates what every answer is held against. */
function verdictOf(testCase: TestCase, checks: readonly Check[]): Verdict | null {
  const found = worst(checks.map((check) => check.verdict));
  switch (testCase.kind) {
    case 'judged':
      return found;
    case 'observed':
      return found === 'fail' ? 'fail' : null;
  }
}

const haltNote = (trials: readonly Trial[]): string | undefined =>
  trials.find((trial) => trial.halted !== null)?.halted?.note;

function controlsOf(trials: readonly Trial[], baseline: Trial, own: readonly Evidence[]): readonly string[] {
  const ids = [
    ...baseline.attempts.slice(-1).map((evidence) => evidence.id),
    ...trials.flatMap((trial) => trial.controls.map(({ evidence }) => evidence.id)),
    ...trials.flatMap((trial) => trial.earlierLogin ?? []),
  ];
  const ownIds = new Set(own.map((evidence) => evidence.id));
  return [...new Set(ids)].filter((id) => !ownIds.has(id));
}
