import { z } from 'zod';
import type { Param } from '../messages/message.ts';

// The message of a schema says what is expected; reports add what was found.

/** An object with at least these members. A newer minor version may add some. */
export function object<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object(shape, { error: 'an object' });
}

/** A mapping with these keys only. A key without a value counts as absent; an error lists the known keys. */
export function mapping<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape);
  const object = z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? known.join(', ') : `a mapping of ${known.join(', ')}`,
  });
  return z.preprocess((value: z.input<typeof object>): unknown => withoutBlanks(value, known), object);
}

function withoutBlanks(value: unknown, known: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([key, member]) => member !== null || !known.includes(key)),
  );
}

/** An optional setting with its description and example for JSON Schema, reference page and `init`. */
export function optional<Schema extends z.ZodType>(schema: Schema, description: string, example?: unknown) {
  return schema.exactOptional().meta(example === undefined ? { description } : { description, example });
}

export const closed = <const Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.strictObject(shape);

export function list<Item extends z.ZodType>(item: Item) {
  return z.array(item, { error: 'an array' });
}

/** An object with any names, whose values all follow this schema. */
export function record<Value extends z.ZodType>(value: Value) {
  return z.record(z.string(), value, { error: 'an object' });
}

/** For `refine`: what was found, what is expected, and the member that is wrong. */
export const rule = (actual: string, expected: string, ...path: readonly string[]) => ({
  path: [...path],
  error: expected,
  params: { found: actual },
});

/** For `check`: a member that makes sense only together with one of these. */
export const needs = (member: string, ...others: readonly string[]) =>
  z.refine(
    (given) => !(member in Object(given)) || others.some((each) => each in Object(given)),
    rule(`${member} alone`, `${others.join(' or ')} beside it`, member),
  );

/** The empty string is allowed. */
export const text = () => z.string({ error: 'a string' });

/** A string that is not empty and can be encoded in UTF-8. */
export function filled(expected: string) {
  return z
    .string({ error: expected })
    .min(1, { error: expected })
    .regex(/\S/, { error: expected })
    .refine((value) => value.isWellFormed(), { error: 'valid Unicode: half of a surrogate pair is none' });
}

/** A string that is not empty, for example an id, and no part of which is a name that every object has. */
export const name = () =>
  z
    .string({ error: 'a string' })
    .min(1, { error: 'a string that is not empty' })
    .refine((value) => !value.split('.').some((part) => part in Object.prototype), { error: 'another name' });

/** A URL as text. */
export const url = () =>
  name().refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), {
    error: 'an http or https URL',
  });

export const flag = () => z.boolean({ error: 'true or false' });

/** A whole number between two bounds, both included. */
export function whole(min: number, max = Number.MAX_SAFE_INTEGER) {
  const error = `a whole number from ${min} ${max === Number.MAX_SAFE_INTEGER ? 'on' : `to ${max}`}`;
  return z.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

export function tested(expected: string, test: (value: string) => boolean) {
  return z.string({ error: expected }).refine(test, { error: expected });
}

/** A whole number, 0 or more. */
export const count = (most?: number) => whole(0, most);

/** Milliseconds, 0 or more. */
export function milliseconds() {
  const error = 'a number of milliseconds from 0 on';
  return z.number({ error }).min(0, { error });
}

/** ISO 8601 in UTC. */
export const instant = () => z.iso.datetime({ error: 'a point in time, ISO 8601 in UTC' });

/** A day that exists, YYYY-MM-DD. */
export const day = () => z.iso.date({ error: 'a date that exists, YYYY-MM-DD' });

/** A SHA-256 in hex. */
export const digest = () =>
  z.string({ error: 'a SHA-256 in hex' }).regex(/^[0-9a-f]{64}$/, { error: 'a SHA-256 in hex' });

export function choice<const Words extends readonly string[]>(words: Words, note = '') {
  return z.enum(words, { error: `one of ${words.join(', ')}${note}` });
}

const param: z.ZodType<Param> = z.lazy(() =>
  z.union([z.string(), z.number(), said, z.array(param)], {
    error: 'a text, a number, a sentence or several',
  }),
);

const said = z
  .object(
    { code: z.string({ error: 'a string' }), params: z.record(z.string(), param, { error: 'an object' }) },
    { error: 'an object' },
  )
  .meta({ id: 'Message', description: 'A sentence as its code and particulars.' });

/** Parameters of a sentence by name. */
export const params = () => z.record(z.string(), param, { error: 'an object' });

export const sentence = () => said;
