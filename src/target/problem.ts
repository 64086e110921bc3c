import type { z } from 'zod';
import { UserError } from '../errors.ts';
import { settings } from './field.ts';
import { targetJsonSchema } from './schema.ts';
import { describe, isMapping, nearMiss, quote, shownFile, valueAt, writePath } from './place.ts';
import type { Path } from './place.ts';
import { maskSecrets } from './secrets.ts';
import type { Secret } from './secrets.ts';

/** One thing that is wrong with the settings; apart from keys in its path it holds no secret. */
export interface Problem {
  readonly path: Path;
  readonly found: string;
  readonly expected: string;
  /** What was probably meant. */
  readonly near?: string | null;
}

/** Where the settings come from, for messages. */
export interface Origin {
  /** The profile's file; null where there is none. */
  readonly file: string | null;
  /** The option or variable that sets a path, where the profile does not. */
  readonly labels?: ReadonlyMap<string, string>;
  /** Paths whose values came from `${…}` and are not shown. */
  readonly replaced?: ReadonlySet<string>;
  readonly secrets: readonly Secret[];
}

const shownProblems = 5;

/** One error that names every place, at most five; `usage` if the first is a mistake in an option, else `profile`. */
export function profileError(problems: readonly Problem[], { file, labels, secrets }: Origin): UserError {
  const labelOf = ({ path }: Problem): string | null => labels?.get(writePath(path)) ?? null;
  const placeOf = ({ path }: Problem): string =>
    path.length === 0
      ? 'the profile'
      : writePath(path.map((key) => (typeof key === 'string' ? maskKey(key, secrets) : key)));
  const lines = [...new Set(problems.map((each) => `${labelOf(each) ?? placeOf(each)}: ${explain(each)}`))];
  const label = problems[0] === undefined ? null : labelOf(problems[0]);
  const shown = file === null ? null : shownFile(file);
  const { fault, code, hint } = sourceOf(label, file);
  if (lines.length === 1) {
    const place = shown === null || label !== null ? '' : `${shown}: `;
    return new UserError(fault, code, `${place}${lines.join()}`, hint);
  }
  const more = lines.length - shownProblems;
  const listed = lines.slice(0, shownProblems).map((line) => `  ${line}`);
  const rest = more > 0 ? [`  and ${more} more`] : [];
  const title = `${shown ?? 'settings'}: ${lines.length} problems`;
  return new UserError(fault, code, [title, ...listed, ...rest].join('\n'), hint);
}

/** A key without secrets; the names of settings are none. */
export function maskKey(key: string, secrets: readonly Secret[]): string {
  const masked = maskSecrets(key, secrets);
  return masked === key || namesIn(targetJsonSchema()).has(key) ? key : masked;
}

function namesIn(schema: unknown): ReadonlySet<string> {
  if (!isMapping(schema)) return new Set();
  const { properties, ...others } = schema;
  const named = isMapping(properties) ? properties : {};
  const below = [...Object.values(named), ...Object.values(others)].flatMap((part) => [...namesIn(part)]);
  return new Set([...Object.keys(named), ...below]);
}

/** What was found, what is expected, and what was probably meant. */
export function explain({ found, expected, near = null }: Omit<Problem, 'path'>): string {
  return `found ${found}, expected ${expected}${near === null ? '' : `; did you mean \`${near}\`?`}`;
}

function sourceOf(label: string | null, file: string | null): Pick<UserError, 'fault' | 'code' | 'hint'> {
  if (label === null && file !== null) {
    const hint = 'correct the profile and run again; nothing was sent';
    return { fault: 'profile', code: 'profile-invalid', hint };
  }
  if (label?.startsWith('--') === true) {
    const hint = `correct ${label} and run again; nothing was sent`;
    return { fault: 'usage', code: 'option-invalid', hint };
  }
  const remedy = label === null ? '' : `set ${label} in the environment or in .env, or `;
  const hint = `${remedy}name a target profile with --target; nothing was sent`;
  return { fault: 'profile', code: 'settings-invalid', hint };
}

/** A text in quotes, secrets masked before it is cut to a length. */
export function quoteMasked(value: string, secrets: readonly Secret[]): string {
  return quote(maskSecrets(value, secrets));
}

/** What the schema found wrong with a value. */
export function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  origin: Origin,
): readonly Problem[] {
  return issues.flatMap((issue): readonly Problem[] => {
    const { path, message } = issue;
    if (issue.code === 'unrecognized_keys') {
      const known = message.split(', ');
      const expected = known.length === 1 ? `only ${message}` : `one of ${message}`;
      return issue.keys.map((key) => ({
        path: [...path, key],
        found: 'an unknown key',
        expected,
        near: nearMiss(key, known),
      }));
    }
    if (issue.code === 'invalid_key')
      return [{ path, found: 'this name', expected: issue.issues[0]?.message ?? message }];
    const found = valueAt(value, path);
    const words = issue.code === 'invalid_value' ? issue.values.map(String) : [];
    const near = typeof found === 'string' ? nearMiss(found, words) : null;
    return [{ path, found: show(found, path, origin), expected: message, near }];
  });
}

/** What was found there: the value itself if it cannot be a secret, else its kind. */
function show(value: unknown, path: Path, { replaced, secrets }: Origin): string {
  const key = path.at(-1);
  const scalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const isHidden =
    replaced?.has(writePath(path)) === true || path.includes('headers') || path.includes('credentials');
  if (!scalar || value === '' || isHidden || !settings.quoted.has(key)) return describe(value);
  if (typeof value === 'number') return String(value);
  if (key === 'baseUrl' && String(value).includes('@')) return 'a URL with user information';
  if (key === 'baseUrl' && /[?#]/.test(String(value))) return 'a URL with a query or a fragment';
  return quoteMasked(String(value), secrets);
}
