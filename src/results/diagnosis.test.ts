import { describe, expect, it } from 'vitest';
import { allClaims } from '../plan/plan.ts';
import type { Claim } from '../plan/plan.ts';
import type { Header } from '../client/exchange.ts';
import { specification } from '../operation/specification.ts';
import { answered, list, refused, silent } from '../judge/evidence.test-data.ts';
import type { Sent } from '../judge/evidence.test-data.ts';
import type { Attempt, Evidence } from '../judge/evidence.ts';
import { say } from '../messages/message.ts';
import type { Message, Param } from '../messages/message.ts';
import { judge } from './judge.ts';
import { but, conforming, recordWith, whereGood } from './record.test-data.ts';
import type { Answers } from './record.test-data.ts';
import type { Results } from './results.ts';

/** A message as its codes and parameters. */
const coded = ({ code, params }: Message): string => {
  const own = Object.values(params).map((one: Param): string => {
    if (typeof one === 'number' || typeof one === 'string') return `${one}`;
    return 'code' in one ? coded(one) : '';
  });
  return [code, ...own].join(' ').replaceAll(/(?:cause|hint)-(?:because )?/g, '');
};

/** Causes, each with its hint if that has another name. All of them must also exist in Russian. */
const codesOf = ({ rootCauses }: Results): readonly string[] =>
  rootCauses.map(({ words: { message, hint } }) => {
    for (const one of [message, hint]) expect(say(one, 'ru')).toMatch(/^(?=.*[а-я]{4})[^{}]{20,}$/u);
    const [found, advice] = [coded(message), hint.code.slice('hint-'.length)] as const;
    return found.split(' ').includes(advice) ? found : `${found} → ${advice}`;
  });

type Make = (sent: Sent) => Evidence;

const json =
  (status: number, body: unknown, ...headers: readonly Header[]): Make =>
  (sent) =>
    answered(status, body, { ...sent, headers });
const page = (status: number, title: string, ...headers: readonly Header[]): Make =>
  json(status, `<html><head><title>${title}</title></head></html>`, ...headers);
const said =
  (status: number, text: string): Make =>
  (sent) =>
    refused(status, text, sent);

const always =
  (make: Make): Answers =>
  ({ testRequest }, id) =>
    make({ id, request: testRequest.id });
const forGood = (make: Make): Answers => whereGood(always(make));

/** Answers everything so, but a request without credentials to the path with another slash as documented. */
const servedBeside =
  (make: Make): Answers =>
  ({ id: planned, testRequest }, id) =>
    planned.endsWith('.path.slash.anonymous')
      ? refused(422, 'partnerName is missing', {
          id,
          request: testRequest.id,
          url: 'http://127.0.0.1/partner/acme/sbp/banks',
        })
      : make({ id, request: testRequest.id });

const passwordText = 'partnerPassword is expected in encrypted form';
const late: Header = ['Date', new Date(Date.UTC(2025, 11, 31, 23, 58)).toUTCString()];
const sentTo = 'http://127.0.0.1/partner/sbp/partner/sbp/banks';

/** A request that is lost, so that its requirements stay open. */
const oneLost = but('a.missing.partnerName', 503, '<html>');
const lost: Make = (sent) => silent({}, sent);
const refusal = said(403, 'Did not pass authorization');

interface About {
  readonly baseUrl?: string;
  readonly variant?: 'b';
  /** Later answers to the plain request. */
  readonly later?: readonly Make[];
  /** Conditions with a set-up. */
  readonly exclusive?: Claim['exclusive'];
}

