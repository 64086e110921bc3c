import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partner, withService } from '../execution/small-service.test-support.ts';
import type { Call, Reply } from '../execution/small-service.test-support.ts';
import type { Results } from '../result/results.ts';
import { call, inFolder } from './fake-terminal.test-support.ts';
import { mergeInto, readRecord, runShards } from './merge.test-support.ts';
import { report } from './report.ts';
import { run } from './run.ts';
import { writeProfile } from './small-profile.test-support.ts';

interface Joined {
  readonly codes: readonly number[];
  readonly code: number;
  readonly results: Results;
  /** Exit code of `report --rejudge`. */
  readonly again: number;
}

/** Shards against a small service, one after the other, joined and judged again. */
function joinedOf(
  answer: (call: Call) => Reply,
  of: number,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Joined> {
  return withService(answer, ({ url }) =>
    inFolder(async (folder) => {
      const site = { folder, target: await writeProfile(folder, url, more) };
      const { codes, folders } = await runShards(site, of, ['--retries', '0']);
      const { code } = await mergeInto(site, folders);
      const file = join(folder, 'joined', 'results.json');
      const again = await call(report, [file, '--rejudge', '--out', join(folder, 'again')], { cwd: folder });
      return { codes, code, results: await readRecord(join(folder, 'joined')), again: again.code };
    }),
  );
}

describe('failed logins of all shards together', { timeout: 60_000 }, () => {
  it.each([
    [3, 3],
    [2, 5],
    [3, 7],
  ])(
    'are with %i shards no more than the limit of %i, the profile’s own credentials being refused',
    async (of, failedLogins) => {
      let seen = 0;
      // The name may stand twice, with another one first or last: either may be the one that is read.
      const isReal = new RegExp(`partnerName"?[=:]"?${partner.name}\\b`);
      const refusing = ({ kind, url, body, variant }: Call): Reply => {
        if (kind !== 'success' && kind !== 'unauthorized') return 'documented';
        if (isReal.test(`${url} ${body}`)) seen += 1;
        return {
          status: variant === 'a' ? 403 : 401,
          body: '{"description_status":"User did not pass authorization, access to the resource is restricted"}',
        };
      };
      const { code, results, again } = await joinedOf(refusing, of, { limits: { failedLogins } });
      expect(seen).toBeGreaterThan(of - 1);
      expect(seen).toBeLessThanOrEqual(failedLogins);
      expect(results.failedLogins).toBe(seen);
      expect([code, again]).toEqual([1, 0]);
    },
  );

  it('are those of one run', async () => {
    const { results } = await joinedOf(() => 'documented', 3, { limits: { failedLogins: 2 } });
    expect(results.failedLogins).toBe(2);
  });
});

describe('plain requests that shards saw answered differently', { timeout: 60_000 }, () => {
  it('stay beside each other, each case with its own, and verdicts stay as they were', async () => {
    const bank = { name: 'Bank', bic: '044525225' };
    const growing = ({ kind, index }: Call): Reply =>
      kind === 'success'
        ? { status: 200, body: JSON.stringify({ banks: Array.from({ length: index + 1 }, () => bank) }) }
        : 'documented';
    const { codes, code, results, again } = await joinedOf(growing, 3);
    expect([code, again]).toEqual([Math.max(...codes), 0]);
    const keys = Object.keys(results.baselines);
    expect(keys.slice(0, 2)).toEqual(['a', 'b']);
    expect(keys).toHaveLength(6);
    const known = new Set([
      ...results.controls.map(({ id }) => id),
      ...results.cases.flatMap(({ exchanges }) => exchanges.map(({ id }) => id)),
    ]);
    const named = [
      ...Object.values(results.baselines).flatMap(({ attempts }) => attempts),
      ...results.cases.flatMap(({ controls }) => controls),
      ...results.cases.flatMap(({ checks }) => checks.flatMap(({ exchange }) => exchange ?? [])),
    ];
    expect(named.filter((id) => !known.has(id))).toEqual([]);
    expect(new Set(results.controls.map(({ id }) => id)).size).toBe(results.controls.length);
  });

  it('make nothing pass that was not seen: a shard without a good one shows nothing', async () => {
    let baselines = 0;
    // The plain request of A is refused for whoever comes second.
    const forgetful = ({ kind, variant, headers }: Call): Reply => {
      if (kind !== 'success' || variant !== 'a') return 'documented';
      if (String(headers['user-agent']).includes('(a.success)')) baselines += 1;
      return baselines === 2 ? { status: 404, body: '{"description_status":"no such page"}' } : 'documented';
    };
    const { code, results, again } = await joinedOf(forgetful, 3);
    expect(again).toBe(0);
    const answers = new Map(
      [...results.controls, ...results.cases.flatMap(({ exchanges }) => exchanges)].map((one) => [
        one.id,
        one.response?.status,
      ]),
    );
    const negative = results.cases.filter(({ id }) => id.startsWith('a.missing.'));
    const byAnswer = Map.groupBy(negative, ({ baseline = 'a' }) =>
      answers.get(results.baselines[baseline]?.attempts.at(-1) ?? ''),
    );
    expect(byAnswer.get(404)?.length).toBeGreaterThan(0);
    expect(byAnswer.get(404)?.filter(({ verdict }) => verdict === 'pass')).toEqual([]);
    expect(byAnswer.get(200)?.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    expect(results.variants['a']?.verdict).not.toBe('conforming');
    expect(code).toBeGreaterThan(0);
  });
});

describe('a shard', () => {
  const asked = (args: readonly string[], more: Readonly<Record<string, unknown>> = {}) =>
    withService(
      () => 'documented',
      ({ url, calls }) =>
        inFolder(async (folder) => {
          const target = await writeProfile(folder, url, more);
          const out = ['--out', join(folder, 'reports'), '--format', 'json'];
          const ended = await call(run, ['--target', target, ...out, ...args], { cwd: folder });
          return { ...ended, calls };
        }),
    );

  it.each(['0/4', '5/4', '1', '1/0', 'a/b', '1/2000', '-1/4'])('%s is refused', async (word) => {
    await expect(asked([`--shard=${word}`])).rejects.toMatchObject({ code: 'wrong-option-value' });
  });

  it('without cases says so and is no failure', async () => {
    const { code, err } = await asked(['--shard', '3/3', '--case', 'a.success']);
    expect(code).toBe(0);
    expect(err).toContain('shard 3 of 3 has no cases');
  });

  it('says that it is one, and that what others ask is not selected', async () => {
    const { out } = await asked(['--shard', '2/3']);
    expect(out).toContain('Shard 2 of 3: what the other shards ask is not-selected here.');
  });

  it('that changes the target advises to let the others end first', async () => {
    const unavailable = { setup: { command: 'true' }, teardown: { command: 'true' } };
    const more = { conditions: { unavailable } };
    const { err } = await asked(['--shard', '3/3', '--case', '*.unavailable', '--case', '*.success'], more);
    expect(err.replaceAll(/\s+/g, ' ')).toContain(
      'changes the target for everybody (a.unavailable, b.unavailable)',
    );
  });

  it('does not take a waiver or a decision for stale that speaks of what others ask', async () => {
    const waivers = ['a.error.body', 'a.missing.partnerName.status'].map((requirement) => ({
      requirement,
      reason: 'known',
      owner: 'team',
      until: '2999-01-01',
    }));
    const { code, err } = await asked(['--shard', '2/3'], { waivers });
    expect([code, err.includes('waiver')]).toEqual([0, false]);
  });

  it('is asked for completeness in its own part only', async () => {
    const unauthorized = { unknownPartner: '900900900' };
    const { code } = await asked(['--shard', '2/3', '--complete', '--variant', 'a'], {
      conditions: { unauthorized, unavailable: { headers: { 'X-Fault': 'yes' } } },
    });
    expect(code).toBe(0);
  });
});
