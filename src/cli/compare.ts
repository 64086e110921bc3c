import { dirname, resolve } from 'node:path';
import { compareResults } from '../comparison/compare-results.ts';
import { UserError } from '../errors.ts';
import { inLanguage } from '../report/in-language.ts';
import { notWritten, writeWhole } from '../report/format.ts';
import { readResultsFile } from '../result/read-results.ts';
import type { Invocation } from './command.ts';
import type { Given } from './option.ts';
import { languageOf } from './settings.ts';

/** Says what got worse and what got better between two runs; 1 if something got worse. */
export async function compare(given: Given, { cwd, terminal }: Invocation): Promise<number> {
  const [before, after] = given.words;
  if (before === undefined || after === undefined) {
    const message = `compare: found ${given.words.length} of the 2 results files, expected OLD and NEW`;
    const hint = 'name two results.json, or the folders that hold them';
    throw new UserError('usage', 'missing-argument', message, hint);
  }
  const format = given.has('json') && !given.has('format') ? 'json' : given.value('format');
  const [older, newer] = [
    await readResultsFile(resolve(cwd, before), before),
    await readResultsFile(resolve(cwd, after), after),
  ];
  const language = languageOf(given) ?? newer.target.language;
  // For programs, a comparison holds the English sentences.
  const spoken = format === 'json' ? 'en' : language;
  const comparison = compareResults(inLanguage(older, spoken), inLanguage(newer, spoken));
  const out = given.text('out');
  const draw = async (): Promise<string> => {
    if (format === 'json') return (await import('../report/machine/json.ts')).jsonText(comparison);
    if (format === 'markdown') {
      return (await import('../comparison/render.ts')).renderMarkdown(comparison, language);
    }
    const { renderConsole } = await import('../comparison/render.ts');
    return renderConsole(comparison, {
      width: terminal.width,
      color: terminal.color && out === undefined,
      language,
    });
  };
  if (out === undefined) terminal.write(await draw());
  else await writeFileTo(resolve(cwd, out), await draw());
  return comparison.isWorse ? 1 : 0;
}

/** Writes a file whole or not at all; rejects with a UserError where that is not possible. */
export const writeFileTo = (path: string, text: string): Promise<void> =>
  writeWhole(path, text).catch((error: unknown) => {
    throw notWritten(dirname(path), error);
  });
