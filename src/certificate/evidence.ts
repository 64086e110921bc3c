import { baselineId, requestIdsOf, planOf } from '../plan/plan.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
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
 * first problem. Throws for a record that no run can produce.
 */
export function recompute(
  recorded: Results,
  spec: Specification,
  isSameVersion = true,
): Recomputed | Message {
  const plan = planOf(spec, recorded.profile.claims);
  const record = recordOf(recorded, spec, { plan, isPublished: true });
  let stated = 0;
  function* problemsIn(): Generator<Message> {
    yield* omissionsIn(record, plan, recorded);
    yield* foreignRequestsIn(record, plan);
    yield* contradictionsIn(record, plan);
    yield* misstatementsIn(record, plan, () => (stated += 1));
  }
  // The generator is not read further: only the first problem is needed.
  const [problem] = problemsIn();
  if (problem !== undefined) return problem;
  const results = judge(record, spec, recorded.reviews, recorded.waivers, plan);
  const [left, right] = isSameVersion ? [recorded, results] : [recorded, results].map(judgementIn);
  return differenceOf(left, right) ?? { results, stated };
}

/** Compares JSON texts, ignoring the order of members. */
function differenceOf(recorded: unknown, computed: unknown): Message | null {
  const text = JSON.stringify(computed);
  return JSON.stringify(recorded) === text ? null : findDifference(recorded, JSON.parse(text));
}

