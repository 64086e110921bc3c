import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Results } from '../result/results.ts';
import { plainReference, startBuiltIn } from './built-in.ts';
import { call, inFolder } from './fake-terminal.test-support.ts';
import { packageFolder } from './package.ts';
import { run } from './run.ts';

interface Shown {
  readonly code: number;
  readonly shown: string;
}

/** What both drivers come to against one target with a defect, one condition left unprovisioned. */
interface Both {
  readonly vitest: Shown & { readonly results: Results };
  /** One file of the suites alone, every test listed. */
  readonly blocked: Shown;
  readonly cli: { readonly code: number; readonly results: Results };
}

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/** The variables of this process without those by which the outer run of vitest would reach the inner one. */
const environment = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|SBP_|NODE_OPTIONS|TEST$|CI$)/.test(name)),
  );

async function byVitest(target: string, out: string, more: readonly string[] = []): Promise<Shown> {
  const args = [vitest, 'run', '--project', 'suites', '--root', packageFolder, ...more];
  const env = { ...environment(), SBP_TARGET: target, SBP_OUT: out };
  const options = { env, cwd: packageFolder, maxBuffer: 1e8, timeout: 25_000 };
  const ended = await promisify(execFile)(process.execPath, args, options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as { readonly code: number; readonly stdout: string; readonly stderr: string },
  );
  return { code: ended.code, shown: stripVTControlCharacters(`${ended.stdout}\n${ended.stderr}`) };
}

async function byCli(target: string, out: string): Promise<Both['cli']> {
  const { code } = await call(run, ['--target', target, '--out', out, '--quiet']);
  return { code, results: await resultsOf(out) };
}

async function resultsOf(folder: string, shown = ''): Promise<Results> {
  const text = await readFile(join(folder, 'results.json'), 'utf8').catch(() => {
    throw new Error(`no Results were written: ${shown}`);
  });
  return JSON.parse(text) as Results;
}

async function runBoth(defect: string): Promise<Both> {
  const { reference, profile } = await startBuiltIn({ ...plainReference, defects: [defect] });
  try {
    return await inFolder(async (folder) => {
      const target = join(folder, 'target.yaml');
      const { conditions, ...rest } = parse(profile) as { readonly conditions: Record<string, unknown> };
      const { 'ip-blocked': _left, ...kept } = conditions;
      const named = { ...kept, unauthorized: { unknownPartner: '900900900' } };
      await writeFile(target, stringify({ ...rest, conditions: named }));
      const cli = await byCli(target, join(folder, 'cli'));
      const out = join(folder, 'vitest');
      const shown = await byVitest(target, out);
      const listed = ['suites/b/blocked.test.ts', '--reporter', 'verbose'];
      const alone = await byVitest(target, join(folder, 'alone'), listed);
      return { cli, vitest: { ...shown, results: await resultsOf(out, shown.shown) }, blocked: alone };
    });
  } finally {
    await reference.close();
  }
}

const moments = ['startedAt', 'durationMs', 'earlierLogin'];
const passing = ['date', 'x-request-id'];

/** Results without what differs from run to run: times, dates, numbers of controls, and which failed login came first. */
function lasting(results: Results): Readonly<Record<string, unknown>> {
  const logins = new Set(
    results.cases.flatMap(({ trials }) => trials.flatMap(({ earlierLogin }) => earlierLogin ?? [])),
  );
  return JSON.parse(
    JSON.stringify(results, (key, value: unknown) => {
      if (moments.includes(key)) return undefined;
      // Controls are numbered as they come.
      if (typeof value === 'string' && /^[ab]\.control\.\d+$/.test(value)) return value.replace(/\.\d+$/, '');
      if (key === 'observations' && Array.isArray(value)) {
        return (value as Results['observations']).filter(({ id }) => !id.endsWith('.latency'));
      }
      if (key === 'headers' && Array.isArray(value)) {
        return (value as readonly (readonly [string, string])[]).filter(
          ([name]) => !passing.includes(name.toLowerCase()),
        );
      }
      if (key === 'controls' && Array.isArray(value)) {
        return (value as readonly unknown[]).filter((id) => typeof id !== 'string' || !logins.has(id));
      }
      return value;
    }),
  ) as Readonly<Record<string, unknown>>;
}

describe('the two drivers', () => {
  let both: Both;
  beforeAll(async () => {
    both = await runBoth('a-unauthorized-401');
  }, 30_000);

  it('record equal Results', () => {
    expect(both.cli.results.cases.length).toBeGreaterThan(100);
    const [one, other] = [lasting(both.cli.results), lasting(both.vitest.results)];
    expect(Object.keys(other)).toEqual(Object.keys(one));
    for (const key of Object.keys(one)) expect({ [key]: other[key] }).toEqual({ [key]: one[key] });
  });

  it('both fail by a defect', () => {
    expect([both.cli.code, both.vitest.code]).toEqual([1, 1]);
    expect(both.vitest.results.verdict).toBe('nonconforming');
    const failed = both.vitest.results.requirements.filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ id }) => id).toSorted()).toEqual(['a.status.no-401', 'a.unauthorized.status']);
  });

  it('show the failed case with expected, actual and the exchange', () => {
    const { shown } = both.vitest;
    expect(shown).toContain('a.unauthorized.wrong-password: a wrong password, correctly encrypted');
    expect(shown).toMatch(/a\.unauthorized\.status: status: expected 403, got 401/);
    expect(shown).toMatch(/- a\.unauthorized\.status: 403/);
    expect(shown).toMatch(/\+ a\.unauthorized\.status: 401/);
    expect(shown).toMatch(/POST http:\/\/127\.0\.0\.1:\d+\/partner\/sbp\/banks/);
    expect(shown).toContain('curl --include');
  });

  it('show an unprovisioned condition as skipped, with its reason', () => {
    expect(both.blocked.code).toBe(0);
    const line = both.blocked.shown.split('\n').find((text) => text.includes('b.ip-blocked:'));
    expect(line).toMatch(/↓/);
    expect(line).toContain('not-provisioned: the profile does not say how to bring ip-blocked about');
  });

  it('never show a password', () => {
    expect(both.vitest.shown).not.toContain('test-only/');
  });
});
