import { z } from 'zod';
import {
  choice,
  count,
  digest,
  flag,
  instant,
  list,
  milliseconds,
  name,
  object,
  sentence,
  text,
} from '../base/schema-field.ts';
import type { Message, Readable } from '../messages/message.ts';

/** A header as it was sent or received: name as spelled, value. */
export type Header = readonly [name: string, value: string];

/** The value of the first header with this name, which must be in lower case. */
export const headerIn = (headers: readonly Header[] = [], wantedName: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wantedName)?.[1];

const headers = () =>
  list(z.tuple([text(), text()], { error: 'a pair of name and value' })).describe(
    'Headers as pairs of name and value, in their order.',
  );

const request = object({
  method: name(),
  url: name(),
  headers: headers(),
  body: text().nullable().describe('Null: no body at all.'),
}).meta({ id: 'Request', description: 'A request as recorded, secrets masked.' });

const response = object({
  status: count(999),
  headers: headers(),
  httpVersion: choice(['1.1', '2']),
  body: text().describe('Decompressed, secrets masked, then cut at a limit.'),
  bodyEncoding: z
    .literal('base64', { error: 'base64' })
    .exactOptional()
    .describe(
      'Set where the body is no text in UTF-8 or could not be decompressed: `body` then holds its bytes so encoded.',
    ),
  bodyProblem: sentence().exactOptional().describe('Why that is so.'),
  bodyLength: count().describe('Bytes of the whole body, decompressed and masked.'),
  bodySha256: digest().describe('SHA-256 of these bytes.'),
  bodyTruncated: flag(),
}).meta({ id: 'Response', description: 'An answer as recorded.' });

export const errorKinds = [
  'dns',
  'local-address',
  'refused',
  'unreachable',
  'connect-timeout',
  'proxy',
  'tls',
  'reset',
  'timeout',
  'malformed',
  'cut',
  'too-large',
  'interrupted',
  'other',
] as const;

const transportError = object({
  kind: choice(errorKinds),
  stage: choice(['connect', 'exchange']).describe(
    '`connect`: before a byte of the request could have reached the target.',
  ),
  code: text().describe('The code of the platform or the library, `ECONNREFUSED` for example.'),
  message: text().describe('In English.'),
  words: sentence().describe('The same in any language.'),
}).meta({ id: 'TransportError', description: 'Why there is no (whole) answer.' });

export const exchangeSchema = object({
  id: name().describe('Unique within the file.'),
  request,
  response: response.nullable(),
  error: transportError.nullable(),
  startedAt: instant(),
  durationMs: milliseconds(),
  curl: text().describe('A command that repeats the request once its placeholders are filled in.'),
});

/** A recorded request with its response, or with the error that replaces it. */
export type Exchange = Readable<z.infer<typeof exchangeSchema>>;

/** A request as it is sent, with secrets, or as it is recorded, with placeholders in their place. */
export type HttpRequest = Exchange['request'];

/** An answer as recorded: secrets masked, then its body cut at a limit. */
export type RecordedResponse = NonNullable<Exchange['response']>;

/** Why there is no (whole) answer. */
export type TransportError = NonNullable<Exchange['error']>;

export type TransportErrorKind = TransportError['kind'];

/** PEM texts or a PKCS#12 container, already read. */
export interface TlsMaterial {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly pfx?: Uint8Array;
  readonly passphrase?: string;
  /** The name that is asked for and that the certificate has to be valid for, in the place of the URL's. */
  readonly serverName?: string;
  /** If false, any certificate is accepted. */
  readonly verify?: false;
}

/** How a request reaches the target. */
export interface Route {
  /** Source address of the connection. */
  readonly localAddress: string | null;
  /** URL of an HTTP proxy that supports CONNECT, with credentials in its user information. */
  readonly proxy: string | null;
  readonly tls: TlsMaterial;
  readonly http2: boolean;
  /** True: use a new connection and close it afterwards. Default: reuse an open connection if there is one. */
  readonly isFresh?: boolean;
}

/** A body whose content encodings could not be undone. */
export interface Undecoded {
  readonly problem: Message;
  readonly beginning: Uint8Array;
}

/** A whole answer as received, its body decompressed. Nothing in it has been checked or masked. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly httpVersion: RecordedResponse['httpVersion'];
  /** Decompressed, or the raw bytes if that failed. */
  readonly body: Uint8Array;
  /** Why the body could not be decompressed, and the part that could; null if it was, or was not compressed. */
  readonly undecoded: Undecoded | null;
}

export type HttpOutcome =
  | { readonly kind: 'answered'; readonly response: HttpResponse; readonly durationMs: number }
  | {
      readonly kind: 'failed';
      readonly error: TransportError;
      /** If the body is longer than the limit: its beginning up to the limit, as received. */
      readonly beginning: Uint8Array | null;
      readonly durationMs: number;
    };

/** The recorded body of an answer as text. Bytes that are not UTF-8 become replacement characters. */
export const readableBody = ({ body, bodyEncoding }: RecordedResponse): string =>
  bodyEncoding === undefined ? body : Buffer.from(body, bodyEncoding).toString('utf8');

// `import` would also load `fetch`, which takes ten times as long as the rest.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** The usual reason phrase of a status (RFC 9110, section 15); '' for an unknown one. */
export const reasonPhrase = (status: number): string => STATUS_CODES[status] ?? '';
