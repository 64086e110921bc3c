import { z } from 'zod';
import type { BodyContract, Specification, Variant } from '../spec/specification.ts';
import { operationOf, reference } from './operation.ts';
import type { Schema } from './operation.ts';

const placeholder = /<([a-z_]+)>/g;

/** The specification as an OpenAPI 3.1 document, a JSON value; what the specification does not show stays open. */
export function openApiOf(spec: Specification, version: string): Schema {
  return {
    openapi: '3.1.1',
    info: {
      title: spec.title,
      version,
      description:
        'Made from the model that the conformance suite judges by. Content types of answers, further members ' +
        'and everything else that the specification does not show are open.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '{base_url}',
        description: 'The service; the suite writes it as {base_url}.',
        variables: {
          base_url: { default: 'https://payouts.invalid', description: 'Address of the service' },
        },
      },
    ],
    tags: [{ name: 'banks', description: 'Banks that can receive B2C transfers through SBP' }],
    paths: Object.fromEntries(spec.variants.map((variant) => [templateOf(variant), itemOf(variant, spec)])),
    components: { schemas: bodySchemas(spec.body) },
  };
}

/** The path as OpenAPI writes it: `<bank_code>` becomes `{bankCode}`. */
export function templateOf({ path }: Variant): string {
  return path.replaceAll(placeholder, (_all, name: string) => `{${camel(name)}}`);
}

const camel = (name: string): string =>
  name.replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase());

function itemOf(variant: Variant, spec: Specification): Schema {
  const parameters = [...variant.path.matchAll(placeholder)].map(([, name = '']) => ({
    name: camel(name),
    in: 'path',
    required: true,
    description: 'Fixed path segment that names the acquiring bank variant.',
    schema: { type: 'string' },
    example: 'acme',
  }));
  return {
    ...(parameters.length === 0 ? {} : { parameters }),
    [variant.method.toLowerCase()]: operationOf(variant, spec),
  };
}

/** The shapes of all bodies by name, from the same names that answers are judged by. */
function bodySchemas(body: BodyContract): Readonly<Record<string, Schema>> {
  return {
    BankRecord: {
      description: 'One bank. Format and length of `bic` and further members are not shown (section 2).',
      ...plain(z.looseObject(Object.fromEntries(body.record.map((name) => [name, z.string()])))),
    },
    BankList: {
      description: `The one and only member is \`${body.list}\` (section 4); the order of its records is not shown.`,
      ...plain(z.strictObject({ [body.list]: z.array(z.unknown()) })),
      properties: { [body.list]: { type: 'array', items: reference('BankRecord') } },
    },
    Error: {
      description: 'Body of every error response (sections 2 and 7).',
      ...plain(z.looseObject({ [body.text]: z.string().min(1) })),
    },
  };
}

function plain(schema: z.ZodType): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
