import { chmod, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { inFolder } from '../fake-terminal.test-support.ts';
import { compositeAction, inWorkspace, project, readYaml, runScript } from './ci-file.test-support.ts';

type Action = z.infer<typeof compositeAction>;
type Inputs = Readonly<Record<string, string>>;

let action: Action;
beforeAll(async () => {
  action = compositeAction.parse(await readYaml('action.yml'));
});

const stepOf = (id: string): Action['runs']['steps'][number] => {
  const step = action.runs.steps.find((each) => each.id === id);
  if (step === undefined) throw new RangeError(`no step ${id}`);
  return step;
};

/** The variables of a step, its expressions evaluated as the runner does for these inputs. */
function variablesOf(id: string, inputs: Inputs): Record<string, string> {
  const entries = Object.entries(stepOf(id).env ?? {}).map(([name, expression]) => {
    const [, input] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression) ?? [];
    const known = input === undefined ? undefined : (inputs[input] ?? action.inputs[input]?.default);
    const node = expression === '${{ steps.install.outputs.node }}' ? process.execPath : '';
    return [name, known ?? node] as const;
  });
  return Object.fromEntries(entries);
}

/** Runs a step in a workspace as the runner does; `outputs` is what is handed to later steps. */
async function runStep(id: string, folder: string, inputs: Inputs, more: Inputs = {}) {
  const temp = join(folder, '.runner');
  await mkdir(temp, { recursive: true });
  const files = { GITHUB_OUTPUT: join(temp, 'output'), GITHUB_STEP_SUMMARY: join(temp, 'summary') };
  for (const file of Object.values(files)) await writeFile(file, '');
  const runner = { CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_ACTION_PATH: project, RUNNER_TEMP: temp };
  const env = { ...runner, ...files, ...more, ...variablesOf(id, inputs) };
  const outcome = await runScript(stepOf(id).run, folder, env);
  const lines = (await readFile(files.GITHUB_OUTPUT, 'utf8')).split('\n').filter((line) => line !== '');
  const outputs: Record<string, string> = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
  );
  return { ...outcome, outputs, summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8') };
}

it('action.yml puts nothing of its caller into a script, uses every input and has a step behind every output', () => {
  for (const { run, shell, env = {} } of action.runs.steps) {
    expect([run.includes('${{'), shell]).toEqual([false, 'bash']);
    expect(Object.keys(env).filter((name) => !name.startsWith('CONFORMANCE_'))).toEqual([]);
  }
  const used = JSON.stringify(action.runs);
  for (const name of Object.keys(action.inputs)) expect(used).toContain(`inputs.${name} }}`);
  for (const [name, { value }] of Object.entries(action.outputs)) {
    expect(value).toBe(`\${{ steps.run.outputs.${name} }}`);
  }
});

