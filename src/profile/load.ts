// Loads a target: its profile read, checked and merged, its files read, options and variables over it.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { variantIds } from '#banks/specification.ts';
import type { VariantId } from '#banks/specification.ts';
import { variable } from '../base/environment.ts';
import type { Environment } from '../base/environment.ts';
import { UserError } from '../base/errors.ts';
import { readBytes } from '../base/file.ts';
import { isMapping, quote, shownFile, textsIn, valueAt, writePath } from '../base/path.ts';
import type { Path } from '../base/path.ts';
import { check, explain, listed } from '../base/problem.ts';
import type { Problem } from '../base/problem.ts';
import { oddityOf } from '../base/visible.ts';
import type { TlsMaterial } from '../client/tls.ts';
import type { EncryptionSettings } from '../encryption/settings.ts';
import { faultInTls, pemOf, readServiceKey } from './keys.ts';
import { mergeVariant } from './merge.ts';
import type { Merged } from './merge.ts';
import { readProfile, replaceReferences } from './read.ts';
import { natureOf, profileSchema, proxyVariables } from './schema.ts';
import { secretsOf, withoutSecrets } from './secrets.ts';
import type { Target, VariantTarget } from './target.ts';

const flagsOfLimits = ['concurrency', 'rate', 'timeout', 'retries'] as const;
type Limits = Readonly<Partial<Record<(typeof flagsOfLimits)[number], number | undefined>>>;

/** Settings from options, which override the profile; `variants` limits the run to these. */
export interface TargetFlags extends Limits {
  readonly variants?: readonly string[] | undefined;
  readonly baseUrl?: string | undefined;
  readonly proxy?: string | undefined;
}

export interface TargetSources {
  /** The file of `--target`; null: `SBP_TARGET` names it. */
  readonly file: string | null;
  /** A profile as an object, in place of a file; then the suite's own variables change nothing. */
  readonly profile?: object;
  readonly flags: TargetFlags;
  /** Merged with `.env`. */
  readonly env: Environment;
  /** Variables of `.env` that have another value there. */
  readonly hidden?: readonly string[];
  readonly cwd: string;
}

export const isTargetNamed = (env: Environment): boolean =>
  ['SBP_TARGET', 'SBP_BASE_URL'].some((name) => variable(env, name) !== null);

interface Context {
  readonly folder: string;
  readonly hide: (text: string) => string;
  readonly fail: (problems: readonly Problem[], hint?: string) => never;
}

/** Sends nothing. Rejects with one UserError that lists what is wrong where. */
export async function loadTarget(sources: TargetSources): Promise<Target> {
  const { profile: object, env, hidden = [], cwd } = sources;
  const file = object === undefined ? (sources.file ?? variable(env, 'SBP_TARGET')) : null;
  if (object === undefined && file === null) {
    const message = 'the target: found no profile, expected the file of one';
    const hint = 'init writes one: name it by --target FILE or SBP_TARGET; nothing was sent';
    throw new UserError('usage', 'no-profile', message, hint);
  }
  const { value: written, folder } =
    file === null ? { value: object, folder: cwd } : await readProfile(file, cwd);
  const overrides = overridesIn(sources);
  const whole = overrides.reduce(override, written);
  const { value, replacements, problems: unset } = await replaceReferences(whole, folder, env);
  const secrets = secretsOf(value, replacements);
  const hide = (text: string): string => withoutSecrets(text, secrets);
  const passwords = secrets.filter(({ placeholder }) => placeholder === '<password>');
  const labelOf = (place: string) => overrides.findLast(({ path }) => writePath(path) === place)?.label;
  const fail = (problems: readonly Problem[], hint?: string): never => {
    const lines = problems.map((one) => {
      const place = writePath(one.path);
      return `${labelOf(place) ?? withoutSecrets(place || 'the profile', passwords)}: ${explain(one)}`;
    });
    const distinct = [...new Set(lines)];
    const label = labelOf(writePath(problems[0]?.path ?? []));
    const isAlone = label !== undefined && distinct.length === 1;
    const text = isAlone ? distinct.join() : listed(shownFile(file ?? 'the profile'), distinct);
    const advice = `${hint ?? `correct ${label ?? 'the profile'} and run again`}; nothing was sent`;
    throw new UserError(label?.startsWith('--') ? 'usage' : 'profile', 'profile-invalid', text, advice);
  };
  if (unset.length > 0) fail(unset, 'set that');
  const { data, problems: odd } = check(profileSchema, value, hide);
  if (data === undefined) return fail(odd);
  const claimed = variantIds.filter((id) => data.variants[id] !== undefined);
  const merged = claimed.map((id) => ({ id, ...mergeVariant(value, id, hide) }));
  const needed = [
    [data.baseUrl, 'baseUrl', 'the address in front of /partner/…'],
    [claimed[0], 'variants', 'at least one of a, b'],
  ] as const;
  const missing = needed.flatMap(([given, name, expected]) =>
    given === undefined ? [{ path: [name], found: 'nothing', expected }] : [],
  );
  const proxies = data.proxy === 'environment' ? check(proxyVariables, env, hide).problems : [];
  const problems = [...missing, ...proxies, ...merged.flatMap((one) => one.problems)];
  if (problems.length > 0) fail(problems);
  const context: Context = { folder, hide, fail };
  const variants: [VariantId, VariantTarget][] = [];
  for (const { id, data: settings, placeOf } of merged)
    if (settings !== undefined) variants.push([id, await complete(settings, placeOf, context)]);
  const tls = await readTls(data.tls, context);
  const chosen = chooseVariants(sources.flags.variants ?? claimed, claimed);
  const decisions = join(folder, 'decisions.yaml');
  const isHidden = labelOf('baseUrl') === 'SBP_BASE_URL' && 'baseUrl' in Object(written);
  const { baseUrl = '', limits, http2, language, production, proxy = null } = data;
  return {
    name: hide(data.name ?? new URL(baseUrl).host),
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
    warnings: [
      ...odditiesIn(value),
      ...hidden
        .filter((name) => replacements.some(({ reference }) => reference === name))
        .map((name) => `${name} of the environment hides another value in .env`),
      ...(isHidden ? ['SBP_BASE_URL is in the place of baseUrl of the profile'] : []),
      ...(tls.verify === false ? ['tls.verify is false: the certificate of the target is not verified'] : []),
    ],
  };
}

