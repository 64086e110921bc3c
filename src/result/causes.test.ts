import { describe, expect, it } from 'vitest';
import { runAgainst, targetAt } from '../execution/small-run.test-support.ts';
import type { Changes } from '../execution/small-run.test-support.ts';
import { withService } from '../execution/small-service.test-support.ts';
import type { Call, Reply, SmallService } from '../execution/small-service.test-support.ts';
import { say } from '../wording/message.ts';
import type { Results } from './results.ts';

const json = (status: number, body: object, headers = {}): Reply => ({
  status,
  body: JSON.stringify(body),
  headers,
});
const page = (status: number, title: string, headers = {}): Reply => ({
  status,
  headers: { 'Content-Type': 'text/html', ...headers },
  body: `<html><head><title>${title}</title></head></html>`,
});
const said = (status: number, text: string): Reply => json(status, { description_status: text });
const refused = (call: Call): Reply => said(call.variant === 'a' ? 403 : 401, 'Did not pass authorization');
const always = (reply: Reply) => (): Reply => reply;
const request = (url: string) => ({ kind: 'request', method: 'POST', url, headers: {}, body: null }) as const;

/** A server, and what it makes a report say above everything else; no report says anything else there. */
interface Row {
  readonly server: string;
  readonly answer: (call: Call, service: SmallService) => Reply | Promise<Reply>;
  readonly target?: (service: SmallService) => Changes & { readonly path?: string };
  readonly says: readonly [found: string, hint: string];
}

const notAccepted = (status: number): string =>
  `the plain request with the profile's credentials is answered ${status}, not 200`;
const acceptedFirst = (status: number): string =>
  `the plain request was answered 200 at first, and ${status} later`;

