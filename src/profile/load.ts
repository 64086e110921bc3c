// Loads a target: its profile read, checked and merged, its files read, options and variables over it.

import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { variantIds } from '#banks/specification.ts';
import type { VariantId } from '#banks/specification.ts';
import { variable } from '../base/environment.ts';
import type { Environment } from '../base/environment.ts';
import { UserError } from '../base/errors.ts';
import { readBytes } from '../base/file.ts';
import { nearMiss } from '../base/near-miss.ts';
import { describe, isMapping, quote, shownFile, stringsIn, writePath } from '../base/path.ts';
import type { Path } from '../base/path.ts';
import { explain, listed, problemsOf } from '../base/problem.ts';
import type { Problem } from '../base/problem.ts';
import type { Secret } from '../client/mask.ts';
import type { TlsMaterial } from '../client/tls.ts';
import type { EncryptionSettings } from '../encryption/settings.ts';
import { faultInTls, readServiceKey, validityOf } from './keys.ts';
import type { TlsFile } from './keys.ts';
import { mergeVariant } from './merge.ts';
import type { Merged } from './merge.ts';
import { oddityOf, readProfile, replaceReferences, withoutBlanks } from './read.ts';
import { profileSchema } from './schema.ts';
import type { Profile } from './schema.ts';
import { secretsOf, withoutSecrets } from './secrets.ts';
import { traitsAt } from './setting.ts';
import type { Target, VariantTarget } from './target.ts';

/** Settings from options, which override the profile. */
export interface TargetFlags {
  /** Limits the run to these claimed variants. */
  readonly variants?: readonly string[] | undefined;
  readonly baseUrl?: string | undefined;
  readonly proxy?: string | undefined;
  readonly concurrency?: number | undefined;
  readonly rate?: number | undefined;
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
}

export interface TargetSources {
  /** The file of `--target`; null: `SBP_TARGET` names it. */
  readonly file: string | null;
  /** A profile as an object, in place of a file; then the suite's own variables change nothing. */
  readonly profile?: object;
  readonly flags: TargetFlags;
  /** The environment merged with `.env`, by `readEnvironment`. */
  readonly env: Environment;
  readonly cwd: string;
  /** For the validity of certificates; default: today. */
  readonly now?: Date;
}

/** Whether a variable names a target. */
export const isTargetNamed = (env: Environment): boolean =>
  ['SBP_TARGET', 'SBP_BASE_URL'].some((name) => variable(env, name) !== null);

/** The whole target; nothing is sent. Rejects with one UserError that lists what is wrong where. */
export async function loadTarget(sources: TargetSources): Promise<Target> {
  const { profile: object, flags, env, cwd, now = new Date() } = sources;
  const file = object === undefined ? (sources.file ?? variable(env, 'SBP_TARGET')) : null;
  if (object === undefined && file === null) throw noProfile();
  const given = file === null ? { value: withoutBlanks(object), folder: cwd } : await readProfile(file, cwd);
  const { folder } = given;
  const replaced = await replaceReferences(given.value, folder, env);
  const { value, labels } = override(replaced.value, flags, object === undefined ? env : {});
  const secrets = secretsOf(value, replaced.replacements);
  const fail = (problems: readonly Problem[], hint?: string): never => {
    throw profileError(problems, file, labels, secrets, hint);
  };
  if (replaced.problems.length > 0) fail(replaced.problems);
  const hidden = new Set(replaced.replacements.map(({ path }) => writePath(path)));
  const show = (found: unknown, path: Path): string => shownOf(found, path, hidden, secrets);
  const { data, error } = profileSchema.safeParse(value);
  if (data === undefined) return fail(problemsOf(error.issues, value, show));
  const claimed = variantIds.filter((id) => data.variants[id] !== undefined);
  const merged = claimed.map((id) => mergeVariant(data, id, show));
  const problems = [
    ...missingIn(data, claimed),
    ...operationIn(data, claimed),
    ...merged.flatMap((one) => ('id' in one ? [] : one)),
  ];
  if (problems.length > 0) fail(problems);
  const warnings: string[] = [];
  const context = { folder, hidden, fail, warn: (text: string): void => void warnings.push(text), now };
  const variants: [VariantId, VariantTarget][] = [];
  for (const one of merged) if ('id' in one) variants.push([one.id, await complete(one, context)]);
  const tls = await readTls(data.tls, context);
  if (tls.verify === false)
    warnings.push('tls.verify is false: the certificate of the target is not verified');
  const chosen = chooseVariants(flags.variants, claimed);
  const decisions = join(folder, 'decisions.yaml');
  const { baseUrl = '', limits, http2, language, production, proxy = null } = data;
  return {
    name: withoutSecrets(data.name ?? new URL(baseUrl).host, secrets),
    source: file === null ? null : shownFile(file),
    folder,
    baseUrl,
    variants: Object.fromEntries(variants.filter(([id]) => chosen.includes(id))),
    tls,
    proxy,
    http2,
    language,
    limits,
    production,
    decisionsFile: file !== null && existsSync(decisions) ? decisions : null,
    secrets,
    warnings: [...new Set([...oddities(value), ...warnings])],
  };
}

