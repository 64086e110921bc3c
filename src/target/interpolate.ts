import type { Path } from './place.ts';
import { writePath } from './place.ts';
import type { Problem } from './problem.ts';

/** `${NAME}` or `${file:PATH}` in a string value. */
export interface Reference {
  readonly path: Path;
  /** What stands between the braces. */
  readonly text: string;
}

/** A value with every reference replaced, and what was put in where. */
export interface Interpolated {
  readonly value: unknown;
  readonly replacements: readonly { readonly path: Path; readonly text: string }[];
  /** What stood between the braces of the references. */
  readonly references: readonly string[];
}

const pattern = /\$\{([^}]*)\}/g;
const maxDepth = 32;

/** Every reference in string values at any depth; keys are left alone. */
export function findReferences(value: unknown): readonly Reference[] {
  return stringsOf(value).flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((match) => ({ path, text: match[1] ?? '' })),
  );
}

/** References that can be nothing but a slip: no name, or no closing brace. */
export function malformedReferences(value: unknown): readonly Problem[] {
  const expected =
    '`${NAME}` or `${file:PATH}`; keep a text that holds `${` itself in the environment or in a file';
  return stringsOf(value)
    .filter(({ text }) => isMalformed(text))
    .map(({ path }) => ({ path, found: 'a `${` that names nothing', expected }));
}

/** Puts in what `texts` holds for each reference, once: what was put in is not looked at again. */
export function replaceReferences(value: unknown, texts: ReadonlyMap<string, string>): Interpolated {
  const found = findReferences(value);
  const replacements = found.map(({ path, text }) => ({ path, text: texts.get(text) ?? '' }));
  return { value: replaceIn(value, texts), replacements, references: found.map(({ text }) => text) };
}

/** Whether lists and mappings are nested deeper than 32 levels, or hold themselves by an alias. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth > maxDepth || Object.values(value).some((member) => isTooDeep(member, depth + 1));
}

/** The paths of all strings that a reference was replaced in. */
export function replacedPaths(interpolated: Interpolated): ReadonlySet<string> {
  return new Set(interpolated.replacements.map(({ path }) => writePath(path)));
}

function isMalformed(text: string): boolean {
  const rest = text.replaceAll(/\$\{(?:[A-Za-z_]\w*|file:[^}]+)\}/g, '');
  return rest.includes('${');
}

function stringsOf(value: unknown, path: Path = []): readonly { path: Path; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((member, index) => stringsOf(member, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => stringsOf(member, [...path, key]));
}

function replaceIn(value: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return value.replaceAll(pattern, (_, text: string) => texts.get(text) ?? '');
  if (Array.isArray(value)) return value.map((member) => replaceIn(member, texts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaceIn(member, texts)]));
}
