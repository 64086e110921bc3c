import { message } from '../wording/message.ts';
import type { CheckCode, Message } from '../wording/message.ts';
import { bodyWords, clipped, makeCheck, openCheck, statusOf, textOf, undecided } from './check.ts';
import type { Aim, Check, JudgeContext, Judged, SettledTrial, Standing } from './check.ts';
import { judgeStanding } from './judge-standing.ts';
import {
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
  const own = aims.map((aim) => controlled(judgeAim(aim, settled, control, context), aim.kind, control));
  const always = trials.flatMap((trial) =>
    standing
      .flatMap((rule) => judgeStanding(rule, trial, settle(trial), context))
      .map((check) => (isBaseline(trial.expectation) ? check : controlled(check, 'standing', control))),
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

/** Whether a judge needs the body: where that could not be read, its requirement stays open. */
const readsBody = {
  'success-status': false,
  'success-body': true,
  'success-record': true,
  'same-success': true,
  status: false,
  names: true,
  meaning: true,
  'own-names': true,
  'own-meaning': true,
} as const satisfies Record<Aim['kind'], boolean>;

function judgeAim(aim: Aim, trials: readonly SettledTrial[], control: Settled, context: JudgeContext): Check {
  const found = trials.find(({ trial }) => trial.expectation.label === aim.request);
  if (found === undefined) {
    const note = message('no-such-request', { request: aim.request });
    return openCheck(aim.requirement, 'suite-error', note, null);
  }
  const { settled, trial } = found;
  if (settled.kind === 'open') {
    return openCheck(aim.requirement, settled.reason, settled.note, settled.evidence?.id ?? null);
  }
  const condition = context.variant.conditions.find(({ name }) => name === trial.expectation.condition);
  if (condition === undefined) {
    const note = message('no-such-condition', { condition: trial.expectation.condition });
    return openCheck(aim.requirement, 'suite-error', note, null);
  }
  const judged: Judged = { requirement: aim.requirement, trial, settled, condition, context };
  const open = readsBody[aim.kind] ? undecided(aim.requirement, settled.evidence) : null;
  if (open !== null) return open;
  switch (aim.kind) {
    case 'success-status':
      return judgeSuccessStatus(judged);
    case 'success-body':
      return judgeSuccessBody(judged);
    case 'success-record':
      return judgeSuccessRecord(judged);
    case 'same-success':
      return judgeSameSuccess(judged, control);
    case 'status':
      return judgeStatus(judged);
    case 'names':
      return judgeNames(judged, aim.parameters);
    case 'meaning':
      return judgeMeaning(judged);
    case 'own-names':
      return judgeOwnNames(judged, aim.parameter, trials);
    case 'own-meaning':
      return judgeOwnMeaning(judged, trials);
  }
}

/** A refusal means something only where the baseline is accepted: without that, what looks right shows nothing. */
function controlled(check: Check, kind: Aim['kind'] | 'standing', control: Settled): Check {
  switch (kind) {
    case 'success-status':
    case 'success-body':
    case 'success-record':
    case 'same-success':
      return check;
    case 'status':
    case 'names':
    case 'meaning':
    case 'own-names':
    case 'own-meaning':
    case 'standing':
      return check.verdict === 'pass' || check.verdict === 'review' ? withControl(check, control) : check;
  }
}

function withControl(check: Check, control: Settled): Check {
  if (control.kind === 'answer' && control.status === 200) return check;
  return { ...check, verdict: 'inconclusive', uncontrolled: check.verdict, reason: 'control-failed' };
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

const quotedNames = (names: readonly string[]): readonly string[] => names.map((name) => `\`${name}\``);

/** The text names at least one of the parameters as the specification spells it. */
function judgeNames(judged: Judged, names: readonly string[]): Check {
  const { requirement, settled } = judged;
  const parameters = quotedNames(names);
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
function judgeOwnNames(judged: Judged, parameter: string, trials: readonly SettledTrial[]): Check {
  const twins = twinsOf(judged, trials);
  // To differ from the others is no naming yet.
  if (twins === null) return judgeNames(judged, [parameter]);
  return makeCheck(judged.requirement, 'fail', 'names-same-text', twins, judged.settled.evidence);
}

/** One and the same text for conditions of different meaning is for a person to decide; what it means is judged where it was asked for. */
function judgeOwnMeaning(judged: Judged, trials: readonly SettledTrial[]): Check {
  const { requirement, condition, context, settled } = judged;
  const text = textOf(settled);
  // A pattern of the profile decides alone.
  if (text === null || text.matchesPattern !== null) return judgeMeaning(judged);
  const meaningOf = ({ trial }: SettledTrial): string | null | undefined =>
    context.variant.conditions.find(({ name }) => name === trial.expectation.condition)?.meaning;
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
