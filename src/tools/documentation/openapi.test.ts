import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import type { CaseResult, Results } from '../../results/results.ts';
import { specification } from '../../operation/specification.ts';
import { packageFolder } from '../../base/package.ts';
import type { Evidence } from '../../judge/evidence.ts';
import { runReference } from '../../cli/reference-run.test-support.ts';

/** Parts of the document that the specification determines. */
const typed = z.object({ type: z.string() });
const media = z.object({ examples: z.record(z.string(), z.object({ value: z.unknown() })) });
const answer = z.object({ content: z.object({ 'application/json': media }) });
const sent = z.object({ required: z.array(z.string()), properties: z.record(z.string(), typed) });
const query = z.object({
  name: z.string(),
  in: z.literal('query'),
  required: z.literal(true),
  schema: typed,
});
const operation = z.object({
  description: z.string(),
  requestBody: z
    .object({
      required: z.literal(true),
      content: z.strictObject({ 'application/json': z.object({ schema: sent }) }),
    })
    .optional(),
  parameters: z.array(query).optional(),
  responses: z.record(z.string(), answer),
});
const item = z.strictObject({
  parameters: z
    .array(z.object({ name: z.string(), in: z.literal('path'), required: z.literal(true) }))
    .optional(),
  post: operation,
});
const document: unknown = parse(await readFile(join(packageFolder, 'docs/reference/openapi.yaml'), 'utf8'));
const { paths, info } = z
  .object({ paths: z.record(z.string(), item), info: z.object({ title: z.string() }) })
  .parse(document);

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(Object(document), 'openapi');

/** The schema at this path of the document. */
const schemaAt = (...keys: readonly string[]): ValidateFunction | undefined =>
  ajv.getSchema(
    `openapi#/${keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`,
  );
const pathOf = (variant: string): string =>
  variant === 'a' ? '/partner/sbp/banks' : '/partner/{bankCode}/sbp/banks/';
const json = ['content', 'application/json'] as const;
const responseSchema = (variant: string, status: number | string): ValidateFunction | undefined =>
  schemaAt('paths', pathOf(variant), 'post', 'responses', String(status), ...json, 'schema');
const errorSchema = schemaAt('components', 'schemas', 'Error');

interface Recorded {
  readonly testCase: CaseResult;
  readonly exchange: Evidence;
}

/** Answered requests to the operation itself. */
const postsOf = ({ cases }: Results): readonly Recorded[] =>
  cases
    .flatMap((testCase) => testCase.exchanges.map((exchange) => ({ testCase, exchange })))
    .filter(({ testCase: { variant }, exchange: { request, response } }) => {
      const { pathname } = new URL(request.url);
      const path = pathOf(variant).replace('{bankCode}', 'acme');
      return request.method === 'POST' && pathname === path && response !== null;
    });

/** How the status or shape of an answer contradicts the document; empty if it does not. */
function disagreement({ testCase, exchange: { response } }: Recorded): readonly string[] {
  if (response === null) return [];
  // If the specification is silent, any status is allowed, but an error must have the documented shape.
  const validate =
    responseSchema(testCase.variant, response.status) ??
    (testCase.verdict === null ? errorSchema : undefined);
  if (validate === undefined) return [`${testCase.id}: ${response.status} is not documented`];
  if (validate(JSON.parse(response.body))) return [];
  return [`${testCase.id}: ${ajv.errorsText(validate.errors)}`];
}

