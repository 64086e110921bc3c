/** A fenced block of a Markdown file. */
export interface FencedBlock {
  readonly language: string;
  readonly text: string;
  /** Line of the file on which its text begins, counted from 1. */
  readonly line: number;
  /** What its commands end with: 0, or what a comment `<!-- ends with N -->` above it says. */
  readonly endsWith: number;
}

/** The fenced blocks of a Markdown file, those in lists too, in their order. */
export function fencedBlocks(markdown: string): readonly FencedBlock[] {
  const fences = /^([ \t]*)(`{3,})(\S*)[^\n]*\n(.*?)^\1\2[ \t]*$/gms;
  return [...markdown.matchAll(fences)].map((match) => {
    const [, indent = '', , language = '', text = ''] = match;
    const before = markdown.slice(0, match.index);
    const [, code = '0'] = /<!-- ends with (\d+) -->\s*$/.exec(before) ?? [];
    return {
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      line: before.split('\n').length + 1,
      endsWith: Number(code),
    };
  });
}

/** The commands of a block: behind `$ ` in a `console`, where a line that ends with a backslash goes on; a `sh` is one script. */
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

/** The words of a command without redirections, pipes and variables; null where only a shell can read it. */
export function wordsOf(command: string): readonly string[] | null {
  const token = /'([^']*)'|"([^"$`\\]*)"|([^\s'"$`\\|&;<>()*?]+)|(\s+)|(.)/gy;
  const words: string[] = [];
  let isOpen = false;
  for (const [, single, double, bare, space, other] of command.matchAll(token)) {
    if (other !== undefined) return null;
    if (space !== undefined) {
      isOpen = false;
      continue;
    }
    const part = single ?? double ?? bare ?? '';
    words.push(isOpen ? `${words.pop() ?? ''}${part}` : part);
    isOpen = true;
  }
  return words;
}
