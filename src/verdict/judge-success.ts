import { bodyInWords, makeCheck, openCheck, statusInWords } from './check.ts';
import type { Evidence } from './evidence.ts';
import type { Judged } from './judged.ts';
import type { Settled } from './settle.ts';
import type { Check } from './verdict.ts';

const quotedProblems = 3;

/** The plain success request is answered with the documented status. */
export function judgeSuccessStatus({ requirement, settled, condition, context }: Judged): Check {
  const passes = settled.kind === 'answer' && settled.status === condition.status;
  return makeCheck(requirement, passes ? 'pass' : 'fail', {
    thing: 'status',
    expected: String(condition.status),
    actual: statusInWords(settled),
    why: `variant ${context.variant.id} answers valid credentials with ${condition.status}, section ${condition.section}`,
    evidence: settled.evidence,
  });
}

/** The body of a 200 is an object with the list as its one and only member. */
export function judgeSuccessBody({ requirement, settled, condition, context }: Judged): Check {
  const { evidence } = settled;
  if (settled.kind !== 'answer' || settled.status !== condition.status) {
    return openCheck(
      requirement,
      'control-failed',
      `judged only on a ${condition.status}, got ${statusInWords(settled)}`,
      evidence.id,
    );
  }
  const { facts } = evidence;
  const passes = facts !== null && facts.kind === 'json' && facts.isSuccess;
  const type =
    facts?.kind === 'json' && facts.list !== null ? `, \`${context.list}\` of type ${facts.list.type}` : '';
  return makeCheck(requirement, passes ? 'pass' : 'fail', {
    thing: 'body',
    expected: `a JSON object whose only member is \`${context.list}\`, an array`,
    actual: `${bodyInWords(facts)}${type}`,
    evidence,
  });
}

/** Every record of the list has the documented members; an empty list shows nothing. */
export function judgeSuccessRecord({ requirement, settled, context }: Judged): Check {
  const { evidence } = settled;
  const facts = settled.kind === 'answer' && evidence.facts?.kind === 'json' ? evidence.facts : null;
  const list = facts?.list ?? null;
  if (list === null || list.type !== 'array') {
    return openCheck(
      requirement,
      'control-failed',
      `there is no \`${context.list}\` array to judge`,
      evidence.id,
    );
  }
  if (list.count === 0) {
    return openCheck(requirement, 'vacuous', 'the list is empty, so no record was seen', evidence.id);
  }
  const problems = list.problems
    .slice(0, quotedProblems)
    .map(({ index, problem }) => `record ${index}: ${problem}`)
    .join('; ');
  const more = list.problemCount > quotedProblems ? '; …' : '';
  return makeCheck(requirement, list.problemCount === 0 ? 'pass' : 'fail', {
    thing: 'records',
    expected: 'every record an object with a string `name` and a string `bic`',
    actual:
      list.problemCount === 0
        ? `${list.count} such records`
        : `${list.problemCount} of ${list.count} wrong: ${problems}${more}`,
    evidence,
  });
}

/**
 * A request that is only written otherwise obtains a list as the plain one does: so its credentials were read. What stands
 * in the list is no matter of how the request is written.
 */
export function judgeSameSuccess(
  { requirement, settled, condition, context, trial }: Judged,
  control: Settled,
): Check {
  const { evidence } = settled;
  if (control.kind !== 'answer' || control.status !== condition.status) {
    const note = 'the plain request is not accepted, so nothing can be said of another way to write it';
    return openCheck(requirement, 'control-failed', note, evidence.id);
  }
  const isAccepted = settled.kind === 'answer' && settled.status === condition.status;
  const [count, plainCount] = [countOf(evidence), countOf(control.evidence)];
  if (isAccepted && count < 0 && plainCount < 0) {
    const note = `the plain request obtains no \`${context.list}\` array either, so nothing tells whether this one was understood`;
    return openCheck(requirement, 'control-failed', note, evidence.id);
  }
  if (isAccepted && count === 0 && plainCount > 0) {
    const note = 'the list is empty this time, so nothing tells whether the request was understood';
    return openCheck(requirement, 'vacuous', note, evidence.id);
  }
  return makeCheck(requirement, isAccepted && count >= 0 ? 'pass' : 'fail', {
    thing: `request with ${trial.expectation.label}`,
    expected: `${condition.status} and a \`${context.list}\` array, as for the plain request`,
    actual: `${statusInWords(settled)} and ${bodyInWords(evidence.facts)}`,
    evidence,
  });
}

/** How many records the list of an answer has; -1 where there is no such array. */
export function countOf({ facts }: Evidence): number {
  const list = facts?.kind === 'json' ? facts.list : null;
  return list?.type === 'array' ? list.count : -1;
}
