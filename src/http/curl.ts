import type { Header, RecordedRequest, Route, TlsMaterial } from './exchange.ts';

/** Writes a recorded request as one line for a POSIX shell that sends it again with curl, once its placeholders are filled in. */
export function toCurl(request: RecordedRequest, route: Route): string {
  const options = [
    '--include',
    '--globoff',
    '--path-as-is',
    route.http2 ? '--http2' : '--http1.1',
    ...wayOptions(route),
    ...tlsOptions(route.tls),
    ...methodOptions(request.method),
    ...headerOptions(request),
    ...bodyOptions(request),
  ];
  return ['curl', ...options.map(quote), quote(request.url)].join(' ');
}

function methodOptions(method: string): string[] {
  // `-X HEAD` waits for a body that never comes.
  return method === 'HEAD' ? ['--head'] : ['-X', method];
}

function headerOptions(request: RecordedRequest): string[] {
  const given = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const own = ['User-Agent', 'Accept', ...(hasBody(request) ? ['Content-Type', 'Expect'] : [])];
  const unwanted = own.filter((name) => !given.has(name.toLowerCase())).map((name) => `${name}:`);
  return [...request.headers.flatMap(headerText), ...unwanted].flatMap((text) => ['-H', text]);
}

function headerText([name, value]: Header): string[] {
  // curl counts the bytes itself, and takes `Name:` without a value for an order to leave the header out.
  if (name.toLowerCase() === 'content-length') return [];
  return [value === '' ? `${name};` : `${name}: ${value}`];
}

function bodyOptions({ method, body }: RecordedRequest): string[] {
  if (!hasBody({ method, body })) return [];
  const text = body ?? '';
  // After `--data-binary` an `@` at the start names a file.
  return [text.startsWith('@') ? '--data-raw' : '--data-binary', text];
}

/** These methods announce their length even where it is zero (RFC 9110, section 8.6). */
function hasBody({ method, body }: Pick<RecordedRequest, 'method' | 'body'>): boolean {
  return (body !== null && body !== '') || ['POST', 'PUT', 'PATCH'].includes(method);
}

function wayOptions({ localAddress, proxy }: Route): string[] {
  const from = localAddress === null ? [] : ['--interface', localAddress];
  const way = proxy === null ? ['--noproxy', '*'] : ['--proxy', maskUserInfo(proxy), '--proxytunnel'];
  return [...from, ...way];
}

function maskUserInfo(proxy: string): string {
  return proxy.replace(/^([a-z\d+.-]+:\/\/)([^/?#]*)@/i, (_whole, scheme: string, user: string) =>
    user.includes(':') ? `${scheme}${user.slice(0, user.indexOf(':'))}:<password>@` : `${scheme}${user}@`,
  );
}

/** Where the files are is not known here, only that they are needed. */
function tlsOptions({ ca, cert, key, pfx }: TlsMaterial): string[] {
  return [
    ...(ca === undefined ? [] : ['--cacert', '<ca.pem>']),
    ...(cert === undefined ? [] : ['--cert', '<client.pem>']),
    ...(key === undefined ? [] : ['--key', '<client.key>']),
    ...(pfx === undefined ? [] : ['--cert-type', 'P12', '--cert', '<client.pfx>']),
  ];
}

function quote(text: string): string {
  if (/^[\w./:=-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
