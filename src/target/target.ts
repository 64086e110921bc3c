import type { EncryptionSettings } from '../encryption/settings.ts';
import type { TlsMaterial } from '../http/exchange.ts';
import type { ConditionName } from '../spec/specification.ts';

/** The three credentials as texts; in variant B the partner's name is digits. */
export interface Credentials {
  readonly partnerName: string;
  readonly partnerPassword: string;
  readonly useAuthByCert: string;
}

/** Something that is done before or after a condition is tried. */
export type Action =
  | { readonly kind: 'command'; readonly command: string }
  | {
      readonly kind: 'request';
      readonly method: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | null;
    };

/** How a special condition is brought about; everything left out stays as it is for the baseline. */
export interface Provision {
  readonly credentials?: Partial<Credentials>;
  /** `unauthorized` only: name of a partner that does not exist. */
  readonly unknownPartner?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly baseUrl?: string;
  readonly localAddress?: string;
  readonly proxy?: string;
  readonly setup?: Action;
  readonly teardown?: Action;
  /** Repeats the case's request until it is answered with this status, for `within` ms at most. */
  readonly until?: { readonly status: number; readonly within: number };
}

/** What a run must be told about one claimed variant; common settings are merged in. */
export interface VariantTarget {
  readonly bankCode: string | null;
  readonly credentials: Credentials;
  readonly encryption: EncryptionSettings;
  readonly headers: Readonly<Record<string, string>>;
  /** Patterns that decide alone what the text of a condition means; `{parameter}` stands for the name. */
  readonly texts: Partial<Record<ConditionName, string>>;
  readonly conditions: Partial<Record<ConditionName, Provision>>;
}

/** Bounds that a run keeps to. */
export interface Limits {
  /** Requests open at once. */
  readonly concurrency: number;
  /** Requests per second; null: unlimited. */
  readonly rate: number | null;
  /** Milliseconds for a whole answer. */
  readonly timeout: number;
  /** Repeats of a doubtful answer. */
  readonly retries: number;
  /** Bytes of a body, decompressed. */
  readonly maxBody: number;
  /** Failed logins with a real partner in one run. */
  readonly failedLogins: number;
}

/** A known deviation that does not fail the run until its day. */
export interface Waiver {
  readonly requirement: string;
  readonly reason: string;
  readonly owner: string;
  /** First day (YYYY-MM-DD, UTC) on which it no longer holds. */
  readonly until: string;
}

/** The target profile, validated, with every `${NAME}` replaced and every file read. */
export interface Target {
  readonly name: string;
  /** The profile's file, or null when settings come from elsewhere. */
  readonly source: string | null;
  /** Folder that commands run in. */
  readonly folder: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Claimed variants by id. */
  readonly variants: Readonly<Record<string, VariantTarget>>;
  readonly limits: Limits;
  readonly tls: TlsMaterial;
  readonly http2: boolean;
  readonly language: 'en' | 'ru';
  readonly production: readonly string[];
  readonly waivers: readonly Waiver[];
  /** File with the decisions of people on texts under review, absolute; null: none is named. */
  readonly reviewsFile: string | null;
  /** Texts that must never reach an output: passwords and what came from `${…}`. */
  readonly secrets: readonly string[];
  /** Said before a run, a literal password in the profile for example. */
  readonly warnings: readonly string[];
}
