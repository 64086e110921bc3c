import type { z } from 'zod';
import { choice, name, object, params, text } from '../base/schema-field.ts';
import type { CheckCode, CheckParams, CheckWords, Message, Param, Readable } from '../messages/message.ts';
import { message } from '../messages/message.ts';
import { reasons, textFactsOf } from './evidence.ts';
import type { BodyFacts, Evidence, Reason, TextFacts, Trial } from './evidence.ts';
import type { Settled } from './settle.ts';
import type { Condition, ConditionName, Variant } from '../operation/specification.ts';

const kept = 300;

/** The compiler requires every parameter that the sentences of the code use. */
export function makeCheck<Given extends CheckCode>(
  requirement: string,
  verdict: Verdict,
  code: Given,
  params: CheckParams<Given>,
  evidence: Evidence,
): Check {
  return { requirement, verdict, reason: null, code, params, exchange: evidence.id };
}

/** A check that is inconclusive. */
export const openCheck = (
  requirement: string,
  reason: Reason,
  note: Message,
  exchange: string | null,
): Check => ({ requirement, verdict: 'inconclusive', reason, code: 'open', params: { note }, exchange });

/** Status of a settled answer, or the reason why there is none. */
export const statusOf = (settled: Exclude<Settled, { kind: 'open' }>): Param =>
  settled.kind === 'answer'
    ? settled.status
    : message('no-answer-controlled', { error: settled.error.words });

/** What the variant does in answer, as a verb. */
export const answerOf = (settled: Exclude<Settled, { kind: 'open' }>): Message =>
  settled.kind === 'answer'
    ? message('answers-status', { status: settled.status })
    : message('answers-nothing', { error: settled.error.words });

/** The condition under which a request was answered. Those of several requests merge into one. */
export function whenOf(condition: ConditionName, { testRequest }: Trial): Message {
  const { without = [], words } = testRequest;
  if (condition === 'missing') return message('when-missing', { names: without.map((one) => `\`${one}\``) });
  if (condition === 'unauthorized') return message('when-unauthorized', { requests: [words] });
  return message(`when-${condition}`);
}

/** Describes a body without quoting it. */
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

/** The error text of an answer; null if there is none, or it is blank. */
export function textOf(settled: Settled): TextFacts | null {
  const text = settled.kind === 'answer' ? textFactsOf(settled.evidence) : null;
  return text?.type === 'string' && !text.blank ? text : null;
}

/** Quotes a text as reports do: shortened, with secrets masked. */
export const clipped = ({ text }: TextFacts): string =>
  text.length > kept ? `${text.slice(0, kept)}…` : text;

/**
 * An inconclusive check if the body decides nothing, because it was not read or masking changed its meaning;
 * else null.
 */
export function undecided(requirement: string, evidence: Evidence): Check | null {
  const { facts, id, maskingChangedFacts } = evidence;
  if (facts?.kind === 'unread') {
    return openCheck(requirement, 'suite-error', message('body-unread', { values: facts.values }), id);
  }
  if (maskingChangedFacts !== true) return null;
  const actual = bodyWords(facts);
  return makeCheck(requirement, 'review', 'masking-changed-facts', { actual }, evidence);
}

export const verdicts = ['pass', 'fail', 'review', 'inconclusive'] as const;
/** Result of a check, a case or a requirement. */
export type Verdict = (typeof verdicts)[number];

const verdictField = () => choice(verdicts);
const reasonField = () =>
  choice(reasons, ' or null').nullable().describe('Why it is inconclusive; null with every other verdict.');

/** One judgement on one requirement, with its words in English. */
export const checkSchema = object({
  requirement: name(),
  verdict: verdictField(),
  reason: reasonField(),
  message: text().describe('In one sentence: what deviates; if nothing does, what was expected and seen.'),
  expected: text(),
  actual: text(),
  exchange: name().nullable().describe('Id of the exchange that it speaks of; null where none was made.'),
  code: text().describe('What was judged; a stable code for programs.'),
  params: params().describe('The particulars of the message.'),
  uncontrolled: verdictField()
    .exactOptional()
    .describe('The verdict that it would have if the control had been accepted.'),
}).meta({ id: 'Check', description: 'One judgement on one requirement.' });

/** One judgement on one requirement. `code` and `params` are turned into words by `sayCheck`. */
export interface Check extends Omit<Readable<z.infer<typeof checkSchema>>, keyof CheckWords> {
  readonly code: CheckCode;
}

const worstFirst: readonly Verdict[] = ['fail', 'review', 'inconclusive', 'pass'];

/** The worst of the verdicts; null if there are none. */
export const worst = (found: readonly (Verdict | null)[]): Verdict | null =>
  worstFirst.find((verdict) => found.includes(verdict)) ?? null;

/** What a judge needs besides the evidence: the variant's record, and the names in its bodies. */
export interface JudgeContext {
  readonly variant: Variant;
  readonly list: string;
  readonly text: string;
}

/** A trial and its outcome. */
export interface SettledTrial {
  readonly trial: Trial;
  readonly settled: Settled;
}

/** One assertion, with an answer to its request or the fact that the target gives none. */
export interface Judged {
  readonly requirement: string;
  readonly trial: Trial;
  readonly settled: Exclude<Settled, { readonly kind: 'open' }>;
  readonly condition: Condition;
  readonly context: JudgeContext;
  /** The text must name one of these. */
  readonly parameters: readonly string[];
  readonly trials: readonly SettledTrial[];
  readonly control: Settled;
}
