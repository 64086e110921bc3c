import type { Results } from '../result/results.ts';
import { maskVolatile } from '../verdict/lexicon/volatile.ts';
import type { LatencyChange, NoteChange } from './comparison.ts';

/** Times differ with every run; they are compared by a factor. */
const compared = (id: string): boolean => !id.endsWith('.latency') && !id.endsWith('.passing');

interface Note {
  readonly about: string;
  readonly value: string;
}

/** Observations that changed, came or went, then advisories that came or went. */
export function noteChanges(before: Results, after: Results): readonly NoteChange[] {
  const observed = ({ observations }: Results): ReadonlyMap<string, Note> =>
    new Map(
      observations
        .filter(({ id }) => compared(id))
        .map(({ id, question, value }) => [id, { about: question, value }]),
    );
  const advised = ({ advisories }: Results): ReadonlyMap<string, Note> =>
    new Map(advisories.map(({ id, message }) => [id, { about: message, value: message }]));
  return [
    ...differing('observation', observed(before), observed(after)),
    ...differing('advisory', advised(before), advised(after)),
  ];
}

function differing(
  kind: NoteChange['kind'],
  before: ReadonlyMap<string, Note>,
  after: ReadonlyMap<string, Note>,
): readonly NoteChange[] {
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((id) => {
    const [older, newer] = [before.get(id), after.get(id)];
    if (older !== undefined && newer !== undefined && settle(older.value) === settle(newer.value)) return [];
    const about = (newer ?? older)?.about ?? id;
    return [{ kind, id, about, before: older?.value ?? null, after: newer?.value ?? null }];
  });
}

/** Only what the target wrote may hold identifiers that change with every answer. */
const settle = (value: string): string => value.replace(/“[^”]*”/gu, (quoted) => maskVolatile(quoted));

/** A difference of less is the moment's. */
const factor = 2;
/** Below this many ms the machine decides. */
const least = 20;

/** Quantiles of the time to a whole answer that differ by a factor of two or more. */
export function latencyChanges(before: Results, after: Results): readonly LatencyChange[] {
  const [older, newer] = [timesOf(before), timesOf(after)];
  return (['median', 'p95'] as const).flatMap((quantile) => {
    const [from, to] = [older[quantile], newer[quantile]];
    const [low, high] = from < to ? [from, to] : [to, from];
    const isTold = low > 0 && high >= least && high >= factor * low;
    return isTold ? [{ quantile, before: from, after: to }] : [];
  });
}

function timesOf({ cases, controls }: Results): Readonly<Record<LatencyChange['quantile'], number>> {
  const times = [...controls, ...cases.flatMap(({ exchanges }) => exchanges)]
    .filter(({ response }) => response !== null)
    .map(({ durationMs }) => Math.round(durationMs))
    .toSorted((one, other) => one - other);
  const at = (share: number): number => times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}
