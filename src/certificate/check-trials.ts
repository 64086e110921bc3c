import type { TestCase } from '../case/test-case.ts';
import type { CaseResult, Results, TrialRecord } from '../result/results.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { baselineLabel, isDoubtful } from '../verdict/settle.ts';

/** Every exchange of a record by its id. */
export type Exchanges = ReadonlyMap<string, Evidence>;

/** All exchanges of a record, those of cases first. */
export function allExchanges({ cases, controls }: Results): readonly Evidence[] {
  return [...cases.flatMap(({ exchanges }) => exchanges), ...controls];
}

/** Exchanges that serve two purposes, or none, one sentence each. */
export function checkExchanges(results: Results, derived: readonly TestCase[]): readonly string[] {
  const all = allExchanges(results);
  const counts = Map.groupBy(all, ({ id }) => id);
  const twice = [...counts].filter(([, same]) => same.length > 1).map(([id]) => id);
  // Of repeated cases, and while a set-up holds, not every exchange is kept.
  const isKept =
    results.repeat === 1 && !results.cases.some(({ trials }) => trials.some(({ outage }) => outage));
  const isCounted = isKept ? results.requests === counts.size : results.requests >= counts.size;
  const known = new Map(derived.map((testCase) => [testCase.id, testCase]));
  return [
    ...twice.map((id) => `exchange ${id} is used for more than one case`),
    ...(isCounted
      ? []
      : [`${results.requests} requests were sent, but the record holds ${counts.size} exchanges`]),
    ...results.cases.flatMap((found) =>
      checkOwners(found, known.get(found.id), new Map(all.map((one) => [one.id, one])), results),
    ),
    ...checkBaselines(results, new Map(all.map((one) => [one.id, one]))),
  ];
}

/** `<case>`, `<case>#2`, each with `.2` and so on where it was sent again. */
function isOwned(id: string, owner: string): boolean {
  return id === owner || (id.startsWith(`${owner}.`) && /^\d+$/.test(id.slice(owner.length + 1)));
}

function checkOwners(
  found: CaseResult,
  testCase: TestCase | undefined,
  exchanges: Exchanges,
  results: Results,
): readonly string[] {
  if (testCase === undefined) return [];
  const { stimuli } = testCase;
  return found.trials.flatMap((trial, place) => {
    const index = place % stimuli.length;
    const own = stimuli.length === 1 ? found.id : `${found.id}#${index + 1}`;
    const { label } = trial.expectation;
    return trial.attempts
      .flatMap((id) => {
        const evidence = exchanges.get(id);
        if (evidence === undefined)
          return [`case ${found.id} rests on exchange ${id}, which is not in the record`];
        const isOwn = isOwned(id, own) && evidence.label === label;
        return isOwn ? [] : [`case ${found.id} rests on exchange ${id} of another request`];
      })
      .concat(checkControls(found.id, found.variant, trial, exchanges, results));
  });
}

/** Whether controls are what they are said to be, and as good as they are said to be. */
function checkControls(
  owner: string,
  variant: string,
  trial: TrialRecord,
  exchanges: Exchanges,
  results: Results,
): readonly string[] {
  const first = exchanges.get(results.baselines[variant]?.attempts.at(-1) ?? '');
  const isPlain = trial.expectation.label === baselineLabel;
  const earlier = trial.earlierLogin;
  return [
    ...trial.controls.flatMap(({ id, good }) => {
      const evidence = exchanges.get(id);
      if (evidence === undefined) return [`${owner} rests on control ${id}, which is not in the record`];
      const isProbe = isPlain && id.startsWith(`${variant}.control.probe-`);
      if (isProbe)
        return isProbeGood(evidence) || !good ? [] : [`control ${id} of ${owner} is called good and is not`];
      if (evidence.label !== baselineLabel || !isControlId(id, variant))
        return [`control ${id} of ${owner} is no plain request`];
      const isGood =
        first !== undefined &&
        evidence.response?.status === first.response?.status &&
        !isDoubtful(evidence, 200);
      return good === isGood
        ? []
        : [`control ${id} of ${owner} is called ${good ? 'good' : 'bad'} and is not`];
    }),
    ...(earlier === null || exchanges.has(earlier)
      ? []
      : [`${owner} rests on login ${earlier}, which is not in the record`]),
  ];
}

const isControlId = (id: string, variant: string): boolean =>
  id.startsWith(`${variant}.`) && /\.control(\.\d+)?$/.test(id);

const isProbeGood = ({ facts, response }: Evidence): boolean =>
  response !== null && facts?.kind === 'json' && facts.isError;

/** What every refusal is paired with has to be the plain request of the variant. */
function checkBaselines(results: Results, exchanges: Exchanges): readonly string[] {
  const { baselines, target, cases, repeat } = results;
  const isKnown = Object.keys(baselines).toSorted().join() === target.variants.toSorted().join();
  return [
    ...(isKnown ? [] : ['the plain requests of the record are not those of the claimed variants']),
    ...Object.entries(baselines).flatMap(([variant, trial]) => {
      const owner = `${variant}.success`;
      const isOwn = trial.attempts.every(
        (id) => isOwned(id, owner) && exchanges.get(id)?.label === baselineLabel,
      );
      const success = cases.find(({ id }) => id === owner)?.trials[0];
      const isSame = repeat > 1 || JSON.stringify(success?.attempts) === JSON.stringify(trial.attempts);
      const isPlain = trial.expectation.label === baselineLabel && trial.attempts.length > 0;
      return isOwn && isSame && isPlain && !trial.outage && !trial.ownRoute
        ? checkControls(owner, variant, trial, exchanges, results)
        : [`the plain request of variant ${variant} is not that of its case ${owner}`];
    }),
  ];
}