describe('the step that judges', () => {
  it('exits with code 0 if the target conforms, and sets every output that the action promises', async () => {
    await inWorkspace([], async (folder) => {
      const named = { SBP_TARGET: 'staging.yaml' };
      const { code, outputs, out, summary } = await runStep('run', folder, { variants: 'a' }, named);
      expect([code, out.includes('::error')]).toEqual([0, false]);
      expect(Object.keys(outputs).toSorted()).toEqual(Object.keys(action.outputs).toSorted());
      expect(outputs).toMatchObject({ 'exit-code': '0', verdict: 'conforming', passed: '25', failed: '0' });
      expect(JSON.parse(outputs['classes'] ?? '')).toEqual({ a: 'full' });
      expect(await readdir(join(folder, 'reports'))).toContain('junit.xml');
      expect(summary).toContain('conforming');
    });
  });

  it('exits with code 1 if it does not, with an annotation, in the folder and for the variants that are asked for', async () => {
    await inWorkspace(['a-bic-number'], async (folder) => {
      const args = '--retries 0\n--quiet\n--case ?.success';
      const inputs = { target: 'staging.yaml', variants: 'a, b', out: 'my reports', args };
      const { code, outputs, out, summary } = await runStep('run', folder, inputs);
      expect(code).toBe(1);
      expect(outputs).toMatchObject({ 'exit-code': '1', verdict: 'nonconforming', failed: '1' });
      expect(JSON.parse(outputs['classes'] ?? '')).toEqual({ a: null, b: null });
      expect(outputs['folder']).toBe(join(folder, 'my reports'));
      expect(out).toMatch(/^::error title=a\.success\.record::/m);
      expect(summary).toContain('a.success.record');
    });
  });

  it('exits with code 2 if no target is named, and tests nothing instead', async () => {
    await inFolder(async (folder) => {
      const { code, outputs, err } = await runStep('run', folder, {});
      const program = join(project, 'src/cli/start.mjs');
      expect([code, outputs]).toEqual([2, { node: process.execPath, program, 'exit-code': '2' }]);
      expect(err).toContain('found no target');
    });
  });

  it('executes nothing of an input, and expands no pattern', async () => {
    await inWorkspace([], async (folder) => {
      await writeFile(join(folder, 'a.success'), '');
      const hostile = '"; touch pwned; $(touch pwned) `touch pwned` * \'';
      for (const name of ['target', 'base-url', 'variants', 'out', 'args']) {
        const given = { target: 'staging.yaml', args: '--quiet --case a.s*', [name]: hostile };
        await runStep('run', folder, given);
        expect(await readdir(folder)).not.toContain('pwned');
      }
    });
  });
});

describe('the step that installs', () => {
  const note = 'echo "$(basename "$0") $*" >>"$RUNNER_TEMP/calls"';
  const fetching = `${note}
    if [ "$1" = install ]; then mkdir -p "$3/node_modules/node/bin" && ln -s '${process.execPath}' "$3/node_modules/node/bin/node"; fi`;

  /** Runs the step beside programs that only note how they were called, in front of those of the machine. */
  async function install(folder: string, fakes: Inputs, inputs: Inputs = {}) {
    const bin = join(folder, '.bin');
    await mkdir(bin, { recursive: true });
    for (const [name, script] of Object.entries(fakes)) {
      await writeFile(join(bin, name), `#!/bin/bash\n${script}\n`);
      await chmod(join(bin, name), 0o755);
    }
    const path = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
    const ran = await runStep('install', folder, inputs, { PATH: path });
    const calls = await readFile(join(folder, '.runner', 'calls'), 'utf8').catch(() => '');
    return { ...ran, calls };
  }

  it.each([
    ['nothing where all is there', { npm: `${note}; [ "$1" = ls ]` }, {}, 0, /^npm ls --omit=dev\n$/],
    [
      'what the lock file says, without tools of development and without scripts',
      { npm: `${note}; [ "$1" = ci ]` },
      {},
      0,
      /^npm ls .*\nnpm ci --omit=dev --ignore-scripts .*\n/,
    ],
    [
      'a Node for itself where the one that is found is too old',
      { node: 'exit 1', npm: fetching },
      {},
      0,
      /^npm install --prefix \S+ --no-save .* node@24\n/,
    ],
    ['nothing where a Node that is named is too old', { old: 'exit 1', npm: note }, { node: 'old' }, 2, /^$/],
  ])('installs %s', async (_what, fakes, inputs, code, calls) => {
    await inFolder(async (folder) => {
      const ran = await install(folder, fakes, inputs);
      expect([ran.code, ran.calls]).toEqual([code, expect.stringMatching(calls)]);
      if (code === 2) expect(ran.err).toContain('::error title=sbp-banks-conformance::the input node');
    });
  });

  it('takes this Node for new enough', async () => {
    await inFolder(async (folder) => {
      const node = join(folder, 'mine');
      await symlink(process.execPath, node);
      expect(await install(folder, { npm: note }, { node })).toMatchObject({ code: 0, outputs: { node } });
    });
  });
});
