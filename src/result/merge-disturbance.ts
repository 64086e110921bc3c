import { UserError } from '../errors.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { ShardResults } from './merge-check.ts';
import type { CaseResult } from './results.ts';

/** A time in which a case had changed the target for everybody. */
interface Span {
  readonly by: string;
  readonly shard: ShardResults;
  readonly from: number;
  readonly to: number;
}

/** Milliseconds by which the clocks of two machines may differ. */
const tolerance = 500;

/**
 * Throws a UserError where a case has failed by an answer that was given while another shard had changed the target: a
 * partner that was blocked for a moment is no deviation of the target.
 */
export function requireUndisturbed(shards: readonly ShardResults[]): void {
  const spans = shards.flatMap(spansOf);
  for (const own of shards) {
    const others = spans.filter(({ shard }) => shard !== own);
    for (const found of own.results.cases) {
      const span = others.find((one) => failedIn(found, one));
      if (span !== undefined) throw disturbed(own, found, span);
    }
  }
}

function spansOf(own: ShardResults): readonly Span[] {
  const evidence = new Map(
    [...own.results.controls, ...own.results.cases.flatMap(({ exchanges }) => exchanges)].map((one) => [
      one.id,
      one,
    ]),
  );
  return own.results.cases
    .filter(({ id }) => own.shard.exclusive.includes(id))
    .flatMap(({ id, trials }) => {
      const ids = trials.flatMap(({ attempts, controls }) => [
        ...attempts,
        ...controls.map((control) => control.id),
      ]);
      const times = ids.flatMap((one) => timeOf(evidence.get(one)) ?? []);
      if (times.length === 0) return [];
      const from = Math.min(...times.map((time) => time.from));
      return [{ by: id, shard: own, from, to: Math.max(...times.map((time) => time.to)) }];
    });
}

function failedIn({ checks, exchanges }: CaseResult, { from, to }: Span): boolean {
  return checks
    .filter(({ verdict }) => verdict === 'fail')
    .some((check) => {
      const time = timeOf(exchanges.find(({ id }) => id === check.exchange));
      return time !== null && time.from <= to + tolerance && time.to >= from - tolerance;
    });
}

function timeOf(evidence: Evidence | undefined): { readonly from: number; readonly to: number } | null {
  if (evidence === undefined) return null;
  const from = new Date(evidence.startedAt).getTime();
  return { from, to: from + evidence.durationMs };
}

function disturbed(own: ShardResults, { id }: CaseResult, { by, shard }: Span): UserError {
  const changer = `shard ${shard.shard.index} had changed the target (${by})`;
  return new UserError(
    'usage',
    'shards-disturbed',
    `${own.name}: found that ${id} failed while ${changer}, expected shards that do not disturb one another`,
    `run shard ${own.shard.index} again while shard ${shard.shard.index} does not run, then merge; nothing was written`,
  );
}
