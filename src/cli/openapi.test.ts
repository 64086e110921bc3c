import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { openApiOf, templateOf } from '../openapi/document.ts';
import type { CaseResult, Results } from '../result/results.ts';
import { specification } from '../spec/specification.ts';
import type { Variant } from '../spec/specification.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { inFolder } from './fake-terminal.test-support.ts';
import { runReference } from './reference-run.test-support.ts';

const root = new URL('../../', import.meta.url).pathname;
const document = openApiOf(specification, '1.2.3');

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(document, 'openapi');

/** The schema at that place of the document, and the operation of a variant as a place. */
const schemaAt = (...keys: readonly string[]): ValidateFunction | undefined =>
  ajv.getSchema(
    `openapi#/${keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`,
  );
const inOperation = (variant: Variant): readonly string[] => ['paths', templateOf(variant), 'post'];
const json = ['content', 'application/json'] as const;
const responseSchema = (variant: Variant, status: number): ValidateFunction | undefined =>
  schemaAt(...inOperation(variant), 'responses', String(status), ...json, 'schema');
const errorSchema = schemaAt('components', 'schemas', 'Error');

interface Recorded {
  readonly variant: Variant;
  readonly testCase: CaseResult;
  readonly exchange: Evidence;
}

/** What was sent to the operation itself and was answered. */
function postsOf(results: Results): readonly Recorded[] {
  return specification.variants.flatMap((variant) => {
    const path = templateOf(variant).replace('{bankCode}', 'acme');
    return results.cases
      .filter((one) => one.variant === variant.id)
      .flatMap((testCase) => testCase.exchanges.map((exchange) => ({ variant, testCase, exchange })))
      .filter(
        ({ exchange: { request, response } }) =>
          request.method === 'POST' && new URL(request.url).pathname === path && response !== null,
      );
  });
}

/** Status and shape of the answer by the document; empty where they agree. */
function disagreement({ variant, testCase, exchange: { response } }: Recorded): readonly string[] {
  if (response === null) return [];
  // Where the specification is silent the status is open, the shape of an error is not.
  const validate =
    responseSchema(variant, response.status) ?? (testCase.verdict === null ? errorSchema : undefined);
  if (validate === undefined) return [`${testCase.id}: ${response.status} is not documented`];
  if (validate(JSON.parse(response.body))) return [];
  return [`${testCase.id}: ${ajv.errorsText(validate.errors)}`];
}

describe('the document', () => {
  test('is linted clean by Redocly', async () => {
    await inFolder(async (folder) => {
      const file = join(folder, 'openapi.json');
      await writeFile(file, JSON.stringify(document));
      const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js');
      const args = ['lint', file, '--config', join(root, 'docs/reference/redocly.yaml')];
      const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };
      const env = { ...process.env, ...quiet };
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [redocly, ...args], { env });
      expect(`${stdout}${stderr}`).toMatch(/Your API description is valid/);
      expect(`${stdout}${stderr}`).not.toMatch(/warning/i);
    });
  });

  test('has every status of both tables, and none that is not used', () => {
    for (const variant of specification.variants) {
      for (const { status } of variant.conditions) expect(responseSchema(variant, status)).toBeDefined();
      for (const status of variant.unusedStatuses) expect(responseSchema(variant, status)).toBeUndefined();
    }
  });

  test('has examples that are valid by its own schemas', () => {
    const validated = specification.variants.flatMap((variant) =>
      variant.conditions.map(({ name, status }) => {
        const path = [
          ...inOperation(variant),
          'responses',
          String(status),
          ...json,
          'examples',
          name,
          'value',
        ];
        const media = at(document, path);
        return responseSchema(variant, status)?.(media) === true;
      }),
    );
    expect(validated).toHaveLength(13);
    expect(validated).not.toContain(false);
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
    const validity = (part: string): readonly boolean[] =>
      recorded
        .filter(({ testCase }) => testCase.verdict !== null && testCase.id.startsWith(`a.${part}`))
        .map(({ exchange }) => bodyOf?.(JSON.parse(exchange.request.body ?? 'null')) === true);
    expect(new Set(validity('success'))).toEqual(new Set([true]));
    expect(new Set(validity('missing'))).toEqual(new Set([false]));
  });
});

describe('a run against a defect', () => {
  test.for(['a-bic-number', 'a-unauthorized-401'])('%s disagrees with the document', async (id) => {
    const { results } = await runReference(undefined, { defects: [id], observed: false });
    expect(postsOf(results).flatMap(disagreement)).not.toEqual([]);
  });
});

function at(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  const isRecord = typeof value === 'object' && value !== null && key in value;
  return isRecord ? at((value as Readonly<Record<string, unknown>>)[key], rest) : undefined;
}

test('the committed page is what the command prints', async () => {
  const { stringify } = await import('yaml');
  const file = join(root, 'docs/reference/openapi.yaml');
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const text = stringify(openApiOf(specification, version), { lineWidth: 0 });
  if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(file, text);
  expect(await readFile(file, 'utf8')).toBe(text);
});
