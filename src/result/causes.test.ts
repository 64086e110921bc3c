import { describe, expect, it } from 'vitest';
import { requestTo, runAgainst, targetAt, where } from '../execution/small-run.test-support.ts';
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
const asPlain = {
  status: 422,
  body: JSON.stringify({ description_status: 'partnerPassword is expected in encrypted form' }),
};
const banks = json(200, { banks: [{ bic: '044525974', name: 'x', name_en: 'x', id: '1' }] });
const always = (reply: Reply) => (): Reply => reply;

/** A server, and what it makes a report say above everything else; no report says anything else there. */
interface Row {
  readonly answer: (call: Call, service: SmallService) => Reply | Promise<Reply>;
  readonly target?: (service: SmallService) => Changes & { readonly path?: string };
  /** How the plain request was answered, from the beginning or later. */
  readonly status?: number;
  readonly later?: number;
  readonly says: readonly [found: string, hint: string];
}

const isGood = ({ kind }: Call): boolean => kind === 'success';
const isLate = ({ index }: Call): boolean => index >= 12;
const isLateGood = (call: Call): boolean => isLate(call) && isGood(call);
const refusedNow = 'valid credentials are refused now';

const rows: Readonly<Record<string, Row>> = {
  'a wrong password in the profile': {
    answer: where(isGood, refused),
    status: 403,
    says: ["the partner's name and password are refused", 'or an earlier run has locked the partner'],
  },
  'valid credentials get no answer': {
    answer: where(isGood, 'reset'),
    says: ['the plain request gets no answer, other requests do: read ECONNRESET', 'log of the service'],
  },
  'a lock after a failed login': {
    answer: (call, { calls }) =>
      calls.some(({ password, kind }) => kind === 'unauthorized' && password?.startsWith('small') === true)
        ? refused(call)
        : 'documented',
    later: 403,
    says: [refusedNow, 'may have locked the partner after failed logins: have it unlocked'],
  },
  'an address that is banned in the middle of the run': {
    answer: where(isLate, page(403, 'Blocked')),
    later: 403,
    says: [`${refusedNow}, with an HTML page ("Blocked")`, 'may have banned this address'],
  },
  'an address that is refused like a wrong password after 40 requests': {
    answer: (call) => (call.index >= 40 ? refused(call) : 'documented'),
    later: 403,
    says: [refusedNow, 'or it bans an address after many requests: lower limits.rate'],
  },
  'a replica with another key': {
    answer: where((call) => isGood(call) && call.index % 2 === 1, asPlain),
    later: 422,
    says: [
      'the target does not recognise some passwords as encrypted, though they are encrypted alike',
      'one of several instances may have another key',
    ],
  },
  'a clock that is two minutes off': {
    answer: where(isGood, () => ({
      ...asPlain,
      headers: { Date: new Date(Date.now() - 120_000).toUTCString() },
    })),
    status: 422,
    says: [
      'a documented error, and the clock of the target and that of this machine differ by 12',
      'encryption.template may lack the timestamp',
    ],
  },
  'a gateway that removes the header of a condition': {
    answer: where(({ kind }) => kind === 'unavailable', banks),
    says: [
      'the request for unavailable was answered 200, as the plain request is',
      'no gateway on the way removes headers',
    ],
  },
  'a deployment in the middle of the run': {
    answer: where(isLateGood, page(404, 'Not here')),
    later: 404,
    says: ['an HTML page ("Not here") in place of the list', 'run again when it is done'],
  },
  'a gateway that wants an API key': {
    answer: always(json(401, { message: 'No API key found in request' })),
    status: 401,
    says: [
      'refused with JSON that is no documented error',
      'headers that it requires (an API key, for example)',
    ],
  },
  'a gateway that forbids everything without a body': {
    answer: always({ status: 403 }),
    status: 403,
    says: ['refused with an empty body', 'a gateway or firewall in front of the target refuses'],
  },
  'a service that accepts no content type': {
    answer: always(page(415, 'Unsupported')),
    status: 415,
    says: [
      'the content type is not accepted',
      'set the Content-Type or Accept that the target requires in headers',
    ],
  },
  'a web server without the service': {
    answer: always(page(404, 'Not Found')),
    status: 404,
    says: ['there is nothing at this path for a POST', 'check baseUrl and bankCode'],
  },
  'a base URL that ends with a part of the path': {
    answer: () => 'documented',
    target: () => ({ path: '/partner/sbp' }),
    status: 404,
    says: [
      'baseUrl ends with /partner/sbp, which the suite appends itself',
      'remove /partner/sbp from baseUrl',
    ],
  },
  'a captive portal': {
    answer: always(page(200, 'Welcome')),
    says: [
      'no request is answered with JSON; the plain request is answered 200: an HTML page ("Welcome") instead of JSON',
      'check baseUrl: a gateway, a log-in page, a captive portal',
    ],
  },
  'a redirect to a log-in page': {
    answer: always(page(302, 'Found', { Location: '/login?next=/partner' })),
    status: 302,
    says: ['a redirect to a log-in page, /login?next=/partner', 'requires a login'],
  },
  'a redirect that only appends a slash, in an address that speaks of authorization': {
    answer: always(page(307, 'Moved', { Location: '/partner/sbp/banks/?useAuthByCert=true' })),
    status: 307,
    says: [
      'a redirect to the same path, but for the slash at its end: /partner/sbp/banks/?',
      'has to answer',
    ],
  },
  'a service that finds no banks': {
    answer: where(isGood, said(404, 'No banks found')),
    status: 404,
    says: ['a documented error, while other requests to this path are answered as documented', 'log of the'],
  },
  'a service that refuses credentials with the status of the other variant': {
    answer: where(isGood, said(401, 'User did not pass authorization')),
    status: 401,
    says: ["the partner's name and password are refused", 'check credentials.partnerPassword'],
  },
  'a redirect to https': {
    answer: always(page(301, 'Moved', { Location: 'https://bank.test/partner/sbp/banks' })),
    status: 301,
    says: ['a redirect to https://bank.test/partner/sbp/banks', 'https:// included, into baseUrl'],
  },
  'a redirect elsewhere': {
    answer: always(page(307, 'Moved', { Location: '/v2/partner/sbp/banks' })),
    status: 307,
    says: ['a redirect to /v2/partner/sbp/banks', 'check scheme, host and path of baseUrl'],
  },
  'a limit of the rate for everybody': {
    answer: always(json(429, {}, { 'Retry-After': '0' })),
    status: 429,
    says: ['the target limits the rate, Retry-After 0', 'lower limits.rate and limits.concurrency'],
  },
  'a gateway whose service is down': {
    answer: always(page(502, 'Bad Gateway')),
    status: 502,
    says: [
      'an HTML page ("Bad Gateway") in place of the target\'s answer',
      '--wait 60 waits for one that is starting',
    ],
  },
  'a service that says it is unavailable': {
    answer: always(said(500, 'Temporarily unavailable, repeat later')),
    status: 500,
    says: ['the target says that it is unavailable', 'try again later'],
  },
  'another key than the service’s': {
    answer: where(isGood, said(422, 'partnerPassword is expected in encrypted form')),
    status: 422,
    says: ['the target does not recognise the password as encrypted', 'encoding, template, key)'],
  },
  'a gateway that takes a parameter away': {
    answer: where(isGood, said(422, 'useAuthByCert is missing, repeat with correct data')),
    status: 422,
    says: ['the target does not see useAuthByCert, which was sent', 'credentials.useAuthByCert'],
  },
  'a partner of variant B who is blocked': {
    answer: where(isGood, said(403, 'Contact your assigned manager')),
    target: () => ({ variants: ['b'] }),
    status: 403,
    says: ['access is refused', 'ask the assigned manager'],
  },
  'another service': {
    answer: always(json(418, { teapot: true })),
    status: 418,
    says: ['the specification does not use this status', 'another service may answer there'],
  },
  'a port that speaks TLS': {
    answer: always(page(400, '400 The plain HTTP request was sent to HTTPS port')),
    status: 400,
    says: ['the port speaks TLS, and baseUrl says http://', 'write https:// in baseUrl'],
  },
  'a gateway that wants a client certificate': {
    answer: always(page(400, '400 No required SSL certificate was sent')),
    status: 400,
    says: ['the target requires a client certificate', 'set tls.cert and tls.key'],
  },
  'nobody at the port': {
    answer: () => 'documented',
    target: (service) => {
      void service.stop();
      return {};
    },
    says: ['the target does not answer: connect ECONNREFUSED', '--wait 60 waits for one that is starting'],
  },
  'a service that stops answering on the way': {
    answer: where(isLateGood, 'reset'),
    says: [
      'the target answered at first and does not answer any more:',
      'check that it still runs, and lower limits.concurrency',
    ],
  },
  'a service that fails now and then': {
    answer: ({ kind, index }, { calls }) =>
      [kind, calls[index - 1]?.kind].includes('unencrypted') && kind !== 'missing' ? 'reset' : 'documented',
    says: ['answered 200 before and after, but not every time: read ECONNRESET', 'fails now and then'],
  },
  'a service that loses connections beside others': {
    answer: where(({ open, kind }) => open > 1 || kind === 'missing', 'reset'),
    target: () => ({ limits: { recheck: 0 } }),
    says: ['got no connection while other requests were open', 'lower limits.concurrency'],
  },
  'a set-up that returns before the condition holds': {
    answer: () => 'documented',
    target: ({ url }) => ({
      conditions: { unavailable: { setup: requestTo(`${url}/up`), teardown: requestTo(`${url}/up`) } },
    }),
    says: [
      'the setup of unavailable succeeded, but the request was answered 200',
      'set conditions.unavailable.until',
    ],
  },
};

const causesAt = (row: Pick<Row, 'answer' | 'target'>): Promise<Results['rootCauses']> =>
  withService(row.answer, async (service) => {
    const { path = '', ...changes } = row.target?.(service) ?? {};
    const target = targetAt(`${service.url}${path}`, { variants: ['a'], ...changes });
    const limits = { ...target.limits, retries: 1 };
    return (await runAgainst({ ...target, limits }, { pauses: 0.02 })).results.rootCauses;
  });

describe.concurrent('the cause at the top of a report', () => {
  it.each(Object.entries(rows))('is found for %s', async (_server, row) => {
    const causes = await causesAt(row);
    const { status, later, says } = row;
    const before = [
      ...(status === undefined
        ? []
        : [`the plain request with the profile's credentials is answered ${status}, not 200: `]),
      ...(later === undefined ? [] : [`the plain request was answered 200 at first, and ${later} later: `]),
    ].join('');
    expect(causes.map(({ message }) => message)).toEqual([expect.stringContaining(before + says[0])]);
    expect(causes[0]?.hint).toContain(says[1]);
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
