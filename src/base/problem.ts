// Problems in a file that a person writes: the path within it, what was found, what is expected.

import { z } from 'zod';
import { nearMiss } from './near-miss.ts';
import { describe, quote, valueAt } from './path.ts';
import type { Path } from './path.ts';

/** Holds no secret, except in keys of its path. */
export interface Problem {
  readonly path: Path;
  readonly found: string;
  readonly expected: string;
  /** The word that was probably meant. */
  readonly near?: string | null;
}

export function explain({ found, expected, near = null }: Omit<Problem, 'path'>): string {
  return `found ${found}, expected ${expected}${near === null ? '' : `; did you mean \`${near}\`?`}`;
}

const kinds: Readonly<Record<string, string>> = {
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
  boolean: 'true or false',
};

/** For `safeParse`: what is expected where the schema does not say it; of a mapping, its members. */
const expectedBy: z.core.$ZodErrorMap = (issue) => {
  const members = issue.inst instanceof z.core.$ZodObject ? Object.keys(issue.inst._zod.def.shape) : [];
  if (issue.code === 'unrecognized_keys') return `one of ${members.join(', ')}`;
  if (issue.code === 'invalid_value') return `one of ${issue.values.join(', ')}`;
  return issue.code === 'invalid_type' ? (kinds[issue.expected] ?? `a ${issue.expected}`) : undefined;
};

/**
 * The value by a schema, or what is wrong with it. Only numbers and what stands in the place of a number, of a word
 * of a choice, of true or false are quoted, without the secrets that `hide` takes out.
 */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  hide: (text: string) => string,
) {
  const { data, error } = schema.safeParse(value, { error: expectedBy });
  const problems = (error?.issues ?? []).flatMap((issue): readonly Problem[] => {
    const { path, message: expected } = issue;
    const words = expected.replace(/^one of /, '').split(', ');
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: [...path, key],
        found: 'an unknown key',
        expected,
        near: nearMiss(key, words),
      }));
    if (issue.code === 'invalid_key')
      return [{ path, found: 'this name', expected: issue.issues[0]?.message ?? expected }];
    const actual = valueAt(value, path);
    const isHarmless =
      ['invalid_value', 'too_small', 'too_big'].includes(issue.code) ||
      (issue.code === 'invalid_type' && ['boolean', 'number', 'int'].includes(issue.expected));
    if (!isHarmless || Object(actual) === actual || (actual ?? '') === '')
      return [{ path, found: describe(actual), expected }];
    const [found, near] =
      typeof actual === 'string' ? [quote(hide(actual)), nearMiss(actual, words)] : [String(actual)];
    return [{ path, found, expected, near: near ?? null }];
  });
  return { data, problems };
}

const shownProblems = 5;

/** Lists the problems of a file: one on one line, several below a title, at most five. */
export function listed(file: string, lines: readonly string[]): string {
  if (lines.length === 1) return `${file}: ${lines.join()}`;
  const more = lines.length - shownProblems;
  const shown = lines.slice(0, shownProblems).map((line) => `  ${line}`);
  return [`${file}: ${lines.length} problems`, ...shown, ...(more > 0 ? [`  and ${more} more`] : [])].join(
    '\n',
  );
}
