// The step of action.yml that tests the target, run as a runner does.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse, stringify } from 'yaml';
import { startBuiltIn } from '../../api/built-in.ts';
import { packageFolder } from '../../base/package.ts';

interface Action {
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly { readonly id?: string; readonly run: string }[] };
}

const action = parse(await readFile(join(packageFolder, 'action.yml'), 'utf8')) as Action;
const script = action.runs.steps.find(({ id }) => id === 'run')?.run ?? '';

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'action-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function runStep(folder: string, inputs: Readonly<Record<string, string>>) {
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') };
  for (const file of Object.values(files)) await writeFile(file, '');
  const of = (name: string): string => inputs[name] ?? action.inputs[name]?.default ?? '';
  const env = {
    ...files,
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: packageFolder,
    CONFORMANCE_TARGET: of('target'),
    CONFORMANCE_ARGS: of('args'),
    CONFORMANCE_OUT: of('out'),
  };
  const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const child = execFile('bash', words, { cwd: folder, env }, (_error, out, err) => resolve(out + err));
  const said = await ended;
  const lines = (await readFile(files.GITHUB_OUTPUT, 'utf8')).split('\n').filter(Boolean);
  const outputs: Readonly<Record<string, string>> = Object.fromEntries(
    lines.map((line) => line.split(/=(.*)/s, 2) as [string, string]),
  );
  return { code: child.exitCode, said, outputs, summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8') };
}

it('fails for a defect, in the folder that is asked for, and sets every output that the action promises', async () => {
  const { reference, profile } = await startBuiltIn({ defects: ['a-bic-number'] });
  onTestFinished(() => reference.close());
  const folder = await openFolder();
  await writeFile(join(folder, 'target.yaml'), stringify(profile));
  // A shell that expands the pattern would select one case.
  await writeFile(join(folder, 'b.success'), '');
  const inputs = { target: 'target.yaml', out: 'my reports', args: '--retries 0 --quiet --case ?.success' };
  const { code, said, outputs, summary } = await runStep(folder, inputs);
  expect(code).toBe(1);
  const outcome: unknown = JSON.parse(outputs['outcome'] ?? '');
  for (const { value } of Object.values(action.outputs))
    for (const [, own, path = ''] of value.matchAll(/outputs\.([\w-]+)(?: \|\| '{}'\)\.([\w.]+))?/g)) {
      if (own !== 'outcome') expect(outputs).toHaveProperty(String(own));
      else expect(outcome).toHaveProperty(path);
    }
  // Status and body of both, the record of B, and that A answers no 401.
  expect(outcome).toMatchObject({ verdict: 'nonconforming', counts: { pass: 6, fail: 1 } });
  expect(outputs['exit-code']).toBe('1');
  expect(said).toMatch(/^::error title=a\.success\.record::/m);
  expect(summary).toContain('a.success.record');
  expect(await readdir(join(folder, 'my reports'))).toEqual(['selection']);
});

it('tests nothing where no target is named, and executes nothing of an input', async () => {
  const folder = await openFolder();
  expect((await runStep(folder, {})).said).toContain('found no target');
  const hostile = '"; touch pwned; $(touch pwned) `touch pwned` * \'';
  expect((await runStep(folder, { target: hostile, args: hostile, out: hostile })).code).toBe(2);
  expect(await readdir(folder)).not.toContain('pwned');
});
