import type { CheckResult } from '../../result/results.ts';
import { readableBody } from '../../http/exchange.ts';
import { specification } from '../../spec/variant.ts';
import type { Evidence } from '../../verdict/evidence.ts';
import { worst } from '../../verdict/verdict.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { requirementTail } from '../view.ts';
import { itemsIn, membersIn } from './json-span.ts';
import type { MemberSpan } from './json-span.ts';
import type { Mark, MarkKind } from './marked-text.ts';

const { list, text: textMember } = specification.body;

/** What a check looks at in an answer. */
type Place = 'status' | 'text' | 'error' | 'members' | 'records' | 'list';

function placeOf(requirement: string): Place {
  const tail = requirementTail(requirement);
  if (tail === 'error.body') return 'error';
  if (tail.startsWith('authorization.')) return 'list';
  if (tail.endsWith('.body') && tail.startsWith('success')) return 'members';
  if (tail.endsWith('.record')) return 'records';
  return tail.endsWith('.names') || tail.endsWith('.meaning') ? 'text' : 'status';
}

function kindOf(verdict: Verdict | null): MarkKind {
  return verdict === null || verdict === 'inconclusive' ? 'seen' : verdict;
}

function verdictAt(checks: readonly CheckResult[], places: readonly Place[]): Verdict | null {
  return worst(
    checks.filter(({ requirement }) => places.includes(placeOf(requirement))).map(({ verdict }) => verdict),
  );
}

/** How the status of an answer is marked, by what the checks on it came to. */
export function statusMark(checks: readonly CheckResult[]): MarkKind {
  return kindOf(verdictAt(checks, ['status']));
}

function textMarks(members: readonly MemberSpan[], checks: readonly CheckResult[]): readonly Mark[] {
  const kind = kindOf(verdictAt(checks, ['text', 'error']));
  return members.filter(({ name }) => name === textMember).map(({ from, to }) => ({ kind, from, to }));
}

function memberMarks(members: readonly MemberSpan[], body: string): readonly Mark[] {
  const wrong = members.filter(({ name, valueFrom }) => name !== list || body[valueFrom] !== '[');
  return wrong.map(({ from, to }) => ({ kind: 'fail', from, to }));
}

function recordMarks(body: string, members: readonly MemberSpan[], { facts }: Evidence): readonly Mark[] {
  const holder = members.find(({ name }) => name === list);
  const problems = facts?.kind === 'json' ? (facts.list?.problems ?? []) : [];
  if (holder === undefined || problems.length === 0) return [];
  const records = itemsIn(body, holder.valueFrom, Math.max(...problems.map(({ index }) => index)) + 1);
  return problems.flatMap(({ index, problem }): readonly Mark[] => {
    const record = records[index];
    if (record === undefined) return [];
    const wrong = membersIn(body, record.from).find(({ name }) => problem.startsWith(`${name}:`)) ?? record;
    return [{ kind: 'fail', from: wrong.from, to: wrong.to }];
  });
}

function listMarks(members: readonly MemberSpan[]): readonly Mark[] {
  return members
    .filter(({ name }) => name === list)
    .map(({ from, valueFrom }) => ({ kind: 'fail', from, to: valueFrom + 1 }));
}

/** Which parts of the body of an answer its verdicts rest on: the text, members that are wrong, a list that must not be there. */
export function answerMarks(exchange: Evidence, checks: readonly CheckResult[]): readonly Mark[] {
  const body = exchange.response === null ? '' : readableBody(exchange.response);
  const members = membersIn(body);
  const isWrong = (place: Place): boolean => verdictAt(checks, [place]) === 'fail';
  const marks = [
    ...textMarks(members, checks),
    ...(isWrong('list') ? listMarks(members) : []),
    ...(isWrong('members') ? memberMarks(members, body) : []),
    ...(isWrong('records') ? recordMarks(body, members, exchange) : []),
  ];
  const isUnread = marks.length === 0 && (isWrong('members') || isWrong('error'));
  return isUnread && body !== '' ? [{ kind: 'fail', from: 0, to: body.length }] : marks;
}
