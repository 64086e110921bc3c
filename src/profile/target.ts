// The target profile, read: validated, every `${NAME}` replaced, every file read, merged per variant.

import type { z } from 'zod';
import type { ConditionName, VariantId } from '#banks/specification.ts';
import type { Secret } from '../client/mask.ts';
import type { TlsMaterial } from '../client/tls.ts';
import type { EncryptionSettings } from '../encryption/settings.ts';
import type { Merged } from './merge.ts';
import type { action, limits, unauthorized } from './schema.ts';

export type Credentials = Readonly<Merged['credentials']>;
export type Limits = Readonly<z.output<typeof limits>>;
/** Before or after a condition holds. A command is run by the shell in the profile's folder. */
export type Action = z.output<typeof action>;
/** How a condition is brought about. What is left out is as for the plain request; no URL ends in a slash. */
export type Provision = Readonly<z.output<typeof unauthorized>>;

/** Settings of one variant that the target implements, merged over the common ones. */
export interface VariantTarget extends Omit<Merged, 'encryption' | 'conditions'> {
  readonly encryption: EncryptionSettings;
  /** `unauthorized` always stands here. */
  readonly conditions: Readonly<Partial<Record<ConditionName, Provision>>>;
}

export interface Target {
  readonly name: string;
  /** The file, for messages; null: not from a file. */
  readonly source: string | null;
  /** In which commands run. */
  readonly folder: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly variants: Readonly<Partial<Record<VariantId, VariantTarget>>>;
  readonly tls: TlsMaterial;
  /** A URL, or `environment`. */
  readonly proxy: string | null;
  readonly http2: boolean;
  readonly language: 'en' | 'ru';
  readonly limits: Limits;
  readonly production: readonly string[];
  /** decisions.yaml beside the profile; null: there is none. */
  readonly decisionsFile: string | null;
  /** Texts that must appear in no output. */
  readonly secrets: readonly Secret[];
  /** In English, without secrets. */
  readonly warnings: readonly string[];
}
