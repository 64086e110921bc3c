import type { Evidence } from './evidence.ts';
import type { BodyFacts, TextFacts } from './facts.ts';
import type { Settled } from './settle.ts';
import type { Check, Reason, Verdict } from './verdict.ts';

const kept = 300;

/** A check with its deviation in one sentence: thing, expected, actual, and why. */
export function makeCheck(
  requirement: string,
  verdict: Verdict,
  parts: {
    readonly thing: string;
    readonly expected: string;
    readonly actual: string;
    readonly why?: string;
    readonly evidence: Evidence;
  },
): Check {
  const { thing, expected, actual, why, evidence } = parts;
  const seen = verdict === 'pass' ? `got ${actual}` : `expected ${expected}, got ${actual}`;
  return {
    requirement,
    verdict,
    reason: null,
    message: `${thing}: ${seen}${why === undefined ? '' : ` (${why})`}`,
    expected,
    actual,
    exchange: evidence.id,
  };
}

/** The status of a settled answer, or why there is none, in words. */
export function statusInWords(settled: Exclude<Settled, { kind: 'open' }>): string {
  switch (settled.kind) {
    case 'answer':
      return String(settled.status);
    case 'no-answer':
      return `no answer (${settled.error.message}), beside a good control`;
  }
}

/** What a body is, in words that do not repeat it. */
export function bodyInWords(facts: BodyFacts | null): string {
  if (facts === null) return 'no body';
  if (facts.kind === 'not-json') return `a body that is not JSON: ${facts.problem}`;
  if (facts.type !== 'object') return `JSON of type ${facts.type}`;
  if (facts.memberCount === 0) return 'an empty JSON object';
  const more = facts.memberCount > facts.members.length ? ', …' : '';
  return `a JSON object with ${facts.members.map((name) => `\`${name}\``).join(', ')}${more}`;
}

/** The error text of an answer, or null where there is none that says something. */
export function textOf(settled: Settled): TextFacts | null {
  if (settled.kind !== 'answer') return null;
  const { facts } = settled.evidence;
  if (facts === null || facts.kind === 'not-json' || facts.text === null) return null;
  return facts.text.type === 'string' && !facts.text.blank ? facts.text : null;
}

/** A text as a report quotes it: shortened, in quotation marks, secrets masked. */
export function quoted({ text }: TextFacts): string {
  return `“${text.length > kept ? `${text.slice(0, kept)}…` : text}”`;
}

/** A check that says that nothing can be said. */
export function openCheck(requirement: string, reason: Reason, note: string, exchange: string | null): Check {
  return {
    requirement,
    verdict: 'inconclusive',
    reason,
    message: note,
    expected: 'an answer to judge',
    actual: note,
    exchange,
  };
}
