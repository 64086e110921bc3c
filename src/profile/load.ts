import { checkProfile, mergeVariants, selectVariants } from './check.ts';
import type { MergedVariant } from './check.ts';
import { flawsOf, settingDoubts } from './as-written.ts';
import type { Source } from './as-written.ts';
import {
  linesOfFile,
  misspeltWarnings,
  overrideSettings,
  refuseMisspelt,
  withoutOwn,
} from './environment.ts';
import { variable } from '../base/environment.ts';
import { UserError } from '../base/errors.ts';
import type { TargetFlags } from './environment.ts';
import type { Environment } from '../base/environment.ts';
import { influencesOn } from '../base/influence.ts';
import type { TlsMaterial } from '../client/exchange.ts';
import { message, say } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { clientWarnings, existingFile, readEncryption, readTls } from './key-file.ts';
import type { FileContext } from './key-file.ts';
import { problemsOf } from '../base/problem.ts';
import { shownFile, stringsIn, valueAt, writePath } from '../base/path.ts';
import type { Path } from '../base/path.ts';
import type { Problem } from '../base/problem.ts';
import { profileError, shownOf } from './problem.ts';
import { readProxies } from './proxy.ts';
import type { Origin } from './problem.ts';
import { readProfile, takeProfile } from './profile.ts';
import { profileSchema } from './schema.ts';
import { collectSecrets, maskSecrets, shownSecrets } from './secrets.ts';
import type { Doubt, Target, VariantTarget } from './target.ts';

/** The possible sources of a target's settings. */
export interface TargetSources {
  /** The file of `--target`; null: `SBP_TARGET` names it. */
  readonly profilePath: string | null;
  /** A profile as an object in place of a file. It is complete: the suite's own variables change nothing. */
  readonly profile?: object;
  readonly flags: TargetFlags;
  /** The environment merged with `.env`, from `readEnvironment`. */
  readonly env: Environment;
  readonly cwd: string;
  /** The date for the validity of certificates; default: today. */
  readonly now?: Date;
}

/** The complete target, files read, nothing sent. Rejects with one UserError that lists what is wrong where. */
export async function loadTarget(sources: TargetSources): Promise<Target> {
  const { profile: object, flags, cwd, now = new Date() } = sources;
  const env = object === undefined ? sources.env : withoutOwn(sources.env);
  selectVariants(flags.variants);
  const file = object === undefined ? (sources.profilePath ?? variable(env, 'SBP_TARGET')) : 'target profile';
  if (file === null) throw noProfile(flags, env);
  const given =
    object === undefined
      ? await readProfile(file, cwd, env)
      : await takeProfile(object, file, cwd, sources.env);
  const { value, labels } = overrideSettings(given.value, flags, env);
  const { replacements, references, source, folder } = given;
  const secrets = collectSecrets(value, replacements, labels);
  const replaced = new Set(replacements.map(({ path }) => writePath(path)));
  const origin: Origin = { file, labels, replaced, secrets };
  const unfilled = stringsIn(value).filter(({ text }) => text.trim() === '…');
  if (unfilled.length > 0) throw profileError(unfilled.map(placeholderAt), origin);
  const inWhole = (problem: Problem): Problem =>
    isForAnchors(problem, source)
      ? { path: problem.path, found: 'an unknown key that holds an anchor', expected: nameForAnchors }
      : withFlaws(problem, valueAt(value, problem.path));
  const { data: profile, error } = profileSchema.safeParse(value);
  const show = (found: unknown, path: Path): string => shownOf(found, path, origin);
  if (profile === undefined)
    throw profileError(problemsOf(error?.issues ?? [], value, show).map(inWhole), origin);
  const merged = mergeVariants(profile);
  // From the text: zod drops `__proto__` silently.
  const claimed = Object.keys(valueAt(value, ['variants']) ?? {});
  const problems = [...checkProfile(profile, claimed, merged, origin), ...shownSecrets(value, secrets)];
  if (problems.length > 0) throw profileError(problems.map(inWhole), origin);
  const chosen = selectVariants(flags.variants, claimed);
  const context = { folder, origin };
  const read: Awaited<ReturnType<typeof complete>>[] = [];
  for (const variant of merged) read.push(await complete(variant, now, context));
  const loaded = read.filter(({ id }) => chosen.includes(id));
  const tls = await readTls(profile.tls, context);
  const proxies = readProxies(profile, env);
  const { baseUrl = '', limits, http2, language, production, waivers, reviews } = profile;
  const { http, https } = proxies;
  const known = [...secrets, ...collectSecrets([{ proxy: http ?? '' }, { proxy: https ?? '' }], [])];
  // Texts that people write about a target may hold a secret and are shown everywhere.
  const mask = (text: string): string => maskSecrets(text, secrets);
  const address = flags.baseUrl ?? variable(env, 'SBP_BASE_URL');
  const lines = await linesOfFile(cwd, env, references);
  const doubts = [
    ...settingDoubts({ value, replacements, source, lines, labels, claimed }),
    ...localeDoubts(loaded, env),
  ];
  const options = ['--target', file, ...(address === null ? [] : ['--base-url', address])];
  return {
    name: mask(profile.name ?? new URL(baseUrl).host),
    source: shownFile(file),
    folder,
    byHand: object === undefined ? options : null,
    baseUrl,
    variants: Object.fromEntries(loaded.map(({ id, settings }) => [id, settings])),
    limits,
    tls,
    proxies,
    http2,
    language,
    userAgent: profile.userAgent ?? null,
    production,
    waivers: waivers.map(({ requirement, reason, owner, until }) => ({
      requirement: mask(requirement),
      reason: mask(reason),
      owner: mask(owner),
      until,
    })),
    reviewsFile: reviews === undefined ? null : await existingFile(reviews, ['reviews'], context),
    secrets: known,
    warnings: distinct([
      ...doubts.map(({ words }) => words),
      ...given.warnings,
      ...misspeltWarnings(env, references),
      ...loaded.flatMap(({ warnings }) => warnings),
      ...clientWarnings(tls.cert, now),
      ...verificationWarnings(tls, env),
    ]),
    doubts,
  };
}

