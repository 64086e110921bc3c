import { sep } from 'node:path';
import { expect, test } from 'vitest';
import { relativeLink } from './report-link.ts';

const path = (text: string): string => text.replaceAll('/', sep);

test.for([
  ['/out', '/out/one/report.html', 'one/report.html'],
  ['/out', '/out/report.html', 'report.html'],
  ['/out/deep', '/out/one/report.html', '../one/report.html'],
  ['/out', '/out/one two/report.html', 'one%20two/report.html'],
  ['/out', '/out/50%#?/report.html', '50%25%23%3F/report.html'],
  ['/out', '/out/javascript:alert(1)/report.html', 'javascript%3Aalert(1)/report.html'],
  ['/out', '/out/площадка/report.html', `${encodeURIComponent('площадка')}/report.html`],
  ['/out', '/out/"><img>/report.html', '%22%3E%3Cimg%3E/report.html'],
] as const)('from %s to %s leads %s', ([folder, file, expected]) => {
  expect(relativeLink(path(folder), path(file))).toBe(expected);
  const resolved = new URL(expected, 'file:///out/x.html');
  expect(resolved.protocol).toBe('file:');
});
