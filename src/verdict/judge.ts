import { message } from '../wording/message.ts';
import type { CheckCode, Message } from '../wording/message.ts';
import { bodyWords, clipped, makeCheck, openCheck, statusOf, textOf, undecided } from './check.ts';
import type { Aim, Check, Judged, JudgeContext, SettledTrial, Standing } from './check.ts';
import {
  type Answered,
  countOf,
  judgeSameSuccess,
  judgeSuccessBody,
  judgeSuccessRecord,
  judgeSuccessStatus,
} from './judge-success.ts';
import { settle } from './settle.ts';
import type { Settled } from './settle.ts';
import { isBaseline } from './evidence.ts';
import type { TextFacts, Trial } from './evidence.ts';
import { meaningWords } from '../spec/requirement.ts';
import { findCondition } from '../spec/specification.ts';
import type { Meaning } from '../spec/specification.ts';

/** Judges a case from its recorded exchanges alone: the same evidence gives the same checks anywhere, any day. */
export function judgeCase(
  aims: readonly Aim[],
  standing: readonly Standing[],
  trials: readonly Trial[],
  baseline: Trial,
  context: JudgeContext,
): readonly Check[] {
  const control = settle(baseline);
  const settled = trials.map((trial) => ({ trial, settled: settleBeside(trial, control) }));
  const own = aims.map((aim) => {
    const check = judgeAim(aim, settled, control, context);
    return uncontrolled.includes(aim.kind) ? check : withControl(check, control);
  });
  const always = trials.flatMap((trial) =>
    standing
      .flatMap((rule) =>
        judgeStandingOf(rule, trial, context).map((check) => besideList(check, rule, control, context)),
      )
      .map((check) => (isBaseline(trial.expectation) ? check : withControl(check, control))),
  );
  return [...own, ...always];
}

/** Where the plain request is refused, the same refusal of another request says nothing about its condition. */
function settleBeside(trial: Trial, control: Settled): Settled {
  const settled = settle(trial);
  if (isBaseline(trial.expectation) || control.kind !== 'answer' || settled.kind !== 'answer') return settled;
  const { status, evidence } = settled;
  const isSame = status === control.status && (status === 401 || status === 403);
  // What looks right is open all the same, and says so.
  if (!isSame || status === trial.expectation.status) return settled;
  const note = message('refused-like-baseline', { status });
  return { kind: 'open', reason: 'control-failed', note, evidence };
}

const judges = {
  'success-status': judgeSuccessStatus,
  'success-body': judgeSuccessBody,
  'success-record': judgeSuccessRecord,
  'same-success': judgeSameSuccess,
  status: judgeStatus,
  names: judgeNames,
  meaning: judgeMeaning,
  'own-names': judgeOwnNames,
  'own-meaning': judgeOwnMeaning,
} as const satisfies Record<Aim['kind'], (judged: Judged) => Check>;

/** Aims that do not need the body: those at others stay open where that could not be read. */
const bodiless: readonly Aim['kind'][] = ['success-status', 'status'];
/** Aims that mean something whatever becomes of the baseline. */
const uncontrolled: readonly Aim['kind'][] = [
  'success-status',
  'success-body',
  'success-record',
  'same-success',
];

function judgeAim(aim: Aim, trials: readonly SettledTrial[], control: Settled, context: JudgeContext): Check {
  const { requirement, kind, request } = aim;
  const found = trials.find(({ trial }) => trial.expectation.label === request);
  const condition = found && findCondition(context.variant, found.trial.expectation.condition);
  if (found === undefined || !condition) {
    return openCheck(requirement, 'suite-error', message('no-such-request', { request }), null);
  }
  const { settled, trial } = found;
  if (settled.kind === 'open') {
    return openCheck(requirement, settled.reason, settled.note, settled.evidence?.id ?? null);
  }
  const open = bodiless.includes(kind) ? null : undecided(requirement, settled.evidence);
  const parameters = 'parameters' in aim ? aim.parameters : [];
  return (
    open ?? judges[kind]({ requirement, settled, condition, context, trial, parameters, trials, control })
  );
}

/** A refusal means something only where the baseline is accepted: without that, what looks right shows nothing. */
function withControl(check: Check, control: Settled): Check {
  if (check.verdict !== 'pass' && check.verdict !== 'review') return check;
  if (control.kind === 'answer' && control.status === 200) return check;
  return { ...check, verdict: 'inconclusive', uncontrolled: check.verdict, reason: 'control-failed' };
}

/** A list that is missing shows nothing where the plain request, though accepted, obtains none either. */
function besideList(check: Check, { kind }: Standing, control: Settled, { list }: JudgeContext): Check {
  if (kind !== 'authorization-enforced' || check.verdict !== 'pass') return check;
  if (control.kind !== 'answer' || control.status !== 200 || control.evidence.facts?.showsList === true) {
    return check;
  }
  return openCheck(check.requirement, 'control-failed', message('plain-no-list', { list }), check.exchange);
}

