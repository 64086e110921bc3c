import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../../base/package.ts';

export interface FencedBlock {
  readonly language: string;
  readonly text: string;
  /** Line of the file on which its text begins, from 1. */
  readonly line: number;
  /** Exit code of its commands: 0, or that of a comment `<!-- exits with code N -->` above it. */
  readonly exitCode: number;
}

/** The fenced blocks of a Markdown file in order, including those in lists. */
export function fencedBlocks(markdown: string): readonly FencedBlock[] {
  const fences = /^([ \t]*)(`{3,})(\S*)[^\n]*\n(.*?)^\1\2[ \t]*$/gms;
  return [...markdown.matchAll(fences)].map((match) => {
    const [, indent = '', , language = '', text = ''] = match;
    const before = markdown.slice(0, match.index);
    const [, code = '0'] = /<!-- exits with code (\d+) -->\s*$/.exec(before) ?? [];
    return {
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      line: before.split('\n').length + 1,
      exitCode: Number(code),
    };
  });
}

/** The commands of a block. `console`: lines that start with `$ `, with continuations. `sh`: the whole text. */
export function commandsOf({ language, text }: Pick<FencedBlock, 'language' | 'text'>): readonly string[] {
  switch (language) {
    case 'console':
      return text
        .replaceAll(/\\\n\s*/g, '')
        .split('\n')
        .flatMap((line) => (line.startsWith('$ ') ? [line.slice(2).trim()] : []));
    case 'sh':
    case 'bash':
      return [text.trim()];
    default:
      return [];
  }
}

/** Splits a command into words as a shell does. */
export function wordsOf(command: string): readonly string[] {
  if (command.trim() === '') return [];
  const words = execFileSync('bash', ['-c', `printf '%s\\0' ${command}`]).toString();
  return words.split('\0').slice(0, -1);
}

export interface MarkdownFile {
  /** Relative to the project, with slashes. */
  readonly file: string;
  readonly text: string;
  readonly blocks: readonly FencedBlock[];
}

/** All Markdown files for readers: at the top, in docs and in fixtures, without golden files. */
export async function markdownFiles(): Promise<readonly MarkdownFile[]> {
  const found = globSync(['*.md', '{docs,fixtures}/**/*.md'], { cwd: packageFolder });
  const files = found.map((file) => file.replaceAll('\\', '/'));
  const pages = files.filter((file) => !file.startsWith('fixtures/golden/') || file.endsWith('README.md'));
  return Promise.all(pages.toSorted().map(read));
}

async function read(file: string): Promise<MarkdownFile> {
  const text = await readFile(join(packageFolder, file), 'utf8');
  return { file, text, blocks: fencedBlocks(text) };
}

const withoutCode = (text: string): string => text.replaceAll(/^([ \t]*)(`{3,}).*?^\1\2[ \t]*$/gms, '');

/** The relative links of a Markdown file, except those in code. */
export function linksOf(text: string): readonly string[] {
  const prose = withoutCode(text).replaceAll(/`[^`\n]*`/g, 'code');
  const inline = prose.matchAll(/\]\(\s*<?([^()\s>]+)>?(?:\s+"[^"]*")?\s*\)/g);
  const defined = prose.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm);
  return [...inline, ...defined]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z][a-z+.-]*:/i.test(link));
}

/** Anchors that GitHub gives the headings of a Markdown file. A repeated heading gets a number. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const headings = [...withoutCode(text).matchAll(/^#{1,6}\s+(.*?)\s*#*$/gm)];
  return new Set(
    headings.map(([, heading = '']) => {
      const slug = slugOf(heading);
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}

const slugOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
