// Reads the file of a profile: YAML, with `${NAME}` and `${file:PATH}` replaced.

import { dirname, resolve } from 'node:path';
import { LineCounter, isMap, isScalar, parseDocument, visit } from 'yaml';
import type { Document } from 'yaml';
import { variable } from '../base/environment.ts';
import type { Environment } from '../base/environment.ts';
import { UserError } from '../base/errors.ts';
import { readText } from '../base/file.ts';
import { nearMiss } from '../base/near-miss.ts';
import { isMapping, onOneLine, shownFile } from '../base/path.ts';
import type { Path } from '../base/path.ts';
import type { Problem } from '../base/problem.ts';
import type { Replacement } from './secrets.ts';
import { traitsAt } from './setting.ts';

const most = 256 * 1024;

const wrong = (file: string, found: string, expected = 'a target profile in YAML'): UserError => {
  const message = `${shownFile(file)}: found ${found}, expected ${expected}`;
  return new UserError(
    'profile',
    'profile-unreadable',
    message,
    'correct the file and run again; nothing was sent',
  );
};

/** The values of a file, as written. Rejects with a UserError that quotes nothing of it. */
export async function readProfile(file: string, cwd: string): Promise<{ value: unknown; folder: string }> {
  const path = resolve(cwd, file);
  const text = await readText(path, most);
  if (text.kind === 'unreadable') throw wrong(file, text.found);
  const lines = new LineCounter();
  try {
    const document = parseDocument(text.content, { lineCounter: lines, prettyErrors: false });
    const [error] = [...document.errors, ...document.warnings];
    if (error !== undefined) {
      // Its message may quote a secret.
      const { line, col } = lines.linePos(error.pos[0]);
      const what = error.code.toLowerCase().replaceAll('_', ' ');
      throw wrong(file, `no YAML at line ${line}, column ${col} (${what})`);
    }
    if (!isMap(document.contents))
      throw wrong(file, document.contents === null ? 'nothing' : 'no mapping', 'a mapping of settings');
    keepAsWritten(document);
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return { value: withoutBlanks(value), folder: dirname(path) };
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw wrong(file, 'YAML whose aliases or nesting cannot be read');
  }
}

/** What is sent keeps the text that YAML would read as a number or a word: `007`, `TRUE`, `1e3`. */
function keepAsWritten(document: Document): void {
  visit(document, {
    Scalar(key, node, ancestors) {
      const { source, value } = node;
      if (typeof source !== 'string' || (typeof value !== 'number' && typeof value !== 'boolean')) return;
      const path = ancestors.flatMap((one) =>
        'key' in one && isScalar(one.key) ? [String(one.key.value)] : [],
      );
      if (key === 'value' && isText(path)) node.value = source;
    },
  });
}

/** A password is put in quotes: a number would lose its zeros, and nobody could tell. */
function isText(path: Path): boolean {
  const { sent, secret } = traitsAt(path);
  return sent === true && secret !== 'password';
}

/** A member without a value counts as absent, a variant without one is claimed, and what is sent is text. */
export function withoutBlanks(value: unknown, path: Path = []): unknown {
  if (Array.isArray(value)) return value.map((one, index) => withoutBlanks(one, [...path, index]));
  if (typeof value === 'number' || typeof value === 'boolean') return isText(path) ? String(value) : value;
  if (!isMapping(value)) return value;
  const isVariants = path.length === 1 && path[0] === 'variants';
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null || isVariants)
      .map(([key, member]) => [key, member === null ? {} : withoutBlanks(member, [...path, key])]),
  );
}

interface Replaced {
  readonly value: unknown;
  readonly replacements: readonly Replacement[];
  readonly problems: readonly Problem[];
}

/** Puts variables and files in the place of references, inside string values. */
export async function replaceReferences(value: unknown, folder: string, env: Environment): Promise<Replaced> {
  const replacements: Replacement[] = [];
  const problems: Problem[] = [];
  const textFor = async (reference: string, path: Path): Promise<string> => {
    const fail = (found: string, expected: string, near: string | null = null): string => {
      problems.push({ path, found, expected, near });
      return '';
    };
    if (reference.startsWith('file:')) {
      const file = await readText(resolve(folder, reference.slice('file:'.length)));
      if (file.kind === 'read') return file.content.replace(/\r?\n$/, '');
      return fail(`${file.found} for \${file:…}`, 'a text file, relative to the profile');
    }
    if (!/^[A-Za-z_]\w*$/.test(reference)) return fail('an odd `${…}`', '${NAME} or ${file:PATH}');
    const set = Object.keys(env).filter((name) => variable(env, name) !== null);
    return (
      variable(env, reference) ??
      fail(
        `\${${onOneLine(reference.slice(0, 60))}}, which is not set`,
        'a variable of the environment or of .env',
        nearMiss(reference, set),
      )
    );
  };
  const replace = async (one: unknown, path: Path): Promise<unknown> => {
    if (typeof one === 'string') {
      const parts = one.split(/\$\{([^}]*)\}/);
      const texts: string[] = [];
      for (const [index, part] of parts.entries()) {
        const text = index % 2 === 0 ? part : await textFor(part, path);
        if (index % 2 === 1) replacements.push({ path, text });
        texts.push(text);
      }
      return texts.join('');
    }
    if (Array.isArray(one)) return Promise.all(one.map((member, index) => replace(member, [...path, index])));
    if (!isMapping(one)) return one;
    const members: [string, unknown][] = [];
    for (const [key, member] of Object.entries(one))
      members.push([key, await replace(member, [...path, key])]);
    return Object.fromEntries(members);
  };
  return { value: await replace(value, []), replacements, problems };
}

/** A value that is sent and may not be what its author meant, as the end of a sentence; null if nothing is odd. */
export function oddityOf(text: string): string | null {
  if (/[\r\n]/.test(text)) return 'has a line break';
  if (/^\s|\s$/.test(text)) return 'has a blank at an end';
  return /[\p{Cc}\p{Cf}\ufffd]/u.test(text) ? 'has an invisible character' : null;
}
