import { dirname, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { variable } from './environment.ts';
import type { Environment } from './environment.ts';
import { readText } from './file.ts';
import { findReferences, isTooDeep, malformedReferences, replaceReferences } from './interpolate.ts';
import type { Interpolated, Reference } from './interpolate.ts';
import { nearMiss } from './near-miss.ts';
import { isMapping } from './place.ts';
import { describe, profileError } from './problem.ts';
import type { Problem } from './problem.ts';
import { warningsAbout } from './warning.ts';
import { parseYaml } from './yaml-text.ts';

/** A profile as it stands in its file, every `${…}` replaced, not yet validated. */
export interface ReadProfile extends Interpolated {
  /** The file as it was named. */
  readonly file: string;
  /** The folder that it lies in, absolute. */
  readonly folder: string;
  readonly warnings: readonly string[];
}

/** Reads the file of a profile, relative to `cwd`. Rejects with a UserError where it is not a mapping in YAML, or a `${…}` names nothing. */
export async function readProfile(file: string, cwd: string, env: Environment): Promise<ReadProfile> {
  const path = resolve(cwd, file);
  const text = await readText(path);
  if (text.kind === 'unreadable') throw notReadable(file, text.found);
  const value = mappingOf(text.content, file);
  const folder = dirname(path);
  const texts = await resolveReferences(value, file, folder, env);
  const warnings = warningsAbout(text.content, value);
  return { file, folder, warnings, ...replaceReferences(value, texts) };
}

/** Takes a profile that stands in no file; `name` is what messages call it, its paths are relative to `folder`. Rejects as `readProfile` does. */
export async function takeProfile(
  value: unknown,
  name: string,
  folder: string,
  env: Environment,
): Promise<ReadProfile> {
  const mapping = requireMapping(value, name);
  const texts = await resolveReferences(mapping, name, folder, env);
  return { file: name, folder, warnings: [], ...replaceReferences(mapping, texts) };
}

function notReadable(file: string, found: string): UserError {
  const code = found === 'no such file' ? 'profile-not-found' : 'profile-unreadable';
  const hint = 'name a target profile with --target or SBP_TARGET; nothing was sent';
  return new UserError('profile', code, `${file}: found ${found}, expected a target profile in YAML`, hint);
}

function mappingOf(text: string, file: string): unknown {
  const yaml = parseYaml(text);
  if (yaml.kind === 'broken') {
    const message = `${file}: line ${yaml.line}, column ${yaml.column}: ${yaml.problem}, expected YAML 1.2`;
    throw new UserError(
      'profile',
      'profile-syntax',
      message,
      'correct this line and run again; nothing was sent',
    );
  }
  return requireMapping(yaml.value, file);
}

function requireMapping(value: unknown, file: string): unknown {
  if (isMapping(value) && !isTooDeep(value)) return value;
  const found = isMapping(value)
    ? 'nesting deeper than 32 levels, or an alias that holds itself'
    : describeTop(value);
  throw profileError(
    [{ path: [], found, expected: 'a mapping with baseUrl, variants, credentials, …' }],
    originOf(file),
  );
}

function describeTop(value: unknown): string {
  return value === null ? 'nothing, the file is empty' : describe(value);
}

function originOf(file: string) {
  return { file, labels: new Map<string, string>(), secrets: [] };
}

async function resolveReferences(
  value: unknown,
  file: string,
  folder: string,
  env: Environment,
): Promise<ReadonlyMap<string, string>> {
  const malformed = malformedReferences(value);
  if (malformed.length > 0) throw profileError(malformed, originOf(file));
  const references = findReferences(value);
  const outcomes = await Promise.all(
    references.map(async (reference) => ({ reference, outcome: await lookUp(reference, folder, env) })),
  );
  const problems = outcomes.flatMap(({ outcome }) => (typeof outcome === 'string' ? [] : [outcome]));
  if (problems.length > 0) throw profileError(problems, originOf(file));
  return new Map(
    outcomes.flatMap(({ reference, outcome }) =>
      typeof outcome === 'string' ? [[reference.text, outcome] as const] : [],
    ),
  );
}

async function lookUp(reference: Reference, folder: string, env: Environment): Promise<string | Problem> {
  const { path, text } = reference;
  if (text.startsWith('file:')) return await lookUpFile(path, text.slice('file:'.length), folder);
  const value = variable(env, text);
  if (value !== null) return value;
  const near = nearMiss(text, Object.keys(env));
  const expected = `${text} in the environment or in .env, not empty`;
  return { path, found: `\${${text}}, which is not set`, expected, near };
}

async function lookUpFile(path: Problem['path'], name: string, folder: string): Promise<string | Problem> {
  const outcome = await readText(resolve(folder, name));
  const expected = 'a text file, relative to the profile';
  if (outcome.kind === 'unreadable') return { path, found: `\${file:${name}}, ${outcome.found}`, expected };
  const content = outcome.content.replace(/\r?\n$/, '');
  return content === '' ? { path, found: `\${file:${name}}, an empty file`, expected } : content;
}
