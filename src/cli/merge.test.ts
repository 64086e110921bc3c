import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Results } from '../result/results.ts';
import { call, filesOf } from './fake-terminal.test-support.ts';
import { besideReference, lasting, mergeInto, readRecord, runShards } from './merge.test-support.ts';
import type { Site } from './merge.test-support.ts';
import { report } from './report.ts';
import { run } from './run.ts';

/** What one run and four joined shards come to against the same target. */
interface Both {
  readonly one: Results;
  readonly joined: Results;
  readonly codes: { readonly one: number; readonly shards: readonly number[]; readonly joined: number };
  /** What `report --rejudge` makes of the joined record. */
  readonly again: { readonly code: number; readonly out: string };
  readonly names: readonly string[];
}

const of = 4;

async function both(site: Site, more: readonly string[] = []): Promise<Both> {
  const { folder, target } = site;
  const args = ['--target', target, '--out', join(folder, 'one'), '--format', 'json', '--quiet', ...more];
  const one = await call(run, args, { cwd: folder });
  const { codes, folders } = await runShards(site, of, more);
  // The order in which they are named says nothing.
  const joined = await mergeInto(site, folders.toReversed());
  const file = join(folder, 'joined', 'results.json');
  const rejudged = await call(report, [
    file,
    '--rejudge',
    '--out',
    join(folder, 'again'),
    '--format',
    'json',
  ]);
  return {
    one: await readRecord(join(folder, 'one')),
    joined: await readRecord(join(folder, 'joined')),
    codes: { one: one.code, shards: codes, joined: joined.code },
    again: rejudged,
    names: Object.keys(await filesOf(join(folder, 'joined'))),
  };
}

const everyReport = [
  'badge.json',
  'ctrf.json',
  'junit.xml',
  'report.html',
  'results.json',
  'summary.md',
  'transcripts.har',
];

const several = [
  'a-unauthorized-401',
  'b-bic-number',
  'a-resets-without-name',
  'b-resets-blocked-ip',
  'a-unavailable-503',
  'b-missing-everything-400',
];

describe.each([
  ['the conforming reference', [], []],
  ['a reference with several defects', several, []],
  [
    'a selection',
    ['b-bic-number'],
    ['--case', '*.missing.*', '--case', 'b.success', '--case', '*.observed.*'],
  ],
  [
    'repeated cases',
    ['a-unauthorized-401'],
    // One after the other: goes of one case that overlap have the numbers of their exchanges by chance.
    ['--repeat', '2', '--seed', '7', '--concurrency', '1', '--case', 'a.*', '--case', 'b.success'],
  ],
] as const)('four shards joined, of %s', (_what, defects, more) => {
  let found: Both;
  beforeAll(async () => {
    found = await besideReference(defects, (site) => both(site, more));
  }, 60_000);

  it('are what one run writes', () => {
    const [one, joined] = [lasting(found.one), lasting(found.joined)];
    expect(joined).toEqual(one);
    expect(JSON.stringify(joined)).toBe(JSON.stringify(one));
    expect(found.one.cases.length).toBeGreaterThan(15);
  });

  it('end with the code of one run, and no shard blames where another has failed', () => {
    const { codes } = found;
    expect(codes.joined).toBe(codes.one);
    expect(Math.max(...codes.shards)).toBe(codes.one);
    expect(codes.one).toBe(defects.length > 0 ? 1 : 0);
  });

  it('are judged again as they were, and reported in every format', () => {
    expect(found.again).toMatchObject({ code: 0 });
    expect(found.again.out).toContain(`the same verdicts in all ${found.joined.cases.length} cases`);
    expect(found.names.toSorted()).toEqual(everyReport);
  });
});
