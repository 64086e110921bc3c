// What a failed request means: a table from codes of node, undici and OpenSSL to a sentence and an advice each.

import type { Failure, Route } from './exchange.ts';

type Kind = Failure['kind'];

const unissued =
  /^(UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT\w*)|CERT_(SIGNATURE_FAILURE|UNTRUSTED))$/;
/** Alerts of a handshake. With TLS 1.3 they may follow a request that the target never looked at. */
const clientAlert =
  /ALERT_(BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_|UNKNOWN_CA|ACCESS_DENIED)|NO_CERTIFICATE/;
const refusal = /ALERT_(HANDSHAKE_FAILURE|INSUFFICIENT_SECURITY)/;
const noTls =
  /WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST|UNKNOWN_PROTOCOL|RECORD_LENGTH|UNEXPECTED_MESSAGE/;
const weak = /TOO_SMALL|TOO_WEAK|UNSAFE_LEGACY|NO_SHARED_CIPHER|NO_CIPHERS|WRONG_SIGNATURE_TYPE/;
const ended = /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTCONN|UND_ERR_SOCKET|UND_ERR_INFO)$|^ERR_HTTP2_/;

/** `kind`: only for failures of it. */
type Row<Advice = string> = readonly [codes: RegExp, found: string, advice: Advice, kind?: Kind];

/** The first row that fits counts. */
const rows = [
  [/^/, 'this machine does not have the source address', 'source', 'local-address'],
  [/(EMFILE|ENFILE|ENOBUFS|EADDRNOTAVAIL)$/, 'this machine has no files or ports left', 'machine'],
  [/HTTP_40[17]$/, 'the proxy wants credentials', 'credentials'],
  [/HTTP_40[17]_REFUSED$/, 'the proxy does not accept the credentials in its URL, or misses them', 'basic'],
  [/^(PROXY_|HTTP_\d|UND_ERR_PRX_)/, 'the proxy does not lead to the target', 'proxy'],
  // Nothing else is read before a request is sent.
  [/^(TLS_RECORD|HTTP2_|HPE_|HTTP_P)/, 'the proxy does not speak HTTP there', 'proxy', 'no-connection'],
  [/^(ENOTFOUND|ENODATA|EAI_NODATA)$/, 'there is no such host name, or it has no address', 'host'],
  [/^(EAI_AGAIN|EAI_FAIL|ESERVFAIL)$/, 'the name server does not answer', 'host'],
  [/^ECONNREFUSED$/, 'nothing accepts connections there', 'port'],
  [/^E(HOSTUNREACH|NETUNREACH|HOSTDOWN|NETDOWN|ACCES|PERM)$/, 'there is no way to that address', 'network'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'no connection came about in time', 'network', 'no-connection'],

  [/^CERT_HAS_EXPIRED$/, 'the certificate, or that of its issuer, has expired', 'dates'],
  [/^CERT_NOT_YET_VALID$/, 'the certificate is not valid yet', 'dates'],
  [unissued, 'the issuer of the certificate is unknown', 'issuer'],
  [/^SELF_SIGNED_CERT_IN_CHAIN$/, 'the certificate is of a private authority that is unknown here', 'issuer'],
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, 'the certificate is signed by itself', 'self'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'the certificate is not valid for the name in the URL', 'name'],
  [/^CERT_REVOKED$/, 'the certificate has been revoked', 'certificate'],
  [/^INVALID_PURPOSE$/, 'the certificate is not valid for a server', 'certificate'],
  [/^(EE|CA)_KEY_TOO_SMALL$/, 'a key of the certificates is too short to be safe', 'longer'],
  [/^CA_MD_TOO_WEAK$/, 'a certificate is signed with a digest that is not safe, such as SHA-1', 'digest'],

  [/ALERT_CERTIFICATE_REQUIRED/, 'the target requires a client certificate', 'client'],
  [clientAlert, 'the target does not accept the client certificate', 'client'],
  [refusal, 'the target wants a client certificate, or has no cipher in common with the suite', 'ciphers'],
  [/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW/, 'there is no TLS version in common', 'versions'],
  [/NO_APPLICATION_PROTOCOL/, 'the target speaks only HTTP/2', 'http2'],
  [/UNRECOGNIZED_NAME/, 'the target does not know the name in the URL', 'name'],
  [noTls, 'the other side does not speak TLS', 'http'],
  [weak, 'the keys or methods that the target offers are too weak or too old', 'versions'],
  [/^TLS_RECORD$/, 'the target speaks TLS on this port', 'https'],
  [/^HTTP2_FRAME$/, 'the target speaks only HTTP/2', 'overTls'],

  [/REFUSED_STREAM/, 'the target did not accept the request', 'fewer'],
  [ended, 'the connection was ended before it stood', 'handshake', 'no-connection'],
  [ended, 'the connection was ended before the answer was whole', 'logs'],
  [/^(HPE_|HTTP_PARSER|UND_ERR_(RES_|HEADERS_))/, 'what came is no HTTP that can be read', 'broken'],
  [/^$/, 'no whole answer came in time', 'slow', 'timeout'],
] as const satisfies readonly Row[];
/** Names of sentences of `messages`. */
type Advice = (typeof rows)[number][2];
const table: readonly Row<Advice>[] = rows;

const rowOf = ({ kind, code }: Pick<Failure, 'kind' | 'code'>): Row<Advice> | undefined =>
  table.find(([codes, , , only = kind]) => codes.test(code) && only === kind);

