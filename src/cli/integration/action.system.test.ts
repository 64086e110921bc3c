// The action of GitHub, each of its steps carried out as the runner does.

import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requirements } from '#banks/requirements.ts';
import { packageFolder } from '../../base/package.ts';
import { openFolder, openSite } from '../fake-terminal.test-support.ts';
import { fakePath, note, readYaml, runScript } from './ci-file.test-support.ts';
import type { CompositeAction } from './ci-file.test-support.ts';

type Inputs = Readonly<Record<string, string>>;

const manifest = join(packageFolder, 'action.yml');
const action = await readYaml<CompositeAction>('action.yml');

/** Runs a step with these inputs as the runner does. `outputs` is what later steps get. */
async function runStep(id: string, folder: string, inputs: Inputs, more: Inputs = {}) {
  const step = action.runs.steps.find((each) => each.id === id);
  if (step === undefined) throw new RangeError(`no step ${id}`);
  const variables = Object.entries(step.env ?? {}).map(([name, expression]) => {
    const [, input] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression) ?? [];
    const known = input === undefined ? undefined : (inputs[input] ?? action.inputs[input]?.default);
    const installed: Inputs = {
      '${{ steps.install.outputs.node }}': process.execPath,
      '${{ steps.install.outputs.program }}': join(dirname(manifest), 'src/cli/start.mjs'),
    };
    return [name, known ?? installed[expression] ?? ''] as const;
  });
  const temp = join(folder, '.runner');
  await mkdir(temp, { recursive: true });
  const files = { GITHUB_OUTPUT: join(temp, 'output'), GITHUB_STEP_SUMMARY: join(temp, 'summary') };
  for (const file of Object.values(files)) await writeFile(file, '');
  const runner = {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: dirname(manifest),
    RUNNER_TEMP: temp,
  };
  const env = { ...runner, ...files, ...more, ...Object.fromEntries(variables) };
  const outcome = await runScript(step.run, folder, env);
  const lines = (await readFile(files.GITHUB_OUTPUT, 'utf8')).split('\n').filter((line) => line !== '');
  const outputs: Inputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2)));
  return { ...outcome, outputs, summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8') };
}

describe('the step that judges', () => {
  it('exits with code 0 if the target conforms, and sets every output that the action promises', async () => {
    const { folder } = await openSite();
    const named = { SBP_TARGET: 'target.yaml' };
    const { code, outputs, err, summary } = await runStep('run', folder, { variants: 'a' }, named);
    expect([code, err.includes('::error')]).toEqual([0, false]);
    expect(Object.keys(outputs).toSorted()).toEqual(Object.keys(action.outputs).toSorted());
    const passed = String(requirements.filter(({ variant }) => variant === 'a').length);
    expect(outputs).toMatchObject({ 'exit-code': '0', verdict: 'conforming', passed, failed: '0' });
    expect(JSON.parse(outputs['classes'] ?? '')).toEqual({ a: 'full' });
    expect(await readdir(join(folder, 'reports'))).toContain('junit.xml');
    expect(summary).toContain('conforming');
  });

  it('exits with code 1 if it does not, with an annotation, in the folder and for the variants that are asked for', async () => {
    const { folder } = await openSite({ defects: ['a-bic-number'] });
    // A shell that expands the pattern would select one case.
    await writeFile(join(folder, 'b.success'), '');
    const args = '--retries 0\n--quiet\n--case ?.success';
    const inputs = { target: 'target.yaml', variants: 'a, b', out: 'my reports', args };
    const { code, outputs, err, summary } = await runStep('run', folder, inputs);
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ 'exit-code': '1', verdict: 'nonconforming', failed: '1' });
    expect(JSON.parse(outputs['classes'] ?? '')).toEqual({ a: 'none', b: 'none' });
    expect(outputs['folder']).toBe(join(folder, 'my reports/selection'));
    expect(err).toMatch(/^::error title=a\.success\.record::/m);
    expect(summary).toContain('a.success.record');
  });

  it('exits with code 2 if no target is named, and tests nothing instead', async () => {
    const folder = await openFolder();
    const { code, outputs, err } = await runStep('run', folder, {});
    const program = join(dirname(manifest), 'src/cli/start.mjs');
    expect([code, outputs]).toEqual([2, { node: process.execPath, program, 'exit-code': '2' }]);
    expect(err).toContain('found no target');
  });

  it('executes nothing of an input', async () => {
    const folder = await openFolder();
    const hostile = '"; touch pwned; $(touch pwned) `touch pwned` * \'';
    const inputs = ['target', 'base-url', 'variants', 'out', 'args'].map((name) => [name, hostile]);
    expect((await runStep('run', folder, Object.fromEntries(inputs))).code).toBe(2);
    expect(await readdir(folder)).not.toContain('pwned');
  });
});

describe('the step that installs', () => {
  const fetching = `${note}
    if [ "$1" = install ]; then mkdir -p "$3/node_modules/node/bin" && ln -s '${process.execPath}' "$3/node_modules/node/bin/node"; fi`;

  it.each([
    [
      'what the lock file says, without tools of development and without scripts',
      { npm: `${note}; [ "$1" = ci ]` },
      '',
      0,
      /^npm ls .*\nnpm ci --omit=dev --ignore-scripts .*\n/,
    ],
    [
      'a Node for itself where the one that is found is too old',
      { node: 'exit 1', npm: fetching },
      '',
      0,
      /^npm install --prefix \S+ --no-save .* node@\d+\.\d+\.\d+\n/,
    ],
    ['nothing where a Node that is named is too old', { old: 'exit 1', npm: note }, 'old', 2, /^$/],
    [
      'nothing for a named Node that is new enough',
      { npm: `${note}; [ "$1" = ls ]` },
      './mine',
      0,
      /^npm ls .*\n$/,
    ],
  ])('installs %s', async (_what, fakes, node, code, calls) => {
    const folder = await openFolder();
    await symlink(process.execPath, join(folder, 'mine'));
    const ran = await runStep('install', folder, node === '' ? {} : { node }, await fakePath(folder, fakes));
    const called = await readFile(join(folder, 'calls'), 'utf8').catch(() => '');
    expect([ran.code, called]).toEqual([code, expect.stringMatching(calls)]);
    if (code === 2) expect(ran.err).toContain('::error title=sbp-banks-conformance::the input node');
    else if (node !== '')
      expect(ran.outputs).toEqual({ node, program: join(dirname(manifest), 'src/cli/start.mjs') });
  });
});
