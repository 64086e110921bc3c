// The target profile, read: validated, every `${NAME}` replaced, every file read, merged per variant.

import type { ConditionName, VariantId } from '#banks/specification.ts';
import type { Secret } from '../client/mask.ts';
import type { TlsMaterial } from '../client/tls.ts';
import type { EncryptionSettings } from '../encryption/settings.ts';

export interface Credentials {
  readonly partnerName: string;
  readonly partnerPassword: string;
  readonly useAuthByCert: string;
}

/** Before or after a condition holds. A command is run by the shell in the profile's folder. */
export type Action =
  | { readonly command: string }
  | {
      readonly request: {
        readonly method: string;
        readonly url: string;
        readonly headers: Readonly<Record<string, string>>;
        readonly body: string | null;
      };
    };

/** How a condition is brought about. What is left out is as for the plain request. */
export interface Provision {
  readonly credentials?: Partial<Credentials> & { readonly rightPassword?: string };
  /** Of `unauthorized`. */
  readonly unknownPartner?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without a slash at the end. */
  readonly baseUrl?: string;
  readonly localAddress?: string;
  readonly proxy?: string;
  readonly setup?: Action;
  readonly teardown?: Action;
  /** Milliseconds for which the request is repeated until it gets this status. */
  readonly until?: { readonly status: number; readonly within: number };
}

/** Settings of one variant that the target implements, merged over the common ones. */
export interface VariantTarget {
  readonly bankCode: string | null;
  readonly credentials: Credentials;
  readonly encryption: EncryptionSettings;
  readonly headers: Readonly<Record<string, string>>;
  /** `unauthorized` always stands here. */
  readonly conditions: Readonly<Partial<Record<ConditionName, Provision>>>;
}

export interface Limits {
  readonly concurrency: number;
  readonly rate: number | null;
  readonly timeout: number;
  readonly retries: number;
  readonly failedLogins: number;
  readonly recheck: number;
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
