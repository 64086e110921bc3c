import { stepOrder } from '../../plan/order.ts';
import type { Step } from '../../plan/order.ts';
import { planOf } from '../../plan/plan.ts';
import { specification } from '../../operation/specification.ts';
import { exchangesById } from '../../results/results.ts';
import type { Results } from '../../results/results.ts';

/** Start and end of one exchange, in ms since the epoch. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What the requests of one step came to. */
interface Stretch {
  readonly step: Step;
  readonly requests: number;
  /** Most requests under way at once. */
  readonly width: number;
  readonly trips: number;
}

/** The longest chain of spans of which each began after the one before had ended. */
export function roundTrips(spans: readonly Span[]): number {
  let [count, until] = [0, -Infinity];
  for (const { start, end } of spans.toSorted((left, right) => left.end - right.end)) {
    if (start < until) continue;
    [count, until] = [count + 1, end];
  }
  return count;
}

/** Most spans that overlap. */
function widthOf(spans: readonly Span[]): number {
  return Math.max(
    0,
    ...spans.map(({ start }) => spans.filter((one) => one.start <= start && start < one.end).length),
  );
}

export const spansOf = (results: Results): readonly Span[] =>
  [...exchangesById(results).values()].map(spanOf);

function spanOf({
  startedAt,
  durationMs,
}: {
  readonly startedAt: string;
  readonly durationMs: number;
}): Span {
  const start = Date.parse(startedAt);
  return { start, end: start + durationMs };
}

/** By step, with the controls and probes that a step asked for. */
export function scheduleOf(results: Results): readonly Stretch[] {
  const { requests } = planOf(specification, results.profile.claims);
  const exchanges = exchangesById(results);
  let current: Step = 'baseline';
  const sent = results.attempts.flatMap(({ request, role, exchange }) => {
    const found = exchange === null ? undefined : exchanges.get(exchange);
    if (role === 'try') current = requests.get(request)?.step ?? current;
    return found === undefined ? [] : [{ step: current, span: spanOf(found) }];
  });
  return stepOrder.flatMap((step) => {
    const spans = sent.flatMap((one) => (one.step === step ? [one.span] : []));
    if (spans.length === 0) return [];
    return [{ step, requests: spans.length, width: widthOf(spans), trips: roundTrips(spans) }];
  });
}
