// Why the plain request of a variant is not accepted, and what to do: each row names the facts that it rests on.

import { variants } from '#banks/specification.ts';
import { adviceFor } from '../client/errors.ts';
import { headerIn } from '../client/exchange.ts';
import type { Exchange } from '../client/exchange.ts';
import { read } from '../judge/answer.ts';
import type { PlainResult } from '../judge/check.ts';
import { findMeanings } from '../judge/lexicon/meaning.ts';
import { findNaming } from '../judge/lexicon/naming.ts';
import { message, verbatim } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';

/** What is known beside the answer. */
export interface Seen extends Pick<PlainResult, 'variant' | 'state' | 'servedPath'> {
  readonly exchange: Exchange;
  readonly baseUrl: string;
  /** An earlier plain request was accepted. */
  readonly wasAccepted: boolean;
  /** Other requests of the variant to this path were refused as documented. */
  readonly areOthersDocumented: boolean;
}

export interface Cause {
  readonly why: Message;
  readonly advice: Message;
}

type Facts = ReturnType<typeof factsOf>;
type Row = readonly [
  holds: (facts: Facts) => boolean,
  why: (facts: Facts) => Message,
  advice: Message | ((facts: Facts) => Message),
];

/** Seconds by which clocks may differ. */
const largestSkew = 60;

function factsOf(seen: Seen) {
  const { exchange, variant, baseUrl } = seen;
  const answer = read(exchange);
  const header = (name: string): string => headerIn(exchange.response?.headers ?? [], name) ?? '';
  const location = header('location');
  const said = findMeanings(answer.text ?? '');
  const { pathname } = new URL(exchange.request.url);
  return {
    ...seen,
    status: answer.status ?? 0,
    isDocumented: answer.isDocumented,
    isJson: answer.json !== undefined,
    body: bodyOf(exchange),
    raw: exchange.response?.body ?? '',
    problem: problemOf(exchange),
    location: location.slice(0, 120),
    isRedirect: (answer.status ?? 0) >= 300 && (answer.status ?? 0) < 400,
    toPath: URL.parse(location, exchange.request.url)?.pathname ?? '',
    pathname,
    wait:
      header('retry-after') === ''
        ? ''
        : message('retry-after', { wait: header('retry-after').slice(0, 40) }),
    isUnauthorized:
      answer.status === variants[variant].conditions.unauthorized?.status || said.has('not-authorized'),
    doubled: doubledPath(baseUrl, exchange.request.url),
    skew: Math.abs(Date.parse(header('date')) - Date.parse(exchange.startedAt)) / 1000,
    lacking: (['partnerName', 'partnerPassword', 'useAuthByCert'] as const).find(
      (name) => said.has('correct-data') && findNaming(answer.text ?? '', name) === 'named',
    ),
  };
}

/** How servers say on a port for TLS that they were sent plain HTTP. */
const wantsTls =
  /plain HTTP request was sent to HTTPS|HTTP request to an HTTPS server|plain HTTP to an SSL-enabled|requires TLS|SSL is required/i;

