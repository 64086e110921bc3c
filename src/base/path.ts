import type { z } from 'zod';

/** Position of a value in a profile: keys and indexes from the top. */
export type Path = readonly PropertyKey[];

const shownLength = 60;

/** A path as people write it: `waivers[0].until`, `conditions.ip-blocked`. Quotes long or unusual keys. */
export function writePath(path: Path): string {
  return path.reduce<string>((written, step) => {
    if (typeof step === 'number') return `${written}[${step}]`;
    const key = String(step);
    if (key.length > shownLength || !/^[\w-]+$/.test(key)) return `${written}[${quote(key)}]`;
    return written === '' ? key : `${written}.${key}`;
  }, '');
}

/** The value at a path in nested mappings and lists; undefined if there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, step)) return undefined;
    return Reflect.get(inner, step);
  }, value);
}

/** Every string in nested mappings and lists, with its path. */
export function stringsIn(value: unknown, path: Path = []): readonly { path: Path; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((member, index) => stringsIn(member, [...path, index]));
  if (!isMapping(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => stringsIn(member, [...path, key]));
}

/** True for a YAML mapping, that is, neither a list nor a scalar. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The kind of a value. Used instead of the value, which may be secret. */
export function describe(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (isMapping(value)) return 'a mapping';
  if (typeof value === 'string') return value.trim() === '' ? 'an empty string' : 'a string';
  return typeof value === 'number' || typeof value === 'boolean' ? `a ${typeof value}` : 'something else';
}

/** The value in quotes, on one line, at most 60 characters, terminal controls escaped. */
export function quote(value: unknown): string {
  return onOneLine(cut(JSON.stringify(value) ?? ''));
}

/** For values that are not secret: text or number, shortened; for anything else, its kind. */
export function inWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : quote(value);
}

/** Shortens a text to the limit of messages. */
export function cut(text: string): string {
  return text.length > shownLength ? `${text.slice(0, shownLength - 1)}…` : text;
}

/** Escapes line breaks and terminal controls. */
export function onOneLine(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** A file name for messages: on one line, without commands of CI servers (`::error::`, `##[error]`). */
export function shownFile(name: string): string {
  const line = onOneLine(name).replaceAll(/##(?=\[|vso\[|teamcity\[)/g, '#\\x23');
  return /^\s*::/.test(line) ? `./${line}` : line;
}

/** The candidate that `word` probably misspells, ignoring case; null if none is similar. */
export function nearMiss(word: string, candidates: readonly string[]): string | null {
  const limit = Math.min(3, Math.max(1, Math.floor(word.length / 3)));
  const ranked = candidates
    .filter(({ length }) => Math.abs(length - word.length) <= limit)
    .map((candidate) => ({
      candidate,
      distance: distanceBetween(word.toLowerCase(), candidate.toLowerCase(), limit),
    }))
    .filter(({ candidate, distance }) => distance <= limit && distance < candidate.length)
    .toSorted((left, right) => left.distance - right.distance);
  return ranked[0]?.candidate ?? null;
}

/** Edit distance of two words (Damerau-Levenshtein, optimal string alignment), or a number above `most`. */
function distanceBetween(left: string, right: string, most: number): number {
  if (left === '' || right === '' || most < 0) return Math.max(left.length, right.length);
  if (left[0] === right[0]) return distanceBetween(left.slice(1), right.slice(1), most);
  const after = (ofLeft: number, ofRight: number): number =>
    distanceBetween(left.slice(ofLeft), right.slice(ofRight), most - 1);
  const isSwap = left[0] === right[1] && left[1] === right[0];
  return 1 + Math.min(after(1, 0), after(0, 1), after(1, 1), isSwap ? after(2, 2) : Infinity);
}

/** One problem in settings or a file. Contains no secret, except in keys of its path. */
export interface Problem {
  readonly path: Path;
  readonly found: string;
  readonly expected: string;
  /** The word that was probably meant. */
  readonly near?: string | null;
}

/** Says what was found, what is expected, and the word that was probably meant. */
export function explain({ found, expected, near = null }: Omit<Problem, 'path'>): string {
  return `found ${found}, expected ${expected}${near === null ? '' : `; did you mean \`${near}\`?`}`;
}

const triedByDoctor = '`doctor` tries the encryption on the target';

/** Settings of earlier profiles, and what replaces them. */
const withdrawn: Readonly<Record<string, string>> = {
  privateKey: triedByDoctor,
  privateKeyPassphrase: triedByDoctor,
};

/** Problems that a schema finds in a value. `show` describes the value at a path. */
export function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  show: (value: unknown, path: Path) => string,
): readonly Problem[] {
  return issues.flatMap((issue): readonly Problem[] => {
    const { path, message } = issue;
    if (issue.code === 'unrecognized_keys') {
      const known = message.split(', ');
      const expected = known.length === 1 ? `only ${message}` : `one of ${message}`;
      return issue.keys.map((key): Problem => {
        const whole = [...path, key];
        const instead = Object.hasOwn(withdrawn, key) ? withdrawn[key] : undefined;
        return instead === undefined
          ? { path: whole, found: 'an unknown key', expected, near: nearMiss(key, known) }
          : { path: whole, found: 'a setting that was withdrawn in 0.4', expected: `none: ${instead}` };
      });
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
export function listed(file: string, lines: readonly string[], title = `${lines.length} problems`): string {
  if (lines.length === 1) return `${file}: ${lines.join()}`;
  const more = lines.length - shownProblems;
  const shown = lines.slice(0, shownProblems).map((line) => `  ${line}`);
  return [`${file}: ${title}`, ...shown, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}
