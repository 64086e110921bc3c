import { readFile, writeFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import { sampleResults } from '../report/sample-results.test-data.ts';
import { compareResults } from './compare-results.ts';
import type { Comparison } from './comparison.ts';
import { comparisonJsonSchema } from './published-schema.ts';
import type { comparisonSchema } from './schema.ts';

const root = new URL('../../', import.meta.url);
const published = new URL('docs/schemas/comparison.schema.json', root);

/** The same shape, nothing of it writable. */
type Fixed<Value> = Value extends object ? { readonly [Key in keyof Value]: Fixed<Value[Key]> } : Value;

test('the schema of a comparison and the model say the same', () => {
  expectTypeOf<Fixed<z.output<typeof comparisonSchema>>>().toEqualTypeOf<Comparison>();
  expectTypeOf<z.input<typeof comparisonSchema>>().toEqualTypeOf<z.output<typeof comparisonSchema>>();
});

test('the published schema is what the schema in the source says', async () => {
  const schema: unknown = JSON.parse(JSON.stringify(comparisonJsonSchema()));
  if (process.env['UPDATE_GOLDEN'] === '1')
    await writeFile(published, `${JSON.stringify(schema, null, 2)}\n`);
  // What it says, not how it is laid out: the formatter sees to that.
  expect(JSON.parse(await readFile(published, 'utf8'))).toEqual(schema);
  expect(schema).toHaveProperty('$id', 'urn:sbp-banks-conformance:comparison:1');
});

/** What another program finds wrong with a comparison by the published schema. */
async function problemsOf(...values: readonly unknown[]): Promise<readonly (readonly string[])[]> {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(
    JSON.parse(await readFile(published, 'utf8')) as ReturnType<typeof comparisonJsonSchema>,
  );
  return values.map((value) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`),
  );
}

const golden = async (): Promise<Comparison> =>
  JSON.parse(await readFile(new URL('fixtures/golden/comparison.json', root), 'utf8')) as Comparison;

describe('the published schema of a comparison', () => {
  test('holds for one with every kind of difference and for one without any', async () => {
    const alike = compareResults(sampleResults(), sampleResults());
    expect(await problemsOf(await golden(), JSON.parse(JSON.stringify(alike)))).toEqual([[], []]);
  });

  test('lets further members through', async () => {
    expect(await problemsOf({ ...(await golden()), since: 'a later version' })).toEqual([[]]);
  });

  test('does not hold for what is wrong', async () => {
    const right = await golden();
    const [requirement] = right.requirements;
    const [note] = right.notes;
    const [context] = right.context;
    const { isWorse: _isWorse, ...silent } = right;
    const wrong = [
      {},
      [],
      null,
      silent,
      { ...right, schemaVersion: 2 },
      { ...right, isWorse: 'yes' },
      { ...right, before: { ...right.before, verdict: 'passed' } },
      { ...right, after: { ...right.after, startedAt: 'yesterday' } },
      { ...right, after: { ...right.after, variants: { a: {} } } },
      { ...right, requirements: [{ ...requirement, from: 'skipped' }] },
      { ...right, requirements: [{ ...requirement, direction: 'up' }] },
      { ...right, requirements: [{ ...requirement, said: [] }] },
      { ...right, classes: [{ variant: 'a', name: 'half', direction: 'worse' }] },
      { ...right, notes: [{ ...note, before: 7 }] },
      { ...right, latency: [{ quantile: 'median', before: -1, after: 2 }] },
      { ...right, context: [{ ...context, owner: 'nobody' }] },
    ];
    const found = await problemsOf(...wrong);
    expect(wrong.filter((_, index) => found[index]?.length === 0)).toEqual([]);
  });
});
