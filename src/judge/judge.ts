import { baseline } from '../plan/test-case.ts';
import type { Assertion, AssertionKind, Invariant, KindOfSuccess } from '../plan/test-case.ts';
import { message } from '../messages/message.ts';
import type { CheckCode } from '../messages/message.ts';
import { bodyWords, makeCheck, openCheck, undecided } from './check.ts';
import type { Check, JudgeContext, Judged, SettledTrial } from './check.ts';
import { judgeMeaning, judgeNames, judgeOwnMeaning, judgeOwnNames, judgeStatus } from './judge-answer.ts';
import {
  judgeSameSuccess,
  judgeSuccessBody,
  judgeSuccessRecord,
  judgeSuccessStatus,
} from './judge-success.ts';
import { doubtOf, isDocumentedError, isRefusal, listLength, ofLength, settle } from './settle.ts';
import type { Settled } from './settle.ts';
import { isBaseline, obtainsList, textFactsOf } from './evidence.ts';
import type { Evidence, Trial } from './evidence.ts';
import { conditionOf, findCondition } from '../operation/specification.ts';

/** Failures by code, each with the failures of the same answer from which it follows. */
type Follows = { readonly [Code in CheckCode]?: readonly CheckCode[] };

/** How a kind of check is judged. Its words are in `messages` under its codes. */
interface Kind {
  /** True: inconclusive if the body could not be read. */
  readonly needsBody: boolean;
  /** True: only judged if the plain request is accepted. */
  readonly needsControl: boolean;
  readonly follows: Follows;
  readonly judge: (judged: Judged) => Check;
}

const ofSuccess = { needsBody: true, needsControl: false, follows: {} } as const;
const ofText = { 'text-missing': ['list-disclosed', 'error-body', 'status'] } as const;

/** A kind that is checked on every answer to valid credentials, including controls and repeats. */
interface SuccessKind extends Kind {
  /** `accepted`: answers with the status of a success; `refused`: all others. */
  readonly of: 'accepted' | 'refused';
  /** True: an empty list shows nothing. */
  readonly needsRecords: boolean;
}

const successKinds = {
  'success-status': {
    ...ofSuccess,
    needsBody: false,
    needsRecords: false,
    of: 'refused',
    judge: judgeSuccessStatus,
  },
  'success-body': { ...ofSuccess, needsRecords: false, of: 'accepted', judge: judgeSuccessBody },
  'success-record': { ...ofSuccess, needsRecords: true, of: 'accepted', judge: judgeSuccessRecord },
} as const satisfies { readonly [Name in KindOfSuccess]: SuccessKind };

const isSuccessKind = (kind: AssertionKind): kind is KindOfSuccess => Object.hasOwn(successKinds, kind);

/** Every kind of check on the answer to one request of a case. */
const kinds = {
  ...successKinds,
  'same-success': { ...ofSuccess, judge: judgeSameSuccess },
  status: {
    needsBody: false,
    needsControl: true,
    follows: { status: ['list-disclosed'] },
    judge: judgeStatus,
  },
  names: {
    needsBody: true,
    needsControl: true,
    // If the text is wrong, so are the names in it.
    follows: { ...ofText, names: ['meaning-contradicted'] },
    judge: judgeNames,
  },
  meaning: { needsBody: true, needsControl: true, follows: ofText, judge: judgeMeaning },
  'own-names': { needsBody: true, needsControl: true, follows: ofText, judge: judgeOwnNames },
  'own-meaning': { needsBody: true, needsControl: true, follows: ofText, judge: judgeOwnMeaning },
} as const satisfies { readonly [Name in AssertionKind]: Kind };

/** Codes of failures from which a failure with this code follows, most important first. */
export function leadersOf(code: string): readonly string[] {
  // Checks on every answer also follow from its status.
  const all: readonly Follows[] = [
    { 'unused-status': ['status'] },
    ...Object.values(kinds).map(({ follows }) => follows),
  ];
  const found = all.flatMap((follows) => Object.entries(follows)).find(([own]) => own === code);
  return found?.[1] ?? [];
}

/** Judges a case from its recorded exchanges alone, so the same evidence always gives the same checks. */
export function judgeCase(
  assertions: readonly Assertion[],
  invariants: readonly Invariant[],
  trials: readonly Trial[],
  baseline: Trial,
  context: JudgeContext,
): readonly Check[] {
  const control = settle(baseline);
  const settled = trials.map((trial) => ({ trial, settled: settleBeside(trial, control) }));
  const own = assertions.map((assertion) => {
    const check = judgeAim(assertion, settled, control, context);
    return kinds[assertion.kind].needsControl ? withControl(check, control) : check;
  });
  const always = trials.flatMap((trial) =>
    invariants
      .flatMap((rule) =>
        judgeInvariantOf(rule, trial, context).map((check) => besideList(check, rule, control, context)),
      )
      .map((check) => (isPlain(trial) ? check : withControl(check, control))),
  );
  return [...own, ...always];
}

