import { message } from '../wording/message.ts';
import type { Aim, Standing } from './aim.ts';
import { openCheck, undecided } from './check.ts';
import type { JudgeContext, Judged, SettledTrial } from './judged.ts';
import { judgeStanding } from './judge-standing.ts';
import {
  judgeSuccessBody,
  judgeSuccessRecord,
  judgeSuccessStatus,
  judgeSameSuccess,
} from './judge-success.ts';
import { judgeMeaning, judgeNames, judgeOwnMeaning, judgeOwnNames, judgeStatus } from './judge-refusal.ts';
import { settle } from './settle.ts';
import type { Settled } from './settle.ts';
import { isBaseline } from './trial.ts';
import type { Trial } from './trial.ts';
import type { Check } from './verdict.ts';

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
  const open =
    aim.kind === 'status' || aim.kind === 'success-status'
      ? null
      : undecided(aim.requirement, settled.evidence);
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
