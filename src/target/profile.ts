import { dirname, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { variable } from './environment.ts';
import type { Environment } from './environment.ts';
import { readText } from './file.ts';
import { nearMiss } from './near-miss.ts';
import { cut, describe, isMapping, shownFile, stringsIn } from './place.ts';
import type { Path } from './place.ts';
import { maskKey, profileError } from './problem.ts';
import type { Problem } from './problem.ts';
import { collectSecrets, plainPasswordWarnings } from './secrets.ts';
import type { Replacement, Secret } from './secrets.ts';
import { explainYaml, parseYaml } from './yaml.ts';
import type { BrokenYaml } from './yaml.ts';

/** A profile as it stands in its file, every `${…}` replaced, not yet validated. */
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

/** Takes a profile that stands in no file; `name` is what messages call it, its paths are relative to `folder`. Rejects as `readProfile` does. */
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
  return { file: name, folder, warnings: [], value: replaced, replacements, references: names };
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
  /** What stands between the braces. */
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
