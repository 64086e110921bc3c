import { isMapping } from '../target/place.ts';
import { code, literal, page, prose, table } from './markdown.ts';

/** A JSON Schema or a part of one. */
type Schema = Readonly<Record<string, unknown>>;

interface Member {
  readonly path: string;
  readonly schema: Schema;
}

/** The page that lists every member of a target profile, from its JSON Schema. */
export function profilePage(schema: Schema): string {
  return page('Target profile', [
    prose(
      `A target profile is a YAML file. ${descriptionOf(schema)} In \`.env\`, put a value that contains a \`#\` in single quotes, \`NAME='…'\`, or in backticks if it contains a single quote; without quotes it ends at the \`#\`. An unknown member is an error. [The JSON Schema](../schemas/target.schema.json) is for editors: \`# yaml-language-server: $schema=…/target.schema.json\` on the first line of a profile.`,
    ),
    table(
      ['member', 'type', 'default', 'what it means'],
      membersOf(schema, []).map(({ path, schema: member }) => [
        code(path),
        literal(typeOf(member)),
        defaultOf(member),
        literal(descriptionOf(member)),
      ]),
    ),
    prose(
      'A variant merges its own `credentials`, `encryption`, `conditions`, `headers` and `texts` over the common ones. Relative paths start from the folder of the profile. [fixtures/targets/staging.yaml](../../fixtures/targets/staging.yaml) is an example, as a team keeps it in its repository.',
    ),
  ]);
}

function membersOf(schema: Schema, place: readonly string[]): readonly Member[] {
  return childrenOf(schema).flatMap(([key, child]) => {
    const path = [...place, key];
    const plain = withoutNull(child);
    return [{ path: path.join('.'), schema: plain }, ...membersOf(plain, path)];
  });
}

function childrenOf({ properties, additionalProperties, items }: Schema): readonly [string, Schema][] {
  const own = isMapping(properties) ? Object.entries(properties) : [];
  const any = [additionalProperties, items].filter((part) => isMapping(part) && hasMembers(part));
  return [...own, ...any.map((part) => ['*', part] as const)].flatMap(([key, part]) =>
    isMapping(part) ? [[key, part]] : [],
  );
}

const hasMembers = (part: unknown): boolean => isMapping(part) && isMapping(withoutNull(part)['properties']);

/** That a value may be left blank holds for every member. */
function withoutNull(schema: Schema): Schema {
  const { anyOf, type } = schema;
  if (Array.isArray(type)) {
    const types = type.filter((each) => each !== 'null');
    return { ...schema, type: types.length === 1 ? types[0] : types };
  }
  if (!Array.isArray(anyOf)) return schema;
  const parts = (anyOf as readonly unknown[])
    .filter(isMapping)
    .filter((part) => part['type'] !== 'null' && !textOf(part['pattern']).startsWith(String.raw`\$`));
  const [only] = parts;
  return parts.length === 1 ? { ...schema, anyOf: undefined, ...only } : { ...schema, anyOf: parts };
}

function typeOf(schema: Schema): string {
  const { type, anyOf, minimum, maximum, exclusiveMinimum, format } = schema;
  const reference = schema['$ref'];
  if (typeof reference === 'string') return `as \`${reference.split('/').at(-1)}\``;
  const words = schema['enum'] ?? (schema['const'] === undefined ? undefined : [schema['const']]);
  if (Array.isArray(words)) return words.map((word) => code(String(word))).join(', ');
  if (Array.isArray(anyOf)) return [...new Set(anyOf.filter(isMapping).map(typeOf))].join(' or ');
  const least = minimum === undefined ? exclusiveMinimum : minimum;
  const bounds =
    least === undefined
      ? ''
      : `, ${minimum === undefined ? 'above' : 'from'} ${textOf(least)} to ${textOf(maximum)}`;
  const named = format === 'date' ? 'date' : [type].flat().map(wordOf).join(' or ');
  return `${named === '' ? 'any' : named}${bounds}`;
}

const words: Readonly<Record<string, string>> = {
  object: 'mapping',
  array: 'list',
  integer: 'whole number',
  boolean: '`true` or `false`',
};

const wordOf = (type: unknown): string => words[textOf(type)] ?? textOf(type);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

function defaultOf(schema: Schema): string {
  const { default: value } = schema;
  if (value === undefined || isMapping(value) || Array.isArray(value)) return '';
  return value === null ? meaningOfNull(schema) : code(textOf(value));
}

/** What the description says of null, nothing being there if it says nothing. */
const meaningOfNull = (schema: Schema): string => /\bnull: (\w+)/.exec(descriptionOf(schema))?.[1] ?? 'none';

const descriptionOf = ({ description }: Schema): string =>
  typeof description === 'string' ? description : '';
