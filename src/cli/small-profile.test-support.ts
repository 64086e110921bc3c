import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { blocked, partner, withService } from '../execution/small-service.test-support.ts';
import type { Call, Reply, SmallService } from '../execution/small-service.test-support.ts';
import type { Results } from '../result/results.ts';
import { withBuiltIn } from './built-in.ts';
import type { BuiltIn, StartReferenceOptions } from './built-in.ts';
import { askIn, call, inFolder, resultsIn } from './fake-terminal.test-support.ts';
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

/** Writes a reviews file in which a person wrote down a password, which every run would put into its record. */
export async function writeLeakyReviews(folder: string, secret: string): Promise<void> {
  const review = { case: 'a.success', text: 'x', decision: 'pass', name: 'A person', date: '2026-01-01' };
  await writeFile(join(folder, 'reviews.yaml'), stringify([{ ...review, note: `see ${secret}` }]));
}

/** The ways to bring about an outage of the small service at that address. */
export const switchedBy = (url: string, up: object = { request: { method: 'POST', url: `${url}/up` } }) => ({
  setup: { request: { method: 'POST', url: `${url}/down` } },
  teardown: up,
});

/** How a service answers. */
export type Answer = (call: Call) => Reply;

export const documented: Answer = () => 'documented';
/** Breaks the status of what is missing. */
export const deviating: Answer = ({ kind }) =>
  kind === 'missing' ? { status: 400, body: '{"description_status":"no"}' } : 'documented';
/** Never answers in an outage. */
export const silentWhileDown: Answer = ({ kind }) => (kind === 'unavailable' ? 'silent' : 'documented');

/** A folder with a target profile, `target.yaml`, and the program in it. */
export interface Site {
  readonly folder: string;
  readonly target: string;
  /** `run` against the target, rejecting as the command does; reports go to `reports`. */
  readonly run: (...args: readonly string[]) => Promise<Outcome>;
  /** Any command; errors are reported. */
  readonly ask: (...words: readonly string[]) => Promise<Outcome>;
  readonly results: (out?: string) => Promise<Results>;
}

export interface ServiceSite extends Site {
  readonly service: SmallService;
}

/** A selection would be written elsewhere. */
const toReports = (args: readonly string[]): readonly string[] =>
  args.includes('--out') ? [] : ['--out', 'reports'];

function siteIn(folder: string, env: Readonly<Record<string, string>> = {}): Site {
  const target = join(folder, 'target.yaml');
  const given = { cwd: folder, env };
  return {
    folder,
    target,
    run: (...args) => call('run', ['--target', target, ...toReports(args), ...args], given),
    ask: (...words) => askIn(given, ...words),
    results: (out = 'reports') => resultsIn(join(folder, out)),
  };
}

interface SiteOptions {
  readonly answer?: Answer;
  readonly profile?: (url: string, folder: string) => object;
  readonly env?: (folder: string) => Readonly<Record<string, string>>;
}

/** Does the work beside the small service that answers so, with these changes of the profile; by default for variant A alone. */
export const onSite = <Value>(
  work: (site: ServiceSite) => Promise<Value>,
  { answer = documented, profile = () => ({}), env }: SiteOptions = {},
): Promise<Value> =>
  withService(answer, (service) =>
    inFolder(async (folder) => {
      await writeProfile(folder, service.url, { variants: { a: {} }, ...profile(service.url, folder) });
      return work({ ...siteIn(folder, env?.(folder)), service });
    }),
  );

/** Does the work in a folder with this profile. */
export const inSite = <Value>(
  profile: object,
  work: (site: Site) => Promise<Value>,
  env?: Readonly<Record<string, string>>,
): Promise<Value> =>
  inFolder(async (folder) => {
    const site = siteIn(folder, env);
    await writeFile(site.target, stringify(profile));
    return work(site);
  });

interface ReferenceOptions extends StartReferenceOptions {
  readonly env?: Readonly<Record<string, string>>;
}

/** Does the work beside the built-in reference, with the profile that fits it. */
export const onReference = <Value>(
  work: (site: Site & BuiltIn) => Promise<Value>,
  { env, ...options }: ReferenceOptions = {},
): Promise<Value> =>
  withBuiltIn(options, (builtIn) => inSite(builtIn.profile, (site) => work({ ...site, ...builtIn }), env));
