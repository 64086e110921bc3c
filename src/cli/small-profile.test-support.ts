import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { blocked, partner, withService } from '../execution/small-service.test-support.ts';
import type { Call, Reply, SmallService } from '../execution/small-service.test-support.ts';
import type { Results } from '../result/results.ts';
import { ask, call, inFolder } from './fake-terminal.test-support.ts';
import type { Outcome } from './fake-terminal.test-support.ts';

/** The public key that the small service's private key belongs to. */
export const publicKey = fileURLToPath(new URL('../../fixtures/keys/service.pem', import.meta.url));

/** Writes a target profile that fits the small service at that address; gives the file's path. */
export async function writeProfile(
  folder: string,
  baseUrl: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const file = join(folder, 'target.yaml');
  const profile = {
    name: 'a service of few banks',
    baseUrl,
    variants: { a: {}, b: { bankCode: 'acme' } },
    credentials: { partnerName: 1042, partnerPassword: partner.password, useAuthByCert: 'true' },
    encryption: { scheme: 'rsa-oaep', hash: 'sha256', key: publicKey },
    conditions: {
      unauthorized: { unknownPartner: '900900900' },
      'partner-blocked': { credentials: { partnerName: 1043, partnerPassword: blocked.password } },
      unavailable: { headers: { 'X-Fault': 'yes' } },
    },
    limits: { failedLogins: 100 },
    ...more,
  };
  await writeFile(file, stringify(profile));
  return file;
}

/** Writes a reviews file in which a person wrote down a password, which every run would put into its record; gives its path. */
export async function writeLeakyReviews(folder: string, secret: string): Promise<string> {
  const file = join(folder, 'reviews.yaml');
  const review = { case: 'a.success', text: 'x', decision: 'pass', name: 'A person', date: '2026-01-01' };
  await writeFile(file, stringify([{ ...review, note: `see ${secret}` }]));
  return file;
}

/** How a service answers. */
export type Answer = (call: Call) => Reply;

export const documented: Answer = () => 'documented';
/** Breaks the status of what is missing. */
export const deviating: Answer = ({ kind }) =>
  kind === 'missing' ? { status: 400, body: '{"description_status":"no"}' } : 'documented';

/** The small service, and a folder with the profile that fits it, `target.yaml`. */
export interface Site {
  readonly service: SmallService;
  readonly folder: string;
  readonly target: string;
  /** `run` against the service; reports go to `reports`. */
  readonly run: (...args: readonly string[]) => Promise<Outcome>;
  /** Any command; errors are reported. */
  readonly ask: (...words: readonly string[]) => Promise<Outcome>;
  readonly results: (out?: string) => Promise<Results>;
}

/** A selection would be written elsewhere. */
const toReports = (args: readonly string[]): readonly string[] =>
  args.includes('--out') ? [] : ['--out', 'reports'];

interface SiteOptions {
  readonly answer?: Answer;
  readonly profile?: (url: string, folder: string) => object;
  readonly env?: (folder: string) => Readonly<Record<string, string>>;
}

/** Does the work beside a service that answers so, with these changes of the profile; by default for variant A alone. */
export function onSite<Value>(
  work: (site: Site) => Promise<Value>,
  { answer = documented, profile = () => ({}), env }: SiteOptions = {},
): Promise<Value> {
  return withService(answer, (service) =>
    inFolder(async (folder) => {
      const changes = { variants: { a: {} }, ...profile(service.url, folder) };
      const target = await writeProfile(folder, service.url, changes);
      return work({
        service,
        folder,
        target,
        run: (...args) =>
          call('run', ['--target', target, ...toReports(args), ...args], {
            cwd: folder,
            env: env?.(folder) ?? {},
          }),
        ask: (...words) => ask(folder, ...words),
        results: async (out = 'reports') =>
          JSON.parse(await readFile(join(folder, out, 'results.json'), 'utf8')) as Results,
      });
    }),
  );
}
