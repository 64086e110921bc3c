import { headerIn } from '../client/exchange.ts';
import { bareId, baselineId, ownPartnerId } from '../plan/plan.ts';
import type { Claim, Claims, Plan, Request } from '../plan/plan.ts';
import { isHarmless } from '../plan/risk.ts';
import { isWrongPassword } from '../plan/password-form.ts';
import type { TestRequest } from '../plan/test-case.ts';
import { message } from '../messages/message.ts';
import { isNotSent } from './evidence.ts';
import type { Attempt, Control, Evidence, NotSent, Trial } from './evidence.ts';
import type { Successes } from './judge.ts';
import {
  answerWords,
  doubtOf,
  isAsBefore,
  isByGateway,
  showing,
  isOwnRefusal,
  isRefusal,
  mayBeLock,
} from './settle.ts';

/** What a record, finished or not, says of how answers came about. */
interface Recorded {
  readonly profile: { readonly claims: Claims };
  /** In the order of time. */
  readonly attempts: readonly Attempt[];
  readonly interrupted: boolean;
}

export interface Trials {
  /** The trial of a request, with the purpose that a case gives it. */
  readonly of: (request: Request, testRequest?: TestRequest) => Trial;
  /** The trial of a variant's plain request, with which all others are compared. */
  readonly baseline: (variant: string) => Trial;
  /** Why no more requests of a variant are sent; null if they still are. */
  readonly givenUp: (variant: string) => NotSent | null;
  /** All answers to valid credentials on the operation; null if the plain request was not answered. */
  readonly successes: (variant: string) => Successes | null;
}

/** Why an interrupted run sends nothing more. */
export const interrupted: NotSent = {
  kind: 'interrupted',
  reason: 'not-selected',
  note: message('interrupted'),
};

type Line = readonly Attempt[];

/** The attempts of a run, in order. */
interface Log extends Recorded, Pick<Plan, 'requests'> {
  /** All attempts of a variant. */
  readonly line: (variant: string) => Line;
  /** The place of an attempt in the line of its variant. */
  readonly placeOf: (attempt: Attempt) => number;
  readonly triesOf: (request: string) => Line;
  /** All tries of a request, of every request. */
  readonly tries: () => Iterable<Line>;
  /** The controls and probes of the same variant that were sent for a request. */
  readonly serving: (request: Request) => Line;
}

function readLog(
  { profile, attempts, interrupted: isCut }: Recorded,
  { requests }: Pick<Plan, 'requests'>,
): Log {
  const variantOf = (id: string): string => requests.get(id)?.variant.id ?? '';
  const lines = Map.groupBy(attempts, ({ request }) => variantOf(request));
  const places = new Map([...lines.values()].flatMap((line) => line.map((one, place) => [one, place])));
  const tries = Map.groupBy(
    attempts.filter(({ role }) => role === 'try'),
    ({ request }) => request,
  );
  const serving = Map.groupBy(
    attempts.filter((one) => one.for !== null && variantOf(one.for) === variantOf(one.request)),
    (one) => one.for,
  );
  return {
    profile,
    attempts,
    interrupted: isCut,
    requests,
    line: (variant) => lines.get(variant) ?? [],
    placeOf: (attempt) => places.get(attempt) ?? 0,
    triesOf: (request) => tries.get(request) ?? [],
    tries: () => tries.values(),
    serving: ({ id }) => serving.get(id) ?? [],
  };
}

/** Derives trials from the attempts alone: each answer with its controls, or the reason why there is none. */
export function deriveTrials(recorded: Recorded, plan: Pick<Plan, 'requests'>): Trials {
  const log = readLog(recorded, plan);
  return {
    of: (request, testRequest = request.testRequest) => trialIn(log, request, testRequest),
    baseline: (variant) => baselineIn(log, variant),
    givenUp: (variant) => givenUpIn(log, variant),
    successes: (variant) => successesIn(log, variant),
  };
}

/** A service that handles one request at a time may answer 409 to concurrent ones, which are asked again. */
function isConflict({ attempts }: Log, own: Evidence): boolean {
  if (own.response?.status !== 409) return false;
  const [start, end] = spanOf(own);
  return attempts.some(({ outcome }) => {
    if (isNotSent(outcome) || outcome === own) return false;
    const [from, until] = spanOf(outcome);
    return from <= end && until >= start;
  });
}

/** The last answer to the plain request. */
const plainAnswer = (log: Log, variant: string): Evidence | undefined =>
  sent(log.triesOf(baselineId(variant))).at(-1);

/**
 * A control is good if it is answered as the first plain request was, a probe if the service itself refuses it.
 */