/** The answer has the status that the specification gives for the condition. */
function judgeStatus({ requirement, settled, condition, context }: Judged): Check {
  const passes = settled.kind === 'answer' && settled.status === condition.status;
  const params = {
    expected: condition.status,
    actual: statusOf(settled),
    variant: context.variant.id,
    condition: condition.name,
    section: condition.section,
  };
  return makeCheck(requirement, passes ? 'pass' : 'fail', 'status', params, settled.evidence);
}

/** The text names at least one of the parameters as the specification spells it. */
function judgeNames(judged: Judged): Check {
  const { requirement, settled, parameters: names } = judged;
  const parameters = names.map((name) => `\`${name}\``);
  const text = textOf(settled);
  if (text === null) return withoutText(judged, message('text-that-names', { parameters }));
  const found = new Set(names.map((name) => text.naming[name] ?? 'absent'));
  const params = { parameters, text: clipped(text) };
  const isNamed = found.has('named');
  if (!isNamed && found.has('other-spelling')) {
    return makeCheck(requirement, 'review', 'names-spelling', params, settled.evidence);
  }
  return makeCheck(requirement, isNamed ? 'pass' : 'fail', 'names', params, settled.evidence);
}

/** The text says what the condition's text has to say: by the profile's pattern, or by the lexicon. */
function judgeMeaning(judged: Judged): Check {
  const { requirement, settled, condition, context, trial } = judged;
  if (condition.meaning === null) throw new RangeError(`condition ${condition.name} has no meaning`);
  const meaning = meaningWords(condition.meaning);
  const text = textOf(settled);
  if (text === null) return withoutText(judged, message('text-that-means', { meaning }));
  const { evidence } = settled;
  if (text.matchesPattern !== null) {
    const params = { condition: trial.expectation.condition, text: clipped(text) };
    // A pattern that does not finish is a fault of the profile, not of the target.
    return text.matchesPattern === 'too-slow'
      ? makeCheck(requirement, 'review', 'pattern-slow', params, evidence)
      : makeCheck(requirement, text.matchesPattern ? 'pass' : 'fail', 'pattern', params, evidence);
  }
  const known = context.variant.conditions.map((other) => other.meaning).filter((other) => other !== null);
  const others = [...new Set(known)].filter(
    (other) => other !== condition.meaning && text.meanings.includes(other),
  );
  const [verdict, code] = readings[read(text, condition.meaning, others)];
  const params = { meaning, text: clipped(text), others: others.map(meaningWords) };
  return makeCheck(requirement, verdict, code, params, evidence);
}

/** Whether a text has the meaning that is required of it. */
type Reading = 'stated' | 'touched' | 'contradicted' | 'unknown';

const readings = {
  stated: ['pass', 'meaning'],
  // Words of the topic in a wording that the lexicon lacks may say what is asked: what else is said beside it convicts nobody.
  touched: ['review', 'meaning-touched'],
  contradicted: ['fail', 'meaning-contradicted'],
  unknown: ['review', 'meaning-unknown'],
} as const satisfies Record<Reading, readonly [Check['verdict'], CheckCode]>;

function read(text: TextFacts, meaning: Meaning, others: readonly Meaning[]): Reading {
  if (text.meanings.includes(meaning)) return 'stated';
  if (text.hints.includes(meaning)) return 'touched';
  return others.length > 0 ? 'contradicted' : 'unknown';
}

function withoutText({ requirement, settled, context }: Judged, expected: Message): Check {
  const { evidence } = settled;
  const actual =
    settled.kind === 'answer'
      ? message('answer-without-text', {
          status: settled.status,
          body: bodyWords(evidence.facts),
          text: context.text,
        })
      : statusOf(settled);
  return makeCheck(requirement, 'fail', 'text-missing', { expected, actual }, evidence);
}

/** One and the same text for different missing parameters names none of them; a text of its own has to name its parameter. */
function judgeOwnNames(judged: Judged): Check {
  const twins = twinsOf(judged, judged.trials);
  // To differ from the others is no naming yet.
  if (twins === null) return judgeNames(judged);
  return makeCheck(judged.requirement, 'fail', 'names-same-text', twins, judged.settled.evidence);
}

/** One and the same text for conditions of different meaning is for a person to decide; what it means is judged where it was asked for. */
function judgeOwnMeaning(judged: Judged): Check {
  const { requirement, condition, context, settled, trials } = judged;
  const text = textOf(settled);
  // A pattern of the profile decides alone.
  if (text === null || text.matchesPattern !== null) return judgeMeaning(judged);
  const meaningOf = ({ trial }: SettledTrial): string | null | undefined =>
    findCondition(context.variant, trial.expectation.condition)?.meaning;
  const twins = twinsOf(
    judged,
    trials.filter((other) => meaningOf(other) !== condition.meaning),
  );
  return twins === null
    ? makeCheck(requirement, 'pass', 'meaning-own-text', { text: clipped(text) }, settled.evidence)
    : makeCheck(requirement, 'review', 'meaning-same-text', twins, settled.evidence);
}

