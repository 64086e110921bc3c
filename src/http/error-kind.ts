import type { TransportError, TransportErrorKind } from './exchange.ts';

/** How far an exchange had come. */
export interface Progress {
  readonly stage: TransportError['stage'];
  /** The status line and the headers of the final answer came. */
  readonly answered: boolean;
  /** Bytes of its body that came. */
  readonly bytes: number;
}

/** What a connection was meant to be. */
export interface Destination {
  readonly secure: boolean;
  readonly bound: boolean;
  /** It is the way to the proxy that is opened, not the target's own connection. */
  readonly toProxy: boolean;
}

const connectKinds: Readonly<Record<string, TransportErrorKind>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  ENODATA: 'dns',
  ESERVFAIL: 'dns',
  ERR_INVALID_IP_ADDRESS: 'local-address',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETDOWN: 'unreachable',
  EACCES: 'unreachable',
  EPERM: 'unreachable',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
};

/** The peer went away, or the stream did: what had come decides whether an answer was cut. */
const closedCodes: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTCONN',
  'UND_ERR_SOCKET',
  'UND_ERR_INFO',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);

const interruptedCodes: ReadonlySet<string> = new Set(['UND_ERR_DESTROYED', 'UND_ERR_CLOSED']);

/** Names the kind of a failure to connect by its code. */
export function classifyConnect(code: string, destination: Destination): TransportErrorKind {
  const isBindError = code === 'EADDRNOTAVAIL' || code === 'EINVAL';
  if (destination.bound && isBindError) return 'local-address';
  const known = connectKinds[code];
  if (known === 'local-address') return known;
  if (destination.toProxy) return 'proxy';
  if (known !== undefined) return known;
  if (destination.secure) return 'tls';
  if (isBindError) return 'unreachable';
  return closedCodes.has(code) ? 'reset' : 'other';
}

/** Names the kind of a failure on a standing connection by its cause and by what had come. */
export function classifyExchange(cause: unknown, progress: Progress): TransportErrorKind {
  const code = readCode(cause);
  const message = readMessage(cause);
  if (interruptedCodes.has(code)) return 'interrupted';
  if (/^bad (response|upgrade)/.test(message)) return 'malformed';
  // Before the end of the headers this is how the parser reports lengths that contradict one another.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && !progress.answered) return 'malformed';
  if (closedCodes.has(code) || isParserEnd(cause)) return progress.answered ? 'cut' : 'reset';
  if (isParserError(cause) || code === 'UND_ERR_HEADERS_OVERFLOW') return 'malformed';
  if (code.startsWith('ERR_HTTP2_')) return classifyHttp2(message, progress);
  if (/^(ERR_SSL|ERR_TLS|EPROTO|CERT_)/.test(code)) return 'tls';
  return 'other';
}

function isParserError(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'HTTPParserError';
}

/** The connection ended properly while the parser waited for more. */
function isParserEnd(cause: unknown): boolean {
  return isParserError(cause) && /EOF/.test(readMessage(cause));
}

function classifyHttp2(message: string, progress: Progress): TransportErrorKind {
  if (/PROTOCOL_ERROR|COMPRESSION_ERROR|FRAME_SIZE_ERROR|FLOW_CONTROL_ERROR/.test(message))
    return 'malformed';
  return progress.answered ? 'cut' : 'reset';
}

/** Code of the platform or the library, empty where there is none; that of the first address where several failed. */
export function readCode(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  if (isParserError(cause)) return 'HTTP_PARSER';
  return cause instanceof AggregateError ? readCode(cause.errors[0]) : '';
}

/** What the cause says, in one line for every address that was tried. */
export function readMessage(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown failure';
  if (cause.message !== '') return cause.message.trim();
  // A name with several addresses fails with one error per address and no text of its own.
  if (cause instanceof AggregateError) return cause.errors.map(readMessage).join('; ');
  return readCode(cause) || cause.name;
}
