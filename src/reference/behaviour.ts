import type { IncomingHttpHeaders } from 'node:http';

export type VariantId = 'a' | 'b';

export type Language = 'ru' | 'en';

/** In the order in which the specification lists them (section 2). */
export const parameterNames = ['partnerName', 'partnerPassword', 'useAuthByCert'] as const;

export type ParameterName = (typeof parameterNames)[number];

/** A bank in the list: name and BIC (section 2). */
export interface Bank {
  readonly name: string;
  readonly bic: string;
}

/** A known partner. The name is digits, the password plain text. */
export interface Partner {
  readonly name: string;
  readonly password: string;
}

/** One partner for each way in which variant B treats a known partner. */
export type Partners = Readonly<Record<'valid' | 'blocked' | 'withoutReward', Partner>>;

/** Checks of a request, each named after the condition that it detects. */
export type CheckName = 'unavailable' | 'missing' | 'unencrypted' | 'unauthorized' | (typeof blocks)[number];

/** Conditions that only variant B has. */
export const blocks = ['partner-blocked', 'ip-blocked', 'reward-unavailable'] as const;

/** Reasons for refusing a request. The last four are not in the specification. */
export type Refusal = CheckName | 'malformed' | 'not-found' | 'wrong-method' | 'too-large';

/** How a request is answered. `parameters` are those that are missing or not encrypted. */
export interface Outcome {
  readonly kind: 'success' | Refusal;
  readonly parameters: readonly string[];
}

/** A complete request as received. */
export interface Incoming {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** True if the body exceeded the limit; it is not kept. */
  readonly isTooLarge: boolean;
  /** Source address of the socket. IPv4 is in dotted form. */
  readonly address: string;
  /** Number of the request on this server, from 1. */
  readonly number: number;
  /** Number of the request on its connection, from 1. */
  readonly onConnection: number;
  /** Requests being answered at the moment, this one included. */
  readonly open: number;
}

/** Values of the credentials, of any type. */
export type Fields = Readonly<Partial<Record<ParameterName, unknown>>>;

/** State of the server that is not in the request. */
export interface Service {
  readonly language: Language;
  readonly banks: readonly Bank[];
  readonly partners: Partners;
  readonly isBlocked: (address: string) => boolean;
  readonly isUnavailable: (request: Incoming) => boolean;
  /** Returns the plain text; null if this service cannot decrypt it. */
  readonly decrypt: (ciphertext: string) => string | null;
  /** Counts a key and returns how often it was counted before. */
  readonly seen: (key: string) => number;
  readonly has: (key: string) => boolean;
}

/** A request with what was read from it. */
export interface Visit {
  readonly request: Incoming;
  readonly service: Service;
  /** Credentials where the variant expects them; none if they cannot be read. */
  readonly fields: Fields;
  /** The decrypted password; null if it cannot be decrypted. */
  readonly password: string | null;
}

type Delivery =
  | { readonly kind: 'whole' }
  | { readonly kind: 'chunked'; readonly size: number }
  | { readonly kind: 'delayed'; readonly ms: number }
  | { readonly kind: 'early-hints' }
  | { readonly kind: 'padded-length' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'silent'; readonly ms: number };

/** Content-Length is added on delivery. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
  readonly delivery: Delivery;
}

/** Detects one condition in a request; null if it does not apply. */
export type Check = (visit: Visit, variant: VariantBehaviour) => Outcome | null;

/** Behaviour of one variant, in steps small enough to be replaced separately. */
export interface VariantBehaviour {
  /** True for the path of the operation. */
  readonly isPath: (path: string) => boolean;
  /** Values of the credentials; null if the request cannot be read. */
  readonly read: (request: Incoming) => Fields | null;
  /** Milliseconds between reading a request and checking it, in which others may arrive. */
  readonly pause: number;
  readonly required: readonly ParameterName[];
  readonly isGiven: (value: unknown, name: ParameterName) => boolean;
  /** Returns the plain password; null if it is not encrypted. */
  readonly openPassword: (value: string, service: Service) => string | null;
  /** Returns the authenticated partner, or null. */
  readonly authorize: (visit: Visit) => Partner | null;
  readonly checks: Readonly<Record<CheckName, Check>>;
  /** The order of the checks. */
  readonly order: readonly CheckName[];
  readonly status: (outcome: Outcome) => number;
  readonly text: (outcome: Outcome, language: Language) => string;
  readonly successBody: (banks: readonly Bank[]) => unknown;
  readonly errorBody: (text: string, visit: Visit, outcome: Outcome) => unknown;
  /** Applied last, to the complete answer. */
  readonly finish: (answer: Answer, outcome: Outcome, visit: Visit) => Answer;
}

export interface Behaviour {
  readonly a: VariantBehaviour;
  readonly b: VariantBehaviour;
  /** Offers HTTP/2 over TLS. */
  readonly http2: boolean;
  /** Milliseconds until an idle connection is closed. */
  readonly keepAlive: number;
}

/** Replaces steps of one variant. */
export type Patch = (variant: VariantBehaviour) => Partial<VariantBehaviour>;

export type Change = (behaviour: Behaviour) => Behaviour;
