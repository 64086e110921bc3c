import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageFolder } from '../../base/package.ts';
import { computedIn } from './block.test-support.ts';

const pages = ['README.md', 'docs/detection.md'] as const;
const read = (page: string): Promise<string> => readFile(join(packageFolder, page), 'utf8');

/** A block that a command or a test writes. */
const block = /<!-- (?:measured|computed): .*? -->\n\n[^]*?\n\n<!-- end -->/g;

/** A number that must have been measured. */
const measured =
  /\d[\d.,]*\s?(?:ms|s|kB|MB|GB|%|×|requests?|round trips?|connections?|seconds?|minutes?)(?![\w-])/g;
const unmarked = (page: string): readonly string[] => page.replaceAll(block, '').match(measured) ?? [];

describe('numbers', () => {
  it.each(pages)('are in %s only where the command stands that measures them', async (name) => {
    expect(unmarked(await read(name))).toEqual([]);
  });

  it('are noticed in any unit, elsewhere only', () => {
    const texts = ['in 0.3 s', 'takes 27 ms', '170 MB', '86 %', '1.5 × an empty one', 'about 180 requests'];
    expect(texts.flatMap(unmarked)).toEqual(['0.3 s', '27 ms', '170 MB', '86 %', '1.5 ×', '180 requests']);
    expect(
      unmarked('<!-- measured: x -->\n\n1 s\n\n<!-- end --> 25 requirements, `timeout: 400`, 3 at once'),
    ).toEqual([]);
  });
});

describe('docs/detection.md', () => {
  const counts = [1, 5, 10, 20, 50] as const;
  const percent = (share: number): string =>
    share > 0.9995 ? '> 99.9 %' : `${(share * 100).toFixed(share < 0.99 ? 0 : 1)} %`;

  it('has the probabilities of its formula; UPDATE_GOLDEN=1 writes them', async () => {
    const rows = [2, 10, 100].map((one) => [
      `${one}`,
      ...counts.map((runs) => percent(1 - (1 - 1 / one) ** runs)),
    ]);
    const table = [['wrong in one of', ...counts.map((runs) => `N = ${runs}`)], ...rows];
    expect(await computedIn('docs/detection.md', 'src/tools/documentation/measured.test.ts', table)).toEqual(
      table,
    );
  });
});