describe('the cause at the top of a report', () => {
  it.each<[server: string, answers: Answers, causes: string, about?: About]>([
    ['a wrong password in the profile', forGood(refusal), 'not-200 403 credentials'],
    [
      'a status of the other variant',
      forGood(said(401, 'User did not pass authorization')),
      'not-200 401 credentials',
    ],
    ['valid credentials get no answer', forGood(lost), 'silent verbatim reset'],
    [
      'a clock that is off',
      forGood(json(422, { description_status: passwordText }, late)),
      'not-200 422 clock json-error 120',
    ],
    ['another key', forGood(said(422, passwordText)), 'not-200 422 encryption'],
    [
      'a parameter taken away',
      forGood(said(422, 'useAuthByCert is missing, repeat with correct data')),
      'not-200 422 not-seen useAuthByCert',
    ],
    [
      'a blocked partner',
      forGood(said(403, 'Contact your assigned manager')),
      'not-200 403 blocked',
      { variant: 'b' },
    ],
    ['no banks', forGood(said(404, 'No banks found')), 'not-200 404 alone json-error'],
    [
      'an API key that lacks',
      always(json(401, { message: 'No API key found in request' })),
      'not-200 401 other-refusal json-of-others',
    ],
    ['everything forbidden, without a body', always(json(403, '')), 'not-200 403 other-refusal page-empty'],
    ['no content type accepted', always(page(415, 'Unsupported')), 'not-200 415 content-type'],
    [
      'a path that is served with another slash at its end',
      servedBeside(page(404, 'Not Found')),
      'not-200 404 slash-served /partner/acme/sbp/banks',
      { variant: 'b' },
    ],
    [
      'wrong credentials, and a router that ignores the slash',
      servedBeside(said(401, 'User did not pass authorization')),
      'not-200 401 credentials',
      { variant: 'b' },
    ],
    ['a web server without the service', always(page(404, 'Not Found')), 'not-200 404 path POST'],
    [
      'a part of the path in the base URL',
      always((sent) => page(404, 'Not Found')({ ...sent, url: sentTo })),
      'not-200 404 doubled-path /partner/sbp',
      { baseUrl: 'http://127.0.0.1/partner/sbp' },
    ],
    ['a captive portal', always(page(200, 'Welcome')), 'only-pages 200 page page-titled Welcome'],
    [
      'a log-in page',
      always(page(302, 'Found', ['Location', '/login?next=/partner'])),
      'not-200 302 log-in /login?next=/partner',
    ],
    [
      'a slash, in an address that speaks of authorization',
      always(page(307, 'Moved', ['Location', '/partner/sbp/banks/?useAuthByCert=true'])),
      'not-200 307 slash /partner/sbp/banks/?useAuthByCert=true',
    ],
    [
      'https',
      always(page(301, 'Moved', ['Location', 'https://bank.test/partner/sbp/banks'])),
      'not-200 301 redirect-to-https https://bank.test/partner/sbp/banks',
    ],
    [
      'another path',
      always(page(307, 'Moved', ['Location', '/v2/partner/sbp/banks'])),
      'not-200 307 redirect /v2/partner/sbp/banks',
    ],
    ['a limit of the rate', always(json(429, {}, ['Retry-After', '0'])), 'not-200 429 rate retry-after 0'],
    [
      'a gateway whose service is down',
      always(page(502, 'Bad Gateway')),
      'not-200 502 gateway page-titled Bad Gateway',
    ],
    [
      'an unavailable service',
      always(said(500, 'Temporarily unavailable, repeat later')),
      'not-200 500 later',
    ],
    ['another service', always(json(418, { teapot: true })), 'not-200 418 other-service'],
    [
      'a port that speaks TLS',
      always(page(400, '400 The plain HTTP request was sent to HTTPS port')),
      'not-200 400 tls-port',
    ],
    [
      'a client certificate',
      always(page(400, '400 No required SSL certificate was sent')),
      'not-200 400 client-certificate',
    ],
    [
      'nobody at the port',
      always((sent) => silent({ kind: 'refused', stage: 'connect' }, sent)),
      'no-answer verbatim reset → refused',
    ],
    [
      'a header that a gateway removes',
      (request, ...others) =>
        (request.testRequest.condition === 'unavailable' ? always(json(200, list)) : conforming)(
          request,
          ...others,
        ),
      'not-created unavailable',
    ],
    ['nothing amiss', conforming, ''],
    ['a page in place of the list alone', forGood(page(200, 'Banks')), ''],
    ['a lock after a failed login', conforming, 'later-than 403 locked', { later: [refusal] }],
    [
      'an address that is banned',
      conforming,
      'later-than 403 banned page-titled Blocked',
      { later: [page(403, 'Blocked')] },
    ],
    ['a replica with another key', oneLost, 'later-than 422 replica', { later: [said(422, passwordText)] }],
    [
      'a deployment in the middle of the run',
      oneLost,
      'later-than 404 changed page-titled Not here',
      { later: [page(404, 'Not here')] },
    ],
    ['a service that stops answering', oneLost, 'gone verbatim reset', { later: [lost] }],
    [
      'a service that fails now and then',
      oneLost,
      'passing verbatim reset',
      { later: [lost, json(200, list)] },
    ],
    [
      'a service that loses connections beside others',
      (request, id) => (request.testRequest.condition === 'missing' ? always(lost) : conforming)(request, id),
      'load 8 verbatim reset',
    ],
    [
      'a set-up that returns before the condition holds',
      but('a.unavailable', 200, list),
      'early unavailable',
      { exclusive: ['unavailable'] },
    ],
  ])('%s', (_server, answers, expected, about = {}) => {
    const { baseUrl = 'http://127.0.0.1', variant = 'a', later = [], exclusive = [] } = about;
    const { [variant]: claim } = allClaims(specification);
    const claims = claim === undefined ? {} : { [variant]: { ...claim, exclusive } };
    const record = recordWith(answers, { profile: { sha256: '0'.repeat(64), claims, limits: {} } });
    const controls = later.map((make, at): Attempt => {
      const outcome = make({ id: `later-${at}`, request: 'success', at: 1000 + at });
      return { request: 'a.success', role: 'control', for: null, outcome };
    });
    const attempts = [...record.attempts, ...controls];
    const target = { ...record.target, baseUrl };
    expect(codesOf(judge({ ...record, attempts, target }, specification, [], [])).join()).toBe(expected);
  });

  it('is said once for all variants that share it, and for each where they differ', () => {
    const variantsOf = (answers: Answers) =>
      judge(recordWith(answers), specification, [], []).rootCauses.map(({ variant }) => variant);
    expect(variantsOf(always(page(404, 'Not Found')))).toEqual([null]);
    const refusing: Answers = (request, ...others) =>
      forGood(said(request.variant.id === 'a' ? 403 : 401, 'Did not pass authorization'))(request, ...others);
    expect(variantsOf(refusing)).toEqual(['a', 'b']);
  });
});