describe('the document', () => {
  test('has the title of the specification and its paths', () => {
    expect(info.title).toBe(specification.title);
    expect(Object.keys(paths)).toEqual(specification.variants.map(({ id }) => pathOf(id)));
    for (const { id, path, method, section } of specification.variants) {
      expect(path.replace('<bank_code>', '{bankCode}')).toBe(pathOf(id));
      const segments = path.includes('<') ? [expect.objectContaining({ name: 'bankCode' })] : undefined;
      expect(paths[pathOf(id)]?.parameters).toEqual(segments);
      expect(method).toBe('POST');
      expect(paths[pathOf(id)]?.post.description).toBe(`Section ${section} of the specification.`);
    }
  });

  test.each(specification.variants)('has the parameters of variant $id, all required', (variant) => {
    const { requestBody, parameters: queried = [] } = paths[pathOf(variant.id)]?.post ?? {};
    const body = requestBody?.content['application/json'].schema;
    const types = variant.parameters.map(({ name, type }) => [name, type === 'int' ? 'integer' : type]);
    const inBody = Object.entries(body?.properties ?? {}).map(([name, { type }]) => [name, type]);
    const inQuery = queried.map(({ name, schema: { type } }) => [name, type]);
    expect([inBody, inQuery]).toEqual(variant.carrier === 'query' ? [[], types] : [types, []]);
    expect(body?.required ?? types.map(([name]) => name)).toEqual(types.map(([name]) => name));
  });

  test('has the statuses of both tables and no other, with an example for each condition', () => {
    for (const { id, conditions } of specification.variants) {
      const { responses = {} } = paths[pathOf(id)]?.post ?? {};
      const shown = Object.entries(responses).flatMap(([status, { content }]) =>
        Object.keys(content['application/json'].examples).map((name) => `${status} ${name}`),
      );
      expect(shown.toSorted()).toEqual(conditions.map(({ status, name }) => `${status} ${name}`).toSorted());
    }
  });

  test.each<[body: unknown, list: boolean, error: boolean]>([
    [{ banks: [] }, true, false],
    [{ banks: [{ name: 'x', bic: '1', more: 1 }] }, true, false],
    [{ banks: [{ name: 'x' }] }, false, false],
    [{ banks: [{ name: 'x', bic: 1 }] }, false, false],
    [{ banks: [], more: 1 }, false, false],
    [{ description_status: 'x', more: 1 }, false, true],
    [{ description_status: '' }, false, false],
    [[], false, false],
  ])('takes %j as the specification does', (body, list, error) => {
    for (const { id, conditions } of specification.variants) {
      for (const { status } of conditions)
        expect(responseSchema(id, status)?.(body)).toBe(status === 200 ? list : error);
    }
  });

  test('has examples that are valid by its own schemas', () => {
    const valid = ['a', 'b'].flatMap((variant) =>
      Object.entries(paths[pathOf(variant)]?.post.responses ?? {}).flatMap(([status, { content }]) =>
        Object.values(content['application/json'].examples).map(
          ({ value }) => responseSchema(variant, status)?.(value) === true,
        ),
      ),
    );
    expect(valid).toEqual(Array(13).fill(true));
  });
});

describe('a run against the reference', () => {
  let recorded: readonly Recorded[];
  beforeAll(async () => {
    recorded = postsOf((await runReference()).results);
  });

  test('agrees with the document in every answer', () => {
    expect(recorded.length).toBeGreaterThan(100);
    expect(recorded.flatMap(disagreement)).toEqual([]);
  });

  test('sends bodies in variant A that are valid where nothing is missing, and invalid where something is', () => {
    const bodyOf = schemaAt('paths', '/partner/sbp/banks', 'post', 'requestBody', ...json, 'schema');
    const validity = (part: string): ReadonlySet<boolean> =>
      new Set(
        recorded
          .filter(({ testCase }) => testCase.verdict !== null && testCase.id.startsWith(`a.${part}`))
          .map(({ exchange }) => bodyOf?.(JSON.parse(exchange.request.body ?? 'null')) === true),
      );
    expect([validity('success'), validity('missing')]).toEqual([new Set([true]), new Set([false])]);
  });

  test.for(['a-bic-number', 'a-unauthorized-401'])('with the defect %s disagrees', async (id) => {
    const { results } = await runReference(undefined, { defects: [id], observed: false });
    expect(postsOf(results).flatMap(disagreement)).not.toEqual([]);
  });
});
