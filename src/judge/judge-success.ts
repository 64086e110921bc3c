import { message } from '../messages/message.ts';
import { answerOf, bodyWords, makeCheck, openCheck, statusOf } from './check.ts';
import type { Check, Judged } from './check.ts';
import { listFactsOf } from './evidence.ts';
import type { ListFacts } from './evidence.ts';
import { listLength, ofLength } from './settle.ts';

/**
 * An answer to a request of a condition, or the fact that the target gives none, with the requirement to check.
 */
type Answered = Pick<Judged, 'requirement' | 'settled' | 'condition' | 'context'>;

const quotedMistakes = 3;

/** Passes if the plain request got the documented status. */
export function judgeSuccessStatus({ requirement, settled, condition, context }: Answered): Check {
  const passes = settled.kind === 'answer' && settled.status === condition.status;
  const params = {
    expected: condition.status,
    actual: statusOf(settled),
    answer: answerOf(settled),
    variant: context.variant.id,
    section: condition.section,
  };
  return makeCheck(requirement, passes ? 'pass' : 'fail', 'success-status', params, settled.evidence);
}

/** Passes if the body of a 200 is an object whose only member is the list. */
export function judgeSuccessBody({ requirement, settled, condition, context }: Answered): Check {
  const { list, variant } = context;
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
  const params = { list, body, variant: variant.id };
  return makeCheck(requirement, passes ? 'pass' : 'fail', 'success-body', params, evidence);
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
  const params = { records: recordWords(list), variant: context.variant.id };
  return makeCheck(requirement, verdict, 'success-record', params, evidence);
}

function recordWords({ count, problemCount, problems, mistakes }: ListFacts) {
  if (problemCount === 0) return message('records-right', { count });
  // An older record states facts without mistakes.
  const kinds = mistakes ?? problems.slice(0, 1).map((one) => ({ ...one, count: problemCount }));
  const shown = kinds.slice(0, quotedMistakes).map(({ words, index, count: wrong }) => {
    const where =
      wrong < count
        ? message('in-some-records', { wrong, count, number: index + 1 })
        : count === 1
          ? message('in-the-record')
          : message('in-all-records', { count });
    return message('record-mistake', { mistake: words, where });
  });
  const rest = kinds.length - quotedMistakes;
  const more = rest > 0 ? [message('and-more', { count: rest })] : [];
  return message('records-wrong', { mistakes: [...shown, ...more] });
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
  const body = bodyWords(evidence.facts);
  const params = {
    request: trial.testRequest.words,
    expected: condition.status,
    list,
    actual: statusOf(settled),
    body,
    got:
      settled.kind !== 'answer'
        ? message('no-answer-because', { error: settled.error.words })
        : isAccepted
          ? message('status-without-list', { status: settled.status, body })
          : settled.status,
    variant: context.variant.id,
  };
  return makeCheck(
    requirement,
    isAccepted && count !== null ? 'pass' : 'fail',
    'same-success',
    params,
    evidence,
  );
}
