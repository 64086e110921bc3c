import { join } from 'node:path';
import { expect, it } from 'vitest';
import { execute } from '../../cli/child.test-support.ts';
import { packageFolder } from '../../base/package.ts';
import { renderTable } from './measure.ts';
import { withMeasured } from './page.ts';

const bench = (...words: readonly string[]) =>
  execute(
    process.execPath,
    [join(packageFolder, 'src', 'tools', 'bench', 'main.ts'), ...words],
    packageFolder,
  );

it.each([
  [['--onyl', 'start'], 'bench has no option --onyl; did you mean --only?'],
  [['--only', 'strat'], /^--only: found "strat", expected one of start, .*; did you mean start\?$/],
  [['--runs', '0'], '--runs: found "0", expected a whole number from 1'],
  [['--quick', '--write'], '--quick measures nothing to --write'],
])('wrong usage is reported in one line: %j', async (words, message) => {
  const { code, out, err } = await bench(...words);
  expect([code, out, err.split('\n')]).toEqual([2, '', [expect.stringMatching(/^error: /), '']]);
  expect(err.slice('error: '.length).trimEnd()).toEqual(
    typeof message === 'string' ? message : expect.stringMatching(message),
  );
});

it('a scenario that fails is named, the others are measured, and the exit code is 1', async () => {
  const { code, out, err } = await bench('--quick', '--only', 'start,limiter', '--program', 'nowhere.mjs');
  expect(code).toBe(1);
  expect(out).not.toContain('| start');
  expect(err).toMatch(/^start failed: Command failed: .*^limiter failed: no server came up: /ms);
});

it('a number that is none is no row', () => {
  expect(() => renderTable([{ what: 'x', found: [0 / 0, 1, 's'] }])).toThrow('found NaN, expected a number');
});

it('a table leaves out columns that are empty in all rows', () => {
  expect(renderTable([{ what: 'x', found: [0.5, 1, 's'] }])).toBe(
    '| what | found |\n| --- | --- |\n| x | 0.5 s (goal 1) |',
  );
});

it('the page gets what was wholly measured, and keeps the rest', () => {
  const pageWith = (one: string, other: string): string =>
    `# x\n\n<!-- measured: a,b -->\n${one}<!-- end -->\ny\n<!-- measured: a, c -->\n${other}<!-- end -->\n`;
  const contentOf = (names: readonly string[]): string => `new ${names.join('+')}\n`;
  expect(withMeasured(pageWith('old\n', 'old\n'), ['a', 'b'], contentOf)).toBe(
    pageWith('\nnew a+b\n\n', 'old\n'),
  );
});
