import { makeCheck, quoted, textOf } from './check.ts';
import type { Judged, SettledTrial } from './judged.ts';
import { judgeMeaning, judgeNames } from './judge-refusal.ts';
import type { Check, Verdict } from './verdict.ts';

/** One and the same text for different missing parameters names none of them; a text of its own has to name its parameter. */
export function judgeOwnNames(judged: Judged, trials: readonly SettledTrial[]): Check {
  const name = judged.requirement.split('.').at(-2) ?? '';
  const twins = twinsOf(judged, trials);
  // To differ from the others is no naming yet.
  if (twins.length === 0) return judgeNames(judged, [name]);
  return compared(judged, 'names', twins, 'fail', 'a text that tells this missing parameter from the others');
}

/** One and the same text for conditions of different meaning is for a person to decide; a text of its own has to mean its own. */
export function judgeOwnMeaning(judged: Judged, trials: readonly SettledTrial[]): Check {
  const { condition, context, settled } = judged;
  const meaningOf = ({ trial }: SettledTrial): string | null | undefined =>
    context.variant.conditions.find(({ name }) => name === trial.expectation.condition)?.meaning;
  // A pattern of the profile decides alone.
  const twins =
    textOf(settled)?.matchesPattern === null
      ? twinsOf(judged, trials).filter((other) => meaningOf(other) !== condition.meaning)
      : [];
  const own = judgeMeaning(judged);
  if (twins.length === 0 || own.verdict === 'fail') return own;
  return compared(
    judged,
    'meaning',
    twins,
    'review',
    'a text that tells this condition from those of other meaning',
  );
}

function twinsOf(judged: Judged, trials: readonly SettledTrial[]): readonly SettledTrial[] {
  const own = textOf(judged.settled);
  if (own === null) return [];
  return trials
    .filter(({ trial }) => trial !== judged.trial)
    .filter(({ settled }) => textOf(settled)?.sha256 === own.sha256);
}

function compared(
  { requirement, settled }: Judged,
  thing: string,
  twins: readonly SettledTrial[],
  otherwise: Verdict,
  expected: string,
): Check {
  const own = textOf(settled);
  const text = own === null ? 'no text' : quoted(own);
  const labels = twins.map(({ trial }) => trial.expectation.label).join('; ');
  return makeCheck(requirement, otherwise, {
    thing,
    expected,
    actual: `${text}, the same as for: ${labels}`,
    evidence: settled.evidence,
  });
}
