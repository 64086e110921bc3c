import type { z } from 'zod';
import { nearMiss } from './near-miss.ts';
import { valueAt, writePath } from './place.ts';
import type { Path } from './place.ts';
import { describe, quoteMasked } from './problem.ts';
import type { Problem } from './problem.ts';

// Keys whose values are no secrets by what they mean; everywhere else only the kind of value is told.
const shown: ReadonlySet<string> = new Set(
  [
    'scheme hash mgf1 cipher alg enc encoding language http2 until requirement',
    'concurrency rate timeout retries maxBody failedLogins status within',
    'bankCode localAddress baseUrl method',
  ].flatMap((line) => line.split(' ')),
);

/** What must not be shown. */
interface Hidden {
  /** Paths whose values came from `${…}`. */
  readonly replaced: ReadonlySet<string>;
  readonly secrets: readonly string[];
}

/** What the schema found wrong, in words. */
export function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  hidden: Hidden,
): readonly Problem[] {
  return issues.flatMap((issue) => problemsOfIssue(issue, value, hidden));
}

function problemsOfIssue(issue: z.core.$ZodIssue, value: unknown, hidden: Hidden): readonly Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownKey(issue.path, key, issue.message.split(', ')));
  }
  if (issue.code === 'invalid_key') {
    return [{ path: issue.path, found: 'this name', expected: issue.issues[0]?.message ?? issue.message }];
  }
  const found = valueAt(value, issue.path);
  const options = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const near = typeof found === 'string' ? nearMiss(found, options) : null;
  return [{ path: issue.path, found: show(found, issue.path, hidden), expected: issue.message, near }];
}

// A key that the schema does not know, with the one that was probably meant.
function unknownKey(parent: Path, key: string, known: readonly string[]): Problem {
  const expected = known.length === 1 ? `only ${known.join()}` : `one of ${known.join(', ')}`;
  return { path: [...parent, key], found: 'an unknown key', expected, near: nearMiss(key, known) };
}

// What stands there: the value itself where it cannot be a secret, else its kind.
function show(value: unknown, path: Path, { replaced, secrets }: Hidden): string {
  const key = String(path.at(-1));
  const scalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!scalar || value === '' || !shown.has(key) || replaced.has(writePath(path))) return describe(value);
  if (path.includes('headers') || path.includes('credentials')) return describe(value);
  if (typeof value === 'number') return String(value);
  return key === 'baseUrl' ? showUrl(String(value), secrets) : quoteMasked(String(value), secrets);
}

function showUrl(value: string, secrets: readonly string[]): string {
  if (value.includes('@')) return 'a URL with user information';
  return /[?#]/.test(value) ? 'a URL with a query or a fragment' : quoteMasked(value, secrets);
}
