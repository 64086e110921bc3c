import { message, say, verbatim, type Code, type Message } from '../messages/message.ts';
import { isIP } from 'node:net';
import { explainDistrust, isDistrust } from './distrust.ts';
import type { Explanation, Handshake } from './distrust.ts';
import type { TransportError, TransportErrorKind } from './exchange.ts';
import { acceptance } from './peer.ts';

export interface Progress {
  readonly stage: TransportError['stage'];
  readonly answered: boolean;
  readonly bytes: number;
}

export interface Destination {
  readonly secure: boolean;
  readonly bound: boolean;
  readonly toProxy: boolean;
  /** True if the profile names whom the certificate is to be for (`tls.serverName`). */
  readonly isNamed?: boolean;
}

/** An Error with a classified failure that can pass through undici. */
export class TransportFailure extends Error {
  readonly failure: TransportError;
  /** If the body is longer than the limit: its beginning, decompressed. */
  readonly beginning: Uint8Array | null;

  constructor(failure: TransportError, beginning: Uint8Array | null = null) {
    super(failure.message);
    this.name = 'TransportFailure';
    this.failure = failure;
    this.beginning = beginning;
  }
}

const clientCertificate =
  /ALERT_(BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_|UNKNOWN_CA|ACCESS_DENIED)|NO_CERTIFICATE/;
const version = /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|INAPPROPRIATE_FALLBACK/;
const otherProtocol =
  /WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST|UNKNOWN_PROTOCOL|RECORD_LENGTH|UNEXPECTED_MESSAGE/;
const weakness = /TOO_SMALL|TOO_WEAK|UNSAFE_LEGACY|NO_SHARED_CIPHER|NO_CIPHERS|WRONG_SIGNATURE_TYPE/;

/** Whether OpenSSL found something that is no TLS. */
export const isOtherProtocol = (code: string): boolean => otherProtocol.test(code);

/** Meaning of error codes of Node and OpenSSL while connecting. The first matching row is used. */
export const explained = [
  ['dns', /^ENOTFOUND$/, 'no-such-host', 'check-host-name'],
  ['dns', /^(ENODATA|EAI_NODATA)$/, 'host-without-address', 'check-host-address'],
  ['dns', /^EAI_AGAIN$/, 'name-server-silent', 'check-name-server'],
  ['dns', /^(EAI_FAIL|ESERVFAIL)$/, 'name-server-failed', 'check-name-server'],

  ['tls', /^CERT_HAS_EXPIRED$/, 'certificate-expired', 'renew-certificate'],
  ['tls', /^CERT_NOT_YET_VALID$/, 'certificate-not-yet-valid', 'check-clock'],
  ['tls', /^UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)$/, 'issuer-unknown', 'name-issuer'],
  ['tls', /^CERT_SIGNATURE_FAILURE$/, 'issuer-unknown', 'name-issuer'],
  ['tls', /^SELF_SIGNED_CERT_IN_CHAIN$/, 'authority-private', 'name-authority'],
  ['tls', /^DEPTH_ZERO_SELF_SIGNED_CERT$/, 'certificate-self-signed', 'name-certificate'],
  ['tls', /^ERR_TLS_CERT_ALTNAME_INVALID$/, 'certificate-for-other-name', 'use-certified-name'],
  ['tls', /^CERT_REVOKED$/, 'certificate-revoked', 'ask-for-new-certificate'],
  ['tls', /^INVALID_PURPOSE$/, 'certificate-not-for-servers', 'ask-for-other-certificate'],

  ['tls', /ALERT_CERTIFICATE_REQUIRED/, 'client-certificate-wanted', 'set-client-certificate'],
  ['tls', clientCertificate, 'client-certificate-refused', 'check-client-certificate'],
  ['tls', /ALERT_HANDSHAKE_FAILURE|ALERT_INSUFFICIENT_SECURITY/, 'handshake-ended', 'set-certificate-or-ask'],
  ['tls', version, 'no-common-tls-version', 'ask-for-tls-version'],
  ['tls', /NO_APPLICATION_PROTOCOL/, 'http2-alone-it-seems', 'set-http2'],
  ['tls', /UNRECOGNIZED_NAME/, 'name-unknown-to-target', 'use-served-name'],
  ['tls', otherProtocol, 'no-tls-spoken', 'check-scheme-http'],
  ['tls', weakness, 'keys-too-weak', 'ask-for-stronger-keys'],
  ['tls', /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/, 'handshake-cut', 'check-scheme-and-gateways'],
] as const satisfies readonly (readonly [
  kind: TransportErrorKind,
  codes: RegExp,
  found: Code,
  advice: Code,
])[];

