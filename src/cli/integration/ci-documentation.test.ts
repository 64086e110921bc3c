import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { z } from 'zod';
import { compositeAction, githubWorkflow, gitlabJob, project, readYaml } from './ci-file.test-support.ts';

let text: string;
let blocks: readonly unknown[];
let action: z.infer<typeof compositeAction>;
beforeAll(async () => {
  text = await readFile(join(project, 'docs', 'ci', 'README.md'), 'utf8');
  blocks = [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, yaml = '']): unknown => parse(yaml));
  action = compositeAction.parse(await readYaml('action.yml'));
});

const isWorkflow = (block: unknown): boolean => Object.hasOwn(Object(block), 'on');
const isGitlab = (block: unknown): boolean => JSON.stringify(block).includes('.sbp-banks-conformance');

/** Rows of the table under that heading cell. */
const rowsUnder = (title: string): string => text.split(`\n| ${title} `)[1]?.split('\n\n')[0] ?? '';

describe('the workflows in docs/ci/README.md', () => {
  it('are three, and call the action by inputs and outputs that it has', () => {
    const workflows = blocks.filter(isWorkflow).map((block) => githubWorkflow.parse(block));
    expect(workflows).toHaveLength(3);
    for (const workflow of workflows) {
      const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
      const [own] = steps.filter(({ uses }) => uses?.startsWith('your-org/sbp-banks-conformance@'));
      expect(own?.id).toBe('conformance');
      for (const name of Object.keys(own?.with ?? {})) expect(action.inputs).toHaveProperty([name]);
      for (const [, name = ''] of JSON.stringify(workflow).matchAll(
        /steps\.conformance\.outputs\.([\w-]+)/g,
      )) {
        expect(action.outputs).toHaveProperty([name]);
      }
    }
  });

  it('hold scripts that bash can read, with nothing of an expression in them', () => {
    const steps = blocks
      .filter(isWorkflow)
      .flatMap((block) => Object.values(githubWorkflow.parse(block).jobs).flatMap((job) => job.steps));
    const scripts = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    expect(scripts.length).toBeGreaterThan(2);
    for (const script of scripts) {
      expect(script).not.toContain('${{');
      expect(spawnSync('bash', ['-n', '-c', script], { encoding: 'utf8' }).stderr).toBe('');
    }
  });
});

describe('the jobs for GitLab in docs/ci/README.md', () => {
  it('extend the template by variables that it has', async () => {
    const { variables = {} } = gitlabJob.parse(
      Object(await readYaml('docs', 'ci', 'gitlab.yml'))['.sbp-banks-conformance-suite'],
    );
    const jobs = blocks
      .filter(isGitlab)
      .flatMap((block) => Object.entries(Object(block)).filter(([name]) => name !== 'include'))
      .map(([, job]) => gitlabJob.parse(job));
    expect(jobs).toHaveLength(3);
    for (const job of jobs) {
      expect(job.extends).toMatch(/^\.sbp-banks-conformance(-suite)?$/);
      for (const name of Object.keys(job.variables ?? {})) expect(variables).toHaveProperty([name]);
    }
    for (const name of Object.keys(variables)) expect(rowsUnder('variable')).toContain(`\`${name}\``);
  });
});

it('every input and output of the action is documented, and no other', () => {
  const named = (title: string): readonly string[] =>
    rowsUnder(title)
      .split('\n')
      .slice(2)
      .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name));
  expect(named('input').toSorted()).toEqual(Object.keys(action.inputs).toSorted());
  expect(named('output').toSorted()).toEqual(Object.keys(action.outputs).toSorted());
});
