import type { Specification, Variant } from '../spec/specification.ts';
import { operationOf } from './operation.ts';
import { bodySchemas } from './schema.ts';
import type { Schema } from './schema.ts';

const placeholder = /<([a-z]+)_([a-z]+)>/g;

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
  return path.replace(placeholder, (_all, first: string, second: string) => `{${camel(first, second)}}`);
}

const camel = (first: string, second: string): string =>
  `${first}${second.charAt(0).toUpperCase()}${second.slice(1)}`;

function itemOf(variant: Variant, spec: Specification): Schema {
  const names = [...variant.path.matchAll(placeholder)].map(([, first = '', second = '']) =>
    camel(first, second),
  );
  const parameters = names.map((name) => ({
    name,
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
