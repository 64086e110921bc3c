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
  readonly labels: ReadonlyMap<string, string>;
  /** Paths whose values came from `${…}` and are not shown. */
  readonly replaced: ReadonlySet<string>;
  readonly secrets: readonly Secret[];
}

const shownProblems = 5;

/** One error that names every place, at most five; `usage` if the first is a mistake in an option, else `profile`. */
export function profileError(problems: readonly Problem[], origin: Origin): UserError {
  const names = namesIn(targetJsonSchema());
  const lines = [
    ...new Set(problems.map((problem) => `${placeOf(problem, origin, names)}: ${explain(problem)}`)),
  ];
  const label = labelOf(problems[0], origin);
  const source = sourceOf(label, origin.file);
  return new UserError(source.fault, source.code, textOf(lines, label, origin), source.hint);
}

function textOf(lines: readonly string[], label: string | null, { file }: Origin): string {
  const shown = file === null ? null : shownFile(file);
  if (lines.length === 1)
    return shown === null || label !== null ? lines.join() : `${shown}: ${lines.join()}`;
  const more = lines.length - shownProblems;
  const listed = lines.slice(0, shownProblems).map((line) => `  ${line}`);
  const rest = more > 0 ? [`  and ${more} more`] : [];
  return [`${shown ?? 'settings'}: ${lines.length} problems`, ...listed, ...rest].join('\n');
}

function labelOf(problem: Problem | undefined, { labels }: Origin): string | null {
  return problem === undefined ? null : (labels.get(writePath(problem.path)) ?? null);
}

/** The label or the path, without secrets that are keys in it. */
function placeOf(problem: Problem, origin: Origin, names: ReadonlySet<string>): string {
  const masked = problem.path.map((key) =>
    typeof key !== 'string' || names.has(key) ? key : maskSecrets(key, origin.secrets),
  );
  return labelOf(problem, origin) ?? (masked.length === 0 ? 'the profile' : writePath(masked));
}

/** A key without secrets; the names of settings are none. */
export function maskKey(key: string, secrets: readonly Secret[]): string {
  return namesIn(targetJsonSchema()).has(key) ? key : maskSecrets(key, secrets);
}

function namesIn(schema: unknown): ReadonlySet<string> {
  if (!isMapping(schema)) return new Set();
  const { properties, ...others } = schema;
  const named = isMapping(properties) ? properties : {};
  const below = [...Object.values(named), ...Object.values(others)].flatMap((part) => [...namesIn(part)]);
  return new Set([...Object.keys(named), ...below]);
}

function explain({ found, expected, near = null }: Problem): string {
  const question = near === null ? '' : `; did you mean \`${near}\`?`;
  return `found ${found}, expected ${expected}${question}`;
}

function sourceOf(label: string | null, file: string | null): Pick<UserError, 'fault' | 'code' | 'hint'> {
  if (label === null && file !== null) {
    const hint = 'correct the profile and run again; nothing was sent';
    return { fault: 'profile', code: 'profile-invalid', hint };
  }
  if (label?.startsWith('--') === true) {
    return {
      fault: 'usage',
      code: 'option-invalid',
      hint: `correct ${label} and run again; nothing was sent`,
    };
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
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => unknownKey(issue.path, key, issue.message.split(', ')));
    if (issue.code === 'invalid_key') {
      return [{ path: issue.path, found: 'this name', expected: issue.issues[0]?.message ?? issue.message }];
    }
    const found = valueAt(value, issue.path);
    const words = issue.code === 'invalid_value' ? issue.values.map(String) : [];
    const near = typeof found === 'string' ? nearMiss(found, words) : null;
    return [{ path: issue.path, found: show(found, issue.path, origin), expected: issue.message, near }];
  });
}

/** A key that the schema does not know, with the one that was probably meant. */
function unknownKey(parent: Path, key: string, known: readonly string[]): Problem {
  const expected = known.length === 1 ? `only ${known.join()}` : `one of ${known.join(', ')}`;
  return { path: [...parent, key], found: 'an unknown key', expected, near: nearMiss(key, known) };
}

/** What was found there: the value itself if it cannot be a secret, else its kind. */
function show(value: unknown, path: Path, { replaced, secrets }: Origin): string {
  const key = String(path.at(-1));
  const scalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!scalar || value === '' || !settings.quoted.has(key) || replaced.has(writePath(path)))
    return describe(value);
  if (path.includes('headers') || path.includes('credentials')) return describe(value);
  if (typeof value === 'number') return String(value);
  if (key === 'baseUrl' && String(value).includes('@')) return 'a URL with user information';
  if (key === 'baseUrl' && /[?#]/.test(String(value))) return 'a URL with a query or a fragment';
  return quoteMasked(String(value), secrets);
}
