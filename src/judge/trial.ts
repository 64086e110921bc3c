import { headerIn } from '../client/exchange.ts';
import { stageOf } from '../plan/order.ts';
import { bareId, baselineId, ownPartnerId } from '../plan/plan.ts';
import type { Claim, Claims, Request } from '../plan/plan.ts';
import { isWrongPassword } from '../plan/wrong-password.ts';
import type { TestRequest } from '../plan/test-case.ts';
import { message } from '../messages/message.ts';
import { isNotSent } from './evidence.ts';
import type { Attempt, Control, Evidence, NotSent, Trial } from './evidence.ts';
import type { Successes } from './judge.ts';
import { answerWords, doubtOf, isByGateway, isLock, isOwnRefusal, isRefusal, mayBeLock } from './settle.ts';

/**
 * What is known of a run so far: the plan, the claims of the profile, and the attempts in the order of time.
 */
export interface Course {
  readonly requests: ReadonlyMap<string, Request>;
  readonly claims: Claims;
  readonly attempts: readonly Attempt[];
  readonly interrupted: boolean;
}

export interface Trials {
  /** The trial of a request in a round, with the purpose that a case gives it. */
  readonly of: (request: Request, round: number, expectation?: TestRequest) => Trial;
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

/** Derives trials from the attempts alone: each answer with its controls, or the reason why there is none. */
export function deriveTrials(course: Course): Trials {
  const { requests, claims, attempts } = course;
  const lines = Map.groupBy(attempts, ({ request }) => requests.get(request)?.variant.id ?? '');
  const places = new Map(
    [...lines.values()].flatMap((line) => line.map((one, place) => [one, place] as const)),
  );
  const lineOf = (variant: string): Line => lines.get(variant) ?? [];
  const placeOf = (attempt: Attempt): number => places.get(attempt) ?? 0;
  const all = attempts.filter(({ role }) => role === 'try');
  const tries = Map.groupBy(all, ({ request, round }) => `${request}#${round}`);
  const triesOf = (id: string, round: number): Line => tries.get(`${id}#${round}`) ?? [];

  /** A service that handles one request at a time may answer 409 to concurrent ones, which are asked again. */
  const isConflict = (own: Evidence): boolean => {
    if (own.response?.status !== 409) return false;
    const [start, end] = spanOf(own);
    return attempts.some(({ outcome }) => {
      if (isNotSent(outcome) || outcome === own) return false;
      const [from, until] = spanOf(outcome);
      return from <= end && until >= start;
    });
  };

  /**
   * A control is good if it is answered as the first plain request was, a probe if the service itself refuses
   * it.
   */
  const judgeControls = (variant: string, line: Line): readonly Control[] => {
    const plain = sent(triesOf(baselineId(variant), 1)).at(-1);
    return line.flatMap(({ request, role, outcome }) => {
      if (isNotSent(outcome) || isConflict(outcome)) return [];
      const { response } = outcome;
      const good =
        role === 'probe'
          ? isOwnRefusal(outcome, requests.get(request)?.testRequest.status ?? null, plain)
          : response !== null && response.status === plain?.response?.status;
      return [{ evidence: outcome, good }];
    });
  };

  /** The controls directly before (`-1`) or after (`1`) an attempt, nearest first. */
  const nextTo = (variant: string, attempt: Attempt, step: -1 | 1): Line => {
    const [line, place] = [lineOf(variant), placeOf(attempt)];
    const rest = step === 1 ? line.slice(place + 1) : line.slice(0, place).toReversed();
    const end = rest.findIndex(({ role }) => role !== 'control');
    return end === -1 ? rest : rest.slice(0, end);
  };

  /** The plain requests that were sent as controls directly before and after some attempts of a variant. */
  const beside = (variant: string, repeats: Line): readonly Control[] => {
    const found = repeats
      .flatMap((one) => [...nextTo(variant, one, -1), ...nextTo(variant, one, 1)])
      // A control of another partner says nothing about this one.
      .filter(({ request }) => request === baselineId(variant));
    const inOrder = [...new Set(found)].toSorted((left, right) => placeOf(left) - placeOf(right));
    return judgeControls(variant, inOrder);
  };

  /** The last control before a set-up, and a good one after its teardown. */
  const aroundOutage = (variant: string, first: Attempt, last: Attempt): readonly Control[] => {
    const before = lineOf(variant).slice(0, placeOf(first));
    const control = before.findLast(({ role }) => role === 'control');
    const after = judgeControls(variant, nextTo(variant, last, 1)).filter(({ good }) => good);
    return [...judgeControls(variant, control === undefined ? [] : [control]), ...after.slice(0, 1)];
  };

  const baseline = (variant: string): Trial => {
    const request = requests.get(baselineId(variant));
    if (request === undefined) throw new RangeError(`no plain request of variant ${variant}`);
    const own = triesOf(request.id, 1);
    const trial = trialOf(request, 1, sent(own));
    const evidence = trial.attempts.at(-1);
    const stopped = own.map(({ outcome }) => outcome).findLast(isNotSent);
    if (evidence === undefined) return { ...trial, halted: stopped ?? unasked(course) };
    if (!isUnusable(evidence, request.testRequest)) return trial;
    const probes = lineOf(variant).filter(({ role }) => role === 'probe');
    // A gateway that refuses even requests without credentials may also be what refuses the plain one.
    const bare = bareId(request.variant);
    const isGatewayAtWork = sent(probes.filter((one) => one.request === bare)).some(isByGateway);
    const controls = judgeControls(variant, probes).map((control) =>
      isGatewayAtWork ? { ...control, good: false } : control,
    );
    const isAnswered = controls.some(({ good }) => good) || course.interrupted;
    // A probe counts only if it was sent before the last baseline answer.
    const before = (one: Control): boolean => one.evidence.startedAt <= evidence.startedAt;
    if (isAnswered) return { ...trial, controls: controls.filter(before) };
    const all = [evidence, ...controls.map((control) => control.evidence)];
    if (controls.length > 0 && isUnserved(all)) {
      return { ...trial, unserved: true, controls: controls.map((control) => ({ ...control, good: true })) };
    }
    return { ...trial, controls, halted: givenUp(evidence) };
  };

  const givenUpOf = (variant: string): NotSent | null => {
    const { attempts: own, halted, unserved } = baseline(variant);
    const last = own.at(-1);
    return unserved && last !== undefined ? givenUp(last) : halted;
  };

  const successes = (variant: string): Successes | null => {
    const plain = sent(triesOf(baselineId(variant), 1)).at(-1);
    if (plain === undefined) return null;
    const others = lineOf(variant).flatMap(({ request: id, role, round, outcome }) => {
      const testRequest = requests.get(id)?.testRequest;
      if (
        isNotSent(outcome) ||
        isConflict(outcome) ||
        outcome === plain ||
        role === 'probe' ||
        testRequest === undefined
      )
        return [];
      if (testRequest.condition !== 'success' || testRequest.credentials !== 'valid') return [];
      const own = sent(triesOf(id, round));
      const behind = own.slice(own.indexOf(outcome) + 1);
      const isSuperseded = behind.some(({ response }) => response?.status === plain.response?.status);
      return [{ expectation: testRequest, evidence: outcome, isSuperseded }];
    });
    return { plain, others };
  };

  const of = (request: Request, round: number, expectation = request.testRequest): Trial => {
    const { id: variant } = request.variant;
    if (request.id === baselineId(variant) && round === 1) return { ...baseline(variant), expectation };
    const claim = claims[variant];
    const own = triesOf(request.id, round);
    const last = own.at(-1);
    const { condition } = expectation;
    const trial = {
      ...trialOf(request, round, sent(own)),
      expectation,
      // The set-up of an exclusive condition puts the target out of order.
      outage: claim?.exclusive.includes(condition) === true,
      route: claim?.routes[condition] ?? null,
    };
    const evidence = trial.attempts.at(-1);
    if (last === undefined || evidence === undefined) {
      const isUnsent = last !== undefined && isNotSent(last.outcome);
      return { ...trial, halted: isUnsent ? last.outcome : (givenUpOf(variant) ?? unasked(course)) };
    }
    const around = trial.outage ? aroundOutage(variant, own[0] ?? last, last) : beside(variant, own.slice(1));
    const behind = lineOf(variant).slice(placeOf(last) + 1);
    const confirmed = confirm(request, claim, evidence, (id) =>
      judgeControls(
        variant,
        behind.filter((one) => one.role === 'control' && one.request === id),
      ),
    );
    const more = confirmed.controls.filter(({ evidence: { id } }) =>
      around.every((one) => one.evidence.id !== id),
    );
    const isLimited = evidence.response?.status === 429 && isLogin(request);
    // Only controls with the partner whose passwords are guessed decide.
    const isOwn = ({ evidence: { planned } }: Control): boolean => planned === ownPartnerId(variant);
    const controls = [...more.filter(isOwn), ...around, ...more.filter((control) => !isOwn(control))];
    const answered = { ...trial, controls };
    return {
      ...answered,
      earlierLogin: isLimited ? earlierLogin(last) : null,
      halted: isNotSent(last.outcome) ? stoppedBy(last.outcome, answered, evidence) : confirmed.halted,
    };
  };

  /** Why a doubtful answer was not asked for again. */
  const stoppedBy = (why: NotSent, trial: Trial, last: Evidence): NotSent | null => {
    // After a refusal it is not known whether valid credentials are still accepted.
    if (isRefusal(last) || !['limit', 'spent'].includes(why.kind)) return why;
    const answer = answerWords(last);
    const reason = openReason(last);
    if (why.kind === 'spent') return { ...why, reason, note: message('recheck-spent', { answer }) };
    if (isBeyondDoubt(trial)) return null;
    return { ...why, reason, note: message('not-asked-again', { answer, limit: why.note }) };
  };

  /**
   * If failed logins run out, one repeat between good controls is enough, unless another kind of request was in
   * doubt.
   */
  const isBeyondDoubt = (trial: Trial): boolean =>
    isRepeated(trial.attempts, trial.controls) &&
    [...tries.values()].every((own) => {
      const request = requests.get(own[0]?.request ?? '');
      if (request === undefined || request.testRequest.id === trial.expectation.id) return true;
      const answers = sent(own);
      // The pace has already handled rate limits.
      const doubtful = answers.filter(
        (one) => doubtOf(one, request.testRequest) !== null && one.response?.status !== 429,
      );
      if (doubtful.length === 0) return true;
      return (
        doubtful.length === answers.length && isRepeated(answers, beside(request.variant.id, own.slice(1)))
      );
    });

  /** Id of the run's first failed login that was not answered by 429; null if there is none before this one. */
  const earlierLogin = (before: Attempt): string | null => {
    for (const one of all) {
      if (one === before) return null;
      const testRequest = requests.get(one.request)?.testRequest;
      if (testRequest?.condition !== 'unauthorized' || isNotSent(one.outcome)) continue;
      if (doubtOf(one.outcome, { ...testRequest, status: null }) === null) return one.outcome.id;
    }
    return null;
  };

  return { of, baseline, givenUp: givenUpOf, successes };
}

/** Controls that show whether the target had locked the caller at the time of an answer. */
interface Confirmation {
  readonly controls: readonly Control[];
  readonly halted: NotSent | null;
}

/** The first control after an answer that shows anything decides: a later request may lock the partner. */
function confirm(
  request: Request,
  claim: Claim | undefined,
  evidence: Evidence,
  controlsOf: (request: string) => readonly Control[],
): Confirmation {
  const { variant, testRequest } = request;
  // Only needed for a refusal, and for a login that may have locked the partner.
  if (!isRefusal(evidence) && (request.step !== 'login' || stageOf(request).name === 'judged-login'))
    return unshown;
  const showing = (found: readonly Control[]): readonly Control[] =>
    found.filter(({ evidence: one, good }) => good || isLock(one)).slice(0, 1);
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
  return { controls: plain, halted: { kind: 'unconfirmed', reason: openReason(lost), note } };
}

const unshown: Confirmation = { controls: [], halted: null };

const unasked = (course: Course): NotSent =>
  course.interrupted ? interrupted : { kind: 'failed', reason: 'suite-error', note: message('nothing-sent') };

const sent = (line: Line): readonly Evidence[] =>
  line.flatMap(({ outcome }) => (isNotSent(outcome) ? [] : [outcome]));

/** Start and end of a request, in ms since the epoch. */
function spanOf({ startedAt, durationMs }: Evidence): readonly [start: number, end: number] {
  const start = Date.parse(startedAt);
  return [start, start + durationMs];
}

const trialOf = ({ id, testRequest }: Request, round: number, attempts: readonly Evidence[]): Trial => ({
  request: id,
  round,
  expectation: testRequest,
  attempts,
  controls: [],
  halted: null,
  outage: false,
  unserved: false,
  route: null,
  earlierLogin: null,
});

/** True if a service may count the request as a failed login. */
const isLogin = ({ testRequest: { condition, risk, credentials, password } }: Request): boolean =>
  condition === 'unauthorized' || (risk === 'wrong' && (credentials !== 'open' || isWrongPassword(password)));

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

/** Why a variant is given up: the service answers neither the plain request nor those that must be refused. */
function givenUp(last: Evidence): NotSent {
  const { response, facts } = last;
  const kind = 'given-up';
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
