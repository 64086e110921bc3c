import type { Evidence, Halt, Trial } from '../verdict/evidence.ts';
import { say } from '../wording/message.ts';
import { exchangesById } from './results.ts';
import type { Results, TrialRecord } from './results.ts';

/** What was recorded of one case. */
export interface CaseRecord {
  readonly id: string;
  /** How often a repeated run carried it out; null in a run that repeats nothing. */
  readonly times: number | null;
  /** Milliseconds, all rounds together. */
  readonly durationMs: number;
  /** How each of its requests got its answer, round by round; one round represents all with the same result. */
  readonly rounds: readonly (readonly Trial[])[];
  /** Why nothing could be recorded of it. */
  readonly failure: Halt | null;
}

type Kept =
  | 'suite'
  | 'target'
  | 'profile'
  | 'environment'
  | 'durationMs'
  | 'thorough'
  | 'repeat'
  | 'seed'
  | 'interrupted'
  | 'requests'
  | 'failedLogins'
  | 'warnings';

/**
 * One run: who was asked, what was sent, what came back and when. Everything else follows from it: the same record gives the
 * same Results on any day and any machine. It holds no secret.
 */
export interface Record extends Pick<Results, Kept> {
  readonly startedAt: Date;
  readonly cases: readonly CaseRecord[];
  /** How the plain request of each variant was answered. */
  readonly baselines: Readonly<{ [variant: string]: Trial }>;
  /** Baselines and other exchanges that served as a control. */
  readonly controls: readonly Evidence[];
}

/** A trial by the ids of its exchanges. */
export function recordTrial({ attempts, controls, halted, ...trial }: Trial): TrialRecord {
  return {
    ...trial,
    attempts: attempts.map(({ id }) => id),
    controls: controls.map(({ evidence, good }) => ({ id: evidence.id, good })),
    halted:
      halted === null ? null : { reason: halted.reason, words: halted.note, note: say(halted.note, 'en') },
  };
}

/** The record that Results were judged from. */
export function recordOf(results: Results): Record {
  const evidence = exchangesById(results);
  const find = (id: string): readonly Evidence[] => {
    const one = evidence.get(id);
    return one === undefined ? [] : [one];
  };
  const revived = ({ attempts, controls, halted, ...trial }: TrialRecord): Trial => ({
    ...trial,
    attempts: attempts.flatMap(find),
    controls: controls.flatMap(({ id, good }) => find(id).map((one) => ({ evidence: one, good }))),
    halted: halted === null ? null : { reason: halted.reason, note: halted.words },
  });
  return {
    ...results,
    startedAt: new Date(results.startedAt),
    cases: results.cases.map(({ id, goes, durationMs, trials, failure }) => ({
      id,
      times: goes?.times ?? null,
      durationMs,
      rounds: roundsOf(trials.map(revived)),
      failure: failure === undefined ? null : { reason: failure.reason, note: failure.words },
    })),
    baselines: Object.fromEntries(
      Object.entries(results.baselines).map(([variant, trial]) => [variant, revived(trial)]),
    ),
    controls: [...evidence.values()],
  };
}

/** A request that comes again begins another round of the case. */
function roundsOf(trials: readonly Trial[]): readonly (readonly Trial[])[] {
  const rounds: Trial[][] = [];
  for (const trial of trials) {
    const last = rounds.at(-1);
    const isNext = last?.every(({ expectation }) => expectation.label !== trial.expectation.label);
    if (last !== undefined && isNext === true) last.push(trial);
    else rounds.push([trial]);
  }
  return rounds;
}
