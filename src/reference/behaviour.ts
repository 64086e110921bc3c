import type { IncomingHttpHeaders } from 'node:http';

/** The two variants of the operation (sections 4.1 and 4.2). */
export type VariantId = 'a' | 'b';

/** Language of the error texts. */
export type Language = 'ru' | 'en';

/** The three credentials, in the order in which the specification lists them (section 2). */
export const parameterNames = ['partnerName', 'partnerPassword', 'useAuthByCert'] as const;

export type ParameterName = (typeof parameterNames)[number];

/** A record of the list: name and BIC of a bank (section 2). */
export interface Bank {
  readonly name: string;
  readonly bic: string;
}

/** A partner known to the service; the name is digits, the password is plain. */
export interface Partner {
  readonly name: string;
  readonly password: string;
}

/** One partner for every way in which variant B treats a known partner. */
export interface Partners {
  readonly valid: Partner;
  readonly blocked: Partner;
  readonly withoutReward: Partner;
}

/** The checks of a request, each named after the condition that it finds. */
export type CheckName = 'unavailable' | 'missing' | 'unencrypted' | 'unauthorized' | (typeof blocks)[number];

/** The conditions that only variant B has. */
export const blocks = ['partner-blocked', 'ip-blocked', 'reward-unavailable'] as const;

/** Why a request is refused; the last four are not in the specification. */
export type Refusal = CheckName | 'malformed' | 'not-found' | 'wrong-method' | 'too-large';

/** How a request is answered; `parameters` are those that are missing or not encrypted. */
export interface Outcome {
  readonly kind: 'success' | Refusal;
  readonly parameters: readonly string[];
}

/** A request as it arrived, whole. */
export interface Incoming {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The body went beyond the limit and is not kept. */
  readonly isTooLarge: boolean;
  /** Source address of the socket, IPv4 in its usual form. */
  readonly address: string;
  /** Which request this is for the server, counted from 1. */
  readonly number: number;
  /** Which request this is on its connection, counted from 1. */
  readonly onConnection: number;
  /** Requests that are being answered, this one included. */
  readonly open: number;
}

/** The values found for the credentials, of whatever type they are. */
export type Fields = Readonly<Partial<Record<ParameterName, unknown>>>;

/** What the server knows beside the request. */
export interface Service {
  readonly language: Language;
  readonly banks: readonly Bank[];
  readonly partners: Partners;
  readonly isBlocked: (address: string) => boolean;
  readonly isUnavailable: (request: Incoming) => boolean;
  /** The plain text, or null for what is no ciphertext of this service. */
  readonly decrypt: (ciphertext: string) => string | null;
  /** Counts a key and returns how often it was counted before. */
  readonly seen: (key: string) => number;
  /** Whether a key was counted. */
  readonly has: (key: string) => boolean;
}

/** A request with what was read from it. */
export interface Visit {
  readonly request: Incoming;
  readonly service: Service;
  readonly fields: Fields;
  /** The password decrypted; null where that is impossible. */
  readonly password: string | null;
}

/** How an answer is sent. */
type Delivery =
  | { readonly kind: 'whole' }
  | { readonly kind: 'chunked'; readonly size: number }
  | { readonly kind: 'delayed'; readonly ms: number }
  | { readonly kind: 'early-hints' }
  | { readonly kind: 'padded-length' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'silent'; readonly ms: number };

/** An answer before it is sent; Content-Length is added on delivery. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
  readonly delivery: Delivery;
}

/** Finds one condition in a request, or null. */
export type Check = (visit: Visit, variant: VariantBehaviour) => Outcome | null;

/** All that one variant does, in steps small enough to be replaced one by one. */
export interface VariantBehaviour {
  /** Whether a path is that of the operation. */
  readonly isPath: (path: string) => boolean;
  /** The values of the credentials; null for a request that cannot be read. */
  readonly read: (request: Incoming) => Fields | null;
  /** The parameters that must be given. */
  readonly required: readonly ParameterName[];
  readonly isGiven: (value: unknown, name: ParameterName) => boolean;
  /** The plain password, or null where it is not encrypted. */
  readonly openPassword: (value: string, service: Service) => string | null;
  /** The partner who is meant and has proved it, or null. */
  readonly authorize: (visit: Visit) => Partner | null;
  readonly checks: Readonly<Record<CheckName, Check>>;
  /** The order in which the checks are made. */
  readonly order: readonly CheckName[];
  readonly status: (outcome: Outcome) => number;
  readonly text: (outcome: Outcome, language: Language) => string;
  readonly successBody: (banks: readonly Bank[]) => unknown;
  readonly errorBody: (text: string, outcome: Outcome) => unknown;
  readonly serialize: (body: unknown, outcome: Outcome) => Uint8Array;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The last word on an answer, once it is complete. */
  readonly finish: (answer: Answer, outcome: Outcome, visit: Visit) => Answer;
}

/** All that the service does. */
export interface Behaviour {
  readonly a: VariantBehaviour;
  readonly b: VariantBehaviour;
  /** HTTP/2 is offered behind TLS. */
  readonly http2: boolean;
  /** Milliseconds that an idle connection is kept. */
  readonly keepAlive: number;
}

/** Replaces steps of one variant. */
export type Patch = (variant: VariantBehaviour) => Partial<VariantBehaviour>;

/** Replaces steps of the service. */
export type Change = (behaviour: Behaviour) => Behaviour;
