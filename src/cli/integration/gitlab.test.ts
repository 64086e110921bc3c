import { chmod, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { gitlabJob, inWorkspace, project, readYaml, runScript } from './ci-file.test-support.ts';
import type { ScriptOutcome } from './ci-file.test-support.ts';

const template = z.strictObject({
  '.sbp-banks-conformance-suite': gitlabJob,
  '.sbp-banks-conformance': gitlabJob,
});

/** The job as `extends` merges it. */
async function readJob(): Promise<z.infer<typeof gitlabJob>> {
  const jobs = template.parse(await readYaml('docs', 'ci', 'gitlab.yml'));
  expect(jobs['.sbp-banks-conformance'].extends).toBe('.sbp-banks-conformance-suite');
  return { ...jobs['.sbp-banks-conformance-suite'], ...jobs['.sbp-banks-conformance'] };
}

/** Runs the job of the template as GitLab's runner does: all its commands in one shell, which ends at the first that fails. */
async function runJob(folder: string, variables: Readonly<Record<string, string>>): Promise<ScriptOutcome> {
  const job = await readJob();
  const commands = [job.before_script ?? [], job.script ?? []].flat();
  const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  const env = { CI: 'true', PATH: path, ...job.variables, ...variables };
  return runScript(commands.join('\n'), folder, env, ['-eo', 'pipefail']);
}

const here = { CONFORMANCE_FOLDER: project, CONFORMANCE_TARGET: 'staging.yaml' };

describe('docs/ci/gitlab.yml', () => {
  it('exits with code 0 if the target conforms, and writes the files of its artifacts', async () => {
    await inWorkspace([], async (folder) => {
      const { code, out } = await runJob(folder, { ...here, CONFORMANCE_ARGS: '--variant a' });
      expect([code, out]).toEqual([0, expect.stringContaining('VARIANT A: CONFORMING')]);
      expect(out).not.toContain('\u001b');
      const { artifacts } = await readJob();
      expect(artifacts?.when).toBe('always');
      expect(await readdir(join(folder, artifacts?.paths?.[0] ?? ''))).toContain('report.html');
      const junit = String(artifacts?.reports?.junit);
      expect(await readFile(join(folder, junit), 'utf8')).toContain('<testsuites');
    });
  });

  it('exits with code 1 if it does not, without expanding a pattern, and with code 2 if no target is named', async () => {
    await inWorkspace(['a-bic-number'], async (folder) => {
      await writeFile(join(folder, 'a.sx'), '');
      expect((await runJob(folder, { ...here, CONFORMANCE_ARGS: '--case a.s* --quiet' })).code).toBe(1);
      expect(await readdir(join(folder, 'reports'))).toContain('junit.xml');
      const { code, err } = await runJob(folder, { ...here, CONFORMANCE_TARGET: '' });
      expect([code, err]).toEqual([2, expect.stringContaining('found no target')]);
    });
  });

  it('clones the suite at the revision that is asked for, and installs it without scripts', async () => {
    await inWorkspace([], async (folder) => {
      const bin = join(folder, '.bin');
      await mkdir(bin);
      for (const name of ['git', 'npm', 'node']) {
        const script = `echo "${name} $*" >>"$CALLS"${name === 'npm' ? '; [ "$1" = ci ]' : ''}`;
        await writeFile(join(bin, name), `#!/bin/bash\n${script}\n`);
        await chmod(join(bin, name), 0o755);
      }
      const { code } = await runJob(folder, {
        PATH: `${bin}${delimiter}/usr/bin${delimiter}/bin`,
        CALLS: join(folder, 'calls'),
        CONFORMANCE_SUITE: 'https://example.test/suite.git',
        CONFORMANCE_REF: 'v1',
        CONFORMANCE_TARGET: 'my staging.yaml',
      });
      const called = (await readFile(join(folder, 'calls'), 'utf8')).split('\n');
      expect([code, ...called]).toEqual([
        0,
        expect.stringMatching(/^git -C \S+ init --quiet$/),
        expect.stringMatching(
          /^git -C \S+ fetch --quiet --depth 1 -- https:\/\/example\.test\/suite\.git v1$/,
        ),
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
});
