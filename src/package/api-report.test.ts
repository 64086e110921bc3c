import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageFolder } from '../suite.ts';
import { reportApi } from './api-report.ts';
import { reachableDeclarations } from './declaration.ts';

const entries = ['index', 'vitest'] as const;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sbp-api-'));
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const args = [join(typescript, 'bin', 'tsc'), '-p', join(packageFolder, 'tsconfig.build.json')];
  const { stdout, status } = spawnSync(
    process.execPath,
    [...args, '--emitDeclarationOnly', '--outDir', folder],
    { encoding: 'utf8', timeout: 60_000 },
  );
  if (status !== 0) throw new Error(stdout);
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function report(entry: (typeof entries)[number]): Promise<ReturnType<typeof reportApi>> {
  const file = join(folder, `${entry}.d.ts`);
  const files = await reachableDeclarations([file]);
  if (entry === 'index') return reportApi('sbp-banks-conformance', file, files);
  return reportApi(`sbp-banks-conformance/${entry}`, file, files, (await report('index')).codes);
}

it.each(entries)(
  'the surface of %s is the one that is written down, and every name of it is documented',
  async (entry) => {
    const { markdown, undocumented } = await report(entry);
    const golden = join(packageFolder, 'docs', 'api', `${entry}.api.md`);
    if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(golden, `${markdown}\n`);
    expect(`${markdown}\n`).toBe(await readFile(golden, 'utf8'));
    expect(undocumented).toEqual([]);
  },
);

describe('the report of a surface', () => {
  const draw = (text: string, other = ''): ReturnType<typeof reportApi> => {
    const files = new Map([
      ['/index.d.ts', "export { one } from './one.ts';\n"],
      ['/one.d.ts', text],
      ['/other.d.ts', other],
    ]);
    return reportApi('one', '/index.d.ts', files);
  };
  const one =
    "import type { Other } from './other.ts';\n/** One. */\nexport declare function one(given: Other): void;\n";
  const other = '/** Other. */\nexport interface Other {\n    /** A. */\n    readonly a: string;\n}\n';

  it('changes with a parameter and what it is made of, not with comments or what nothing leads to', () => {
    const before = draw(one, other).markdown;
    expect(before).toContain('function one(given: Other): void;');
    expect(before).toContain('interface Other {\n    readonly a: string;\n}');
    expect(draw(one.replace('given', 'taken'), other).markdown).not.toBe(before);
    expect(draw(one, other.replace('string', 'number')).markdown).not.toBe(before);
    expect(draw(one, other.replace('A.', 'B.')).markdown).toBe(before);
    expect(draw(one, `${other}export interface Foreign {\n    readonly b: string;\n}\n`).markdown).toBe(
      before,
    );
  });

  it('holds a union whole, and names what is not documented', () => {
    const union = '/** A kind. */\nexport type Other = {\n    a: 1;\n}\n/** B. */\n | {\n    b: 2;\n};\n';
    expect(draw(one, union).markdown).toMatch(/type Other = \{\n {4}a: 1;\n\}\n \| \{\n {4}b: 2;\n\};/);
    expect(draw(one, other).undocumented).toEqual([]);
    expect(draw(one.replace('/** One. */\n', ''), other).undocumented).toEqual(['one']);
  });
});
