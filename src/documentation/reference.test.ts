import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { referencePages } from './reference-pages.ts';

const folder = new URL('../../docs/reference/', import.meta.url);

const files = [
  'requirements.md',
  'defects.md',
  'tolerances.md',
  'observations.md',
  'advisories.md',
  'profile.md',
  'commands.md',
  'exit-codes.md',
] as const;

let pages: Readonly<Record<string, string>>;
beforeAll(async () => {
  pages = await referencePages();
}, 60_000);

it.each(files)('docs/reference/%s is what the source says; UPDATE_GOLDEN=1 writes it anew', async (file) => {
  const url = new URL(file, folder);
  if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(url, pages[file] ?? '');
  expect(pages[file]).toBe(await readFile(url, 'utf8'));
});

it('has no page that is not held against its file', () => {
  expect(Object.keys(pages)).toEqual([...files]);
});
