import type { Header, RecordedRequest, Route, TlsMaterial } from './exchange.ts';

/** What the shell substitutes for values that a record lacks. Without it, placeholders stay. */
export interface Substitutes {
  /** Code that prints the password as sent: percent-encoded for a query, escaped for a JSON string. */
  readonly password: { readonly query: string; readonly body: string } | null;
  /** Values of private headers, by lower-case name. */
  readonly headers: ReadonlyMap<string, Word>;
  readonly proxy: Word | null;
  readonly passphrase: Word | null;
  /** Paths of the files of `tls`. */
  readonly files: Readonly<Partial<Record<'ca' | 'cert' | 'key' | 'pfx', string>>>;
}

const nothing: Substitutes = { password: null, headers: new Map(), proxy: null, passphrase: null, files: {} };

/** Writes a recorded request as one shell line with curl. Fill in the remaining placeholders before use. */
export function toCurl(request: RecordedRequest, route: Route, substitutes = nothing): string {
  const { password } = substitutes;
  const options: readonly (string | Word)[] = [
    '--include',
    '--globoff',
    '--path-as-is',
    route.http2 ? '--http2' : '--http1.1',
    ...wayOptions(route, substitutes),
    ...tlsOptions(route.tls, substitutes),
    ...methodOptions(request.method),
    ...headerOptions(request, substitutes),
    ...bodyOptions(request, password?.body ?? null),
    filled(request.url, password?.query ?? null),
  ];
  return ['curl', ...options.map((option) => writeWord([option].flat()))].join(' ');
}

/** A text with code in place of the password. */
function filled(text: string, code: string | null): Word {
  if (code === null) return [text];
  return text
    .split(/(<(?:password|ciphertext)>)/)
    .flatMap((part, index): Word => (index % 2 === 1 ? [{ code }] : part === '' ? [] : [part]));
}

function methodOptions(method: string): string[] {
  // `-X HEAD` waits for a body that never arrives.
  return method === 'HEAD' ? ['--head'] : ['-X', method];
}

function headerOptions(request: RecordedRequest, { headers }: Substitutes): readonly (string | Word)[] {
  const given = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const own = ['User-Agent', 'Accept', ...(hasBody(request) ? ['Content-Type', 'Expect'] : [])];
  const unwanted = own.filter((name) => !given.has(name.toLowerCase())).map((name) => `${name}:`);
  const texts = request.headers.flatMap((header) => headerText(header, headers.get(header[0].toLowerCase())));
  return [...texts, ...unwanted].flatMap((text) => ['-H', text]);
}

function headerText([name, value]: Header, substitute: Word | undefined): readonly (string | Word)[] {
  // curl counts bytes itself, prints compressed bodies raw, and reads `Name:` without a value as "omit it".
  if (['content-length', 'accept-encoding'].includes(name.toLowerCase())) return [];
  if (value === '<secret>' && substitute !== undefined) return [[`${name}: `, ...substitute]];
  return [value === '' ? `${name};` : `${name}: ${value}`];
}

function bodyOptions({ method, body }: RecordedRequest, code: string | null): readonly (string | Word)[] {
  if (!hasBody({ method, body })) return [];
  const text = body ?? '';
  // After `--data-binary`, a leading `@` names a file.
  return [text.startsWith('@') ? '--data-raw' : '--data-binary', filled(text, code)];
}

/** These methods send Content-Length even if it is zero (RFC 9110, section 8.6). */
function hasBody({ method, body }: Pick<RecordedRequest, 'method' | 'body'>): boolean {
  return (body !== null && body !== '') || ['POST', 'PUT', 'PATCH'].includes(method);
}

function wayOptions({ localAddress, proxy }: Route, substitutes: Substitutes): readonly (string | Word)[] {
  const from = localAddress === null ? [] : ['--interface', localAddress];
  const way = proxy === null ? ['--noproxy', '*'] : ['--proxy', substitutes.proxy ?? maskUserInfo(proxy)];
  return [...from, ...way];
}

function maskUserInfo(proxy: string): string {
  return proxy.replace(/^([a-z\d+.-]+:\/\/)([^/?#]*)@/i, (_whole, scheme: string, user: string) =>
    user.includes(':') ? `${scheme}${user.slice(0, user.indexOf(':'))}:<password>@` : `${scheme}${user}@`,
  );
}

function tlsOptions(
  { ca, cert, key, pfx, passphrase, verify }: TlsMaterial,
  { files, passphrase: word }: Substitutes,
): readonly (string | Word)[] {
  return [
    ...(ca === undefined ? [] : ['--cacert', files.ca ?? '<ca.pem>']),
    ...(cert === undefined ? [] : ['--cert', files.cert ?? '<client.pem>']),
    ...(key === undefined ? [] : ['--key', files.key ?? '<client.key>']),
    ...(pfx === undefined ? [] : ['--cert-type', 'P12', '--cert', files.pfx ?? '<client.pfx>']),
    ...(passphrase === undefined ? [] : ['--pass', word ?? '<passphrase>']),
    ...(verify === false ? ['--insecure'] : []),
  ];
}

/** A word of a shell command: literal text, and code that the shell replaces by its output. */
export type Word = readonly (string | { readonly code: string })[];

/** A word as a POSIX shell reads it; a text with control characters as `$'…'`, which bash, zsh and ksh know. */
function writeWord(word: Word): string {
  const texts = word.filter((part) => typeof part === 'string').join('');
  const isPlain = word.every((part) => typeof part === 'string');
  if (isPlain) return quote(texts);
  // Double quotes around the whole are easiest to read if nothing in it needs an escape.
  const isEasy = !/["$`\\!\p{Cc}]/u.test(texts);
  if (isEasy) return `"${word.map((part) => (typeof part === 'string' ? part : part.code)).join('')}"`;
  return word.map((part) => (typeof part === 'string' ? quote(part) : `"${part.code}"`)).join('');
}

/** A text as one word, in quotes if it needs them. */
export function quote(text: string): string {
  if (/^[\w./:=-]+$/.test(text)) return text;
  if (!/\p{Cc}/u.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return `$'${text.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll(/\p{Cc}/gu, escapeControl)}'`;
}

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes byte by byte, independent of the locale. */
const escapeControl = (character: string): string =>
  short[character] ??
  [...Buffer.from(character, 'utf8')].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

/** A text of a profile in which the shell fills `${NAME}` and `${file:PATH}`. `place` maps a file's path. */
export function wordOf(template: string, place: (path: string) => string): Word {
  const parts = template.split(/(\$\{[^}]*\})/);
  return parts.flatMap((part, index): Word => {
    if (index % 2 === 0) return part === '' ? [] : [part];
    const name = part.slice(2, -1);
    if (name.startsWith('file:')) return [{ code: `$(cat ${quote(place(name.slice('file:'.length)))})` }];
    return [{ code: /^\w/.test(parts[index + 1] ?? '') ? part : `$${name}` }];
  });
}
