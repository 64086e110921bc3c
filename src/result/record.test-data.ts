import { allClaims, deriveCases } from '../case/plan.ts';
import type { Stimulus, TestCase } from '../case/test-case.ts';
import { texts, written } from '../reference/conforming.ts';
import { specification } from '../spec/specification.ts';
import { answered, list, refused, trialOf } from '../verdict/evidence.test-data.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { recordTrial } from './record.ts';
import type { CaseRecord, Record } from './record.ts';

/** How a request of a case is answered; in which round, from 0 on. */
export type Answers = (testCase: TestCase, stimulus: Stimulus, id: string, round: number) => Evidence;

/** The answer of a service that conforms. */
export const conforming: Answers = (_, { label, condition, status, without, credentials }, id) => {
  const sent = { id, label };
  if (condition === 'success' && (status !== null || credentials !== 'invalid'))
    return answered(200, list, sent);
  const text = texts.en[condition === 'success' ? 'missing' : condition];
  return refused(status ?? 403, written(text, without ?? ['partnerPassword']), sent);
};

/** The answers of a service that conforms but for the requests of one case. */
export const but =
  (wrong: string, status: number, body: unknown): Answers =>
  (testCase, stimulus, id, round) =>
    testCase.id === wrong
      ? answered(status, body, { id, label: stimulus.label })
      : conforming(testCase, stimulus, id, round);

function caseRecord(testCase: TestCase, answers: Answers, times: number): CaseRecord {
  const trials = Array.from({ length: times }, (_, round) =>
    testCase.stimuli.map((stimulus, index) => {
      const { label, words, condition, status, credentials, onOperation, onPath } = stimulus;
      const evidence = answers(testCase, stimulus, `${testCase.id}.${round}.${index}`, round);
      return trialOf({
        expectation: { label, words, condition, status, credentials, onOperation, onPath },
        attempts: [evidence],
      });
    }),
  ).flat();
  return {
    id: testCase.id,
    durationMs: 1,
    exchanges: trials.flatMap(({ attempts }) => attempts),
    trials: trials.map(recordTrial),
    ...(times === 1 ? {} : { goes: { times } }),
  };
}

/** The record of a run with every case against a service that gives these answers. */
export function recordWith(
  answers: Answers = conforming,
  parts: Partial<Record> & { readonly only?: readonly string[] } = {},
): Record {
  const { only, repeat = 1, ...others } = parts;
  const profile = parts.profile ?? { sha256: '0'.repeat(64), claims: allClaims(specification) };
  const derived = deriveCases(specification, profile.claims);
  const cases = derived
    .filter(({ id }) => only === undefined || only.includes(id))
    .map((testCase) => caseRecord(testCase, answers, repeat));
  const baselines = derived
    .filter(({ id }) => id.endsWith('.success'))
    .map((testCase) => [testCase.variant, caseRecord(testCase, answers, 1)] as const);
  return {
    suite: { name: 'test', version: '1' },
    target: {
      name: 'Test',
      baseUrl: 'http://127.0.0.1:8080',
      variants: Object.keys(profile.claims),
      language: 'en',
    },
    environment: { node: 'v24.0.0', platform: 'linux x64' },
    startedAt: '2026-01-01T12:00:00.000Z',
    durationMs: 1,
    thorough: false,
    seed: null,
    interrupted: false,
    requests: 0,
    failedLogins: 0,
    warnings: [],
    controls: baselines.flatMap(([, { exchanges }]) => exchanges),
    ...others,
    repeat,
    profile,
    cases,
    baselines: Object.fromEntries(
      baselines.flatMap(([variant, { trials }]) => trials.map((trial) => [variant, trial] as const)),
    ),
  };
}
