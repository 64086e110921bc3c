import { dirname, resolve } from 'node:path';
import { isAlias, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { Document, ErrorCode, YAMLError } from 'yaml';
import { UserError } from '../errors.ts';
import { variable } from './environment.ts';
import type { Environment } from './environment.ts';
import { settings } from './field.ts';
import { readText } from './file.ts';
import { cut, describe, isMapping, nearMiss, quote, shownFile, stringsIn, valueAt } from './place.ts';
import type { Path } from './place.ts';
import { maskKey, profileError } from './problem.ts';
import type { Problem } from './problem.ts';
import { collectSecrets, plainPasswordWarnings } from './secrets.ts';
import type { Replacement, Secret } from './secrets.ts';

/** A profile as in its file, every `${…}` replaced, not yet validated. */
export interface ReadProfile {
  /** The file as it was named. */
  readonly file: string;
  /** The folder that it lies in, absolute. */
  readonly folder: string;
  readonly warnings: readonly string[];
  readonly value: unknown;
  readonly replacements: readonly Replacement[];
  /** What stood between the braces of the references. */
  readonly references: readonly string[];
  /** Texts that hold references, by what they are once these are replaced. */
  readonly templates: ReadonlyMap<string, string>;
}

/** Reads the file of a profile, relative to `cwd`. Rejects with a UserError where it is not a mapping in YAML, or a `${…}` names nothing. */
export async function readProfile(file: string, cwd: string, env: Environment): Promise<ReadProfile> {
  const path = resolve(cwd, file);
  const text = await readText(path);
  if (text.kind === 'unreadable') throw notReadable(file, text.found);
  const yaml = parseYaml(text.content);
  if (yaml.kind === 'broken') throw notYaml(file, yaml, env);
  const read = await takeProfile(yaml.value, file, dirname(path), env);
  return { ...read, warnings: plainPasswordWarnings(text.content, yaml.value) };
}

/** Takes a profile that is in no file; `name` is what messages call it, its paths are relative to `folder`. Rejects as `readProfile` does. */
export async function takeProfile(
  value: unknown,
  name: string,
  folder: string,
  env: Environment,
): Promise<ReadProfile> {
  requireMapping(value, name);
  const malformed = stringsIn(value).filter(({ text }) => text.replaceAll(reference, '').includes('${'));
  if (malformed.length > 0) {
    const found = 'a `${` that names nothing';
    const expected =
      '`${NAME}` or `${file:PATH}`; keep a text that holds `${` itself in the environment or in a file';
    const problems = malformed.map(({ path }) => ({ path, found, expected }));
    throw profileError(problems, originOf(name, collectSecrets(value, [])));
  }
  const references = referencesIn(value);
  const outcomes = await Promise.all(
    references.map(async (each) => ({ ...each, outcome: await lookUp(each, folder, env) })),
  );
  const replacements = outcomes.flatMap(({ path, name: key, outcome }) =>
    typeof outcome === 'string' ? [{ path, name: key, text: outcome }] : [],
  );
  const texts = new Map(replacements.map(({ name: key, text }) => [key, text]));
  const replaced = replaceIn(value, texts);
  const problems = outcomes.flatMap(({ outcome }) => (typeof outcome === 'string' ? [] : [outcome]));
  if (problems.length > 0)
    throw profileError(problems, originOf(name, collectSecrets(replaced, replacements)));
  const names = references.map((each) => each.name);
  const templates = stringsIn(value).filter(({ text }) => text.includes('${'));
  return {
    file: name,
    folder,
    warnings: [],
    value: replaced,
    replacements,
    references: names,
    templates: new Map(templates.map(({ path, text }) => [String(valueAt(replaced, path)), text])),
  };
}

function notReadable(file: string, found: string): UserError {
  const code = found === 'no such file' ? 'profile-not-found' : 'profile-unreadable';
  const hint = 'name a target profile with --target or SBP_TARGET; nothing was sent';
  const message = `${shownFile(file)}: found ${found}, expected a target profile in YAML`;
  return new UserError('profile', code, message, hint);
}

function notYaml(file: string, broken: BrokenYaml, env: Environment): UserError {
  const value = isTooDeep(broken.value) ? null : broken.value;
  const found = referencesIn(value).map(({ path, name }) => ({ path, text: variable(env, name) ?? '' }));
  const secrets = collectSecrets(value, found);
  const message = `${shownFile(file)}: ${explainYaml(broken, (key) => maskKey(key, secrets))}`;
  const hint = 'correct this line and run again; nothing was sent';
  return new UserError('profile', 'profile-syntax', message, hint);
}

function requireMapping(value: unknown, file: string): void {
  if (isMapping(value) && !isTooDeep(value)) return;
  const tooDeep = 'nesting deeper than 32 levels, or an alias that holds itself';
  const found = isMapping(value) ? tooDeep : value === null ? 'nothing, the file is empty' : describe(value);
  const expected = 'a mapping with baseUrl, variants, credentials, …';
  throw profileError([{ path: [], found, expected }], originOf(file, []));
}

/** Whether lists and mappings are nested deeper than 32 levels, or hold themselves by an alias. */
function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth > 32 || Object.values(value).some((member) => isTooDeep(member, depth + 1));
}

