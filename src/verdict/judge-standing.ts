import type { Standing } from './aim.ts';
import { bodyInWords, makeCheck } from './check.ts';
import type { JudgeContext } from './judged.ts';
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
  if (settled.kind !== 'answer' || !trial.expectation.onOperation) return [];
  const { evidence, status } = settled;
  switch (rule.kind) {
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
  { evidence, status }: Answer,
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