/** The text and the other requests that were answered with it; null where there are none. */
function twinsOf(
  { trial, settled }: Judged,
  trials: readonly SettledTrial[],
): { readonly text: string; readonly requests: readonly Message[] } | null {
  const own = textOf(settled);
  if (own === null) return null;
  const requests = trials
    .filter((other) => other.trial !== trial && textOf(other.settled)?.sha256 === own.sha256)
    .map((other) => other.trial.expectation.words);
  return requests.length === 0 ? null : { text: clipped(own), requests };
}

/** What is wrong with an answer that no control confirmed leaves the requirement open: it is not overlooked. */
function judgeStandingOf(rule: Standing, trial: Trial, context: JudgeContext): readonly Check[] {
  const own = judgeStanding(rule, trial, settle(trial), context);
  if (trial.halted === null || own.length > 0) return own;
  const { reason } = trial.halted;
  const answered = { ...trial, halted: null };
  const failed = judgeStanding(rule, answered, settle(answered), context).filter(
    ({ verdict }) => verdict === 'fail',
  );
  // No lock makes a status right that the variant never uses.
  if (rule.kind === 'unused-status' && trial.halted.note.code === 'own-unconfirmed') return failed;
  return failed.map((check) => ({ ...check, verdict: 'inconclusive', reason }));
}

/** Holds a judged answer to a request on the operation's path against one standing requirement; none where it does not speak to it. */
function judgeStanding(
  rule: Standing,
  trial: Trial,
  settled: Settled,
  context: JudgeContext,
): readonly Check[] {
  const { onOperation, onPath, credentials } = trial.expectation;
  if (rule.kind === 'authorization-enforced' ? !onPath : !onOperation) return [];
  if (rule.kind === 'authorization-enforced') {
    const leak = leakOf(trial);
    // What a repeat overcomes, a gateway's status or a limit does not take back a list that was handed out.
    if (leak !== null) return [judgeEnforced(rule.requirement, trial, leak, context)];
  }
  if (settled.kind !== 'answer') return [];
  const { evidence, status } = settled;
  const open = undecided(rule.requirement, evidence);
  switch (rule.kind) {
    case 'success-body':
      return judgedSuccess(trial, settled, context, rule.requirement).map(
        (judged) => open ?? judgeSuccessBody(judged),
      );
    case 'success-record':
      return judgedSuccess(trial, settled, context, rule.requirement)
        .filter(({ settled: { evidence: own } }) => countOf(own) > 0)
        .map(judgeSuccessRecord);
    case 'error-body':
      return status < 400 ? [] : [open ?? judgeErrorBody(rule.requirement, settled, context)];
    case 'unused-status': {
      const params = { unused: rule.status, actual: status, variant: context.variant.id, section: '7' };
      const verdict = status === rule.status ? 'fail' : 'pass';
      return [makeCheck(rule.requirement, verdict, 'unused-status', params, evidence)];
    }
    case 'authorization-enforced':
      return isWithout(credentials) ? [open ?? judgeEnforced(rule.requirement, trial, settled, context)] : [];
  }
}

const isWithout = (credentials: Trial['expectation']['credentials']): boolean =>
  credentials === 'invalid' || credentials === 'nearly';

type Answer = Extract<Settled, { readonly kind: 'answer' }>;

/** The first attempt with invalid credentials that obtained the list, whatever its status. */
function leakOf({ attempts, expectation }: Trial): Pick<Answer, 'evidence' | 'status'> | null {
  if (!isWithout(expectation.credentials)) return null;
  const evidence = attempts.find(({ facts }) => facts?.showsList === true);
  if (evidence === undefined || evidence.response === null) return null;
  return { evidence, status: evidence.response.status };
}

/** The answer where it is a documented success, as those that judge successes take it. */
function judgedSuccess(
  trial: Trial,
  settled: Answer,
  context: JudgeContext,
  requirement: string,
): readonly Answered[] {
  const { status, condition: name } = trial.expectation;
  const condition = findCondition(context.variant, name);
  if (condition === null || name !== 'success' || settled.status !== status) return [];
  return [{ requirement, settled, condition, context }];
}

function judgeErrorBody(requirement: string, { evidence, status }: Answer, { text }: JudgeContext): Check {
  const { facts } = evidence;
  const passes = facts !== null && facts.kind === 'json' && facts.isError;
  const plain = bodyWords(facts);
  const own = facts?.kind === 'json' ? facts.text : null;
  const typed = own?.type === 'string' && !passes ? 'text-of-type-empty' : 'text-of-type';
  const body = own === null ? plain : message(typed, { body: plain, type: own.type });
  return makeCheck(requirement, passes ? 'pass' : 'fail', 'error-body', { status, text, body }, evidence);
}

function judgeEnforced(
  requirement: string,
  { expectation }: Trial,
  { evidence, status }: Pick<Answer, 'evidence' | 'status'>,
  { list }: JudgeContext,
): Check {
  const params = { request: expectation.words, list, status };
  if (evidence.facts?.showsList !== true) return makeCheck(requirement, 'pass', 'enforced', params, evidence);
  return expectation.credentials === 'nearly'
    ? makeCheck(requirement, 'review', 'near-miss-list', params, evidence)
    : makeCheck(requirement, 'fail', 'list-disclosed', params, evidence);
}
