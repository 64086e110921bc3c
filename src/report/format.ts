import { appendFile, mkdir, rm, stat, writeFile, rename } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { UserError } from '../base/errors.ts';
import type { Results } from '../results/results.ts';
import { programFor } from '../base/package.ts';
import { calledAs } from './called.ts';

/** A name that `--format` takes. */
export type FormatName = 'json' | 'html' | 'junit' | 'markdown' | 'har' | 'badge';

/** A kind of report: its file name, and its renderer, loaded on demand. A large report comes in parts. */
interface Format {
  readonly file: string;
  readonly load: () => Promise<(results: Results) => string | Iterable<string>>;
}

/** Every kind of report. */
export const formats: Readonly<Record<FormatName, Format>> = {
  json: { file: 'results.json', load: async () => (await import('./machine/json.ts')).renderJsonParts },
  html: { file: 'report.html', load: async () => (await import('./html/page.ts')).renderHtml },
  junit: { file: 'junit.xml', load: async () => (await import('./machine/junit.ts')).renderJunit },
  markdown: { file: 'summary.md', load: async () => (await import('./machine/summary.ts')).renderSummary },
  har: { file: 'transcripts.har', load: async () => (await import('./machine/har.ts')).renderHarParts },
  badge: { file: 'badge.json', load: async () => (await import('./machine/json.ts')).renderBadge },
};

/** Whether a word is the name of a format. */
export const isFormatName = (word: string): word is FormatName => Object.hasOwn(formats, word);

/** The formats that are written unless others are named; `har` holds nothing that `json` lacks. */
export const usualFormats: readonly FormatName[] = ['json', 'html', 'junit', 'markdown', 'badge'];

/** The whole text of a report. */
export async function renderText(results: Results, name: FormatName): Promise<string> {
  const content = (await formats[name].load())(results);
  return typeof content === 'string' ? content : [...content].join('');
}

/** Loads the renderers in advance; an error in one shows where it is used. */
export async function loadRenderers(names: readonly FormatName[]): Promise<void> {
  await Promise.allSettled(names.map((name) => formats[name].load()));
}

/**
 * Writes reports into a folder, which it makes if need be, each file whole or not at all. Gives their paths in
 * the order of the formats. Rejects with a UserError if the folder cannot be written to.
 */
export async function writeReports(
  results: Results,
  folder: string,
  names: readonly FormatName[],
): Promise<readonly string[]> {
  await prepareFolder(folder);
  const called = calledAs(results, programFor(folder));
  const paths: string[] = [];
  for (const name of names) {
    const path = join(folder, formats[name].file);
    await writeWhole(path, (await formats[name].load())(called)).catch((error: unknown) => {
      throw notWritten(folder, error);
    });
    paths.push(path);
  }
  return paths;
}

/** Makes the folder of the reports and tries to write a file. Rejects with a UserError if that fails. */
export async function prepareFolder(folder: string): Promise<void> {
  const probe = join(folder, `.${crypto.randomUUID()}.tmp`);
  try {
    await makeFolder(folder);
    await writeFile(probe, 'x');
  } catch (error) {
    throw notWritten(folder, error);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

const obstacles: Readonly<Record<string, string>> = {
  EEXIST: 'a file of that name',
  ENOTDIR: 'a file where a folder above it has to be',
  EISDIR: 'a folder with the name of a report',
  EACCES: 'a place that may not be written to',
  EPERM: 'a place that may not be written to',
  EROFS: 'a place that may not be written to',
  ENOSPC: 'a full disk',
};

/** The error of reports that could not be written. */
export function notWritten(folder: string, error: unknown): UserError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const found = obstacles[code] ?? `a place that cannot be written to (${code || String(error)})`;
  const expected = 'expected a folder or a place for one';
  const message = `The reports could not be written to ${folder}: found ${found}, ${expected}`;
  const hint = 'Give a folder that can be written to with `--out`.';
  return new UserError('usage', 'report-not-written', message, hint);
}

// One step at a time: below /proc, `recursive` of node:fs loops for ever.
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  try {
    await mkdir(folder);
  } catch (error) {
    // Another run may have made it meanwhile.
    if (!(await isFolder(folder))) throw error;
  }
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() ?? false;

/** Writes a file whole or not at all; rejects as node:fs does. */
export async function writeWhole(
  path: string,
  content: string | Uint8Array | Iterable<string>,
): Promise<void> {
  // In the same folder, because a rename replaces a file at once only within one file system.
  const draft = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    const parts = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
    await writeFile(draft, '');
    // Part by part: the file system that Yarn Plug'n'Play puts in place of Node's writes no iterables.
    for (const part of parts) await appendFile(draft, part);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
