import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { blocked, partner, withService } from '../run/small-service.test-support.ts';
import type { Call, Reply, SmallService } from '../run/small-service.test-support.ts';
import type { Results } from '../results/results.ts';
import { withBuiltIn } from '../api/built-in.ts';
import type { BuiltIn, StartReferenceOptions } from '../api/built-in.ts';
import { askIn, openFolder, resultsIn, untilEnd } from './fake-terminal.test-support.ts';
import type { Outcome } from './fake-terminal.test-support.ts';

/** The public key of the small service. */
export const publicKey = fileURLToPath(new URL('../../fixtures/keys/service.pem', import.meta.url));

/** Writes a target profile for the small service at this URL. Returns the file's path. */
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

/** Writes a reviews file that contains a password. Every run would put it into its record. */
export async function writeLeakyReviews(folder: string, secret: string): Promise<void> {
  const review = { case: 'a.success', text: 'x', decision: 'pass', name: 'A person', date: '2026-01-01' };
  await writeFile(join(folder, 'reviews.yaml'), stringify([{ ...review, note: `see ${secret}` }]));
}

/** Set-up and teardown of an outage of the small service at this URL. */
export const switchedBy = (url: string, up: object = { request: { method: 'POST', url: `${url}/up` } }) => ({
  setup: { request: { method: 'POST', url: `${url}/down` } },
  teardown: up,
});

export type Answer = (call: Call) => Reply;

export const documented: Answer = () => 'documented';
/** Answers missing parameters with a wrong status. */
export const deviating: Answer = ({ kind }) =>
  kind === 'missing' ? { status: 400, body: '{"description_status":"no"}' } : 'documented';
/** Never answers during an outage. */
export const silentWhileDown: Answer = ({ kind }) => (kind === 'unavailable' ? 'silent' : 'documented');

/** A folder with a target profile, `target.yaml`, and functions that call the program in it. */
export interface Site {
  readonly folder: string;
  readonly target: string;
  /** Calls `run` for the target; reports go to `reports`. */
  readonly run: (...args: readonly string[]) => Promise<Outcome>;
  /** Calls any command. */
  readonly ask: (...words: readonly string[]) => Promise<Outcome>;
  readonly results: (out?: string) => Promise<Results>;
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
    run: (...args) => askIn(given, 'run', '--target', target, ...toReports(args), ...args),
    ask: (...words) => askIn(given, ...words),
    results: (out = 'reports') => resultsIn(join(folder, out)),
  };
}

export interface SiteOptions {
  /** Default: as documented. */
  readonly answer?: Answer;
  /** Changes of the profile, which by default claims only variant A. */
  readonly profile?: object | ((url: string, folder: string) => object);
  readonly env?: Readonly<Record<string, string>> | ((folder: string) => Readonly<Record<string, string>>);
}

/** The small service with this answer, until the end of the test. */
const openService = (answer: Answer): Promise<SmallService> => untilEnd((work) => withService(answer, work));

/** Same as `openService`, with a profile for it. */
export async function openSite({ answer = documented, profile = {}, env }: SiteOptions = {}) {
  const service = await openService(answer);
  const folder = await openFolder();
  const changes: object = typeof profile === 'function' ? profile(service.url, folder) : profile;
  await writeProfile(folder, service.url, { variants: { a: {} }, ...changes });
  return { ...siteIn(folder, typeof env === 'function' ? env(folder) : env), service };
}

/** A folder with this profile, until the end of the test. */
export async function openFolderWith(profile: object, env?: Readonly<Record<string, string>>): Promise<Site> {
  const site = siteIn(await openFolder(), env);
  await writeFile(site.target, stringify(profile));
  return site;
}

interface ReferenceOptions extends StartReferenceOptions {
  readonly env?: Readonly<Record<string, string>>;
}

/** The built-in reference with its profile, until the end of the test. */
export async function openReference({ env, ...options }: ReferenceOptions = {}): Promise<Site & BuiltIn> {
  const builtIn = await untilEnd<BuiltIn>((work) => withBuiltIn(options, work));
  return { ...(await openFolderWith(builtIn.profile, env)), ...builtIn };
}
