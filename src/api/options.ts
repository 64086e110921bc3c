// Reads what a run must be told: a target profile with its overrides, and decisions of persons.

import { relative, resolve } from 'node:path';
import type { z } from 'zod';
import { hiddenVariables, readEnvironment } from '../base/environment.ts';
import { UserError } from '../base/errors.ts';
import { readText } from '../base/file.ts';
import { shownFile } from '../base/path.ts';
import { loadTarget } from '../profile/load.ts';
import type { TargetFlags } from '../profile/load.ts';
import { requireNoProduction } from '../profile/production.ts';
import type { profileSchema } from '../profile/schema.ts';
import type { Target } from '../profile/target.ts';
import { readDecisions } from '../results/decisions.ts';
import type { Decided } from '../results/decisions.ts';

/** Makes all members read-only and lets undefined stand for an absent member. */
type Written<Value> = Value extends object
  ? {
      readonly [Key in keyof Value]:
        | Written<Value[Key]>
        | (object extends Pick<Value, Key> ? undefined : never);
    }
  : Value;

/**
 * The target profile as an object, with the names and meanings of the YAML file. `${NAME}` in a string is
 * replaced from the environment; paths of files are relative to the option `folder`.
 */
export type TargetProfile = Written<z.input<typeof profileSchema>>;

/** Settings that override the target profile. */
export interface TargetOptions extends TargetFlags {
  /** Language of the reports. */
  readonly language?: 'en' | 'ru' | undefined;
  /** Folder of `.env`, which paths in and of the profile are relative to; the current one by default. */
  readonly folder?: string | undefined;
  /** Variables for `${NAME}`, besides those of `.env`; the environment of the process by default. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Allow a run against a base URL that the profile calls production. */
  readonly allowProduction?: boolean | undefined;
}

/** Null: the profile that `SBP_TARGET` names. Sends nothing. Rejects with a UserError for a mistake. */
export async function readTarget(
  profile: string | TargetProfile | null,
  options: TargetOptions = {},
): Promise<Target> {
  const { folder: cwd = process.cwd(), env: given = process.env, language } = options;
  const [env, hidden] = [await readEnvironment(cwd, given), await hiddenVariables(cwd, given)];
  const sources =
    typeof profile === 'object' && profile !== null
      ? // Drops members without a value, as a YAML file would.
        { file: null, profile: JSON.parse(JSON.stringify(profile)) as object }
      : { file: profile };
  const { variants, baseUrl, proxy, concurrency, rate, timeout, retries } = options;
  const flags = { variants, baseUrl, proxy, concurrency, rate, timeout, retries };
  const target = await loadTarget({ ...sources, env, hidden, flags, cwd });
  requireNoProduction(target, options.allowProduction ?? false);
  return { ...target, language: language ?? target.language };
}

/** The decisions in the named file, or in the one beside the profile; none without either. */
export async function decisionsFor(
  named: string | undefined,
  { decisionsFile }: Pick<Target, 'decisionsFile'>,
  folder = process.cwd(),
): Promise<readonly Decided[]> {
  const path = named === undefined ? decisionsFile : resolve(folder, named);
  if (path === null) return [];
  const shown = named ?? shownFile(relative(folder, path));
  const file = await readText(path);
  if (file.kind === 'read') return readDecisions(file.content, shown);
  const problem = `${shown}: found ${file.found}, expected a list of decisions in YAML`;
  throw new UserError('usage', 'decisions-unreadable', problem, 'correct --decisions; nothing was sent');
}
