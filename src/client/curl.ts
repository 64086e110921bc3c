import type { Header, HttpRequest, Route, TlsMaterial } from './exchange.ts';

/** Writes a recorded request as one curl command. Replace its placeholders before running it. */
export function toCurl(asked: HttpRequest, route: Route): string {
  const { request, way } = underName(asked, route.tls.serverName);
  const options = [
    '--include',
    '--globoff',
    '--path-as-is',
    route.http2 ? '--http2' : '--http1.1',
    ...wayOptions(route),
    ...tlsOptions(route.tls),
    ...way,
    ...methodOptions(request.method),
    ...headerOptions(request),
    ...bodyOptions(request),
    request.url,
  ];
  return ['curl', ...options.map(quote)].join(' ');
}

/** curl takes the name for TLS from the URL: it gets that name, and the address in `--connect-to`. */
function underName(request: HttpRequest, name: string | undefined) {
  const parts = /^(https:\/\/)([^/?#]*?)(:\d+)?(?=[/?#]|$)(.*)$/is.exec(request.url);
  if (name === undefined || parts === null) return { request, way: [] };
  const [, scheme = '', host = '', port = '', rest = ''] = parts;
  const hasHost = request.headers.some(([header]) => header.toLowerCase() === 'host');
  const headers = hasHost ? request.headers : [['Host', `${host}${port}`] as const, ...request.headers];
  const way = ['--connect-to', `${name}${port || ':443'}:${host}${port || ':443'}`];
  return { request: { ...request, url: `${scheme}${name}${port}${rest}`, headers }, way };
}

function methodOptions(method: string): string[] {
  // `-X HEAD` would wait for a body that never arrives.
  return method === 'HEAD' ? ['--head'] : ['-X', method];
}

function headerOptions(request: HttpRequest): readonly string[] {
  const given = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const addedByCurl = ['User-Agent', 'Accept', ...(hasBody(request) ? ['Content-Type', 'Expect'] : [])];
  const unwanted = addedByCurl.filter((name) => !given.has(name.toLowerCase())).map((name) => `${name}:`);
  const texts = request.headers.flatMap(headerText);
  return [...texts, ...unwanted].flatMap((text) => ['-H', text]);
}

function headerText([name, value]: Header): readonly string[] {
  // curl computes the length, prints compressed bodies as they are, and reads `Name:` as "omit this header".
  if (['content-length', 'accept-encoding'].includes(name.toLowerCase())) return [];
  return [value === '' ? `${name};` : `${name}: ${value}`];
}

function bodyOptions({ method, body }: HttpRequest): readonly string[] {
  if (!hasBody({ method, body })) return [];
  const text = body ?? '';
  // After `--data-binary`, a leading `@` means a file.
  return [text.startsWith('@') ? '--data-raw' : '--data-binary', text];
}

/** POST and similar methods send Content-Length even if it is zero (RFC 9110, section 8.6). */
function hasBody({ method, body }: Pick<HttpRequest, 'method' | 'body'>): boolean {
  return (body !== null && body !== '') || ['POST', 'PUT', 'PATCH'].includes(method);
}

function wayOptions({ localAddress, proxy }: Route): readonly string[] {
  const from = localAddress === null ? [] : ['--interface', localAddress];
  const way = proxy === null ? ['--noproxy', '*'] : ['--proxy', maskUserInfo(proxy)];
  return [...from, ...way];
}

function maskUserInfo(proxy: string): string {
  return proxy.replace(/^([a-z\d+.-]+:\/\/)([^/?#]*)@/i, (_whole, scheme: string, user: string) =>
    user.includes(':') ? `${scheme}${user.slice(0, user.indexOf(':'))}:<password>@` : `${scheme}${user}@`,
  );
}

function tlsOptions({ ca, cert, key, pfx, passphrase, verify }: TlsMaterial): readonly string[] {
  return [
    ...(ca === undefined ? [] : ['--cacert', '<ca.pem>']),
    ...(cert === undefined ? [] : ['--cert', '<client.pem>']),
    ...(key === undefined ? [] : ['--key', '<client.key>']),
    ...(pfx === undefined ? [] : ['--cert-type', 'P12', '--cert', '<client.pfx>']),
    ...(passphrase === undefined ? [] : ['--pass', '<passphrase>']),
    ...(verify === false ? ['--insecure'] : []),
  ];
}

/** Quotes a text for the shell if it needs quotes. */
export function quote(text: string): string {
  if (/^[\w./:=-]+$/.test(text)) return text;
  if (!/\p{Cc}/u.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return `$'${text.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll(/\p{Cc}/gu, escapeControl)}'`;
}

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes each byte, so that the output does not depend on the locale. */
const escapeControl = (character: string): string =>
  short[character] ??
  [...Buffer.from(character, 'utf8')].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
