import { refuseSlips, slipWarnings, variable } from './environment.ts';
import type { Environment } from './environment.ts';
import { checkProfile } from './check.ts';
import { cutWarnings } from './cut-value.ts';
import { replacedPaths } from './interpolate.ts';
import { problemsOf } from './issue.ts';
import type { KnownVariant } from './known-variant.ts';
import { readEncryption, readTls } from './material.ts';
import { existingFile } from './key-file.ts';
import type { FileContext } from './key-file.ts';
import { clientWarnings, keyWarnings } from './key-warning.ts';
import { mergeVariant } from './merge.ts';
import { placeInProfile, writePath } from './place.ts';
import { resolveSettings } from './precedence.ts';
import type { Settings } from './precedence.ts';
import type { TargetFlags } from './assignment.ts';
import { profileError, quoteMasked } from './problem.ts';
import type { Origin, Problem } from './problem.ts';
import { readProfile } from './read-profile.ts';
import type { ReadProfile } from './read-profile.ts';
import { profileSchema } from './schema.ts';
import type { Profile } from './schema.ts';
import { collectSecrets } from './secret.ts';
import { requireKnownVariants, selectVariants } from './selection.ts';
import type { Target, VariantTarget } from './target.ts';

/** Where the settings of a target may come from. */
export interface TargetSources {
  /** The file that `--target` names; null: `SBP_TARGET` names it, or there is none. */
  readonly profilePath: string | null;
  /** A profile that was taken otherwise than from a file; it goes before `profilePath`. */
  readonly profile?: ReadProfile;
  readonly flags: TargetFlags;
  /** The environment with `.env` merged in, as `readEnvironment` gives it. */
  readonly env: Environment;
  readonly cwd: string;
  /** Today, for the validity of certificates; the clock of the machine where left out. */
  readonly now?: Date;
}

/** The target that profile, flags and environment describe, complete and with every file read. Rejects with one UserError that names what is wrong and where; nothing is sent. */
export async function loadTarget(sources: TargetSources, known: readonly KnownVariant[]): Promise<Target> {
  const { flags, env, cwd, now = new Date() } = sources;
  const asked = flags.variants ?? [];
  requireKnownVariants(
    asked,
    known.map(({ id }) => id),
  );
  const file = sources.profile?.file ?? sources.profilePath ?? variable(env, 'SBP_TARGET');
  const read = sources.profile ?? (file === null ? null : await readProfile(file, cwd, env));
  if (read === null) refuseSlips(env);
  const settings = resolveSettings(read?.value ?? null, flags, env, known, cwd);
  const origin = originOf(file, settings, read);
  const profile = validate(settings, read, origin, known);
  const chosen = selectVariants(asked, Object.keys(profile.variants));
  const context = fileContext(read?.folder ?? cwd, origin, read);
  const variants = await readVariants(profile, known, context, chosen);
  const aboutKeys = Object.entries(variants).flatMap(([id, { encryption }]) => {
    const path = placeInProfile(profile, id, ['encryption', 'key']);
    return keyWarnings(encryption, path, file, now);
  });
  const tls = await readTls(profile.tls, context);
  const aboutClient = clientWarnings(tls.cert, now);
  return {
    ...commonPart(profile),
    source: file,
    folder: context.folder,
    variants,
    tls,
    reviewsFile: await readReviews(profile.reviews, context),
    secrets: origin.secrets,
    warnings: [
      ...new Set([
        ...(await cutWarnings(cwd, env, read?.references ?? [])),
        ...aboutProfile(read, env),
        ...aboutKeys,
        ...aboutClient,
      ]),
    ],
  };
}

function aboutProfile(read: ReadProfile | null, env: Environment): readonly string[] {
  return read === null ? [] : [...read.warnings, ...slipWarnings(env, read.references)];
}

function originOf(file: string | null, settings: Settings, read: ReadProfile | null): Origin {
  const secrets = collectSecrets(settings.value, read?.replacements ?? []);
  return { file, labels: settings.labels, secrets };
}

function validate(
  settings: Settings,
  read: ReadProfile | null,
  origin: Origin,
  known: readonly KnownVariant[],
): Profile {
  const parsed = profileSchema.safeParse(settings.value);
  if (!parsed.success) {
    const replaced = read === null ? new Set<string>() : replacedPaths(read);
    const hidden = { replaced, secrets: origin.secrets };
    throw profileError(problemsOf(parsed.error.issues, settings.value, hidden), origin);
  }
  const problems = checkProfile(parsed.data, known);
  if (problems.length > 0) throw profileError(problems, origin);
  return parsed.data;
}

function fileContext(folder: string, origin: Origin, read: ReadProfile | null): FileContext {
  const replaced = read === null ? new Set<string>() : replacedPaths(read);
  return {
    folder,
    isShown: (path) => !replaced.has(writePath(path)),
    quote: (file) => quoteMasked(file, origin.secrets),
    failure: (problem: Problem) => profileError([problem], origin),
  };
}

async function readReviews(file: string | undefined, context: FileContext): Promise<string | null> {
  return file === undefined ? null : await existingFile(file, ['reviews'], context);
}

function commonPart(profile: Profile) {
  const { baseUrl = '', limits, http2, language, production, waivers } = profile;
  const name = profile.name ?? new URL(baseUrl).host;
  return { name, baseUrl, limits, http2, language, production, waivers };
}

async function readVariants(
  profile: Profile,
  known: readonly KnownVariant[],
  context: FileContext,
  chosen: readonly string[],
): Promise<Readonly<Record<string, VariantTarget>>> {
  const claimed = known.filter(({ id }) => Object.hasOwn(profile.variants, id));
  const entries: (readonly [string, VariantTarget])[] = [];
  for (const variant of claimed) entries.push([variant.id, await readVariant(profile, variant, context)]);
  return Object.fromEntries(entries.filter(([id]) => chosen.includes(id)));
}

async function readVariant(
  profile: Profile,
  variant: KnownVariant,
  context: FileContext,
): Promise<VariantTarget> {
  const merged = mergeVariant(profile, variant);
  const { partnerName = '', partnerPassword = '', useAuthByCert = '' } = merged.credentials;
  const placeOf = (key: string) => placeInProfile(profile, variant.id, ['encryption', key]);
  return {
    ...merged,
    credentials: { partnerName, partnerPassword, useAuthByCert },
    encryption: await readEncryption(merged.encryption, placeOf, context),
  };
}
