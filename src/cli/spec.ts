import { stringify } from 'yaml';
import { openApiOf, templateOf } from '../openapi/document.ts';
import { specification } from '../spec/variant.ts';
import type { Variant } from '../spec/specification.ts';
import { commandHelp } from './help.ts';
import type { Invocation } from './invocation.ts';
import { readOptions } from './option.ts';
import type { OptionTable } from './option.ts';
import { readSuite } from './package.ts';

const options = {
  openapi: { type: 'flag', summary: 'as an OpenAPI 3.1 document (YAML)' },
  json: { type: 'flag', summary: 'as JSON' },
  help: { type: 'flag', summary: 'show this' },
} as const satisfies OptionTable;

/** Prints what the suite takes the specification to say. */
export function spec({ args, terminal }: Invocation): Promise<number> {
  const given = readOptions('spec', args, options);
  if (given.has('help')) {
    terminal.write(commandHelp('spec', options));
    return Promise.resolve(0);
  }
  const isJson = given.has('json');
  if (given.has('openapi')) {
    const document = openApiOf(specification, readSuite().version);
    terminal.write(isJson ? `${JSON.stringify(document, null, 2)}\n` : stringify(document, { lineWidth: 0 }));
  } else if (isJson) {
    terminal.write(
      `${JSON.stringify({ title: specification.title, variants: specification.variants }, null, 2)}\n`,
    );
  } else {
    terminal.write(`${specification.title}\n${specification.variants.map(inLines).join('')}`);
  }
  return Promise.resolve(0);
}

function inLines(variant: Variant): string {
  const { id, section, method, parameters, carrier, conditions, unusedStatuses } = variant;
  const names = parameters.map(({ name, type }) => `${name} (${type})`).join(', ');
  const place = { 'json-body': 'a JSON object in the body', query: 'the query string, no body' }[carrier];
  return [
    `\nVariant ${id.toUpperCase()} (section ${section}): ${method} ${templateOf(variant)}`,
    `  credentials in ${place}: ${names}`,
    ...[...conditions, ...unusedStatuses.map((status) => ({ status, name: 'not used' }))]
      .toSorted((one, other) => one.status - other.status)
      .map(({ name, status }) => `  ${status}  ${name}`),
    '',
  ].join('\n');
}
