// Why the plain request of a variant is not accepted, and what to do: each row names the facts that it rests on.

import { parameters, variants } from '#banks/specification.ts';
import { adviceFor } from '../client/errors.ts';
import { headerIn } from '../client/exchange.ts';
import type { Exchange } from '../client/exchange.ts';
import { isLockout, read } from '../judge/answer.ts';
import type { PlainResult } from '../judge/check.ts';
import { bodyWords } from '../judge/words.ts';
import { findMeanings } from '../judge/lexicon/meaning.ts';
import { findNaming } from '../judge/lexicon/naming.ts';
import { failureIn, message } from '../messages/message.ts';
import type { Code, Message } from '../messages/message.ts';

/** What is known beside the answer. */
export interface Seen extends Pick<PlainResult, 'variant' | 'state' | 'servedPath'> {
  readonly exchange: Exchange;
  readonly baseUrl: string;
  /** Other requests of the variant to this path were refused as documented. */
  readonly areOthersDocumented: boolean;
  /** The other variant was accepted. */
  readonly isOtherServed: boolean;
  /** From so many characters on, and only then, they are answered alike; null: it is not by length. */
  readonly length: number | null;
}

interface Cause {
  readonly why: Message;
  readonly advice: Message;
}

/** Those with a hint. */
type Name = {
  [Given in Code]: Given extends `cause-${infer Rest}` ? (`hint-${Rest}` extends Code ? Rest : never) : never;
}[Code];

/** `cause-NAME` and `hint-NAME`, or another hint, of one set of params. */
const cause = (name: Name, params: Message['params'] = {}, hint: Code = `hint-${name}`): Cause => ({
  why: { code: `cause-${name}`, params },
  advice: { code: hint, params },
});

/** Seconds that a limiter asks for, more than a run waits; else 0. */
function longWait(exchange: Exchange): number {
  const asked = headerOf(exchange, 'retry-after');
  const until = (Date.parse(asked) - Date.parse(exchange.startedAt)) / 1000;
  const seconds = /^\d+$/.test(asked) ? Number(asked) : until;
  return [429, 503].includes(exchange.response?.status ?? 0) && seconds > 60 ? Math.round(seconds) : 0;
}

const headerOf = ({ response }: Exchange, name: string): string =>
  headerIn(response?.headers ?? [], name) ?? '';

function factsOf(seen: Seen) {
  const { exchange, variant } = seen;
  const answer = read(exchange);
  const { status = 0, body, bodyProblem } = exchange.response ?? {};
  const raw = body ?? '';
  const isMeant = bodyProblem !== undefined || /^\ufeff|"(?:banks|description_status)"/.test(raw);
  const location = headerOf(exchange, 'location');
  const wait = headerOf(exchange, 'retry-after').slice(0, 40);
  const said = findMeanings(answer.text ?? '');
  const { url } = exchange.request;
  const names = parameters.filter((name) => findNaming(answer.text ?? '', name) === 'named');
  return {
    ...seen,
    status,
    isDocumented: answer.isDocumented,
    isJson: answer.json !== undefined,
    error: failureIn(exchange.error),
    wasAccepted: seen.state === 'accepted',
    body: bodyOf(exchange),
    raw,
    problem: (isMeant && bodyWords(exchange).params['problem']) || null,
    location: location.slice(0, 120),
    isRedirect: status >= 300 && status < 400,
    toPath: URL.parse(location, url)?.pathname ?? '',
    path: new URL(url).pathname,
    seconds: longWait(exchange),
    wait: wait === '' ? '' : message('retry-after', { wait }),
    isRefusedLater: seen.state === 'accepted' && isLockout(exchange),
    isUnauthorized:
      status === variants[variant].conditions.unauthorized?.status || said.has('not-authorized'),
    skew: Math.abs(Date.parse(headerOf(exchange, 'date')) - Date.parse(exchange.startedAt)) / 1000,
    lacking: said.has('correct-data') ? names[0] : undefined,
    // Of a value that is not accepted, unless the text speaks of the password.
    named: names.includes('partnerPassword') || said.has('encrypted-form') ? undefined : names[0],
  };
}

/** How servers say on a port for TLS that they were sent plain HTTP. */
const wantsTls = /plain HTTP (?:request was sent )?to|HTTP request to an HTTPS server|SSL is required/i;

const refusals = [401, 403, 407, 423];

