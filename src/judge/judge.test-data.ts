import type { Variant } from '../operation/specification.ts';
import { sayCheck } from '../messages/message.ts';
import type { Assertion, Invariant } from '../plan/test-case.ts';
import type { Check } from './check.ts';
import { baselineTrial, contextOf, variantA } from './evidence.test-data.ts';
import { judgeCase } from './judge.ts';
import type { Trial } from './evidence.ts';

/** What a judgement is made with, besides the assertions and trials. */
export interface Surroundings {
  readonly variant?: Variant;
  readonly baseline?: Trial;
}

/** A check in two words: verdict, and reason where there is one. */
export const inWords = ({ verdict, reason }: Check): string =>
  reason === null ? verdict : `${verdict}: ${reason}`;

/** The check of one aim at one trial. */
export function assertionOn(
  assertion: Partial<Assertion> & Pick<Assertion, 'kind'>,
  trial: Trial,
  { variant = variantA, baseline = baselineTrial() }: Surroundings = {},
): Check {
  const whole = { requirement: 'a.x.y', request: trial.testRequest.id, parameters: [], ...assertion };
  const [check, ...more] = judgeCase([whole], [], [trial], baseline, contextOf(variant));
  if (check === undefined || more.length > 0) throw new Error('one check was expected');
  return check;
}

/** What a check says in English. */
export const said = (check: Check) => sayCheck(check, 'en');

/** The check of one aim at one trial, in two words. */
export const wordsFor = (...given: Parameters<typeof assertionOn>): string => inWords(assertionOn(...given));

/** What an invariant makes of trials, in two words each. */
export const standingFor = (
  rule: Invariant,
  trials: readonly Trial[],
  { variant = variantA, baseline = baselineTrial() }: Surroundings = {},
): readonly string[] => judgeCase([], [rule], trials, baseline, contextOf(variant)).map(inWords);
