import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { packageFolder } from '../../base/package.ts';
import { start } from '../child.test-support.ts';
import type { Ended } from '../child.test-support.ts';

type Texts = Readonly<Record<string, string>>;

/** A step of a workflow or of an action. Vendors' schemas check the whole files in a system test. */
export interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly env?: Texts;
  readonly with?: Texts;
}

/** A composite action of GitHub. */
export interface CompositeAction {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly (Step & { readonly run: string })[] };
}

/** A job of GitLab. */
export interface GitlabJob {
  readonly extends?: string;
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
  readonly variables?: Texts;
  readonly artifacts?: {
    readonly when: string;
    readonly paths: readonly string[];
    readonly reports: { readonly junit: string };
  };
}

/** Reads a YAML file of this project. */
export const readYaml = async <Content>(...path: readonly string[]): Promise<Content> =>
  parse(await readFile(join(packageFolder, ...path), 'utf8')) as Content;

/** Runs a script by bash as a CI server does, with hardly any variables but these. */
export const runScript = (
  script: string,
  cwd: string,
  env: Texts,
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
