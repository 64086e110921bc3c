import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { execute, toolOf } from '../../cli/child.test-support.ts';
import { packageFolder } from '../../base/package.ts';
import { reachableDeclarations, reportApi } from './api-report.ts';

const entries = ['index', 'vitest'] as const;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sbp-api-'));
  const project = ['-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--outDir', folder];
  const tsc = [toolOf('typescript', 'bin', 'tsc'), ...project];
  const { code, said } = await execute(process.execPath, tsc, packageFolder);
  if (code !== 0) throw new Error(said);
}, 240_000);
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
