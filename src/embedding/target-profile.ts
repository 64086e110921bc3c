import type { CmsCipher, Encoding, JweAlg, JweEnc, OaepHash } from '../encryption/settings.ts';

/** The credentials of a partner; what is left out of a condition is as in the usual ones. */
export interface ProfileCredentials {
  /** Sent as a JSON string in variant A, as digits in variant B. */
  readonly partnerName?: string | number | undefined;
  /** The plain password, encrypted afresh for every request. */
  readonly partnerPassword?: string | undefined;
  readonly useAuthByCert?: string | boolean | number | undefined;
}

/** How the password is encrypted; which members a scheme needs is told where one is missing. */
export interface ProfileEncryption {
  readonly scheme?: 'rsa-oaep' | 'rsa-pkcs1' | 'cms' | 'jwe' | 'command' | 'module' | undefined;
  /** Of `rsa-oaep`. */
  readonly hash?: OaepHash | undefined;
  /** Hash of MGF1, the same as `hash` if left out. */
  readonly mgf1?: OaepHash | undefined;
  /** Of `cms`. */
  readonly cipher?: CmsCipher | undefined;
  readonly encoding?: Encoding | 'pem' | undefined;
  /** Of `jwe`. */
  readonly alg?: JweAlg | undefined;
  /** Of `jwe`. */
  readonly enc?: JweEnc | undefined;
  /** Of `jwe`. */
  readonly kid?: string | undefined;
  /** Path of a PEM file: the service's certificate or public key. */
  readonly key?: string | undefined;
  readonly passphrase?: string | undefined;
  /** Path of the private key, where it is at hand: every ciphertext is then decrypted before it is sent. */
  readonly privateKey?: string | undefined;
  readonly privateKeyPassphrase?: string | undefined;
  /** What is encrypted: `{password}`, and `{timestamp}` and `{uuid}` where the service wants them. */
  readonly template?: string | undefined;
  /** Of `command`: program and arguments. */
  readonly command?: readonly string[] | undefined;
  /** Of `module`: path of a file whose default export encrypts. */
  readonly module?: string | undefined;
}

/** Something that is done before or after a condition is tried: a command or a request. */
export interface ProfileAction {
  readonly command?: string | undefined;
  readonly request?:
    | {
        readonly method?: string | undefined;
        readonly url: string;
        readonly headers?: Readonly<Record<string, string>> | undefined;
        readonly body?: string | null | undefined;
      }
    | undefined;
}

/** How a special condition is brought about. */
export interface ProfileCondition {
  readonly credentials?: ProfileCredentials | undefined;
  /** Of `unauthorized`: a partner that does not exist. */
  readonly unknownPartner?: string | number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly baseUrl?: string | undefined;
  readonly localAddress?: string | undefined;
  readonly proxy?: string | undefined;
  readonly setup?: ProfileAction | undefined;
  readonly teardown?: ProfileAction | undefined;
  /** Repeats the case's request until it is answered with this status, for `within` ms at most. */
  readonly until?: { readonly status: number; readonly within: number } | undefined;
}

type Special = 'unauthorized' | 'partner-blocked' | 'ip-blocked' | 'reward-unavailable' | 'unavailable';

/** What may be set for all variants, and for each of them. */
export interface ProfileSettings {
  readonly credentials?: ProfileCredentials | undefined;
  readonly encryption?: ProfileEncryption | undefined;
  readonly conditions?: { readonly [Name in Special]?: ProfileCondition | undefined } | undefined;
  /** Sent with every request; every value is private. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Patterns that decide alone what the text of a condition means. */
  readonly texts?:
    | { readonly [Name in Special | 'missing' | 'unencrypted']?: string | undefined }
    | undefined;
}

/**
 * The target profile as an object: the members of the YAML file, with the same names and the same meaning.
 * `${NAME}` in a string is replaced from the environment; paths of files are relative to the option `folder`.
 */
export interface TargetProfile extends ProfileSettings {
  readonly name?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** The variants that the target implements. */
  readonly variants?:
    | Readonly<Record<string, (ProfileSettings & { readonly bankCode?: string | undefined }) | undefined>>
    | undefined;
  readonly tls?:
    | {
        readonly ca?: string | undefined;
        readonly cert?: string | undefined;
        readonly key?: string | undefined;
        readonly pfx?: string | undefined;
        readonly passphrase?: string | undefined;
      }
    | undefined;
  readonly limits?:
    | {
        readonly concurrency?: number | undefined;
        /** Requests per second. */
        readonly rate?: number | null | undefined;
        /** Milliseconds for a whole answer. */
        readonly timeout?: number | undefined;
        readonly retries?: number | undefined;
        readonly maxBody?: number | undefined;
        readonly failedLogins?: number | undefined;
      }
    | undefined;
  readonly http2?: boolean | undefined;
  readonly language?: 'en' | 'ru' | undefined;
  /** Patterns of base URLs that need `allowProduction`. */
  readonly production?: readonly string[] | undefined;
  readonly waivers?:
    | readonly {
        readonly requirement: string;
        readonly reason: string;
        readonly owner: string;
        /** YYYY-MM-DD: from this day on it fails again. */
        readonly until: string;
      }[]
    | undefined;
  /** Path of a file with decisions of persons on texts under review. */
  readonly reviews?: string | undefined;
}
