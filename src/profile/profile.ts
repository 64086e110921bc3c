import { dirname, resolve } from 'node:path';
import { isAlias, isCollection, isScalar, LineCounter, parseDocument, Scalar, visit } from 'yaml';
import type { Document, ErrorCode, YAMLError } from 'yaml';
import { UserError } from '../base/errors.ts';
import { variable } from '../base/environment.ts';
import type { Environment } from '../base/environment.ts';
import { readText } from '../base/file.ts';
import { cut, describe, isMapping, shownFile, stringsIn } from '../base/path.ts';
import { nearMiss } from '../base/near-miss.ts';
import type { Path } from '../base/path.ts';
import type { Problem } from '../base/problem.ts';
import { noSource, pathOf, readSource } from './as-written.ts';
import type { Source } from './as-written.ts';
import { profileError } from './problem.ts';
import { collectSecrets, plainPasswordWarnings } from './secrets.ts';
import { traitsAt } from './setting.ts';
import type { Replacement } from './secrets.ts';
import type { Message } from '../messages/message.ts';

/** A profile as in its file, every `${…}` replaced, not validated. */
interface ReadProfile {
  /** The file as named by the user. */
  readonly file: string;
  /** Its folder, absolute. */
  readonly folder: string;
  readonly warnings: readonly Message[];
  readonly value: unknown;
  /** The same with its references. */
  readonly written: unknown;
  readonly replacements: readonly (Reference & Replacement)[];
  readonly source: Source;
  /** The texts between the braces of the references. */
  readonly references: readonly string[];
}

/** Most bytes of a profile: however nested, it is read in half a second. */
const most = 256 * 1024;

/** Reads a profile, relative to `cwd`. Rejects with a UserError for no YAML mapping or an unknown `${…}`. */
export async function readProfile(file: string, cwd: string, env: Environment): Promise<ReadProfile> {
  const path = resolve(cwd, file);
  const text = await readText(path, { most });
  if (text.kind === 'unreadable') throw notReadable(file, text.found);
  const yaml = parseYaml(text.content);
  if (yaml.kind === 'broken') throw notYaml(file, yaml.found);
  const read = await takeProfile(yaml.value, file, dirname(path), env);
  return { ...read, source: yaml.source, warnings: plainPasswordWarnings(text.content, read.written) };
}

/** Takes a profile without a file. Messages say `name`, paths are relative to `folder`. */
export async function takeProfile(
  given: unknown,
  name: string,
  folder: string,
  env: Environment,
): Promise<ReadProfile> {
  requireMapping(given, name);
  const value = withoutAnchors(given);
  const malformed = stringsIn(value).filter(({ text }) => text.replaceAll(reference, '').includes('${'));
  if (malformed.length > 0) {
    const found = 'a `${` that names nothing';
    const expected =
      '`${NAME}` or `${file:PATH}`; keep a text that holds `${` itself in the environment or in a file';
    const wrong = malformed.map(({ path }) => ({ path, found, expected }));
    throw profileError(wrong, { file: name, secrets: collectSecrets(value, []) });
  }
  const references = referencesIn(value);
  const outcomes = await Promise.all(references.map((each) => lookUp(each, folder, env)));
  const replacements = outcomes.flatMap((outcome) => ('text' in outcome ? [outcome] : []));
  const replaced = replaceIn(value, new Map(replacements.map((each) => [each.name, each.text])));
  const problems = outcomes.flatMap((outcome) => ('found' in outcome ? [outcome] : []));
  if (problems.length > 0)
    throw profileError(problems, { file: name, secrets: collectSecrets(replaced, replacements) });
  return {
    file: name,
    folder,
    warnings: [],
    written: value,
    value: replaced,
    source: noSource,
    replacements,
    references: references.map((each) => each.name),
  };
}

function notReadable(file: string, found: string): UserError {
  const code = found === 'no such file' ? 'profile-not-found' : 'profile-unreadable';
  const hint = 'name a target profile with --target or SBP_TARGET; nothing was sent';
  const message = `${shownFile(file)}: found ${found}, expected a target profile in YAML`;
  return new UserError('profile', code, message, hint);
}

function notYaml(file: string, found: string): UserError {
  const hint = 'correct this line and run again; nothing was sent';
  return new UserError('profile', 'profile-syntax', `${shownFile(file)}: ${found}`, hint);
}

