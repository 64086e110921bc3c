import { isUtf8 } from 'node:buffer';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../base/errors.ts';
import { noSuchFile, readBytes } from '../base/file.ts';
import { explain, listed, problemsOf } from '../base/problem.ts';
import { inWords, isMapping, writePath } from '../base/path.ts';
import type { Path } from '../base/path.ts';
import { specification } from '../operation/specification.ts';
import { judgeAgain, rules } from './judge.ts';
import { exchangesById, resultsSchema } from './results.ts';
import type { Results } from './results.ts';
import { list } from '../base/schema-field.ts';

/** Version of results files that this suite reads and writes. */
const ownVersion = 1;
const mostProblems = 5;
/** Largest results file, in bytes. */
const mostResultBytes = 64 * 1024 * 1024;
/** Brackets in each other; a deeper value exhausts the stack of what writes it again. */
const mostLevels = 100;

/** Lists are validated item by item, so that a large file is not copied as a whole. */
const lists = Object.entries<z.ZodType>(resultsSchema.shape).flatMap(([key, schema]) =>
  schema instanceof z.ZodArray ? [[key, schema.element as z.ZodType] as const] : [],
);
const frame = resultsSchema.extend(Object.fromEntries(lists.map(([key]) => [key, list(z.unknown())])));

/**
 * Parses Results and keeps unknown members; `file` is the name for messages. Throws a UserError, with a
 * different code for no JSON, a cut file, another document, another version or a wrong member.
 */
export function readResults(content: string | Uint8Array, file: string): Results {
  const value = parse(typeof content === 'string' ? Buffer.from(content) : content, file);
  requireVersion(value, file);
  const members = wrongMembers(value);
  const problems = members.length > 0 ? members : findDangling(value as Results);
  if (problems.length === 0) return value as Results;
  const text = listed(file, problems.slice(0, mostProblems), 'wrong members');
  const hint = 'the file was changed, or another version of the suite wrote it: run again';
  throw new UserError('usage', 'results-invalid', text, hint);
}

/**
 * Reads a results file, or the one in a folder of reports or of a certificate. Results of a certificate are
 * judged again. Rejects with a UserError if the file cannot be read, or `readResults` throws.
 */
export async function readResultsFile(path: string, shown: string): Promise<Results> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() ?? false;
  const name = isFolder ? join(shown, 'results.json') : shown;
  const file = await readBytes(isFolder ? join(path, 'results.json') : path, {
    most: mostResultBytes,
    from: 'stranger',
  });
  if (file.kind === 'read') {
    const results = readResults(file.content, name);
    const isEvidence =
      (isFolder || basename(path) === 'results.json') && (await isSigned(isFolder ? path : dirname(path)));
    return isEvidence ? derived(results, name) : results;
  }
  const code = file.found === noSuchFile ? 'results-not-found' : 'results-unreadable';
  throw wrong(code, name, file.found);
}

/** True if a certificate or a signed record is in the folder. */
async function isSigned(folder: string): Promise<boolean> {
  const statements = ['certificate.json', 'record.json'].map(async (name) => stat(join(folder, name)));
  return (await Promise.allSettled(statements)).some(({ status }) => status === 'fulfilled');
}

/** Judges a certificate again, so that nothing is shown as its signer wrote it. */
function derived(results: Results, file: string): Results {
  if (results.rules === rules)
    return judgeAgain(results, specification, results.reviews, { isPublished: true });
  const hint = `show it with version ${results.suite.version} of the suite`;
  throw wrong('results-of-other-rules', `${file}: rules`, String(results.rules), String(rules), hint);
}

/** Parses a file; ignores a byte order mark (RFC 8259, section 8.1). */
function parse(content: Uint8Array, file: string): unknown {
  if (!isUtf8(content)) throw wrong('results-unreadable', file, 'a file that is not UTF-8');
  const hasMark = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf;
  const text = Buffer.from(hasMark ? content.subarray(3) : content).toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notJson(text, file);
  }
  if (isDeeperThan(mostLevels, value)) throw wrong('results-unreadable', file, 'JSON of too many levels');
  return value;
}

/** Level by level: a recursion would end where the value does not. */
function isDeeperThan(levels: number, value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= levels && level.length > 0; depth += 1)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  return level.length > 0;
}

