import { baseline } from '../plan/test-case.ts';
import type { TransportError } from '../client/exchange.ts';
import { documentedStatuses } from '../operation/specification.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { Evidence, Reason, Trial } from './evidence.ts';
import type { TestRequest } from '../plan/test-case.ts';
import { listFactsOf, textFactsOf } from './evidence.ts';

/** Result of a trial before anything is judged. */
export type Settled =
  /** The target's own answer. */
  | { readonly kind: 'answer'; readonly evidence: Evidence; readonly status: number }
  /** The target does not answer this request, although the controls are good. */
  | { readonly kind: 'no-answer'; readonly evidence: Evidence; readonly error: TransportError }
  /** Nothing can be said about the target. */
  | {
      readonly kind: 'open';
      readonly reason: Reason;
      readonly note: Message;
      readonly evidence: Evidence | null;
    };

/** Statuses that a gateway or a temporary failure can cause. */
const passing: readonly number[] = [429, 500, 502, 503, 504];

/** The one measure of "as before": the plain request is answered with the status of its first answer. */
export const isAsBefore = (
  { response }: Pick<Evidence, 'response'>,
  plain: Pick<Evidence, 'response'> | null | undefined,
): boolean => response !== null && response.status === plain?.response?.status;

export const isRefusal = ({ response }: Evidence): boolean =>
  response?.status === 401 || response?.status === 403;

/**
 * True if a gateway may have answered instead of the service: a rate limiter, with any body, or an error page.
 */
export function isByGateway(evidence: Evidence): boolean {
  const status = evidence.response?.status ?? 0;
  return status === 429 || ([502, 503, 504].includes(status) && !isDocumentedError(evidence));
}

/** True if the body is that of a documented error. */
export const isDocumentedError = ({ facts }: Evidence): boolean => facts?.kind === 'json' && facts.isError;

/**
 * True if the service itself gave the documented refusal. Either its body shows that, or the plain request got
 * another status: a page shown for everything has one status, although a gateway may vary 429 and 5xx.
 */
export function isOwnRefusal(
  evidence: Evidence,
  status: number | null,
  plain: Pick<Evidence, 'response'> | undefined,
): boolean {
  const usual = plain?.response?.status ?? 500;
  const isRefused = evidence.response !== null && evidence.response.status === status;
  return isRefused && (isDocumentedError(evidence) || (usual < 500 && usual !== 429 && usual !== status));
}

/**
 * Says whether a network or temporary failure may explain an answer, or its absence. `passing`: ask again until
 * the answer differs or the tries run out. `once`: one repeat decides. Null: the answer is the target's own.
 */
export function doubtOf(
  evidence: Evidence,
  testRequest: Pick<TestRequest, 'id' | 'status' | 'credentials' | 'onOperation'>,
): 'passing' | 'once' | null {
  const { id, status: expected, credentials, onOperation } = testRequest;
  if (evidence.response === null) return 'passing';
  const { status } = evidence.response;
  // Valid credentials were accepted before, so repeat the request before its spelling is blamed.
  const isSpelling = expected === 200 && credentials === 'valid' && id !== baseline.id;
  if (status === expected) {
    const isUnread = evidence.facts === null || evidence.facts.kind === 'unread';
    return isSpelling && !isUnread && listLength(evidence) === null ? 'once' : null;
  }
  if (passing.includes(status)) {
    // If the specification gives no status, a documented body is no failure.
    return expected === null && status !== 429 && isDocumentedError(evidence) ? 'once' : 'passing';
  }
  // The specification gives no status here, but it gives the body of an error.
  if (expected === null) return onOperation && status >= 400 && isStrange(evidence) ? 'once' : null;
  // A caller who sends too much may be blocked for a moment.
  const isOdd = isRefusal(evidence) ? isBlock(evidence) && id !== baseline.id : isStrange(evidence);
  return isSpelling || isOdd ? 'once' : null;
}

/** True for what the specification never answers, neither by its status nor by its body. */
const isStrange = (evidence: Evidence): boolean =>
  !documentedStatuses.includes(evidence.response?.status ?? 0) && !isDocumentedError(evidence);

/** Number of records in the list of an answer; null if there is no such array. */
export function listLength(evidence: Pick<Evidence, 'facts'>): number | null {
  const list = listFactsOf(evidence);
  return list?.type === 'array' ? list.count : null;
}

/** Statuses for a request that is longer than a gateway takes (RFC 9110, 15.5.14 and 15.5.15; RFC 6585, 5). */
export const ofLength: readonly number[] = [413, 414, 431];

/** True for the text of a block: a caller who sends too much may be blocked for a moment. */
const isBlock = (evidence: Evidence): boolean =>
  textFactsOf(evidence)?.meanings.includes('contact-manager') === true;

/** True for an undocumented refusal, which may mean that the partner is locked. */
export function mayBeLock(evidence: Evidence, { status }: Pick<TestRequest, 'status'>): boolean {
  const { response } = evidence;
  if (!isRefusal(evidence) && response?.status !== 423) return false;
  const meanings = textFactsOf(evidence)?.meanings ?? [];
  return response?.status !== status || (isBlock(evidence) && !meanings.includes('not-authorized'));
}

/**
 * Decides whether the last attempt is the target's own answer, a fault of the request, or no basis for
 * judgement.
 */
export function settle(trial: Trial): Settled {
  const evidence = trial.attempts.at(-1) ?? null;
  if (trial.halted !== null) return open(trial.halted.reason, trial.halted.note, evidence);
  if (evidence === null) return open('suite-error', message('nothing-sent'), null);
  if (evidence.error?.kind === 'too-large') return open('too-long', evidence.error.words, evidence);
  if (trial.testRequest.id === baseline.id) return settleBaseline(trial, evidence);
  return doubtOf(evidence, trial.testRequest) === null
    ? settleAnswer(trial, evidence)
    : settleDoubtful(trial, evidence);
}