/** Kinds of failure that follow from the error code alone. */
const plainKinds: readonly (readonly [kind: TransportErrorKind, codes: RegExp])[] = [
  ['local-address', /^ERR_INVALID_IP_ADDRESS$/],
  ['refused', /^ECONNREFUSED$/],
  ['unreachable', /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EACCES|EPERM)$/],
  ['connect-timeout', /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/],
];

/** Looks up a code of a name look-up (`dns`) or handshake (`tls`); null if it is unknown. */
function explain(kind: 'dns' | 'tls', code: string): Explanation | null {
  const row = explained.find(([rowKind, codes]) => rowKind === kind && codes.test(code));
  return row === undefined ? null : { found: message(row[2]), advice: message(row[3]) };
}

// Types of a TLS record, alert and handshake, and the major version (RFC 8446, section 5.1).
const recordTypes: readonly string[] = ['1503', '1603'];
// Type, flags and stream of the SETTINGS frame, the first of HTTP/2 (RFC 9113, section 4.1).
const settingsFrame = /^.{6}04(?:00){5}/;

/** Explains unexpected bytes at the start of an HTTP/1.1 answer; null if they are unknown. */
function explainBytes(text: string): Explanation | null {
  const hex = Buffer.from(text.slice(0, 9), 'latin1').toString('hex');
  if (recordTypes.includes(hex.slice(0, 4))) {
    return { found: message('tls-spoken-here'), advice: message('use-https') };
  }
  return settingsFrame.test(hex)
    ? { found: message('http2-alone'), advice: message('set-http2-over-tls') }
    : null;
}

/** Describes why a connection could not be made. The request was not sent. `handshake`: what is known of it. */
export function describeConnectError(
  cause: unknown,
  destination: Destination,
  handshake: Handshake | null = null,
): TransportError {
  if (cause instanceof TransportFailure) return cause.failure;
  const code = readCode(cause);
  const kind = classifyConnect(code, destination);
  const distrust = handshake === null ? null : explainDistrust(code, handshake);
  if (distrust === null) return failure(kind, 'connect', code, connectWords(kind, code, cause, destination));
  return failure(kind, 'connect', code, kind === 'proxy' ? distrust.found : advised(distrust));
}

/** The port of an https:// address speaks HTTP without TLS. */
export const describePlainHttp = (): TransportError =>
  failure(
    'tls',
    'connect',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    advised({ found: message('plain-http-spoken'), advice: message('use-http') }),
  );

/** The port of an https:// address speaks neither TLS nor HTTP. */
export const describeOtherProtocol = (code: string, said: string): TransportError =>
  failure(
    'tls',
    'connect',
    code,
    advised({
      found: message('other-protocol-spoken', { excerpt: JSON.stringify(said.slice(0, shownBanner)) }),
      advice: message('check-port'),
    }),
  );

const shownBanner = 40;

/** The port of an http:// address speaks TLS. Kind, stage and code stay. */
export const withTlsSpoken = ({ kind, stage, code }: TransportError): TransportError =>
  failure(kind, stage, code, advised({ found: message('tls-spoken-here'), advice: message('use-https') }));

/** The peer or the stream closed the connection. The answer was cut if part of it had arrived. */
const closed =
  /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTCONN|UND_ERR_(SOCKET|INFO|RES_CONTENT_LENGTH_MISMATCH))$/;

function classifyConnect(code: string, { bound, toProxy, secure }: Destination): TransportErrorKind {
  const isBindError = code === 'EADDRNOTAVAIL' || code === 'EINVAL';
  if (bound && isBindError) return 'local-address';
  const known = [...plainKinds, ...explained].find(
    ([kind, codes]) => kind !== 'tls' && codes.test(code),
  )?.[0];
  if (known === 'local-address') return known;
  if (toProxy) return 'proxy';
  if (known !== undefined) return known;
  if (secure) return 'tls';
  if (isBindError) return 'unreachable';
  return closed.test(code) ? 'reset' : 'other';
}

function connectWords(
  kind: TransportErrorKind,
  code: string,
  cause: unknown,
  { isNamed = false }: Destination,
): Message {
  const otherwise = causeWords(cause);
  if (kind === 'proxy') {
    // Advice about baseUrl and tls does not apply to a proxy.
    return (explain('tls', code) ?? explain('dns', code))?.found ?? otherwise;
  }
  const known = kind === 'tls' || kind === 'dns' ? explain(kind, code) : null;
  if (known === null) return otherwise;
  const { found, advice } = known;
  const [names, host] = [textOf(cause, 'cert', 'subjectaltname'), textOf(cause, 'hostname')];
  if (kind === 'tls' && names !== '') {
    if (isNamed)
      return advised({
        found: message('certificate-not-for-server-name', { names }),
        advice: message('use-certified-server-name'),
      });
    const isAddress = isIP(textOf(cause, 'host')) !== 0 && names.includes('DNS:');
    const how = isAddress ? message('use-certified-name-or-server-name') : advice;
    return advised({ found: message('certificate-not-for-url', { names }), advice: how });
  }
  if (kind === 'dns' && host !== '')
    return advised({ found: message('found-of-host', { found, host }), advice });
  return advised(known);
}