/** What stands over a setting of the profile. */
interface Override {
  readonly path: readonly [string] | readonly [string, string];
  readonly label: string;
  readonly value: unknown;
}

function overridesIn({ flags, profile, env }: TargetSources): readonly Override[] {
  const { baseUrl, proxy } = flags;
  const address = profile === undefined ? variable(env, 'SBP_BASE_URL') : null;
  const all = [
    ['SBP_BASE_URL', address ?? undefined, 'baseUrl'],
    ['--base-url', baseUrl, 'baseUrl'],
    ['--proxy', proxy, 'proxy'],
    ...flagsOfLimits.map((name) => [`--${name}`, flags[name], 'limits', name] as const),
  ] as const;
  return all.flatMap(([label, value, ...path]) => (value === undefined ? [] : [{ label, value, path }]));
}

/** What is no mapping stays, so that this mistake is reported. */
function override(whole: unknown, { path: [name, member], value }: Override): unknown {
  const section = valueAt(whole, [name]) ?? {};
  if (!isMapping(whole) || (member !== undefined && !isMapping(section))) return whole;
  return { ...whole, [name]: member === undefined ? value : { ...section, [member]: value } };
}

function chooseVariants(asked: readonly string[], claimed: readonly VariantId[]): readonly string[] {
  const wrong = asked.find((id) => !claimed.some((one) => one === id));
  if (wrong === undefined) return asked;
  const message = `--variant: found ${quote(wrong)}, expected one that the profile lists under \`variants\`: ${claimed.join(', ')}`;
  const hint = 'list it there if the target implements it; nothing was sent';
  throw new UserError('usage', 'variant-not-claimed', message, hint);
}

/** Values that may not be what their author meant. */
const odditiesIn = (value: unknown): readonly string[] =>
  textsIn(value).flatMap(({ path, text }) => {
    const odd = natureOf(path).isSent === true ? oddityOf(text) : null;
    return odd === null ? [] : [`${writePath(path)} has ${odd}; it is sent as it is`];
  });

async function contentOf(name: string, path: Path, { folder, hide, fail }: Context): Promise<Buffer> {
  const file = await readBytes(resolve(folder, name));
  if (file.kind === 'read') return file.content;
  const found = `${file.found} at ${quote(hide(name))}`;
  return fail([{ path, found, expected: 'a file, relative to the profile' }]);
}

async function complete(
  { encryption, ...merged }: Merged,
  placeOf: (...path: Path) => Path,
  context: Context,
): Promise<VariantTarget> {
  if (encryption.scheme === 'command') return { ...merged, encryption };
  if (encryption.scheme === 'module') {
    await contentOf(encryption.module, placeOf('encryption', 'module'), context);
    return { ...merged, encryption: { ...encryption, module: resolve(context.folder, encryption.module) } };
  }
  const path = placeOf('encryption', 'key');
  const read = readServiceKey(await contentOf(encryption.key, path, context), encryption.scheme);
  if ('found' in read) return context.fail([{ path, ...read }], read.hint);
  const settings: EncryptionSettings =
    encryption.scheme === 'rsa-oaep'
      ? { ...encryption, mgf1: encryption.mgf1 ?? encryption.hash, key: read.pem }
      : { ...encryption, key: read.pem };
  return { ...merged, encryption: settings };
}

async function readTls(
  { verify, passphrase, ...files }: z.output<typeof profileSchema>['tls'],
  context: Context,
): Promise<TlsMaterial> {
  const read = Object.entries(files).map(async ([name, file]) => {
    const bytes = await contentOf(file, ['tls', name], context);
    return [name, name === 'pfx' ? bytes : pemOf(bytes)] as const;
  });
  const material: TlsMaterial = {
    ...Object.fromEntries(await Promise.all(read)),
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(verify === false ? { verify } : {}),
  };
  const fault = faultInTls(material);
  if (fault !== null) context.fail([{ ...fault, path: ['tls', fault.setting] }], fault.hint);
  return material;
}
