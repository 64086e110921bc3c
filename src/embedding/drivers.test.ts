import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { startBuiltIn } from '../cli/built-in.ts';
import { call, inFolder } from '../cli/fake-terminal.test-support.ts';
import type { Results } from '../result/results.ts';
import { packageFolder } from '../suite.ts';
import { runConformance } from './api.ts';
import { startVitest } from './vitest.test-support.ts';

/** The outcome of the drivers against one target with a defect, one condition not provisioned. */
interface Runs {
  readonly cli: { readonly code: number; readonly results: Results };
  readonly api: Results;
  readonly vitest: { readonly code: number | null; readonly said: string; readonly results: Results };
}

async function resultsIn(folder: string): Promise<Results> {
  return JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as Results;
}

async function runAll(profile: string): Promise<Runs> {
  return inFolder(async (folder) => {
    const target = join(folder, 'target.yaml');
    const { conditions, ...rest } = parse(profile) as { readonly conditions: Record<string, unknown> };
    const { 'ip-blocked': _left, ...kept } = conditions;
    await writeFile(
      target,
      stringify({ ...rest, conditions: { ...kept, unauthorized: { unknownPartner: '900900900' } } }),
    );
    const { code } = await call('run', ['--target', target, '--out', join(folder, 'cli'), '--quiet']);
    const api = await runConformance(target);
    const out = join(folder, 'vitest');
    const args = ['run', '--project', 'suites', '--reporter', 'verbose'];
    const child = startVitest(args, packageFolder, { SBP_TARGET: target, SBP_OUT: out });
    const ended = { code: await child.ended, said: child.said() };
    return {
      cli: { code, results: await resultsIn(join(folder, 'cli')) },
      api,
      vitest: { ...ended, results: await resultsIn(out) },
    };
  });
}

/** What does not differ from run to run. */
const lasting = ({ verdict, requirements, cases, observations, advisories }: Results) => ({
  verdict,
  requirements,
  cases: cases.map(({ id, verdict: own, reason, note, checks }) => ({
    id,
    verdict: own,
    reason,
    note,
    checks: checks.map(({ requirement, verdict: found, code }) => [requirement, found, code]),
  })),
  observations: observations.filter(({ id }) => !id.endsWith('.latency')).map(({ id, value }) => [id, value]),
  advisories: advisories.map(({ id }) => id),
});

describe('command line, API and vitest', () => {
  let runs: Runs;
  let close = async (): Promise<void> => undefined;
  beforeAll(async () => {
    const { reference, profile } = await startBuiltIn({ defects: ['a-unauthorized-401'] });
    close = reference.close;
    runs = await runAll(stringify(profile));
  }, 60_000);
  afterAll(() => close());

  it.each(['api', 'vitest'] as const)('record equal Results: %s', (driver) => {
    const other = driver === 'api' ? runs.api : runs.vitest.results;
    expect(runs.cli.results.cases.length).toBeGreaterThan(100);
    expect(lasting(other)).toEqual(lasting(runs.cli.results));
  });

  it('fail by a defect', () => {
    expect([runs.cli.code, runs.vitest.code]).toEqual([1, 1]);
    const failed = runs.api.requirements.filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ id }) => id).toSorted()).toEqual(['a.status.no-401', 'a.unauthorized.status']);
  });

  it('show in vitest the failed case with expected, actual and the exchange, and no password', () => {
    const { said } = runs.vitest;
    expect(said).toContain('a.unauthorized.wrong-password: a wrong password, correctly encrypted');
    expect(said).toMatch(/a\.unauthorized\.status: status: expected 403, got 401/);
    expect(said).toMatch(/- a\.unauthorized\.status: 403/);
    expect(said).toMatch(/\+ a\.unauthorized\.status: 401/);
    expect(said).toMatch(/POST http:\/\/127\.0\.0\.1:\d+\/partner\/sbp\/banks/);
    expect(said).toContain('curl --include');
    expect(said).not.toContain('test-only/');
  });

  it('show in vitest an unprovisioned condition as skipped, with its reason, below its variant and condition', () => {
    const line = runs.vitest.said.split('\n').find((text) => text.includes('b.ip-blocked:'));
    expect(line).toMatch(/↓.*> Variant B > ip-blocked > b\.ip-blocked:/);
    expect(line).toContain(
      'not-provisioned: the profile does not say how to create the condition ip-blocked',
    );
  });
});

it('the vitest driver runs the reference where a setting alone names no target, and warns', async () => {
  await inFolder(async (folder) => {
    const args = ['run', '--project', 'suites', '-t', 'a.success: |could be judged'];
    const child = startVitest(args, packageFolder, { SBP_PARTNER_PASSWORD: 'word', SBP_OUT: folder });
    expect([await child.ended, child.said()]).toEqual([
      0,
      expect.stringContaining('! SBP_PARTNER_PASSWORD has no effect: the target is named by --target,'),
    ]);
    expect((await resultsIn(folder)).cases.map(({ id }) => id)).toContain('a.success');
  });
});
