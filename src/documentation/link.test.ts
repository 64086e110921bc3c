import { access } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { packageFolder } from '../suite.ts';
import { anchorsOf, linksOf } from './markdown-link.test-support.ts';
import { markdownFiles } from './markdown-file.test-support.ts';

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
