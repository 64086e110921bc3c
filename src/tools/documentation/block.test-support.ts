import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../../base/package.ts';

type Table = readonly (readonly string[])[];

const cellsOf = (text: string): Table =>
  text
    .split('\n')
    .filter((line) => /\w/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;

/** The table of a page between the marks of what computes it. `UPDATE_GOLDEN=1` first writes the given one. */
export async function computedIn(page: string, by: string, table: Table): Promise<Table> {
  const path = join(packageFolder, page);
  const text = await readFile(path, 'utf8');
  const mark = `<!-- computed: by ${by} -->\n\n`;
  const start = text.indexOf(mark) + mark.length;
  const end = text.indexOf('\n\n<!-- end -->', start);
  if (start < mark.length || end < 0) throw new RangeError(`${page} has no place for ${by}`);
  if (process.env['UPDATE_GOLDEN'] !== '1') return cellsOf(text.slice(start, end));
  const [head = [], ...others] = table;
  const written = [line(head), line(head.map(() => '---')), ...others.map(line)].join('\n');
  await writeFile(path, text.slice(0, start) + written + text.slice(end));
  return cellsOf(written);
}
