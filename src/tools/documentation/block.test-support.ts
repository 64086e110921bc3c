import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
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

/** Compares the table of a page that is between the marks of its computer; `UPDATE_GOLDEN=1` writes it. */
export async function expectComputed(page: string, by: string, table: Table): Promise<void> {
  const path = join(packageFolder, page);
  const text = await readFile(path, 'utf8');
  const mark = `<!-- computed: by ${by} -->\n\n`;
  const start = text.indexOf(mark) + mark.length;
  const end = text.indexOf('\n\n<!-- end -->', start);
  expect([by, start >= mark.length, end > 0]).toEqual([by, true, true]);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    const [head = [], ...others] = table;
    const written = [line(head), line(head.map(() => '---')), ...others.map(line)].join('\n');
    await writeFile(path, text.slice(0, start) + written + text.slice(end));
    return;
  }
  expect(cellsOf(text.slice(start, end))).toEqual(table);
}
