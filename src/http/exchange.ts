import type { Message } from '../wording/message.ts';

/** A header as it was sent or received: name as spelled, value. */
export type Header = readonly [name: string, value: string];

/** A request as recorded: placeholders replace secrets. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  /** Null: no body at all. */
  readonly body: string | null;
}

/** A request as sent: it contains secrets, and is never recorded without placeholders in their place. */
export type HttpRequest = RecordedRequest;

/** PEM texts or a PKCS#12 container, read already. */
export interface TlsMaterial {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly pfx?: Uint8Array;
  readonly passphrase?: string;
}

/** By which way a request reaches the target. */
export interface Route {
  /** Source address of the connection. */
  readonly localAddress: string | null;
  /** URL of an HTTP proxy that is asked to CONNECT, credentials in its user information. */
  readonly proxy: string | null;
  readonly tls: TlsMaterial;
  readonly http2: boolean;
  /** Use a new connection, for this and all later requests; default: an open one, if there is one. */
  readonly isFresh?: boolean;
}

/** What went wrong instead of an answer. */
export type TransportErrorKind =
  | 'dns'
  | 'local-address'
  | 'refused'
  | 'unreachable'
  | 'connect-timeout'
  | 'proxy'
  | 'tls'
  | 'reset'
  | 'timeout'
  | 'malformed'
  | 'cut'
  | 'too-large'
  | 'interrupted'
  | 'other';

/** Why there is no (whole) answer. `connect`: before a byte of the request could have reached the target. */
export interface TransportError {
  readonly kind: TransportErrorKind;
  readonly stage: 'connect' | 'exchange';
  /** The code of the platform or the library, `ECONNREFUSED` for example. */
  readonly code: string;
  /** In English. */
  readonly message: string;
  /** The same in any language. */
  readonly words: Message;
}

/** What became of a body whose content encodings cannot be undone. */
export interface Undecoded {
  readonly problem: Message;
  readonly beginning: Uint8Array;
}

/** A whole answer as received, its body decompressed; holds whatever the target sent. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly httpVersion: '1.1' | '2';
  /** Decompressed, or the bytes as they came where that failed. */
  readonly body: Uint8Array;
  /** Why the body could not be decompressed, and the beginning that could; null: it is as the target meant it. */
  readonly undecoded: Undecoded | null;
}

/** What came of sending one request. */
export type HttpOutcome =
  | { readonly kind: 'answered'; readonly response: HttpResponse; readonly durationMs: number }
  | { readonly kind: 'failed'; readonly error: TransportError; readonly durationMs: number };

/** An answer as recorded: secrets masked, then its body cut at a limit. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly httpVersion: '1.1' | '2';
  readonly body: string;
  /** Set where the body is no text in UTF-8 or could not be decompressed: `body` holds its bytes so. */
  readonly bodyEncoding?: 'base64';
  /** Why that is so. */
  readonly bodyProblem?: Message;
  /** Bytes of the whole body, decompressed and masked. */
  readonly bodyLength: number;
  /** SHA-256 of these bytes, hex. */
  readonly bodySha256: string;
  readonly bodyTruncated: boolean;
}

/** The body of an answer as text, however it is recorded; bytes that are no UTF-8 become replacement characters. */
export const readableBody = ({ body, bodyEncoding }: RecordedResponse): string =>
  bodyEncoding === undefined ? body : Buffer.from(body, bodyEncoding).toString('utf8');

/** One recorded request with its response, or with the error that replaces it. */
export interface Exchange {
  readonly id: string;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse | null;
  readonly error: TransportError | null;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** A command that repeats the request once its placeholders are filled in. */
  readonly curl: string;
}
