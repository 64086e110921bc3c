import type { Evidence, Trial } from '../verdict/evidence.ts';
import { say } from '../wording/message.ts';
import type { CaseResult, Results, TrialRecord } from './results.ts';

/** What was recorded of one case: its requests round by round, one round for all with the same result, and how often a repeated run carried it out. */
export interface CaseRecord extends Pick<
  CaseResult,
  'id' | 'durationMs' | 'exchanges' | 'trials' | 'failure'
> {
  readonly goes?: Pick<NonNullable<CaseResult['goes']>, 'times'>;
}

type Kept =
  | 'suite'
  | 'target'
  | 'profile'
  | 'environment'
  | 'startedAt'
  | 'durationMs'
  | 'thorough'
  | 'repeat'
  | 'seed'
  | 'interrupted'
  | 'requests'
  | 'failedLogins'
  | 'warnings'
  | 'baselines'
  | 'controls';

/**
 * One run: who was asked, what was sent, what came back and when. Everything else follows from it: the same record gives the
 * same Results on any day and any machine, and Results are a record themselves. It holds no secret.
 */
export interface Record extends Pick<Results, Kept> {
  readonly cases: readonly CaseRecord[];
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

/** A trial with its exchanges, as far as there are some of those ids. */
export function recallTrial(
  { attempts, controls, halted, ...trial }: TrialRecord,
  exchanges: ReadonlyMap<string, Evidence>,
): Trial {
  const find = (id: string): readonly Evidence[] => {
    const one = exchanges.get(id);
    return one === undefined ? [] : [one];
  };
  return {
    ...trial,
    attempts: attempts.flatMap(find),
    controls: controls.flatMap(({ id, good }) => find(id).map((evidence) => ({ evidence, good }))),
    halted: halted === null ? null : { reason: halted.reason, note: halted.words },
  };
}

/** The rounds of a case: a request that comes again begins another one. */
export function roundsOf(trials: readonly Trial[]): readonly (readonly Trial[])[] {
  const rounds: Trial[][] = [];
  for (const trial of trials) {
    const last = rounds.at(-1);
    const isNext = last?.every(({ expectation }) => expectation.label !== trial.expectation.label);
    if (last !== undefined && isNext === true) last.push(trial);
    else rounds.push([trial]);
  }
  return rounds;
}
