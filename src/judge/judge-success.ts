import { message } from '../messages/message.ts';
import { bodyWords, makeCheck, openCheck, statusOf } from './check.ts';
import type { Check, Judged } from './check.ts';
import { listFactsOf } from './evidence.ts';
import type { ListFacts } from './evidence.ts';
import { listLength, ofLength } from './settle.ts';

/**
 * An answer to a request of a condition, or the fact that the target gives none, with the requirement to check.
 */
type Answered = Pick<Judged, 'requirement' | 'settled' | 'condition' | 'context'>;

const quotedProblems = 3;

/** Passes if the plain request got the documented status. */
export function judgeSuccessStatus({ requirement, settled, condition, context }: Answered): Check {
  const passes = settled.kind === 'answer' && settled.status === condition.status;
  const params = {
    expected: condition.status,
    actual: statusOf(settled),
    variant: context.variant.id,
    section: condition.section,
  };
  return makeCheck(requirement, passes ? 'pass' : 'fail', 'success-status', params, settled.evidence);
}

/** Passes if the body of a 200 is an object whose only member is the list. */
export function judgeSuccessBody({ requirement, settled, condition, context: { list } }: Answered): Check {
  const { evidence } = settled;
  if (settled.kind !== 'answer' || settled.status !== condition.status) {
    const note = message('judged-only-on', { expected: condition.status, actual: statusOf(settled) });
    return openCheck(requirement, 'control-failed', note, evidence.id);
  }
  const { facts } = evidence;
  const passes = facts?.kind === 'json' && facts.isSuccess;
  const plain = bodyWords(facts);
  const { type = 'array' } = listFactsOf(evidence) ?? {};
  const body = type === 'array' ? plain : message('list-of-type', { body: plain, list, type });
  return makeCheck(requirement, passes ? 'pass' : 'fail', 'success-body', { list, body }, evidence);
}

/** Passes if every record has the documented members. An empty list is vacuous. */
export function judgeSuccessRecord({ requirement, settled, context }: Answered): Check {
  const { evidence } = settled;
  const list = settled.kind === 'answer' ? listFactsOf(evidence) : null;
  if (list?.type !== 'array') {
    return openCheck(requirement, 'control-failed', message('no-list', { list: context.list }), evidence.id);
  }
  if (list.count === 0) return openCheck(requirement, 'vacuous', message('list-empty'), evidence.id);
  const verdict = list.problemCount === 0 ? 'pass' : 'fail';
  return makeCheck(requirement, verdict, 'success-record', { records: recordWords(list) }, evidence);
}

function recordWords({ count, problemCount, problems }: ListFacts) {
  if (problemCount === 0) return message('records-right', { count });
  const shown = problems
    .slice(0, quotedProblems)
    .map(({ index, words }) => message('record-problem', { number: index + 1, problem: words }));
  const more = problemCount > quotedProblems ? ['…'] : [];
  return message('records-wrong', { wrong: problemCount, count, problems: [...shown, ...more] });
}

/**
 * A request in another spelling must obtain a list like the plain one, which shows that its credentials were
 * read. The content of the list is not compared.
 */
export function judgeSameSuccess({
  requirement,
  settled,
  condition,
  context,
  trial,
  control,
}: Judged): Check {
  const { evidence } = settled;
  const { list } = context;
  if (control.kind !== 'answer' || control.status !== condition.status) {
    return openCheck(requirement, 'control-failed', message('plain-not-accepted'), evidence.id);
  }
  const isAccepted = settled.kind === 'answer' && settled.status === condition.status;
  if (settled.kind === 'answer' && ofLength.includes(settled.status)) {
    return openCheck(requirement, 'vacuous', message('too-long', { status: settled.status }), evidence.id);
  }
  // The list may have changed since the first plain request, so the last accepted one near this request is
  // used.
  const plain = trial.controls.findLast(({ good }) => good)?.evidence ?? control.evidence;
  const [count, plainCount] = [listLength(evidence), listLength(plain)];
  if (isAccepted && count === null && plainCount === null) {
    return openCheck(requirement, 'control-failed', message('plain-no-list', { list }), evidence.id);
  }
  if (isAccepted && count === 0 && plainCount !== 0 && plainCount !== null) {
    return openCheck(requirement, 'vacuous', message('list-empty-now'), evidence.id);
  }
  const params = {
    request: trial.expectation.words,
    expected: condition.status,
    list,
    actual: statusOf(settled),
    body: bodyWords(evidence.facts),
  };
  return makeCheck(
    requirement,
    isAccepted && count !== null ? 'pass' : 'fail',
    'same-success',
    params,
    evidence,
  );
}
