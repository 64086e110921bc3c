// Commands as a user types them, one after another in one folder, with everything that they answer.

import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { displayWidth } from '../base/text-width.ts';
import { askIn, fakeTerminal, openSite, tableOf } from './fake-terminal.test-support.ts';

const file = tableOf('answers');
const isUpdate = process.env['UPDATE_GOLDEN'] === '1';

const wordsIn = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** What differs each time, in as many columns as before. */
const settled = (text: string, folder: string): string =>
  text
    .replaceAll(folder, '/folder')
    .replaceAll(/127\.0\.0\.1(:| port )\d{5}/g, '127.0.0.1$1PORT_')
    .replaceAll(/partnerName=\d{8}\b/g, 'partnerName=STRANGER')
    .replaceAll(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+Z)?/g, 'TIME')
    .replaceAll(/\b\d+(\.\d)? (m?s)\b/g, 'N $2')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'UUID')
    .replaceAll(/^Date: .*/gm, 'Date: …')
    .replaceAll(/\d+ days left/g, 'N days left')
    .replaceAll(/\bsbp-banks-conformance([ /])\d+\.\d+\.\d+/g, 'sbp-banks-conformance$1VERSION');

it('every command answers as in fixtures/cli/answers.txt (UPDATE_GOLDEN=1 writes it)', async () => {
  const { folder } = await openSite({ defects: ['b-unauthorized-200'], language: 'en' });
  const before = await readFile(file, 'utf8');
  const [head = ''] = before.split('\n$ ');
  const blocks = [head];
  for (const line of before.split('\n').filter((one) => one.startsWith('$ '))) {
    const { terminal, all } = fakeTerminal();
    const code = await askIn({ cwd: folder, terminal }, ...wordsIn(line.slice(2)));
    blocks.push(`${line}\n${settled(all(), folder)}[exit ${code.code}]\n`);
  }
  const after = blocks.join('\n');
  if (isUpdate) await writeFile(file, after);
  else expect(after).toBe(before);
  const wide = after.split('\n').filter((line) => displayWidth(line) > 80);
  // Commands are typed as they stand.
  expect(
    wide.filter((line) => !/^ *\$ |npx sbp-banks|^POST |^\{/.test(line) && !head.includes(line)),
  ).toEqual([]);
});