/** A doubtful answer to the plain request is the target's own if other requests get the documented refusals. */
function settleBaseline({ testRequest, attempts, controls }: Trial, evidence: Evidence): Settled {
  const { response } = evidence;
  if (doubtOf(evidence, testRequest) === null) return ownOf(evidence);
  if (response?.status === 429) return limited(attempts, evidence);
  if (response?.status === 500 && isDocumentedError(evidence)) {
    return open('target-unavailable', message('says-unavailable'), evidence);
  }
  if (controls.some(({ good }) => good)) return ownOf(evidence);
  return open('target-unavailable', withControls(controls, evidence), evidence);
}

/** Open if the plain request is refused after this answer, because a locked partner may explain both. */
function settleAnswer({ controls, testRequest }: Trial, evidence: Evidence): Settled {
  const after = controls.filter((control) => control.evidence.startedAt >= evidence.startedAt);
  const [deciding, next] = showing(after);
  const status = evidence.response?.status ?? 0;
  const isLockedAfter = deciding !== undefined && !deciding.good;
  const isAsExpected = testRequest.status === null || testRequest.status === status;
  const isAsControl = deciding?.evidence.response?.status === status;
  const isLocked = isLockedAfter && (isRefusal(evidence) || isAsExpected || isAsControl);
  if (!isLocked) return ownOf(evidence);
  // A page of somebody else that went by (a deployment) shows no lock, and nothing else: to be asked again.
  return next?.good === true
    ? open('target-unavailable', withControls([deciding, next], evidence), evidence)
    : open('control-failed', message('locked', { status }), evidence);
}

/**
 * The first control that shows anything decides: a later request may itself cause a lock. Behind a page of
 * somebody else, also the first control without doubt.
 */
export function showing(controls: Trial['controls']): Trial['controls'] {
  const [first, ...later] = controls.filter(
    ({ evidence: { response }, good }) => good || isLasting(response?.status),
  );
  if (first === undefined) return [];
  const next = isStrange(first.evidence) ? later.find(({ evidence }) => !isStrange(evidence)) : undefined;
  return next === undefined ? [first] : [first, next];
}

/** True for a status that no temporary failure explains. */
const isLasting = (status: number | undefined): boolean => status !== undefined && !passing.includes(status);

/** An answer that stays doubtful is the target's own if it was repeated and every control was good. */
function settleDoubtful(trial: Trial, evidence: Evidence): Settled {
  const { error, response } = evidence;
  const { attempts, controls, outage, earlierLogin } = trial;
  if (isWayThere(trial, error)) {
    return open('setup-failed', message('way-failed', { error: error?.words ?? '' }), evidence);
  }
  if (isOtherGateway(trial, evidence)) {
    return open('setup-failed', message('other-gateway', { status: response?.status ?? 0 }), evidence);
  }
  if (response?.status === 429 && earlierLogin !== null) {
    return limited(attempts, evidence);
  }
  const isRepeated = outage ? controls.length > 1 : attempts.length > 1 && controls.length > 1;
  if (isRepeated && controls.every(({ good }) => good)) return ownOf(evidence);
  if (isRefusal(evidence)) return settleAnswer(trial, evidence);
  if (response?.status !== 429) return open('target-unavailable', withControls(controls, evidence), evidence);
  const isLimited = controls.some((control) => control.evidence.response?.status === 429);
  const note = isLimited ? message('control-limited') : withControls(controls, evidence);
  return open('rate-limited', note, evidence);
}

const limited = ({ length }: Trial['attempts'], evidence: Evidence): Settled =>
  open('rate-limited', message(length > 1 ? 'limited-again' : 'limited-once'), evidence);

function withControls(controls: Trial['controls'], evidence: Evidence): Message {
  const answer = answerWords(evidence);
  if (controls.length === 0) return message('no-control', { answer });
  return message(controls.some(({ good }) => good) ? 'not-every-control' : 'no-good-control', { answer });
}

const open = (reason: Reason, note: Message, evidence: Evidence | null): Settled => ({
  kind: 'open',
  reason,
  note,
  evidence,
});

function ownOf(evidence: Evidence): Settled {
  const { response, error } = evidence;
  if (response !== null) return { kind: 'answer', evidence, status: response.status };
  if (error !== null) return { kind: 'no-answer', evidence, error };
  return open('suite-error', message('neither-answer'), evidence);
}

/**
 * True if the request took its own route and a gateway on it cannot reach the service. That says nothing about
 * the service.
 */
function isOtherGateway({ route, testRequest }: Trial, evidence: Evidence): boolean {
  const isGateway = [502, 503, 504].includes(evidence.response?.status ?? 0) && !isDocumentedError(evidence);
  return route === 'gateway' && isGateway && testRequest.condition !== 'unavailable';
}

/** True if a source address cannot be used, or a separate route does not reach the target. */
function isWayThere(trial: Trial, error: TransportError | null): boolean {
  if (error === null) return false;
  if (error.kind === 'local-address') return true;
  // If no control is answered either, the target is down.
  if (trial.controls.length > 0 && !trial.controls.some((control) => control.good)) return false;
  return trial.route === 'gateway' || (trial.route === 'address' && error.stage === 'connect');
}

/** Describes a doubtful answer, or why there is none. */
export function answerWords({ response, error }: Evidence): Message {
  if (response !== null) return message('answered', { status: response.status });
  return error?.words ?? message('no-answer-said');
}
