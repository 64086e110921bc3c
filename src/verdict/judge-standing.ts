import { findCondition } from '../spec/specification.ts';
import { message } from '../wording/message.ts';
import type { Check, JudgeContext, Judged, Standing } from './check.ts';
import { bodyWords, makeCheck, undecided } from './check.ts';
import { countOf, judgeSuccessBody, judgeSuccessRecord } from './judge-success.ts';
import type { Settled } from './settle.ts';
import type { Trial } from './evidence.ts';

/** Holds a judged answer to a request on the operation's path against one standing requirement; none where it does not speak to it. */
export function judgeStanding(
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
): readonly Judged[] {
  const { status, condition: name } = trial.expectation;
  const condition = findCondition(context.variant, name);
  if (condition === null || name !== 'success' || status === null) return [];
  return settled.status === status ? [{ requirement, trial, settled, condition, context }] : [];
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
