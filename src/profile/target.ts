import type { EncryptionSettings } from '../encryption/registry.ts';
import type { TlsMaterial } from '../client/exchange.ts';
import type { ConditionName } from '../operation/specification.ts';
import type { Message } from '../messages/message.ts';
import type { Profile } from './schema.ts';

type Immutable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
  : Value;

type Conditions = NonNullable<Immutable<Profile>['conditions']>;

/** How a condition is created. Missing members are as for the baseline. */
export type Provision = NonNullable<Conditions['unauthorized']>;

/** An action before or after a condition is tried. */
export type Action = NonNullable<Provision['setup']>;

/** The three credentials as texts. In variant B the partner's name is digits. */
export type Credentials = Required<NonNullable<Immutable<Profile>['credentials']>>;

/** Limits of a run. */
export type Limits = Immutable<Profile>['limits'];

/** A known deviation that does not fail the run until its date. */
export type Waiver = Immutable<Profile>['waivers'][number];

/** Settings of one claimed variant, merged with the common ones. */
export interface VariantTarget {
  readonly bankCode: string | null;
  readonly credentials: Credentials;
  readonly encryption: EncryptionSettings;
  readonly headers: Readonly<Record<string, string>>;
  /** Patterns that alone decide what the text of a condition means. `{parameter}` stands for the name. */
  readonly conditions: Partial<Record<ConditionName, Provision>>;
}

/** The target profile, validated, with every `${NAME}` replaced and every file read. */
export interface Target extends Pick<
  Immutable<Profile>,
  'limits' | 'http2' | 'language' | 'production' | 'waivers'
> {
  readonly name: string;
  /** Replaces name and version of the suite; null: not set. */
  readonly userAgent: string | null;
  /** The profile's file for messages; null if settings come from elsewhere. */
  readonly source: string | null;
  /** Folder in which commands run. */
  readonly folder: string;
  /** Options with which a person runs this program with the same settings; null if there are none. */
  readonly byHand: readonly string[] | null;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Claimed variants by id. */
  readonly variants: Readonly<Record<string, VariantTarget>>;
  readonly tls: TlsMaterial;
  readonly proxies: Proxies;
  /** File with people's decisions on texts under review, absolute; null: none. */
  readonly reviewsFile: string | null;
  /** Texts that must never appear in any output: passwords and values of `${…}`. */
  readonly secrets: readonly Secret[];
  /** Warnings before a run, e.g. about a literal password in the profile. */
  readonly warnings: readonly Message[];
  /** Values that may not be what their author wrote; `warnings` has them too. */
  readonly doubts: readonly Doubt[];
}

/** A value that may not be what its author wrote. */
export interface Doubt {
  /** Ids of the variants whose plain request contains it. */
  readonly variants: readonly string[];
  /** `found-and-advice`, without the value. */
  readonly words: Message;
}

/** The proxy of requests, by the scheme of their address. */
export interface Proxies {
  readonly http: string | null;
  readonly https: string | null;
  /** Hosts that are reached without a proxy. */
  readonly except: readonly string[];
  /** Variables of the environment that they are from. */
  readonly used: readonly string[];
  /** Variables that name a proxy but are not used. */
  readonly unused: readonly string[];
}

/** A text that must never appear in any output. */
export interface Secret {
  readonly value: string;
  /** The setting (`credentials.partnerPassword`), or the variable that sets it. */
  readonly setting: string;
}
