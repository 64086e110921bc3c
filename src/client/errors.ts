// What a failed request means: a table from codes of node, undici and OpenSSL to a sentence and an advice each.

import type { Failure, Route } from './exchange.ts';

type Kind = Failure['kind'];

interface Row {
  readonly codes: RegExp;
  /** Only for failures of these kinds; default: all. */
  readonly kinds?: readonly Kind[];
  readonly found: string;
  readonly advice: string;
}

const row = (codes: RegExp, found: string, advice: string, ...kinds: readonly Kind[]): Row =>
  kinds.length === 0 ? { codes, found, advice } : { codes, found, advice, kinds };

const setClientCertificate = 'set tls.cert and tls.key (or tls.pfx and tls.passphrase)';
const askOperator = 'ask the operator of the target';
const unissued =
  /^(UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|CERT_(SIGNATURE_FAILURE|UNTRUSTED))$/;
/** Alerts of a handshake. With TLS 1.3 they may follow a request that the target never looked at. */
const certificateAlert =
  /ALERT_(BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_|UNKNOWN_CA|ACCESS_DENIED)|NO_CERTIFICATE/;
const handshakeAlert = /ALERT_(HANDSHAKE_FAILURE|INSUFFICIENT_SECURITY)/;

/** The first row that fits counts. */
const table: readonly Row[] = [
  row(
    /^ENOTFOUND$/,
    'there is no such host name',
    'check the host name in baseUrl, and whether this machine needs a VPN or another name server',
  ),
  row(
    /^(ENODATA|EAI_NODATA)$/,
    'the host name has no address',
    'check the host name in baseUrl, and whether it has an address of the kind that is needed (IPv4 or IPv6)',
  ),
  row(
    /^(EAI_AGAIN|EAI_FAIL|ESERVFAIL)$/,
    'the name server does not answer',
    'check the name server of this machine and the network, and try again',
  ),
  row(
    /^ECONNREFUSED$/,
    'nothing accepts connections there',
    'check host and port of baseUrl, and whether the service runs',
  ),
  row(
    /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EACCES|EPERM)$/,
    'there is no way to that address',
    'check the network, VPN and firewall of this machine',
  ),
  row(
    /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    'no connection came about in time',
    'check host and port of baseUrl, and whether a firewall lets this machine through',
    'no-connection',
  ),
  row(
    /^(EADDRNOTAVAIL|EINVAL)$/,
    'this machine does not have the source address',
    'set localAddress to an address of this machine of the same kind (IPv4 or IPv6) as that of the target',
    'local-address',
  ),

  row(
    /^CERT_HAS_EXPIRED$/,
    'the certificate, or that of its issuer, has expired',
    `${askOperator} to renew it, and check the clock of this machine`,
  ),
  row(
    /^CERT_NOT_YET_VALID$/,
    'the certificate is not valid yet',
    `check the clock of this machine, or ${askOperator}`,
  ),
  row(
    unissued,
    'the issuer of the certificate is unknown',
    `name the certificate of its authority in tls.ca, or ${askOperator} to send the whole chain`,
  ),
  row(
    /^SELF_SIGNED_CERT_IN_CHAIN$/,
    'the certificate comes from a private authority that is unknown here',
    'name the certificate of that authority in tls.ca',
  ),
  row(
    /^DEPTH_ZERO_SELF_SIGNED_CERT$/,
    'the certificate is signed by itself',
    'name its file in tls.ca if it is the right one',
  ),
  row(
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'the certificate is not valid for the name in the URL',
    'use a name in baseUrl that the certificate is valid for',
  ),
  row(/^CERT_REVOKED$/, 'the certificate has been revoked', `${askOperator} for a new one`),
  row(
    /^INVALID_PURPOSE$/,
    'the certificate is not valid for a server',
    `${askOperator} for a server certificate`,
  ),
  row(
    /^(EE|CA)_KEY_TOO_SMALL$/,
    'a key of the certificates is too short to be safe',
    `${askOperator} for a certificate with an RSA key of 2048 bits or more`,
  ),
  row(
    /^CA_MD_TOO_WEAK$/,
    'a certificate is signed with a digest that is no longer safe, such as SHA-1',
    `${askOperator} for a certificate that is signed with SHA-256 or better`,
  ),

  row(/ALERT_CERTIFICATE_REQUIRED/, 'the target requires a client certificate', setClientCertificate),
  row(
    certificateAlert,
    'the target does not accept the client certificate',
    `check tls.cert and tls.key (or tls.pfx) with the operator of the target; without one, ${setClientCertificate}`,
  ),
  row(
    handshakeAlert,
    'the target ends the handshake: it wants a client certificate, or has no cipher in common with the suite',
    `${setClientCertificate}, or ${askOperator} which ciphers it supports`,
  ),
  row(
    /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|INAPPROPRIATE_FALLBACK/,
    'there is no TLS version in common: the suite supports 1.2 and 1.3',
    `${askOperator} to offer TLS 1.2 or 1.3`,
  ),
  row(/NO_APPLICATION_PROTOCOL/, 'the target speaks only HTTP/2', 'set http2: true'),
  row(
    /UNRECOGNIZED_NAME/,
    'the target does not know the name in the URL',
    'put a name into baseUrl that the target serves',
  ),
  row(
    /WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST|UNKNOWN_PROTOCOL|RECORD_LENGTH|UNEXPECTED_MESSAGE/,
    'the other side does not speak TLS',
    'check scheme and port of baseUrl: http:// may be meant',
  ),
  row(
    /TOO_SMALL|TOO_WEAK|UNSAFE_LEGACY|NO_SHARED_CIPHER|NO_CIPHERS|WRONG_SIGNATURE_TYPE/,
    'the keys or methods that the target offers are too weak or too old',
    `${askOperator} to offer stronger ones`,
  ),
  row(/^TLS_RECORD$/, 'the target speaks TLS on this port', 'use https:// in baseUrl'),
  row(/^HTTP2_FRAME$/, 'the target speaks only HTTP/2', 'set http2: true, which needs https:// in baseUrl'),

  row(
    /^HTTP_40[17]$/,
    'the proxy wants credentials',
    'put them into the URL of the proxy: http://user:password@host:port',
  ),
  row(
    /^(HTTP_\d+|UND_ERR_PRX_(CONN|TLS))$/,
    'the proxy does not lead to the target',
    'check the URL of the proxy, and whether it may reach host and port of baseUrl',
  ),

  row(
    /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/,
    'the connection was ended before it stood',
    'check scheme and port of baseUrl, gateways on the way, and whether the target requires a client certificate',
    'no-connection',
  ),
  row(
    /REFUSED_STREAM/,
    'the target did not accept the request',
    'try again with a smaller limits.concurrency, or with http2: false',
  ),
  row(
    /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTCONN|UND_ERR_SOCKET|UND_ERR_INFO)$|^ERR_HTTP2_/,
    'the connection was ended before the answer was whole',
    'look into the logs of the target and of the gateways in front of it for the time of this request',
  ),
  row(
    /^(HPE_|HTTP_PARSER|UND_ERR_(RES_CONTENT_LENGTH_MISMATCH|HEADERS_OVERFLOW))/,
    'what came is no HTTP that can be read',
    'check the port of baseUrl; if it is the right one, the service or a gateway writes broken HTTP',
  ),
  row(/^$/, 'no whole answer came in time', 'see why the target is slow, or raise limits.timeout', 'timeout'),
];

