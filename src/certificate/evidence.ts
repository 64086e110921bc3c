import { baselineId, requestIdsOf } from '../case/plan.ts';
import { isWrongPassword, patternOf } from '../case/test-case.ts';
import { matchPattern } from '../pattern.ts';
import { judge, trialsOf } from '../result/judge.ts';
import { planOf, published, recordOf } from '../result/record.ts';
import type { Plan, Record } from '../result/record.ts';
import type { Results } from '../result/results.ts';
import type { Specification } from '../spec/specification.ts';
import { isHalt } from '../verdict/evidence.ts';
import type { Attempt, Evidence } from '../verdict/evidence.ts';
import { isUnusable } from '../verdict/trial.ts';
import { sha256 } from './certificate.ts';
import type { Certificate } from './certificate.ts';
import { findDifference } from './difference.ts';
import { deriveRequest } from './request.ts';

/** What follows from recorded evidence when it is computed again. */
export interface Recomputed {
  /** Results as they follow from the record. */
  readonly results: Results;
  /** Where the recorded ones say something else, the first place in a sentence; null where they do not. */
  readonly problem: string | null;
  /** Answers over the recording limit, and searches that were ended: what was seen in them is stated and could not be computed. */
  readonly stated: number;
}

/**
 * Takes the record out of Results, holds its requests against the plan of its claims, judges it, and compares what comes out with
 * the recorded Results: the whole, or where another version put it into words, the judgement. Throws for a record that no run
 * leaves behind.
 */
export function recompute(
  recorded: Results,
  spec: Specification,
  texts: Certificate['texts'],
  isSameVersion = true,
): Recomputed {
  const plan = planOf(spec, recorded);
  const record = published(recordOf(recorded, spec));
  const results = judge(record, spec, recorded.reviews, recorded.waivers);
  const { problem, stated } = checkStatements(record, plan, texts);
  return {
    results,
    problem:
      findOmission(record, plan, recorded) ??
      findForeignRequest(record, plan) ??
      findContradiction(record, plan) ??
      problem ??
      (isSameVersion
        ? findDifference(recorded, JSON.parse(JSON.stringify(results)))
        : findDifference(judgementIn(recorded), judgementIn(results))),
    stated,
  };
}

/** What is judged, without a word. */
const judgementIn = ({ verdict, variants, notApplicable, leftOut, requirements, cases }: Results) => ({
  verdict,
  variants,
  notApplicable,
  leftOut,
  requirements: requirements.map(({ id, verdict: own, reason, waived, decided }) => ({
    id,
    verdict: own,
    reason,
    waived,
    decided,
  })),
  cases: cases.map(({ id, verdict: own, reason, checks, controls }) => ({
    id,
    verdict: own,
    reason,
    controls,
    checks: checks.map(({ requirement, verdict: of, code, exchange }) => ({
      id: requirement,
      verdict: of,
      code,
      exchange,
    })),
  })),
});

const sentIn = ({ attempts }: Record): readonly Evidence[] =>
  attempts.flatMap(({ outcome }) => (isHalt(outcome) ? [] : [outcome]));

