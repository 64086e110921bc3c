import type { Meaning } from '../spec/specification.ts';
import { meaningInWords } from '../spec/wording.ts';
import { bodyInWords, makeCheck, quoted, statusInWords, textOf } from './check.ts';
import type { Judged } from './judged.ts';
import type { TextFacts } from './facts.ts';
import type { Check, Verdict } from './verdict.ts';

/** The answer has the status that the specification gives for the condition. */
export function judgeStatus({ requirement, settled, condition, context }: Judged): Check {
  const passes = settled.kind === 'answer' && settled.status === condition.status;
  return makeCheck(requirement, passes ? 'pass' : 'fail', {
    thing: 'status',
    expected: String(condition.status),
    actual: statusInWords(settled),
    why: `variant ${context.variant.id}, ${condition.name}, section ${condition.section}`,
    evidence: settled.evidence,
  });
}

/** The text names at least one of the parameters as the specification spells it. */
export function judgeNames(judged: Judged, parameters: readonly string[]): Check {
  const { requirement, settled } = judged;
  const expected = `a text that names ${parameters.map((name) => `\`${name}\``).join(' or ')}`;
  const text = textOf(settled);
  if (text === null) return withoutText(judged, expected);
  const found = new Set(parameters.map((name) => text.naming[name] ?? 'absent'));
  const verdict: Verdict = found.has('named') ? 'pass' : found.has('other-spelling') ? 'review' : 'fail';
  return makeCheck(requirement, verdict, {
    thing: 'names',
    expected,
    actual: quoted(text),
    ...(verdict === 'review'
      ? { why: 'a spelling that the specification does not use: a person decides' }
      : {}),
    evidence: settled.evidence,
  });
}

/** The text says what the condition's text has to say: by the profile's pattern, or by the lexicon. */
export function judgeMeaning(judged: Judged): Check {
  const { requirement, settled, condition, context } = judged;
  const { meaning } = condition;
  if (meaning === null) throw new RangeError(`condition ${condition.name} has no meaning`);
  const expected = `a text that ${meaningInWords[meaning]}`;
  const text = textOf(settled);
  if (text === null) return withoutText(judged, expected);
  if (text.matchesPattern !== null) return byPattern(judged, text, text.matchesPattern);
  const known = context.variant.conditions.map((other) => other.meaning).filter((other) => other !== null);
  const others = [...new Set(known)].filter((other) => other !== meaning && text.meanings.includes(other));
  const reading = read(text, meaning, others);
  return makeCheck(requirement, verdictOf[reading], {
    thing: 'meaning',
    expected,
    actual: quoted(text),
    ...whyOf(
      reading,
      others.map((other) => meaningInWords[other]),
    ),
    evidence: settled.evidence,
  });
}

/** How a text stands to the meaning that is asked of it. */
type Reading = 'stated' | 'touched' | 'contradicted' | 'unknown';

const verdictOf = {
  stated: 'pass',
  // Words of the topic in a wording that the lexicon lacks may say what is asked: what else is said beside it convicts nobody.
  touched: 'review',
  contradicted: 'fail',
  unknown: 'review',
} as const satisfies Record<Reading, Verdict>;

function read(text: TextFacts, meaning: Meaning, others: readonly Meaning[]): Reading {
  if (text.meanings.includes(meaning)) return 'stated';
  if (text.hints.includes(meaning)) return 'touched';
  return others.length > 0 ? 'contradicted' : 'unknown';
}

function whyOf(reading: Reading, others: readonly string[]): { readonly why?: string } {
  switch (reading) {
    case 'contradicted':
      return { why: `it ${others.join(' and ')}, which belongs to another condition` };
    case 'touched':
      return { why: 'it has words of the topic, but no phrase of the lexicon: a person decides' };
    case 'unknown':
      return { why: 'no phrase of the lexicon is in it: a person decides' };
    case 'stated':
      return {};
  }
}

function byPattern(
  { requirement, settled, trial }: Judged,
  text: TextFacts,
  matches: boolean | 'too-slow',
): Check {
  const isOpen = matches === 'too-slow';
  return makeCheck(requirement, isOpen ? 'review' : matches ? 'pass' : 'fail', {
    thing: 'meaning',
    expected: `a text that matches the profile's pattern (texts.${trial.expectation.condition})`,
    actual: quoted(text),
    // A pattern that does not come to an end says something of the profile and nothing of the target.
    ...(isOpen ? { why: 'the pattern takes too long for this text: a person decides, or mends it' } : {}),
    evidence: settled.evidence,
  });
}

function withoutText({ requirement, settled, context }: Judged, expected: string): Check {
  const { evidence } = settled;
  const actual =
    settled.kind === 'answer'
      ? `${settled.status} with ${bodyInWords(evidence.facts)}, no text in \`${context.text}\``
      : statusInWords(settled);
  return makeCheck(requirement, 'fail', { thing: 'text', expected, actual, evidence });
}