const rowOf = ({ kind, code }: Pick<Failure, 'kind' | 'code'>): Row | undefined =>
  table.find(({ codes, kinds }) => codes.test(code) && (kinds === undefined || kinds.includes(kind)));

/** What to do about a failure, in English; null if its code is unknown. */
export const adviceFor = (failure: Pick<Failure, 'kind' | 'code'>): string | null =>
  rowOf(failure)?.advice ?? null;

/** How far an exchange had come. */
export interface Progress {
  /** Its first byte may have been sent. */
  readonly isSent: boolean;
  /** The head of its answer came. */
  readonly isAnswered: boolean;
  /** Of the body, as they came. */
  readonly bytes: number;
}

const mostOfText = 300;
const mostOfData = 80;

/** What a failure means. `mask` hides secrets in what is quoted. */
export function failureOf(
  error: unknown,
  progress: Progress,
  { localAddress, proxy }: Route,
  mask: (text: string) => string,
): Failure {
  const text = textOf(error);
  const code = codeOf(error, text);
  const kind = kindOf(code, progress, localAddress);
  const found = rowOf({ kind, code })?.found;
  const details = [
    found === text ? '' : text,
    progress.isAnswered ? `the head of the answer and ${progress.bytes} bytes of its body came` : '',
    quoted(error, mask),
  ].filter((one) => one !== '');
  const way = proxy === null || kind !== 'no-connection' ? '' : `through the proxy ${proxyName(proxy)}: `;
  const message =
    found === undefined
      ? details.join('; ') || 'the request failed for an unknown reason'
      : `${found}${details.length === 0 ? '' : ` (${details.join('; ')})`}`;
  return { kind, code, message: mask(`${way}${message}`).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ') };
}

/** The limit of time was reached. */
export function timeoutOf(timeout: number, { isSent, isAnswered, bytes }: Progress): Failure {
  if (!isSent)
    return {
      kind: 'no-connection',
      code: 'ETIMEDOUT',
      message: `no connection came about within ${timeout} ms`,
    };
  const came = isAnswered ? `the head and ${bytes} bytes of the body came` : 'nothing came';
  return { kind: 'timeout', code: '', message: `no whole answer came within ${timeout} ms: ${came}` };
}

export const interruption: Failure = { kind: 'interrupted', code: '', message: 'it was interrupted' };

function kindOf(code: string, { isSent, isAnswered }: Progress, localAddress: string | null): Kind {
  if (/^UND_ERR_(DESTROYED|CLOSED)$/.test(code)) return 'interrupted';
  if (!isSent && localAddress !== null && /^(EADDRNOTAVAIL|EINVAL)$/.test(code)) return 'local-address';
  if (!isSent || /^HTTP_\d/.test(code) || /REFUSED_STREAM/.test(code)) return 'no-connection';
  const isHandshake = certificateAlert.test(code) || handshakeAlert.test(code);
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
  return `${error.message.trim()}${inner}`.slice(0, mostOfText);
}

/** What the parser could not read. It may be hostile, so it becomes a short string of JSON. */
function quoted(error: unknown, mask: (text: string) => string): string {
  const data = dataOf(error);
  return data === '' ? '' : `found ${JSON.stringify(mask(data).slice(0, mostOfData))}`;
}

const dataOf = (error: unknown): string =>
  error instanceof Error && 'data' in error && typeof error.data === 'string' ? error.data : '';

/** Without user and password. */
const proxyName = (proxy: string): string => {
  const url = URL.parse(proxy);
  return url === null ? 'of the environment' : `${url.protocol}//${url.host}`;
};
