import { findCondition } from '../operation/specification.ts';
import type { Meaning } from '../operation/specification.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { answerOf, bodyWords, clipped, makeCheck, statusOf, textOf, whenOf } from './check.ts';
import type { Check, Judged, SettledTrial } from './check.ts';
import type { TextFacts, Trial } from './evidence.ts';
import { flawOf } from './lexicon/flaw.ts';

/** The variant, and when it answers so. */
const placeOf = ({ condition, context, trial }: Pick<Judged, 'condition' | 'context' | 'trial'>) => ({
  variant: context.variant.id,
  when: whenOf(condition.name, trial),
});

/** Passes if the answer has the documented status of the condition. */
export function judgeStatus({ requirement, settled, condition, context, trial }: Judged): Check {
  const passes = settled.kind === 'answer' && settled.status === condition.status;
  const params = {
    expected: condition.status,
    actual: statusOf(settled),
    answer: answerOf(settled),
    ...placeOf({ condition, context, trial }),
    condition: condition.name,
    section: condition.section,
  };
  return makeCheck(requirement, passes ? 'pass' : 'fail', 'status', params, settled.evidence);
}

/** Passes if the text names at least one of the parameters exactly as specified. */
export function judgeNames(judged: Judged): Check {
  const { requirement, settled, parameters: names } = judged;
  const parameters = names.map((name) => `\`${name}\``);
  const text = textOf(settled);
  if (text === null) return withoutText(judged, message('text-that-names', { parameters }));
  const found = new Set(names.map((name) => text.naming[name] ?? 'absent'));
  const params = { parameters, text: clipped(text), ...placeOf(judged) };
  const isNamed = found.has('named');
  if (!isNamed && found.has('other-spelling')) {
    return makeCheck(requirement, 'review', 'names-spelling', params, settled.evidence);
  }
  if (!isNamed && text.cut === true) {
    return makeCheck(requirement, 'review', 'names-unread', params, settled.evidence);
  }
  return makeCheck(requirement, isNamed ? 'pass' : 'fail', 'names', params, settled.evidence);
}

/** Passes if the text has the meaning of the condition, by the lexicon. */
export function judgeMeaning(judged: Judged): Check {
  const { requirement, settled, condition, context } = judged;
  if (condition.meaning === null) throw new RangeError(`condition ${condition.name} has no meaning`);
  const meaning = message(`means-${condition.meaning}`);
  const text = textOf(settled);
  if (text === null) return withoutText(judged, message('text-that-means', { meaning }));
  const { evidence } = settled;
  const known = context.variant.conditions.map((other) => other.meaning).filter((other) => other !== null);
  const others = [...new Set(known)].filter(
    (other) => other !== condition.meaning && text.meanings.includes(other),
  );
  const [verdict, code] = read(text, condition.meaning, others);
  const params = {
    meaning,
    text: clipped(text),
    others: others.map((other) => message(`means-${other}`)),
    ...placeOf(judged),
  };
  return makeCheck(requirement, verdict, code, params, evidence);
}

/** A text with this many meanings of other conditions does not help its reader. */
const mostOthers = 3;

/** Compares the meaning of a text with the required one. Returns the verdict and the code of the check. */
function read(text: TextFacts, meaning: Meaning, others: readonly Meaning[]) {
  if (others.length >= mostOthers) return ['review', 'meaning-catch-all'] as const;
  if (text.meanings.includes(meaning)) return ['pass', 'meaning'] as const;
  // Words of the topic may state the meaning in a way that the lexicon does not know, so a person decides.
  if (text.hints.includes(meaning)) return ['review', unclear(text, 'meaning-touched')] as const;
  if (text.cut === true) return ['review', 'meaning-unread'] as const;
  return others.length > 0
    ? (['fail', 'meaning-contradicted'] as const)
    : (['review', unclear(text, 'meaning-unknown')] as const);
}

/** The code of a text that a person reads: what is wrong with it, if that shows, instead of its words. */
function unclear<Code extends string>({ text }: TextFacts, code: Code) {
  const flaw = flawOf(text);
  return flaw === null ? code : (`meaning-${flaw}` as const);
}

function withoutText(judged: Judged, expected: Message): Check {
  const { requirement, settled, context } = judged;
  const { evidence } = settled;
  const actual =
    settled.kind === 'answer'
      ? message('answer-without-text', {
          status: settled.status,
          body: bodyWords(evidence.facts),
          text: context.text,
        })
      : statusOf(settled);
  return makeCheck(requirement, 'fail', 'text-missing', { expected, actual, ...placeOf(judged) }, evidence);
}

/**
 * If several parameters are missing, a text distinguishes them only if it names one alone. Whether another
 * spelling counts as a name is decided by a person, if it matters.
 */
export function judgeOwnNames(judged: Judged): Check {
  const { requirement, settled, trial, parameters } = judged;
  const text = textOf(settled);
  const twins = text === null ? [] : twinsOf(trial, text, judged.trials);
  // A text that differs from the others must still name the parameter.
  if (text === null || twins.length === 0) return judgeNames(judged);
  const missing = [trial, ...twins].flatMap(({ testRequest: { without = [] } }) => without);
  const readings = [['named'], ['named', 'other-spelling']].map((counted) => {
    const [name = '', ...more] = missing.filter((one) => counted.includes(text.naming[one] ?? 'absent'));
    return more.length === 0 && parameters.includes(name);
  });
  if (readings.every(Boolean)) return judgeNames(judged);
  const params = {
    text: clipped(text),
    requests: twins.map(({ testRequest: { words } }) => words),
    missing: missing.map((name) => `\`${name}\``),
    parameters: parameters.map((name) => `\`${name}\``),
    ...placeOf(judged),
  };
  return readings.some(Boolean)
    ? makeCheck(requirement, 'review', 'names-same-text-spelling', params, settled.evidence)
    : makeCheck(requirement, 'fail', 'names-same-text', params, settled.evidence);
}

/**
 * The same text for conditions of different meaning comes under review. The meaning itself is judged in its own
 * case.
 */
export function judgeOwnMeaning(judged: Judged): Check {
  const { requirement, condition, context, settled, trial, trials } = judged;
  const text = textOf(settled);
  if (text === null) return judgeMeaning(judged);
  const meaningOf = ({ trial }: SettledTrial): string | null | undefined =>
    findCondition(context.variant, trial.testRequest.condition)?.meaning;
  const twins = twinsOf(
    trial,
    text,
    trials.filter((other) => meaningOf(other) !== condition.meaning),
  );
  if (twins.length === 0) {
    const params = { text: clipped(text), ...placeOf(judged) };
    return makeCheck(requirement, 'pass', 'meaning-own-text', params, settled.evidence);
  }
  const requests = twins.map(({ testRequest: { words } }) => words);
  const params = { text: clipped(text), requests, ...placeOf(judged) };
  return makeCheck(requirement, 'review', 'meaning-same-text', params, settled.evidence);
}

/** Other requests that got the same text. */
const twinsOf = (own: Trial, { sha256 }: TextFacts, trials: readonly SettledTrial[]): readonly Trial[] =>
  trials.flatMap(({ trial, settled }) =>
    trial !== own && textOf(settled)?.sha256 === sha256 ? [trial] : [],
  );
