import { requestId } from '../plan/plan.ts';
import type { Request } from '../plan/plan.ts';
import { lacking, plainest } from '../plan/test-case.ts';
import { isNotSent } from '../judge/evidence.ts';
import type { Evidence } from '../judge/evidence.ts';
import { doubtOf } from '../judge/settle.ts';
import { deriveTrials, isUnusable } from '../judge/trial.ts';
import type { Trials } from '../judge/trial.ts';
import { message } from '../messages/message.ts';
import { askAgain, isUnaccepted } from './doubt.ts';
import { showStarted } from './run-state.ts';
import type { RunState, VariantState } from './run-state.ts';

/** Step 1: the plain request of each variant. If it stays unanswered, requests that must be refused. */
export async function askBaselines(state: RunState): Promise<void> {
  const { sender, sides, jobs } = state;
  const { budget, pace } = sender;
  for (const [at, side] of sides.entries()) {
    const { plain } = side;
    const { testRequest } = plain;
    const order = {
      request: plain,
      role: 'try',
      for: null,
      owner: `${side.id}.success`,
    } as const;
    showStarted(state, plain);
    // Leave a place of the limit for the next variant's own baseline.
    const kept = at + 1 < sides.length && sender.target.limits.failedLogins > 1 ? 1 : 0;
    // Save the last place for one more try, after requests that must be refused.
    const isSettled = (one: Evidence): boolean =>
      doubtOf(one, testRequest) === null || budget.left() <= kept + 1 || pace.isGivenUp();
    // If the other variant left only one place, send those requests first, so that the single try is judged
    // with them.
    const isOnlyTry = budget.left() === 1 && sender.target.limits.failedLogins > 1;
    if (isOnlyTry) await probe(state, side);
    await askAgain(sender, { doubt: 'baseline', order, first: null, isSettled });
    const first = lastAnswer(state, plain);
    if (first !== null && isUnusable(first, testRequest)) {
      if (!isOnlyTry && !isUnaccepted(first)) await probe(state, side);
      if (trialsSoFar(state).baseline(side.id).unserved) {
        const isDecided = (one: Evidence): boolean =>
          doubtOf(one, testRequest) === null || budget.left() <= kept;
        await askAgain(sender, { doubt: 'deployment', order, first, isSettled: isDecided });
      }
      side.isGivenUp = isGivenUp(state, side);
      if (!side.isGivenUp && !sender.signal.aborted && budget.left() > kept) {
        // The target may be up now. One lost answer must not make a certain answer doubtful.
        const again = await sender.ask({ ...order, isFresh: true });
        if (!isNotSent(again) && doubtOf(first, testRequest) === null) {
          await askAgain(sender, { doubt: 'baseline', order, first: again });
        }
        side.isGivenUp = isGivenUp(state, side);
      }
    }
    const last = lastAnswer(state, plain);
    for (const job of jobs) if (job.request === plain) job.last = last;
    side.first = last;
    side.isUsable = last !== null && last.response !== null && !isUnusable(last, testRequest);
  }
}

/** If the target was not reached, suggests the proxy of the environment. */
export function sayUnusedProxies({ sender }: RunState): void {
  const { unused } = sender.target.proxies;
  const isUnreached = sender
    .attempts()
    .some(({ outcome }) => !isNotSent(outcome) && outcome.error?.stage === 'connect');
  if (unused.length === 0 || !isUnreached) return;
  const [found, advice] = [message('proxy-unused', { names: unused.join(', ') }), message('use-environment')];
  sender.onEvent({ kind: 'warning', words: message('found-and-advice', { found, advice }) });
}

/** The last answer to a request, even if a later try was not sent. */
function lastAnswer({ sender }: RunState, { id }: Request): Evidence | null {
  const answers = sender
    .attempts()
    .flatMap(({ request, role, outcome }) =>
      request === id && role === 'try' && !isNotSent(outcome) ? [outcome] : [],
    );
  return answers.at(-1) ?? null;
}

/** Trials derived from all requests so far. */
export const trialsSoFar = ({ sender, runPlan: { claims } }: RunState): Trials =>
  deriveTrials(
    { profile: { claims }, attempts: sender.attempts(), interrupted: sender.signal.aborted },
    sender,
  );

const isGivenUp = (state: RunState, { id }: VariantState): boolean => trialsSoFar(state).givenUp(id) !== null;

/**
 * Sends requests that must be refused, none with both a real partner and a password. One documented answer
 * shows that the service works.
 */
async function probe({ sender }: RunState, { id, plain }: VariantState): Promise<void> {
  const { variant } = plain;
  const names = variant.parameters.map(({ name }) => name);
  for (const { id: testRequest } of [
    lacking(names),
    lacking(names.slice(0, 1)),
    plainest(variant, 'unauthorized'),
  ]) {
    const request = sender.requests.get(requestId(id, testRequest));
    if (request === undefined) continue;
    const asked = await sender.ask({
      request,
      role: 'probe',
      for: plain.id,
      owner: `${id}.control`,
    });
    if (isNotSent(asked) && asked.kind === 'interrupted') return;
  }
}
