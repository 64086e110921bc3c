import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { TestCase } from '../plan/test-case.ts';
import { findRootCauses } from '../results/diagnosis.ts';
import { judge, judgeCases } from '../results/judge.ts';
import { recordOf } from '../results/record.ts';
import { planOf } from '../plan/plan.ts';
import type { Plan } from '../plan/plan.ts';
import type { CaseResult, Results } from '../results/results.ts';
import { specification } from '../operation/specification.ts';
import { isNotSent } from '../judge/evidence.ts';
import { explainError } from '../judge/explain-answer.ts';
import { message } from '../messages/message.ts';
import {
  currentDigest,
  judgeKept,
  judgementOf,
  keep,
  keepDigest,
  readDigest,
  readKept,
  services,
} from './kept-record.test-support.ts';

/** `1`: every service is run again. `judge`: the records stay, and their verdicts are written again. */
const update = process.env['UPDATE_RECORDS'];
const names = Object.keys(services);

it.runIf(update !== undefined).each(names)('%s is kept', { timeout: 180_000 }, async (name) => {
  const run = services[name];
  expect(run).toBeDefined();
  if (run !== undefined) await keep(name, update === 'judge' ? (await readKept(name)).results : await run());
});

it.runIf(update !== undefined)('the digests of the rules are kept', { timeout: 180_000 }, async () => {
  await keepDigest();
  expect(await readDigest()).toEqual(await currentDigest());
});

it(
  'the lexicon, the plans of two profiles and the verdicts are those of this number of the rules: if not, raise `rules`',
  { timeout: 180_000 },
  async () => {
    expect(await currentDigest()).toEqual(await readDigest());
  },
);

/** Replaces every sentence. */
const words = message('interrupted');

const withSameWords = ({ cases, requests }: Plan): Plan => ({
  cases: cases.map((one): TestCase => ({
    ...one,
    title: words,
    testRequests: one.testRequests.map((testRequest) => ({ ...testRequest, words })),
  })),
  requests: new Map(
    Array.from(requests, ([id, one]) => [id, { ...one, testRequest: { ...one.testRequest, words } }]),
  ),
});

/** The checks of cases without their sentences. */
const codesOf = (cases: readonly CaseResult[]) =>
  cases.map(({ id, verdict, checks }) => ({
    id,
    verdict,
    checks: checks.map((one) => [one.requirement, one.verdict, one.reason, one.code, one.exchange]),
  }));

describe('a kept record', () => {
  it.each(names)(
    '%s shows what it showed, and hangs on no sentence: if it is to show something else, raise `rules`',
    async (name) => {
      const kept = await readKept(name);
      const record = recordOf(kept.results, specification);
      const plan = planOf(specification, record.profile.claims);
      const results = judgeKept(kept.results);
      expect(judgementOf(results)).toEqual(kept.judgement);
      const attempts = record.attempts.map(({ outcome, ...attempt }) => ({
        ...attempt,
        outcome: isNotSent(outcome) ? outcome : { ...outcome, label: 'the same', words },
      }));
      const same = { ...record, attempts };
      const cases = judgeCases(same, withSameWords(plan), specification);
      expect(codesOf(cases)).toEqual(codesOf(results.cases));
      const causes = findRootCauses(cases, results.controls, record.target, specification);
      const said = record.warnings.map((words) => explainError({ kind: 'other', words }).found);
      const found = [...said, ...causes.map((one) => one.words.message)];
      expect(found.map(({ code }) => code)).toEqual(kept.judgement.causes);
    },
  );
});

it('records of at least fifty services are kept, and nothing else', async () => {
  const files = await readdir(new URL('../../fixtures/records/', import.meta.url));
  const expected = [...names.map((name) => `${name}.json.gz`), 'README.md'];
  expect(files.toSorted()).toEqual(expected.toSorted());
  expect(names.length).toBeGreaterThanOrEqual(50);
});

it('a record that is changed in one status shows something else', async () => {
  const { judgement, results } = await readKept('conforming');
  const changed: Results = JSON.parse(
    JSON.stringify(results).replaceAll('"status":422', '"status":400'),
  ) as Results;
  const found = judgementOf(judge(recordOf(changed, specification), specification, [], []));
  expect(found.requirements['b.missing.partnerName.status']).toBe('fail');
  expect(judgement.requirements['b.missing.partnerName.status']).toBe('pass');
});