function judgeControls(log: Log, variant: string, line: Line): readonly Control[] {
  const plain = plainAnswer(log, variant);
  return line.flatMap(({ request, role, outcome }) => {
    if (isNotSent(outcome) || isConflict(log, outcome)) return [];
    const good =
      role === 'probe'
        ? isOwnRefusal(outcome, log.requests.get(request)?.testRequest.status ?? null, plain)
        : isAsBefore(outcome, plain);
    return [{ evidence: outcome, good }];
  });
}

/**
 * The plain requests that were sent as controls for the repeats of a request. A control of another partner says
 * nothing about this one.
 */
function besideRepeats(log: Log, request: Request): readonly Control[] {
  const { id: variant } = request.variant;
  const [first] = log.triesOf(request.id);
  const line = log
    .serving(request)
    .filter((one) => one.role === 'control' && one.request === baselineId(variant))
    .filter((one) => first !== undefined && log.placeOf(one) > log.placeOf(first));
  return judgeControls(log, variant, line);
}

/** The last control before a set-up, and the first good one after its teardown. */
function aroundOutage(log: Log, request: Request): readonly Control[] {
  const { id: variant } = request.variant;
  const controls = log.serving(request).filter(({ role }) => role === 'control');
  const tries = log.triesOf(request.id);
  const [from, until] = [tries.at(0), tries.at(-1)].map((one) => (one === undefined ? 0 : log.placeOf(one)));
  const before = controls.filter((one) => log.placeOf(one) < (from ?? 0)).slice(-1);
  const after = controls.filter((one) => log.placeOf(one) > (until ?? 0));
  const good = judgeControls(log, variant, after).filter((one) => one.good);
  return [...judgeControls(log, variant, before), ...good.slice(0, 1)];
}

function baselineIn(log: Log, variant: string): Trial {
  const request = log.requests.get(baselineId(variant));
  if (request === undefined) throw new RangeError(`no plain request of variant ${variant}`);
  const own = log.triesOf(request.id);
  const trial = trialOf(request, sent(own));
  const evidence = trial.attempts.at(-1);
  const stopped = own.map(({ outcome }) => outcome).findLast(isNotSent);
  if (evidence === undefined) return { ...trial, halted: stopped ?? unasked(log) };
  if (!isUnusable(evidence, request.testRequest)) return trial;
  const probes = log.serving(request).filter(({ role }) => role === 'probe');
  // A gateway that refuses even requests without credentials may also be what refuses the plain one.
  const bare = bareId(request.variant);
  const isGatewayAtWork = sent(probes.filter((one) => one.request === bare)).some(isByGateway);
  const controls = judgeControls(log, variant, probes).map((control) =>
    isGatewayAtWork ? { ...control, good: false } : control,
  );
  const isAnswered = controls.some(({ good }) => good) || log.interrupted;
  // A probe counts only if it was sent before the last baseline answer.
  const before = (one: Control): boolean => one.evidence.startedAt <= evidence.startedAt;
  if (isAnswered) return { ...trial, controls: controls.filter(before) };
  const all = [evidence, ...controls.map((control) => control.evidence)];
  if (controls.length > 0 && isUnserved(all)) {
    return { ...trial, unserved: true, controls: controls.map((control) => ({ ...control, good: true })) };
  }
  return { ...trial, controls, halted: givenUp(evidence, controls.length > 0) };
}

function givenUpIn(log: Log, variant: string): NotSent | null {
  const { attempts: own, halted, unserved } = baselineIn(log, variant);
  const last = own.at(-1);
  return unserved && last !== undefined ? givenUp(last, true) : halted;
}

function successesIn(log: Log, variant: string): Successes | null {
  const plain = plainAnswer(log, variant);
  if (plain === undefined) return null;
  const others = log.line(variant).flatMap(({ request: id, role, for: served, outcome }) => {
    const testRequest = log.requests.get(id)?.testRequest;
    if (isNotSent(outcome) || outcome === plain || testRequest === undefined) return [];
    if (testRequest.condition !== 'success' || testRequest.credentials !== 'valid') return [];
    if (isConflict(log, outcome)) return [];
    const own = sent(log.triesOf(id));
    const isSuperseded =
      role === 'try'
        ? own.slice(own.indexOf(outcome) + 1).some((later) => isAsBefore(later, plain))
        : served !== null;
    return [{ testRequest, evidence: outcome, isSuperseded }];
  });
  return { plain, others };
}