const isPlain = ({ testRequest }: Trial): boolean => testRequest.id === baseline.id;

/** If the plain request is refused, the same refusal of another request says nothing about its condition. */
function settleBeside(trial: Trial, control: Settled): Settled {
  const settled = settle(trial);
  if (isPlain(trial) || control.kind !== 'answer' || settled.kind !== 'answer') return settled;
  const { status, evidence } = settled;
  const isSame = status === control.status && status >= 400 && status < 500;
  // `withControl` handles an answer that looks right.
  const looksRight = status === trial.testRequest.status && !isSameText(evidence, control.evidence);
  if (!isSame || looksRight) return settled;
  const note = message('refused-like-baseline', { status });
  return { kind: 'open', reason: 'control-failed', note, evidence };
}

/**
 * A service may decrypt before it checks for other parameters, and the key in the profile may be wrong. A text
 * that asks for data is wrong if all parameters were sent.
 */
function isSameText(one: Evidence, plain: Evidence): boolean {
  const [text, usual] = [textFactsOf(one), textFactsOf(plain)];
  return text !== null && text.sha256 === usual?.sha256 && !text.meanings.includes('correct-data');
}

function judgeAim(
  assertion: Assertion,
  trials: readonly SettledTrial[],
  control: Settled,
  context: JudgeContext,
): Check {
  const { requirement, kind, request, parameters } = assertion;
  const found = trials.find(({ trial }) => trial.testRequest.id === request);
  const condition = found && findCondition(context.variant, found.trial.testRequest.condition);
  if (found === undefined || !condition) {
    return openCheck(requirement, 'suite-error', message('no-such-request', { request }), null);
  }
  const { settled, trial } = found;
  if (settled.kind === 'open') {
    return openCheck(requirement, settled.reason, settled.note, settled.evidence?.id ?? null);
  }
  const open = kinds[kind].needsBody ? undecided(requirement, settled.evidence) : null;
  return (
    open ??
    kinds[kind].judge({ requirement, settled, condition, context, trial, parameters, trials, control })
  );
}

/** A refusal shows nothing unless the baseline is accepted, so a pass becomes inconclusive. */
function withControl(check: Check, control: Settled): Check {
  if (check.verdict !== 'pass' && check.verdict !== 'review') return check;
  if (control.kind === 'answer' && control.status === 200) return check;
  return { ...check, verdict: 'inconclusive', uncontrolled: check.verdict, reason: 'control-failed' };
}

/** A missing list shows nothing if the plain request is accepted and gets no list either. */
function besideList(check: Check, { kind }: Invariant, control: Settled, { list }: JudgeContext): Check {
  if (kind !== 'authorization-enforced' || check.verdict !== 'pass') return check;
  if (control.kind !== 'answer' || control.status !== 200 || obtainsList(control.evidence)) {
    return check;
  }
  return openCheck(check.requirement, 'control-failed', message('plain-no-list', { list }), check.exchange);
}

/** If no control confirmed the answer, a failure in it makes the requirement inconclusive. */
function judgeInvariantOf(rule: Invariant, trial: Trial, context: JudgeContext): readonly Check[] {
  const own = judgeInvariant(rule, trial, settle(trial), context);
  if (trial.halted === null || own.length > 0) return own;
  const { reason } = trial.halted;
  const answered = { ...trial, halted: null };
  const failed = judgeInvariant(rule, answered, settle(answered), context).filter(
    ({ verdict }) => verdict === 'fail',
  );
  // The variant never uses this status, even for a locked partner.
  if (rule.kind === 'unused-status' && trial.halted.kind === 'own-unconfirmed') return failed;
  return failed.map((check) => ({ ...check, verdict: 'inconclusive', reason }));
}