const advised = ({ found, advice }: Explanation): Message => message('found-and-advice', { found, advice });

/** Describes why an exchange on an open connection has no whole answer. `mask` hides secrets in it. */
export function describeExchangeError(
  cause: unknown,
  progress: Progress,
  mask: (text: string) => string,
): TransportError {
  if (cause instanceof TransportFailure) return cause.failure;
  const code = readCode(cause);
  const kind = classifyExchange(cause, progress);
  // A TLS 1.3 client may send before the server refuses its certificate, so this is still part of the
  // handshake.
  const stage = kind === 'tls' && !progress.answered ? 'connect' : progress.stage;
  return failure(kind, stage, code, exchangeWords(kind, cause, progress, mask));
}

function classifyExchange(cause: unknown, { answered }: Progress): TransportErrorKind {
  const code = readCode(cause);
  const text = readText(cause);
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return 'interrupted';
  if (/^bad (response|upgrade)/.test(text)) return 'malformed';
  // If lengths contradict each other, the parser reports this code before the end of the headers.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && !answered) return 'malformed';
  // The connection was closed properly, but the parser expected more bytes.
  const isParserEnd = isParserError(cause) && text.includes('EOF');
  if (closed.test(code) || isParserEnd) return answered ? 'cut' : 'reset';
  if (isParserError(cause) || code === 'UND_ERR_HEADERS_OVERFLOW') return 'malformed';
  if (code.startsWith('ERR_HTTP2_')) {
    const isBroken = /PROTOCOL_ERROR|COMPRESSION_ERROR|FRAME_SIZE_ERROR|FLOW_CONTROL_ERROR/.test(text);
    if (isBroken) return 'malformed';
    return answered ? 'cut' : 'reset';
  }
  return /^(ERR_SSL|ERR_TLS|EPROTO|CERT_)/.test(code) ? 'tls' : 'other';
}

const isParserError = (cause: unknown): boolean => cause instanceof Error && cause.name === 'HTTPParserError';

const shownData = 80;

function exchangeWords(
  kind: TransportErrorKind,
  cause: unknown,
  progress: Progress,
  mask: (text: string) => string,
): Message {
  const words = causeWords(cause);
  if (kind === 'cut' || kind === 'reset') {
    return message('broken-off', { cause: words, arrived: arrived(progress) });
  }
  if (kind !== 'tls' && kind !== 'malformed') return words;
  // The parser quotes the bytes it could not read. They may be hostile, so they become a short JSON string.
  const data = kind === 'malformed' ? textOf(cause, 'data') : '';
  const known = kind === 'tls' ? explain('tls', readCode(cause)) : null;
  const explanation =
    known ??
    (kind === 'malformed' && !progress.answered ? explainBytes(data) : null) ??
    (kind === 'malformed' ? explainBrokenHttp(cause, words) : null);
  const advisedText = explanation === null ? words : advised(explanation);
  if (data === '') return advisedText;
  return message('unreadable-at', {
    found: advisedText,
    excerpt: JSON.stringify(mask(data).slice(0, shownData)),
  });
}

/** The port accepted the connection, and nothing answered the handshake. */
export const describeSilentHandshake = (timeout: number): TransportError =>
  failure(
    'connect-timeout',
    'connect',
    'ETIMEDOUT',
    advised({ found: message('handshake-silent', { timeout }), advice: message('check-scheme-and-port') }),
  );

/** What answered speaks HTTP, so scheme and port are right; null if that is not known. */
function explainBrokenHttp(cause: unknown, words: Message): Explanation | null {
  const isHttp = isParserError(cause) && !/Expected HTTP\//.test(readText(cause));
  const isKnown = isHttp || /^(UND_ERR|ERR_HTTP2)_/.test(readCode(cause));
  return isKnown ? { found: words, advice: message('mend-answer') } : null;
}

/** Nothing answered the attempt to connect, as where a firewall drops packets. */
export function describeSilence(
  isAgain = false,
  kind: 'connect-timeout' | 'proxy' = 'connect-timeout',
): TransportError {
  const { first, later } = acceptance;
  const words = isAgain
    ? message('nor-accepted-again', { timeout: later, first })
    : message('neither-accepted-nor-refused', { timeout: first });
  return failure(kind, 'connect', 'ETIMEDOUT', words);
}

/** `timeout` in ms, for the whole answer. */
export function describeTimeout(timeout: number, progress: Progress): TransportError {
  if (progress.stage === 'connect') {
    return failure('connect-timeout', 'connect', 'ETIMEDOUT', message('no-connection-in-time', { timeout }));
  }
  const words = message('no-answer-in-time', { timeout, arrived: arrived(progress) });
  return failure('timeout', 'exchange', 'ETIMEDOUT', words);
}