function noProfile(): UserError {
  const needs = 'variants, credentials (partnerName, partnerPassword, useAuthByCert) and encryption';
  const hint = 'init writes one: name it by --target FILE or SBP_TARGET; nothing was sent';
  return new UserError(
    'usage',
    'no-profile',
    `the target: found no profile, expected one with ${needs}`,
    hint,
  );
}

/** Options and `SBP_BASE_URL` over the profile; and the name of each by the path that it sets. */
function override(profile: unknown, flags: TargetFlags, env: Environment) {
  const labels = new Map<string, string>();
  const { baseUrl, proxy, concurrency, rate, timeout, retries } = flags;
  const address = variable(env, 'SBP_BASE_URL') ?? undefined;
  const set = (whole: unknown, members: Readonly<Record<string, unknown>>): unknown => {
    const given = Object.entries(members).filter(([, member]) => member !== undefined);
    // What is no mapping stays, so that this mistake is reported.
    return given.length === 0 || (whole !== undefined && !isMapping(whole))
      ? whole
      : { ...whole, ...Object.fromEntries(given) };
  };
  if (baseUrl !== undefined || address !== undefined)
    labels.set('baseUrl', baseUrl === undefined ? 'SBP_BASE_URL' : '--base-url');
  if (proxy !== undefined) labels.set('proxy', '--proxy');
  const limits = { concurrency, rate, timeout, retries };
  for (const [name, one] of Object.entries(limits))
    if (one !== undefined) labels.set(`limits.${name}`, `--${name}`);
  const own = isMapping(profile) ? set(profile['limits'], limits) : undefined;
  return { value: set(profile, { baseUrl: baseUrl ?? address, proxy, limits: own }), labels };
}

/** One error that names at most five places; of kind `usage` if the first is in an option. */
function profileError(
  problems: readonly Problem[],
  file: string | null,
  labels: ReadonlyMap<string, string>,
  secrets: readonly Secret[],
  hint?: string,
): UserError {
  const placeOf = ({ path }: Problem): string =>
    labels.get(writePath(path)) ??
    (path.length === 0 ? 'the profile' : withoutSecrets(writePath(path), secrets));
  const lines = [...new Set(problems.map((one) => `${placeOf(one)}: ${explain(one)}`))];
  const label = problems[0] === undefined ? undefined : labels.get(writePath(problems[0].path));
  const source = file === null ? 'the profile' : shownFile(file);
  const text = lines.length === 1 && label !== undefined ? lines.join() : listed(source, lines);
  const remedy = hint ?? `correct ${label ?? 'the profile'} and run again`;
  const isOption = label?.startsWith('--') === true;
  return new UserError(
    isOption ? 'usage' : 'profile',
    'profile-invalid',
    text,
    `${remedy}; nothing was sent`,
  );
}

