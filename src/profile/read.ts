// Reads the file of a profile: YAML, with `${NAME}` and `${file:PATH}` replaced.

import { dirname, resolve } from 'node:path';
import { LineCounter, isMap, isPair, isScalar, parseDocument, visit } from 'yaml';
import { variable } from '../base/environment.ts';
import type { Environment } from '../base/environment.ts';
import { UserError } from '../base/errors.ts';
import { readText } from '../base/file.ts';
import { nearMiss } from '../base/near-miss.ts';
import { isMapping, shownFile } from '../base/path.ts';
import type { Path } from '../base/path.ts';
import type { Problem } from '../base/problem.ts';
import { natureOf } from './schema.ts';

const most = 256 * 1024;

/** The values of a file, as written. Rejects with a UserError that quotes nothing of it. */
export async function readProfile(file: string, cwd: string): Promise<{ value: unknown; folder: string }> {
  const wrong = (found: string): UserError => {
    const message = `${shownFile(file)}: found ${found}, expected a target profile in YAML`;
    const hint = 'correct the file and run again; nothing was sent';
    return new UserError('profile', 'profile-unreadable', message, hint);
  };
  const path = resolve(cwd, file);
  const text = await readText(path, most);
  if (text.kind === 'unreadable') throw wrong(text.found);
  try {
    const lineCounter = new LineCounter();
    const document = parseDocument(text.content, { lineCounter, merge: true, prettyErrors: false });
    const [error] = [...document.errors, ...document.warnings];
    if (error !== undefined) {
      // Its message may quote a secret.
      const { line, col } = lineCounter.linePos(error.pos[0]);
      const code = error.code.toLowerCase().replaceAll('_', ' ');
      throw wrong(`no YAML at line ${line}, column ${col} (${code})`);
    }
    if (!isMap(document.contents)) throw wrong(document.contents === null ? 'nothing' : 'no mapping');
    visit(document, {
      // What is sent keeps the text that YAML reads as a number: `007`, `1e3`. A password is put in quotes.
      Scalar(key, node, ancestors) {
        const keys = ancestors.flatMap((one) =>
          isPair(one) && isScalar(one.key) ? [String(one.key.value)] : [],
        );
        const { isSent, secret } = natureOf(keys);
        if (key !== 'value' || typeof node.value === 'string' || node.value === null) return;
        if (isSent === true && secret !== 'password') node.value = node.source;
      },
    });
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    // Throws where aliases go in circles or nesting is too deep.
    JSON.stringify(value);
    return { value, folder: dirname(path) };
  } catch (error) {
    throw error instanceof UserError ? error : wrong('YAML whose aliases (*name) or nesting cannot be read');
  }
}

/** What a `${…}` was replaced by. */
export interface Replacement {
  readonly path: Path;
  readonly reference: string;
  readonly text: string;
}

/** Inside string values. A setting without a value counts as absent, a variant is claimed. */
export async function replaceReferences(whole: unknown, folder: string, env: Environment) {
  const replacements: Replacement[] = [];
  const problems: Problem[] = [];
  const textFor = async (reference: string, path: Path): Promise<string> => {
    if (/^[A-Za-z_]\w*$/.test(reference)) {
      const [set, near] = [variable(env, reference), nearMiss(reference, Object.keys(env))];
      const found = `no ${reference.slice(0, 60)}`;
      if (set === null) problems.push({ path, found, expected: 'it in the environment or ./.env', near });
      return set ?? '';
    }
    let found = 'an odd `${…}`';
    if (reference.startsWith('file:')) {
      const file = await readText(resolve(folder, reference.slice(5)));
      if (file.kind === 'read') return file.content.replace(/\r?\n$/, '');
      found = `${file.found} for \${file:…}`;
    }
    problems.push({ path, found, expected: '${NAME} or ${file:PATH}' });
    return '';
  };
  const replace = async (value: unknown, path: Path): Promise<unknown> => {
    if (typeof value === 'string') {
      if (value === '…') problems.push({ path, found: 'a blank of `init`', expected: 'a value' });
      const parts = value.split(/\$\{([^}]*)\}/).map(async (part, index) => {
        if (index % 2 === 0) return part;
        const text = await textFor(part, path);
        replacements.push({ path, reference: part, text });
        return text;
      });
      return (await Promise.all(parts)).join('');
    }
    if (Array.isArray(value)) return Promise.all(value.map((one, index) => replace(one, [...path, index])));
    if (!isMapping(value)) return value;
    const isVariants = path.length === 1 && path[0] === 'variants';
    const members = Object.entries(value)
      .filter(([, one]) => one !== null || isVariants)
      .map(async ([key, one]) => [key, await replace(one ?? {}, [...path, key])] as const);
    return Object.fromEntries(await Promise.all(members));
  };
  return { value: await replace(whole, []), replacements, problems };
}
