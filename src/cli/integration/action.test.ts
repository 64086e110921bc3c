import { chmod, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { inFolder } from '../fake-terminal.test-support.ts';
import { compositeAction, inWorkspace, project, readYaml, runScript } from './ci-file.test-support.ts';
import type { ScriptOutcome } from './ci-file.test-support.ts';

type Action = z.infer<typeof compositeAction>;

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
function variablesOf(id: string, inputs: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(stepOf(id).env ?? {}).map(([name, expression]) => {
    const [, input] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression) ?? [];
    const known = input === undefined ? undefined : (inputs[input] ?? action.inputs[input]?.default);
    return [
      name,
      known ?? (expression === '${{ steps.install.outputs.node }}' ? process.execPath : ''),
    ] as const;
  });
  return Object.fromEntries(entries);
}

interface StepOutcome extends ScriptOutcome {
  /** What is handed to later steps. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Runs a step in a workspace as the runner does. */
async function runStep(
  id: string,
  folder: string,
  inputs: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Promise<StepOutcome> {
  const temp = join(folder, '.runner');
  await mkdir(temp, { recursive: true });
  const files = { GITHUB_OUTPUT: join(temp, 'output'), GITHUB_STEP_SUMMARY: join(temp, 'summary') };
  for (const file of Object.values(files)) await writeFile(file, '');
  const runner = { CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_ACTION_PATH: project, RUNNER_TEMP: temp };
  const env = { ...runner, ...files, ...more, ...variablesOf(id, inputs) };
  const outcome = await runScript(stepOf(id).run, folder, env);
  const lines = (await readFile(files.GITHUB_OUTPUT, 'utf8')).split('\n').filter((line) => line !== '');
  const outputs = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
  );
  return { ...outcome, outputs, summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8') };
}

describe('action.yml', () => {
  it('puts nothing of its caller into a script: every expression stands in a variable or a folder', () => {
    for (const { run, shell } of action.runs.steps) {
      expect(run).not.toContain('${{');
      expect(shell).toBe('bash');
    }
  });

  it('uses every input, and has a step behind every output', () => {
    const used = JSON.stringify(action.runs);
    for (const name of Object.keys(action.inputs)) expect(used).toContain(`inputs.${name} }}`);
    for (const [name, { value }] of Object.entries(action.outputs)) {
      expect(value).toBe(`\${{ steps.run.outputs.${name} }}`);
    }
  });

  it('takes no variable that a profile or the suite could mean', () => {
    const names = action.runs.steps.flatMap(({ env = {} }) => Object.keys(env));
    expect(names.filter((name) => !name.startsWith('CONFORMANCE_'))).toEqual([]);
  });
});

describe('the step that judges', () => {
  it('ends with 0 where the target conforms, and hands on every output that the action promises', async () => {
    await inWorkspace([], async (folder) => {
      const { code, outputs, out, summary } = await runStep('run', folder, { target: 'staging.yaml' });
      expect(code).toBe(0);
      expect(Object.keys(outputs).toSorted()).toEqual(Object.keys(action.outputs).toSorted());
      expect(outputs).toMatchObject({ 'exit-code': '0', verdict: 'conforming', passed: '55', failed: '0' });
      expect(JSON.parse(outputs['classes'] ?? '')).toEqual({ a: 'full', b: 'full' });
      expect(await readdir(join(folder, 'reports'))).toContain('junit.xml');
      expect(await readFile(outputs['report'] ?? '', 'utf8')).toContain('<html');
      expect(summary).toContain('conforming');
      expect(out).not.toContain('::error');
    });
  });

  it('ends with 1 where it does not, with an annotation, in the folder and for the variants that are asked for', async () => {
    await inWorkspace(['a-bic-number'], async (folder) => {
      const inputs = {
        target: 'staging.yaml',
        variants: 'a',
        out: 'my reports',
        args: '--retries 0\n--quiet',
      };
      const { code, outputs, out, summary } = await runStep('run', folder, inputs);
      expect(code).toBe(1);
      expect(outputs).toMatchObject({
        'exit-code': '1',
        verdict: 'nonconforming',
        failed: '1',
        passed: '24',
      });
      expect(outputs['folder']).toBe(join(folder, 'my reports'));
      expect(out).toMatch(/^::error title=a\.success\.record::/m);
      expect(summary).toContain('a.success.record');
      const both = await runStep('run', folder, { ...inputs, variants: 'a, b' });
      expect(both.outputs).toMatchObject({ passed: '54' });
    });
  });

  it('ends with 2 where no target is named, and judges nothing in its stead', async () => {
    await inFolder(async (folder) => {
      const { code, outputs, err } = await runStep('run', folder, {});
      expect(code).toBe(2);
      expect(outputs).toEqual({
        node: process.execPath,
        program: join(project, 'src/cli/start.mjs'),
        'exit-code': '2',
      });
      expect(err).toContain('found no target');
    });
  });

  it('reads the target from variables of its caller too', async () => {
    await inWorkspace([], async (folder) => {
      const { code } = await runStep('run', folder, { args: '--quiet' }, { SBP_TARGET: 'staging.yaml' });
      expect(code).toBe(0);
    });
  });

  it.each(['target', 'base-url', 'variants', 'out', 'args'])(
    'carries out nothing that stands in the input %s',
    async (name) => {
      await inWorkspace([], async (folder) => {
        const hostile = '"; touch pwned; $(touch pwned) `touch pwned` * \'';
        const given = { target: 'staging.yaml', args: '--quiet --case a.success', [name]: hostile };
        await runStep('run', folder, given);
        expect(await readdir(folder)).not.toContain('pwned');
      });
    },
  );

  it('expands no pattern in the options', async () => {
    await inWorkspace([], async (folder) => {
      await writeFile(join(folder, 'a.success'), '');
      const { code, outputs } = await runStep('run', folder, {
        target: 'staging.yaml',
        args: '--case a.* --quiet',
      });
      expect(code).toBe(0);
      expect(Number(outputs['passed'])).toBeGreaterThan(15);
    });
  });
});

/** Programs that only note how they were called, in front of those of the machine. */
async function withFakes(folder: string, fakes: Readonly<Record<string, string>>): Promise<string> {
  const bin = join(folder, '.bin');
  await mkdir(bin, { recursive: true });
  for (const [name, script] of Object.entries(fakes)) {
    await writeFile(join(bin, name), `#!/bin/bash\n${script}\n`);
    await chmod(join(bin, name), 0o755);
  }
  return `${bin}${delimiter}${dirname(process.execPath)}${delimiter}/usr/bin${delimiter}/bin`;
}

const note = 'echo "$(basename "$0") $*" >>"$RUNNER_TEMP/calls"';
const calls = (folder: string): Promise<string> =>
  readFile(join(folder, '.runner', 'calls'), 'utf8').catch(() => '');

describe('the step that installs', () => {
  it('installs nothing where all is there', async () => {
    await inFolder(async (folder) => {
      const path = await withFakes(folder, { npm: `${note}; [ "$1" = ls ]` });
      const { code, outputs } = await runStep('install', folder, {}, { PATH: path });
      expect([code, outputs]).toEqual([0, { node: 'node' }]);
      expect(await calls(folder)).toBe('npm ls --omit=dev\n');
    });
  });

  it('installs what the lock file says, without tools of development and without scripts', async () => {
    await inFolder(async (folder) => {
      const path = await withFakes(folder, { npm: `${note}; [ "$1" = ci ] && pwd >>"$RUNNER_TEMP/calls"` });
      const { code } = await runStep('install', folder, {}, { PATH: path });
      expect(code).toBe(0);
      expect(await calls(folder)).toMatch(/^npm ls .*\nnpm ci --omit=dev --ignore-scripts .*\n/);
      expect((await calls(folder)).trimEnd().endsWith(project)).toBe(true);
    });
  });

  it('fetches a Node for itself where the one that is found is too old', async () => {
    await inFolder(async (folder) => {
      const old = 'exit 1';
      const fetching = `${note}
        if [ "$1" = install ]; then mkdir -p "$3/node_modules/node/bin" && ln -s '${process.execPath}' "$3/node_modules/node/bin/node"; fi`;
      const path = await withFakes(folder, { node: old, npm: fetching });
      const { code, outputs } = await runStep('install', folder, {}, { PATH: path });
      expect(code).toBe(0);
      expect(await calls(folder)).toMatch(/^npm install --prefix \S+ --no-save .* node@24\n/);
      const { out } = await runScript('"$NODE" --version', folder, { NODE: outputs['node'] ?? '' });
      expect(out.trim()).toBe(process.version);
    });
  });

  it('refuses a Node that is named and too old', async () => {
    await inFolder(async (folder) => {
      const path = await withFakes(folder, { old: 'exit 1', npm: note });
      const { code, err } = await runStep('install', folder, { node: 'old' }, { PATH: path });
      expect(code).toBe(2);
      expect(err).toContain('::error title=sbp-banks-conformance::the input node');
      expect(await calls(folder)).toBe('');
    });
  });

  it('takes this Node for new enough', async () => {
    await inFolder(async (folder) => {
      await symlink(process.execPath, join(folder, 'mine'));
      const path = await withFakes(folder, { npm: note });
      const { code, outputs } = await runStep(
        'install',
        folder,
        { node: join(folder, 'mine') },
        { PATH: path },
      );
      expect([code, outputs]).toEqual([0, { node: join(folder, 'mine') }]);
    });
  });
});
