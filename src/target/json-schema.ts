import { z } from 'zod';
import { isMapping } from './place.ts';
import { profileSchema, sharedSettings } from './schema.ts';

/** A JSON Schema or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema (2020-12) of a target profile as it stands in its file, for editors; it lets through what only code can check. */
export function targetJsonSchema(): JsonSchema {
  const { $schema, ...schema }: JsonSchema = { ...z.toJSONSchema(profileSchema, { io: 'input' }) };
  return {
    $id: 'urn:sbp-banks-conformance:target:1',
    title: 'Target profile of sbp-banks-conformance',
    description:
      'All that a run must be told about the service under test. `${NAME}` in a string is replaced from the environment or `.env`, `${file:PATH}` by the text of a file; a member without a value counts as left out.',
    $schema,
    ...asWritten(schema, []),
  };
}

// Whatever number YAML makes of them, their digits count as they are written.
const textMembers: readonly (string | undefined)[] = ['bankCode', 'name'];

/** A part of the schema as people may write what it describes: with blanks and references. */
function asWritten({ example, ...schema }: JsonSchema, place: readonly string[]): JsonSchema {
  const { properties, additionalProperties, items, required } = schema;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const member = ([key, part]: readonly [string, unknown]): readonly [string, JsonSchema] => {
    if (place[0] === 'variants' && sharedSettings.includes(key))
      return [key, { $ref: `#/properties/${key}` }];
    const written = asWritten(isMapping(part) ? part : {}, [...place, key]);
    return [key, needed.includes(key) ? written : orNull(written)];
  };
  const others = isMapping(additionalProperties) ? asWritten(additionalProperties, [...place, '*']) : null;
  return orReference({
    ...schema,
    // zod drops `examples` of what it transforms.
    ...(example === undefined ? {} : { examples: [example] }),
    ...(textMembers.includes(place.at(-1)) ? { type: ['string', 'number'] } : {}),
    ...(isMapping(properties)
      ? { properties: Object.fromEntries(Object.entries(properties).map(member)) }
      : {}),
    // A variant may be claimed without a word about it; the value of a header may not be left out.
    ...(others === null ? {} : { additionalProperties: place[0] === 'variants' ? orNull(others) : others }),
    ...(isMapping(items) ? { items: asWritten(items, [...place, '*']) } : {}),
  });
}

/** A key without a value counts as left out. */
function orNull(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema['anyOf'])) return orElse(schema, { type: 'null' });
  return { ...schema, type: [...new Set([schema['type'], 'null'].flat())] };
}

/** A word from a list, or a date, may come from the environment. */
function orReference(schema: JsonSchema): JsonSchema {
  const { type, enum: words, format } = schema;
  const isBound = type === 'string' && (words !== undefined || format !== undefined);
  return isBound ? orElse(schema, { type: 'string', pattern: '\\$\\{[^}]+\\}' }) : schema;
}

function orElse(schema: JsonSchema, other: JsonSchema): JsonSchema {
  const { description, examples, anyOf, ...rest } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...(anyOf as readonly unknown[]), other] };
  return {
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples }),
    anyOf: [rest, other],
  };
}
