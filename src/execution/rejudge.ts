import { deriveCases } from '../case/derive.ts';
import type { TestCase } from '../case/test-case.ts';
import { assemble } from '../result/assemble.ts';
import { mergeGoes } from '../result/merge-goes.ts';
import type { CaseResult, Results, TrialRecord } from '../result/results.ts';
import { variantById } from '../spec/look-up.ts';
import type { Specification } from '../spec/specification.ts';
import type { Target } from '../target/target.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { judge } from '../verdict/judge.ts';
import type { Trial } from '../verdict/trial.ts';
import { recordCase } from './case-record.ts';

/** Judges the recorded exchanges of a run again, without a network; `paper` is a target that provisions every condition. */
export function rejudge(recorded: Results, spec: Specification, paper: Target): Results {
  const judged = assemble({
    ...recorded,
    warnings: [],
    spec,
    cases: rejudgeCases(recorded, spec, paper),
    startedAt: new Date(recorded.startedAt),
  });
  // Why a run went as it went is not judged again.
  return { ...judged, rootCauses: recorded.rootCauses };
}

/** Cases that were not carried out stay as they are. */
function rejudgeCases(results: Results, spec: Specification, paper: Target): readonly CaseResult[] {
  const evidence = evidenceById(results);
  const derived = new Map(deriveCases(spec, paper, true).map((testCase) => [testCase.id, testCase]));
  return results.cases.map((recorded) => {
    const testCase = derived.get(recorded.id);
    const baseline = results.baselines[recorded.baseline ?? recorded.variant];
    if (testCase === undefined || baseline === undefined || recorded.trials.length === 0) return recorded;
    const control = revive(baseline, evidence);
    const goes = goesOf(recorded.trials).map((trials) =>
      rejudgeGo(
        testCase,
        trials.map((trial) => revive(trial, evidence)),
        control,
        spec,
        recorded,
      ),
    );
    return { ...asRepeated(mergeGoes(goes), recorded), ...pairedWith(recorded) };
  });
}

function rejudgeGo(
  testCase: TestCase,
  trials: readonly Trial[],
  control: Trial,
  spec: Specification,
  recorded: CaseResult,
): CaseResult {
  const labels = new Set(trials.map(({ expectation }) => expectation.label));
  // What was compared side by side depends on what the profile provisioned.
  const aims = testCase.aims.filter((aim) => labels.has(aim.request));
  const context = {
    variant: variantById(spec, testCase.variant),
    list: spec.body.list,
    text: spec.body.text,
  };
  const checks = judge(aims, testCase.standing, trials, control, context);
  return recordCase(testCase, checks, trials, control, recorded.durationMs);
}

/** Goes that came out alike left one of them on record, which stands for all; how long they took is not judged. */
function asRepeated(judged: CaseResult, { goes, durationMs }: CaseResult): CaseResult {
  if (goes === undefined || judged.goes !== undefined) return { ...judged, durationMs };
  const verdicts = { [judged.verdict ?? 'observed']: goes.times };
  // Goes are put together by requirement.
  const checks = [...Map.groupBy(judged.checks, ({ requirement }) => requirement).values()].flat();
  return { ...judged, durationMs, checks, goes: { times: goes.times, unstable: false, verdicts } };
}

const pairedWith = ({ baseline }: CaseResult): Pick<CaseResult, 'baseline'> =>
  baseline === undefined ? {} : { baseline };

/** A label that comes again begins another go of the case. */
function goesOf(trials: readonly TrialRecord[]): readonly (readonly TrialRecord[])[] {
  const goes: TrialRecord[][] = [];
  for (const trial of trials) {
    const last = goes.at(-1);
    const isNext = last?.every(({ expectation }) => expectation.label !== trial.expectation.label);
    if (last !== undefined && isNext === true) last.push(trial);
    else goes.push([trial]);
  }
  return goes;
}

function evidenceById({ cases, controls }: Results): ReadonlyMap<string, Evidence> {
  const all = [...controls, ...cases.flatMap(({ exchanges }) => exchanges)];
  return new Map(all.map((evidence) => [evidence.id, evidence]));
}

function revive(trial: TrialRecord, evidence: ReadonlyMap<string, Evidence>): Trial {
  const found = (id: string): readonly Evidence[] => {
    const one = evidence.get(id);
    return one === undefined ? [] : [one];
  };
  return {
    ...trial,
    attempts: trial.attempts.flatMap(found),
    controls: trial.controls.flatMap(({ id, good }) => found(id).map((one) => ({ evidence: one, good }))),
  };
}