/** Why a text is not JSON: it is empty, ends too early, or has a syntax error. */
function notJson(text: string, file: string): UserError {
  const expected = 'a results file (JSON)';
  if (text.trim() === '') return wrong('results-not-json', file, 'an empty file', expected);
  let said = '';
  try {
    JSON.parse(text);
  } catch (error) {
    said = String(error);
  }
  const position = Number(/at position (\d+)/.exec(said)?.[1] ?? Number.NaN);
  const isAtEnd = said.includes('Unexpected end') || position >= text.trimEnd().length;
  if (isAtEnd && /^\s*[[{]/.test(text)) {
    const hint = 'the file was cut off on its way: copy it again, or run again';
    return wrong('results-truncated', file, 'JSON that ends in the middle', expected, hint);
  }
  const [, line = '1', column = '1'] = /line (\d+) column (\d+)/.exec(said) ?? [];
  const place = `${file}: line ${line}, column ${column}`;
  return wrong('results-not-json', place, 'something that is not JSON', expected);
}

function requireVersion(value: unknown, file: string): void {
  if (!isMapping(value)) throw wrong('not-results', file, inWords(value));
  const { schemaVersion: version, suite } = value;
  if (typeof version !== 'number' || !isMapping(suite)) {
    const members = Object.keys(value).slice(0, 5);
    const named = members.map((member) => `\`${member}\``).join(', ');
    const found = named === '' ? 'an empty object' : `an object with ${named}`;
    throw wrong('not-results', file, found, 'the `schemaVersion` and `suite` of a results file');
  }
  if (version === ownVersion) {
    if (typeof value['rules'] === 'number') return;
    const hint = 'a suite before 0.3.0 wrote it: run again with this one';
    throw wrong('results-older', `${file}: suite.version`, String(suite['version']), '0.3.0 or later', hint);
  }
  const [code, hint] =
    version > ownVersion
      ? ['results-newer', 'a newer suite wrote it: update this one']
      : ['results-older', 'an older suite wrote it: run again with this one'];
  throw wrong(code, `${file}: schemaVersion`, String(version), String(ownVersion), hint);
}

/** Wrong members in the order of the file, up to the number that a message shows. */
function wrongMembers(value: unknown): readonly string[] {
  const problems = explained(frame, value, []);
  for (const [key, item] of lists) {
    const members: unknown = isMapping(value) ? value[key] : undefined;
    if (!Array.isArray(members)) continue;
    for (const [index, member] of members.entries()) {
      if (problems.length >= mostProblems) return problems;
      problems.push(...explained(item, member, [key, index]));
    }
  }
  return problems;
}

function explained(schema: z.ZodType, value: unknown, above: Path): string[] {
  const { issues = [] } = schema.safeParse(value).error ?? {};
  return problemsOf(issues, value, inWords).map((problem) => {
    const place = writePath([...above, ...problem.path]);
    return `${place === '' ? 'the file' : place}: ${explain(problem)}`;
  });
}

/** References to a variant or an exchange that the file does not contain, a sentence each. */
function findDangling(results: Results): readonly string[] {
  const { target, variants, profile, baselines, requirements, cases, attempts } = results;
  const exchanges = exchangesById(results);
  const isClaimed = (id: string): boolean => target.variants.includes(id);
  const isRecorded = (id: string): boolean => exchanges.has(id);
  const trials = [...cases.flatMap((one) => one.trials), ...Object.values(baselines)];
  const rows: readonly (readonly [string, readonly string[], (id: string) => boolean])[] = [
    ['target.variants', target.variants, (id) => Object.hasOwn(variants, id)],
    ['variants', Object.keys(variants), isClaimed],
    ['profile.claims', Object.keys(profile.claims), isClaimed],
    ['baselines', Object.keys(baselines), isClaimed],
    ['requirements', requirements.map(({ variant }) => variant), isClaimed],
    ['cases', cases.map(({ variant }) => variant), isClaimed],
    ['attempts', attempts.flatMap(({ exchange }) => exchange ?? []), isRecorded],
    ['trials', trials.flatMap((one) => one.attempts), isRecorded],
  ];
  return rows.flatMap(([place, ids, isKnown]) => {
    const unknown = ids.find((id) => !isKnown(id));
    return unknown === undefined
      ? []
      : [`${place}: found ${inWords(unknown)}, expected one that the file holds`];
  });
}

const wrong = (
  code: string,
  place: string,
  found: string,
  expected = 'a results file',
  hint = 'name a results.json that `run` has written',
): UserError => new UserError('usage', code, `${place}: found ${found}, expected ${expected}`, hint);
