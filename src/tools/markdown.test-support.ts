// Fenced blocks of a Markdown page.

export interface FencedBlock {
  readonly language: string;
  readonly text: string;
  /** Of the file, from 1: where its text begins. */
  readonly line: number;
  /** Exit code of its commands: 0, or that of a comment `<!-- exits with code N -->` in front of it. */
  readonly exitCode: number;
}

/** In order, those in lists included. */
export function fencedBlocks(markdown: string): readonly FencedBlock[] {
  const fences = /^([ \t]*)```(\S*)[^\n]*\n(.*?)^\1```[ \t]*$/gms;
  return [...markdown.matchAll(fences)].map((match) => {
    const [, indent = '', language = '', text = ''] = match;
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
