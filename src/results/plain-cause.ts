// Why the plain request of a variant is not accepted, and what to do: each row names the facts that it rests on.

import { parameters, variants } from '#banks/specification.ts';
import { adviceFor } from '../client/errors.ts';
import { headerIn } from '../client/exchange.ts';
import type { Exchange } from '../client/exchange.ts';
import { read } from '../judge/answer.ts';
import type { PlainResult } from '../judge/check.ts';
import { findMeanings } from '../judge/lexicon/meaning.ts';
import { findNaming } from '../judge/lexicon/naming.ts';
import { message, verbatim } from '../messages/message.ts';
import type { Code, Message } from '../messages/message.ts';

/** What is known beside the answer. */
export interface Seen extends Pick<PlainResult, 'variant' | 'state' | 'servedPath'> {
  readonly exchange: Exchange;
  readonly baseUrl: string;
  /** An earlier plain request was accepted. */
  readonly wasAccepted: boolean;
  /** Other requests of the variant to this path were refused as documented. */
  readonly areOthersDocumented: boolean;
  /** From so many characters on, and only then, they are answered alike; null: it is not by length. */
  readonly length: number | null;
}

interface Cause {
  readonly why: Message;
  readonly advice: Message;
}

/** Names of causes that have a hint. */
type Name = {
  [Given in Code]: Given extends `cause-${infer Rest}` ? (`hint-${Rest}` extends Code ? Rest : never) : never;
}[Code];

/** `cause-NAME` and `hint-NAME` in the sentences, which have the same particulars. */
const cause = (name: Name, params: Message['params'] = {}): Cause => ({
  why: { code: `cause-${name}`, params },
  advice: { code: `hint-${name}`, params },
});

function factsOf(seen: Seen) {
  const { exchange, variant, baseUrl } = seen;
  const answer = read(exchange);
  const header = (name: string): string => headerIn(exchange.response?.headers ?? [], name) ?? '';
  const location = header('location');
  const wait = header('retry-after').slice(0, 40);
  const said = findMeanings(answer.text ?? '');
  const { url, body } = exchange.request;
  const names = parameters.filter((name) => findNaming(answer.text ?? '', name) === 'named');
  return {
    ...seen,
    ...answer,
    status: answer.status ?? 0,
    isJson: answer.json !== undefined,
    body: bodyOf(exchange),
    raw: exchange.response?.body ?? '',
    problem: problemOf(exchange),
    location: location.slice(0, 120),
    isRedirect: (answer.status ?? 0) >= 300 && (answer.status ?? 0) < 400,
    toPath: URL.parse(location, url)?.pathname ?? '',
    pathname: new URL(url).pathname,
    wait: wait === '' ? '' : message('retry-after', { wait }),
    isRefusedLater: seen.wasAccepted && refusals.includes(answer.status ?? 0),
    isUnauthorized:
      answer.status === variants[variant].conditions.unauthorized?.status || said.has('not-authorized'),
    doubled: doubledPath(baseUrl, url),
    skew: Math.abs(Date.parse(header('date')) - Date.parse(exchange.startedAt)) / 1000,
    lacking: said.has('correct-data') ? names[0] : undefined,
    // Of a value that is not accepted, unless the text speaks of the password.
    named: names.includes('partnerPassword') || said.has('encrypted-form') ? undefined : names[0],
    value: new RegExp(`${names[0]}"?[=:]"?([^"&]*)`).exec(`${url}${body ?? ''}`)?.[1] ?? '',
  };
}

/** How servers say on a port for TLS that they were sent plain HTTP. */
const wantsTls =
  /plain HTTP request was sent to HTTPS|HTTP request to an HTTPS server|plain HTTP to an SSL-enabled|requires TLS|SSL is required/i;

const refusals = [401, 403, 407, 423];

