import { baselineId, requestIdsOf, planOf } from '../plan/plan.ts';
import { patternOf } from '../plan/test-case.ts';
import { matchPattern } from '../base/pattern.ts';
import { judge } from '../results/judge.ts';
import { recordOf } from '../results/record.ts';
import type { Record } from '../results/record.ts';
import type { Plan, Request } from '../plan/plan.ts';
import type { Results } from '../results/results.ts';
import type { Specification } from '../operation/specification.ts';
import { isNotSent } from '../judge/evidence.ts';
import type { Attempt, Evidence } from '../judge/evidence.ts';
import { isByGateway } from '../judge/settle.ts';
import { deriveTrials, isUnusable } from '../judge/trial.ts';
import { sha256 } from './certificate.ts';
import type { Certificate } from './certificate.ts';
import { deriveRequest } from './request.ts';

/** Result of recomputing recorded evidence. */
export interface Recomputed {
  readonly results: Results;
  /** Answers over the recording limit or with an aborted search: their facts are taken as stated. */
  readonly stated: number;
}

/**
 * Extracts the record from Results, checks its requests against the plan, and judges it again. Compares the
 * outcome with the recorded Results; if another version made them, compares only the judgement. Returns the
 * first problem as a sentence. Throws for a record that no run can produce.
 */
export function recompute(
  recorded: Results,
  spec: Specification,
  texts: Certificate['texts'],
  isSameVersion = true,
): Recomputed | string {
  const plan = planOf(spec, recorded.profile.claims);
  const record = recordOf(recorded, spec, { plan, isPublished: true });
  let stated = 0;
  function* problemsIn(): Generator<string> {
    yield* omissionsIn(record, plan, recorded);
    yield* foreignRequestsIn(record, plan);
    yield* contradictionsIn(record, plan);
    yield* misstatementsIn(record, plan, texts, () => (stated += 1));
  }
  // The generator is not read further: only the first problem is needed.
  const [problem] = problemsIn();
  if (problem !== undefined) return problem;
  const results = judge(record, spec, recorded.reviews, recorded.waivers, plan);
  const [left, right] = isSameVersion ? [recorded, results] : [recorded, results].map(judgementIn);
  return differenceOf(left, right) ?? { results, stated };
}

/** Compares JSON texts, ignoring the order of members. */
function differenceOf(recorded: unknown, computed: unknown): string | null {
  const text = JSON.stringify(computed);
  return JSON.stringify(recorded) === text ? null : findDifference(recorded, JSON.parse(text));
}

/** The first difference of two JSON values as a sentence; null if they are equal. */
export function findDifference(recorded: unknown, expected: unknown, path = ''): string | null {
  if (Object.is(recorded, expected)) return null;
  if (!isObject(recorded) || !isObject(expected) || Array.isArray(recorded) !== Array.isArray(expected)) {
    return `${path.replace(/^\./, '') || 'the top'}: found ${shown(recorded)}, computed ${shown(expected)}`;
  }
  for (const name of new Set([...Object.keys(recorded), ...Object.keys(expected)])) {
    const [left, right] = [recorded, expected].map((one) =>
      Object.hasOwn(one, name) ? one[name] : undefined,
    );
    const difference = findDifference(left, right, `${path}${stepTo(name, recorded, left)}`);
    if (difference !== null) return difference;
  }
  return null;
}

const isObject = (value: unknown): value is { readonly [Name in string]: unknown } =>
  typeof value === 'object' && value !== null;

/** Uses the id of a list item in its path, if it has one. */
function stepTo(name: string, list: unknown, item: unknown): string {
  if (!Array.isArray(list)) return /^\w+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  return isObject(item) && typeof item['id'] === 'string' ? `[${item['id']}]` : `[${name}]`;
}

const shown = (value: unknown): string =>
  value === undefined ? 'nothing' : (JSON.stringify(value) ?? '').slice(0, 80);

/** Members that state a judgement, on any level. All others are wording, or follow from these. */
const judged = [
  'verdict',
  'notApplicable',
  'leftOut',
  'requirements',
  'cases',
  'id',
  'requirement',
  'reason',
  'waived',
  'decided',
  'checks',
  'code',
  'exchange',
  'controls',
];

const judgementIn = (results: Results): unknown => JSON.parse(JSON.stringify(results, judged));

const sentIn = ({ attempts }: Record): readonly Evidence[] =>
  attempts.flatMap(({ outcome }) => (isNotSent(outcome) ? [] : [outcome]));

const isRepeated = (items: readonly string[]): boolean => new Set(items).size < items.length;

