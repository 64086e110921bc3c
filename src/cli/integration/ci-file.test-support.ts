import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { packageFolder } from '../../base/package.ts';
import { start } from '../child.test-support.ts';
import type { Ended } from '../child.test-support.ts';

type Texts = Readonly<Record<string, string>>;

/** A step of a workflow or of an action. A system test validates whole files with the vendors' schemas. */
export interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly env?: Texts;
  readonly with?: Texts;
}

/** A composite GitHub action. */
export interface CompositeAction {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly (Step & { readonly run: string })[] };
}

/** A GitLab job. */
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

export const readYaml = async <Content>(...path: readonly string[]): Promise<Content> =>
  parse(await readFile(join(packageFolder, ...path), 'utf8')) as Content;

/** Runs a script in bash as a CI server does, with almost no other variables. */
export const runScript = (
  script: string,
  cwd: string,
  env: Texts,
  flags: readonly string[] = ['--noprofile', '--norc', '-eo', 'pipefail'],
): Promise<Ended> => {
  const own = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  return start('bash', [...flags, '-c', script], cwd, { env: { ...own, ...env } }).ended;
};

/** Shell line that appends the call of a program of {@link fakePath} to `calls`. */
export const note = 'echo "$(basename "$0") $*" >>"$CALLS"';

/** Variables with which programs of these names are such scripts. The rest of PATH stays. */
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
