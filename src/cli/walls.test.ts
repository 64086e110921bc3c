import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { packageFolder } from '../base/package.ts';
import { execute, toolOf } from './child.test-support.ts';
import { openFolder } from './fake-terminal.test-support.ts';

const forbidden = {
  'src/reference/to-operation.ts': '../operation/specification.ts',
  'src/reference/to-plan.ts': '../plan/plan.ts',
  'src/reference/to-judge.ts': '../judge/judge.ts',
  'src/reference/deep/to-run.ts': '../../run/run.ts',
  'src/operation/to-profile.ts': '../profile/target.ts',
  'src/profile/to-plan.ts': '../plan/plan.ts',
  'src/plan/to-run.ts': '../run/run.ts',
  'src/judge/to-profile.ts': '../profile/target.ts',
  'src/messages/to-results.ts': '../results/results.ts',
  'src/base/to-profile.ts': '../profile/target.ts',
  'src/client/to-operation.ts': '../operation/specification.ts',
  'src/encryption/to-client.ts': '../client/client.ts',
  'src/run/to-reference.ts': '../reference/reference.ts',
  'src/run/to-cli.ts': '../cli/run.ts',
  'src/report/to-run.ts': '../run/run.ts',
  'src/results/to-report.ts': '../report/machine/json.ts',
  'src/api/to-cli.ts': '../cli/run.ts',
  'src/cli/to-tools.ts': '../tools/mutation/said.ts',
  'src/cli/to-suites.ts': '../../suites/bind.ts',
  'src/cli/to-fixtures.ts': '../../fixtures/keys.ts',
};
const allowed = {
  'src/reference/own.ts': './behaviour.ts',
  'src/reference/errors.ts': '../base/errors.ts',
  'src/profile/to-operation.ts': '../operation/specification.ts',
  'src/run/to-judge.ts': '../judge/judge.ts',
  'src/base/to-messages.ts': '../messages/message.ts',
  'src/cli/to-api.ts': '../api/api.ts',
  'src/cli/to-run.ts': '../run/run.ts',
  'src/reference/probe.test.ts': '../operation/specification.ts',
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