/** The first that holds is said. */
const rows: readonly Row[] = [
  [
    ({ status, raw }) => status === 400 && wantsTls.test(raw),
    () => message('cause-tls-port'),
    message('hint-tls-port'),
  ],
  [
    ({ status, raw, isDocumented }) =>
      status >= 400 && !isDocumented && /(?:SSL|client) certificate/i.test(raw),
    () => message('cause-client-certificate'),
    message('hint-client-certificate'),
  ],
  [
    ({ doubled, isDocumented }) => doubled !== null && !isDocumented,
    ({ doubled }) => message('cause-doubled-path', { part: doubled ?? '' }),
    ({ doubled }) => message('hint-doubled-path', { part: doubled ?? '' }),
  ],
  [
    ({ servedPath }) => servedPath !== null,
    ({ servedPath }) => message('cause-slash-served', { path: servedPath ?? '' }),
    message('hint-slash-served'),
  ],
  [
    ({ isRedirect, location, baseUrl }) => isRedirect && /^https:/i.test(location) && /^http:/i.test(baseUrl),
    ({ location }) => message('cause-redirect', { location }),
    message('hint-redirect-to-https'),
  ],
  [
    ({ isRedirect, toPath }) => isRedirect && /log-?in|sign-?in|auth|sso/i.test(toPath),
    ({ location }) => message('cause-log-in', { location }),
    message('hint-log-in'),
  ],
  [
    ({ isRedirect }) => isRedirect,
    ({ location }) => message('cause-redirect', { location }),
    message('hint-redirect'),
  ],
  [({ status }) => status === 429, ({ wait }) => message('cause-rate', { wait }), message('hint-rate')],
  [
    ({ status, problem }) => status === 200 && problem !== null,
    ({ problem }) => message('cause-unreadable', { problem: problem ?? '' }),
    message('hint-unreadable'),
  ],
  [
    ({ status, isJson }) => status === 200 && !isJson,
    ({ body }) => message('cause-page', { body }),
    message('hint-page'),
  ],
  [
    ({ wasAccepted, state, isDocumented, status }) =>
      wasAccepted && [401, 403, 407, 423].includes(status) && !isDocumented && state !== 'failed',
    ({ body }) => message('cause-banned', { body }),
    message('hint-banned'),
  ],
  [
    ({ wasAccepted, status }) => wasAccepted && [401, 403, 407, 423].includes(status),
    () => message('cause-locked'),
    message('hint-locked'),
  ],
  [
    ({ skew, status }) => skew > largestSkew && [401, 403, 422].includes(status),
    ({ body, skew }) => message('cause-clock', { body, seconds: Math.round(skew) }),
    message('hint-clock'),
  ],
  [
    ({ status, isDocumented, isUnauthorized }) =>
      [401, 403].includes(status) && isDocumented && isUnauthorized,
    () => message('cause-credentials'),
    message('hint-credentials'),
  ],
  [
    ({ status, isDocumented }) => [401, 403, 407, 423].includes(status) && !isDocumented,
    ({ body }) => message('cause-other-refusal', { body }),
    message('hint-other-refusal'),
  ],
  [
    ({ status, isDocumented }) => [401, 403, 423].includes(status) && isDocumented,
    () => message('cause-blocked'),
    message('hint-blocked'),
  ],
  [
    ({ status, areOthersDocumented }) => [404, 405, 410].includes(status) && !areOthersDocumented,
    () => message('cause-path', { method: 'POST' }),
    message('hint-path'),
  ],
  [
    ({ status }) => [406, 415].includes(status),
    () => message('cause-content-type'),
    message('hint-content-type'),
  ],
  [
    ({ status, lacking }) => status === 422 && lacking !== undefined,
    ({ lacking }) => message('cause-not-seen', { parameter: lacking ?? '' }),
    ({ lacking }) => message('hint-not-seen', { parameter: lacking ?? '' }),
  ],
  [
    ({ status, isDocumented }) => status === 422 && isDocumented,
    () => message('cause-encryption'),
    message('hint-encryption'),
  ],
  [
    ({ areOthersDocumented, wasAccepted }) => areOthersDocumented && !wasAccepted,
    ({ body }) => message('cause-alone', { body }),
    message('hint-alone'),
  ],
  [
    ({ status, isDocumented }) => status >= 500 && isDocumented,
    () => message('cause-later'),
    message('hint-later'),
  ],
  [({ status }) => status >= 500, ({ body }) => message('cause-gateway', { body }), message('hint-gateway')],
];

/** Why, and what to do. */
export function explainPlain(seen: Seen): Cause {
  const { error, response } = seen.exchange;
  if (response === null) {
    const said = message(`transport-${error?.kind ?? 'cut'}`);
    if (seen.wasAccepted)
      return { why: message('cause-gone', { error: said }), advice: message('hint-gone') };
    if (seen.areOthersDocumented)
      return { why: message('cause-silent', { error: said }), advice: message('hint-silent') };
    const advice = error === null ? null : adviceFor(error);
    return {
      why: message('cause-no-answer', {
        error: error?.code ? message('error-coded', { error: said, code: error.code }) : said,
      }),
      advice: advice === null ? message('hint-silent') : verbatim(advice),
    };
  }
  const facts = factsOf(seen);
  const [, why, advice] = rows.find(([holds]) => holds(facts)) ?? [
    null,
    () => message('cause-other-service'),
    message('hint-other-service'),
  ];
  const { status } = response;
  const text = seen.wasAccepted
    ? message('cause-later-than', { status })
    : message('cause-not-200', { status });
  return {
    why: status === 200 ? why(facts) : message('cause-because', { text, why: why(facts) }),
    advice: typeof advice === 'function' ? advice(facts) : advice,
  };
}

/** What stands in the body of an answer. */
function bodyOf(exchange: Exchange): Message {
  const { isDocumented, json } = read(exchange);
  if (isDocumented) return message('json-error');
  if (json !== undefined) return message('json-of-others');
  const body = exchange.response?.body ?? '';
  if (body === '') return message('page-empty');
  const type = headerIn(exchange.response?.headers ?? [], 'content-type') ?? '';
  if (!/html/i.test(type) && !/^\s*<(?:!doctype html|html)/i.test(body)) return message('page-not-json');
  const title = /<title[^>]*>\s*([^<]*?)\s*<\/title/i.exec(body.slice(0, 10_000))?.[1] ?? '';
  return title === '' ? message('page-html') : message('page-titled', { title: title.slice(0, 60) });
}

/** Why a body that looks like JSON cannot be read; null if it can, or does not look so. */
function problemOf({ response }: Exchange): Message | null {
  if (response === null || response.body === null) return null;
  if (response.bodyProblem !== undefined) return verbatim(response.bodyProblem);
  if (response.body.startsWith('\ufeff')) return message('body-with-bom');
  return null;
}

/** The end of the base URL's path with which the operation's path begins, so that it stands there twice. */
function doubledPath(baseUrl: string, url: string): string | null {
  const partsOf = (address: string): readonly string[] =>
    new URL(address).pathname.split('/').filter(Boolean);
  const base = partsOf(baseUrl);
  const own = partsOf(url).slice(base.length);
  const starts = own.map((_, index) => own.slice(0, own.length - index).join('/'));
  const found = starts.find((start) => `/${base.join('/')}`.endsWith(`/${start}`));
  return found === undefined ? null : `/${found}`;
}