function trialIn(log: Log, request: Request, testRequest: TestRequest): Trial {
  const { id: variant } = request.variant;
  if (request.id === baselineId(variant)) return { ...baselineIn(log, variant), testRequest };
  const claim = log.profile.claims[variant];
  const own = log.triesOf(request.id);
  const last = own.at(-1);
  const { condition } = testRequest;
  const trial = {
    ...trialOf(request, sent(own)),
    testRequest,
    // The set-up of an exclusive condition puts the target out of order.
    outage: claim?.exclusive.includes(condition) === true,
    route: claim?.routes[condition] ?? null,
  };
  const evidence = trial.attempts.at(-1);
  if (last === undefined || evidence === undefined) {
    const isUnsent = last !== undefined && isNotSent(last.outcome);
    return { ...trial, halted: isUnsent ? last.outcome : (givenUpIn(log, variant) ?? unasked(log)) };
  }
  const around = trial.outage ? aroundOutage(log, request) : besideRepeats(log, request);
  const confirmed = confirm(request, claim, evidence, controlsBehind(log, variant, last));
  const isLimited = evidence.response?.status === 429 && isLogin(request);
  const controls = inOrderOfWeight(variant, confirmed.controls, around);
  const answered = { ...trial, controls };
  return {
    ...answered,
    earlierLogin: isLimited ? earlierLogin(log, last) : null,
    halted: isNotSent(last.outcome) ? stoppedBy(log, last.outcome, answered, evidence) : confirmed.halted,
  };
}

/** Only controls with the partner whose passwords are guessed decide, so they come first. */
function inOrderOfWeight(
  variant: string,
  confirming: readonly Control[],
  around: readonly Control[],
): readonly Control[] {
  const isOwn = ({ evidence: { planned } }: Control): boolean => planned === ownPartnerId(variant);
  const more = confirming.filter(({ evidence: { id } }) => around.every((one) => one.evidence.id !== id));
  return [...more.filter(isOwn), ...around, ...more.filter((control) => !isOwn(control))];
}

/** Finds the controls of a request behind an attempt, whichever request they were sent for. */
const controlsBehind =
  (log: Log, variant: string, last: Attempt) =>
  (request: string): readonly Control[] => {
    const behind = log.line(variant).slice(log.placeOf(last) + 1);
    const line = behind.filter((one) => one.role === 'control' && one.request === request);
    return judgeControls(log, variant, line);
  };

/** Why a doubtful answer was not asked for again. */
function stoppedBy(log: Log, why: NotSent, trial: Trial, last: Evidence): NotSent | null {
  // After a refusal it is not known whether valid credentials are still accepted.
  if (isRefusal(last) || !['limit', 'spent'].includes(why.kind)) return why;
  const answer = answerWords(last);
  const reason = openReason(last);
  if (why.kind === 'spent') return { ...why, reason, note: message('recheck-spent', { answer }) };
  if (isBeyondDoubt(log, trial)) return null;
  return { ...why, reason, note: message('not-asked-again', { answer, limit: why.note }) };
}

/**
 * If failed logins run out, one repeat between good controls is enough, unless another kind of request was in
 * doubt.
 */
const isBeyondDoubt = (log: Log, trial: Trial): boolean =>
  isRepeated(trial.attempts, trial.controls) &&
  [...log.tries()].every((own) => {
    const [first] = own;
    const request = log.requests.get(first?.request ?? '');
    if (first === undefined || request === undefined || request.testRequest.id === trial.testRequest.id)
      return true;
    const answers = sent(own);
    // The pace has already handled rate limits.
    const doubtful = answers.filter(
      (one) => doubtOf(one, request.testRequest) !== null && one.response?.status !== 429,
    );
    if (doubtful.length === 0) return true;
    const isOfAll = doubtful.length === answers.length;
    return isOfAll && isRepeated(answers, besideRepeats(log, request));
  });

/** Id of the run's first failed login that was not answered by 429; null if there is none before this one. */
function earlierLogin({ attempts, requests }: Log, before: Attempt): string | null {
  for (const one of attempts) {
    if (one === before) return null;
    const testRequest = requests.get(one.request)?.testRequest;
    if (one.role !== 'try' || testRequest?.condition !== 'unauthorized' || isNotSent(one.outcome)) continue;
    if (doubtOf(one.outcome, { ...testRequest, status: null }) === null) return one.outcome.id;
  }
  return null;
}

/** Controls that show whether the target had locked the caller at the time of an answer. */
interface Confirmation {
  readonly controls: readonly Control[];
  readonly halted: NotSent | null;
}

