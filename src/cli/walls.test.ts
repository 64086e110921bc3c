import { spawnSync } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { inFolder } from './fake-terminal.test-support.ts';
import { packageFolder } from '../suite.ts';

const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin', 'oxlint');

/** Lints a tree of one-line modules under the configuration of this package; what the linter says by file. */
async function lint(modules: Readonly<Record<string, string>>): Promise<Readonly<Record<string, boolean>>> {
  return inFolder(async (folder) => {
    await cp(join(packageFolder, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    for (const [file, from] of Object.entries(modules)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), `export { one } from '${from}';\n`);
    }
    const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const { diagnostics } = JSON.parse(stdout) as {
      readonly diagnostics: readonly { readonly filename: string; readonly code: string }[];
    };
    const walls = diagnostics.filter(({ code }) => code.includes('no-restricted-imports'));
    const isStopped = (file: string): boolean => walls.some(({ filename }) => filename.endsWith(file));
    return Object.fromEntries(Object.keys(modules).map((file) => [file, isStopped(file)]));
  });
}

it('stops every import over the walls between the rooms, and no other', async () => {
  const forbidden = {
    'src/reference/to-spec.ts': '../spec/specification.ts',
    'src/reference/to-case.ts': '../case/plan.ts',
    'src/reference/to-verdict.ts': '../verdict/judge.ts',
    'src/reference/deep/to-execution.ts': '../../execution/run.ts',
    'src/spec/to-target.ts': '../target/target.ts',
    'src/target/to-case.ts': '../case/plan.ts',
    'src/case/to-execution.ts': '../execution/run.ts',
    'src/verdict/to-target.ts': '../target/target.ts',
    'src/http/to-spec.ts': '../spec/specification.ts',
    'src/encryption/to-http.ts': '../http/client.ts',
    'src/execution/to-reference.ts': '../reference/reference.ts',
    'src/execution/to-cli.ts': '../cli/run.ts',
    'src/report/to-execution.ts': '../execution/run.ts',
    'src/result/to-report.ts': '../report/machine/json.ts',
    'src/cli/to-suites.ts': '../../suites/bind.ts',
    'src/cli/to-fixtures.ts': '../../fixtures/keys.ts',
  };
  const allowed = {
    'src/reference/own.ts': './behaviour.ts',
    'src/reference/errors.ts': '../errors.ts',
    'src/target/to-spec.ts': '../spec/specification.ts',
    'src/execution/to-verdict.ts': '../verdict/judge.ts',
    'src/cli/to-execution.ts': '../execution/run.ts',
    'src/reference/probe.test.ts': '../spec/specification.ts',
  };
  const found = await lint({ ...forbidden, ...allowed });
  const names = (stopped: boolean): readonly string[] =>
    Object.keys(found).filter((file) => found[file] === stopped);
  expect(names(true)).toEqual(Object.keys(forbidden));
  expect(names(false)).toEqual(Object.keys(allowed));
});
