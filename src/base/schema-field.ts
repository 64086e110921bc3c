// Kinds of settings that a person writes. Their messages say what is expected; errors add what was found.

import { z } from 'zod';

export const optional = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.exactOptional().describe(description);
export const tested = (expected: string, test: (value: string) => boolean) =>
  z.string({ error: expected }).refine(test, { error: expected });
/** Not blank, and possible in UTF-8. */
export const filled = (expected: string) =>
  tested(expected, (value) => value.trim() !== '' && value.isWellFormed());

export function whole(min: number, max: number) {
  const error = `a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

/** For `check`: a member that makes sense only together with one of these. */
export const needs = (member: string, ...others: readonly string[]) =>
  z.refine((given) => !(member in Object(given)) || others.some((each) => each in Object(given)), {
    path: [member],
    error: `${others.join(' or ')} beside it`,
  });