function requireMapping(value: unknown, file: string): void {
  if (isMapping(value) && !isTooDeep(value)) return;
  const tooDeep = 'nesting deeper than 32 levels, or an alias that holds itself';
  const found = isMapping(value) ? tooDeep : value === null ? 'nothing, the file is empty' : describe(value);
  const expected = 'a mapping with baseUrl, variants, credentials, …';
  throw profileError([{ path: [], found, expected }], { file, secrets: [] });
}

/** Whether lists and mappings nest deeper than 32 levels, or contain themselves by an alias. */
function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth > 32 || Object.values(value).some((member) => isTooDeep(member, depth + 1));
}

/** Without members named `x-…`: they hold what aliases refer to. Headers may have such names. */
function withoutAnchors(value: unknown, path: Path = []): unknown {
  if (Array.isArray(value)) return value.map((member, index) => withoutAnchors(member, [...path, index]));
  if (!isMapping(value)) return value;
  const isFree = traitsAt(path).counted === 'names';
  const kept = Object.entries(value).filter(([key]) => isFree || !key.startsWith('x-'));
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutAnchors(member, [...path, key])]));
}

/** `${NAME}` or `${file:PATH}` in a string value. */
interface Reference {
  readonly path: Path;
  /** The text between the braces. */
  readonly name: string;
}

const reference = /\$\{([A-Za-z_]\w*|file:[^}]{1,4096})\}/g;

/** Every reference in string values at any depth. Ignores keys. */
function referencesIn(value: unknown): readonly Reference[] {
  return stringsIn(value).flatMap(({ path, text }) =>
    [...text.matchAll(reference)].map(([, name = '']) => ({ path, name })),
  );
}

/** The variables that a profile refers to; none if it is no YAML. */
export function variablesIn(text: string): readonly string[] {
  const yaml = parseYaml(text);
  if (yaml.kind === 'broken' || isTooDeep(yaml.value)) return [];
  const names = referencesIn(withoutAnchors(yaml.value)).map(({ name }) => name);
  return [...new Set(names)].filter((name) => !name.startsWith('file:'));
}

/** Replaces each reference by its text, once: inserted text is not replaced again. */
function replaceIn(value: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string')
    return value.replaceAll(reference, (_, name: string) => texts.get(name) ?? '');
  if (Array.isArray(value)) return value.map((member) => replaceIn(member, texts));
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaceIn(member, texts)]));
}

async function lookUp(
  { path, name }: Reference,
  folder: string,
  env: Environment,
): Promise<(Reference & Replacement) | Problem> {
  if (!name.startsWith('file:')) {
    const text = variable(env, name);
    if (text !== null) return { path, name, text };
    const others = Object.keys(env).filter((each) => each !== name);
    const found = `\${${cut(name)}}, which is not set`;
    const expected = `${cut(name)} in the environment or in .env, not empty`;
    return { path, found, expected, near: nearMiss(name, others) };
  }
  const file = name.slice('file:'.length);
  const outcome = await readText(resolve(folder, file));
  const text = outcome.kind === 'read' ? outcome.content.replace(/\r?\n$/, '') : '';
  if (text !== '') return { path, name, text };
  const why = outcome.kind === 'read' ? 'an empty file' : outcome.found;
  const found = `\${file:${shownFile(cut(file))}}, ${why}`;
  return { path, found, expected: 'a text file, relative to the profile' };
}

/** Frequent mistakes by the library's code. For others, the code says enough. */
const problems: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_ALIAS: 'an alias is written wrongly; put a value that begins with `*` in quotes',
  BAD_DQ_ESCAPE: 'a wrong escape in double quotes; use single quotes for a text with backslashes',
  BAD_INDENT: 'the indentation is wrong, or a bracket is not closed',
  BAD_SCALAR_START: 'a value begins with a reserved character; put it in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a mapping is on the line of another key; put a value that holds `: ` in quotes',
  DUPLICATE_KEY: 'the same key is used twice',
  MISSING_CHAR: 'a colon, a quote or a bracket is missing',
  MULTILINE_IMPLICIT_KEY: 'a key extends over several lines; is a colon missing, or a quote not closed?',
  MULTIPLE_DOCS: 'a second document begins; a profile is one document',
  TAB_AS_INDENT: 'a tab is in a place where spaces must indent',
  TAG_RESOLVE_FAILED: 'a tag is not known; put a value that begins with `!` in quotes',
  UNEXPECTED_TOKEN: 'an unexpected character; put a value with special characters in quotes',
};
const problemOf = (code: ErrorCode): string => problems[code] ?? code.toLowerCase().replaceAll('_', ' ');
const lostAlias =
  'an alias has no anchor before it, or there are more than 100 of them; put a value that begins with `*` in quotes';