/** `limit` in bytes. */
export const describeTooLarge = (limit: number): TransportError =>
  failure('too-large', 'exchange', 'ERR_BUFFER_TOO_LARGE', message('body-too-large', { limit }));

export const describeInterruption = ({ stage }: Progress): TransportError =>
  failure('interrupted', stage, 'ABORT_ERR', message('exchange-interrupted'));

const arrived = ({ answered, bytes }: Progress): Message =>
  answered ? message('headers-and-body-came', { bytes }) : message('no-headers-came');

/** A proxy answered CONNECT with a status other than 2xx, or answered in place of the target. */
export function describeProxyAnswer(
  asked: 'CONNECT' | 'request',
  status: number,
  proxy: string,
): TransportError {
  const isUnsent = asked === 'CONNECT' || [401, 403, 407].includes(status);
  const refusal = asked === 'CONNECT' ? 'proxy-refused' : 'proxy-answered';
  const [problem, advice] =
    status === 401 || status === 407
      ? (['proxy-wants-credentials', 'set-proxy-credentials'] as const)
      : ([refusal, 'check-proxy-reach'] as const);
  const words = advised({ found: message(problem, { proxy, status }), advice: message(advice) });
  return failure('proxy', isUnsent ? 'connect' : 'exchange', `HTTP_${status}`, words);
}

/**
 * Says that a failure is the proxy's. A source address that cannot be used is not the proxy's fault. `spoken`:
 * what the proxy speaks in place of what its URL says.
 */
export function atProxy(
  error: TransportError,
  proxy: string,
  spoken: 'http' | 'https' | null = null,
): TransportError {
  if (error.kind !== 'proxy') return error;
  const advice =
    spoken === null
      ? message(isDistrust(error.code) ? 'trust-proxy' : 'check-proxy')
      : message('use-scheme-of-proxy', { scheme: spoken });
  return failure(
    'proxy',
    error.stage,
    error.code,
    advised({
      found: message('proxy-unusable', { proxy, cause: error.words }),
      advice,
    }),
  );
}

function failure(
  kind: TransportErrorKind,
  stage: TransportError['stage'],
  code: string,
  words: Message,
): TransportError {
  return { kind, stage, code, message: say(words, 'en'), words };
}

/** The error code of Node or undici, or ''. For several addresses, that of the first. */
function readCode(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  if (isParserError(cause)) return 'HTTP_PARSER';
  return cause instanceof AggregateError ? readCode(cause.errors[0]) : '';
}

function readText(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  return cause.message.trim() || readCode(cause) || cause.name;
}

/** Usual messages of Node and undici. Groups become parameters of the translated message. */
const phrases = [
  ['other-side-closed', /^other side closed$/],
  ['socket-hang-up', /^socket hang up$/],
  ['terminated', /^terminated$/],
  ['no-answer-to-connect', /^no answer to CONNECT$/],
  ['connect-failed', /^connect (?<code>\S+) (?<address>\S+)$/],
  ['look-up-failed', /^getaddrinfo (?<code>\S+) (?<host>\S+)$/],
  ['read-failed', /^read (?<code>\S+)$/],
  ['write-failed', /^write (?<code>\S+)$/],
  ['no-http-answer', /^Response does not match the HTTP\/1\.1 protocol \(Expected HTTP\/.*\)$/],
  ['against-http', /^Response does not match the HTTP\/1\.1 protocol \((?<problem>.+)\)$/s],
  ['lengths-contradict', /^Response body length does not match content-length header$/],
  ['headers-too-long', /^Headers Overflow Error$/],
  ['parse-error', /^Parse Error: (?<problem>.+)$/s],
] as const satisfies readonly (readonly [code: Code, text: RegExp])[];

/** The cause of an error, for every address that was tried. Usual causes are translated. */
function causeWords(cause: unknown): Message {
  if (!(cause instanceof Error)) return message('unknown-failure');
  // A name with several addresses fails with one error per address and an empty message of its own.
  if (cause.message === '' && cause instanceof AggregateError) {
    return message('several-causes', { causes: cause.errors.map(causeWords) });
  }
  const text = readText(cause);
  const known = phrases.find(([, pattern]) => pattern.test(text));
  return known === undefined
    ? verbatim(text)
    : { code: known[0], params: { ...known[1].exec(text)?.groups } };
}

const longestText = 200;

/** The text at a path in an error, cut to a length; '' if there is none. */
function textOf(cause: unknown, ...path: readonly string[]): string {
  const value = path.reduce<unknown>((value, name) => Object(value)[name], cause);
  if (typeof value !== 'string') return '';
  return path[0] !== 'data' && value.length > longestText ? `${value.slice(0, longestText)}…` : value;
}
