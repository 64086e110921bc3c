// Where a value stands in a file, and how messages show it.

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

/** Every string, number and boolean in nested mappings and lists, as text with its path. */
export function textsIn(value: unknown, path: Path = []): readonly { path: Path; text: string }[] {
  if (['string', 'number', 'boolean'].includes(typeof value)) return [{ path, text: String(value) }];
  if (Array.isArray(value)) return value.flatMap((member, index) => textsIn(member, [...path, index]));
  if (!isMapping(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => textsIn(member, [...path, key]));
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

/** Shortens a text to the limit of messages. */
function cut(text: string): string {
  return text.length > shownLength ? `${text.slice(0, shownLength - 1)}…` : text;
}

/** Escapes line breaks and terminal controls. */
function onOneLine(text: string): string {
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
