import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Request } from '../case/plan.ts';
import type { TestCase } from '../case/test-case.ts';
import { contradictionsIn } from '../certificate/evidence.ts';
import { findRootCauses } from '../result/causes.ts';
import { judgeCases, rules, trialsOf } from '../result/judge.ts';
import { planOf, recordOf } from '../result/record.ts';
import type { Plan, Record } from '../result/record.ts';
import type { Results } from '../result/results.ts';
import { specification } from '../spec/specification.ts';
import { isHalt } from '../verdict/evidence.ts';
import { message } from '../wording/message.ts';
import { judgeAgain, keep, readKept, services } from './kept-record.test-support.ts';

/** `1`: every service is run again; `judge`: the records stay, and their verdicts are written anew. */
const update = process.env['UPDATE_RECORDS'];
const names = Object.keys(services);

it.runIf(update !== undefined).each(names)('%s is kept', { timeout: 180_000 }, async (name) => {
  const run = services[name];
  expect(run).toBeDefined();
  if (run !== undefined) await keep(name, update === 'judge' ? (await readKept(name)).results : await run());
});

describe('a kept record shows what it showed: if it is to show something else, raise `rules` in src/result/judge.ts', () => {
  it.each(names)('%s', async (name) => {
    const { judgement, results } = await readKept(name);
    expect(judgeAgain(results)).toEqual(judgement);
  });
});

it.each(names)('%s does not contradict itself', async (name) => {
  const record = recordOf((await readKept(name)).results, specification);
  expect([...contradictionsIn(record, planOf(specification, record))]).toEqual([]);
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
  const found = judgeAgain(changed);
  expect(found.requirements['b.missing.partnerName.status']).toBe('fail');
  expect(judgement.requirements['b.missing.partnerName.status']).toBe('pass');
  expect(judgement.rules).toBe(rules);
});

/** One sentence in place of all. */
const words = message('interrupted');

const withSameWords = ({ cases, requests }: Plan): Plan => ({
  cases: cases.map((one): TestCase => ({
    ...one,
    title: words,
    stimuli: one.stimuli.map((stimulus) => ({ ...stimulus, words })),
  })),
  requests: new Map(
    [...requests].map(([id, one]): [string, Request] => [
      id,
      { ...one, stimulus: { ...one.stimulus, words } },
    ]),
  ),
});

/** The verdicts of a record by that plan, without sentences. */
function judgeBy(record: Record, plan: Plan) {
  const cases = judgeCases(trialsOf(record, plan), plan, specification, record);
  const own = new Set(cases.flatMap(({ exchanges }) => exchanges.map(({ id }) => id)));
  const controls = record.attempts.flatMap(({ outcome }) =>
    isHalt(outcome) || own.has(outcome.id) ? [] : [outcome],
  );
  const causes = findRootCauses(cases, controls, record.target, specification);
  return {
    checks: cases.flatMap(({ id, verdict, checks }) =>
      checks.map((check) => [
        id,
        verdict,
        check.requirement,
        check.verdict,
        check.reason,
        check.code,
        check.exchange,
      ]),
    ),
    causes: causes.map((cause) => cause.words.message.code),
  };
}

it.each(names)('no verdict, reason or cause of %s hangs on a sentence of the plan', async (name) => {
  const { results } = await readKept(name);
  const record = recordOf(results, specification);
  const plan = planOf(specification, record);
  const attempts = record.attempts.map((attempt) =>
    isHalt(attempt.outcome)
      ? attempt
      : { ...attempt, outcome: { ...attempt.outcome, label: 'the same', words } },
  );
  const found = judgeBy({ ...record, attempts }, withSameWords(plan));
  expect(found.checks.length).toBeGreaterThan(0);
  expect(found).toEqual(judgeBy(record, plan));
});