/** Requests that a complete run sends and the record lacks, a sentence each. */
function* omissionsIn(record: Record, plan: Plan, { target }: Results): Generator<string> {
  const { cases, attempts, profile, repeat, interrupted } = record;
  const known = new Map(plan.cases.map((testCase) => [testCase.id, testCase]));
  const sent = sentIn(record);
  for (const { role, round, request, for: served, outcome } of attempts) {
    if (isNotSent(outcome) && outcome.kind === 'interrupted' && !interrupted)
      yield 'a request was interrupted in a run that was not';
    const [least, most] = role === 'try' || served !== null ? [1, repeat] : [0, 0];
    if (round < least || round > most) yield `${request}: there is no round ${round}`;
  }
  for (const id of cases) if (!known.has(id)) yield `case ${id} is no case of this specification and target`;
  if (isRepeated(cases)) yield 'the record contains a case twice';
  if (Object.keys(profile.claims).toSorted().join() !== target.variants.toSorted().join())
    yield 'claims are not those of the variants';
  if (isRepeated(sent.map(({ id }) => id))) yield 'one exchange stands for two attempts';
  const kept = sent.flatMap(({ request, response }) => [request.url, request.body, response?.body]);
  if ([target.baseUrl, ...kept].some((text) => (text?.length ?? 0) > 2 * recordingLimit))
    yield 'it holds more of a request or an answer than is recorded';
  const trials = deriveTrials(record, plan);
  const tried = new Set(
    attempts.flatMap((one) => (one.role === 'try' ? [`${one.request}#${one.round}`] : [])),
  );
  const chosen = cases.flatMap((id) => known.get(id) ?? []);
  for (const variant of target.variants) {
    // A run stops a variant whose plain request gets no answer, and stops everything on an interrupt.
    const isStopped = interrupted || trials.baseline(variant).halted !== null;
    const expectedCases = chosen.filter((one) => one.variant === variant && one.provisioned && !isStopped);
    const rounds = Array.from({ length: repeat }, (_, at) => at + 1);
    const expectedTries = expectedCases
      .flatMap(requestIdsOf)
      .flatMap((id) => rounds.map((round) => `${id}#${round}`));
    for (const expectedTry of [`${baselineId(variant)}#1`, ...expectedTries])
      if (!tried.has(expectedTry))
        yield `${expectedTry.split('#')[0]} was not asked in every round, though nothing kept the run from it`;
  }
}

/** Allowed difference of clocks on one machine, in ms. */
const drift = 1000;

/** Contradictions within a record, and missing controls, a sentence each. */
export function* contradictionsIn(record: Record, plan: Plan): Generator<string> {
  const { startedAt, durationMs, failedLogins } = record;
  const sent = sentIn(record);
  for (const exchange of sent) {
    const from = Date.parse(exchange.startedAt) - Date.parse(startedAt);
    if (from < -drift || from + exchange.durationMs > durationMs + drift)
      yield `${exchange.id}: it was sent outside the time of the run`;
  }
  const headers = sent.flatMap(({ request }) => request.headers);
  const ids = headers.filter(([name, value]) => /^x-request-id$/i.test(name) && value !== '<secret>');
  if (isRepeated(ids.map(([, value]) => value))) yield 'one X-Request-Id stands for two requests';
  const refused = sent.filter(({ response }) => response?.status !== 200);
  const logins = refused.filter(
    ({ planned, error }) => plan.requests.get(planned)?.risk === 'wrong' && error?.stage !== 'connect',
  );
  const least = logins.filter((one) => !isByGateway(one)).length;
  if (failedLogins < least || failedLogins > refused.length)
    yield `failedLogins: found ${failedLogins}, which its answers contradict`;
  yield* lackingControlsIn(record, plan);
}

/** Controls must follow wrong passwords, separate the tries of a doubtful request, and end each variant. */
function* lackingControlsIn(record: Record, plan: Plan): Generator<string> {
  const trials = deriveTrials(record, plan);
  for (const variant of record.target.variants) {
    const plain = trials.baseline(variant);
    const usual = plain.attempts.at(-1);
    const testRequest = plan.requests.get(baselineId(variant))?.testRequest;
    if (usual === undefined || testRequest === undefined || usual.response === null) continue;
    if (record.interrupted || plain.halted !== null || isUnusable(usual, testRequest)) continue;
    const line = record.attempts.filter(({ request }) => plan.requests.get(request)?.variant.id === variant);
    const last = line.findLast(
      ({ role, outcome }) => role === 'control' || (role === 'try' && !isNotSent(outcome)),
    );
    if (last?.role !== 'control') yield `variant ${variant}: no control is the last that was asked`;
    for (const [at, attempt] of line.entries()) {
      const next = line[at + 1];
      if (next?.role === 'try' && needsControl(attempt, next, plan))
        yield `${attempt.request}: no control was asked behind it`;
    }
  }
}

