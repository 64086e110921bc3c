import { isUtf8 } from 'node:buffer';
import { parameterNames } from '../reference/behaviour.ts';
import type { VariantId } from '../reference/behaviour.ts';
import { bankCode } from '../reference/conforming.ts';
import { nameOfEncryption } from '../reference/encryption.ts';
import type { Encryption } from '../reference/encryption.ts';
import { testPartners } from '../reference/profile.ts';
import type { Served } from '../reference/reference.ts';

/** Possible findings about a client, with the section of the specification if it covers them. */
const findings = {
  'missing-parameter': '4',
  'wrong-place': '4',
  'plain-password': '5.2',
  'wrong-type': '2',
  'unreadable-body': '4.1',
  'unreadable-query': '4.2',
  'form-body': '4',
  'wrong-method': '4',
  'wrong-path': '4',
  'other-bank-code': null,
  'java-mgf1': null,
  'other-encryption': null,
  'unopened-password': null,
  'padded-password': null,
  'repeated-ciphertext': null,
  'password-in-address': null,
  'password-elsewhere': null,
  'unescaped-plus': null,
  'repeated-parameter': null,
  'no-json-type': null,
  'repeated-failed-login': null,
  'no-pause-after-500': null,
  'followed-redirect': null,
  'no-timeout': null,
} as const satisfies Readonly<Record<string, string | null>>;

export type Code = keyof typeof findings;

export interface Finding {
  readonly code: Code;
  /** Section of the specification that is violated; null for advice. */
  readonly section: string | null;
  /** Name of the parameter, path or method; '' if there is none. */
  readonly subject: string;
  /** What was found in its place, and what the sandbox expects; '' where the code says it. */
  readonly found: string;
  readonly expected: string;
  /** How many requests show it. */
  readonly count: number;
  readonly first: FirstRequest;
}

/** The first request that shows a finding, as a log of the client or a proxy has it. */
interface FirstRequest {
  readonly at: Date;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
}

/** Observations of one client, without values of parameters. */
export interface ClientReport {
  readonly address: string;
  readonly userAgent: string;
  readonly requests: number;
  readonly variants: readonly VariantId[];
  /** Number of requests by status of their answer. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Number of requests that got the list. */
  readonly accepted: number;
  readonly failures: readonly Finding[];
  readonly advice: readonly Finding[];
}

/** Seconds after which a waiting client seems to have no time-out. */
const longWait = 30;
/** This many identical failed logins within a minute may lock the partner. */
const manyLogins = 3;
const minute = 60_000;
/** Minimum pause of a client after a 500 that asks to repeat the operation later, in ms. */
const soon = 1000;

type Seen = readonly [code: Code, subject?: string, found?: string, expected?: string];

/** Judges each client. Clients are distinguished by address and `User-Agent`; requests are in order of time. */
export function judgeClients(served: readonly Served[], encryption: Encryption): readonly ClientReport[] {
  const clients = Map.groupBy(
    served,
    ({ request }) => `${request.address} ${request.headers['user-agent'] ?? ''}`,
  );
  return [...clients.values()].map((those) => judgeClient(those, encryption));
}

function judgeClient(served: readonly Served[], encryption: Encryption): ClientReport {
  const byKey = new Map<string, Finding>();
  const course = createRunState();
  for (const one of served) {
    const { method, path } = one.request;
    const seen = [...inRequest(one, encryption), ...course(one)];
    for (const [code, subject = '', found = '', expected = ''] of seen) {
      const key = [code, subject, found].join('\n');
      const { count = 0, first = { at: one.at, method, path } } = byKey.get(key) ?? {};
      byKey.set(key, { code, section: findings[code], subject, found, expected, count: count + 1, first });
    }
  }
  const all = [...byKey.values()];
  const statuses = Map.groupBy(served, ({ status }) => String(status));
  return {
    address: served[0]?.request.address ?? '',
    userAgent: served[0]?.request.headers['user-agent'] ?? '',
    requests: served.length,
    variants: (['a', 'b'] as const).filter((id) => served.some(({ variant }) => variant === id)),
    statuses: Object.fromEntries([...statuses].map(([status, those]) => [status, those.length])),
    accepted: served.filter(({ kind }) => kind === 'success').length,
    failures: all.filter(({ section }) => section !== null),
    advice: all.filter(({ section }) => section === null),
  };
}

/** Findings that one request shows by itself. */
function* inRequest(served: Served, encryption: Encryption): Generator<Seen> {
  const { request, variant, kind, waitedMs, hasLeft } = served;
  if (variant === null) {
    yield* inPath(request.path);
    return;
  }
  if (kind === 'wrong-method') yield ['wrong-method', request.method];
  else if (isInForm(served)) yield ['form-body'];
  else if (kind === 'malformed') yield variant === 'a' ? ['unreadable-body'] : ['unreadable-query'];
  else yield* inParameters(served, encryption);
  if (waitedMs >= longWait * 1000 && !hasLeft) yield ['no-timeout', `${Math.round(waitedMs / 1000)} s`];
  if (
    variant === 'a' &&
    served.fields !== null &&
    request.body.length > 0 &&
    !isJsonType(request.headers['content-type'])
  )
    yield ['no-json-type', request.headers['content-type'] ?? ''];
}

/** A bank code is the service's own: another one here may be right there. */
function* inPath(path: string): Generator<Seen> {
  const [, code, rest] = /^\/partner\/([^/]+)\/sbp\/banks(.*)$/.exec(path) ?? [];
  if (code !== undefined && code !== bankCode) {
    yield ['other-bank-code', '', code, bankCode];
    if (rest === '/') return;
  }
  // Monitors and browsers also request other paths.
  if (/\b(?:banks|sbp)\b/i.test(path)) yield ['wrong-path', path];
}

