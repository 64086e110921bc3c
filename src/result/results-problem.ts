import type { z } from 'zod';
import { nearMiss, quote, valueAt, writePath } from '../target/place.ts';
import type { Path } from '../target/place.ts';

/** What was found at a place: a text or a number, shortened, everything else by its kind. */
export function inWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return quote(value);
}

/** One wrong member in one line: place, what was found, what is expected, and what was probably meant. */
export function explainIssue(issue: z.core.$ZodIssue, value: unknown, above: Path): string {
  const found = valueAt(value, issue.path);
  const options = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const near = typeof found === 'string' ? nearMiss(found, options) : null;
  const question = near === null ? '' : `; did you mean ${near}?`;
  const place = writePath([...above, ...issue.path]);
  return `${place === '' ? 'the file' : place}: found ${inWords(found)}, expected ${issue.message}${question}`;
}
