import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Declaration files by path, each with its text. */
export type Declarations = ReadonlyMap<string, string>;

/** Every declaration file that these ones lead to by their imports, themselves included, without modules of other packages. */
export async function reachableDeclarations(entries: readonly string[]): Promise<Declarations> {
  const found = new Map<string, string>();
  const queue = [...entries];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file)) continue;
    const text = await readFile(file, 'utf8');
    found.set(file, text);
    queue.push(...importsOf(text, file));
  }
  return found;
}

/** The files that a declaration file refers to; its imports keep the extension of their sources. */
function importsOf(text: string, file: string): readonly string[] {
  return [...text.matchAll(/(?:from |import\(|import )['"](\.[^'"]+)\.[jt]s['"]/g)].map((match) =>
    join(dirname(file), `${match[1]}.d.ts`),
  );
}
