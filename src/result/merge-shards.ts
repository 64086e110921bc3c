import { UserError } from '../errors.ts';
import type { Specification } from '../spec/specification.ts';
import { assemble, warningHint } from './assemble.ts';
import { findKeepers, nameExchanges } from './merge-baseline.ts';
import type { Keepers, Names } from './merge-baseline.ts';
import { requireBelonging } from './merge-check.ts';
import type { NamedResults, ShardResults } from './merge-check.ts';
import { requireUndisturbed } from './merge-disturbance.ts';
import { renameCase, renameEvidence, renameTrial } from './merge-rename.ts';
import type { CaseResult, Results } from './results.ts';

/** A shard whose exchanges have the names of the joined record. */
interface Named {
  readonly own: ShardResults;
  readonly names: Names;
}

/**
 * Joins the results of all shards of a run into what one run would have written: everything is counted anew from the joined
 * cases. Throws a UserError for shards that do not belong together, are missing or double, or have disturbed one another.
 */
export function mergeShards(given: readonly NamedResults[], spec: Specification): Results {
  const shards = requireBelonging(given);
  requireUndisturbed(shards);
  const keepers = findKeepers(shards);
  const named = shards.map((own) => ({ own, names: nameExchanges(own, keepers) }));
  const [{ results, shard }] = shards;
  const all = shards.map((one) => one.results);
  const replaced = named.reduce((sum, { names }) => sum + names.replaced.size, 0);
  const joined = assemble({
    spec,
    suite: results.suite,
    target: results.target,
    profile: results.profile,
    environment: {
      node: distinct(all.map(({ environment }) => environment.node)).join(', '),
      platform: distinct(all.map(({ environment }) => environment.platform)).join(', '),
    },
    waivers: results.waivers,
    reviews: results.reviews,
    cases: casesOf(named, shard.cases),
    leftOut: shard.leftOut,
    baselines: baselinesOf(named, keepers),
    controls: named.flatMap(controlsOf).toSorted((left, right) => (left.id < right.id ? -1 : 1)),
    startedAt: new Date(Math.min(...all.map(({ startedAt }) => new Date(startedAt).getTime()))),
    durationMs: Math.max(...all.map(({ durationMs }) => durationMs)),
    interrupted: all.some(({ interrupted }) => interrupted),
    requests: all.reduce((sum, { requests }) => sum + requests, 0) - replaced,
    failedLogins: all.reduce((sum, { failedLogins }) => sum + failedLogins, 0),
    warnings: distinct(all.flatMap(warningsOf)),
    repeat: results.repeat,
    seed: results.seed,
  });
  requireKnownSpecification(joined, shards[0]);
  return joined;
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** All cases in the order in which one run has them. */
function casesOf(named: readonly Named[], order: readonly string[]): readonly CaseResult[] {
  const cases = named.flatMap(({ own, names }) =>
    own.results.cases.map((found) => {
      const isOther = names.differing.has(found.variant) && found.trials.length > 0;
      const renamed = renameCase(found, names.rename);
      return isOther ? { ...renamed, baseline: keyOf(found.variant, own) } : renamed;
    }),
  );
  const byId = new Map(cases.map((found) => [found.id, found]));
  return order.flatMap((id) => byId.get(id) ?? []);
}

const keyOf = (variant: string, { shard }: ShardResults): string => `${variant}@${shard.index}`;

/** The plain requests of the keepers, then those that were answered in another way: cases say which they were paired with. */
function baselinesOf(named: readonly Named[], keepers: Keepers): Results['baselines'] {
  const entries = named.flatMap(({ own, names }) =>
    Object.entries(own.results.baselines).flatMap(([variant, trial]) => {
      const isKept = keepers.get(variant) === own;
      if (!isKept && !names.differing.has(variant)) return [];
      const key = isKept ? variant : keyOf(variant, own);
      return [[key, renameTrial(trial, names.rename)] as const];
    }),
  );
  const order = [...keepers.keys()];
  const rank = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return Object.fromEntries(entries.toSorted(([left], [right]) => rank(left) - rank(right)));
}

const controlsOf = ({ own, names }: Named): Results['controls'] =>
  own.results.controls
    .filter(({ id }) => !names.replaced.has(id))
    .map((evidence) => renameEvidence(evidence, names.rename));

const warningsOf = ({ rootCauses }: Results): readonly string[] =>
  rootCauses
    .filter(({ variant, hint }) => variant === null && hint === warningHint)
    .map(({ message }) => message);

/** Requirements are counted by the catalogue of this program. */
function requireKnownSpecification(joined: Results, { name, results }: ShardResults): void {
  if (joined.spec.sha256 === results.spec.sha256) return;
  throw new UserError(
    'usage',
    'merge-other-specification',
    `${name}: digest of the specification: found ${results.spec.sha256}, expected ${joined.spec.sha256}, that of this program`,
    'merge with the version of the suite that ran the shards; nothing was written',
  );
}
