// Loads a target: its profile read, checked and merged, its files read, options and variables over it.

import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { variantIds } from '#banks/specification.ts';
import type { VariantId } from '#banks/specification.ts';
import { variable } from '../base/environment.ts';
import type { Environment } from '../base/environment.ts';
import { UserError } from '../base/errors.ts';
import { readBytes } from '../base/file.ts';
import { describe, isMapping, quote, shownFile, stringsIn, writePath } from '../base/path.ts';
import type { Path } from '../base/path.ts';
import { explain, listed, problemsOf } from '../base/problem.ts';
import type { Problem } from '../base/problem.ts';
import type { TlsMaterial } from '../client/tls.ts';
import type { EncryptionSettings } from '../encryption/settings.ts';
import { faultInTls, readServiceKey, validityOf } from './keys.ts';
import { mergeVariant } from './merge.ts';
import type { Merged } from './merge.ts';
import { normalised, readProfile, replaceReferences } from './read.ts';
import { profileSchema } from './schema.ts';
import type { Profile } from './schema.ts';
import { secretsOf, withoutSecrets } from './secrets.ts';
import { traitsAt } from './setting.ts';
import type { Target, VariantTarget } from './target.ts';

/** Settings from options, which override the profile; `variants` limits the run to these. */
export interface TargetFlags {
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

interface Context {
  readonly folder: string;
  readonly now: Date;
  /** The end of a sentence about what was found; '' where it may be secret. */
  readonly at: (file: string, path: Path) => string;
  readonly fail: (problems: readonly Problem[], hint?: string) => never;
  readonly warn: (text: string) => void;
}

/** The whole target; nothing is sent. Rejects with one UserError that lists what is wrong where. */
export async function loadTarget(sources: TargetSources): Promise<Target> {
  const { profile: object, flags, env, cwd, now = new Date() } = sources;
  const file = object === undefined ? (sources.file ?? variable(env, 'SBP_TARGET')) : null;
  if (object === undefined && file === null) {
    const message = 'the target: found no profile, expected the file of one';
    throw new UserError(
      'usage',
      'no-profile',
      message,
      'init writes one: name it by --target FILE or SBP_TARGET; nothing was sent',
    );
  }
  const { value: written, folder } =
    file === null ? { value: normalised(object), folder: cwd } : await readProfile(file, cwd);
  const { replacements, problems: unset, ...read } = await replaceReferences(written, folder, env);
  const { value, labels } = override(read.value, flags, object === undefined ? env : {});
  const secrets = secretsOf(value, replacements);
  const passwords = secrets.filter(({ placeholder }) => placeholder === '<password>');
  const hidden = new Set(replacements.map(({ path }) => writePath(path)));
  const warnings = new Set(oddities(value));
  const fail = (problems: readonly Problem[], hint?: string): never => {
    const placeOf = ({ path }: Problem): string =>
      labels.get(writePath(path)) ?? withoutSecrets(writePath(path) || 'the profile', passwords);
    const lines = [...new Set(problems.map((one) => `${placeOf(one)}: ${explain(one)}`))];
    const label = labels.get(writePath(problems[0]?.path ?? []));
    const text =
      label !== undefined && lines.length === 1
        ? lines.join()
        : listed(shownFile(file ?? 'the profile'), lines);
    const kind = label?.startsWith('--') === true ? 'usage' : 'profile';
    throw new UserError(
      kind,
      'profile-invalid',
      text,
      `${hint ?? `correct ${label ?? 'the profile'} and run again`}; nothing was sent`,
    );
  };
  /** The value at a path, or only its kind if it may be secret. */
  const show = (found: unknown, path: Path): string => {
    const { quoted } = traitsAt(path);
    const isQuoted = quoted !== undefined && !hidden.has(writePath(path)) && found !== '';
    if (isQuoted && (typeof found === 'number' || typeof found === 'boolean')) return String(found);
    if (!isQuoted || typeof found !== 'string') return describe(found);
    if (quoted === 'address' && found.includes('@')) return 'a URL with user information';
    if (quoted === 'address' && /[?#]/.test(found)) return 'a URL with a query or a fragment';
    return quote(withoutSecrets(found, secrets));
  };
  if (unset.length > 0) fail(unset);
  const { data, error } = profileSchema.safeParse(value);
  if (data === undefined) return fail(problemsOf(error.issues, value, show));
  const claimed = variantIds.filter((id) => data.variants[id] !== undefined);
  const merged = claimed.map((id) => mergeVariant(data, id, show));
  const problems = [...misplaced(data, claimed), ...merged.flatMap((one) => ('id' in one ? [] : one))];
  if (problems.length > 0) fail(problems);
  const at = (name: string, path: Path): string => {
    const looked = isAbsolute(name) ? '' : `, looked for in ${shownFile(folder)}`;
    return hidden.has(writePath(path)) ? '' : ` at ${quote(withoutSecrets(name, secrets))}${looked}`;
  };
  const context: Context = { folder, now, at, fail, warn: (text) => void warnings.add(text) };
  const variants: [VariantId, VariantTarget][] = [];
  for (const one of merged) if ('id' in one) variants.push([one.id, await complete(one, context)]);
  const tls = await readTls(data.tls, context);
  const chosen = chooseVariants(flags.variants ?? claimed, claimed);
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
    warnings: [...warnings],
  };
}

/** Options and `SBP_BASE_URL` over the profile, and the name of each by the path that it sets. */
function override(
  profile: unknown,
  { baseUrl, proxy, variants: _variants, ...limits }: TargetFlags,
  env: Environment,
) {
  const address = variable(env, 'SBP_BASE_URL') ?? undefined;
  const over = (whole: unknown, members: object): unknown => {
    const given = Object.entries(members).filter(([, member]) => member !== undefined);
    // What is no mapping stays, so that this mistake is reported.
    return given.length > 0 && isMapping(whole ?? {})
      ? { ...Object(whole), ...Object.fromEntries(given) }
      : whole;
  };
  const labels = new Map(Object.keys(limits).map((name) => [`limits.${name}`, `--${name}`]));
  labels.set('proxy', '--proxy');
  labels.set('baseUrl', baseUrl === undefined ? 'SBP_BASE_URL' : '--base-url');
  if (proxy === undefined) labels.delete('proxy');
  if ((baseUrl ?? address) === undefined) labels.delete('baseUrl');
  const value = over(profile, { baseUrl: baseUrl ?? address, proxy });
  return { value: isMapping(value) ? over(value, { limits: over(value['limits'], limits) }) : value, labels };
}

/** What is missing at the top, and a base URL that ends in the path of the operation. */
function misplaced({ baseUrl, variants }: Profile, claimed: readonly VariantId[]): readonly Problem[] {
  const paths = { a: '/partner/sbp/banks', b: `/partner/${variants.b?.bankCode}/sbp/banks` };
  const isWhole = claimed.some((id) => baseUrl?.endsWith(paths[id]) === true);
  const found = baseUrl === undefined ? 'nothing' : 'the path of the operation at the end';
  return [
    ...(baseUrl === undefined || isWhole
      ? [{ path: ['baseUrl'], found, expected: 'the address in front of /partner/…' }]
      : []),
    ...(claimed.length === 0
      ? [{ path: ['variants'], found: 'no variant', expected: `at least one of ${variantIds.join(', ')}` }]
      : []),
  ];
}

function chooseVariants(asked: readonly string[], claimed: readonly VariantId[]): readonly string[] {
  const wrong = asked.find((id) => !claimed.some((one) => one === id));
  if (wrong === undefined) return asked;
  const message = `--variant: found ${quote(wrong)}, expected one that the profile lists under \`variants\`: ${claimed.join(', ')}`;
  throw new UserError(
    'usage',
    'variant-not-claimed',
    message,
    'list it there if the target implements it; nothing was sent',
  );
}

/** Warnings about values that are sent and may not be what their author meant. */
const oddities = (value: unknown): readonly string[] =>
  stringsIn(value).flatMap(({ path, text }) => {
    if (traitsAt(path).sent !== true || !/^\s|\s$|[\p{Cc}\p{Cf}\ufffd]/u.test(text)) return [];
    const odd = /[\r\n]/.test(text)
      ? 'a line break'
      : /^\s|\s$/.test(text)
        ? 'a blank at an end'
        : 'an invisible character';
    return [`${writePath(path)} has ${odd}; it is sent as it is`];
  });

async function contentOf(file: string, path: Path, { folder, at, fail }: Context): Promise<Buffer> {
  if (file.includes('-----BEGIN') || /[\r\n]/.test(file))
    return fail([{ path, found: 'a text of several lines', expected: 'the path of a file' }]);
  const outcome = await readBytes(resolve(folder, file));
  return outcome.kind === 'read'
    ? outcome.content
    : fail([{ path, found: `${outcome.found}${at(file, path)}`, expected: 'a file' }]);
}

async function complete(
  { id: _id, placeOf, encryption, ...merged }: Merged,
  context: Context,
): Promise<VariantTarget> {
  const keyOf = async (file: string): Promise<string> => {
    const path = placeOf('encryption', 'key');
    const key = readServiceKey(await contentOf(file, path, context), encryption.scheme === 'cms');
    if ('found' in key)
      return context.fail(
        [{ path, found: key.found + context.at(file, path), expected: key.expected }],
        key.hint,
      );
    if (encryption.scheme === 'jwe' && key.bits < 2048)
      return context.fail([
        { path, found: `a key of ${key.bits} bits`, expected: '2048 or more, which jwe requires' },
      ]);
    const odd = validityOf(key.pem, context.now);
    if (odd !== null) context.warn(`${writePath(path)}: the certificate ${odd}`);
    return key.pem;
  };
  const settings = async (): Promise<EncryptionSettings> => {
    if (encryption.scheme === 'command') return encryption;
    if (encryption.scheme === 'module') {
      await contentOf(encryption.module, placeOf('encryption', 'module'), context);
      return { ...encryption, module: resolve(context.folder, encryption.module) };
    }
    const key = await keyOf(encryption.key);
    if (encryption.scheme !== 'rsa-oaep') return { ...encryption, key };
    return { ...encryption, mgf1: encryption.mgf1 ?? encryption.hash, key };
  };
  return { ...merged, encryption: await settings() };
}

async function readTls(
  { verify, passphrase, ...files }: Profile['tls'],
  context: Context,
): Promise<TlsMaterial> {
  const read = Object.entries(files).map(async ([name, file]) => {
    const bytes = await contentOf(file, ['tls', name], context);
    return [name, name === 'pfx' ? bytes : bytes.toString('utf8')] as const;
  });
  const material: TlsMaterial = {
    ...Object.fromEntries(await Promise.all(read)),
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(verify === false ? { verify } : {}),
  };
  const fault = faultInTls(material);
  if (fault !== null) context.fail([{ ...fault, path: ['tls', fault.setting] }], fault.hint);
  const odd = material.cert === undefined ? null : validityOf(material.cert, context.now);
  if (odd !== null) context.warn(`tls.cert: the client certificate ${odd}`);
  if (verify === false) context.warn('tls.verify is false: the certificate of the target is not verified');
  return material;
}
