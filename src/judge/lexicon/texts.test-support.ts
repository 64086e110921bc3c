import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Meaning } from '#banks/specification.ts';

/** Texts of a file in `fixtures/texts`. Its name before the language: a meaning, or several joined by `+`. */
export interface TextFile {
  readonly name: string;
  readonly texts: readonly string[];
}

const folderOfTexts = join(import.meta.dirname, '../../../fixtures/texts');

export const meanings: readonly Meaning[] = [
  'correct-data',
  'encrypted-form',
  'not-authorized',
  'contact-manager',
  'try-later',
];

/** Reads the files of a folder in `fixtures/texts` (see its README). */
export function readTextFiles(folder: string): readonly TextFile[] {
  return readdirSync(join(folderOfTexts, folder)).map((file) => {
    const lines = readFileSync(join(folderOfTexts, folder, file), 'utf8').split('\n');
    const texts = lines.filter((line) => line !== '' && !line.startsWith('#'));
    return {
      name: file.split('.')[0] ?? '',
      texts: texts.map((text) => text.replaceAll(String.raw`\n`, '\n')),
    };
  });
}

/** The texts of a folder about one meaning, in both languages. */
export function textsOf(folder: string, meaning: Meaning): readonly string[] {
  return readTextFiles(folder).flatMap(({ name, texts }) => (name === meaning ? texts : []));
}
