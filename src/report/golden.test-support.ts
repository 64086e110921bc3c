// Files of fixtures/golden: what a renderer wrote when a person last looked at it.

import { mkdir, readFile, writeFile } from 'node:fs/promises';

/** The text of a file. With UPDATE_GOLDEN=1, the given one is written first. */
export async function goldenText(file: string, text: string): Promise<string> {
  const url = new URL(`../../fixtures/golden/${file}`, import.meta.url);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    await mkdir(new URL('.', url), { recursive: true });
    await writeFile(url, text);
  }
  return readFile(url, 'utf8');
}