/** Judges an answer on the operation's path by one invariant; empty if the invariant does not apply. */
function judgeInvariant(
  rule: Invariant,
  trial: Trial,
  settled: Settled,
  context: JudgeContext,
): readonly Check[] {
  const { onOperation, onPath, credentials } = trial.testRequest;
  if (rule.kind === 'authorization-enforced') {
    const leak = leakOf(trial);
    // A list that was handed out is a failure, even on another path, if a repeat is refused, or if the answer
    // stays doubtful.
    if (leak !== null) return [judgeEnforced(rule.requirement, trial, leak, context)];
  }
  if (rule.kind === 'authorization-enforced' ? !onPath : !onOperation) return [];
  if (settled.kind !== 'answer' || trial.unserved) return [];
  const { evidence, status } = settled;
  const open = undecided(rule.requirement, evidence);
  switch (rule.kind) {
    case 'success-body':
    case 'success-record': {
      const condition = findCondition(context.variant, trial.testRequest.condition);
      if (condition?.name !== 'success' || status !== trial.testRequest.status) return [];
      const { needsRecords, judge } = successKinds[rule.kind];
      if (needsRecords && (listLength(evidence) ?? 0) === 0) return [];
      return [open ?? judge({ requirement: rule.requirement, settled, condition, context })];
    }
    case 'error-body':
      // A gateway may limit the length of requests.
      if (ofLength.includes(status) && trial.testRequest.condition === 'success' && !isPlain(trial))
        return [];
      return status < 400 ? [] : [open ?? judgeErrorBody(rule.requirement, settled, context)];
    case 'unused-status': {
      const params = { unused: rule.status, actual: status, variant: context.variant.id, section: '7' };
      const verdict = status === rule.status ? 'fail' : 'pass';
      return [makeCheck(rule.requirement, verdict, 'unused-status', params, evidence)];
    }
    case 'authorization-enforced':
      return isWithout(credentials)
        ? [open ?? judgeEnforced(rule.requirement, trial, evidence, context)]
        : [];
  }
}

const isWithout = (credentials: Trial['testRequest']['credentials']): boolean =>
  credentials === 'invalid' || credentials === 'nearly';

type Answer = Extract<Settled, { readonly kind: 'answer' }>;

/** The first attempt with invalid credentials that got the list or its beginning, with any status. */
function leakOf({ attempts, testRequest }: Trial): Evidence | null {
  return isWithout(testRequest.credentials) ? (attempts.find(obtainsList) ?? null) : null;
}

/** Answers to valid credentials: the last one to the plain request, then all others in the order of time. */
export interface Successes {
  readonly plain: Evidence;
  readonly others: readonly (Pick<Trial, 'testRequest'> & {
    readonly evidence: Evidence;
    /** True if a later attempt at the same request was accepted. */
    readonly isSuperseded: boolean;
  })[];
}

/**
 * Every 200 to valid credentials must meet the same requirements, also in controls and repeats. A plain request
 * that was accepted must stay accepted. The first answer that violates a requirement adds one check.
 */
export function judgeEverySuccess(
  assertions: readonly Assertion[],
  { plain, others }: Successes,
  context: JudgeContext,
): readonly Check[] {
  const condition = conditionOf(context.variant, 'success');
  if (plain.response?.status !== condition.status) return [];
  const accepted = others.filter(({ evidence }) => evidence.response?.status === condition.status);
  const refused = others.filter(({ testRequest, evidence, isSuperseded }) => {
    if (evidence.response?.status === condition.status || isRefusal(evidence)) return false;
    // A request that was accepted on a repeat was not refused because of its spelling.
    if (!isBaseline(evidence) && !isSuperseded) return false;
    return doubtOf(evidence, { ...testRequest, id: baseline.id }) === null;
  });
  const judgedBy = ({ requirement, kind }: Assertion) => {
    if (!isSuccessKind(kind)) return [];
    const { needsBody, of, judge } = successKinds[kind];
    return (of === 'refused' ? refused : accepted).map(({ evidence }): Check => {
      const settled = { kind: 'answer', evidence, status: evidence.response?.status ?? 0 } as const;
      const open = needsBody ? undecided(requirement, evidence) : null;
      return open ?? judge({ requirement, settled, condition, context });
    });
  };
  return assertions.flatMap((assertion) =>
    judgedBy(assertion)
      .filter(({ verdict }) => verdict === 'fail')
      .slice(0, 1),
  );
}

function judgeErrorBody(
  requirement: string,
  { evidence, status }: Answer,
  { text, variant }: JudgeContext,
): Check {
  const passes = isDocumentedError(evidence);
  const plain = bodyWords(evidence.facts);
  const own = textFactsOf(evidence);
  const typed = own?.type === 'string' && !passes ? 'text-of-type-empty' : 'text-of-type';
  const body = own === null ? plain : message(typed, { body: plain, type: own.type });
  const params = { status, text, body, variant: variant.id };
  return makeCheck(requirement, passes ? 'pass' : 'fail', 'error-body', params, evidence);
}

function judgeEnforced(
  requirement: string,
  { testRequest }: Trial,
  evidence: Evidence,
  { list, variant }: JudgeContext,
): Check {
  const status = evidence.response?.status ?? message('unfinished');
  const params = { request: testRequest.words, list, status, variant: variant.id };
  if (!obtainsList(evidence)) return makeCheck(requirement, 'pass', 'enforced', params, evidence);
  return testRequest.credentials === 'nearly'
    ? makeCheck(requirement, 'review', 'near-miss-list', params, evidence)
    : makeCheck(requirement, 'fail', 'list-disclosed', params, evidence);
}
