// Reads the file of a profile: YAML, with `${NAME}` and `${file:PATH}` replaced.

import { dirname, resolve } from 'node:path';
import { LineCounter, isMap, isScalar, parseDocument, visit } from 'yaml';
import { variable } from '../base/environment.ts';
import type { Environment } from '../base/environment.ts';
import { UserError } from '../base/errors.ts';
import { readText } from '../base/file.ts';
import { nearMiss } from '../base/near-miss.ts';
import { isMapping, shownFile } from '../base/path.ts';
import type { Path } from '../base/path.ts';
import type { Problem } from '../base/problem.ts';
import { traitsAt } from './setting.ts';

const most = 256 * 1024;

/** The values of a file, as written. Rejects with a UserError that quotes nothing of it. */
export async function readProfile(file: string, cwd: string): Promise<{ value: unknown; folder: string }> {
  const wrong = (found: string): UserError => {
    const message = `${shownFile(file)}: found ${found}, expected a target profile in YAML`;
    return new UserError(
      'profile',
      'profile-unreadable',
      message,
      'correct the file and run again; nothing was sent',
    );
  };
  const path = resolve(cwd, file);
  const text = await readText(path, most);
  if (text.kind === 'unreadable') throw wrong(text.found);
  try {
    const lineCounter = new LineCounter();
    const document = parseDocument(text.content, { lineCounter, prettyErrors: false });
    const [error] = [...document.errors, ...document.warnings];
    if (error !== undefined) {
      // Its message may quote a secret.
      const { line, col } = lineCounter.linePos(error.pos[0]);
      throw wrong(
        `no YAML at line ${line}, column ${col} (${error.code.toLowerCase().replaceAll('_', ' ')})`,
      );
    }
    if (!isMap(document.contents)) throw wrong(document.contents === null ? 'nothing' : 'no mapping');
    visit(document, {
      // What is sent keeps the text that YAML would read as a number or a word: `007`, `TRUE`, `1e3`.
      Scalar(key, node, ancestors) {
        const keys = ancestors.flatMap((one) =>
          'key' in one && isScalar(one.key) ? [String(one.key.value)] : [],
        );
        if (key === 'value' && typeof node.value !== 'string' && node.value !== null && isText(keys))
          node.value = node.source;
      },
    });
    return { value: normalised(document.toJS({ maxAliasCount: 100 })), folder: dirname(path) };
  } catch (error) {
    throw error instanceof UserError ? error : wrong('YAML whose aliases or nesting cannot be read');
  }
}

/** A password is put in quotes: a number would lose its zeros, and nobody could tell. */
function isText(path: Path): boolean {
  const { sent, secret } = traitsAt(path);
  return sent === true && secret !== 'password';
}

/** A member without a value counts as absent, a variant without one is claimed, and what is sent is text. */
export function normalised(value: unknown, path: Path = []): unknown {
  if (Array.isArray(value)) return value.map((one, index) => normalised(one, [...path, index]));
  if (typeof value === 'number' || typeof value === 'boolean') return isText(path) ? String(value) : value;
  if (!isMapping(value)) return value;
  const isVariants = path.length === 1 && path[0] === 'variants';
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null || isVariants)
      .map(([key, member]) => [key, normalised(member ?? {}, [...path, key])]),
  );
}

/** What a `${…}` was replaced by. */
export interface Replacement {
  readonly path: Path;
  readonly text: string;
}

/** Puts variables and files in the place of references, inside string values. */
export async function replaceReferences(value: unknown, folder: string, env: Environment) {
  const replacements: Replacement[] = [];
  const problems: Problem[] = [];
  const textFor = async (reference: string, path: Path): Promise<string> => {
    const file = reference.startsWith('file:') ? await readText(resolve(folder, reference.slice(5))) : null;
    if (file?.kind === 'read') return file.content.replace(/\r?\n$/, '');
    const isName = /^[A-Za-z_]\w*$/.test(reference);
    const set = isName ? variable(env, reference) : null;
    if (set !== null) return set;
    const found = isName ? `\${${reference.slice(0, 60)}}, which is not set` : 'an odd `${…}`';
    const names = Object.keys(env).filter((name) => variable(env, name) !== null);
    problems.push(
      file === null
        ? {
            path,
            found,
            expected: '${NAME} or ${file:PATH}',
            near: isName ? nearMiss(reference, names) : null,
          }
        : { path, found: `${file.found} for \${file:…}`, expected: 'a text file, relative to the profile' },
    );
    return '';
  };
  const replace = async (one: unknown, path: Path): Promise<unknown> => {
    if (typeof one === 'string') {
      const parts = one.split(/\$\{([^}]*)\}/).map(async (part, index) => {
        if (index % 2 === 0) return part;
        const text = await textFor(part, path);
        replacements.push({ path, text });
        return text;
      });
      return (await Promise.all(parts)).join('');
    }
    if (Array.isArray(one)) return Promise.all(one.map((member, index) => replace(member, [...path, index])));
    if (!isMapping(one)) return one;
    const members = Object.entries(one).map(
      async ([key, member]) => [key, await replace(member, [...path, key])] as const,
    );
    return Object.fromEntries(await Promise.all(members));
  };
  return { value: await replace(value, []), replacements, problems };
}
