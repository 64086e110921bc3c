import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UserError } from '../errors.ts';
import type { Comparison } from '../comparison/comparison.ts';
import { jsonText } from '../report/machine/json.ts';
import type { Results } from '../result/results.ts';
import { compare } from './compare.ts';
import { call, inFolder } from './fake-terminal.test-support.ts';

const golden = new URL('../../fixtures/golden/results.json', import.meta.url);

/** Two results files in a folder: the second is the first with another verdict for one requirement. */
async function withFiles(verdict: 'pass' | 'fail', work: (folder: string) => Promise<void>): Promise<void> {
  const before = JSON.parse(await readFile(golden, 'utf8')) as Results;
  const [first] = before.requirements;
  const after: Results = {
    ...before,
    requirements: before.requirements.map((one) => (one === first ? { ...one, verdict } : one)),
  };
  expect(first?.verdict).toBe('pass');
  await inFolder(async (folder) => {
    await mkdir(join(folder, 'old'));
    await writeFile(join(folder, 'old', 'results.json'), jsonText(before));
    await writeFile(join(folder, 'new.json'), jsonText(after));
    await work(folder);
  });
}

const told = async (folder: string, ...args: readonly string[]): Promise<string> => {
  const error: unknown = await call(compare, args, { cwd: folder }).catch((caught: unknown) => caught);
  return error instanceof UserError
    ? `${error.code}: ${error.message}`
    : `no error: ${JSON.stringify(error)}`;
};

describe('compare', () => {
  test('ends with 1 where something got worse, and says what', () =>
    withFiles('fail', async (folder) => {
      const { code, out } = await call(compare, ['old', 'new.json'], { cwd: folder });
      expect(code).toBe(1);
      expect(out).toMatch(/GOT WORSE: \d[\s\S]*a\.success\.status\n\s+before {2}pass\n\s+after {3}fail/);
    }));

  test('ends with 0 where something got better, and where nothing differs', () =>
    withFiles('fail', async (folder) => {
      expect((await call(compare, ['new.json', 'old'], { cwd: folder })).code).toBe(0);
      const { code, out } = await call(compare, ['old', 'old/results.json'], { cwd: folder });
      expect(code).toBe(0);
      expect(out).toContain('No difference');
    }));

  test('writes Markdown and JSON, into a file too', () =>
    withFiles('fail', async (folder) => {
      const markdown = await call(compare, ['old', 'new.json', '--format', 'markdown'], { cwd: folder });
      expect(markdown.out).toMatch(/^# Comparison of two runs\n/);
      const { code, out } = await call(compare, ['old', 'new.json', '--format', 'json', '--out', 'c.json'], {
        cwd: folder,
      });
      expect([code, out]).toEqual([1, '']);
      const written = JSON.parse(await readFile(join(folder, 'c.json'), 'utf8')) as Comparison;
      expect(written).toMatchObject({ schemaVersion: 1, isWorse: true });
    }));

  test('speaks Russian where that is asked for', () =>
    withFiles('fail', async (folder) => {
      const { out } = await call(compare, ['old', 'new.json', '--language', 'ru'], { cwd: folder });
      expect(out).toContain('СТАЛО ХУЖЕ');
    }));

  test.for([
    [[], 'missing-argument', 'found 0 of the 2'],
    [['old'], 'missing-argument', 'found 1 of the 2'],
    [['old', 'nothing.json'], 'results-not-found', 'nothing.json'],
    [['old', 'new.json', '--format', 'markdwn'], 'wrong-option-value', 'did you mean markdown?'],
    [['old', 'new.json', '--language', 'de'], 'wrong-option-value', '"de"'],
    [['old', 'new.json', 'third.json'], 'unexpected-argument', 'third.json'],
    [['old', 'new.json', '--out', 'none/such/\0'], 'report-not-written', 'none/such'],
  ] as const)('%j is one message', ([args, code, named]) =>
    withFiles('pass', async (folder) => {
      const said = await told(folder, ...args);
      expect(said).toMatch(new RegExp(`^${code}: `));
      expect(said).toContain(named);
    }),
  );
});
