import type { CheckCode, CheckParams } from '../wording/check.ts';
import { message } from '../wording/message.ts';
import type { Message, Param } from '../wording/message.ts';
import type { Evidence } from './evidence.ts';
import type { BodyFacts, TextFacts } from './facts.ts';
import type { Settled } from './settle.ts';
import type { Check, Reason, Verdict } from './verdict.ts';

const kept = 300;

/** A check with its code and particulars; the compiler asks for all that its words name. */
export function makeCheck<Given extends CheckCode>(
  requirement: string,
  verdict: Verdict,
  code: Given,
  params: CheckParams<Given>,
  evidence: Evidence,
): Check {
  return { requirement, verdict, reason: null, code, params, exchange: evidence.id };
}

/** A check that says that nothing can be said. */
export const openCheck = (
  requirement: string,
  reason: Reason,
  note: Message,
  exchange: string | null,
): Check => ({ requirement, verdict: 'inconclusive', reason, code: 'open', params: { note }, exchange });

/** The status of a settled answer, or why there is none. */
export const statusOf = (settled: Exclude<Settled, { kind: 'open' }>): Param =>
  settled.kind === 'answer'
    ? settled.status
    : message('no-answer-controlled', { error: settled.error.words });

/** What a body is, without repeating it. */
export function bodyWords(facts: BodyFacts | null): Message {
  if (facts === null) return message('no-body');
  if (facts.kind === 'not-json') return message('body-not-json', { problem: facts.words });
  if (facts.kind === 'unread') return message('body-of-too-many');
  if (facts.type !== 'object') return message('body-of-type', { type: facts.type });
  if (facts.memberCount === 0) return message('body-empty-object');
  const names = facts.members.map((name) => `\`${name}\``);
  return message('body-with', {
    members: facts.memberCount > names.length ? [...names, '…'] : names,
  });
}

/** The error text of an answer, or null where there is none that says something. */
export function textOf(settled: Settled): TextFacts | null {
  if (settled.kind !== 'answer') return null;
  const { facts } = settled.evidence;
  if (facts?.kind !== 'json' || facts.text === null) return null;
  return facts.text.type === 'string' && !facts.text.blank ? facts.text : null;
}

/** A text as a report quotes it: shortened, secrets masked. */
export const clipped = ({ text }: TextFacts): string =>
  text.length > kept ? `${text.slice(0, kept)}…` : text;

/** The check where the body of an answer decides nothing: it was not read, or masking has changed what it says; null for any other answer. */
export function undecided(requirement: string, evidence: Evidence): Check | null {
  const { facts, id, maskingChangedFacts } = evidence;
  if (facts?.kind === 'unread') {
    return openCheck(requirement, 'suite-error', message('body-unread', { values: facts.values }), id);
  }
  if (maskingChangedFacts !== true) return null;
  const actual = bodyWords(facts);
  return makeCheck(requirement, 'review', 'masking-changed-facts', { actual }, evidence);
}