function* inParameters(served: Served, encryption: Encryption): Generator<Seen> {
  const { request, variant, fields, password, otherEncryption } = served;
  const elsewhere = variant === 'a' ? namesInQuery(request.query) : namesInBody(request.body);
  for (const name of parameterNames) {
    const value = fields?.[name];
    const isGiven = value !== undefined && value !== null && value !== '';
    if (!isGiven) yield [elsewhere.includes(name) ? 'wrong-place' : 'missing-parameter', name];
    else if (typeof value !== 'string') yield ['wrong-type', name, typeOf(value), 'string'];
    else if (variant === 'b' && name === 'partnerName' && !/^-?\d+$/.test(value))
      yield ['wrong-type', name, 'text', 'integer'];
    if (namesInQuery(request.query).filter((one) => one === name).length > 1)
      yield ['repeated-parameter', name];
  }
  const sent = fields?.partnerPassword;
  if (typeof sent === 'string' && sent !== '' && password === null) {
    const expected = nameOfEncryption(encryption);
    if (otherEncryption !== null) {
      const code = isJavaDefault(otherEncryption, encryption) ? 'java-mgf1' : 'other-encryption';
      yield [code, 'partnerPassword', nameOfEncryption(otherEncryption), expected];
    } else if (mayBeEncrypted(sent)) yield ['unopened-password', 'partnerPassword', '', expected];
    else yield ['plain-password', 'partnerPassword'];
  }
  if (password !== null && !known.includes(password) && known.includes(password.trim()))
    yield ['padded-password', 'partnerPassword'];
  if (variant === 'a' && namesInQuery(request.query).includes('partnerPassword'))
    yield ['password-in-address', 'partnerPassword'];
  if (variant === 'b' && /(?:^|&)partnerPassword=[^&]*\+/.test(request.query))
    yield ['unescaped-plus', 'partnerPassword'];
  const { authorization = '', ...headers } = request.headers;
  const named = Object.keys(headers).find((name) => /^(?:x-)?(?:partner-?)?(?:password|secret)$/.test(name));
  if (/^basic /i.test(authorization)) yield ['password-elsewhere', 'Authorization'];
  else if (named !== undefined) yield ['password-elsewhere', named];
}

/** Findings that a request shows together with earlier ones. */
function createRunState(): (served: Served) => readonly Seen[] {
  const ciphertexts = new Set<string>();
  const refused = new Map<unknown, readonly number[]>();
  let last: Served | null = null;
  return (served) => {
    const { request, fields, kind } = served;
    const at = served.at.getTime();
    const seen: Seen[] = [];
    const sent = fields?.partnerPassword;
    if (typeof sent === 'string' && mayBeEncrypted(sent)) {
      if (ciphertexts.has(sent)) seen.push(['repeated-ciphertext', 'partnerPassword']);
      ciphertexts.add(sent);
    }
    if (kind === 'unauthorized') {
      const recent = (refused.get(fields?.partnerName) ?? []).filter((one) => at - one < minute);
      refused.set(fields?.partnerName, [...recent, at]);
      if (recent.length >= manyLogins - 1) seen.push(['repeated-failed-login']);
    }
    if (last?.kind === 'unavailable' && at - last.at.getTime() - last.waitedMs < soon)
      seen.push(['no-pause-after-500']);
    if (last !== null && last.location !== null && pathOf(last.location) === request.path)
      seen.push(['followed-redirect', request.path]);
    last = served;
    return seen;
  };
}

const pathOf = (location: string): string =>
  location.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');

/** Minimum number of base64 characters of any block cipher's output. */
const leastCiphertext = 22;
const known: readonly string[] = Object.values(testPartners).map(({ password }) => password);

/** True if a text may be a ciphertext: long enough, in base64 or hex, and not an encoded text. */
function mayBeEncrypted(value: string): boolean {
  if (value.length < leastCiphertext || !/^[\w+/=.: -]+$/.test(value) || known.includes(value)) return false;
  return !(['base64', 'base64url', 'hex'] as const).some((coding) => {
    const bytes = Buffer.from(value, coding);
    // Node decodes up to the first character that is not in the alphabet.
    const isWhole = bytes.toString(coding).replace(/=+$/, '') === value.replace(/=+$/, '');
    return isWhole && isUtf8(bytes) && !/\p{Cc}/u.test(bytes.toString('utf8'));
  });
}

/** True if only MGF1 differs, and has the hash that Java takes where nothing else is said. */
const isJavaDefault = (found: Encryption, expected: Encryption): boolean =>
  expected.scheme === 'rsa-oaep' &&
  nameOfEncryption(found) === nameOfEncryption({ ...expected, mgf1: 'sha1' });

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** True if the parameters are in the body as in an HTML form, where the variant does not look for them. */
const isInForm = ({ request, variant, kind }: Served): boolean =>
  kind === (variant === 'a' ? 'malformed' : 'missing') &&
  parameterNames.some((name) =>
    new RegExp(`(?:^|&)${name}=|\\bname="?${name}\\b`).test(request.body.toString('utf8')),
  );

const isJsonType = (type: string | undefined): boolean =>
  /^application\/(?:[\w.-]+\+)?json\b/i.test(type ?? '');

const namesInQuery = (query: string): readonly string[] =>
  query.split('&').map((part) => part.replace(/=.*$/s, ''));

/** Parameter names in a body of JSON. */
function namesInBody(body: Buffer): readonly string[] {
  const text = body.toString('utf8');
  return parameterNames.filter((name) => new RegExp(`"${name}"\\s*:`).test(text));
}
