import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { Results } from '../result/results.ts';
import { plainReference, startBuiltIn } from './built-in.ts';
import { call, inFolder } from './fake-terminal.test-support.ts';
import type { Outcome } from './fake-terminal.test-support.ts';
import { merge } from './merge.ts';
import { run } from './run.ts';

/** The results file of a folder. */
export async function readRecord(folder: string): Promise<Results> {
  return JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as Results;
}

/** A reference implementation and a folder with the profile that fits it. */
export interface Site {
  readonly folder: string;
  readonly target: string;
}

/** Does the work beside a reference implementation with these defects. */
export async function besideReference<Value>(
  defects: readonly string[],
  work: (site: Site) => Promise<Value>,
  change: (profile: Record<string, unknown>) => object = (profile) => profile,
): Promise<Value> {
  const { reference, profile } = await startBuiltIn({ ...plainReference, defects });
  try {
    return await inFolder(async (folder) => {
      const target = join(folder, 'target.yaml');
      const parsed = parse(profile) as { readonly conditions: object };
      // Otherwise each run makes one up.
      const conditions = { ...parsed.conditions, unauthorized: { unknownPartner: '900900900' } };
      await writeFile(target, stringify(change({ ...parsed, conditions })));
      return await work({ folder, target });
    });
  } finally {
    await reference.close();
  }
}

/** Runs one shard after the other, each into a folder `shard-I`; gives exit codes and folders. */
export async function runShards(
  { folder, target }: Site,
  of: number,
  more: readonly string[] = [],
): Promise<{ readonly codes: readonly number[]; readonly folders: readonly string[] }> {
  const codes: number[] = [];
  const folders: string[] = [];
  for (let index = 1; index <= of; index += 1) {
    const out = join(folder, `shard-${index}`);
    const args = [
      '--target',
      target,
      '--shard',
      `${index}/${of}`,
      '--out',
      out,
      '--format',
      'json',
      '--quiet',
    ];
    codes.push((await call(run, [...args, ...more], { cwd: folder })).code);
    folders.push(out);
  }
  return { codes, folders };
}

/** Joins these folders into `joined`. */
export function mergeInto(
  { folder }: Site,
  folders: readonly string[],
  more: readonly string[] = [],
): Promise<Outcome> {
  return call(merge, [...folders, '--out', join(folder, 'joined'), ...more], { cwd: folder });
}

const moments = ['startedAt', 'durationMs'];
const passing = ['date', 'x-request-id'];

/**
 * Results without what differs from run to run, and no more: times, the headers `Date` and `X-Request-Id`, the observed
 * latency, the numbers of controls that belong to no case, and which of several failed logins was answered first.
 */
export function lasting(results: Results): unknown {
  const logins = new Set(
    results.cases.flatMap(({ trials }) => trials.flatMap(({ earlierLogin }) => earlierLogin ?? [])),
  );
  return JSON.parse(
    JSON.stringify(results, (key, value: unknown) => {
      if (moments.includes(key)) return undefined;
      if (key === 'earlierLogin') return value === null ? null : 'an earlier one';
      if (typeof value === 'string' && sharedControl.test(value)) return value.replace(sharedControl, '$1');
      if (!Array.isArray(value)) return value;
      const items = value as readonly unknown[];
      if (key === 'observations')
        return items.filter((item) => !JSON.stringify(item).includes('.observed.latency'));
      if (key === 'headers') return items.filter((item) => !isPassing(item));
      if (key === 'controls') return items.filter((id) => typeof id !== 'string' || !logins.has(id));
      return value;
    }),
  ) as unknown;
}

const sharedControl = /^([ab]\.control(?:\.probe-\d)?)(?:\.\d+)?(?:@\d+)?$/;

const isPassing = (header: unknown): boolean =>
  Array.isArray(header) && passing.includes(String(header[0]).toLowerCase());
