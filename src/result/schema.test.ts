import { readFile, writeFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { startBuiltIn } from '../cli/built-in.ts';
import { call, inFolder } from '../cli/fake-terminal.test-support.ts';
import { sampleResults } from '../report/sample-results.test-data.ts';
import { resultsJsonSchema } from './results.ts';
import type { JsonSchema } from '../target/schema.ts';

const root = new URL('../../', import.meta.url);

const published = {
  'results.schema.json': resultsJsonSchema,
} as const satisfies Readonly<Record<string, () => JsonSchema>>;

test.each(Object.entries(published))('%s is what the schemas in the source say', async (file, schema) => {
  const url = new URL(`docs/schemas/${file}`, root);
  if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(url, `${JSON.stringify(schema(), null, 2)}\n`);
  // What it says, not how it is laid out: the formatter sees to that.
  expect(JSON.parse(await readFile(url, 'utf8'))).toEqual(JSON.parse(JSON.stringify(schema())));
  // Nothing in it depends on who asks where.
  expect(schema()).toHaveProperty('$id', expect.stringMatching(/^urn:sbp-banks-conformance:/));
});

/** The published schema as an editor or another tool reads it. */
async function validator(file: keyof typeof published): Promise<ValidateFunction> {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(await readFile(new URL(`docs/schemas/${file}`, root), 'utf8')) as JsonSchema);
}

const problemsOf = (validate: ValidateFunction, value: unknown): readonly string[] =>
  validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);

/** The results that a run leaves, read back as another program reads them. */
async function resultsOf(profile: object | null, ...args: readonly string[]): Promise<unknown> {
  return inFolder(async (folder) => {
    const target = `${folder}/target.yaml`;
    if (profile !== null) await writeFile(target, JSON.stringify(profile));
    const aimed = profile === null ? [] : ['--target', target];
    await call('run', [...aimed, '--out', folder, '--format', 'json', '--quiet', ...args], { cwd: folder });
    return JSON.parse(await readFile(`${folder}/results.json`, 'utf8')) as unknown;
  });
}

describe('the published schema of results', () => {
  test('holds for the golden results and for the sample with every verdict', async () => {
    const validate = await validator('results.schema.json');
    const golden = await readFile(new URL('fixtures/golden/results.json', root), 'utf8');
    expect(problemsOf(validate, JSON.parse(golden))).toEqual([]);
    expect(problemsOf(validate, JSON.parse(JSON.stringify(sampleResults())))).toEqual([]);
  });

  test('holds for a run that conforms, once, repeated and in part', async () => {
    const validate = await validator('results.schema.json');
    expect(problemsOf(validate, await resultsOf(null))).toEqual([]);
    expect(problemsOf(validate, await resultsOf(null, '--repeat', '2', '--case', 'b.*block*'))).toEqual([]);
  });

  test('holds for a run with failures, reviews and a target that is down', async () => {
    const validate = await validator('results.schema.json');
    const defects = ['a-unauthorized-401', 'b-blocks-say-nothing', 'b-bic-number'];
    const { reference, profile } = await startBuiltIn({ defects });
    expect(problemsOf(validate, await resultsOf(profile))).toEqual([]);
    await reference.close();
    expect(problemsOf(validate, await resultsOf(profile, '--retries', '0'))).toEqual([]);
  });

  test('lets further members through', async () => {
    const validate = await validator('results.schema.json');
    expect(problemsOf(validate, { ...sampleResults(), since: 'a later version' })).toEqual([]);
  });

  test('does not hold for what is wrong', async () => {
    const validate = await validator('results.schema.json');
    const results = sampleResults();
    const [first, ...others] = results.requirements;
    const { verdict: _verdict, ...headless } = results;
    for (const wrong of [
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
      {
        ...results,
        cases: results.cases.map(({ exchanges, ...rest }) => ({ ...rest, exchanges: exchanges.length })),
      },
    ])
      expect([wrong, problemsOf(validate, wrong)]).not.toEqual([wrong, []]);
  });
});
