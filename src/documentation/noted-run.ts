import { startReference } from '../embedding/start-reference.ts';
import { runConformance } from '../embedding/run-conformance.ts';
import { message } from '../wording/message.ts';
import { advise } from '../result/advise.ts';
import type { Advisory, CaseResult, Observation, Results } from '../result/results.ts';

/** A run that gives rise to every observation: one answer has to be asked for again. */
export async function notedRun(): Promise<Results> {
  const reference = await startReference({ tolerances: ['first-502-page'] });
  try {
    return await runConformance(reference.profile, { thorough: true });
  } finally {
    await reference.close();
  }
}

/** Which variant meets the answer that has to be asked for again is chance: the order must not depend on it. */
const byId = (left: Observation, right: Observation): number =>
  suffix(left).localeCompare(suffix(right), 'en');

const suffix = ({ id }: Observation): string => id.slice(id.indexOf('.') + 1);

/** The observations of a run that have requests of their own, and those that have none, these by name. */
export function partObservations({ observations, cases }: Results): {
  readonly asked: readonly Observation[];
  readonly seen: readonly Observation[];
} {
  const ids = new Set(cases.map(({ id }) => id));
  return {
    asked: observations.filter(({ id }) => ids.has(id)),
    seen: observations.filter(({ id }) => !ids.has(id)).toSorted(byId),
  };
}

/** Every advisory that there is: those of a run whose every answer gives all cause for them. */
export function allAdvisories({ cases, target }: Results): readonly Advisory[] {
  return advise(cases.map(careless), { ...target, baseUrl: 'http://api.example.test' });
}

/** A case that the limit of failed logins has left out, and its answers in any other case. */
const careless = (testCase: CaseResult): CaseResult =>
  testCase.id.endsWith('.observed.password.hex') ? untried(testCase) : chatty(testCase);

const untried = (testCase: CaseResult): CaseResult => ({
  ...testCase,
  exchanges: [],
  trials: testCase.trials.map((trial) => ({ ...trial, attempts: [], halted: limitReached })),
});

const limitReached = {
  reason: 'not-selected',
  note: '',
  words: message('login-limit', { limit: 3 }),
} as const;

/** An answer with everything to advise against, behind a connection that was lost. */
const chatty = (testCase: CaseResult): CaseResult => ({
  ...testCase,
  exchanges: testCase.exchanges.flatMap((exchange) => {
    const { id, response, facts } = exchange;
    if (response === null || facts?.kind !== 'json') return [exchange];
    const body = `${testCase.id} <password> at Login.check(Login.java:7)`;
    return [
      { ...exchange, id: `${id}.lost`, response: null, error: lost },
      {
        ...exchange,
        facts: { ...facts, showsList: true },
        response: { ...response, headers: [], body },
      },
    ];
  }),
  trials: testCase.trials.map((trial) => ({
    ...trial,
    attempts: trial.attempts.slice(-1).flatMap((id) => [`${id}.lost`, id]),
  })),
});

const lost = {
  kind: 'reset',
  stage: 'exchange',
  code: 'ECONNRESET',
  message: '',
  words: message('socket-hang-up'),
} as const;
