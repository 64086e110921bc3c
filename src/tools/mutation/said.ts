import type { Results } from '../../results/results.ts';
import { leadersOf } from '../../judge/judge.ts';
import { leftOutByLimit } from '../../results/guesses.ts';
import { exitCodeOf } from '../../results/totals.ts';
import { suspicionsIn, suspicionsOf } from '../../report/suspect.ts';

/** Everything that is made of a record: facts, observations, advice, and what follows from them. */
export const shownOf = (results: Results) => ({
  results,
  said: saidOf(results),
  leftOut: leftOutByLimit(results),
  leaders: results.cases.flatMap(({ checks }) => checks.map(({ code }) => leadersOf(code))),
});

/**
 * Everything that judgement says about a record: verdicts, reasons, codes with parameters, causes, headlines.
 */
export const saidOf = (results: Results) => ({
  verdict: results.verdict,
  variants: results.variants,
  suspects: [suspicionsOf(results), [...suspicionsIn(results)]],
  causes: results.rootCauses.map(({ variant, words }) => ({ variant, ...words })),
  exitCodes: [exitCodeOf(results, false), exitCodeOf(results, true)],
  waivers: results.waivers.map(({ requirement, state }) => [requirement, state]),
  reviews: results.reviews.map(({ requirements, state }) => [requirements, state]),
  requirements: results.requirements.map((one) => [
    one.id,
    one.verdict,
    one.reason,
    one.decided,
    one.waived,
    one.cases,
  ]),
  cases: results.cases.map(({ id, verdict, reason, checks, controls }) => {
    const said = checks.map(({ message: _message, expected: _expected, actual: _actual, ...check }) => check);
    return { id, verdict, reason, checks: said, controls };
  }),
});