/** The blanks in front of one that is no indentation, as web pages have them. */
const oddIndent = /^ *(?=(?! )[\p{Zs}\p{Cf}])/mu;
const oddBlank = 'an unusual blank or an invisible character indents; put spaces there';
const secondMerge = 'a second merge key; merge several mappings with `<<: [*one, *other]`';
const wrongMerge = 'a merge key (`<<`) takes a mapping, an alias of one, or a list of them';

/**
 * Reads one YAML 1.2 document with merge keys: unique keys, at most 100 aliases. Numbers and words in place of
 * names keep their text. A text that is no YAML may hold secrets: `broken` says where and why, and quotes
 * nothing.
 */
export function parseYaml(
  text: string,
):
  | { readonly kind: 'parsed'; readonly value: unknown; readonly source: Source }
  | { readonly kind: 'broken'; readonly found: string } {
  const lines = new LineCounter();
  const options = {
    prettyErrors: false,
    stringKeys: true,
    merge: true,
    lineCounter: lines,
    logLevel: 'error',
  } as const;
  const document = parseDocument(text, options);
  const broken = (at: number, problem: string) => {
    const { line, col } = lines.linePos(at);
    return { kind: 'broken', found: `line ${line}, column ${col}: ${problem}, expected YAML 1.2` } as const;
  };
  const wrong: YAMLError | undefined = document.errors[0] ?? document.warnings[0];
  if (wrong !== undefined) {
    const [at] = wrong.pos;
    const blank = oddIndent.exec(text);
    if (blank !== null) return broken(blank.index + blank[0].length, oddBlank);
    const isMerge = wrong.code === 'DUPLICATE_KEY' && text.startsWith('<<', at);
    return broken(at, isMerge ? secondMerge : problemOf(wrong.code));
  }
  const anchors = new Set<string>();
  const aliases: { readonly at: number; readonly isLost: boolean }[] = [];
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) aliases.push({ at: node.range?.[0] ?? 0, isLost: !anchors.has(node.source) });
      else if (node.anchor !== undefined) anchors.add(node.anchor);
    },
  });
  const source = readSource(document, text);
  keepWritten(document);
  try {
    return { kind: 'parsed', value: document.toJS({ maxAliasCount: 100 }), source };
  } catch {
    // The first alias without an anchor, else a wrong merge key, else the first of too many aliases.
    const lost = aliases.find(({ isLost }) => isLost);
    const merge = lost === undefined ? mergeIn(document) : null;
    return merge === null ? broken((lost ?? aliases[0])?.at ?? 0, lostAlias) : broken(merge, wrongMerge);
  }
}

/** Numbers and words that YAML reads (`007`, `TRUE`) become the text of their source, also behind an alias. */
function keepWritten(document: Document): void {
  visit(document, {
    Pair(_, pair, ancestors) {
      const scalar = isAlias(pair.value) ? pair.value.resolve(document) : pair.value;
      if (!isScalar(scalar) || scalar.source === undefined) return;
      if (scalar.value === null || typeof scalar.value === 'string') return;
      const { verbatim, sent } = traitsAt(pathOf(pair, ancestors));
      if (verbatim !== true && sent !== true) return;
      if (isAlias(pair.value)) pair.value = new Scalar(scalar.source);
      else scalar.value = scalar.source;
    },
  });
}

/** Where the first merge key stands that merges no mapping; null if there is none. */
function mergeIn(document: Document): number | null {
  let at: number | null = null;
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== '<<' || key.type !== 'PLAIN') return;
      const merged = isAlias(value) ? value.resolve(document) : value;
      if (isCollection(merged)) return;
      at ??= key.range?.[0] ?? null;
    },
  });
  return at;
}
