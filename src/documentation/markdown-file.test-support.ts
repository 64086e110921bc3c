import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../suite.ts';
import { fencedBlocks } from './fenced-block.test-support.ts';
import type { FencedBlock } from './fenced-block.test-support.ts';

/** A page of the documentation. */
export interface MarkdownFile {
  /** Relative to the project, with slashes. */
  readonly file: string;
  readonly text: string;
  readonly blocks: readonly FencedBlock[];
}

/** All Markdown files of the project that people read: at its top, in docs and in fixtures; golden files are none. */
export async function markdownFiles(): Promise<readonly MarkdownFile[]> {
  const top = (await readdir(packageFolder)).filter((name) => name.endsWith('.md'));
  const [docs, fixtures] = await Promise.all(['docs', 'fixtures'].map(below));
  const files = [...top, ...(docs ?? []), ...(fixtures ?? [])].filter(
    (file) => !file.startsWith('fixtures/golden/') || file.endsWith('README.md'),
  );
  return Promise.all(files.toSorted().map(read));
}

async function below(folder: string): Promise<readonly string[]> {
  const names = await readdir(join(packageFolder, folder), { recursive: true });
  return names
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

async function read(file: string): Promise<MarkdownFile> {
  const text = await readFile(join(packageFolder, file), 'utf8');
  return { file, text, blocks: fencedBlocks(text) };
}
