import type { EncryptionSettings } from '../encryption/registry.ts';
import type { TlsMaterial } from '../http/exchange.ts';
import type { ConditionName } from '../spec/specification.ts';
import type { Profile } from './schema.ts';

type Immutable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
  : Value;

type Conditions = NonNullable<Immutable<Profile>['conditions']>;

/** How a special condition is created; a missing member is as for the baseline. */
export type Provision = NonNullable<Conditions['unauthorized']>;

/** Something that is done before or after a condition is tried. */
export type Action = NonNullable<Provision['setup']>;

/** The three credentials as texts; in variant B the partner's name is digits. */
export type Credentials = Required<NonNullable<Immutable<Profile>['credentials']>>;

/** Limits of a run. */
export type Limits = Immutable<Profile>['limits'];

/** A known deviation that does not fail the run until its day. */
export type Waiver = Immutable<Profile>['waivers'][number];

/** What a run has to know about one claimed variant; common settings are merged in. */
export interface VariantTarget {
  readonly bankCode: string | null;
  readonly credentials: Credentials;
  readonly encryption: EncryptionSettings;
  readonly headers: Readonly<Record<string, string>>;
  /** Patterns that decide alone what the text of a condition means; `{parameter}` is replaced by the name. */
  readonly texts: Partial<Record<ConditionName, string>>;
  readonly conditions: Partial<Record<ConditionName, Provision>>;
}

/** What a person who repeats a request in a shell can refer to. */
export interface ByHand {
  /** The options by which a command of this program reads the same settings; null where there are none. */
  readonly options: readonly string[] | null;
  /** Paths of the files of `tls`, as the caller writes them. */
  readonly files: Readonly<Partial<Record<'ca' | 'cert' | 'key' | 'pfx', string>>>;
  /** By values, the texts of the profile whose `${…}` they are made of. */
  readonly templates: ReadonlyMap<string, string>;
  /** The path of a file beside the profile, as the caller writes it. */
  readonly folder: string;
}

/** The target profile, validated, with every `${NAME}` replaced and every file read. */
export interface Target extends Pick<
  Immutable<Profile>,
  'limits' | 'http2' | 'language' | 'production' | 'waivers'
> {
  readonly name: string;
  /** In place of name and version of the suite; null: these. */
  readonly userAgent: string | null;
  /** The profile's file for messages, or null when settings come from elsewhere. */
  readonly source: string | null;
  /** Folder that commands run in. */
  readonly folder: string;
  readonly byHand: ByHand;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Claimed variants by id. */
  readonly variants: Readonly<Record<string, VariantTarget>>;
  readonly tls: TlsMaterial;
  readonly proxies: Proxies;
  /** File with the decisions of people on texts under review, absolute; null: none is named. */
  readonly reviewsFile: string | null;
  /** Texts that must never reach an output: passwords and what came from `${…}`. */
  readonly secrets: readonly Secret[];
  /** What to say before a run, about a literal password in the profile for example. */
  readonly warnings: readonly string[];
}

/** Through which proxy requests leave, by the scheme of their address. */
export interface Proxies {
  /** Null: none. */
  readonly http: string | null;
  readonly https: string | null;
  /** Hosts that are reached without it. */
  readonly except: readonly string[];
  /** Variables that name a proxy for the target, and are not used. */
  readonly unused: readonly string[];
}

/** A text that must never reach an output. */
export interface Secret {
  readonly value: string;
  /** The place in the profile (`credentials.partnerPassword`), or the variable that sets it. */
  readonly setting: string;
}
