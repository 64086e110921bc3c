import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { compareResults } from '../comparison/compare-results.ts';
import type { Comparison } from '../comparison/comparison.ts';
import { inLanguage } from '../report/in-language.ts';
import { notWritten, writeWhole } from '../report/format.ts';
import { readResultsFile } from '../result/read-results.ts';
import type { Results } from '../result/results.ts';
import { nearMiss } from '../target/near-miss.ts';
import { commandHelp } from './help.ts';
import type { Invocation } from './invocation.ts';
import { readOptions } from './option.ts';
import type { Given, OptionTable } from './option.ts';
import type { Terminal } from './terminal.ts';

const options = {
  format: { type: 'text', value: 'NAME', summary: 'console, markdown or json; console if left out' },
  json: { type: 'flag', summary: 'short for --format json' },
  out: { type: 'text', value: 'FILE', summary: 'write it into a file' },
  language: { type: 'text', value: 'en|ru', summary: 'language, that of NEW if left out' },
  help: { type: 'flag', summary: 'show this' },
} as const satisfies OptionTable;

type Language = Results['target']['language'];

type Renderer = (comparison: Comparison, language: Language, terminal: Terminal) => Promise<string>;

const renderers = {
  console: async (comparison, language, { width, color }) =>
    (await import('../comparison/render.ts')).renderConsole(comparison, { width, color, language }),
  markdown: async (comparison, language) =>
    (await import('../comparison/render.ts')).renderMarkdown(comparison, language),
  json: async (comparison) => (await import('../report/machine/json.ts')).jsonText(comparison),
} as const satisfies Record<string, Renderer>;

type FormatName = keyof typeof renderers;

/** Says what got worse and what got better between two runs; 1 if something got worse. */
export async function compare({ args, cwd, terminal }: Invocation): Promise<number> {
  const given = readOptions('compare', args, options, 2);
  if (given.has('help')) {
    terminal.write(commandHelp('compare OLD NEW', options));
    return 0;
  }
  const [before, after] = given.words;
  if (before === undefined || after === undefined) throw missingFiles(given.words.length);
  const format = chosenFormat(given);
  const language = chosenLanguage(given);
  const [older, newer] = [await read(before, cwd), await read(after, cwd)];
  const shownLanguage = language ?? newer.target.language;
  // For programs, a comparison holds the English sentences.
  const spoken = format === 'json' ? 'en' : shownLanguage;
  const comparison = compareResults(inLanguage(older, spoken), inLanguage(newer, spoken));
  const out = given.text('out');
  const shown = out === undefined ? terminal : { ...terminal, color: false };
  const text = await renderers[format](comparison, shownLanguage, shown);
  if (out === undefined) terminal.write(text);
  else await write(resolve(cwd, out), text);
  return comparison.isWorse ? 1 : 0;
}

const write = (path: string, text: string): Promise<void> =>
  writeWhole(path, text).catch((error: unknown) => {
    throw notWritten(dirname(path), error);
  });

/** A results file, or the folder that a run has written one into. */
async function read(path: string, cwd: string): Promise<Results> {
  const full = resolve(cwd, path);
  const isFolder = await stat(full).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder
    ? readResultsFile(join(full, 'results.json'), join(path, 'results.json'))
    : readResultsFile(full, path);
}

function chosenFormat(given: Given): FormatName {
  const name = given.text('format') ?? (given.has('json') ? 'json' : 'console');
  if (isFormat(name)) return name;
  throw wrongChoice('--format', name, Object.keys(renderers));
}

const isFormat = (name: string): name is FormatName => Object.hasOwn(renderers, name);

function chosenLanguage(given: Given): Language | undefined {
  const language = given.text('language');
  if (language === undefined || language === 'en' || language === 'ru') return language;
  throw wrongChoice('--language', language, ['en', 'ru']);
}

function wrongChoice(option: string, found: string, allowed: readonly string[]): UserError {
  const near = nearMiss(found, allowed);
  const question = near === null ? '' : `; did you mean ${near}?`;
  const expected = `expected one of ${allowed.join(', ')}`;
  return new UserError(
    'usage',
    'wrong-option-value',
    `${option}: found ${JSON.stringify(found)}, ${expected}${question}`,
    'see compare --help',
  );
}

const missingFiles = (found: number): UserError =>
  new UserError(
    'usage',
    'missing-argument',
    `compare: found ${found} of the 2 results files, expected OLD and NEW`,
    'name two results.json, or the folders that hold them',
  );
