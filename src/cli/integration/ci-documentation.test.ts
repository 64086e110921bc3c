import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageFolder } from '../../base/package.ts';
import { readYaml, runScript } from './ci-file.test-support.ts';
import type { CompositeAction, GitlabJob, Step } from './ci-file.test-support.ts';

const text = await readFile(join(packageFolder, 'docs', 'ci', 'README.md'), 'utf8');
const blocks = [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, yaml = '']): unknown => parse(yaml));
const action = await readYaml<CompositeAction>('action.yml');

/** Names in the first column of the table with this heading. */
const namesUnder = (title: string): readonly string[] =>
  (text.split(`\n| ${title} `)[1]?.split('\n\n')[0] ?? '')
    .split('\n')
    .slice(2)
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name));

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

it('the three documented workflows call the action by inputs and outputs that it has, and bash can read their scripts', async () => {
  const workflows = blocks.filter((block) => Object.hasOwn(Object(block), 'on')) as readonly Workflow[];
  expect(workflows).toHaveLength(3);
  const all = workflows.map(({ jobs }) => Object.values(jobs).flatMap(({ steps }) => steps));
  for (const steps of all) {
    const [own] = steps.filter(({ uses }) => uses?.startsWith('your-org/sbp-banks-conformance@'));
    expect(own?.id).toBe('conformance');
    for (const name of Object.keys(own?.with ?? {})) expect(action.inputs).toHaveProperty([name]);
    const used = JSON.stringify(steps).matchAll(/steps\.conformance\.outputs\.([\w-]+)/g);
    for (const [, name = ''] of used) expect(action.outputs).toHaveProperty([name]);
  }
  const scripts = all.flat().flatMap(({ run }) => run ?? []);
  expect(scripts.length).toBeGreaterThan(2);
  for (const script of scripts) {
    expect(script).not.toContain('${{');
    expect(await runScript(script, packageFolder, {}, ['-n'])).toMatchObject({ code: 0, said: '' });
  }
});

it('the documented jobs for GitLab extend the template by variables that it has', async () => {
  const template = await readYaml<Readonly<Record<string, GitlabJob>>>('docs', 'ci', 'gitlab.yml');
  const { variables = {} } = template['.sbp-banks-conformance-suite'] ?? {};
  const jobs = blocks
    .filter((block) => JSON.stringify(block).includes('.sbp-banks-conformance'))
    .flatMap((block) => Object.entries(Object(block)).filter(([name]) => name !== 'include'))
    .map(([, job]) => job as GitlabJob);
  expect(jobs).toHaveLength(3);
  for (const job of jobs) {
    expect(job.extends).toMatch(/^\.sbp-banks-conformance(-suite)?$/);
    for (const name of Object.keys(job.variables ?? {})) expect(variables).toHaveProperty([name]);
  }
  expect(namesUnder('variable')).toEqual(expect.arrayContaining(Object.keys(variables)));
});

it('every input and output of the action is documented, and no other', () => {
  expect(namesUnder('input').toSorted()).toEqual(Object.keys(action.inputs).toSorted());
  expect(namesUnder('output').toSorted()).toEqual(Object.keys(action.outputs).toSorted());
});

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
