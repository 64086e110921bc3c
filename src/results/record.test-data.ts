import { allClaims, requestId, planOf } from '../plan/plan.ts';
import type { Request } from '../plan/plan.ts';
import { texts, written } from '../reference/conforming.ts';
import { specification } from '../operation/specification.ts';
import { answered, list, refused } from '../judge/evidence.test-data.ts';
import type { Attempt, Evidence } from '../judge/evidence.ts';
import { say } from '../messages/message.ts';
import { rules } from './judge.ts';
import type { Record } from './record.ts';

/** Answers a request. */
export type Answers = (request: Request, id: string) => Evidence;

/** Answers as a conforming service does. */
export const conforming: Answers = ({ testRequest }, id) => {
  const { condition, status, without, credentials } = testRequest;
  const sent = { id, request: testRequest.id };
  if (condition === 'success' && (status !== null || credentials !== 'invalid'))
    return answered(200, list, sent);
  const text = texts.en[condition === 'success' ? 'missing' : condition];
  return refused(status ?? 403, written(text, without ?? ['partnerPassword']), sent);
};

/** Gives this answer to valid credentials, and conforms otherwise. */
export const whereGood =
  (answer: Answers): Answers =>
  (request, ...others) => {
    const { condition, credentials } = request.testRequest;
    return (condition === 'success' && credentials === 'valid' ? answer : conforming)(request, ...others);
  };

/** Answers as a conforming service does, except for one request. */
export const but =
  (wrong: string, status: number, body: unknown): Answers =>
  (request, id) =>
    request.id === wrong
      ? answered(status, body, { id, request: request.testRequest.id })
      : conforming(request, id);

/** The record of a run of every case against a service with these answers. */
export function recordWith(
  answers: Answers = conforming,
  parts: Partial<Record> & { readonly only?: readonly string[] } = {},
): Record {
  const { only, ...others } = parts;
  const profile = parts.profile ?? {
    sha256: '0'.repeat(64),
    claims: allClaims(specification),
    limits: { failedLogins: 3 },
  };
  const { cases, requests } = planOf(specification, profile.claims);
  const chosen = cases.filter(({ id }) => only === undefined || only.includes(id));
  const wanted = new Set(
    chosen.flatMap(({ variant, testRequests }) => testRequests.map(({ id }) => requestId(variant, id))),
  );
  const attempt = (request: Request): Attempt => {
    const { id, variant, testRequest } = request;
    const named = { variant: variant.id, planned: request.id, words: testRequest.words };
    const evidence = { ...answers(request, id), ...named, label: say(testRequest.words, 'en') };
    return { request: request.id, role: 'try', for: null, outcome: evidence };
  };
  const attempts = [...requests.values()]
    .filter(({ id, step }) => wanted.has(id) || step === 'baseline')
    .map(attempt);
  return {
    suite: { name: 'test', version: '1' },
    rules,
    target: {
      name: 'Test',
      baseUrl: 'http://127.0.0.1:8080',
      variants: Object.keys(profile.claims),
      language: 'en',
    },
    environment: { node: 'v24.0.0', platform: 'linux x64' },
    startedAt: '2026-01-01T12:00:00.000Z',
    durationMs: 1,
    seed: null,
    interrupted: false,
    failedLogins: 0,
    pace: null,
    warnings: [],
    cases: chosen.map(({ id }) => id),
    attempts,
    ...others,
    profile,
  };
}
