import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { startVitest } from '../cli/child.test-support.ts';
import { openReference } from '../cli/small-profile.test-support.ts';
import type { Results } from '../results/results.ts';
import { packageFolder } from '../base/package.ts';
import { conform } from './conform.test-support.ts';
import { requireNode } from './conformance.ts';

/** Runs each driver against one target that has a defect and a condition that is not provisioned. */
async function runAll() {
  const site = await openReference({ defects: ['a-unauthorized-401'] });
  const { profile, folder, target, run, results } = site;
  const conditions = { unauthorized: { unknownPartner: '900900900' } };
  await writeFile(target, stringify({ ...profile, variants: { a: {} }, conditions }));
  const { code } = await run('--quiet');
  const api = await conform(target);
  const args = ['run', '--project', 'suites', '--reporter', 'verbose'];
  const env = { SBP_TARGET: target, SBP_OUT: join(folder, 'vitest') };
  const { code: inVitest, said } = await startVitest(args, packageFolder, env).ended;
  return { codes: [code, inVitest], said, cli: await results(), api, vitest: await results('vitest') };
}

/** The parts of Results that are equal in every run. */
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
  observations: observations.map(({ id, value }) => [id, value]),
  advisories: advisories.map(({ id }) => id),
});

describe('command line, API and vitest', () => {
  let runs: Awaited<ReturnType<typeof runAll>>;
  beforeEach(async () => {
    runs ??= await runAll();
  }, 60_000);

  it.each(['api', 'vitest'] as const)('record equal Results: %s', (driver) => {
    expect(runs.cli.cases.length).toBeGreaterThan(70);
    expect(lasting(runs[driver])).toEqual(lasting(runs.cli));
  });

  it('fail by a defect', () => {
    expect(runs.codes).toEqual([1, 1]);
    const failed = runs.api.requirements.filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ id }) => id).toSorted()).toEqual(['a.status.no-401', 'a.unauthorized.status']);
  });

  it('show in vitest the failed case with expected, actual and the exchange, and no password', () => {
    const { said } = runs;
    expect(said).toContain('a.unauthorized.wrong-password: a wrong password, correctly encrypted');
    expect(said).toMatch(/a\.unauthorized\.status: A answers 401 instead of 403 when authorization fails/);
    expect(said).toMatch(/- a\.unauthorized\.status: 403/);
    expect(said).toMatch(/\+ a\.unauthorized\.status: 401/);
    expect(said).toMatch(/POST http:\/\/127\.0\.0\.1:\d+\/partner\/sbp\/banks/);
    expect(said).toMatch(/npx sbp-banks-conformance send a\.unauthorized\.wrong-password --target \S+/);
    expect(said).not.toContain('test-only/');
  });

  it('show in vitest an unprovisioned condition as skipped, with its reason, below its variant and condition', () => {
    const line = runs.said.split('\n').find((text) => text.includes('a.unavailable:'));
    expect(line).toMatch(/↓.*> Variant A > unavailable > a\.unavailable:/);
    expect(line).toContain(
      'not-provisioned: the profile does not say how to create the condition unavailable',
    );
  });
});

it('tests run in Node itself, or not at all', () => {
  expect(() => requireNode({ list: process.argv, hasWindow: false })).not.toThrow();
  expect(() => requireNode({ list: runInNewContext('[]'), hasWindow: false })).toThrow(/VM context/);
  expect(() => requireNode({ list: process.argv, hasWindow: true })).toThrow(/environment of a browser/);
});
