import { deriveCases } from '../case/derive.ts';
import { rejudge } from '../execution/rejudge.ts';
import type { Results } from '../result/results.ts';
import type { Specification } from '../spec/specification.ts';
import { attainedClasses, findObstacles } from './attain.ts';
import type { Certificate } from './certificate.ts';
import { checkCases } from './check-cases.ts';
import { checkForms } from './check-exchanges.ts';
import { checkFacts } from './check-facts.ts';
import { checkOutcomes } from './check-outcome.ts';
import { compareRejudged } from './check-rejudged.ts';
import { checkRequests } from './check-request.ts';
import { checkTimes } from './check-times.ts';
import { allExchanges, checkExchanges } from './check-trials.ts';
import { paperTarget } from './paper-target.ts';

/** What the evidence itself comes to, without a network. */
export interface Examination {
  /** Why it does not bear out what is said of it, one sentence each. */
  readonly refusals: readonly string[];
  /** What could not be found out anew, one sentence each. */
  readonly notices: readonly string[];
  /** Classes that the evidence leads to. */
  readonly attained: Certificate['variants'];
  /** The specification that this suite judges by. */
  readonly specification: Results['spec'];
}

/** Judges recorded exchanges again, as somebody who trusts nothing but them; `version` is that of this suite. */
export function examineEvidence(
  results: Results,
  spec: Specification,
  version: string,
  texts: Certificate['texts'],
): Examination {
  const unknown = results.target.variants.filter((id) => !spec.variants.some((variant) => variant.id === id));
  if (unknown.length > 0) {
    const refusals = [`variant ${unknown.join(', ')} is none of the specification`];
    return { refusals, notices: [], attained: {}, specification: results.spec };
  }
  const paper = paperTarget(results, spec);
  const isThorough = results.cases.some(({ id }) => id.endsWith('.observed.body.very-large'));
  const derived = deriveCases(spec, paper, isThorough);
  const exchanges = new Map(allExchanges(results).map((one) => [one.id, one]));
  const facts = checkFacts(results, derived, spec, texts);
  const judged = rejudge(results, spec, paper);
  return {
    refusals: [
      ...findObstacles(judged),
      ...checkCases(results, derived),
      ...checkExchanges(results, derived),
      ...checkOutcomes(results, derived, exchanges),
      ...checkForms([...exchanges.values()], results.suite.version === version),
      ...checkRequests(results, derived, exchanges, spec, paper),
      ...facts.refusals,
      ...compareRejudged(results, judged, results.suite.version === version),
      ...checkTimes(results),
    ],
    notices: [...noticeOf(facts.unseen), ...heldBack(results), ...repeated(results)],
    attained: attainedClasses(judged),
    specification: judged.spec,
  };
}

function noticeOf(unseen: readonly string[]): readonly string[] {
  if (unseen.length === 0) return [];
  return [
    `${unseen.length} bodies are cut or masked in the record, so not all that is said of them could be found out anew: ${listOf(unseen)}`,
  ];
}

/** What was not sent shows nothing: not that a list would have been refused either. */
function heldBack({ cases }: Results): readonly string[] {
  const ids = cases
    .filter(({ trials }) => trials.some(({ halted, attempts }) => halted !== null && attempts.length === 0))
    .map(({ id }) => id);
  if (ids.length === 0) return [];
  return [
    `requests of ${ids.length} cases were not sent, so nothing is known of their answers: ${listOf(ids)}`,
  ];
}

/** Goes that came out alike are counted, not kept. */
function repeated({ cases, repeat }: Results): readonly string[] {
  const count = cases.filter(({ goes }) => goes !== undefined && !goes.unstable && goes.times > 1).length;
  if (count === 0) return [];
  return [
    `every case was run ${repeat} times; of ${count} cases that are said to have come out the same every time one go is on record`,
  ];
}

const listOf = (ids: readonly string[]): string =>
  `${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ', …' : ''}`;