/** The first that holds is said. */
const rows: readonly ((facts: ReturnType<typeof factsOf>) => Cause | false)[] = [
  ({ status, raw }) => status === 400 && wantsTls.test(raw) && cause('tls-port'),
  ({ status, raw, isDocumented }) =>
    status >= 400 && !isDocumented && /(?:SSL|client) certificate/i.test(raw) && cause('client-certificate'),
  ({ servedPath, isRedirect, toPath, path }) =>
    isRedirect && servedPath === toPath && cause('slash-redirect', { from: path, to: servedPath }),
  ({ servedPath }) => servedPath !== null && cause('slash-served', { path: servedPath }),
  ({ length, body, isDocumented }) => length !== null && !isDocumented && cause('length', { body, length }),
  ({ status, wasAccepted, error }) => status === 0 && wasAccepted && cause('gone', { error }),
  ({ status, areOthersDocumented, error, exchange }) =>
    status === 0 && (areOthersDocumented ? cause('silent', { error }) : noAnswer(exchange)),
  ({ isRedirect, location, baseUrl }) =>
    isRedirect &&
    /^https:/i.test(location) &&
    /^http:/i.test(baseUrl) &&
    cause('redirect-to-https', { location }),
  ({ isRedirect, location }) => isRedirect && cause('redirect', { location }),
  ({ status, wait, seconds }) =>
    status === 429 && cause('rate', { wait, seconds }, seconds > 0 ? 'hint-wait' : 'hint-rate'),
  ({ status, problem }) => status === 200 && problem !== null && cause('unreadable', { problem }),
  ({ status, isJson, body }) => status === 200 && (isJson ? cause('no-list') : cause('page', { body })),
  ({ isRefusedLater, isDocumented, body }) => isRefusedLater && !isDocumented && cause('banned', { body }),
  ({ isRefusedLater }) => isRefusedLater && cause('locked'),
  ({ skew, status, body }) =>
    // Clocks may differ by a minute.
    skew > 60 && [401, 403, 422].includes(status) && cause('clock', { body, seconds: Math.round(skew) }),
  ({ status, isDocumented, isUnauthorized }) =>
    [401, 403].includes(status) && isDocumented && isUnauthorized && cause('credentials'),
  ({ status, isDocumented, body }) =>
    refusals.includes(status) &&
    !isDocumented &&
    cause('other-refusal', { body }, status === 407 ? 'hint-is-proxy' : 'hint-other-refusal'),
  ({ status }) => [401, 403, 423].includes(status) && cause('blocked'),
  ({ status, areOthersDocumented, isOtherServed, variant, path }) =>
    [404, 405, 410].includes(status) &&
    !areOthersDocumented &&
    cause(
      'path',
      { method: 'POST', path },
      isOtherServed ? `hint-unserved-${variant}` : variant === 'a' ? 'hint-path-a' : 'hint-path',
    ),
  ({ status, lacking }) =>
    status === 422 && lacking !== undefined && cause('not-seen', { parameter: lacking }),
  ({ status, named }) => status === 422 && named !== undefined && cause('other-value', { parameter: named }),
  ({ status, isDocumented }) => status === 422 && isDocumented && cause('encryption'),
  ({ areOthersDocumented, wasAccepted, body }) =>
    areOthersDocumented && !wasAccepted && cause('alone', { body }),
  ({ status, isDocumented }) => status >= 500 && isDocumented && cause('later'),
  ({ status, body }) => status >= 500 && cause('gateway', { body }),
];

/** `because`: why, without the status. */
export function explainPlain(seen: Seen): Cause & { readonly because: Message } {
  const facts = factsOf(seen);
  const { why, advice } =
    rows.reduce<Cause | false>((first, row) => first || row(facts), false) || cause('other-service');
  const { status } = facts;
  const text = message(facts.wasAccepted ? 'cause-later-than' : 'cause-not-200', { status });
  const whole = [0, 200].includes(status) ? why : message('cause-because', { text, why });
  return { why: whole, because: why, advice };
}

function noAnswer({ error }: Exchange): Cause {
  const advice: Code = error === null ? 'hint-silent' : `advice-${adviceFor(error)}`;
  return { why: message('cause-no-answer', { error: failureIn(error) }), advice: message(advice) };
}

/** What stands in the body of an answer. */
function bodyOf(exchange: Exchange): Message {
  const { isDocumented, json } = read(exchange);
  if (isDocumented) return message('json-error');
  if (json !== undefined) return message('json-of-others');
  const body = exchange.response?.body ?? '';
  if (body === '') return message('page-empty');
  const type = headerOf(exchange, 'content-type');
  if (!/html/i.test(type) && !/^\s*<(?:!doctype html|html)/i.test(body)) return message('page-not-json');
  const title = /<title[^>]*>\s*([^<]*?)\s*<\/title/i.exec(body.slice(0, 10_000))?.[1] ?? '';
  return title === '' ? message('page-html') : message('page-titled', { title: title.slice(0, 60) });
}
