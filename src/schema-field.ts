import { z } from 'zod';
import type { Param } from './wording/message.ts';

// As in the schema of the profile, the message of a schema is what is expected; what was found is added where problems are reported.

/** An object with at least these members; further ones are allowed, so that a newer minor version stays readable. */
export function object<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object(shape, { error: 'an object' });
}

/** An array of such items. */
export function list<Item extends z.ZodType>(item: Item) {
  return z.array(item, { error: 'an array' });
}

/** An object whose members, whatever their names, all look like this. */
export function record<Value extends z.ZodType>(value: Value) {
  return z.record(z.string(), value, { error: 'an object' });
}

/** A string, empty or not. */
export const text = () => z.string({ error: 'a string' });

/** A string that is not empty, an id as a rule. No part of it is the name of what every object has: ids are looked up in tables. */
export const name = () =>
  z
    .string({ error: 'a string' })
    .min(1, { error: 'a string that is not empty' })
    .refine((value) => !value.split('.').some((part) => part in Object.prototype), { error: 'another name' });

/** The text of a URL. */
export const url = () =>
  name().refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), {
    error: 'an http or https URL',
  });

/** True or false. */
export const flag = () => z.boolean({ error: 'true or false' });

/** A whole number from 0 on. */
export function count(most = Number.MAX_SAFE_INTEGER) {
  const error = 'a whole number from 0 on';
  return z.number({ error }).int({ error }).min(0, { error }).max(most, { error });
}

/** Milliseconds, from 0 on. */
export function milliseconds() {
  const error = 'a number of milliseconds from 0 on';
  return z.number({ error }).min(0, { error });
}

/** A point in time (ISO 8601, UTC). */
export const instant = () => z.iso.datetime({ error: 'a point in time, ISO 8601 in UTC' });

/** A day that exists, YYYY-MM-DD. */
export const day = () => z.iso.date({ error: 'a date that exists, YYYY-MM-DD' });

/** A SHA-256 in hex. */
export const digest = () =>
  z.string({ error: 'a SHA-256 in hex' }).regex(/^[0-9a-f]{64}$/, { error: 'a SHA-256 in hex' });

/** One of these words. */
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

/** Particulars of a sentence by their names. */
export const params = () => z.record(z.string(), param, { error: 'an object' });

/** A sentence as its code and particulars. */
export const sentence = () => said;
