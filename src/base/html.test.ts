import { expect, test } from 'vitest';
import { relativeLink } from './html.ts';

test.each([
  ['/out', '/out/a b/report.html', 'a%20b/report.html'],
  ['/out/pages', '/out/x/report.html', '../x/report.html'],
  ['/out', '/out/<">#?/r.html', '%3C%22%3E%23%3F/r.html'],
])('from %s the address of %s is %s', (folder, file, address) => {
  expect(relativeLink(folder, file)).toBe(address);
});