const rows: readonly Row[] = [
  {
    server: 'a wrong password in the profile',
    answer: (call) => (call.kind === 'success' ? refused(call) : 'documented'),
    says: [
      `${notAccepted(403)}: the partner's name and password are refused`,
      'check credentials.partnerPassword',
    ],
  },
  {
    server: 'valid credentials get no answer',
    answer: (call) => (call.kind === 'success' ? 'reset' : 'documented'),
    says: ['the plain request gets no answer, other requests do: read ECONNRESET', 'log of the service'],
  },
  {
    server: 'a lock after a failed login',
    answer: (call, { calls }) =>
      calls.some(({ password, kind }) => kind === 'unauthorized' && password?.startsWith('small') === true)
        ? refused(call)
        : 'documented',
    says: [
      `${acceptedFirst(403)}: valid credentials are refused now`,
      'may have locked the partner after failed logins',
    ],
  },
  {
    server: 'an address that is banned in the middle of the run',
    answer: ({ index }) => (index >= 12 ? page(403, 'Blocked') : 'documented'),
    says: [
      `${acceptedFirst(403)}: valid credentials are refused now, with an HTML page ("Blocked")`,
      'may have banned this address',
    ],
  },
  {
    server: 'a deployment in the middle of the run',
    answer: ({ index, kind }) => (index >= 12 && kind === 'success' ? page(404, 'Not here') : 'documented'),
    says: [
      `${acceptedFirst(404)}: an HTML page ("Not here") in place of the list`,
      'run again when it is done',
    ],
  },
  {
    server: 'a gateway that wants an API key',
    answer: always(json(401, { message: 'No API key found in request' })),
    says: [
      `${notAccepted(401)}: refused with JSON that is no documented error`,
      'set the headers that it requires (an API key, for example)',
    ],
  },
  {
    server: 'a gateway that forbids everything without a body',
    answer: always({ status: 403 }),
    says: [
      `${notAccepted(403)}: refused with an empty body`,
      'a gateway or firewall in front of the target refuses',
    ],
  },
  {
    server: 'a service that accepts no content type',
    answer: always(page(415, 'Unsupported')),
    says: [
      `${notAccepted(415)}: the content type is not accepted`,
      'set the Content-Type or Accept that the target requires in headers',
    ],
  },
  {
    server: 'a web server without the service',
    answer: always(page(404, 'Not Found')),
    says: [`${notAccepted(404)}: there is nothing at this path for a POST`, 'check baseUrl and bankCode'],
  },
  {
    server: 'a base URL that ends with a part of the path',
    answer: () => 'documented',
    target: () => ({ path: '/partner/sbp' }),
    says: [
      `${notAccepted(404)}: baseUrl ends with /partner/sbp, which the suite appends itself`,
      'remove /partner/sbp from baseUrl',
    ],
  },
  {
    server: 'a captive portal',
    answer: always(page(200, 'Welcome')),
    says: [
      'no request is answered with JSON; the plain request is answered 200: an HTML page ("Welcome") instead of JSON',
      'check baseUrl: a gateway, a log-in page, a captive portal',
    ],
  },
  {
    server: 'a redirect to a log-in page',
    answer: always(page(302, 'Found', { Location: '/login?next=/partner' })),
    says: [`${notAccepted(302)}: a redirect to a log-in page, /login?next=/partner`, 'requires a login'],
  },
  {
    server: 'a redirect to https',
    answer: always(page(301, 'Moved', { Location: 'https://bank.test/partner/sbp/banks' })),
    says: [
      `${notAccepted(301)}: a redirect to https://bank.test/partner/sbp/banks`,
      'https:// included, into baseUrl',
    ],
  },
  {
    server: 'a redirect elsewhere',
    answer: always(page(307, 'Moved', { Location: '/v2/partner/sbp/banks' })),
    says: [
      `${notAccepted(307)}: a redirect to /v2/partner/sbp/banks`,
      'check scheme, host and path of baseUrl',
    ],
  },
  {
    server: 'a limit of the rate for everybody',
    answer: always(json(429, {}, { 'Retry-After': '0' })),
    says: [
      `${notAccepted(429)}: the target limits the rate, Retry-After 0`,
      'lower limits.rate and limits.concurrency',
    ],
  },
  {
    server: 'a gateway whose service is down',
    answer: always(page(502, 'Bad Gateway')),
    says: [
      `${notAccepted(502)}: an HTML page ("Bad Gateway") in place of the target's answer`,
      'check that the target runs',
    ],
  },
  {
    server: 'a service that says it is unavailable',
    answer: always(said(500, 'Temporarily unavailable, repeat later')),
    says: [`${notAccepted(500)}: the target says that it is unavailable`, 'try again later'],
  },
  {
    server: 'another key than the service’s',
    answer: (call) =>
      call.kind === 'success' ? said(422, 'partnerPassword is expected in encrypted form') : 'documented',
    says: [
      `${notAccepted(422)}: the target does not recognise the password as encrypted`,
      'check encryption (scheme',
    ],
  },
  {
    server: 'a gateway that takes a parameter away',
    answer: (call) =>
      call.kind === 'success'
        ? said(422, 'useAuthByCert is missing, repeat with correct data')
        : 'documented',
    says: [
      `${notAccepted(422)}: the target does not see useAuthByCert, which was sent`,
      'credentials.useAuthByCert',
    ],
  },
  {
    server: 'a partner of variant B who is blocked',
    answer: (call) => (call.kind === 'success' ? said(403, 'Contact your assigned manager') : 'documented'),
    target: () => ({ variants: ['b'] }),
    says: [`${notAccepted(403)}: access is refused`, 'ask the assigned manager'],
  },
  {
    server: 'another service',
    answer: always(json(418, { teapot: true })),
    says: [
      `${notAccepted(418)}: the specification does not use this status`,
      'another service may answer there',
    ],
  },
  {
    server: 'a port that speaks TLS',
    answer: always(page(400, '400 The plain HTTP request was sent to HTTPS port')),
    says: [`${notAccepted(400)}: the port speaks TLS, and baseUrl says http://`, 'write https:// in baseUrl'],
  },
  {
    server: 'a gateway that wants a client certificate',
    answer: always(page(400, '400 No required SSL certificate was sent')),
    says: [`${notAccepted(400)}: the target requires a client certificate`, 'set tls.cert and tls.key'],
  },
  {
    server: 'nobody at the port',
    answer: () => 'documented',
    target: (service) => {
      void service.stop();
      return {};
    },
    says: ['the target does not answer: connect ECONNREFUSED', 'check host and port of baseUrl'],
  },
  {
    server: 'a service that stops answering on the way',
    answer: ({ index, kind }) => (index >= 12 && kind === 'success' ? 'reset' : 'documented'),
    says: [
      'the target answered at first and does not answer any more:',
      'check that it still runs, and lower limits.concurrency',
    ],
  },
  {
    server: 'a service that loses connections beside others',
    answer: ({ open, kind }) => (open > 1 || kind === 'missing' ? 'reset' : 'documented'),
    target: () => ({ limits: { recheck: 0 } }),
    says: ['got no connection while other requests were open', 'lower limits.concurrency'],
  },
  {
    server: 'a set-up that returns before the condition holds',
    answer: () => 'documented',
    target: ({ url }) => ({
      conditions: { unavailable: { setup: request(`${url}/up`), teardown: request(`${url}/up`) } },
    }),
    says: [
      'the setup of unavailable succeeded, but the request was answered 200',
      'set conditions.unavailable.until',
    ],
  },
];

