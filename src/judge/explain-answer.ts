import { headerIn, readableBody } from '../client/exchange.ts';
import type { TransportError } from '../client/exchange.ts';
import { findCondition } from '../operation/specification.ts';
import type { Variant } from '../operation/specification.ts';
import { message } from '../messages/message.ts';
import type { Message, Param, PlainCode } from '../messages/message.ts';
import { textFactsOf } from './evidence.ts';
import type { Evidence } from './evidence.ts';
import { isDocumentedError, isRefusal } from './settle.ts';

/** An unexpected answer to the plain request, and what else is known of the target. */
export interface Seen {
  readonly exchange: Evidence;
  readonly variant: Variant;
  readonly baseUrl: string;
  /** True if an earlier plain request got 200. */
  readonly wasAccepted: boolean;
  /** Answers to other requests of the variant: any, or documented errors. */
  readonly others?: 'answered' | 'documented' | undefined;
  /** The path with another slash at its end, if it answers as documented. */
  readonly servedPath?: string | undefined;
  /** True if the port of an http:// address expects TLS. Only known if somebody tried. */
  readonly speaksTls?: boolean;
}

/** Why the plain request gets an unexpected answer, and what to do. */
export interface Cause {
  readonly why: Message;
  readonly hint: Message;
}

type Facts = ReturnType<typeof factsOf>;
/** The code of a sentence without parameters, or a sentence made from the facts. */
type Sentence = PlainCode | ((facts: Facts) => Message);
type Row = readonly [holds: (facts: Facts) => boolean, why: Sentence, hint: Sentence];

/** The facts that the rows use. */
function factsOf(seen: Seen) {
  const { exchange, variant, baseUrl, wasAccepted, others, servedPath = '', speaksTls = false } = seen;
  const { response, request } = exchange;
  const location = headerOf(exchange, 'location');
  const status = response?.status ?? 0;
  const text = textFactsOf(exchange);
  const page = pageWords(exchange);
  const isError = isDocumentedError(exchange);
  const wait = headerOf(exchange, 'retry-after');
  const asksForData = text?.meanings.includes('correct-data') === true;
  return {
    status,
    wasAccepted,
    speaksTls,
    servedPath,
    areOthersDocumented: others === 'documented' && !wasAccepted,
    method: request.method,
    text: response === null ? '' : readableBody(response),
    isPage: page !== null,
    /** What the answer contains. */
    body: page ?? message(isError ? 'json-error' : 'json-of-others'),
    location,
    wait: wait === '' ? '' : message('retry-after', { wait: wait.slice(0, 40) }),
    /** Path of a redirect's address. */
    path: URL.parse(location, request.url)?.pathname ?? '',
    ownPath: pathOf(exchange),
    isRefusal: isRefusal(exchange),
    isRedirect: status >= 300 && status < 400,
    /** True if the body is that of a documented error. */
    isError,
    isKnown: variant.conditions.some((condition) => condition.status === status),
    isUnauthorized:
      status === findCondition(variant, 'unauthorized')?.status ||
      text?.meanings.includes('not-authorized') === true,
    /** True if the answer itself says what is wrong. */
    isTelling: [422, 429].includes(status) || text?.meanings.includes('try-later') === true,
    /** The part that the URL contains twice, or ''. */
    doubled: doubledPath(baseUrl, request.url) ?? '',
    /** Seconds between the clock of the answer and this machine's; NaN if the answer has no Date. */
    skew: skewOf(exchange),
    /** The parameter that the target says is missing, or ''. All were sent. */
    lacking: variant.parameters.find(({ name }) => asksForData && text?.naming[name] === 'named')?.name ?? '',
  };
}

/** Seconds by which clocks may differ. */
const largestSkew = 60;

const redirectTo = ({ location }: Facts): { readonly location: string } => ({
  location: location.slice(0, 120),
});

/** How servers (nginx, Go, Apache, Tomcat, IIS) say on a port for TLS that they were sent plain HTTP. */
const wantsTls =
  /plain HTTP request was sent to HTTPS|HTTP request to an HTTPS server|plain HTTP to an SSL-enabled|requires TLS|SSL is required/i;

