import { findCondition } from '../spec/look-up.ts';
import type { Standing } from './aim.ts';
import { bodyInWords, makeCheck } from './check.ts';
import { countOf, judgeSuccessBody, judgeSuccessRecord } from './judge-success.ts';
import type { JudgeContext, Judged } from './judged.ts';
import type { Settled } from './settle.ts';
import type { Trial } from './trial.ts';
import type { Check } from './verdict.ts';

/** Holds a judged answer to a request on the operation's path against one standing requirement; none where it does not speak to it. */
export function judgeStanding(
  rule: Standing,
  trial: Trial,
  settled: Settled,
  context: JudgeContext,
): readonly Check[] {
  if (!trial.expectation.onOperation) return [];
  if (rule.kind === 'authorization-enforced') {
    const leak = leakOf(trial);
    // What a repeat overcomes, a gateway's status or a limit does not take back a list that was handed out.
    if (leak !== null) return [judgeEnforced(rule.requirement, trial, leak, context)];
  }
  if (settled.kind !== 'answer') return [];
  const { evidence, status } = settled;
  switch (rule.kind) {
    case 'success-body':
      return judgedSuccess(trial, settled, context, rule.requirement).map(judgeSuccessBody);
    case 'success-record':
      return judgedSuccess(trial, settled, context, rule.requirement)
        .filter(({ settled: { evidence: own } }) => countOf(own) > 0)
        .map(judgeSuccessRecord);
    case 'error-body':
      return status < 400 ? [] : [judgeErrorBody(rule.requirement, settled, context)];
    case 'unused-status':
      return [
        makeCheck(rule.requirement, status === rule.status ? 'fail' : 'pass', {
          thing: 'status',
          expected: `anything but ${rule.status}`,
          actual: String(status),
          why: `variant ${context.variant.id} does not use ${rule.status}, section 7`,
          evidence,
        }),
      ];
    case 'authorization-enforced':
      return trial.expectation.credentials === 'invalid'
        ? [judgeEnforced(rule.requirement, trial, settled, context)]
        : [];
  }
}

type Answer = Extract<Settled, { readonly kind: 'answer' }>;

/** The first attempt with invalid credentials that obtained the list, whatever its status. */
function leakOf({ attempts, expectation }: Trial): Pick<Answer, 'evidence' | 'status'> | null {
  if (expectation.credentials !== 'invalid') return null;
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
  const type = facts?.kind === 'json' && facts.text !== null ? ` of type ${facts.text.type}` : '';
  const empty = facts?.kind === 'json' && facts.text?.type === 'string' && !passes ? ', empty' : '';
  return makeCheck(requirement, passes ? 'pass' : 'fail', {
    thing: `body of the ${status}`,
    expected: `a JSON object with a string, non-empty \`${text}\``,
    actual: `${bodyInWords(facts)}${type}${empty}`,
    evidence,
  });
}

function judgeEnforced(
  requirement: string,
  trial: Trial,
  { evidence, status }: Pick<Answer, 'evidence' | 'status'>,
  { list }: JudgeContext,
): Check {
  const isLeaked = evidence.facts?.showsList ?? false;
  return makeCheck(requirement, isLeaked ? 'fail' : 'pass', {
    thing: `list for “${trial.expectation.label}”`,
    expected: `no \`${list}\` array without a valid partner name and a valid, encrypted password`,
    actual: isLeaked ? `${status} with a \`${list}\` array` : `${status} without it`,
    evidence,
  });
}
