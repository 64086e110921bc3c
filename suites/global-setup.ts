import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { plainReference, startBuiltIn } from '../src/cli/built-in.ts';
import { hasTargetSettings, readEnvironment } from '../src/target/environment.ts';
import './target.ts';

/** Starts the built-in reference where no target is named, and says where the Results go. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'sbp-banks-'));
  project.provide('record', join(folder, 'results.json'));
  const isNamed = hasTargetSettings({}, await readEnvironment(process.cwd(), process.env));
  const stop = isNamed ? null : await serve(project, folder);
  if (isNamed) project.provide('profile', null);
  return async () => {
    await stop?.();
    await rm(folder, { recursive: true, force: true });
  };
}

async function serve(project: TestProject, folder: string): Promise<() => Promise<void>> {
  const { reference, profile } = await startBuiltIn(plainReference);
  const file = join(folder, 'reference.yaml');
  await writeFile(file, profile, { mode: 0o600 });
  project.provide('profile', file);
  return reference.close;
}