/** What a whole run leaves behind and the record does not, in a sentence. */
function findOmission(record: Record, plan: Plan, { target }: Results): string | null {
  const { cases } = plan;
  const { attempts, profile, repeat } = record;
  const ids = new Set(cases.map(({ id }) => id));
  const sent = sentIn(record);
  const tried = new Set(
    attempts.filter(({ role }) => role === 'try').map((one) => `${one.request}#${one.round}`),
  );
  const unknown = record.cases.find((id) => !ids.has(id));
  const variants = target.variants.toSorted().join();
  const kept = [
    target.baseUrl,
    ...sent.flatMap(({ request, response }) => [request.url, request.body, response?.body]),
  ];
  const wrongRound = attempts.find(({ role, round }) =>
    role === 'try' ? round < 1 || round > repeat : round !== 0,
  );
  const chosen = new Set(record.cases);
  const trials = trialsOf(record, plan);
  // A variant whose plain request is not answered is given up; an interrupt ends all.
  const isStopped = (variant: string): boolean =>
    record.interrupted || trials.baseline(variant).halted !== null;
  const wanted = [
    ...target.variants.map(baselineId),
    ...cases
      .filter(({ id, provisioned, variant }) => chosen.has(id) && provisioned && !isStopped(variant))
      .flatMap(requestIdsOf),
  ];
  const rounds = (id: string): readonly number[] =>
    target.variants.map(baselineId).includes(id) ? [1] : Array.from({ length: repeat }, (_, at) => at + 1);
  const lacking = wanted.find((id) => rounds(id).some((round) => !tried.has(`${id}#${round}`)));
  const isCutShort = attempts.some(
    ({ outcome }) => isHalt(outcome) && outcome.kind === 'interrupted' && !record.interrupted,
  );
  const rows: readonly (readonly [isWrong: boolean, problem: string])[] = [
    [isCutShort, 'a request was interrupted in a run that was not'],
    [unknown !== undefined, `case ${unknown} is no case of this specification and target`],
    [new Set(record.cases).size < record.cases.length, 'the record contains a case twice'],
    [Object.keys(profile.claims).toSorted().join() !== variants, 'claims are not those of the variants'],
    [new Set(sent.map(({ id }) => id)).size < sent.length, 'one exchange stands for two attempts'],
    [wrongRound !== undefined, `${wrongRound?.request}: there is no round ${wrongRound?.round}`],
    [lacking !== undefined, `${lacking} was not asked in every round, though nothing kept the run from it`],
    [
      kept.some((text) => (text?.length ?? 0) > 2 * recordingLimit),
      'it holds more of a request or an answer than is recorded',
    ],
  ];
  return rows.find(([isWrong]) => isWrong)?.[1] ?? null;
}

/** Milliseconds by which clocks of one machine may differ. */
const drift = 1000;

/** Where a record contradicts itself, or lacks a control that every run asks for, in a sentence. */
export function findContradiction(record: Record, plan: Plan): string | null {
  const sent = sentIn(record);
  const start = Date.parse(record.startedAt);
  const outside = sent.find(({ startedAt, durationMs }) => {
    const from = Date.parse(startedAt) - start;
    return from < -drift || from + durationMs > record.durationMs + drift;
  });
  const ids = sent.flatMap(({ request }) =>
    request.headers.flatMap(([name, value]) =>
      name.toLowerCase() === 'x-request-id' && value !== '<secret>' ? [value] : [],
    ),
  );
  const logins = sent.filter(
    ({ planned, response, error }) =>
      isWrongPassword(plan.requests.get(planned)?.stimulus.password) &&
      response?.status !== 200 &&
      error?.stage !== 'connect',
  );
  const refused = sent.filter(({ response }) => response?.status !== 200);
  const isMiscounted =
    record.failedLogins < logins.length - pausedIn(logins) || record.failedLogins > refused.length;
  const rows: readonly (readonly [isWrong: boolean, problem: string])[] = [
    [outside !== undefined, `${outside?.id}: it was sent outside the time of the run`],
    [new Set(ids).size < ids.length, 'one X-Request-Id stands for two requests'],
    [isMiscounted, `failedLogins: found ${record.failedLogins}, which its answers contradict`],
  ];
  return rows.find(([isWrong]) => isWrong)?.[1] ?? findLackingControl(record, plan);
}

/** Answers that a limiter may have given. */
const isPaced = ({ response }: Evidence): boolean => [429, 503].includes(response?.status ?? 0);
const pausedIn = (all: readonly Evidence[]): number => all.filter(isPaced).length;

