import { findCondition } from '../spec/look-up.ts';
import type { Aim, Standing } from './aim.ts';
import { openCheck } from './check.ts';
import { judgeOwnMeaning, judgeOwnNames } from './judge-compared.ts';
import type { JudgeContext, Judged, SettledTrial } from './judged.ts';
import { judgeStanding } from './judge-standing.ts';
import {
  judgeSuccessBody,
  judgeSuccessRecord,
  judgeSuccessStatus,
  judgeSameSuccess,
} from './judge-success.ts';
import { judgeMeaning, judgeNames, judgeStatus } from './judge-refusal.ts';
import { baselineLabel, settle } from './settle.ts';
import type { Settled } from './settle.ts';
import type { Trial } from './trial.ts';
import type { Check } from './verdict.ts';

/** Judges a case from its recorded exchanges alone: the same evidence gives the same checks anywhere, any day. */
export function judge(
  aims: readonly Aim[],
  standing: readonly Standing[],
  trials: readonly Trial[],
  baseline: Trial,
  context: JudgeContext,
): readonly Check[] {
  const control = settle(baseline);
  const settled = trials.map((trial) => ({ trial, settled: settleBeside(trial, control, context) }));
  const own = aims.map((aim) => controlled(judgeAim(aim, settled, control, context), aim.kind, control));
  const always = settled.flatMap(({ trial, settled: found }) =>
    standing
      .flatMap((rule) => judgeStanding(rule, trial, found, context))
      .map((check) => (isBaseline(trial) ? check : controlled(check, 'standing', control))),
  );
  return [...own, ...always];
}

/** Where the profile's credentials are refused, the same refusal of another request with credentials says nothing about its condition. */
function settleBeside(trial: Trial, control: Settled, { variant }: JudgeContext): Settled {
  const settled = settle(trial);
  if (isBaseline(trial) || control.kind !== 'answer' || settled.kind !== 'answer') return settled;
  const refusal = findCondition(variant, 'unauthorized')?.status;
  const isSame = settled.status === refusal && control.status === refusal;
  const { credentials, status } = trial.expectation;
  if (!isSame || credentials !== 'valid' || status === null || status === refusal) return settled;
  const note = `refused with ${refusal}, as the plain request is: the profile's credentials do not pass authorization`;
  return { kind: 'open', reason: 'control-failed', note, evidence: settled.evidence };
}

const isBaseline = (trial: Trial): boolean => trial.expectation.label === baselineLabel;

function judgeAim(aim: Aim, trials: readonly SettledTrial[], control: Settled, context: JudgeContext): Check {
  const found = trials.find(({ trial }) => trial.expectation.label === aim.request);
  if (found === undefined)
    return openCheck(aim.requirement, 'suite-error', `no request ${aim.request}`, null);
  const { settled, trial } = found;
  if (settled.kind === 'open') {
    return openCheck(aim.requirement, settled.reason, settled.note, settled.evidence?.id ?? null);
  }
  const condition = context.variant.conditions.find(({ name }) => name === trial.expectation.condition);
  if (condition === undefined) {
    return openCheck(aim.requirement, 'suite-error', `no condition ${trial.expectation.condition}`, null);
  }
  const judged: Judged = { requirement: aim.requirement, trial, settled, condition, context };
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
      return judgeOwnNames(judged, trials);
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
  const note = `looks right, but the same request with nothing wrong in it is not accepted either`;
  return {
    ...check,
    verdict: 'inconclusive',
    reason: 'control-failed',
    message: `${check.message}; ${note}`,
  };
}