/** Without those that say the same. */
const distinct = (said: readonly Message[]): readonly Message[] => [
  ...new Map(said.map((one) => [say(one, 'en'), one])).values(),
];

/** The error where at most a base URL is named: all else stands in a profile. */
function noProfile({ baseUrl }: TargetFlags, env: Environment): UserError {
  refuseMisspelt(env);
  const name = baseUrl === undefined ? 'SBP_BASE_URL' : '--base-url';
  const what = baseUrl === undefined && variable(env, name) === null ? 'the target' : name;
  const needed = 'variants, credentials (partnerName, partnerPassword, useAuthByCert) and encryption';
  const message = `${what}: found no profile, expected one with ${needed}`;
  const hint = 'init writes one: name it by --target FILE or SBP_TARGET; nothing was sent';
  return new UserError('usage', 'no-profile', message, hint);
}

/** A program reads its input in the encoding of its locale. */
function localeDoubts(variants: readonly Awaited<ReturnType<typeof complete>>[], env: Environment) {
  const influences = influencesOn({ env, execArgv: [] }, { proxies: [], runsPrograms: true });
  const name = influences.find((one) => /^L(?:C_|ANG)/.test(one));
  if (name === undefined) return [];
  return variants.flatMap(({ id, settings: { credentials, encryption } }): readonly Doubt[] => {
    if (encryption.scheme !== 'command' || /^[\0-\x7f]*$/.test(credentials.partnerPassword)) return [];
    const found = message('locale-of-program', { setting: 'encryption.command', name });
    const words = message('found-and-advice', { found, advice: message('set-locale', { name }) });
    return [{ variants: [id], words }];
  });
}

/** Whether TLS is verified is a matter of the profile alone. */
function verificationWarnings({ verify }: TlsMaterial, env: Environment): readonly Message[] {
  if (verify === false) {
    return [message('tls-not-verified')];
  }
  return variable(env, 'NODE_TLS_REJECT_UNAUTHORIZED') === '0'
    ? [message('tls-variable-idle', { setting: 'tls: { verify: false }' })]
    : [];
}

/** A placeholder from a report's snippet that was not filled in. */
const placeholderAt = ({ path }: { readonly path: Path }): Problem => ({
  path,
  found: 'the placeholder `…`',
  expected: 'the value that your service expects in its place',
});

const nameForAnchors = 'a name that begins with `x-` for what only aliases refer to';

/** True for an unknown member at the top that holds an anchor. */
const isForAnchors = ({ path, found }: Problem, { anchored }: Source): boolean =>
  path.length === 1 && found === 'an unknown key' && anchored.has(String(path[0]));

/** A problem that stray characters of the value may have caused. */
function withFlaws(problem: Problem, value: unknown): Problem {
  const flaws = typeof value === 'string' && value.trim() !== '' ? flawsOf(value, 'secret') : [];
  const said = flaws.map((flaw) => say(flaw, 'en')).join(' and ');
  return said === '' ? problem : { ...problem, found: `${problem.found} (the value ${said})` };
}

/** A claimed variant with its files read. */
async function complete({ variant, placeOf, ...merged }: MergedVariant, now: Date, context: FileContext) {
  const { partnerName = '', partnerPassword = '', useAuthByCert = '' } = merged.credentials;
  const credentials = { partnerName, partnerPassword, useAuthByCert };
  const place = (key: string): Path => placeOf('encryption', key);
  const { settings, warnings } = await readEncryption(merged.encryption, place, now, context);
  const settled: VariantTarget = { ...merged, credentials, encryption: settings };
  return { id: variant.id, settings: settled, warnings };
}
