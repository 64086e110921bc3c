import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import type { CaseResult, Results } from '../result/results.ts';
import { specification } from '../spec/specification.ts';
import { packageFolder } from '../suite.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { execute, toolOf } from './child.test-support.ts';
import { askIn } from './fake-terminal.test-support.ts';
import { runReference } from './reference-run.test-support.ts';

const page = join(packageFolder, 'docs/reference/openapi.yaml');
const media = z.object({ examples: z.record(z.string(), z.object({ value: z.unknown() })) });
const answer = z.object({ content: z.object({ 'application/json': media }) });
const operation = z.object({ post: z.object({ responses: z.record(z.string(), answer) }) });
const document: unknown = parse(await readFile(page, 'utf8'));
const { paths } = z.object({ paths: z.record(z.string(), operation) }).parse(document);

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(Object(document), 'openapi');

/** The schema at that place of the document. */
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

/** How an answer contradicts the document in status or shape; empty if it does not. */
function disagreement({ testCase, exchange: { response } }: Recorded): readonly string[] {
  if (response === null) return [];
  // If the specification is silent, the status is open, but not the shape of an error.
  const validate =
    responseSchema(testCase.variant, response.status) ??
    (testCase.verdict === null ? errorSchema : undefined);
  if (validate === undefined) return [`${testCase.id}: ${response.status} is not documented`];
  if (validate(JSON.parse(response.body))) return [];
  return [`${testCase.id}: ${ajv.errorsText(validate.errors)}`];
}

describe('the document', () => {
  test('is what the command prints; UPDATE_GOLDEN=1 writes it', async () => {
    const { out } = await askIn({}, 'spec', '--openapi');
    if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(page, out);
    expect(await readFile(page, 'utf8')).toBe(out);
  });

  test('is linted clean by Redocly', async () => {
    const redocly = [toolOf('@redocly/cli', 'bin', 'cli.js'), 'lint', page];
    const settings = ['--config', join(packageFolder, 'docs/reference/redocly.yaml')];
    const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };
    const { said } = await execute(process.execPath, [...redocly, ...settings], packageFolder, quiet);
    expect(said).toMatch(/Your API description is valid/);
    expect(said).not.toMatch(/warning/i);
  });

  test('has every status of both tables, and none that is not used', () => {
    for (const { id, conditions, unusedStatuses } of specification.variants) {
      for (const { status } of conditions) expect(responseSchema(id, status)).toBeDefined();
      for (const status of unusedStatuses) expect(responseSchema(id, status)).toBeUndefined();
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