const causesAt = (row: Pick<Row, 'answer' | 'target'>): Promise<Results['rootCauses']> =>
  withService(row.answer, async (service) => {
    const { path = '', ...changes } = row.target?.(service) ?? {};
    const target = targetAt(`${service.url}${path}`, { variants: ['a'], ...changes });
    const limits = { ...target.limits, timeout: 500, retries: 1 };
    return (await runAgainst({ ...target, limits })).results.rootCauses;
  });

describe.concurrent('the cause at the top of a report', () => {
  it.each(rows)('$server', async (row) => {
    const causes = await causesAt(row);
    expect(causes.map(({ message }) => message)).toEqual([expect.stringContaining(row.says[0])]);
    expect(causes[0]?.hint).toContain(row.says[1]);
    for (const words of Object.values(causes[0]?.words ?? {}))
      expect(say(words, 'ru')).toMatch(/^(?=.*[а-я]{4})[^{}]{20,}$/u);
  });

  it('is none where the service is as it should be, or fails by itself', async () => {
    expect(await causesAt({ answer: () => 'documented' })).toEqual([]);
    const wrongly = (call: Call): Reply => (call.kind === 'missing' ? said(400, 'x') : 'documented');
    expect(await causesAt({ answer: wrongly })).toEqual([]);
    const broken = (call: Call): Reply => (call.kind === 'success' ? page(200, 'Banks') : 'documented');
    expect(await causesAt({ answer: broken })).toEqual([]);
  });

  it('is an advice where connections are lost beside others and every requirement is judged all the same', async () => {
    const answer = async ({ open }: Call): Promise<Reply> => {
      if (open > 2) return 'reset';
      await new Promise((resolve) => setTimeout(resolve, 5));
      return 'documented';
    };
    const results = await withService(answer, async ({ url }) => {
      const limits = { recheck: 60_000, retries: 4 };
      return (await runAgainst(targetAt(url, { variants: ['a'], limits }))).results;
    });
    expect([results.verdict, results.rootCauses]).toEqual(['conforming', []]);
    expect(results.advisories).toMatchObject([{ id: 'a.connections-lost' }]);
    expect(results.advisories[0]?.message).toContain('limits.concurrency');
  });

  it('is said once for all variants that share it, and for each where they differ', async () => {
    const target = (): Changes => ({ variants: ['a', 'b'] });
    const shared = await causesAt({ target, answer: always(page(404, 'Not Found')) });
    expect(shared.map(({ variant }) => variant)).toEqual([null]);
    const answer = (call: Call): Reply => (call.kind === 'success' ? refused(call) : 'documented');
    expect((await causesAt({ target, answer })).map(({ variant }) => variant)).toEqual(['a', 'b']);
  });
});
