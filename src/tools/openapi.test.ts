// The OpenAPI document says what the specification says, and what the reference does.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { parameters, title, variantIds, variants } from '#banks/specification.ts';
import type { VariantId } from '#banks/specification.ts';
import { withBuiltIn } from '../api/built-in.ts';
import { readTarget } from '../api/options.ts';
import { runTarget } from '../api/run-target.ts';
import { packageFolder } from '../base/package.ts';
import { exchangesIn } from '../results/record.ts';
import { createLeapingClock } from '../base/leaping-clock.test-support.ts';

const examples = z.object({ examples: z.record(z.string(), z.object({ value: z.unknown() })) });
const response = z.object({ content: z.object({ 'application/json': examples }) });
const schema = z.object({
  info: z.object({ title: z.string() }),
  paths: z.record(
    z.string(),
    z.strictObject({
      parameters: z.array(z.unknown()).optional(),
      post: z.object({
        description: z.string(),
        requestBody: z
          .object({
            content: z.object({
              'application/json': z.object({ schema: z.object({ required: z.array(z.string()) }) }),
            }),
          })
          .optional(),
        parameters: z.array(z.object({ name: z.string(), required: z.literal(true) })).optional(),
        responses: z.record(z.string(), response),
      }),
    }),
  ),
});
const document: unknown = parse(readFileSync(join(packageFolder, 'docs/reference/openapi.yaml'), 'utf8'));
const { info, paths } = schema.parse(document);
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(Object(document), 'openapi');

const pathOf = (variant: VariantId): string => variants[variant].path.replace('<bank_code>', '{bankCode}');

function isDocumented(variant: VariantId, status: number | string, body: unknown): boolean {
  const keys = [
    'paths',
    pathOf(variant),
    'post',
    'responses',
    status,
    'content',
    'application/json',
    'schema',
  ];
  const pointer = keys.map((key) => encodeURIComponent(String(key).replaceAll('/', '~1'))).join('/');
  return ajv.getSchema(`openapi#/${pointer}`)?.(body) === true;
}

test('it has the title of the specification and its paths', () => {
  expect([info.title, Object.keys(paths)]).toEqual([title, variantIds.map(pathOf)]);
});

test.each(variantIds)('variant %s has its parameters, all required, and its table of answers', (id) => {
  const { section, credentialsIn, conditions } = variants[id];
  const { description, requestBody, parameters: inQuery, responses } = paths[pathOf(id)]?.post ?? {};
  const inBody = requestBody?.content['application/json'].schema.required;
  const [has, lacks] =
    credentialsIn === 'body' ? [inBody, inQuery] : [inQuery?.map(({ name }) => name), inBody];
  expect([description, has, lacks]).toEqual([
    `Section ${section} of the specification.`,
    parameters,
    undefined,
  ]);
  const shown = Object.entries(responses ?? {}).flatMap(([status, { content }]) =>
    Object.entries(content['application/json'].examples).map(([name, { value }]) => {
      expect([name, isDocumented(id, status, value)]).toEqual([name, true]);
      return `${status} ${name}`;
    }),
  );
  const stated = Object.entries(conditions).map(([name, { status }]) => `${status} ${name}`);
  expect(shown.toSorted()).toEqual(stated.toSorted());
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
])('%j is documented as the specification has it', (body, list, error) => {
  for (const id of variantIds)
    for (const { status } of Object.values(variants[id].conditions))
      expect(isDocumented(id, status, body)).toBe(status === 200 ? list : error);
});

test.each([
  ['conforms', [], 0],
  ['with a defect does not', ['a-bic-number'], 1],
])('the reference %s, in every judged answer', async (_, defects, least) => {
  const { cases, record } = await withBuiltIn({ defects, key: 'short' }, async ({ profile }) =>
    runTarget({ target: await readTarget(profile, { env: {} }), clock: createLeapingClock() }),
  );
  const exchanges = exchangesIn(record);
  const answers = cases
    .filter(({ isJudged }) => isJudged)
    .flatMap(({ id, variant, exchanges: own }) =>
      own.map((one) => ({ id, variant, answer: exchanges.get(one)?.response ?? null })),
    );
  const wrong = answers.filter(
    ({ variant, answer }) => !isDocumented(variant, answer?.status ?? 0, JSON.parse(answer?.body ?? 'null')),
  );
  expect(answers.length).toBeGreaterThan(50);
  expect(wrong.length > 0).toBe(least > 0);
});