/** The first that holds is said. */
const rows: readonly ((facts: ReturnType<typeof factsOf>) => Cause | false)[] = [
  ({ status, raw }) => status === 400 && wantsTls.test(raw) && cause('tls-port'),
  ({ status, raw, isDocumented }) =>
    status >= 400 && !isDocumented && /(?:SSL|client) certificate/i.test(raw) && cause('client-certificate'),
  ({ doubled, isDocumented }) =>
    doubled !== null && !isDocumented && cause('doubled-path', { part: doubled }),
  ({ servedPath, isRedirect, toPath, pathname }) =>
    isRedirect && servedPath === toPath && cause('slash-redirect', { from: pathname, to: servedPath }),
  ({ servedPath }) => servedPath !== null && cause('slash-served', { path: servedPath }),
  ({ length, body, isDocumented }) => length !== null && !isDocumented && cause('length', { body, length }),
  ({ isRedirect, location, baseUrl }) =>
    isRedirect &&
    /^https:/i.test(location) &&
    /^http:/i.test(baseUrl) &&
    cause('redirect-to-https', { location }),
  ({ isRedirect, toPath, location }) =>
    isRedirect && /log-?in|sign-?in|auth|sso/i.test(toPath) && cause('log-in', { location }),
  ({ isRedirect, location }) => isRedirect && cause('redirect', { location }),
  ({ status, wait }) => status === 429 && cause('rate', { wait }),
  ({ status, problem }) => status === 200 && problem !== null && cause('unreadable', { problem }),
  ({ status, isJson, body }) => status === 200 && !isJson && cause('page', { body }),
  ({ isRefusedLater, state, isDocumented, body }) =>
    isRefusedLater && !isDocumented && state !== 'failed' && cause('banned', { body }),
  ({ isRefusedLater }) => isRefusedLater && cause('locked'),
  ({ skew, status, body }) =>
    // Clocks may differ by a minute.
    skew > 60 && [401, 403, 422].includes(status) && cause('clock', { body, seconds: Math.round(skew) }),
  ({ status, isDocumented, isUnauthorized }) =>
    [401, 403].includes(status) && isDocumented && isUnauthorized && cause('credentials'),
  ({ status, isDocumented, body }) =>
    refusals.includes(status) && !isDocumented && cause('other-refusal', { body }),
  ({ status, isDocumented }) => [401, 403, 423].includes(status) && isDocumented && cause('blocked'),
  ({ status, areOthersDocumented }) =>
    [404, 405, 410].includes(status) && !areOthersDocumented && cause('path', { method: 'POST' }),
  ({ status }) => [406, 415].includes(status) && cause('content-type'),
  ({ status, lacking }) =>
    status === 422 && lacking !== undefined && cause('not-seen', { parameter: lacking }),
  ({ status, named, value }) =>
    status === 422 && named !== undefined && cause('other-value', { parameter: named, value }),
  ({ status, isDocumented }) => status === 422 && isDocumented && cause('encryption'),
  ({ areOthersDocumented, wasAccepted, body }) =>
    areOthersDocumented && !wasAccepted && cause('alone', { body }),
  ({ status, isDocumented }) => status >= 500 && isDocumented && cause('later'),
  ({ status, body }) => status >= 500 && cause('gateway', { body }),
];

/** `because`: why, without the status. */
export function explainPlain(seen: Seen): Cause & { readonly because: Message } {
  const { error, response } = seen.exchange;
  if (response === null) {
    const found = explainSilence(seen, message(`transport-${error?.kind ?? 'cut'}`));
    return { ...found, because: found.why };
  }
  const facts = factsOf(seen);
  const found =
    rows.reduce<Cause | false>((first, row) => first || row(facts), false) || cause('other-service');
  const { status } = response;
  const text = message(seen.wasAccepted ? 'cause-later-than' : 'cause-not-200', { status });
  const why = status === 200 ? found.why : message('cause-because', { text, why: found.why });
  return { why, because: found.why, advice: found.advice };
}

function explainSilence(
  { exchange: { error }, wasAccepted, areOthersDocumented }: Seen,
  said: Message,
): Cause {
  if (wasAccepted || areOthersDocumented) return cause(wasAccepted ? 'gone' : 'silent', { error: said });
  const coded = error?.code ? message('error-coded', { error: said, code: error.code }) : said;
  const advice = error === null ? null : adviceFor(error);
  const hint = advice === null ? message('hint-silent') : verbatim(advice);
  return { why: message('cause-no-answer', { error: coded }), advice: hint };
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
  return response.body.startsWith('\ufeff') ? message('body-with-bom') : null;
}

/** The end of the base URL's path with which the operation's path begins, so that it stands there twice. */
function doubledPath(...addresses: readonly [baseUrl: string, url: string]): string | null {
  const [base = [], all = []] = addresses.map((one) => new URL(one).pathname.split('/').filter(Boolean));
  const own = all.slice(base.length);
  const starts = own.map((_, index) => own.slice(0, own.length - index).join('/'));
  const found = starts.find((start) => `/${base.join('/')}`.endsWith(`/${start}`));
  return found === undefined ? null : `/${found}`;
}
