import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { packageFolder } from '../../suite.ts';
import { start } from '../child.test-support.ts';
import type { Ended } from '../child.test-support.ts';

const text = z.string().min(1);
const texts = z.record(z.string(), z.string());
const any = z.unknown();
const commands = z.union([text, z.array(text).min(1)]);

/** A step of a workflow or of an action. */
const step = z
  .strictObject({ id: text, name: text, if: text, env: texts })
  .extend({ shell: text, 'working-directory': text, 'continue-on-error': z.boolean() })
  .extend({ uses: text, with: z.record(z.string(), any) })
  .partial()
  .extend({ run: z.string().default('') });
const steps = z.array(step).min(1);

/** A composite action whose steps all run scripts, after GitHub's "Metadata syntax reference". */
export const compositeAction = z.object({
  inputs: z.record(z.string(), z.strictObject({ description: text, default: z.string() })),
  outputs: z.record(z.string(), z.strictObject({ description: text, value: text })),
  runs: z.strictObject({ using: z.literal('composite'), steps }),
});

/** What the documented workflows use of GitHub's "Workflow syntax". */
export const githubWorkflow = z.strictObject({
  name: text.optional(),
  on: z.record(z.string(), any),
  permissions: z.record(z.string(), z.enum(['read', 'write', 'none'])).optional(),
  jobs: z.record(z.string(), z.strictObject({ 'runs-on': text, environment: text.optional(), steps })),
});

/** The keywords of a job that this project's templates use, after GitLab's "CI/CD YAML syntax reference". */
export const gitlabJob = z
  .strictObject({ image: text, stage: text, extends: text, before_script: commands, script: commands })
  .extend({ variables: texts, rules: any, needs: any, parallel: any, allow_failure: any, cache: any })
  .extend({
    artifacts: z
      .strictObject({ when: text, expire_in: text, paths: z.array(text) })
      .extend({ reports: z.strictObject({ junit: text, dotenv: text.optional() }) })
      .partial(),
  })
  .partial();

/** Reads a YAML file of this project. */
export const readYaml = async (...path: readonly string[]): Promise<unknown> =>
  parse(await readFile(join(packageFolder, ...path), 'utf8'));

/** Runs a script by bash as a CI server does, with hardly any variables but these. */
export const runScript = (
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = ['--noprofile', '--norc', '-eo', 'pipefail'],
): Promise<Ended> => {
  const own = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  return start('bash', [...flags, '-c', script], cwd, { env: { ...own, ...env } }).ended;
};

/** Notes how a program of {@link fakePath} was called, in `calls`. */
export const note = 'echo "$(basename "$0") $*" >>"$CALLS"';

/** Variables by which programs of these names are such scripts, in front of what a machine has. */
export async function fakePath(
  folder: string,
  scripts: Readonly<Record<string, string>>,
): Promise<Readonly<Record<'PATH' | 'CALLS', string>>> {
  const bin = join(folder, '.bin');
  await mkdir(bin, { recursive: true });
  for (const [tool, script] of Object.entries(scripts)) {
    await writeFile(join(bin, tool), `#!/bin/bash\n${script}\n`);
    await chmod(join(bin, tool), 0o755);
  }
  const PATH = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  return { PATH, CALLS: join(folder, 'calls') };
}