/** The first difference of two JSON values ; null if they are equal. */
export function findDifference(recorded: unknown, expected: unknown, path = ''): Message | null {
  if (Object.is(recorded, expected)) return null;
  if (!isObject(recorded) || !isObject(expected) || Array.isArray(recorded) !== Array.isArray(expected)) {
    return message('evidence-differs', {
      path: path.replace(/^\./, '') || message('the-top'),
      found: shown(recorded),
      computed: shown(expected),
    });
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

const shown = (value: unknown): string | Message =>
  value === undefined ? message('evidence-nothing') : (JSON.stringify(value) ?? '').slice(0, 80);

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

/** Requests that a complete run sends and the record lacks. */
function* omissionsIn(record: Record, plan: Plan, { target }: Results): Generator<Message> {
  const { cases, attempts, profile, interrupted } = record;
  const known = new Map(plan.cases.map((testCase) => [testCase.id, testCase]));
  const sent = sentIn(record);
  for (const { outcome } of attempts)
    if (isNotSent(outcome) && outcome.kind === 'interrupted' && !interrupted)
      yield message('evidence-interrupted');
  for (const id of cases) if (!known.has(id)) yield message('evidence-no-case', { id });
  if (isRepeated(cases)) yield message('evidence-case-twice');
  if (Object.keys(profile.claims).toSorted().join() !== target.variants.toSorted().join())
    yield message('evidence-claims');
  if (isRepeated(sent.map(({ id }) => id))) yield message('evidence-exchange-twice');
  const kept = sent.flatMap(({ request, response }) => [request.url, request.body, response?.body]);
  if ([target.baseUrl, ...kept].some((text) => (text?.length ?? 0) > 2 * recordingLimit))
    yield message('evidence-too-much');
  const trials = deriveTrials(record, plan);
  const tried = new Set(attempts.flatMap((one) => (one.role === 'try' ? [one.request] : [])));
  const chosen = cases.flatMap((id) => known.get(id) ?? []);
  for (const variant of target.variants) {
    // A run stops a variant whose plain request gets no answer, and stops everything on an interrupt.
    const isStopped = interrupted || trials.baseline(variant).halted !== null;
    const expectedCases = chosen.filter((one) => one.variant === variant && one.provisioned && !isStopped);
    for (const request of [baselineId(variant), ...expectedCases.flatMap(requestIdsOf)])
      if (!tried.has(request)) yield message('evidence-not-asked', { request });
  }
}

/** Allowed difference of clocks on one machine, in ms. */
const drift = 1000;

/** Contradictions within a record, and missing controls. */
export function* contradictionsIn(record: Record, plan: Plan): Generator<Message> {
  const { startedAt, durationMs, failedLogins } = record;
  const sent = sentIn(record);
  for (const exchange of sent) {
    const from = Date.parse(exchange.startedAt) - Date.parse(startedAt);
    if (from < -drift || from + exchange.durationMs > durationMs + drift)
      yield message('evidence-outside-run', { id: exchange.id });
  }
  const headers = sent.flatMap(({ request }) => request.headers);
  const ids = headers.filter(([name, value]) => /^x-request-id$/i.test(name) && value !== '<secret>');
  if (isRepeated(ids.map(([, value]) => value))) yield message('evidence-request-id-twice');
  const refused = sent.filter(({ response }) => response?.status !== 200);
  const logins = refused.filter(
    ({ planned, error }) => plan.requests.get(planned)?.risk === 'wrong' && error?.stage !== 'connect',
  );
  const least = logins.filter((one) => !isByGateway(one)).length;
  if (failedLogins < least || failedLogins > refused.length)
    yield message('evidence-failed-logins', { count: failedLogins });
  yield* lackingControlsIn(record, plan);
}

/** Controls must follow wrong passwords, separate the tries of a doubtful request, and end each variant. */
function* lackingControlsIn(record: Record, plan: Plan): Generator<Message> {
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
    if (last?.role !== 'control') yield message('evidence-no-last-control', { variant });
    for (const [at, attempt] of line.entries()) {
      const next = line[at + 1];
      if (next?.role === 'try' && needsControl(attempt, next, plan))
        yield message('evidence-no-control', { request: attempt.request });
    }
  }
}

/** True if a control must stand between two attempts. */
function needsControl({ request: id, outcome }: Attempt, next: Attempt, { requests }: Plan): boolean {
  const request = requests.get(id);
  if (request === undefined || isNotSent(outcome) || isNotSent(next.outcome) || isByGateway(outcome))
    return false;
  if (request.risk === 'wrong' && outcome.error?.stage !== 'connect') return true;
  // A request that met another one is asked again at once, alone.
  const isSame = next.request === id && outcome.response?.status !== 409;
  return isSame && ['harmless', 'misreadable'].includes(request.step);
}

/** Requests that differ from what the plan sends for their id. */
function* foreignRequestsIn(record: Record, { requests }: Plan): Generator<Message> {
  const sent = sentIn(record);
  const baselines = sent.filter(({ planned, variant }) => planned === baselineId(variant));
  // Where no credentials were sent, the request that lacks the password alone is the plainest.
  const bare = sent.filter(({ planned }) => lacksPasswordAlone(requests.get(planned)));
  const plain = new Map([...bare, ...baselines].map(({ variant, request }) => [variant, request]));
  for (const { id, planned, variant, request, response, error } of sent) {
    const plannedRequest = requests.get(planned);
    const usual = plain.get(variant);
    if (plannedRequest === undefined || usual === undefined) {
      yield message('evidence-no-request', { id });
      continue;
    }
    const derived = deriveRequest(plannedRequest.testRequest, request, usual, plannedRequest.variant, record);
    const problem = differenceOf(request, derived);
    if (problem !== null) yield message('evidence-request', { id, difference: problem });
    if ((response === null) !== (error !== null)) yield message('evidence-answer-and-error', { id });
  }
}

function lacksPasswordAlone(request: Request | undefined): boolean {
  const password = request?.variant.parameters.find(({ role }) => role === 'password')?.name;
  const { condition, without, mutation } = request?.testRequest ?? {};
  return condition === 'missing' && without?.join() === password && mutation === undefined;
}

/** Bytes of a body that a record can hold. */
const recordingLimit = 64 * 1024;
/** Checks the stated facts of cut bodies. Calls `believe` for those that cannot be recomputed. */
function* misstatementsIn(record: Record, { requests }: Plan, believe: () => unknown): Generator<Message> {
  for (const { id, planned, response, error, facts, stated: isStated } of sentIn(record)) {
    const request = requests.get(planned);
    if (request === undefined) continue;
    if (response === null) {
      if (isStated !== true) continue;
      believe();
      if (error?.kind !== 'too-large' || facts?.kind !== 'unread')
        yield message('evidence-facts-of-nothing', { id });
      continue;
    }
    const { body, bodyEncoding = 'utf8', bodyTruncated, bodyLength, bodySha256 } = response;
    const bytes = Buffer.from(body, bodyEncoding);
    const isCut = bodyTruncated && bodyLength > recordingLimit && bytes.length > recordingLimit - 4;
    const isWhole = bytes.length === bodyLength && sha256(bytes) === bodySha256;
    if (!bodyTruncated && !isWhole) yield message('evidence-body', { id });
    if ((isStated === true || bodyTruncated) && !isCut) yield message('evidence-not-cut', { id });
    if (isStated === true) believe();
  }
}
