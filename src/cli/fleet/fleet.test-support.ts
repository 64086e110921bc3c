import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { withService } from '../../execution/small-service.test-support.ts';
import type { Call, Reply, SmallService } from '../../execution/small-service.test-support.ts';
import type { Results } from '../../result/results.ts';
import { call, inFolder } from '../fake-terminal.test-support.ts';
import type { Outcome } from '../fake-terminal.test-support.ts';
import type { Invocation } from '../invocation.ts';
import { run } from '../run.ts';
import { writeProfile } from '../small-profile.test-support.ts';

/** How a service of a fleet answers. */
export type Answer = (call: Call) => Reply;

export const documented: Answer = () => 'documented';
export const silent: Answer = () => 'silent';
export const deviating: Answer = ({ kind }) =>
  kind === 'missing' ? { status: 400, body: '{"description_status":"no"}' } : 'documented';

/** A folder with a profile for each service, `targets/<name>.yaml`. */
export interface FleetSite {
  readonly folder: string;
  readonly services: Readonly<Record<string, SmallService>>;
  /** Path of the profile of that name. */
  readonly profile: (name: string) => string;
}

/** Does the work beside services that answer so, each with a profile that is called as it is. */
export async function besideFleet<Value>(
  answers: Readonly<Record<string, Answer>>,
  work: (site: FleetSite) => Promise<Value>,
  changesOf: (name: string, url: string) => Readonly<Record<string, unknown>> = () => ({}),
): Promise<Value> {
  return inFolder(async (folder) => {
    await mkdir(join(folder, 'targets'));
    const profile = (name: string): string => join(folder, 'targets', `${name}.yaml`);
    const start = async (
      names: readonly string[],
      services: Readonly<Record<string, SmallService>>,
    ): Promise<Value> => {
      const [name, ...others] = names;
      if (name === undefined) return work({ folder, services, profile });
      return withService(answers[name] ?? documented, async (service) => {
        const file = await writeProfile(folder, service.url, { name, ...changesOf(name, service.url) });
        await rename(file, profile(name));
        return start(others, { ...services, [name]: service });
      });
    };
    return start(Object.keys(answers), {});
  });
}

/** The Results that a run has left for the target of that name. */
export async function resultsOf(folder: string, name: string): Promise<Results> {
  return JSON.parse(await readFile(join(folder, 'reports', name, 'results.json'), 'utf8')) as Results;
}

/** Runs all targets of the folder into `reports`. */
export function runAll(
  { folder }: FleetSite,
  more: readonly string[] = [],
  given: Partial<Invocation> = {},
): Promise<Outcome> {
  return call(run, ['--target', 'targets/*.yaml', '--out', 'reports', '--retries', '0', ...more], {
    cwd: folder,
    ...given,
  });
}