/** The control after an answer that shows whether the partner is locked: see `showing`. */
function confirm(
  request: Request,
  claim: Claim | undefined,
  evidence: Evidence,
  controlsOf: (request: string) => readonly Control[],
): Confirmation {
  const { variant, testRequest, risk } = request;
  // Only needed for a refusal, and for a login that may have locked the partner.
  const mayLock = risk === 'wrong' || (risk === 'misreadable' && testRequest.status === null);
  if (!isRefusal(evidence) && !mayLock) return unshown;
  const isGuess = isWrongPassword(testRequest.password) && testRequest.condition === 'unauthorized';
  if (isGuess && claim !== undefined && claim.guessed !== 'profile') {
    const own = showing(controlsOf(ownPartnerId(variant.id)));
    if (own.length > 0 || !mayBeLock(evidence, testRequest)) return { controls: own, halted: null };
    const note = message('own-unconfirmed');
    return { controls: [], halted: { kind: 'own-unconfirmed', reason: 'control-failed', note } };
  }
  const plain = controlsOf(baselineId(variant.id));
  const deciding = showing(plain);
  const lost = plain.at(-1)?.evidence;
  if (deciding.length > 0 || lost === undefined) return { controls: deciding, halted: null };
  const answer = message('no-good-control', { answer: answerWords(lost) });
  const note = message('unconfirmed', { note: answer });
  return { controls: plain, halted: { kind: 'other', reason: openReason(lost), note } };
}

const unshown: Confirmation = { controls: [], halted: null };

const unasked = (log: Log): NotSent =>
  log.interrupted ? interrupted : { kind: 'other', reason: 'suite-error', note: message('nothing-sent') };

const sent = (line: Line): readonly Evidence[] =>
  line.flatMap(({ outcome }) => (isNotSent(outcome) ? [] : [outcome]));

/** Start and end of a request, in ms since the epoch. */
function spanOf({ startedAt, durationMs }: Evidence): readonly [start: number, end: number] {
  const start = Date.parse(startedAt);
  return [start, start + durationMs];
}

const trialOf = ({ id, testRequest }: Request, attempts: readonly Evidence[]): Trial => ({
  request: id,
  testRequest,
  attempts,
  controls: [],
  halted: null,
  outage: false,
  unserved: false,
  route: null,
  earlierLogin: null,
});

/** True if a service may count the request as a failed login. */
const isLogin = ({ testRequest }: Request): boolean =>
  testRequest.condition === 'unauthorized' ||
  (!isHarmless(testRequest) && ['invalid', 'nearly'].includes(testRequest.credentials));

/** True if the request was repeated between controls that were all answered as before. */
const isRepeated = (attempts: readonly Evidence[], controls: readonly Control[]): boolean =>
  attempts.length > 1 && controls.length > 1 && controls.every(({ good }) => good);

/** True if nothing shows that the service itself answered: no answer, a page, or an undocumented status. */
export const isUnusable = (last: Evidence, testRequest: TestRequest): boolean =>
  doubtOf(last, testRequest) !== null || last.facts?.kind === 'not-json';

/**
 * True if the documented path is not served: every request is redirected to another path, or every request gets
 * "not found".
 */
const isUnserved = (answers: readonly Evidence[]): boolean =>
  answers.every(isRedirectedAside) ||
  [404, 405, 410].some((status) => answers.every(({ response }) => response?.status === status));

/** True for a redirect to another path on the same host. */
function isRedirectedAside({ request: { url }, response }: Evidence): boolean {
  if (response === null || response.status < 300 || response.status >= 400) return false;
  const location = headerIn(response.headers, 'location') ?? '';
  const [from, to] = [URL.parse(url), URL.parse(location, url)];
  return from !== null && to !== null && to.host === from.host && to.pathname !== from.pathname;
}

/**
 * Why a variant is given up: the service answers neither the plain request nor those that must be refused, if
 * they were asked.
 */
function givenUp(last: Evidence, isProbed: boolean): NotSent {
  const { response, facts, error } = last;
  const kind = 'other';
  if (error?.stage === 'connect' && !isProbed)
    return { kind, reason: openReason(last), note: message('plain-not-reached') };
  if (response === null || response.status >= 429) {
    return { kind, reason: openReason(last), note: message('nothing-answered') };
  }
  const code = facts?.kind === 'not-json' ? 'only-pages' : 'only-others';
  return { kind, reason: 'target-unavailable', note: message(code, { status: response.status }) };
}

/** Reason for a doubtful answer that stays unexplained. */
export function openReason({ response, error }: Evidence): NotSent['reason'] {
  if (error?.kind === 'too-large') return 'too-long';
  return response?.status === 429 ? 'rate-limited' : 'target-unavailable';
}