/** Controls follow wrong passwords, stand between the tries of a doubtful request, and end what is asked of a variant. */
function findLackingControl(record: Record, plan: Plan): string | null {
  const trials = trialsOf(record, plan);
  for (const variant of record.target.variants) {
    const plain = trials.baseline(variant);
    const usual = plain.attempts.at(-1);
    const stimulus = plan.requests.get(baselineId(variant))?.stimulus;
    if (usual === undefined || stimulus === undefined || usual.response === null) continue;
    if (record.interrupted || plain.halted !== null || isUnusable(usual, stimulus)) continue;
    const line = record.attempts.filter(({ request }) => plan.requests.get(request)?.variant.id === variant);
    if (line.at(-1)?.role !== 'control') return `variant ${variant}: no control is the last that was asked`;
    const lacking = line.find((attempt, at) => {
      const next = line[at + 1];
      return next?.role === 'try' && needsControl(attempt, next, plan);
    });
    if (lacking !== undefined) return `${lacking.request}: no control was asked behind it`;
  }
  return null;
}

/** Whether a control has to stand between two attempts. */
function needsControl({ request: id, round, outcome }: Attempt, next: Attempt, { requests }: Plan): boolean {
  const request = requests.get(id);
  if (request === undefined || isHalt(outcome) || isHalt(next.outcome) || isPaced(outcome)) return false;
  if (isWrongPassword(request.stimulus.password) && outcome.error?.stage !== 'connect') return true;
  const isRepeated = next.request === id && next.round === round;
  return isRepeated && ['judged', 'observed'].includes(request.step);
}

/** The first request that is not the planned one: its values are those of the plain request, but for what differs. */
function findForeignRequest(record: Record, { requests }: Plan): string | null {
  const sent = sentIn(record);
  const plain = new Map(
    sent
      .filter(({ planned, variant }) => planned === baselineId(variant))
      .map((one) => [one.variant, one.request]),
  );
  for (const { id, planned, variant, request, response, error } of sent) {
    const found = requests.get(planned);
    const usual = plain.get(variant);
    if (found === undefined || usual === undefined) return `${id}: it belongs to no request`;
    const derived = deriveRequest(found.stimulus, request, usual, found.variant, record);
    const problem = findDifference(request, JSON.parse(JSON.stringify(derived)), `${id}: request`);
    if (problem !== null) return problem;
    if ((response === null) !== (error !== null))
      return `${id}: it holds both an answer and an error, or neither`;
  }
  return null;
}

/** Bytes of a body that a record keeps. */
const recordingLimit = 64 * 1024;
/** Milliseconds for all searches of a record together. */
const patience = 2000;

/** What only the run could see: of bodies that were cut, and of patterns, which are tried again. */
function checkStatements(
  record: Record,
  { requests }: Plan,
  texts: Certificate['texts'],
): Pick<Recomputed, 'problem' | 'stated'> {
  let [stated, left] = [0, patience];
  for (const { id, planned, variant, response, facts, stated: isStated } of sentIn(record)) {
    const request = requests.get(planned);
    if (request === undefined || response === null) continue;
    const { body, bodyEncoding = 'utf8', bodyTruncated, bodyLength, bodySha256 } = response;
    const bytes = Buffer.from(body, bodyEncoding);
    const isCut = bodyTruncated && bodyLength > recordingLimit && bytes.length > recordingLimit - 4;
    const isWhole = bytes.length === bodyLength && sha256(bytes) === bodySha256;
    if (!bodyTruncated && !isWhole)
      return { problem: `${id}: its body has another length or digest`, stated };
    if ((isStated === true || bodyTruncated) && !isCut) {
      return { problem: `${id}: what is recorded of its body is not cut, though it says so`, stated };
    }
    if (isStated === true) {
      stated += 1;
      continue;
    }
    const text = facts?.kind === 'json' && facts.text?.type === 'string' ? facts.text : null;
    const pattern = patternOf(request.stimulus, texts[variant] ?? {}, request.variant);
    if (text === null) continue;
    if (pattern === null) {
      if (text.matchesPattern === null) continue;
      return { problem: `${id}: it states the outcome of a pattern that there is not`, stated };
    }
    const start = performance.now();
    const found = left > 0 ? matchPattern(pattern, text.text) : 'too-slow';
    left -= performance.now() - start;
    if (found === 'too-slow' || text.matchesPattern === 'too-slow') stated += 1;
    else if (text.matchesPattern !== (found === 'match')) {
      return { problem: `${id}: the outcome of its pattern is another one`, stated };
    }
  }
  return { problem: null, stated };
}
