import { dirname, resolve } from 'node:path';
import { renderComparison } from '../report/comparison.ts';
import { UserError } from '../base/errors.ts';
import { notWritten, writeWhole } from '../base/write-file.ts';
import { shownFile } from '../base/path.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { languageOf, readRun } from './settings.ts';
import { wordsIn } from '../messages/message.ts';

/** Says what got worse and what got better between two runs. Returns 1 if something got worse. */
export async function compare(given: Given, { cwd, terminal }: Invocation): Promise<number> {
  const [before, after] = given.words;
  if (before === undefined || after === undefined) {
    const message = `compare: found ${given.words.length} of the 2 results files, expected OLD and NEW`;
    const hint = 'name two results.json, or the folders that hold them';
    throw new UserError('usage', 'missing-argument', message, hint);
  }
  const format = given.has('json') && !given.has('format') ? 'json' : given.value('format');
  const [older, newer] = [await readRun(before, cwd), await readRun(after, cwd)];
  const language = languageOf(given) ?? newer.target.language;
  const out = given.text('out');
  const { text, isWorse } = renderComparison(older, newer, {
    format: format === 'json' || format === 'markdown' ? format : 'console',
    width: terminal.width,
    color: terminal.color && out === undefined,
    language,
  });
  if (out === undefined) terminal.write(text);
  else {
    await writeFileTo(resolve(cwd, out), text);
    terminal.write(`${wordsIn(language)(isWorse ? 'is-worse' : 'is-not-worse')} ${shownFile(out)}\n`);
  }
  return isWorse ? 1 : 0;
}

/** Writes a file completely or not at all; rejects with a UserError if it cannot. */
export const writeFileTo = (path: string, text: string): Promise<void> =>
  writeWhole(path, text).catch((error: unknown) => {
    throw notWritten(dirname(path), error);
  });
