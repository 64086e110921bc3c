// Reads the results of a run from their file, or from the folder that holds it.

import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../base/errors.ts';
import { readText } from '../base/file.ts';
import { isMapping, shownFile, writePath } from '../base/path.ts';
import { resultsSchema } from '../results/results.ts';
import type { Results } from '../results/results.ts';

const mostBytes = 256 * 1024 ** 2;
const { value: version } = resultsSchema.shape.schemaVersion;

/** `path`: as the user wrote it. Rejects with a UserError that says what was found. */
export async function readResults(path: string, folder = process.cwd()): Promise<Results> {
  const whole = resolve(folder, path);
  const isFolder = statSync(whole, { throwIfNoEntry: false })?.isDirectory() === true;
  const file = await readText(isFolder ? join(whole, 'results.json') : whole, mostBytes);
  const shown = shownFile(isFolder ? join(path, 'results.json') : path);
  if (file.kind !== 'read') throw refuse(shown, file.found);
  let value: unknown;
  try {
    value = JSON.parse(file.content);
  } catch {
    throw refuse(shown, 'a file that is not JSON');
  }
  if (!isMapping(value) || !('schemaVersion' in value)) throw refuse(shown, 'other JSON');
  if (value['schemaVersion'] !== version) {
    const found = `results with schemaVersion ${JSON.stringify(value['schemaVersion'])}`;
    throw refuse(shown, found, `one with schemaVersion ${version}`);
  }
  const { data, error } = resultsSchema.safeParse(value);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw refuse(shown, `results in which ${writePath(issue?.path ?? [])} is wrong (${issue?.message ?? ''})`);
}

const hint = 'name results.json of a run, or the folder that holds it';
const refuse = (file: string, found: string, expected = 'the results of a run, or their folder'): UserError =>
  new UserError('usage', 'results-unreadable', `${file}: found ${found}, expected ${expected}`, hint);