/** Causes that an answer can show. The first that applies is used. No hint contradicts what was seen. */
const rows: readonly Row[] = [
  [(seen) => seen.wasAccepted && seen.status === 422, 'cause-replica', 'hint-replica'],
  [
    (seen) => seen.wasAccepted && seen.status < 500 && !seen.isRefusal && seen.status !== 429,
    ({ body }) => message('cause-changed', { body }),
    'hint-changed',
  ],
  [
    (seen) => seen.areOthersDocumented && !(seen.isRefusal || seen.isTelling),
    ({ body }) => message('cause-alone', { body }),
    'hint-alone',
  ],
  [
    (seen) => seen.speaksTls || (seen.status === 400 && wantsTls.test(seen.text)),
    'cause-tls-port',
    'hint-tls-port',
  ],
  [
    ({ text }) => /(?:SSL|client) certificate/i.test(text),
    'cause-client-certificate',
    'hint-client-certificate',
  ],
  [
    (seen) => seen.doubled !== '' && (!seen.isKnown || seen.isPage),
    ({ doubled }) => message('cause-doubled-path', { part: doubled }),
    ({ doubled }) => message('hint-doubled-path', { part: doubled }),
  ],
  [
    ({ isRedirect, location }) => isRedirect && /^https:/i.test(location),
    (seen) => message('cause-redirect-to-https', redirectTo(seen)),
    'hint-redirect-to-https',
  ],
  [
    ({ isRedirect, path, ownPath }) => isRedirect && path !== ownPath && isSameBut(path, ownPath),
    (seen) => message('cause-slash', redirectTo(seen)),
    'hint-slash',
  ],
  [
    ({ isRedirect, status, servedPath }) =>
      servedPath !== '' && (isRedirect || [404, 405, 410].includes(status)),
    ({ servedPath }) => message('cause-slash-served', { path: servedPath }),
    'hint-slash-served',
  ],
  [
    ({ isRedirect, path }) => isRedirect && /log-?in|sign-?in|auth|sso/i.test(path),
    (seen) => message('cause-log-in', redirectTo(seen)),
    'hint-log-in',
  ],
  [({ isRedirect }) => isRedirect, (seen) => message('cause-redirect', redirectTo(seen)), 'hint-redirect'],
  [({ status }) => status === 429, ({ wait }) => message('cause-rate', { wait }), 'hint-rate'],
  [({ status }) => status === 200, ({ body }) => message('cause-page', { body }), 'hint-page'],
  [
    (seen) => seen.wasAccepted && seen.isRefusal && !seen.isError,
    ({ body }) => message('cause-banned', { body }),
    'hint-banned',
  ],
  [(seen) => seen.wasAccepted && seen.isRefusal, 'cause-locked', 'hint-locked'],
  [
    ({ skew, isRefusal, status }) => skew > largestSkew && (isRefusal || status === 422),
    ({ body, skew }) => message('cause-clock', { body, seconds: Math.round(skew) }),
    'hint-clock',
  ],
  [(seen) => seen.isRefusal && seen.isError && seen.isUnauthorized, 'cause-credentials', 'hint-credentials'],
  [
    (seen) => seen.isRefusal && !seen.isError,
    ({ body }) => message('cause-other-refusal', { body }),
    'hint-other-refusal',
  ],
  [
    ({ status }) => status === 404 || status === 405,
    ({ method }) => message('cause-path', { method }),
    'hint-path',
  ],
  [({ status }) => status === 406 || status === 415, 'cause-content-type', 'hint-content-type'],
  [
    ({ status, isError }) => status >= 500 && !isError,
    ({ body }) => message('cause-gateway', { body }),
    'hint-gateway',
  ],
  [({ status }) => status >= 500, 'cause-later', 'hint-later'],
  [({ status }) => status === 403, 'cause-blocked', 'hint-blocked'],
  [
    ({ status, lacking }) => status === 422 && lacking !== '',
    ({ lacking }) => message('cause-not-seen', { parameter: lacking }),
    ({ lacking }) => message('hint-not-seen', { parameter: lacking }),
  ],
  [({ status }) => status === 422, 'cause-encryption', 'hint-encryption'],
];

