import { describe, expect, it } from 'vitest';
import { allClaims } from '../case/plan.ts';
import { requestTo, runAgainst, targetAt, where } from '../execution/small-run.test-support.ts';
import type { Answer, Changes } from '../execution/small-run.test-support.ts';
import { withService } from '../execution/small-service.test-support.ts';
import type { Call, Reply, SmallService } from '../execution/small-service.test-support.ts';
import type { Header } from '../http/exchange.ts';
import { specification } from '../spec/specification.ts';
import { answered, list, refused, silent } from '../verdict/evidence.test-data.ts';
import type { Sent } from '../verdict/evidence.test-data.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { say } from '../wording/message.ts';
import type { Message, Param } from '../wording/message.ts';
import { judge } from './judge.ts';
import { conforming, recordWith, whereGood } from './record.test-data.ts';
import type { Answers } from './record.test-data.ts';
import type { Results } from './results.ts';

/** A message by its codes and particulars. */
const coded = ({ code, params }: Message): string => {
  const own = Object.values(params).map((one: Param): string => {
    if (typeof one === 'number' || typeof one === 'string') return `${one}`;
    return 'code' in one ? coded(one) : '';
  });
  return [code, ...own].join(' ').replaceAll(/(?:cause|hint)-(?:because )?/g, '');
};

/** Causes; a hint is shown where it is not that of the same name. All are said in Russian as well. */
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
  ({ stimulus }, id) =>
    make({ id, request: stimulus.id });
const forGood = (make: Make): Answers => whereGood(always(make));

const passwordText = 'partnerPassword is expected in encrypted form';
const late: Header = ['Date', new Date(Date.UTC(2025, 11, 31, 23, 58)).toUTCString()];
const sentTo = 'http://127.0.0.1/partner/sbp/partner/sbp/banks';

describe('the cause at the top of a report, from what was recorded', () => {
  it.each<[server: string, answers: Answers, causes: string, about?: { baseUrl?: string; variant?: 'b' }]>([
    [
      'a wrong password in the profile',
      forGood(said(403, 'Did not pass authorization')),
      'not-200 403 credentials',
    ],
    [
      'a status of the other variant',
      forGood(said(401, 'User did not pass authorization')),
      'not-200 401 credentials',
    ],
    ['valid credentials get no answer', forGood((sent) => silent({}, sent)), 'silent verbatim reset'],
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
        (request.stimulus.condition === 'unavailable' ? always(json(200, list)) : conforming)(
          request,
          ...others,
        ),
      'not-created unavailable',
    ],
    ['nothing amiss', conforming, ''],
    ['a page in place of the list alone', forGood(page(200, 'Banks')), ''],
  ])('%s', (_server, answers, expected, { baseUrl = 'http://127.0.0.1', variant = 'a' } = {}) => {
    const { [variant]: claim } = allClaims(specification);
    const claims = claim === undefined ? {} : { [variant]: claim };
    const record = recordWith(answers, { profile: { sha256: '0'.repeat(64), claims, limits: {} } });
    const results = judge({ ...record, target: { ...record.target, baseUrl } }, specification, [], []);
    expect(codesOf(results).join()).toBe(expected);
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

type Target = (service: SmallService) => Changes;
/** How a service answers in the course of a run, and what differs in its target. */
type Course = readonly [server: string, answer: Answer, causes: string, target?: Target];

const isGood = ({ kind }: Call): boolean => kind === 'success';
const isLate = ({ index }: Call): boolean => index >= 12;
const replyOf = (status: number, body: string): Reply => ({ status, body });
const textOf = (status: number, text: string): Reply =>
  replyOf(status, JSON.stringify({ description_status: text }));
const refusal = textOf(403, 'Did not pass authorization');

const courses: readonly Course[] = [
  [
    'a lock after a failed login',
    (call, { calls }) =>
      calls.some(({ password, kind }) => kind === 'unauthorized' && password?.startsWith('small') === true)
        ? refusal
        : 'documented',
    'later-than 403 locked',
  ],
  [
    'an address that is banned',
    where(isLate, replyOf(403, '<html><title>Blocked</title></html>')),
    'later-than 403 banned page-titled Blocked',
  ],
  [
    'an address that is refused after 40 requests',
    where(({ index }) => index >= 40, refusal),
    'later-than 403 locked',
  ],
  [
    'a replica with another key',
    where((call) => isGood(call) && call.index % 2 === 1, textOf(422, passwordText)),
    'later-than 422 replica',
  ],
  [
    'a deployment in the middle of the run',
    where((call) => isLate(call) && isGood(call), replyOf(404, '<html><title>Not here</title></html>')),
    'later-than 404 changed page-titled Not here',
  ],
  [
    'a service that stops answering',
    where((call) => isLate(call) && isGood(call), 'reset'),
    'gone broken-off read-failed ECONNRESET no-headers-came',
  ],
  [
    'a service that fails now and then',
    ({ kind, index }, { calls }) =>
      [kind, calls[index - 1]?.kind].includes('unencrypted') && kind !== 'missing' ? 'reset' : 'documented',
    'passing broken-off read-failed ECONNRESET no-headers-came',
  ],
  [
    'a service that loses connections beside others',
    where(({ open, kind }) => open > 1 || kind === 'missing', 'reset'),
    'load ',
    () => ({ limits: { recheck: 0 } }),
  ],
  [
    'a set-up that returns before the condition holds',
    () => 'documented',
    'early unavailable',
    ({ url }) => ({
      conditions: { unavailable: { setup: requestTo(`${url}/up`), teardown: requestTo(`${url}/up`) } },
    }),
  ],
];

describe.concurrent('the cause at the top of a report, in the course of a run', () => {
  const resultsOf = (answer: Answer, target: Target = () => ({})): Promise<Results> =>
    withService(answer, async (service) => {
      const { limits, ...own } = target(service);
      const changes = { variants: ['a'] as const, limits: { retries: 1, ...limits }, ...own };
      return (await runAgainst(targetAt(service.url, changes), { pauses: 0.02 })).results;
    });

  it.for(courses)('%s', async ([, answer, expected, target]) => {
    expect(codesOf(await resultsOf(answer, target))).toEqual([expect.stringContaining(expected)]);
  });

  it('is an advice where connections are lost beside others and every requirement is judged all the same', async () => {
    const answer = async ({ open }: Call): Promise<Reply> => {
      if (open > 2) return 'reset';
      await new Promise((resolve) => setTimeout(resolve, 20));
      return 'documented';
    };
    const results = await resultsOf(answer, () => ({ limits: { recheck: 60_000, retries: 4 } }));
    expect([results.verdict, results.rootCauses]).toEqual(['conforming', []]);
    expect(results.advisories).toMatchObject([{ id: 'a.connections-lost' }]);
  });
});
