import type { Shard } from '../case/shard.ts';
import type { TestCase } from '../case/test-case.ts';
import type { ShardRun } from '../execution/shard-run.ts';
import type { Target } from '../target/target.ts';

/** What a shard says below its report, so that nobody takes it for the whole. */
export function describeShard({ index, of }: Shard): string {
  return `Shard ${index} of ${of}: what the other shards ask is not-selected here. \`merge\` joins them.`;
}

/** What is to be known before a shard runs beside others, one sentence each. */
export function shardWarnings(
  shard: ShardRun | null,
  cases: readonly TestCase[],
  { limits }: Target,
): readonly string[] {
  if (shard === null || shard.of === 1) return [];
  const { index, of } = shard;
  const ownExclusive = cases.filter(({ exclusive }) => exclusive);
  return [
    ...(cases.length === 0 ? [`shard ${index} of ${of} has no cases: fewer shards would do`] : []),
    ...(ownExclusive.length === 0
      ? []
      : [
          `shard ${index} of ${of} changes the target for everybody (${idsOf(ownExclusive)}): let the other shards end first`,
        ]),
    ...(of > limits.failedLogins && index === 1
      ? [
          `${of} shards each ask the plain request: wrong credentials in the profile would be ${of} failed logins, limits.failedLogins is ${limits.failedLogins}. \`doctor\` tells beforehand`,
        ]
      : []),
  ];
}

const idsOf = (cases: readonly TestCase[]): string => cases.map(({ id }) => id).join(', ');
