import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { pictureColumns, picturedRun } from './pictured-run.ts';
import { drawTerminal } from './terminal-picture.ts';

const file = new URL('../../docs/report.svg', import.meta.url);

it('docs/report.svg is what a run prints; UPDATE_GOLDEN=1 draws it anew', async () => {
  const text = await picturedRun();
  const picture = drawTerminal(
    text,
    pictureColumns,
    'What a run prints: a table of verdicts, then each failure',
  );
  if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(file, picture);
  expect(picture).toBe(await readFile(file, 'utf8'));
});

it('a picture keeps colours, escapes what SVG would read, and puts every piece where the terminal has it', () => {
  const picture = drawTerminal('ok  \u001b[31m\u001b[1m<&>\u001b[22m\u001b[39m end', 12, 'a "label"');
  expect(picture).toContain(
    `x="51.6" y="32.25" textLength="25.2" fill="#ff7b72" font-weight="bold">&lt;&amp;&gt;</text>`,
  );
  expect(picture).toContain('aria-label="a &quot;label&quot;"');
  expect(picture).toMatch(/x="85\.2"[^>]*>end<\/text>/);
});
