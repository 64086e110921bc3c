import type { Evidence } from '../verdict/evidence.ts';
import type { ShardResults } from './merge-check.ts';
import type { Rename } from './merge-rename.ts';
import type { TrialRecord } from './results.ts';

/** The shards whose plain requests stand for the joined run, by variant: those that hold the case of the plain request, or else the first. */
export type Keepers = ReadonlyMap<string, ShardResults>;

/** Finds the keeper of each variant. */
export function findKeepers(shards: readonly [ShardResults, ...ShardResults[]]): Keepers {
  const holderOf = (id: string): ShardResults | undefined =>
    shards.find(({ results }) => results.cases.some((found) => found.id === id));
  const { variants } = shards[0].results.target;
  return new Map(variants.map((variant) => [variant, holderOf(`${variant}.success`) ?? shards[0]]));
}

/** What the joined record calls the exchanges of one shard. */
export interface Names {
  readonly rename: Rename;
  /** Old ids of exchanges for which one of a keeper stands. */
  readonly replaced: ReadonlySet<string>;
  /** Variants whose plain request was answered in another way than that of the keeper. */
  readonly differing: ReadonlySet<string>;
}

/**
 * Names for the exchanges of a shard. Those of its own cases stay; a plain request that was answered as that of the keeper
 * is the same; whatever else all shards have ends in `@` and the index of its shard, but in the first one.
 */
export function nameExchanges(own: ShardResults, keepers: Keepers): Names {
  const replacements = new Map<string, string>();
  const differing = new Set<string>();
  const foreign = new Set<string>();
  for (const [variant, keeper] of keepers) {
    if (keeper === own) continue;
    const found = own.results.baselines[variant];
    for (const id of found?.attempts ?? []) foreign.add(id);
    const same = sameAnswer(found, own, keeper.results.baselines[variant], keeper);
    if (same === null) differing.add(variant);
    else replacements.set(same.found, same.kept);
  }
  const owners = own.results.cases.map(({ id }) => id);
  const isFirst = own.shard.index === 1;
  return {
    rename: (id) => {
      const stays = (isFirst && !foreign.has(id)) || owners.some((owner) => isOf(id, owner));
      return replacements.get(id) ?? (stays ? id : `${id}@${own.shard.index}`);
    },
    replaced: new Set(replacements.keys()),
    differing,
  };
}

/** Exchanges of a case are called as it is, with a number or a word behind it. */
const isOf = (id: string, owner: string): boolean =>
  id === owner || id.startsWith(`${owner}.`) || id.startsWith(`${owner}#`);

interface Same {
  readonly found: string;
  readonly kept: string;
}

/** Two plain requests that were answered at once, and alike: by their ids. */
function sameAnswer(
  found: TrialRecord | undefined,
  own: ShardResults,
  kept: TrialRecord | undefined,
  keeper: ShardResults,
): Same | null {
  const [one, other] = [onlyAnswer(found, own), onlyAnswer(kept, keeper)];
  if (one === null || other === null) return null;
  return answerOf(one) === answerOf(other) ? { found: one.id, kept: other.id } : null;
}

function onlyAnswer(trial: TrialRecord | undefined, { results }: ShardResults): Evidence | null {
  if (trial === undefined || trial.halted !== null || trial.controls.length > 0) return null;
  const [id, ...more] = trial.attempts;
  if (id === undefined || more.length > 0) return null;
  const all = [...results.controls, ...results.cases.flatMap(({ exchanges }) => exchanges)];
  const evidence = all.find((one) => one.id === id);
  return evidence === undefined || evidence.response === null ? null : evidence;
}

const answerOf = ({ response, facts }: Evidence): string =>
  JSON.stringify([response?.status, response?.bodySha256, facts]);
