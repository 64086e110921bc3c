import { requirementsOf } from '../case/select.ts';
import type { Shard } from '../case/shard.ts';
import type { TestCase } from '../case/test-case.ts';
import type { CaseResult, Results, ShardRecord } from '../result/results.ts';

/** A run that carries out one part of its cases, beside others that carry out the rest. */
export interface ShardRun extends Shard {
  /** The cases of all parts, in the order in which one run has them. */
  readonly cases: readonly TestCase[];
}

/** What a shard says of itself, so that it can be joined with the others. */
export function recordShard({ index, of, cases }: ShardRun, derived: readonly TestCase[]): ShardRecord {
  const ids = cases.map(({ id }) => id);
  return {
    index,
    of,
    cases: ids,
    exclusive: cases.filter(({ exclusive }) => exclusive).map(({ id }) => id),
    leftOut: leftOutOf(derived, new Set(ids), new Set()),
  };
}

/** The cases that were not carried out, and the requirements that are not seen whole without them; every answer to what another shard asks is one more that is not seen. */
export function leftOut(
  derived: readonly TestCase[],
  carriedOut: readonly Pick<CaseResult, 'id'>[],
  shard: ShardRun | null,
): Results['leftOut'] {
  const elsewhere = new Set((shard?.cases ?? []).map(({ id }) => id));
  return leftOutOf(derived, new Set(carriedOut.map(({ id }) => id)), elsewhere);
}

function leftOutOf(
  derived: readonly TestCase[],
  carriedOut: ReadonlySet<string>,
  elsewhere: ReadonlySet<string>,
): Results['leftOut'] {
  const missing = derived.filter(({ id }) => !carriedOut.has(id));
  const requirements = missing.flatMap((testCase) =>
    elsewhere.has(testCase.id)
      ? requirementsOf(testCase)
      : testCase.aims.map(({ requirement }) => requirement),
  );
  return { cases: missing.map(({ id }) => id), requirements: [...new Set(requirements)] };
}

/** How many failed logins a shard may make: the first has the limit to itself. */
export const loginShare = (limit: number, shard: Shard | null): number =>
  shard === null || shard.index === 1 ? limit : 0;

/** How many failed logins of the limit the others make where the profile's own credentials are refused: each of them asks its own baseline. */
export const loginsElsewhere = (shard: Shard | null): number =>
  shard === null || shard.index !== 1 ? 0 : shard.of - 1;
