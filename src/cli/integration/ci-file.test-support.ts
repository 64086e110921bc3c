import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { withBuiltIn } from '../built-in.ts';
import { inFolder } from '../fake-terminal.test-support.ts';

/** Folder of this project, as a CI server has it. */
export const project = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

const text = z.string().min(1);
const texts = z.record(z.string(), z.string());
const name = z.string().regex(/^[a-z_][a-z0-9_-]*$/);

const input = z.strictObject({
  description: text,
  required: z.boolean().optional(),
  default: z.string().optional(),
});
const output = z.strictObject({ description: text, value: z.string().regex(/^\$\{\{ .* \}\}$/) });
const step = z.strictObject({
  id: name,
  name: text,
  if: text.optional(),
  shell: text,
  'working-directory': text.optional(),
  env: texts.optional(),
  run: text,
});

/** A composite action whose steps all run scripts, after GitHub's "Metadata syntax reference". */
export const compositeAction = z.object({
  name: text,
  description: text,
  inputs: z.record(name, input),
  outputs: z.record(name, output),
  runs: z.strictObject({ using: z.literal('composite'), steps: z.array(step).min(1) }),
});

const commands = z.union([text, z.array(text).min(1)]).optional();

/** The keywords of a job that this project's templates use, after GitLab's "CI/CD YAML syntax reference". */
export const gitlabJob = z.strictObject({
  image: text.optional(),
  stage: text.optional(),
  extends: text.optional(),
  variables: z.record(z.string().regex(/^\w+$/), z.string()).optional(),
  before_script: commands,
  script: commands,
  rules: z.array(z.unknown()).optional(),
  needs: z.array(z.unknown()).optional(),
  parallel: z.unknown().optional(),
  allow_failure: z.unknown().optional(),
  artifacts: z
    .strictObject({
      name: text.optional(),
      when: z.enum(['on_success', 'on_failure', 'always']).optional(),
      expire_in: text.optional(),
      paths: z.array(text).optional(),
      expose_as: text.optional(),
      reports: z.strictObject({ junit: text, dotenv: text.optional() }).optional(),
    })
    .optional(),
  cache: z.unknown().optional(),
});

const workflowStep = z.strictObject({
  id: text.optional(),
  name: text.optional(),
  if: text.optional(),
  uses: text.optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: texts.optional(),
  run: text.optional(),
  'continue-on-error': z.boolean().optional(),
});

/** What the documented workflows use of GitHub's "Workflow syntax". */
export const githubWorkflow = z.strictObject({
  name: text.optional(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.enum(['read', 'write', 'none'])).optional(),
  jobs: z.record(
    z.string(),
    z.strictObject({ 'runs-on': text, environment: text.optional(), steps: z.array(workflowStep).min(1) }),
  ),
});

/** Reads a YAML file of this project. */
export async function readYaml(...path: readonly string[]): Promise<unknown> {
  return parse(await readFile(join(project, ...path), 'utf8'));
}

/** The outcome of a script. */
export interface ScriptOutcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a script by bash as GitHub's runner does, `flags` in front of the file; killed after a minute. */
export function runScript(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = ['--noprofile', '--norc', '-eo', 'pipefail'],
): Promise<ScriptOutcome> {
  return new Promise((resolve, reject) => {
    const own = ['PATH', 'HOME'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const child = spawn('bash', [...flags, '-c', script], {
      cwd,
      env: { ...Object.fromEntries(own), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
    });
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk) => (said.out += String(chunk)));
    child.stderr.on('data', (chunk) => (said.err += String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...said }));
  });
}

/** Does the work in a workspace that holds the profile of a reference with these defects. */
export const inWorkspace = (
  defects: readonly string[],
  work: (folder: string) => Promise<void>,
): Promise<void> =>
  withBuiltIn({ defects }, ({ profile }) =>
    inFolder(async (folder) => {
      await writeFile(join(folder, 'staging.yaml'), stringify(profile));
      await work(folder);
    }),
  );
