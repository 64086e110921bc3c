import type { TestCase } from '../case/test-case.ts';
import { recordNothing } from '../execution/case-record.ts';
import type { CaseResult, Results, TrialRecord } from '../result/results.ts';
import { needsProvisioning } from '../spec/condition.ts';
import { isEqual } from './canonical.ts';

/** What in the list of cases is not what a whole run of that target leaves behind, one sentence each. */
export function checkCases(results: Results, derived: readonly TestCase[]): readonly string[] {
  const recorded = new Map(results.cases.map((found) => [found.id, found]));
  const expected = new Map(derived.map((testCase) => [testCase.id, testCase]));
  return [
    ...derived.filter(({ id }) => !recorded.has(id)).map(({ id }) => `case ${id} is missing from the record`),
    ...results.cases
      .filter(({ id }) => !expected.has(id))
      .map(({ id }) => `case ${id} is no case of this specification and target`),
    ...(recorded.size < results.cases.length ? ['a case stands in the record twice'] : []),
    ...results.cases.flatMap((found) => {
      const testCase = expected.get(found.id);
      return testCase === undefined ? [] : checkCase(found, testCase, results);
    }),
  ];
}

function checkCase(found: CaseResult, testCase: TestCase, results: Results): readonly string[] {
  if (found.trials.length === 0) return checkUntried(found, testCase);
  return [
    ...checkGoes(found, testCase, results),
    ...(isEqual(
      found.exchanges.map(({ id }) => id),
      attemptsOf(found.trials),
    )
      ? []
      : [`case ${found.id}: its exchanges are not those of its requests`]),
    ...(found.variant === testCase.variant &&
    found.condition === testCase.condition &&
    found.title === testCase.title
      ? []
      : [`case ${found.id}: variant, condition or title is another than that case has`]),
  ];
}

const attemptsOf = (trials: readonly TrialRecord[]): readonly string[] =>
  trials.flatMap(({ attempts }) => attempts);

/** A case without requests shows nothing, whatever it claims. */
function checkUntried(found: CaseResult, testCase: TestCase): readonly string[] {
  const { id, reason, note } = found;
  const isOpen = testCase.kind === 'observed' || reason !== null;
  const blank = recordNothing(testCase, reason ?? 'suite-error', note);
  const strip = ({ durationMs: _durationMs, goes: _goes, ...rest }: CaseResult): unknown => rest;
  const isBlank = isOpen && isEqual(strip(found), strip(blank));
  const isExcused =
    reason !== 'not-provisioned' || testCase.stimuli.some((one) => needsProvisioning(one.condition));
  return [
    ...(isBlank ? [] : [`case ${id} claims a result without a request`]),
    ...(isExcused ? [] : [`case ${id} needs no provisioning, yet is called not provisioned`]),
  ];
}

/** Every go of a case has each of its requests once, in their order. */
function checkGoes(
  found: CaseResult,
  { stimuli, exclusive }: TestCase,
  { repeat }: Results,
): readonly string[] {
  const { id, trials } = found;
  const expected = stimuli.map(({ label, condition, status, credentials, onOperation }) =>
    JSON.stringify({ label, condition, status, credentials, onOperation }),
  );
  const rounds = trials.length / stimuli.length;
  const isWhole = Number.isInteger(rounds) && rounds <= repeat;
  const isMeant = trials.every(({ expectation, outage }, place) => {
    const { label, condition, status, credentials, onOperation } = expectation;
    const own = JSON.stringify({ label, condition, status, credentials, onOperation });
    return own === expected[place % stimuli.length] && outage === exclusive;
  });
  return [
    ...(isWhole && isMeant ? [] : [`case ${id}: its requests are not those that the case consists of`]),
    ...(areGoesRight(found, rounds, repeat)
      ? []
      : [`case ${id}: what it says of its repetitions does not fit its requests`]),
  ];
}

/** Goes that come out the same are kept once, others all. */
function areGoesRight({ goes, verdict, trials }: CaseResult, rounds: number, repeat: number): boolean {
  if (goes === undefined) return repeat === 1;
  // Only the limit of failed logins keeps a go from being carried out.
  const isWhole =
    goes.times === repeat || trials.some(({ expectation }) => expectation.credentials !== 'valid');
  const { times, unstable, verdicts } = goes;
  const counted = Object.values(verdicts).reduce((sum, count) => sum + count, 0);
  const isCounted = counted === times && times <= repeat && Object.hasOwn(verdicts, verdict ?? 'observed');
  const isSame = unstable || Object.keys(verdicts).length === 1;
  return repeat > 1 && isWhole && isCounted && isSame && rounds === (unstable ? times : 1);
}