/** The value at a path of a profile, or only its kind if it may be secret. */
function shownOf(
  value: unknown,
  path: Path,
  hidden: ReadonlySet<string>,
  secrets: readonly Secret[],
): string {
  const { quoted } = traitsAt(path);
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!isScalar || value === '' || quoted === undefined || hidden.has(writePath(path)))
    return describe(value);
  if (typeof value !== 'string') return String(value);
  if (quoted === 'address' && value.includes('@')) return 'a URL with user information';
  if (quoted === 'address' && /[?#]/.test(value)) return 'a URL with a query or a fragment';
  return quote(withoutSecrets(value, secrets));
}

function missingIn({ baseUrl }: Profile, claimed: readonly string[]): readonly Problem[] {
  const nowhere = { path: ['baseUrl'], found: 'nothing', expected: 'the address that paths are appended to' };
  const none = {
    path: ['variants'],
    found: 'no variant',
    expected: `at least one of ${variantIds.join(', ')}`,
  };
  return [...(baseUrl === undefined ? [nowhere] : []), ...(claimed.length === 0 ? [none] : [])];
}

/** A base URL that ends in the path of the operation. */
function operationIn({ baseUrl = '', variants }: Profile, claimed: readonly VariantId[]): readonly Problem[] {
  const paths = { a: '/partner/sbp/banks', b: `/partner/${variants.b?.bankCode}/sbp/banks` };
  return claimed
    .filter((id) => baseUrl.endsWith(paths[id]))
    .map(() => ({
      path: ['baseUrl'],
      found: 'the path of the operation at the end',
      expected: 'only the address in front of /partner',
    }));
}

/** Those asked for; default: all that are claimed. */
function chooseVariants(asked: readonly string[] = [], claimed: readonly VariantId[]): readonly VariantId[] {
  const wrong = asked.find((id) => !claimed.some((one) => one === id));
  if (wrong === undefined) return claimed.filter((id) => asked.length === 0 || asked.includes(id));
  const isKnown = variantIds.some((id) => id === wrong);
  const found = isKnown ? `${wrong}, which the target does not claim` : quote(wrong);
  const problem = { found, expected: `one of ${claimed.join(', ')}`, near: nearMiss(wrong, claimed) };
  const hint = isKnown
    ? `list ${wrong} under \`variants\` in the profile if the target implements it; nothing was sent`
    : 'name a variant of the specification; nothing was sent';
  throw new UserError('usage', 'unknown-variant', `--variant: ${explain(problem)}`, hint);
}

/** Warnings about values that are sent and may not be what their author meant. */
const oddities = (value: unknown): readonly string[] =>
  stringsIn(value).flatMap(({ path, text }) => {
    const odd = traitsAt(path).sent === true ? oddityOf(text) : null;
    return odd === null ? [] : [`${writePath(path)} ${odd}; it is sent as it is`];
  });

interface Context {
  readonly folder: string;
  readonly hidden: ReadonlySet<string>;
  readonly fail: (problems: readonly Problem[], hint?: string) => never;
  readonly warn: (text: string) => void;
  readonly now: Date;
}

/** The bytes of a file that a setting names. */
async function contentOf(file: string, path: Path, expected: string, { folder, hidden, fail }: Context) {
  if (file.includes('-----BEGIN') || /[\r\n]/.test(file))
    return fail([{ path, found: 'a text of several lines', expected: 'the path of a file' }]);
  const outcome = await readBytes(resolve(folder, file));
  if (outcome.kind === 'read') return outcome.content;
  const looked = isAbsolute(file) ? '' : `, looked for in ${shownFile(folder)}`;
  const where = hidden.has(writePath(path)) ? '' : ` at ${quote(file)}${looked}`;
  return fail([{ path, found: `${outcome.found}${where}`, expected }]);
}

async function complete(
  { id: _id, placeOf, encryption, ...merged }: Merged,
  context: Context,
): Promise<VariantTarget> {
  const { fail, folder, now, warn } = context;
  const keyed = async (file: string, needsCertificate = false): Promise<string> => {
    const path = placeOf('encryption', 'key');
    const bytes = await contentOf(file, path, 'the file of a certificate or public key', context);
    const key = readServiceKey(bytes, needsCertificate);
    if ('found' in key) return fail([{ path, found: key.found, expected: key.expected }], key.hint);
    const odd = validityOf(key.pem, now);
    if (odd !== null) warn(`${writePath(path)}: the certificate ${odd}`);
    const bits = key.key.asymmetricKeyDetails?.modulusLength ?? 0;
    if (encryption.scheme === 'jwe' && bits < 2048)
      return fail([{ path, found: `a key of ${bits} bits`, expected: '2048 or more, which jwe requires' }]);
    return key.pem;
  };
  const settings = async (): Promise<EncryptionSettings> => {
    switch (encryption.scheme) {
      case 'rsa-oaep': {
        const { mgf1 = encryption.hash, key, ...rest } = encryption;
        return { ...rest, mgf1, key: await keyed(key) };
      }
      case 'rsa-pkcs1':
      case 'jwe':
        return { ...encryption, key: await keyed(encryption.key) };
      case 'cms':
        return { ...encryption, key: await keyed(encryption.key, true) };
      case 'command':
        return encryption;
      case 'module': {
        const file = encryption.module;
        await contentOf(file, placeOf('encryption', 'module'), 'a JavaScript module', context);
        return { ...encryption, module: resolve(folder, file) };
      }
    }
  };
  return { ...merged, encryption: await settings() };
}

async function readTls(tls: Profile['tls'], context: Context): Promise<TlsMaterial> {
  const { passphrase, serverName, verify } = tls;
  const bytesOf = async (name: TlsFile): Promise<Buffer | null> => {
    const file = tls[name];
    return file === undefined ? null : contentOf(file, ['tls', name], 'a file', context);
  };
  const [ca, cert, key] = [await bytesOf('ca'), await bytesOf('cert'), await bytesOf('key')].map((bytes) =>
    bytes?.toString('utf8'),
  );
  const pfx = await bytesOf('pfx');
  const material: TlsMaterial = {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(pfx === null ? {} : { pfx }),
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(serverName === undefined ? {} : { serverName }),
    ...(verify === false ? { verify } : {}),
  };
  const fault = faultInTls(material);
  if (fault !== null)
    return context.fail(
      [{ path: ['tls', fault.setting], found: fault.found, expected: fault.expected }],
      fault.hint,
    );
  const odd = cert === undefined ? null : validityOf(cert, context.now);
  if (odd !== null) context.warn(`tls.cert: the client certificate ${odd}`);
  return material;
}
