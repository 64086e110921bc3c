import { appendFile, mkdir, rm, stat, writeFile, rename } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { UserError } from '../base/errors.ts';
import type { Results } from '../results/results.ts';
import { programFor } from '../base/package.ts';
import { calledAs } from './called.ts';

/** Values of `--format`. */
export type FormatName = 'json' | 'html' | 'junit' | 'markdown' | 'har' | 'badge';

/**
 * A report: its file name, and its renderer, which is loaded on demand. A large report is rendered in parts.
 */
interface Format {
  readonly file: string;
  readonly load: () => Promise<(results: Results) => string | Iterable<string>>;
}

export const formats: Readonly<Record<FormatName, Format>> = {
  json: { file: 'results.json', load: async () => (await import('./machine/json.ts')).renderJsonParts },
  html: { file: 'report.html', load: async () => (await import('./html/page.ts')).renderHtml },
  junit: { file: 'junit.xml', load: async () => (await import('./machine/junit.ts')).renderJunit },
  markdown: { file: 'summary.md', load: async () => (await import('./machine/summary.ts')).renderSummary },
  har: { file: 'transcripts.har', load: async () => (await import('./machine/har.ts')).renderHarParts },
  badge: { file: 'badge.json', load: async () => (await import('./machine/json.ts')).renderBadge },
};

export const isFormatName = (word: string): word is FormatName => Object.hasOwn(formats, word);

/** Formats of a run without `--format`. `har` is not among them because `json` contains all of it. */
export const usualFormats: readonly FormatName[] = ['json', 'html', 'junit', 'markdown', 'badge'];

export async function renderText(results: Results, name: FormatName): Promise<string> {
  const content = (await formats[name].load())(results);
  return typeof content === 'string' ? content : [...content].join('');
}

/** Loads renderers in advance. An error is ignored here: it occurs again when the renderer is used. */
export async function loadRenderers(names: readonly FormatName[]): Promise<void> {
  await Promise.allSettled(names.map((name) => formats[name].load()));
}

/**
 * Writes reports into a folder and creates it if necessary. Each file is written completely or not at all.
 * Returns the paths in the order of the formats. Rejects with a UserError if the folder is not writable.
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

/**
 * Creates the folder of the reports and tests whether a file can be written. Rejects with a UserError if not.
 */
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

export function notWritten(folder: string, error: unknown): UserError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const found = obstacles[code] ?? `a place that cannot be written to (${code || String(error)})`;
  const expected = 'expected a folder or a place for one';
  const message = `The reports could not be written to ${folder}: found ${found}, ${expected}`;
  const hint = 'Give a folder that can be written to with `--out`.';
  return new UserError('usage', 'report-not-written', message, hint);
}

// Creates one folder at a time: below /proc, `recursive` of node:fs never ends.
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  try {
    await mkdir(folder);
  } catch (error) {
    // Another run may have created it in the meantime.
    if (!(await isFolder(folder))) throw error;
  }
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() ?? false;

/** Writes a file completely or not at all. Rejects with the error of node:fs. */
export async function writeWhole(
  path: string,
  content: string | Uint8Array | Iterable<string>,
): Promise<void> {
  // In the same folder, because a rename is atomic only within one file system.
  const draft = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    const parts = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
    await writeFile(draft, '');
    // One part at a time: the file system of Yarn Plug'n'Play does not write iterables.
    for (const part of parts) await appendFile(draft, part);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
