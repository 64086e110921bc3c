// Problems in a file that a person writes: the path within it, what was found, what is expected.

import type { z } from 'zod';
import { nearMiss } from './near-miss.ts';
import { valueAt } from './path.ts';
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

/** For `refine`: what was found, what is expected, and the member that is wrong. */
export const rule = (found: string, expected: string, ...path: readonly string[]) => ({
  path: [...path],
  error: expected,
  params: { found },
});

/**
 * Problems that a schema finds in a value. Its messages say what is expected; of unknown keys, which are known.
 * `show` describes the value at a path.
 */
export function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  show: (value: unknown, path: Path) => string,
): readonly Problem[] {
  return issues.flatMap((issue): readonly Problem[] => {
    const { path, message } = issue;
    if (issue.code === 'unrecognized_keys') {
      const known = message.split(', ');
      return issue.keys.map((key) => ({
        path: [...path, key],
        found: 'an unknown key',
        expected: `one of ${message}`,
        near: nearMiss(key, known),
      }));
    }
    if (issue.code === 'invalid_key')
      return [{ path, found: 'this name', expected: issue.issues[0]?.message ?? message }];
    const stated: unknown = issue.code === 'custom' ? issue.params?.['found'] : undefined;
    if (typeof stated === 'string') return [{ path, found: stated, expected: message }];
    const actual = valueAt(value, path);
    const words = issue.code === 'invalid_value' ? issue.values.map(String) : [];
    const near = typeof actual === 'string' ? nearMiss(actual, words) : null;
    return [{ path, found: show(actual, path), expected: message, near }];
  });
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