/** True if a control must stand between two attempts. */
function needsControl({ request: id, round, outcome }: Attempt, next: Attempt, { requests }: Plan): boolean {
  const request = requests.get(id);
  if (request === undefined || isNotSent(outcome) || isNotSent(next.outcome) || isByGateway(outcome))
    return false;
  if (request.risk === 'wrong' && outcome.error?.stage !== 'connect') return true;
  // A request that met another one is asked again at once, alone.
  const isSame = next.request === id && next.round === round && outcome.response?.status !== 409;
  return isSame && ['harmless', 'misreadable'].includes(request.step);
}

/** Requests that differ from what the plan sends for their id. */
function* foreignRequestsIn(record: Record, { requests }: Plan): Generator<string> {
  const sent = sentIn(record);
  const baselines = sent.filter(({ planned, variant }) => planned === baselineId(variant));
  // Where no credentials were sent, the request that lacks the password alone is the plainest.
  const bare = sent.filter(({ planned }) => lacksPasswordAlone(requests.get(planned)));
  const plain = new Map([...bare, ...baselines].map(({ variant, request }) => [variant, request]));
  for (const { id, planned, variant, request, response, error } of sent) {
    const plannedRequest = requests.get(planned);
    const usual = plain.get(variant);
    if (plannedRequest === undefined || usual === undefined) {
      yield `${id}: it belongs to no request`;
      continue;
    }
    const derived = deriveRequest(plannedRequest.testRequest, request, usual, plannedRequest.variant, record);
    const problem = differenceOf(request, derived);
    if (problem !== null) yield `${id}: request.${problem}`;
    if ((response === null) !== (error !== null))
      yield `${id}: it holds both an answer and an error, or neither`;
  }
}

function lacksPasswordAlone(request: Request | undefined): boolean {
  const password = request?.variant.parameters.find(({ role }) => role === 'password')?.name;
  const { condition, without, mutation } = request?.testRequest ?? {};
  return condition === 'missing' && without?.join() === password && mutation === undefined;
}

/** Bytes of a body that a record can hold. */
const recordingLimit = 64 * 1024;
/** Total time for all pattern searches in a record, in ms. */
const patience = 2000;

/** Checks the stated facts of cut bodies and patterns. Calls `believe` for those that cannot be recomputed. */
function* misstatementsIn(
  record: Record,
  { requests }: Plan,
  texts: Certificate['texts'],
  believe: () => unknown,
): Generator<string> {
  let left = patience;
  for (const { id, planned, variant, response, error, facts, stated: isStated } of sentIn(record)) {
    const request = requests.get(planned);
    if (request === undefined) continue;
    if (response === null) {
      if (isStated !== true) continue;
      believe();
      if (error?.kind !== 'too-large' || facts?.kind !== 'unread')
        yield `${id}: it states facts of a body that there is not`;
      continue;
    }
    const { body, bodyEncoding = 'utf8', bodyTruncated, bodyLength, bodySha256 } = response;
    const bytes = Buffer.from(body, bodyEncoding);
    const isCut = bodyTruncated && bodyLength > recordingLimit && bytes.length > recordingLimit - 4;
    const isWhole = bytes.length === bodyLength && sha256(bytes) === bodySha256;
    if (!bodyTruncated && !isWhole) yield `${id}: its body has another length or digest`;
    if ((isStated === true || bodyTruncated) && !isCut)
      yield `${id}: what is recorded of its body is not cut, though it says so`;
    const text = facts?.kind === 'json' && facts.text?.type === 'string' ? facts.text : null;
    const pattern = patternOf(request.testRequest, texts[variant] ?? {}, request.variant);
    if (isStated === true) believe();
    if (isStated === true || text === null) continue;
    if (pattern === null) {
      if (text.matchesPattern !== null) yield `${id}: it states the outcome of a pattern that there is not`;
      continue;
    }
    const start = performance.now();
    const matched = left > 0 ? matchPattern(pattern, text.text) : 'too-slow';
    left -= performance.now() - start;
    if (matched === 'too-slow' || text.matchesPattern === 'too-slow') believe();
    else if (text.matchesPattern !== matched) yield `${id}: the outcome of its pattern is another one`;
  }
}
