import { access, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { packageFolder } from '../../base/package.ts';
import { anchorsOf, linksOf, markdownFiles } from './markdown.test-support.ts';
import { referencePages } from './pages.ts';

const names = 'requirements defects tolerances observations advisories profile commands causes'.split(' ');
const fileOf = (name: string): string => join(packageFolder, 'docs', 'reference', name);

let pages: Readonly<Record<string, string>>;
beforeAll(async () => {
  pages = await referencePages();
}, 60_000);

it.each(names.map((name) => `${name}.md`))(
  'docs/reference/%s is what the source says; UPDATE_GOLDEN=1 writes it',
  async (name) => {
    if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(fileOf(name), pages[name] ?? '');
    expect(Object.keys(pages)).toHaveLength(names.length);
    expect(pages[name]).toBe(await readFile(fileOf(name), 'utf8'));
  },
);

const files = await markdownFiles();

it.each(files)('every link in $file leads somewhere', async ({ file, text }) => {
  const lost: string[] = [];
  for (const link of linksOf(text)) {
    const [path = '', anchor] = link.split('#');
    const to = path === '' ? file : posix.normalize(posix.join(dirname(file), decodeURI(path)));
    const isThere = await access(join(packageFolder, to)).then(
      () => true,
      () => false,
    );
    const page = files.find((each) => each.file === to);
    const hasAnchor = anchor === undefined || (page !== undefined && anchorsOf(page.text).has(anchor));
    if (!isThere || !hasAnchor) lost.push(link);
  }
  expect(lost).toEqual([]);
});

it('links and anchors are read as GitHub reads them', () => {
  const text =
    '# One `two`, three\n\n## One\n\n## One\n\n```text\n[no](link.md)\n# no heading\n```\n\n[a](b.md#c) ![d](e.svg) `[f](g)` [h](https://x.test/)\n\n[i]: j.md\n';
  expect(linksOf(text)).toEqual(['b.md#c', 'e.svg', 'j.md']);
  expect([...anchorsOf(text)]).toEqual(['one-two-three', 'one', 'one-1']);
});
