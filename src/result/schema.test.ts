import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { startBuiltIn } from '../embedding/built-in.ts';
import { ask, inFolder } from '../cli/fake-terminal.test-support.ts';
import { publishedSchema } from '../report/golden.test-support.ts';
import { sampleResults } from '../report/sample-results.test-data.ts';
import { resultsJsonSchema } from './results.ts';

const problemsOf = await publishedSchema('results', resultsJsonSchema());

/** The results that a run leaves, read back as another program reads them. */
async function resultsOf(profile: object | null, ...args: readonly string[]): Promise<unknown> {
  return inFolder(async (folder) => {
    const target = `${folder}/target.yaml`;
    if (profile !== null) await writeFile(target, JSON.stringify(profile));
    const aimed = profile === null ? [] : ['--target', target];
    await ask(folder, 'run', ...aimed, '--out', folder, '--format', 'json', '--quiet', ...args);
    return JSON.parse(await readFile(`${folder}/results.json`, 'utf8')) as unknown;
  });
}

describe('the published schema of results', () => {
  test('depends on nobody who asks, and holds for the golden results, the sample with every verdict, and further members', async () => {
    expect(resultsJsonSchema()).toHaveProperty('$id', expect.stringMatching(/^urn:sbp-banks-conformance:/));
    const golden = await readFile(new URL('../../fixtures/golden/results.json', import.meta.url), 'utf8');
    expect(problemsOf(JSON.parse(golden))).toEqual([]);
    expect(problemsOf({ ...sampleResults(), since: 'a later version' })).toEqual([]);
  });

  test('holds for a run that conforms, repeated and in part, with failures and reviews, and of a target that is down', async () => {
    expect(problemsOf(await resultsOf(null, '--repeat', '2', '--case', 'b.*block*'))).toEqual([]);
    const defects = ['a-unauthorized-401', 'b-blocks-say-nothing', 'b-bic-number'];
    const { reference, profile } = await startBuiltIn({ defects });
    expect(problemsOf(await resultsOf(profile))).toEqual([]);
    await reference.close();
    expect(problemsOf(await resultsOf(profile, '--retries', '0'))).toEqual([]);
  });

  const results = sampleResults();
  const [first, ...others] = results.requirements;
  const { verdict: _verdict, ...headless } = results;
  test.each([
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
  ])('does not hold for what is wrong: %#', (wrong) => {
    expect(problemsOf(wrong)).not.toEqual([]);
  });
});
