// The template of a GitLab job, carried out as GitLab's runner does.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageFolder } from '../../base/package.ts';
import type { Ended } from '../child.test-support.ts';
import { openFolder, openSite } from '../fake-terminal.test-support.ts';
import { fakePath, note, readYaml, runScript } from './ci-file.test-support.ts';
import type { GitlabJob } from './ci-file.test-support.ts';

/** The job after merging `extends`. */
async function readJob(): Promise<GitlabJob> {
  const jobs = await readYaml<Readonly<Record<string, GitlabJob>>>('docs', 'ci', 'gitlab.yml');
  const { extends: base = '', ...own } = jobs['.sbp-banks-conformance'] ?? {};
  return { ...jobs[base], ...own };
}

/** Runs the template's job with these fakes as GitLab's runner does: in one shell, until the first failure. */
async function runJob(
  folder: string,
  variables: Readonly<Record<string, string>>,
  fakes: Readonly<Record<string, string>> = { npm: '[ "$1" = ls ]' },
): Promise<Ended> {
  const job = await readJob();
  const commands = [...(job.before_script ?? []), ...(job.script ?? [])];
  const path = await fakePath(folder, fakes);
  const env = { CI: 'true', ...path, ...job.variables, ...variables };
  return runScript(commands.join('\n'), folder, env, ['-eo', 'pipefail']);
}

const here = { CONFORMANCE_FOLDER: packageFolder, CONFORMANCE_TARGET: 'target.yaml' };

describe('docs/ci/gitlab.yml', () => {
  it('exits with code 0 if the target conforms, and writes the files of its artifacts', async () => {
    const { folder } = await openSite();
    const { code, out } = await runJob(folder, { ...here, CONFORMANCE_ARGS: '--variant a' });
    expect([code, out]).toEqual([0, expect.stringContaining('Variant A: conforming')]);
    expect(out).not.toContain('\u001b');
    const { artifacts } = await readJob();
    expect(artifacts?.when).toBe('always');
    expect(await readdir(join(folder, artifacts?.paths[0] ?? ''))).toContain('report.html');
    expect(await readFile(join(folder, artifacts?.reports.junit ?? ''), 'utf8')).toContain('<testsuites');
  });

  it('exits with code 1 if it does not, without expanding a pattern, and with code 2 if no target is named', async () => {
    const { folder } = await openSite({ defects: ['a-bic-number'] });
    await writeFile(join(folder, 'a.sx'), '');
    expect((await runJob(folder, { ...here, CONFORMANCE_ARGS: '--case a.s* --quiet' })).code).toBe(1);
    expect(await readdir(join(folder, 'reports/selection'))).toContain('junit.xml');
    const { code, err } = await runJob(folder, { ...here, CONFORMANCE_TARGET: '' });
    expect([code, err]).toEqual([2, expect.stringContaining('found no target')]);
  });

  it('clones the suite at the revision that is asked for, and installs it without scripts', async () => {
    const folder = await openFolder();
    const suite = { CONFORMANCE_SUITE: 'https://example.test/suite.git', CONFORMANCE_REF: 'v1' };
    const fakes = { git: note, npm: `${note}; [ "$1" = ci ]`, node: note };
    const { code } = await runJob(folder, { ...suite, CONFORMANCE_TARGET: 'my staging.yaml' }, fakes);
    const called = (await readFile(join(folder, 'calls'), 'utf8')).split('\n');
    expect([code, ...called]).toEqual([
      0,
      expect.stringMatching(/^git -C \S+ init --quiet$/),
      expect.stringMatching(/^git -C \S+ fetch --quiet --depth 1 -- https:\/\/example\.test\/suite\.git v1$/),
      expect.stringMatching(/^git -C \S+ checkout --quiet FETCH_HEAD$/),
      'npm ls --omit=dev',
      expect.stringMatching(/^npm ci --omit=dev --ignore-scripts /),
      expect.stringMatching(
        /^node \S+\/src\/cli\/start\.mjs run --require-target --out reports --target=my staging\.yaml$/,
      ),
      '',
    ]);
  });
});
