import type { TestCase } from '../case/test-case.ts';
import type { CaseResult, TrialRecord } from '../result/results.ts';
import { variantById } from '../spec/look-up.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { judge } from '../verdict/judge.ts';
import type { Trial } from '../verdict/trial.ts';
import { worst } from '../verdict/verdict.ts';
import type { Check, Reason, Verdict } from '../verdict/verdict.ts';
import { tryStimulus } from './try-stimulus.ts';
import type { Bench } from './try-stimulus.ts';

/** Carries a case out and judges it; never rejects for what the target does. */
export async function executeCase(bench: Bench, testCase: TestCase): Promise<CaseResult> {
  const { lock, onEvent } = bench.context;
  onEvent({ kind: 'case-started', testCase });
  const work = (): Promise<CaseResult> => safely(bench, testCase);
  const result = testCase.provisioned
    ? await (testCase.exclusive ? lock.exclusive(work) : lock.shared(work))
    : notProvisioned(testCase);
  onEvent({ kind: 'case-ended', result });
  return result;
}

/** Our own mistakes are said as such, and blame nobody. */
async function safely(bench: Bench, testCase: TestCase): Promise<CaseResult> {
  try {
    const result = await carryOut(bench, testCase);
    return (await deservesAnother(bench, result)) ? await again(bench, testCase, result) : result;
  } catch (error) {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return notCarriedOut(testCase, 'suite-error', bench.context.redactor.mask(said));
  }
}

/** A case that an outage has swallowed is carried out once more, if the target has come back. */
async function deservesAnother(
  { health, context }: Bench,
  { variant, checks, exchanges }: CaseResult,
): Promise<boolean> {
  const isLost = checks.some(({ reason }) => reason === 'target-unavailable' || reason === 'rate-limited');
  if (!isLost || exchanges.length === 0 || context.signal.aborted) return false;
  return (await health.whenUp(variant)) === null;
}

/** What was recorded the first time stays on record. */
function again(bench: Bench, testCase: TestCase, first: CaseResult): Promise<CaseResult> {
  for (const evidence of first.exchanges) bench.context.keepControl(evidence);
  return carryOut(bench, testCase);
}

async function carryOut(bench: Bench, testCase: TestCase): Promise<CaseResult> {
  const start = performance.now();
  const trials = await tryAll(bench, testCase);
  const baseline = await bench.baseline(testCase.variant);
  const { spec } = bench.context;
  const checks = judge(testCase.aims, testCase.standing, trials, baseline, {
    variant: variantById(spec, testCase.variant),
    list: spec.body.list,
    text: spec.body.text,
  });
  return resultOf(testCase, checks, trials, baseline, Math.round(performance.now() - start));
}

/** Requests of a case run beside each other, but a replay needs the ciphertext of the one before. */
async function tryAll(bench: Bench, testCase: TestCase): Promise<readonly Trial[]> {
  const { stimuli } = testCase;
  if (!testCase.exclusive && stimuli.every(({ twist }) => twist?.kind !== 'replay')) {
    const tried = stimuli.map((stimulus, index) => tryStimulus(bench, testCase, index, stimulus, null));
    return (await Promise.all(tried)).map(({ trial }) => trial);
  }
  const trials: Trial[] = [];
  let previous: string | null = null;
  for (const [index, stimulus] of stimuli.entries()) {
    const { trial, ciphertext } = await tryStimulus(bench, testCase, index, stimulus, previous);
    trials.push(trial);
    previous = ciphertext;
  }
  return trials;
}

function resultOf(
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
    trials: trials.map(recordOf),
    controls: controlsOf(trials, baseline, exchanges),
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

function recordOf(trial: Trial): TrialRecord {
  return {
    ...trial,
    attempts: trial.attempts.map((evidence) => evidence.id),
    controls: trial.controls.map(({ evidence, good }) => ({ id: evidence.id, good })),
  };
}

function controlsOf(trials: readonly Trial[], baseline: Trial, own: readonly Evidence[]): readonly string[] {
  const ids = [
    ...baseline.attempts.slice(-1).map((evidence) => evidence.id),
    ...trials.flatMap((trial) => trial.controls.map(({ evidence }) => evidence.id)),
    ...trials.flatMap((trial) => trial.earlierLogin ?? []),
  ];
  const ownIds = new Set(own.map((evidence) => evidence.id));
  return [...new Set(ids)].filter((id) => !ownIds.has(id));
}

/** Every check of the case is inconclusive: nothing could be sent. */
export function notCarriedOut(testCase: TestCase, reason: Reason, note: string): CaseResult {
  const { id, variant, condition, title } = testCase;
  return {
    id,
    variant,
    condition,
    title,
    verdict: testCase.kind === 'judged' ? 'inconclusive' : null,
    reason: testCase.kind === 'judged' ? reason : null,
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

const notProvisioned = (testCase: TestCase): CaseResult =>
  notCarriedOut(
    testCase,
    'not-provisioned',
    `the profile does not say how to bring ${testCase.condition} about (conditions.${testCase.condition})`,
  );