function originOf(file: string, secrets: readonly Secret[]) {
  return { file, labels: new Map<string, string>(), replaced: new Set<string>(), secrets };
}

/** `${NAME}` or `${file:PATH}` in a string value. */
interface Reference {
  readonly path: Path;
  /** The text between the braces. */
  readonly name: string;
}

const reference = /\$\{([A-Za-z_]\w*|file:[^}]{1,4096})\}/g;

/** Every reference in string values at any depth; keys are left alone. */
function referencesIn(value: unknown): readonly Reference[] {
  return stringsIn(value).flatMap(({ path, text }) =>
    [...text.matchAll(reference)].map(([, name = '']) => ({ path, name })),
  );
}

/** Puts in what `texts` holds for each reference, once: what was put in is not looked at again. */
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
): Promise<string | Problem> {
  if (name.startsWith('file:')) return await lookUpFile(path, name.slice('file:'.length), folder);
  const value = variable(env, name);
  if (value !== null) return value;
  const found = `\${${cut(name)}}, which is not set`;
  const expected = `${cut(name)} in the environment or in .env, not empty`;
  return { path, found, expected, near: nearMiss(name, Object.keys(env)) };
}

async function lookUpFile(path: Path, name: string, folder: string): Promise<string | Problem> {
  const outcome = await readText(resolve(folder, name));
  const content = outcome.kind === 'read' ? outcome.content.replace(/\r?\n$/, '') : '';
  if (content !== '') return content;
  const why = outcome.kind === 'read' ? 'an empty file' : outcome.found;
  return {
    path,
    found: `\${file:${shownFile(cut(name))}}, ${why}`,
    expected: 'a text file, relative to the profile',
  };
}

/** What a text of YAML says, or where and why it is not YAML. */
export type YamlOutcome = { readonly kind: 'parsed'; readonly value: unknown } | BrokenYaml;

/** Where and why a text is not YAML; apart from the key the text is not quoted, it may hold secrets. */
export interface BrokenYaml {
  readonly kind: 'broken';
  readonly line: number;
  readonly column: number;
  readonly problem: string;
  /** A repeated key. */
  readonly key: string | null;
  /** What the text says all the same; null where nobody knows. */
  readonly value: unknown;
}

