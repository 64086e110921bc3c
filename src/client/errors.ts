// What a failed request means: a table from codes of node, undici and OpenSSL to a sentence and an advice each.

import type { Failure, Route } from './exchange.ts';

type Kind = Failure['kind'];

const askOperator = 'ask the operator of the target';
const advices = {
  host: 'check the host name in baseUrl, and whether this machine needs a VPN or another name server',
  port: 'check host and port of baseUrl, and whether the service runs',
  network: 'check host and port of baseUrl, the network, VPN and firewalls on the way, and a `proxy`',
  source: 'set localAddress to an address of this machine, IPv4 or IPv6 as that of the target',
  dates: `check the clock of this machine, or ${askOperator} to renew the certificate`,
  issuer: `name the certificate of its authority in tls.ca, or ${askOperator} to send the whole chain`,
  self: 'name its file in tls.ca if it is the right one',
  name: 'use a name in baseUrl, or in headers.Host where that is set, that stands in subjectAltName of the certificate (an address as IP, not as DNS)',
  certificate: `${askOperator} for another certificate`,
  longer: `${askOperator} for a certificate with an RSA key of 2048 bits or more`,
  digest: `${askOperator} for a certificate that is signed with SHA-256 or better`,
  client: 'set tls.cert and tls.key (or tls.pfx and tls.passphrase) to a certificate that the target accepts',
  ciphers: `set tls.cert and tls.key, or ${askOperator} for modern keys and ciphers`,
  versions: `${askOperator} to offer TLS 1.2 or 1.3 with modern keys and ciphers`,
  http2: 'set http2: true',
  overTls: 'use https:// in baseUrl, and http2: true: HTTP/2 is spoken over TLS alone',
  http: 'check scheme and port of baseUrl: http:// may be meant',
  https: 'use https:// in baseUrl',
  credentials: 'the proxy wants credentials: write `proxy: http://user:password@host:port`',
  basic: 'check user and password in the URL of the proxy, and that it allows Basic: nothing else is spoken',
  proxy: 'check scheme, host, port and certificate of `proxy`, and whether it may reach baseUrl',
  handshake: 'check scheme and port of baseUrl, gateways on the way, and whether the target wants tls.cert',
  machine: 'lower limits.concurrency, or end what else needs them',
  fewer: 'try again with a smaller limits.concurrency, or with http2: false',
  logs: 'look into the logs of the target and of the gateways in front of it for the time of this request',
  broken: 'check the port of baseUrl; if it is the right one, the service or a gateway writes broken HTTP',
  slow: 'see why the target is slow, or raise limits.timeout',
} as const;

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
type Row = readonly [codes: RegExp, found: string, advice: keyof typeof advices, kind?: Kind];

/** The first row that fits counts. */
const table: readonly Row[] = [
  [/^/, 'this machine does not have the source address', 'source', 'local-address'],
  [/(EMFILE|ENFILE|ENOBUFS|EADDRNOTAVAIL)$/, 'this machine has no files or ports left', 'machine'],
  [/HTTP_40[17]$/, 'the proxy wants credentials', 'credentials'],
  [/HTTP_40[17]_REFUSED$/, 'the proxy does not accept the credentials in its URL', 'basic'],
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
];

const rowOf = ({ kind, code }: Pick<Failure, 'kind' | 'code'>): Row | undefined =>
  table.find(([codes, , , only = kind]) => codes.test(code) && only === kind);

/** What to do about a failure, in English; null if its code is unknown. */
export function adviceFor(failure: Pick<Failure, 'kind' | 'code'>): string | null {
  const [, , advice] = rowOf(failure) ?? [];
  return advice === undefined ? null : advices[advice];
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
