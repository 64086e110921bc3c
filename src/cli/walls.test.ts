import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { packageFolder } from '../suite.ts';
import { execute, toolOf } from './child.test-support.ts';
import { openFolder } from './fake-terminal.test-support.ts';

const forbidden = {
  'src/reference/to-spec.ts': '../spec/specification.ts',
  'src/reference/to-case.ts': '../case/plan.ts',
  'src/reference/to-verdict.ts': '../verdict/judge.ts',
  'src/reference/deep/to-execution.ts': '../../execution/run.ts',
  'src/reference/to-sandbox.ts': '../sandbox/page.ts',
  'src/sandbox/to-verdict.ts': '../verdict/judge.ts',
  'src/spec/to-target.ts': '../target/target.ts',
  'src/target/to-case.ts': '../case/plan.ts',
  'src/case/to-execution.ts': '../execution/run.ts',
  'src/verdict/to-target.ts': '../target/target.ts',
  'src/wording/to-result.ts': '../result/results.ts',
  'src/http/to-spec.ts': '../spec/specification.ts',
  'src/encryption/to-http.ts': '../http/client.ts',
  'src/execution/to-reference.ts': '../reference/reference.ts',
  'src/execution/to-cli.ts': '../cli/run.ts',
  'src/report/to-execution.ts': '../execution/run.ts',
  'src/result/to-report.ts': '../report/machine/json.ts',
  'src/embedding/to-cli.ts': '../cli/run.ts',
  'src/cli/to-suites.ts': '../../suites/bind.ts',
  'src/cli/to-fixtures.ts': '../../fixtures/keys.ts',
};
const allowed = {
  'src/reference/own.ts': './behaviour.ts',
  'src/reference/errors.ts': '../errors.ts',
  'src/target/to-spec.ts': '../spec/specification.ts',
  'src/execution/to-verdict.ts': '../verdict/judge.ts',
  'src/cli/to-embedding.ts': '../embedding/api.ts',
  'src/cli/to-execution.ts': '../execution/run.ts',
  'src/reference/probe.test.ts': '../spec/specification.ts',
};

it('the linter stops every import over the walls between the rooms, and no other', async () => {
  const folder = await openFolder();
  await cp(join(packageFolder, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  for (const [file, from] of Object.entries({ ...forbidden, ...allowed })) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `export { one } from '${from}';\n`);
  }
  const args = [toolOf('oxlint', 'bin', 'oxlint'), '--format', 'json'];
  const { out } = await execute(process.execPath, args, folder);
  const { diagnostics } = JSON.parse(out) as {
    readonly diagnostics: readonly { readonly filename: string; readonly code: string }[];
  };
  const stopped = diagnostics.filter(({ code }) => code.includes('no-restricted-imports'));
  expect(stopped.map(({ filename }) => filename).toSorted()).toEqual(Object.keys(forbidden).toSorted());
});
