import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { expect } from 'vitest';

/** Compares a text with a file of fixtures/golden; with UPDATE_GOLDEN=1 writes it before. */
export async function expectGolden(file: string, text: string): Promise<void> {
  const url = new URL(`../../fixtures/golden/${file}`, import.meta.url);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    await mkdir(new URL('.', url), { recursive: true });
    await writeFile(url, text);
  }
  expect(text).toBe(await readFile(url, 'utf8'));
}
