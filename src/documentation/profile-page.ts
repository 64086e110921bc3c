import { isMapping } from '../target/place.ts';
import { describedProfile } from '../target/schema.ts';
import type { JsonSchema } from '../target/schema.ts';
import { code, literal, page, prose, table } from './markdown.ts';

/** The page that lists every member of a target profile, as its schema describes it. */
export function profilePage(): string {
  const schema = describedProfile();
  return page('Target profile', [
    prose(
      `A target profile is a YAML file. ${textOf(schema['description'])} In \`.env\`, put a value that contains a \`#\` in single quotes, \`NAME='…'\`, or in backticks if it contains a single quote; without quotes it ends at the \`#\`. An unknown member is an error. [The JSON Schema](../schemas/target.schema.json) is for editors: \`# yaml-language-server: $schema=…/target.schema.json\` on the first line of a profile.`,
    ),
    table(['member', 'type', 'default', 'what it means'], rowsOf(schema, [])),
    prose(
      'A variant merges its own `credentials`, `encryption`, `conditions`, `headers` and `texts` over the common ones. Relative paths start from the folder of the profile. [fixtures/targets/staging.yaml](../../fixtures/targets/staging.yaml) is an example, as a team keeps it in its repository.',
    ),
  ]);
}

/** A row for each member and for all below it. */
function rowsOf(
  { properties, additionalProperties, items }: JsonSchema,
  place: readonly string[],
): readonly (readonly string[])[] {
  const named = Object.entries(isMapping(properties) ? properties : {});
  const any = [additionalProperties, items].filter(
    (part) => isMapping(part) && isMapping(part['properties']),
  );
  return [...named, ...any.map((part) => ['*', part] as const)].flatMap(([key, part]) => {
    if (!isMapping(part)) return [];
    const path = [...place, key];
    const description = literal(textOf(part['description']));
    return [
      [code(path.join('.')), literal(typeOf(part)), defaultOf(part), description],
      ...rowsOf(part, path),
    ];
  });
}

const words: Readonly<Record<string, string>> = {
  object: 'mapping',
  array: 'list',
  integer: 'whole number',
  boolean: '`true` or `false`',
};

function typeOf(schema: JsonSchema): string {
  const { $ref, type, anyOf, enum: choices, minimum, maximum, exclusiveMinimum, format } = schema;
  if (typeof $ref === 'string') return `as \`${$ref.split('/').at(-1)}\``;
  if (Array.isArray(choices)) return code(...choices.map(String));
  if (Array.isArray(anyOf)) return anyOf.filter(isMapping).map(typeOf).filter(Boolean).join(' or ');
  const types = [type]
    .flat()
    .map(textOf)
    .filter((each) => each !== 'null');
  const named = format === 'date' ? 'date' : types.map((each) => words[each] ?? each).join(' or ');
  const [least, bound] = minimum === undefined ? [exclusiveMinimum, 'above'] : [minimum, 'from'];
  return least === undefined ? named : `${named}, ${bound} ${textOf(least)} to ${textOf(maximum)}`;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

function defaultOf({ default: value, description }: JsonSchema): string {
  if (value === undefined || isMapping(value) || Array.isArray(value)) return '';
  // What the description says of null, nothing being there if it says nothing.
  return value === null ? (/\bnull: (\w+)/.exec(textOf(description))?.[1] ?? 'none') : code(textOf(value));
}