/** What to do about a failure, by the name of its sentence. */
export function adviceFor(failure: Pick<Failure, 'kind' | 'code'>): Advice {
  const [, , advice = 'logs'] = rowOf(failure) ?? [];
  return advice;
}

/** How far an exchange had come. */
export interface Progress {
  /** Its first byte may have been sent. */
  readonly isSent: boolean;
  /** The head of its answer came. */
  readonly isAnswered: boolean;
  /** Of the body, as they came. */
  readonly bytes: number;
}

/** What a failure means. `mask` hides secrets in what is quoted. */
export function failureOf(
  error: unknown,
  progress: Progress,
  { localAddress, proxy }: Route,
  mask: (text: string) => string,
): Failure {
  const text = textOf(error);
  const isHop = error instanceof Error && 'isAtProxy' in error;
  const own = `${isHop ? 'PROXY_' : ''}${codeOf(error, text)}`;
  const hasCredentials = proxy === 'environment' || URL.parse(proxy ?? '')?.username;
  const code = hasCredentials && /^HTTP_40[17]$/.test(own) ? `${own}_REFUSED` : own;
  const kind = kindOf(code, progress, localAddress);
  const [, found] = rowOf({ kind, code }) ?? [];
  const details = [
    text,
    progress.isAnswered ? `the head of the answer and ${progress.bytes} bytes of its body came` : '',
    quoted(error, mask),
  ].filter((one) => one !== '');
  const way = proxy === null || kind !== 'no-connection' ? '' : `through the proxy ${proxyName(proxy)}: `;
  const detail = details.length === 0 ? '' : ` (${details.join('; ')})`;
  const message = `${way}${found ?? 'the request failed for an unknown reason'}${detail}`;
  return { kind, code, message: mask(message).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ') };
}

/** The limit of time was reached. */
export function timeoutOf(timeout: number, { isSent, isAnswered, bytes }: Progress): Failure {
  const came = isAnswered ? `the head and ${bytes} bytes of the body came` : 'nothing came';
  return isSent
    ? { kind: 'timeout', code: '', message: `no whole answer came within ${timeout} ms: ${came}` }
    : { kind: 'no-connection', code: 'ETIMEDOUT', message: `no connection came about within ${timeout} ms` };
}

export const interruption: Failure = { kind: 'interrupted', code: '', message: 'it was interrupted' };

function kindOf(code: string, { isSent, isAnswered }: Progress, localAddress: string | null): Kind {
  if (/^UND_ERR_(DESTROYED|CLOSED)$/.test(code)) return 'interrupted';
  if (!isSent && localAddress !== null && /(EADDRNOTAVAIL|EINVAL)$/.test(code)) return 'local-address';
  if (!isSent || /^HTTP_\d/.test(code) || /REFUSED_STREAM/.test(code)) return 'no-connection';
  const isHandshake = clientAlert.test(code) || refusal.test(code);
  return isHandshake && !isAnswered ? 'no-connection' : 'cut';
}

/** OpenSSL's verification has codes for which node has no names. */
const unnamed: readonly (readonly [text: RegExp, code: string])[] = [
  [/^EE certificate key too weak/, 'EE_KEY_TOO_SMALL'],
  [/^CA certificate key too weak/, 'CA_KEY_TOO_SMALL'],
  [/^CA signature digest algorithm too weak/, 'CA_MD_TOO_WEAK'],
  [/NGHTTP2_REFUSED_STREAM/, 'NGHTTP2_REFUSED_STREAM'],
  [/^Proxy Authentication Required \(407\)$/, 'HTTP_407'],
];

/** The code of node, undici or OpenSSL, or ''. For several addresses, that of the first. */
function codeOf(error: unknown, text: string): string {
  const tunnel = /^Proxy response \((\d+)\) !== 200/.exec(text)?.[1];
  if (tunnel !== undefined) return `HTTP_${tunnel}`;
  const known = unnamed.find(([pattern]) => pattern.test(text))?.[1];
  if (known !== undefined) return known;
  const bytes = Buffer.from(dataOf(error).slice(0, 9), 'latin1').toString('hex');
  // Type and version of a TLS record (RFC 8446, 5.1); type, flags and stream of SETTINGS (RFC 9113, 4.1).
  if (/^1[56]03/.test(bytes)) return 'TLS_RECORD';
  if (/^.{6}04(?:00){5}/.test(bytes)) return 'HTTP2_FRAME';
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0], text);
  return error instanceof Error && error.name === 'HTTPParserError' ? 'HTTP_PARSER' : '';
}

/** What the platform says, for every address that was tried. */
function textOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(textOf).join('; ');
  if (!(error instanceof Error)) return '';
  const inner = error.cause instanceof Error ? `: ${textOf(error.cause)}` : '';
  return `${error.message.trim().replace(/; if the root CA .*/, '')}${inner}`.slice(0, 300);
}

/** What the parser could not read. It may be hostile, so it becomes a short string of JSON. */
function quoted(error: unknown, mask: (text: string) => string): string {
  const data = dataOf(error);
  return data === '' ? '' : `found ${JSON.stringify(mask(data).slice(0, 80))}`;
}

const dataOf = (error: unknown): string =>
  error instanceof Error && 'data' in error && typeof error.data === 'string' ? error.data : '';

/** Without user and password. */
const proxyName = (proxy: string): string =>
  proxy === 'environment' ? 'of the environment' : (URL.parse(proxy)?.origin ?? '');
