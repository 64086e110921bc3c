import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openRun } from '../execution/run.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import { judge } from '../result/judge.ts';
import type { Results } from '../result/results.ts';
import { deriveRequirements } from '../spec/requirement.ts';
import { specification } from '../spec/specification.ts';
import { loadTarget } from '../target/load.ts';
import { baselineTrial, contextOf, refused, trialFor } from '../verdict/evidence.test-data.ts';
import { wordsFor } from '../verdict/judge.test-data.ts';
import { judgeCase } from '../verdict/judge.ts';
import { judgedIds, observedIds } from './case-ids.test-data.ts';
import { allClaims, claimsOf, deriveCases } from './plan.ts';
import {
  conforming,
  encryptionModule,
  profileFor,
  startService,
  threeVariants,
  variantC,
} from './third-variant.test-data.ts';
import type { Statuses } from './third-variant.test-data.ts';

const suffixesOf = (variant: string): readonly string[] =>
  deriveRequirements(threeVariants)
    .filter((requirement) => requirement.variant === variant)
    .map(({ id }) => id.slice(variant.length + 1));

const isBlock = (suffix: string): boolean => /^(partner-blocked|ip-blocked|reward-unavailable)/.test(suffix);

describe('a third variant is a matter of data', () => {
  test('its requirements follow', () => {
    const expected = [
      ...suffixesOf('b').filter((suffix) => !isBlock(suffix)),
      'status.no-401',
      'status.no-403',
    ];
    expect(suffixesOf('c').toSorted()).toEqual(expected.toSorted());
  });

  test('its cases follow', () => {
    const cases = deriveCases(threeVariants, allClaims(threeVariants));
    const own = (kind: string) =>
      cases.filter((each) => each.variant === 'c' && each.kind === kind).map(({ id }) => id.slice(2));
    expect(own('judged').toSorted()).toEqual(judgedIds.b.filter((suffix) => !isBlock(suffix)).toSorted());
    const absent = ['path.bank-code', 'value.partnerName.non-integer', 'value.partnerName.word'];
    const observed = observedIds.b.filter(
      (suffix) => !absent.includes(suffix) && !suffix.includes('blocked'),
    );
    expect(
      own('observed')
        .map((suffix) => suffix.slice('observed.'.length))
        .toSorted(),
    ).toEqual(observed.toSorted());
  });

  test('the cases of the other two stay as they are', () => {
    const of = (spec: typeof specification) =>
      deriveCases(spec, allClaims(spec)).filter(({ variant }) => variant !== 'c');
    expect(of(threeVariants)).toEqual(of(specification));
  });

  test('its answers are judged by its own table', () => {
    const words = (status: number, text = 'User did not pass authorization') => {
      const trial = trialFor(variantC, 'unauthorized', refused(status, text));
      return wordsFor({ kind: 'status' }, trial, { variant: variantC });
    };
    expect([407, 401, 403, 418].map((status) => words(status))).toEqual(['pass', 'fail', 'fail', 'fail']);
  });

  test('a text of another variant’s condition is for a person to decide', () => {
    const trial = trialFor(variantC, 'unauthorized', refused(407, 'Please contact your assigned manager'));
    expect(wordsFor({ kind: 'meaning' }, trial, { variant: variantC })).toBe('review');
  });

  test('its unused statuses fail', () => {
    const rule = { kind: 'unused-status', requirement: 'c.status.no-403', status: 403 } as const;
    const trials = [403, 407].map((status) => trialFor(variantC, 'unauthorized', refused(status, 'no')));
    const checks = judgeCase([], [rule], trials, baselineTrial(), contextOf(variantC));
    expect(checks.map(({ verdict }) => verdict)).toEqual(['fail', 'pass']);
  });
});

async function run(statuses: Statuses): Promise<Results> {
  const { server, port } = await startService(statuses);
  onTestFinished(() => void server.close());
  const folder = await mkdtemp(join(tmpdir(), 'sbp-banks-third-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'encrypt.mjs'), encryptionModule);
  await writeFile(join(folder, 'target.yaml'), profileFor(port));
  const sources = { profilePath: 'target.yaml', flags: {}, env: {}, cwd: folder };
  const target = await loadTarget(sources, threeVariants.variants);
  const { signal } = new AbortController();
  const opened = await openRun({
    spec: threeVariants,
    target,
    product: 'test/1',
    now: () => new Date(),
    random: () => 0.5,
    redactor: createTargetRedactor(target),
    signal,
    abandoned: signal,
    onEvent: () => undefined,
  });
  try {
    const suite = { name: 'test', version: '1' };
    const claims = claimsOf(target, threeVariants);
    const cases = deriveCases(threeVariants, claims);
    const repetition = { times: 1, seed: null };
    const record = await opened.record({ suite, claims, thorough: false, cases, repetition });
    return judge(record, threeVariants, [], []);
  } finally {
    await opened.close();
  }
}

const failedOf = ({ requirements }: Results): readonly string[] =>
  requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);

describe('a service of three variants, over HTTP', () => {
  test('that conforms passes every requirement', async () => {
    const results = await run(conforming);
    const open = results.requirements.filter(({ verdict }) => verdict !== 'pass');
    expect(open.map(({ id, verdict, reason }) => [id, verdict, reason])).toEqual([]);
    expect(results.verdict).toBe('conforming');
    expect(results.requirements).toHaveLength(deriveRequirements(threeVariants).length);
    expect(Object.keys(results.variants)).toEqual(['a', 'b', 'c']);
    const { c } = results.variants;
    expect(c?.classes.full).toEqual({ reached: true, requirements: suffixesOf('c').length, prevents: [] });
    expect(c?.classes.core).toEqual({
      reached: true,
      requirements: suffixesOf('c').length - 2,
      prevents: [],
    });
  });

  test('that answers failed logins of the third with another status fails that status alone', async () => {
    const results = await run({ ...conforming, c: { ...conforming.c, unauthorized: 400 } });
    expect(failedOf(results)).toEqual(['c.unauthorized.status']);
    expect(results.variants).toMatchObject({
      a: { verdict: 'conforming' },
      b: { verdict: 'conforming' },
      c: {
        verdict: 'nonconforming',
        counts: { fail: 1, review: 0, inconclusive: 0 },
        classes: { core: { reached: false, prevents: ['c.unauthorized.status'] } },
      },
    });
  });

  test('that answers failed logins of the third with a status it does not use fails both', async () => {
    const results = await run({ ...conforming, c: { ...conforming.c, unauthorized: 403 } });
    expect(failedOf(results)).toEqual(['c.unauthorized.status', 'c.status.no-403']);
  });
});
