import { meaningWords } from '../spec/requirement.ts';
import { findCondition } from '../spec/specification.ts';
import type { Meaning } from '../spec/specification.ts';
import { message } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import { bodyWords, clipped, makeCheck, statusOf, textOf } from './check.ts';
import type { Check, Judged, SettledTrial } from './check.ts';
import type { TextFacts } from './evidence.ts';

/** The answer has the status that the specification gives for the condition. */
export function judgeStatus({ requirement, settled, condition, context }: Judged): Check {
  const passes = settled.kind === 'answer' && settled.status === condition.status;
  const params = {
    expected: condition.status,
    actual: statusOf(settled),
    variant: context.variant.id,
    condition: condition.name,
    section: condition.section,
  };
  return makeCheck(requirement, passes ? 'pass' : 'fail', 'status', params, settled.evidence);
}

/** The text names at least one of the parameters as the specification spells it. */
export function judgeNames(judged: Judged): Check {
  const { requirement, settled, parameters: names } = judged;
  const parameters = names.map((name) => `\`${name}\``);
  const text = textOf(settled);
  if (text === null) return withoutText(judged, message('text-that-names', { parameters }));
  const found = new Set(names.map((name) => text.naming[name] ?? 'absent'));
  const params = { parameters, text: clipped(text) };
  const isNamed = found.has('named');
  if (!isNamed && found.has('other-spelling')) {
    return makeCheck(requirement, 'review', 'names-spelling', params, settled.evidence);
  }
  return makeCheck(requirement, isNamed ? 'pass' : 'fail', 'names', params, settled.evidence);
}

/** The text says what the condition's text has to say: by the profile's pattern, or by the lexicon. */
export function judgeMeaning(judged: Judged): Check {
  const { requirement, settled, condition, context, trial } = judged;
  if (condition.meaning === null) throw new RangeError(`condition ${condition.name} has no meaning`);
  const meaning = meaningWords(condition.meaning);
  const text = textOf(settled);
  if (text === null) return withoutText(judged, message('text-that-means', { meaning }));
  const { evidence } = settled;
  if (text.matchesPattern !== null) {
    const params = { condition: trial.expectation.condition, text: clipped(text) };
    // A pattern that does not finish is a fault of the profile, not of the target.
    return text.matchesPattern === 'too-slow'
      ? makeCheck(requirement, 'review', 'pattern-slow', params, evidence)
      : makeCheck(requirement, text.matchesPattern ? 'pass' : 'fail', 'pattern', params, evidence);
  }
  const known = context.variant.conditions.map((other) => other.meaning).filter((other) => other !== null);
  const others = [...new Set(known)].filter(
    (other) => other !== condition.meaning && text.meanings.includes(other),
  );
  const [verdict, code] = read(text, condition.meaning, others);
  const params = { meaning, text: clipped(text), others: others.map(meaningWords) };
  return makeCheck(requirement, verdict, code, params, evidence);
}

/** With so many meanings of other conditions, a text tells its reader nothing. */
const mostOthers = 3;

/** Whether a text has the meaning that is required of it, and the code of what was found. */
function read(text: TextFacts, meaning: Meaning, others: readonly Meaning[]) {
  if (others.length >= mostOthers) return ['review', 'meaning-catch-all'] as const;
  if (text.meanings.includes(meaning)) return ['pass', 'meaning'] as const;
  // Words of the topic may state the meaning in a way that the lexicon lacks: a person decides.
  if (text.hints.includes(meaning)) return ['review', 'meaning-touched'] as const;
  return others.length > 0
    ? (['fail', 'meaning-contradicted'] as const)
    : (['review', 'meaning-unknown'] as const);
}

function withoutText({ requirement, settled, context }: Judged, expected: Message): Check {
  const { evidence } = settled;
  const actual =
    settled.kind === 'answer'
      ? message('answer-without-text', {
          status: settled.status,
          body: bodyWords(evidence.facts),
          text: context.text,
        })
      : statusOf(settled);
  return makeCheck(requirement, 'fail', 'text-missing', { expected, actual }, evidence);
}

/** One text for several missing parameters names none of them. A text of its own must name its parameter. */
export function judgeOwnNames(judged: Judged): Check {
  const twins = twinsOf(judged, judged.trials);
  // A text that differs from the others must still name the parameter.
  if (twins === null) return judgeNames(judged);
  return makeCheck(judged.requirement, 'fail', 'names-same-text', twins, judged.settled.evidence);
}

/** One text for conditions of different meaning is under review. Its meaning is judged in its own case. */
export function judgeOwnMeaning(judged: Judged): Check {
  const { requirement, condition, context, settled, trials } = judged;
  const text = textOf(settled);
  // A pattern of the profile decides alone.
  if (text === null || text.matchesPattern !== null) return judgeMeaning(judged);
  const meaningOf = ({ trial }: SettledTrial): string | null | undefined =>
    findCondition(context.variant, trial.expectation.condition)?.meaning;
  const twins = twinsOf(
    judged,
    trials.filter((other) => meaningOf(other) !== condition.meaning),
  );
  return twins === null
    ? makeCheck(requirement, 'pass', 'meaning-own-text', { text: clipped(text) }, settled.evidence)
    : makeCheck(requirement, 'review', 'meaning-same-text', twins, settled.evidence);
}

/** The text and the other requests that were answered with it; null where there are none. */
function twinsOf(
  { trial, settled }: Judged,
  trials: readonly SettledTrial[],
): { readonly text: string; readonly requests: readonly Message[] } | null {
  const own = textOf(settled);
  if (own === null) return null;
  const requests = trials
    .filter((other) => other.trial !== trial && textOf(other.settled)?.sha256 === own.sha256)
    .map((other) => other.trial.expectation.words);
  return requests.length === 0 ? null : { text: clipped(own), requests };
}
