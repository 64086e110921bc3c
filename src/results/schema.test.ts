import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readKept } from '../cli/kept-record.test-support.ts';
import { publishedSchema } from '../report/golden.test-support.ts';
import { sampleResults } from '../report/made-results.test-data.ts';
import { specification } from '../operation/specification.ts';
import { judge } from './judge.ts';
import { recordOf } from './record.ts';
import { resultsJsonSchema } from './results.ts';

const problemsOf = await publishedSchema('results', resultsJsonSchema());

test('the published schema of results depends on nobody who asks, and holds for the golden results, the sample with every verdict, and further members', async () => {
  expect(resultsJsonSchema()).toHaveProperty('$id', expect.stringMatching(/^urn:sbp-banks-conformance:/));
  const golden = await readFile(new URL('../../fixtures/golden/results.json', import.meta.url), 'utf8');
  expect(problemsOf(JSON.parse(golden))).toEqual([]);
  expect(problemsOf({ ...sampleResults(), since: 'a later version' })).toEqual([]);
});

test.for(['a-missing-400', 'small-odd-bodies', 'small-interrupted', 'small-429-only'])(
  'it holds for the results of a kept record: %s',
  async (name) => {
    const record = recordOf((await readKept(name)).results, specification);
    expect(problemsOf(JSON.parse(JSON.stringify(judge(record, specification, [], []))))).toEqual([]);
  },
);

const results = sampleResults();
const [first, ...others] = results.requirements;
const { verdict: _verdict, ...headless } = results;
test.for([
  {},
  [],
  null,
  headless,
  { ...results, schemaVersion: 2 },
  { ...results, verdict: 'passed' },
  { ...results, startedAt: 'yesterday' },
  { ...results, spec: { ...results.spec, sha256: 'abc' } },
  { ...results, requirements: [{ ...first, verdict: 'skipped' }, ...others] },
  { ...results, requirements: [{ ...first, reason: 'because' }, ...others] },
  { ...results, cases: [{}] },
  { ...results, cases: results.cases.map((one) => ({ ...one, exchanges: one.exchanges.length })) },
])('it does not hold for what is wrong: %#', (wrong) => {
  expect(problemsOf(wrong)).not.toEqual([]);
});
