import type { TestCase } from '../case/test-case.ts';
import { isDoubtful } from '../verdict/settle.ts';
import type { Trial } from '../verdict/trial.ts';
import { askControl } from './baseline.ts';
import type { Bench } from './try-stimulus.ts';

/** A refusal, expected or not, may mean that the target has locked or banned the tester: one control after the case tells. */
export async function recheck(
  { context, baseline }: Bench,
  { id, variant }: TestCase,
  trials: readonly Trial[],
): Promise<readonly Trial[]> {
  // With credentials that are refused anyway there is nothing to lock.
  if (context.areCredentialsRefused() || !trials.some(isRefused)) return trials;
  const control = await askControl(context, variant, await baseline(variant), context.signal, {
    exchange: `${id}.control`,
    isFresh: false,
  });
  // A control that the network has swallowed says nothing of a lock.
  if ('reason' in control || isDoubtful(control.evidence, null)) return trials;
  return trials.map((trial) =>
    isRefused(trial) ? { ...trial, controls: [...trial.controls, control] } : trial,
  );
}

/** Where the specification is silent, a refusal matters only where its body would be blamed. */
function isRefused({ attempts, expectation, halted }: Trial): boolean {
  const last = attempts.at(-1);
  const status = last?.response?.status;
  if (halted !== null || (status !== 401 && status !== 403)) return false;
  const isDocumentedBody = last?.facts?.kind === 'json' && last.facts.isError;
  return expectation.status !== null || !isDocumentedBody || status === 401;
}
