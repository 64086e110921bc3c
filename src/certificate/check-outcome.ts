import type { TestCase } from '../case/test-case.ts';
import type { CaseResult, Results, TrialRecord } from '../result/results.ts';
import { needsProvisioning } from '../spec/condition.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { baselineLabel, isDoubtful } from '../verdict/settle.ts';
import type { Exchanges } from './check-trials.ts';

/** Trials that are said to have come to nothing, or to have gone another way, as no run leaves them behind; one sentence each. */
export function checkOutcomes(
  results: Results,
  derived: readonly TestCase[],
  exchanges: Exchanges,
): readonly string[] {
  const known = new Map(derived.map((testCase) => [testCase.id, testCase]));
  const logins = derived
    .filter(({ stimuli }) => stimuli.some(({ condition }) => condition === 'unauthorized'))
    .map(({ id }) => id);
  return results.cases.flatMap((found) => [
    ...checkBlank(found, known.get(found.id)),
    ...found.trials.flatMap((trial) => checkTrial(found.id, trial, exchanges, logins)),
  ]);
}

/** A case that is provisioned is always tried, though its requests may be held back. */
function checkBlank({ id, trials }: CaseResult, testCase: TestCase | undefined): readonly string[] {
  const isBlank = trials.length === 0 && testCase?.kind === 'observed' && testCase.provisioned;
  return isBlank ? [`case ${id} has no request, though nothing kept the run from it`] : [];
}

function checkTrial(
  owner: string,
  trial: TrialRecord,
  exchanges: Exchanges,
  logins: readonly string[],
): readonly string[] {
  const { expectation, halted, ownRoute, ownGateway, earlierLogin } = trial;
  const last = exchanges.get(trial.attempts.at(-1) ?? '');
  const mayDiffer = expectation.condition === 'unauthorized' || needsProvisioning(expectation.condition);
  return [
    ...(halted !== null && last !== undefined && isAnswered(last, trial)
      ? [`case ${owner}: exchange ${last.id} was answered, yet its request is called held back`]
      : []),
    ...((ownRoute || ownGateway) && !mayDiffer
      ? [`case ${owner} is said to have taken another way, which its condition cannot`]
      : []),
    ...(ownGateway && !ownRoute ? [`case ${owner} is said to have met a gateway on the usual way`] : []),
    ...(earlierLogin !== null && !isLogin(earlierLogin, trial, exchanges, logins)
      ? [`case ${owner} rests on login ${earlierLogin}, which is none that was answered`]
      : []),
    ...(last !== undefined && isLeftAlone(last, trial)
      ? [`case ${owner}: exchange ${last.id} is doubtful, and no control was asked`]
      : []),
  ];
}

/** A set-up that never takes hold leaves answers behind. */
const isAnswered = (last: Evidence, { expectation, outage }: TrialRecord): boolean =>
  !outage && !isDoubtful(last, expectation.status);

/** A login of a case that makes failed ones, and its answer; that it is on record is another check. */
function isLogin(
  id: string,
  { expectation }: TrialRecord,
  exchanges: Exchanges,
  logins: readonly string[],
): boolean {
  if (expectation.credentials === 'valid') return false;
  const earlier = exchanges.get(id);
  if (earlier !== undefined && isDoubtful(earlier, null)) return false;
  return logins.some((login) => id === login || id.startsWith(`${login}.`) || id.startsWith(`${login}#`));
}

/** What does not answer in time is not asked again where other requests have shown that they hang. */
function isLeftAlone(last: Evidence, trial: TrialRecord): boolean {
  const { expectation, halted, outage, ownRoute, controls } = trial;
  if (halted !== null || outage || ownRoute || expectation.label === baselineLabel) return false;
  const isHanging = last.error?.kind === 'timeout' || last.error?.kind === 'interrupted';
  return controls.length === 0 && !isHanging && isDoubtful(last, expectation.status);
}