const problems = {
  ALIAS_PROPS: 'an alias takes no anchor and no tag',
  BAD_ALIAS: 'an alias is written wrongly; put a value that begins with `*` in quotes',
  BAD_COLLECTION_TYPE: 'a tag does not fit its value',
  BAD_DIRECTIVE: 'a line that begins with `%` is not a known directive',
  BAD_DQ_ESCAPE: 'a wrong escape in double quotes; use single quotes for a text with backslashes',
  BAD_INDENT: 'the indentation is wrong, or a bracket is not closed',
  BAD_PROP_ORDER: 'anchor and tag are in the wrong place',
  BAD_SCALAR_START: 'a value begins with a reserved character; put it in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a mapping is on the line of another key; put a value that holds `: ` in quotes',
  BLOCK_IN_FLOW: 'a block is inside brackets',
  DUPLICATE_KEY: 'the same key is used twice',
  IMPOSSIBLE: 'this cannot be read',
  KEY_OVER_1024_CHARS: 'a key is longer than 1024 characters',
  MISSING_CHAR: 'a colon, a quote or a bracket is missing',
  MULTILINE_IMPLICIT_KEY: 'a key extends over several lines; is a colon missing, or a quote not closed?',
  MULTIPLE_ANCHORS: 'a value has two anchors',
  MULTIPLE_DOCS: 'a second document begins; a profile is one document',
  MULTIPLE_TAGS: 'a value has two tags',
  NON_STRING_KEY: 'a key is not a string',
  RESOURCE_EXHAUSTION: 'the nesting is too deep',
  TAB_AS_INDENT: 'a tab is in a place where spaces must indent',
  TAG_RESOLVE_FAILED: 'a tag is not known; put a value that begins with `!` in quotes',
  UNEXPECTED_TOKEN: 'an unexpected character; put a value with special characters in quotes',
} as const satisfies Record<ErrorCode, string>;
const lostAlias =
  'an alias has no anchor before it, or there are more than 100 of them; put a value that begins with `*` in quotes';

/** Reads one YAML 1.2 document with unique keys and at most 100 aliases; numbers in the place of names keep their text. */
export function parseYaml(text: string): YamlOutcome {
  const lines = new LineCounter();
  const options = { prettyErrors: false, stringKeys: true, lineCounter: lines, logLevel: 'error' } as const;
  const document = parseDocument(text, options);
  const broken = (offset: number, problem: string, key: string | null = null): BrokenYaml => {
    const { line, col } = lines.linePos(offset);
    return {
      kind: 'broken',
      line,
      column: col,
      problem,
      key,
      value: key === null ? null : valueOf(document),
    };
  };
  const wrong: YAMLError | undefined = document.errors[0] ?? document.warnings[0];
  if (wrong !== undefined) {
    const [offset] = wrong.pos;
    return broken(
      offset,
      problems[wrong.code],
      wrong.code === 'DUPLICATE_KEY' ? keyAt(document, offset) : null,
    );
  }
  keepTexts(document);
  const value = valueOf(document);
  return value === undefined ? broken(doubtfulAlias(document), lostAlias) : { kind: 'parsed', value };
}

/** Where and why a text is not YAML, in words; `mask` hides what is secret in a key. */
export function explainYaml(broken: BrokenYaml, mask: (key: string) => string): string {
  const { line, column, problem, key } = broken;
  const named = key === null ? '' : `: ${quote(mask(key))}`;
  return `line ${line}, column ${column}: ${problem}${named}, expected YAML 1.2`;
}

/** Undefined where an alias has no anchor, or there are too many of them. */
function valueOf(document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}

function keyAt(document: Document.Parsed, offset: number): string | null {
  let found: string | null = null;
  visit(document, {
    Pair: (_, { key }) => {
      if (isScalar(key) && key.range?.[0] === offset) found = String(key.value);
    },
  });
  return found;
}

/** The place of the first alias without an anchor before it, or else of the first alias: they are too many. */
function doubtfulAlias(document: Document.Parsed): number {
  const anchors = new Set<string>();
  let first: number | undefined;
  let lost: number | undefined;
  visit(document, {
    Node: (_, node) => {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.add(node.anchor);
        return;
      }
      const at = node.range?.[0];
      first ??= at;
      if (!anchors.has(node.source)) lost ??= at;
    },
  });
  return lost ?? first ?? 0;
}

function keepTexts(document: Document.Parsed): void {
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || !settings.text.has(key.value) || !isScalar(value)) return;
      if (typeof value.value === 'number' && value.source !== undefined) value.value = value.source;
    },
  });
}