export function explain(seen: Seen): Cause {
  if (seen.exchange.response === null && seen.speaksTls !== true) return explainSilence(seen);
  const facts = factsOf(seen);
  const otherwise: Row = [() => true, 'cause-other-service', 'hint-other-service'];
  const [, why, hint] = rows.find(([holds]) => holds(facts)) ?? otherwise;
  const worded = (sentence: Sentence): Message =>
    typeof sentence === 'string' ? message(sentence) : sentence(facts);
  return { why: worded(why), hint: worded(hint) };
}

/** If the target was reached before, such failures may mean too many connections. */
export const failuresOfLoad: readonly TransportError['kind'][] = [
  'refused',
  'reset',
  'connect-timeout',
  'timeout',
  'cut',
];

/** Explains a failed connection by its error code, with advice (`client/failures.ts`). */
export function explainError({ kind, words }: Pick<TransportError, 'kind' | 'words'>): {
  readonly found: Message;
  readonly advice: Message;
} {
  const { found, advice } = words.code === 'found-and-advice' ? words.params : {};
  return isMessage(found) && isMessage(advice)
    ? { found, advice }
    : { found: words, advice: message(`hint-${kind}`) };
}

function explainSilence({ exchange: { error }, wasAccepted, others }: Seen): Cause {
  const { kind, words } = error ?? { kind: 'other' as const, words: message('no-answer-said') };
  if (wasAccepted) {
    const hint = message(failuresOfLoad.includes(kind) ? 'hint-gone' : `hint-${kind}`);
    return { why: message('cause-gone', { error: words }), hint };
  }
  if (others !== undefined && kind === 'reset') {
    return { why: message('cause-silent', { error: words }), hint: message('hint-silent') };
  }
  const { found, advice } = explainError({ kind, words });
  return { why: message('cause-no-answer', { error: found }), hint: advice };
}

const isMessage = (value: Param | undefined): value is Message =>
  typeof value === 'object' && 'code' in value;

const headerOf = ({ response }: Evidence, wanted: string): string =>
  headerIn(response?.headers, wanted) ?? '';

/** Seconds between the Date of an answer and the time of its request; NaN if it has none. */
const skewOf = (exchange: Evidence): number =>
  Math.abs(Date.parse(headerOf(exchange, 'date')) - Date.parse(exchange.startedAt)) / 1000;

/** Describes an answer that is not JSON; null if it is JSON, or there is no answer. */
export function pageWords(exchange: Evidence): Message | null {
  const { response, facts } = exchange;
  if (response === null || facts?.kind === 'json') return null;
  if (response.bodyLength === 0) return message('page-empty');
  const body = readableBody(response);
  const type = headerOf(exchange, 'content-type');
  if (!/html/i.test(type) && !/^\s*<(?:!doctype html|html)/i.test(body)) return message('page-not-json');
  const title = /<title[^>]*>\s*([^<]*?)\s*<\/title/i.exec(body.slice(0, 10_000))?.[1] ?? '';
  return title === '' ? message('page-html') : message('page-titled', { title: title.slice(0, 60) });
}

/**
 * The longest end of the base URL's path with which the operation's path begins. The URL then contains it
 * twice.
 */
function doubledPath(baseUrl: string, url: string): string | null {
  const [base = [], whole = []] = [baseUrl, url].map((each) =>
    new URL(each).pathname.split('/').filter(Boolean),
  );
  const own = whole.slice(base.length);
  const starts = own.map((_, index) => own.slice(0, own.length - index).join('/'));
  const found = starts.find((start) => `/${base.join('/')}`.endsWith(`/${start}`));
  return found === undefined ? null : `/${found}`;
}

/** True if two paths are equal, ignoring a trailing slash. */
const isSameBut = (one: string, other: string): boolean =>
  one.replace(/\/$/, '') === other.replace(/\/$/, '');

export const pathOf = ({ request }: Evidence): string => new URL(request.url).pathname;
