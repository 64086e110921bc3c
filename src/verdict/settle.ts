import type { TransportError } from '../http/exchange.ts';
import type { Evidence } from './evidence.ts';
import type { Control, Trial } from './trial.ts';
import type { Reason } from './verdict.ts';

/** What a trial comes to before anything is judged. */
export type Settled =
  /** An answer that is the target's own. */
  | { readonly kind: 'answer'; readonly evidence: Evidence; readonly status: number }
  /** The target does not answer this request, beside a good control. */
  | { readonly kind: 'no-answer'; readonly evidence: Evidence; readonly error: TransportError }
  /** Nothing can be said about the target. */
  | {
      readonly kind: 'open';
      readonly reason: Reason;
      readonly note: string;
      readonly evidence: Evidence | null;
    };

/** Statuses that can be a gateway's or a moment's fault. */
const passing: readonly number[] = [429, 500, 502, 503, 504];

/** The label of the plain success request. */
export const baselineLabel = 'baseline';

/** Whether an answer, or its absence, could be the network's or the moment's fault: it is then tried again. */
export function isDoubtful(evidence: Evidence, expected: number | null): boolean {
  if (evidence.response === null) return true;
  const { status } = evidence.response;
  return status !== expected && passing.includes(status);
}

/** Decides whether the last attempt is the target's own answer, the request's fault, or nothing to judge by. */
export function settle(trial: Trial): Settled {
  const evidence = trial.attempts.at(-1) ?? null;
  if (trial.halted !== null) return { kind: 'open', ...trial.halted, evidence };
  if (evidence === null) return open('suite-error', 'nothing was sent', null);
  if (!isDoubtful(evidence, trial.expectation.status)) return settleAnswer(trial, evidence);
  return settleDoubtful(trial, evidence);
}

/** A refusal, expected or not, says nothing where the plain request is refused by now as well. */
function settleAnswer(trial: Trial, evidence: Evidence): Settled {
  const status = evidence.response?.status;
  const isRefusal = status === 401 || status === 403;
  const after = trial.controls.find((control) => control.evidence.startedAt >= evidence.startedAt);
  if (!isRefusal || after === undefined || after.good) return ownOf(evidence);
  const note = `refused with ${status}, and so is the plain request by now: the target may have locked or banned the caller`;
  return open('control-failed', note, evidence);
}

function settleDoubtful(trial: Trial, evidence: Evidence): Settled {
  const { error, response } = evidence;
  if (error?.kind === 'interrupted') return open('not-selected', 'the run was interrupted', evidence);
  if (isWayThere(trial, error)) {
    return open('setup-failed', `the way to the target failed: ${error?.message ?? ''}`, evidence);
  }
  if (isOtherGateway(trial, evidence)) {
    return open('setup-failed', `another gateway on the way answers ${response?.status}`, evidence);
  }
  if (response?.status === 429 && (trial.earlierLogin !== null || isBaseline(trial))) {
    return open('rate-limited', 'answered 429 again and again', evidence);
  }
  if (isBaseline(trial) && response?.status === 500 && isErrorBody(evidence)) {
    return open('target-unavailable', 'the service answers that it is unavailable', evidence);
  }
  if (isControlled(trial, evidence)) return ownOf(evidence);
  if (response?.status === 429) return open('rate-limited', 'answered 429, and so is the control', evidence);
  return open('target-unavailable', `${absence(evidence)}, and no control was answered as before`, evidence);
}

const open = (reason: Reason, note: string, evidence: Evidence | null): Settled => ({
  kind: 'open',
  reason,
  note,
  evidence,
});

function ownOf(evidence: Evidence): Settled {
  const { response, error } = evidence;
  if (response !== null) return { kind: 'answer', evidence, status: response.status };
  if (error !== null) return { kind: 'no-answer', evidence, error };
  return open('suite-error', 'the exchange holds neither an answer nor an error', evidence);
}

/** On a route of its own, a gateway that cannot reach the service says nothing about the service. */
function isOtherGateway({ ownGateway, expectation }: Trial, evidence: Evidence): boolean {
  const isGateway = [502, 503, 504].includes(evidence.response?.status ?? 0) && !isErrorBody(evidence);
  return ownGateway && isGateway && expectation.condition !== 'unavailable';
}

/** A source address that cannot be used, or a route of its own that does not reach the target; no control has ever gone that way. */
function isWayThere(trial: Trial, error: TransportError | null): boolean {
  if (error === null) return false;
  if (error.kind === 'local-address') return true;
  // Where the plain request is not answered either, it is the target that is down.
  if (trial.controls.length > 0 && !trial.controls.some((control) => control.good)) return false;
  return trial.ownGateway || (trial.ownRoute && error.stage === 'connect');
}

/** An outage is controlled before and after it; any other doubt by a good control between two attempts, and none after it that is not. */
function isControlled(trial: Trial, last: Evidence): boolean {
  if (trial.outage) return trial.controls.length > 1 && trial.controls.every((control) => control.good);
  const isGood = ({ good }: Control): boolean => good;
  const before = trial.controls.filter(({ evidence }) => evidence.startedAt <= last.startedAt);
  const after = trial.controls.filter(({ evidence }) => evidence.startedAt > last.startedAt);
  return before.some(isGood) && after.every(isGood);
}

const isBaseline = (trial: Trial): boolean => trial.expectation.label === baselineLabel;

const isErrorBody = ({ facts }: Evidence): boolean =>
  facts !== null && facts.kind === 'json' && facts.isError;

function absence(evidence: Evidence): string {
  if (evidence.response !== null) return `answered ${evidence.response.status}`;
  return evidence.error?.message ?? 'no answer';
}
