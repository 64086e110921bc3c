import { UserError } from '../errors.ts';
import { isMapping, quote, writePath } from './place.ts';
import type { Path } from './place.ts';

/** One thing that is wrong with the settings; holds no secret. */
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
  /** Texts that must not stand in a message. */
  readonly secrets: readonly string[];
}

const shownProblems = 5;

/** One error that names every place, at most five; `usage` where an option is to blame first, else `profile`. */
export function profileError(problems: readonly Problem[], origin: Origin): UserError {
  const lines = [
    ...new Set(problems.map((problem) => `${placeOf(problem, origin)}: ${explain(problem, origin)}`)),
  ];
  const label = labelOf(problems[0], origin);
  const blamed = blame(label, origin.file);
  const text = lines.length === 1 ? withFile(lines[0] ?? '', label, origin) : summary(lines, origin);
  return new UserError(blamed.fault, blamed.code, text, blamed.hint);
}

/** What stands there, by its kind alone, so that no secret is told. */
export function describe(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (isMapping(value)) return 'a mapping';
  if (typeof value === 'string') return value.trim() === '' ? 'an empty string' : 'a string';
  return typeof value === 'number' || typeof value === 'boolean' ? `a ${typeof value}` : 'something else';
}

function labelOf(problem: Problem | undefined, origin: Origin): string | null {
  return problem === undefined ? null : (origin.labels.get(writePath(problem.path)) ?? null);
}

function placeOf(problem: Problem, origin: Origin): string {
  const path = writePath(problem.path);
  return labelOf(problem, origin) ?? (path === '' ? 'the profile' : path);
}

function explain(problem: Problem, { secrets }: Origin): string {
  const near =
    problem.near === undefined || problem.near === null ? '' : `; did you mean \`${problem.near}\`?`;
  // Only what is quoted was written by the user; paths, names of settings and near misses are no secrets.
  const found = problem.found.replaceAll(quoted, (text) => withoutSecrets(text, secrets));
  return `found ${found}, expected ${problem.expected}${near}`;
}

function withFile(line: string, label: string | null, origin: Origin): string {
  return origin.file === null || label !== null ? line : `${origin.file}: ${line}`;
}

function summary(lines: readonly string[], origin: Origin): string {
  const more = lines.length - shownProblems;
  const listed = lines.slice(0, shownProblems).map((line) => `  ${line}`);
  const rest = more > 0 ? [`  and ${more} more`] : [];
  return [`${origin.file ?? 'settings'}: ${lines.length} problems`, ...listed, ...rest].join('\n');
}

function blame(label: string | null, file: string | null): Pick<UserError, 'fault' | 'code' | 'hint'> {
  if (label === null && file !== null) {
    return {
      fault: 'profile',
      code: 'profile-invalid',
      hint: 'correct the profile and run again; nothing was sent',
    };
  }
  if (label?.startsWith('--') === true) {
    return {
      fault: 'usage',
      code: 'option-invalid',
      hint: `correct ${label} and run again; nothing was sent`,
    };
  }
  return {
    fault: 'profile',
    code: 'settings-invalid',
    hint: `${label === null ? '' : `set ${label} in the environment or in .env, or `}name a target profile with --target; nothing was sent`,
  };
}

// A text that was cut has lost its closing quote.
const quoted = /"(?:[^"\\]|\\.)*(?:"|$)/g;

/** What was found in quotes, secrets masked before it is cut to a length. */
export function quoteMasked(value: string, secrets: readonly string[]): string {
  return quote(withoutSecrets(value, secrets));
}

// A password that stands in the wrong place would be printed as what was found there.
function withoutSecrets(text: string, secrets: readonly string[]): string {
  if (secrets.includes(text)) return '***';
  return secrets
    .filter((secret) => secret.length >= 8)
    .toSorted((left, right) => right.length - left.length)
    .reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
}
