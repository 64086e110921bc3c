import { deriveCases } from '../case/derive.ts';
import { rejudge } from '../execution/rejudge.ts';
import type { Results } from '../result/results.ts';
import type { Specification } from '../spec/specification.ts';
import { attainedClasses, findObstacles } from './attain.ts';
import type { Certificate } from './certificate.ts';
import { checkCases } from './check-cases.ts';
import { checkFacts } from './check-facts.ts';
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
      ...checkRequests(results, derived, exchanges, spec, paper),
      ...facts.refusals,
      ...compareRejudged(results, judged, results.suite.version === version),
      ...checkTimes(results),
    ],
    notices: noticeOf(facts.unseen),
    attained: attainedClasses(judged),
    specification: judged.spec,
  };
}

function noticeOf(unseen: readonly string[]): readonly string[] {
  if (unseen.length === 0) return [];
  const shown = unseen.slice(0, 3).join(', ');
  return [
    `${unseen.length} bodies are cut or masked in the record, so not all that is said of them could be found out anew: ${shown}${unseen.length > 3 ? ', …' : ''}`,
  ];
}
