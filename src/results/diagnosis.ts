import { baselineId } from '../plan/plan.ts';
import { findCondition, needsProvisioning, variantById } from '../operation/specification.ts';
import type { Specification, Variant } from '../operation/specification.ts';
import { isBaseline } from '../judge/evidence.ts';
import { explain, failuresOfLoad, pageWords, pathOf } from '../judge/explain-answer.ts';
import type { Seen } from '../judge/explain-answer.ts';
import { answerWords, isDocumentedError, isRefusal } from '../judge/settle.ts';
import type { Reason } from '../judge/evidence.ts';
import { message, say, verbatim } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { CaseResult, Results, RootCause } from './results.ts';

type Exchange = CaseResult['exchanges'][number];

/** Causes that explain many cases at once, each once for the target or a variant. */
export function findRootCauses(
  cases: readonly CaseResult[],
  controls: readonly Exchange[],
  { variants, baseUrl }: Pick<Results['target'], 'variants' | 'baseUrl'>,
  spec: Specification,
): readonly RootCause[] {
  const found = variants.flatMap((id) => causesOf(variantById(spec, id), cases, controls, baseUrl));
  return [...Map.groupBy(found, (cause) => cause.message).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    return same.length > 1 && same.length === variants.length ? [{ ...first, variant: null }] : same;
  });
}

export const rootCause = (variant: string | null, found: Message, hint: Message): RootCause => ({
  variant,
  message: say(found, 'en'),
  hint: say(hint, 'en'),
  words: { message: found, hint },
});

const reasonsOfTarget: readonly Reason[] = [
  'target-unavailable',
  'rate-limited',
  'too-long',
  'control-failed',
];
const reasonsBeforeSending: readonly Reason[] = ['suite-error', 'setup-failed'];

function causesOf(
  variant: Variant,
  cases: readonly CaseResult[],
  controls: readonly Exchange[],
  baseUrl: string,
): readonly RootCause[] {
  const { id } = variant;
  const own = cases.filter((found) => found.variant === id);
  const reasons = new Set(
    own.flatMap(({ reason, trials }) => [reason, ...trials.flatMap(({ halted }) => halted?.reason ?? [])]),
  );
  const plain = own.find((found) => found.id === baselineId(id));
  if (reasonsBeforeSending.some((reason) => reasons.has(reason)) && plain?.exchanges.length === 0) {
    const note = plain.trials[0]?.halted?.words ?? verbatim(plain.note);
    return [rootCause(id, note, message('hint-nothing-sent'))];
  }
  const early = own.flatMap(notCreated);
  const isOpen = reasonsOfTarget.some((reason) => reasons.has(reason));
  const all = [
    ...own.flatMap(({ exchanges }) => exchanges),
    ...controls.filter((control) => control.variant === id),
  ];
  const times = new Map(all.map((one) => [one.id, one.startedAt]));
  // Answers while a set-up keeps the target out of order say nothing about the target.
  const outages = own
    .flatMap(({ trials }) => trials.filter(({ outage }) => outage))
    .map(({ controls: beside }) => beside.map(({ id: control }) => times.get(control) ?? ''));
  const isOutage = ({ startedAt }: Exchange): boolean =>
    outages.some(([before = '', after = '']) => before < startedAt && startedAt < after);
  const asked = all
    .filter((one) => isBaseline(one) && !isOutage(one))
    .toSorted((left, right) => (left.startedAt < right.startedAt ? -1 : 1));
  const last = asked.findLastIndex((exchange) => !isGood(exchange));
  const exchange = asked[last];
  if (exchange === undefined) return [...overloaded(id, own, asked), ...early];
  const wasAccepted = asked.slice(0, last).some(isGood);
  const status = exchange.response?.status;
  const answered = own.flatMap(({ exchanges }) => exchanges).filter(({ response }) => response !== null);
  const isDocumented = answered.some(
    (one) => isDocumentedError(one) && one.response?.status !== status && pathOf(one) === pathOf(exchange),
  );
  // A plain request that passed in the end, or whose list alone is wrong, left no other case open.
  if (isDocumented && status === 200 && !wasAccepted) return early;
  const isLocked = last === asked.length - 1 && isRefusal(exchange);
  if (!isOpen && !isLocked && (asked.some(isGood) || status === 200)) return early;
  const isBack = wasAccepted && asked.slice(last).some(isGood);
  if (isBack && (status ?? 500) >= 500) {
    const found = message('cause-passing', { answer: answerWords(exchange) });
    return [rootCause(id, found, message('hint-passing')), ...early];
  }
  const others = isDocumented ? 'documented' : answered.length > 0 ? 'answered' : undefined;
  const servedPath = servedPathOf(variant, own);
  return [causeOf({ exchange, variant, baseUrl, wasAccepted, others, servedPath }), ...early];
}

/** The path with another slash at its end, if a request without credentials is refused there as documented. */
function servedPathOf(variant: Variant, own: readonly CaseResult[]): string | undefined {
  const asked = own.find(({ id }) => id === `${variant.id}.observed.path.slash.anonymous`)?.exchanges.at(-1);
  const { status } = findCondition(variant, 'missing') ?? {};
  const isServed = asked !== undefined && asked.response?.status === status && isDocumentedError(asked);
  return isServed ? pathOf(asked) : undefined;
}

const isGood = (exchange: Exchange): boolean =>
  exchange.response?.status === 200 && pageWords(exchange) === null;

function causeOf(seen: Seen): RootCause {
  const { exchange, variant, wasAccepted } = seen;
  const { why, hint } = explain(seen);
  if (exchange.response === null) return rootCause(variant.id, why, hint);
  const { status } = exchange.response;
  const later = message('cause-later-than', { status });
  const never = status === 200 ? message('only-pages', { status }) : message('cause-not-200', { status });
  const text = wasAccepted ? later : never;
  return rootCause(variant.id, message('cause-because', { text, why }), hint);
}

/** Connections that failed while others were open, although the plain request was always answered. */
function overloaded(
  variant: string,
  cases: readonly CaseResult[],
  asked: readonly Exchange[],
): readonly RootCause[] {
  const lost = cases.filter(
    ({ reason, exchanges }) =>
      reason === 'target-unavailable' && failuresOfLoad.includes(exchanges.at(-1)?.error?.kind ?? 'other'),
  );
  const error = lost[0]?.exchanges.at(-1)?.error;
  if (asked.length === 0 || error === undefined || error === null) return [];
  // A single request without an answer indicates a problem of the request, not of the load.
  if (lost.length === 1 && error.stage === 'exchange') return [];
  const found = message('cause-load', { count: lost.length, error: error.words });
  return [rootCause(variant, found, message('hint-load'))];
}

/** A condition whose request got the list in the end: it does not hold, or not yet after its set-up. */
function notCreated(found: CaseResult): readonly RootCause[] {
  const { variant, condition, trials, exchanges, verdict } = found;
  const isAmiss = verdict === 'fail' && trials.length === 1 && needsProvisioning(condition);
  const last = isAmiss ? exchanges.at(-1) : undefined;
  if (last === undefined || !isGood(last)) return [];
  const why = trials[0]?.outage === true ? 'early' : 'not-created';
  return [rootCause(variant, message(`cause-${why}`, { condition }), message(`hint-${why}`, { condition }))];
}
