import { join } from 'node:path';
import { notWritten, prepareFolder, writeWhole } from '../base/write-file.ts';
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
