import { mkdir, readFile, writeFile } from 'node:fs/promises';

/** What a file of fixtures/golden holds; with UPDATE_GOLDEN=1 the text is written there before. */
export async function goldenText(file: string, text: string): Promise<string> {
  const url = new URL(`../../fixtures/golden/${file}`, import.meta.url);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    await mkdir(new URL('.', url), { recursive: true });
    await writeFile(url, text);
  }
  return readFile(url, 'utf8');
}
