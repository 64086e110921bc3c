import { open, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { UserError } from '../errors.ts';
import { isMapping } from '../target/place.ts';
import { parseJson } from './json-text.ts';
import { parseInParts } from './parse-parts.ts';
import { explainIssue, inWords } from './results-problem.ts';
import type { Results } from './results.ts';
import { resultsSchema } from './schema.ts';
import { list } from './schema-field.ts';

/** The version of results files that this suite writes and reads. */
const ownVersion = 1;
const mostProblems = 5;
/** Bytes of a file from which on it is parsed item by item. */
const large = 4 * 1024 * 1024;
const piece = 1024 * 1024;
const again = 'name a results.json that `run` has written';

const { shape } = resultsSchema;
/** Validated item by item, so that a large file costs no second copy of itself. */
const items = {
  rootCauses: shape.rootCauses.element,
  requirements: shape.requirements.element,
  waivers: shape.waivers.element,
  reviews: shape.reviews.element,
  cases: shape.cases.element,
  controls: shape.controls.element,
  observations: shape.observations.element,
  advisories: shape.advisories.element,
} as const satisfies Partial<Record<keyof Results, z.ZodType>>;
const anything = list(z.unknown());
const frame = resultsSchema.extend({
  rootCauses: anything,
  requirements: anything,
  waivers: anything,
  reviews: anything,
  cases: anything,
  controls: anything,
  observations: anything,
  advisories: anything,
});

/** The Results that a file holds, further members included; `file` is its name for messages. Throws a UserError of its own kind for what is no JSON, cut off, another document, another version or wrong in a member. */
export function readResults(text: string, file: string): Results {
  const outcome = parseJson(text);
  switch (outcome.kind) {
    case 'parsed':
      return requireResults(outcome.value, file);
    case 'empty':
      throw wrong('results-not-json', `${file}: found an empty file, expected a results file (JSON)`);
    case 'truncated':
      throw wrong(
        'results-truncated',
        `${file}: found JSON that ends in the middle, expected a whole results file`,
        'the file was cut off on its way: copy it again, or run again',
      );
    case 'broken': {
      const place = `line ${outcome.line}, column ${outcome.column}`;
      throw wrong(
        'results-not-json',
        `${file}: ${place}: found something that is no JSON, expected a results file`,
      );
    }
  }
}

/** Reads a results file. Rejects with a UserError where it cannot be read, or as `readResults` throws. */
export async function readResultsFile(path: string, shown: string): Promise<Results> {
  const content = await contentOf(path, shown);
  return typeof content === 'string' ? readResults(content, shown) : requireResults(content.value, shown);
}

/** The text of a file, or what it comes to where it is too large to stand in memory as a text as well. */
async function contentOf(path: string, shown: string): Promise<string | { readonly value: unknown }> {
  try {
    const value = await largeContentOf(path);
    if (value !== null) return { value };
    const bytes = await readFile(path);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const found = words[code] ?? `a file that cannot be read (${code})`;
    throw wrong(
      code === 'ENOENT' ? 'results-not-found' : 'results-unreadable',
      `${shown}: found ${found}, expected a results file`,
    );
  }
}

/** What a large file comes to; null for a small one, and where it has to be parsed as a whole. */
async function largeContentOf(path: string): Promise<unknown> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size <= large) return null;
    return await parseInParts(async () => {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(piece));
      return bytesRead === 0 ? null : buffer.subarray(0, bytesRead);
    }, 'cases');
  } finally {
    await file.close();
  }
}

const words: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'a folder',
  EACCES: 'a file that may not be read',
  EPERM: 'a file that may not be read',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'a file that is not UTF-8',
  ERR_STRING_TOO_LONG: 'more than 512 MB',
  ERR_FS_FILE_TOO_LARGE: 'more than 2 GB',
};

function requireResults(value: unknown, file: string): Results {
  requireVersion(value, file);
  const problems = problemsOf(value);
  if (problems.length === 0) return value as Results;
  const shown = problems.slice(0, mostProblems);
  const text =
    shown.length === 1
      ? `${file}: ${shown[0]}`
      : [`${file}: wrong members`, ...shown.map((line) => `  ${line}`)].join('\n');
  throw wrong(
    'results-invalid',
    text,
    'the file was changed, or another version of the suite wrote it: run again',
  );
}

function requireVersion(value: unknown, file: string): void {
  if (!isMapping(value)) {
    throw wrong('not-results', `${file}: found ${inWords(value)}, expected the object of a results file`);
  }
  const { schemaVersion: version, suite } = value;
  if (typeof version !== 'number' || !isMapping(suite)) {
    const members = Object.keys(value)
      .slice(0, 5)
      .map((member) => `\`${member}\``);
    const found = members.length === 0 ? 'an empty object' : `an object with ${members.join(', ')}`;
    throw wrong(
      'not-results',
      `${file}: found ${found}, expected the \`schemaVersion\` and \`suite\` of a results file`,
    );
  }
  if (version === ownVersion) return;
  const isNewer = version > ownVersion;
  throw wrong(
    isNewer ? 'results-newer' : 'results-older',
    `${file}: schemaVersion: found ${version}, expected ${ownVersion}`,
    isNewer ? 'a newer suite wrote it: update this one' : 'an older suite wrote it: run again with this one',
  );
}

/** What is wrong with the members, in the order of the file; the search ends when there is enough to tell. */
function problemsOf(value: unknown): readonly string[] {
  const top = frame.safeParse(value);
  const problems = (top.error?.issues ?? []).map((issue) => explainIssue(issue, value, []));
  for (const [key, schema] of Object.entries(items)) {
    const members: unknown = isMapping(value) ? value[key] : undefined;
    if (!Array.isArray(members)) continue;
    for (const [index, member] of members.entries()) {
      if (problems.length >= mostProblems) return problems;
      const parsed = (schema as z.ZodType).safeParse(member);
      const issues = parsed.error?.issues ?? [];
      problems.push(...issues.map((issue) => explainIssue(issue, member, [key, index])));
    }
  }
  return problems;
}

const wrong = (code: string, message: string, hint = again): UserError =>
  new UserError('usage', code, message, hint);
