import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Results, ShardRecord } from '../result/results.ts';
import { call, filesOf, inFolder } from './fake-terminal.test-support.ts';
import type { Outcome } from './fake-terminal.test-support.ts';
import { besideReference, readRecord, runShards } from './merge.test-support.ts';
import { merge } from './merge.ts';

const of = 4;
const other = 'f'.repeat(64);

/** Joins what stands in the folders that these results are written into. */
async function joined(made: readonly Results[]): Promise<Outcome & { readonly names: readonly string[] }> {
  return inFolder(async (folder) => {
    const folders = await Promise.all(made.map((one, index) => writeRecord(folder, index, one)));
    const out = join(folder, 'joined');
    const ended = await call(merge, [...folders, '--out', out], { cwd: folder }).catch(
      async (error: unknown) => {
        expect(await filesOf(out)).toEqual({});
        throw error;
      },
    );
    return { ...ended, names: Object.keys(await filesOf(out)) };
  });
}

async function writeRecord(folder: string, index: number, results: Results): Promise<string> {
  const own = join(folder, `shard-${index + 1}`);
  await mkdir(own, { recursive: true });
  await writeFile(join(own, 'results.json'), JSON.stringify(results));
  return own;
}

function must<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('nothing there');
  return value;
}

const review = {
  case: 'a.success',
  text: 'x',
  decision: 'pass',
  name: 'N',
  date: '2026-01-01',
  note: '',
  requirement: null,
  state: 'stale',
  requirements: [],
} as const;

describe('shards', () => {
  let shards: readonly Results[];
  beforeAll(async () => {
    shards = await besideReference([], async (site) => {
      const { folders } = await runShards(site, of);
      return Promise.all(folders.map(readRecord));
    });
  }, 30_000);

  it('say which they are, and what others ask is not selected', () => {
    expect(shards.map(({ shard }) => [shard?.index, shard?.of])).toEqual(
      [1, 2, 3, 4].map((index) => [index, of]),
    );
    for (const { verdict, requirements, variants } of shards) {
      expect(verdict).toBe('incomplete');
      const standing = requirements.find(({ id }) => id === 'a.error.body');
      expect(standing).toMatchObject({ verdict: 'inconclusive', reason: 'not-selected' });
      expect(Object.values(variants).map(({ classes }) => classes.core.reached)).toEqual([false, false]);
    }
  });

  it('make failed logins in the first of them alone', () => {
    const [first = 0, ...others] = shards.map(({ failedLogins }) => failedLogins);
    expect(first).toBeGreaterThan(0);
    expect(others).toEqual([0, 0, 0]);
  });

  const one = (index: number): Results => must(shards[index]);
  const shardOf = (index: number): ShardRecord => must(one(index).shard);
  const change = (place: number, changes: Partial<Results>): readonly Results[] =>
    shards.map((results, index) => (index === place ? { ...results, ...changes } : results));

  it.each<[string, string, () => readonly Results[], RegExp]>([
    ['none at all', 'missing-argument', () => [], /found no folder/],
    ['one missing', 'shard-missing', () => shards.toSpliced(1, 1), /found 3 of 4 shards.*missing: 2/],
    ['one twice', 'shard-twice', () => [...shards, ...shards.slice(2, 3)], /shard 3 of 4 once more/],
    ['a whole run', 'not-a-shard', () => shards.map(({ shard: _shard, ...one }) => one), /a whole run/],
    ['another version', 'shards-other-suite', () => change(1, { suite: { name: 'x', version: '9' } }), /x 9/],
    [
      'another specification',
      'shards-other-specification',
      () => change(1, { spec: { title: '', sha256: other } }),
      /ffff/,
    ],
    [
      'another profile',
      'shards-other-profile',
      () => change(2, { profile: { sha256: other } }),
      /profile: found ffff/,
    ],
    [
      'another base URL',
      'shards-other-base-url',
      () => change(2, { target: { ...one(2).target, baseUrl: 'http://other' } }),
      /http:\/\/other/,
    ],
    [
      'another number',
      'shards-other-number',
      () => change(3, { shard: { ...shardOf(3), of: 5 } }),
      /found 5, expected 4/,
    ],
    [
      'another selection',
      'shards-other-selection',
      () => change(3, { shard: { ...shardOf(3), cases: ['a.success'] } }),
      /selection of cases: found another/,
    ],
    [
      'another repetition',
      'shards-other-repetition',
      () => change(1, { repeat: 2 }),
      /found 2\/none, expected 1\/none/,
    ],
    ['other reviews', 'shards-other-reviews', () => change(1, { reviews: [review] }), /reviews/],
    [
      'a case missing',
      'shard-case-missing',
      () => change(1, { cases: one(1).cases.slice(1) }),
      /in no shard/,
    ],
    ['a case twice', 'shard-case-twice', () => change(1, { cases: one(2).cases }), /stands in .* as well/],
    [
      'a shard of none',
      'shard-out-of-range',
      () => change(1, { shard: { ...shardOf(1), index: 9 } }),
      /shard 9 of 4/,
    ],
  ])('with %s are refused', async (_what, code, made, message) => {
    const error: unknown = await joined(made()).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'UserError', fault: 'usage', code });
    expect(String(error)).toMatch(message);
  });

  it('are not overwritten', async () => {
    await inFolder(async (folder) => {
      const first = await writeRecord(folder, 0, one(0));
      const asked = call(merge, [first, '--out', first], { cwd: folder });
      await expect(asked).rejects.toMatchObject({ code: 'merge-onto-shard' });
    });
  });

  it('of which one was interrupted do not end well', async () => {
    const { code, err } = await joined(change(1, { interrupted: true }));
    expect(code).toBe(3);
    expect(err).toContain('a shard was interrupted');
  });

  it('of which one failed while another had changed the target are refused', async () => {
    const changer = must(
      one(3).cases.find(({ id, exchanges }) => id.startsWith('b.') && exchanges.length > 0),
    );
    const failing = (startedAt: string): readonly Results[] =>
      shards.map((results, index) => ({
        ...results,
        shard: { ...shardOf(index), exclusive: [changer.id] },
        cases: results.cases.map((found, place) => {
          if (index !== 1 || place !== 0) return found;
          const checks = found.checks.map((check) => ({ ...check, verdict: 'fail' as const }));
          return { ...found, checks, exchanges: found.exchanges.map((each) => ({ ...each, startedAt })) };
        }),
      }));
    await expect(joined(failing(must(changer.exchanges[0]).startedAt))).rejects.toMatchObject({
      code: 'shards-disturbed',
      message: expect.stringContaining(`shard 4 had changed the target (${changer.id})`) as string,
    });
    await expect(joined(failing('2020-01-01T00:00:00.000Z'))).resolves.toMatchObject({ code: 1 });
  });
});
