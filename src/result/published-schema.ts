import { z } from 'zod';
import { profileJsonSchema } from '../target/schema.ts';
import { isMapping } from '../target/place.ts';
import { profileDescriptions } from './profile-description.ts';
import { resultsSchema } from './schema.ts';

/** A JSON Schema or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema (2020-12) of the results file, version 1; further members are allowed everywhere. */
export function resultsJsonSchema(): JsonSchema {
  return {
    $id: 'urn:sbp-banks-conformance:results:1',
    title: 'Results of sbp-banks-conformance',
    description: 'The record of one run (`results.json`); every other report is drawn from it.',
    ...z.toJSONSchema(resultsSchema, { io: 'input' }),
  };
}

/** The JSON Schema (2020-12) of a target profile as it stands in its file, for editors; it lets through what only code can check. */
export function targetJsonSchema(): JsonSchema {
  return {
    $id: 'urn:sbp-banks-conformance:target:1',
    title: 'Target profile of sbp-banks-conformance',
    description:
      'All that a run must be told about the service under test. `${NAME}` in a string is replaced from the environment or `.env`, `${file:PATH}` by the text of a file; a member without a value counts as left out.',
    ...asWritten({ ...profileJsonSchema() }, []),
  };
}

const descriptions: Readonly<Record<string, string>> = profileDescriptions;

/** What a variant may have of its own is described where it is common. */
const shared: readonly string[] = ['credentials', 'encryption', 'conditions', 'headers', 'texts'];

/** Members whose digits count as they are written, whatever number YAML makes of them. */
const textMembers: readonly (string | undefined)[] = ['bankCode', 'name'];

type Place = readonly string[];

/** A part of the schema as people may write what it describes: with its description, blanks and references. */
function asWritten(schema: JsonSchema, place: Place): JsonSchema {
  const { properties, additionalProperties, items } = schema;
  const described = descriptions[nameOf(place)];
  return orReference({
    ...(described === undefined ? {} : { description: described }),
    ...schema,
    ...(textMembers.includes(place.at(-1)) ? { type: ['string', 'number'] } : {}),
    ...(isMapping(properties) ? { properties: membersOf(properties, schema, place) } : {}),
    ...(isMapping(additionalProperties)
      ? { additionalProperties: anyMember(additionalProperties, place) }
      : {}),
    ...(isMapping(items) ? { items: asWritten(items, [...place, '*']) } : {}),
  });
}

/** A variant may be claimed without a word about it; the value of a header may not be left out. */
function anyMember(schema: JsonSchema, place: Place): JsonSchema {
  const written = asWritten(schema, [...place, '*']);
  return nameOf(place) === 'variants' ? orNull(written) : written;
}

function membersOf(properties: JsonSchema, { required }: JsonSchema, place: Place): JsonSchema {
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    Object.entries(properties).map(([key, member]) => {
      if (place[0] === 'variants' && shared.includes(key)) return [key, { $ref: `#/properties/${key}` }];
      const part = asWritten(isMapping(member) ? member : {}, [...place, key]);
      return [key, needed.includes(key) ? part : orNull(part)];
    }),
  );
}

const nameOf = (place: Place): string =>
  place.map((step, index) => (place[0] === 'conditions' && index === 1 ? '*' : step)).join('.');

/** A key without a value counts as left out. */
function orNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf, description, ...rest } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...(anyOf as readonly unknown[]), { type: 'null' }] };
  if (type === undefined || rest['enum'] !== undefined) {
    const { description: _said, ...plain } = schema;
    return { ...(description === undefined ? {} : { description }), anyOf: [plain, { type: 'null' }] };
  }
  return { ...schema, type: [...new Set([type, 'null'].flat())] };
}

/** A word from a list, or a date, may come from the environment. */
function orReference(schema: JsonSchema): JsonSchema {
  const { description, ...rest } = schema;
  if (rest['type'] !== 'string' || (rest['enum'] === undefined && rest['format'] === undefined))
    return schema;
  const said = description === undefined ? {} : { description };
  return { ...said, anyOf: [rest, { type: 'string', pattern: '\\$\\{[^}]+\\}' }] };
}
