import type { TestCase } from '../case/test-case.ts';
import type { CaseResult } from '../result/results.ts';
import { variantById } from '../spec/look-up.ts';
import { judge } from '../verdict/judge.ts';
import type { Trial } from '../verdict/trial.ts';
import { recordCase, recordNothing } from './case-record.ts';
import { recheck } from './recheck.ts';
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
    return (await deservesAnother(bench, testCase, result)) ? await again(bench, testCase, result) : result;
  } catch (error) {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return recordNothing(testCase, 'suite-error', bench.context.redactor.mask(said));
  }
}

/** A case that an outage has swallowed is carried out once more, if the target has come back. */
async function deservesAnother(
  { health, context }: Bench,
  { phase }: TestCase,
  { variant, checks, exchanges }: CaseResult,
): Promise<boolean> {
  // What may lock a partner is not sent again because its answers got lost.
  if ((phase === 'login' || phase === 'guess') && exchanges.length > 0) return false;
  const isLost = checks.some(({ reason }) => reason === 'target-unavailable' || reason === 'rate-limited');
  if (!isLost || context.signal.aborted) return false;
  return (await health.whenUp(variant)) === null;
}

/** What was recorded the other time stays on record. */
async function again(bench: Bench, testCase: TestCase, first: CaseResult): Promise<CaseResult> {
  const second = await carryOut(bench, testCase);
  // What was seen to fail is not undone by another go.
  const isDecided =
    first.checks.some(({ verdict }) => verdict === 'fail') || second.verdict === 'inconclusive';
  const [kept, other] = isDecided ? [first, second] : [second, first];
  for (const evidence of other.exchanges) bench.context.keepControl(evidence);
  return kept;
}

async function carryOut(bench: Bench, testCase: TestCase): Promise<CaseResult> {
  const start = performance.now();
  const trials = await recheck(bench, testCase, await tryAll(bench, testCase));
  const baseline = await bench.baseline(testCase.variant);
  const { spec } = bench.context;
  const checks = judge(testCase.aims, testCase.standing, trials, baseline, {
    variant: variantById(spec, testCase.variant),
    list: spec.body.list,
    text: spec.body.text,
  });
  return recordCase(testCase, checks, trials, baseline, Math.round(performance.now() - start));
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

const notProvisioned = (testCase: TestCase): CaseResult =>
  recordNothing(
    testCase,
    'not-provisioned',
    `the profile does not say how to bring ${testCase.condition} about (conditions.${testCase.condition})`,
  );
