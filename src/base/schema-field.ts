// Kinds of settings that a person writes. Their messages say what is expected; errors add what was found.

import { z } from 'zod';
import { rule } from './problem.ts';

/** A mapping with these keys only; an error lists them. */
export function mapping<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape).join(', ');
  const error = ({ code }: z.core.$ZodRawIssue) =>
    code === 'unrecognized_keys' ? known : `a mapping of ${known}`;
  return z.strictObject(shape, { error });
}

export const optional = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.exactOptional().describe(description);
export const tested = (expected: string, test: (value: string) => boolean) =>
  z.string({ error: expected }).refine(test, { error: expected });
/** Not blank, and possible in UTF-8. */
export const filled = (expected: string) =>
  tested(expected, (value) => value.trim() !== '' && value.isWellFormed());
export const flag = () => z.boolean({ error: 'true or false' });
export const choice = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, { error: `one of ${words.join(', ')}` });

export function whole(min: number, max: number) {
  const error = `a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

/** For `check`: a member that makes sense only together with one of these. */
export const needs = (member: string, ...others: readonly string[]) =>
  z.refine(
    (given) => !(member in Object(given)) || others.some((each) => each in Object(given)),
    rule(`${member} alone`, `${others.join(' or ')} beside it`, member),
  );
