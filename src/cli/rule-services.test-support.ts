import { texts as flawed } from '../judge/lexicon/flaw.test-data.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { switched, refusal, page, runWith, both, where } from '../run/small-run.test-support.ts';
import type { Answer, Changes, Manner } from '../run/small-run.test-support.ts';
import { closeAll, dropPackets } from '../client/raw-server.test-support.ts';
import { documentedReply, partner } from '../run/small-service.test-support.ts';
import type { Call, Reply, SmallService } from '../run/small-service.test-support.ts';
import type { Exchange, TransportErrorKind } from '../client/exchange.ts';
import { message } from '../messages/message.ts';
import { checksUnderReview } from '../results/review.ts';
import type { Results, ReviewResult } from '../results/results.ts';
import { meanings, readTextFiles } from '../judge/lexicon/texts.test-support.ts';

type ChangesOf = Changes | ((service: SmallService) => Changes);

/** Runs both variants against a small service. */
export async function fromSmall(
  answer: Answer | Reply,
  given: ChangesOf = {},
  manner: Manner = {},
): Promise<Results> {
  const changesOf = (service: SmallService): Changes => {
    const changes = typeof given === 'function' ? given(service) : given;
    return { ...both, ...changes, limits: { failedLogins: 3, retries: 4, ...changes.limits } };
  };
  return (await runWith(answer, changesOf, manner)).results;
}

export const is =
  (wanted: Call['kind']) =>
  ({ kind }: Call): boolean =>
    kind === wanted;

/** Gives this reply the first time that the condition is true. */
export function once(isHit: (call: Call) => boolean, reply: Reply): Answer {
  let hits = 0;
  return where((call) => isHit(call) && (hits += 1) === 1, reply);
}

/** Uses the first rule that has an answer. */
const firstOf =
  (...rules: readonly Answer[]): Answer =>
  async (call, service) => {
    for (const rule of rules) {
      const reply = await rule(call, service);
      if (reply !== 'documented') return reply;
    }
    return 'documented';
  };

/** Answers the variants differently. */
const byVariant =
  (a: Answer | Reply, b: Answer | Reply): Answer =>
  (call, service) => {
    const own = call.variant === 'a' ? a : b;
    return typeof own === 'function' ? own(call, service) : own;
  };

const saying = (status: number, text: string): Reply => ({
  status,
  body: JSON.stringify({ description_status: text }),
});

const json = (status: number, body: string): Reply => ({ status, body });

const onlyA = { variants: ['a'] } as const;
const lacks =
  (name: string) =>
  (call: Call): boolean =>
    call.kind === 'missing' && !(name in call.params) && Object.keys(call.params).length === 2;
/** A login of the profile's partner with a wrong password. */
const isGuess = ({ kind, params, password }: Call): boolean =>
  kind === 'unauthorized' && params['partnerName'] === partner.name && password !== null;
/** The plain request, or one that only spells it differently. */
const isPlain = ({ kind, variant, url, body }: Call): boolean =>
  kind === 'success' &&
  (variant === 'a' ? /^\{"partnerName":"1042","partnerPassword":"[^\\]+$/ : /\?partnerName=1042&/).test(
    variant === 'a' ? body : url,
  );
const isRespelled = ({ kind, variant, url, body }: Call): boolean =>
  kind === 'success' && (variant === 'a' ? body.includes('\\u0070') : url.includes('=%31%30%34%32'));
/** A separate partner for wrong passwords. */
export const own = { partnerName: '1050', rightPassword: 'right-of-1050' };
const of1050 = ({ params }: Call): boolean => params['partnerName'] === '1050';
const isEscaped = (call: Call): boolean => call.variant === 'a' && isRespelled(call);
const notFound: Reply = { ...page, status: 404 };
const unknownPartner: Manner = { cases: ['*.unauthorized.unknown-partner'] };
const bank = '{"name":"Bank","bic":"044525225"}';

/** Services for rules of judgement that no other record shows. */
export const ruleServices: Readonly<Record<string, () => Promise<Results>>> = {
  // A 409 while another request is open is asked again, and is no control.
  'rule-session-lock': () =>
    fromSmall(
      async (call) => {
        const isBusy = isPlain(call) && call.open > 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
        return isBusy ? saying(409, 'Busy') : 'documented';
      },
      { limits: { failedLogins: 20 } },
    ),
  // At the limit of failed logins one repeat is enough, but not if anything else was in doubt.
  'rule-doubts-at-limit': () =>
    fromSmall(firstOf(where(isGuess, page), once(lacks('partnerName'), page)), onlyA),
  // An unexpected block of another request is such a doubt.
  'rule-block-at-limit': () =>
    fromSmall(
      firstOf(
        where(isGuess, page),
        once(lacks('partnerName'), saying(403, 'Access is blocked, contact your assigned manager')),
      ),
      onlyA,
    ),
  // A 429 to a failed login is a rate limit if an earlier one got another answer; otherwise it is a wrong
  // answer.
  'rule-login-limited': () =>
    fromSmall(where(isGuess, { status: 429, headers: { 'Retry-After': '0' } }), {
      ...onlyA,
      limits: { failedLogins: 9 },
    }),
  // A spelling that is always refused otherwise fails its own case, and not the plain request.
  'rule-spelling-refused': () => fromSmall(where(isEscaped, refusal(422)), {}, onlySpelled),
  // A made-up partner is limited, and one of the other variant was refused as documented.
  'rule-stranger-limited': () =>
    fromSmall(
      byVariant('documented', where(is('unauthorized'), { status: 429, headers: { 'Retry-After': '0' } })),
      {},
      { cases: ['*.success', '*.unauthorized.unknown-partner'] },
    ),
  'rule-every-login-limited': () =>
    fromSmall(where(is('unauthorized'), { status: 429, headers: { 'Retry-After': '0' } }), {
      ...onlyA,
      limits: { failedLogins: 9 },
    }),
  // An unusable local address is a failed set-up even if the service is down. A route is not.
  'rule-ways-beside-outage': () =>
    fromSmall(
      where(({ kind, indexOfKind }) => kind === 'success' && indexOfKind > 0, page),
      {
        conditions: {
          'ip-blocked': { localAddress: '203.0.113.7' },
          unavailable: { baseUrl: 'http://127.0.0.1:1' },
        },
      },
      { cases: ['*.success', 'a.unavailable', 'b.ip-blocked'] },
    ),
  // A: if the plain request gets no list, requests that get none show nothing.
  //
  // B: a spelling that is refused, and accepted when repeated, was refused for another reason.
  'rule-no-list-refused-once': () =>
    fromSmall(
      byVariant(
        where(is('success'), json(200, '{"data":[]}')),
        once(isRespelled, saying(400, 'Bad request')),
      ),
    ),
  // A: a list in an earlier attempt counts as handed out, whatever the repeat is answered.
  //
  // B: the list is compared with that of the adjacent control, because it may have changed since the first one.
  'rule-list-withdrawn-or-emptied': () =>
    fromSmall(
      byVariant(
        once(isGuess, json(500, `{"banks":[${bank}]}`)),
        firstOf(
          once(isRespelled, page),
          where(({ kind, index }) => kind === 'success' && index > 2, json(200, '{"banks":[]}')),
        ),
      ),
    ),
  // A: an answer over the reading limit shows nothing. B: if it begins with a list, the list was handed out.
  'rule-longer-than-read': () => {
    const long = (text: string): Reply => json(200, text.padEnd(1_000_001));
    return fromSmall(
      byVariant(
        where(is('missing'), long('{"data":[')),
        where(is('unauthorized'), long(`{"banks":[${bank},`)),
      ),
      { limits: { retries: 1 } },
      fewCases,
    );
  },
  // A: a page with the expected status is no refusal by the service if the plain request gets it too.
  //
  // B: if the plain request gets another status, the service refuses bad requests and serves no good one.
  'rule-pages-for-refusals': () =>
    fromSmall(
      byVariant({ ...page, status: 422 }, (call) => ({
        ...page,
        status: call.kind === 'success' ? 404 : documentedReply(call).status,
      })),
    ),
  // A: a bad control before an answer does not show a lock. B: one after it does not excuse another wrong
  // answer.
  'rule-lock-before-or-after': () => {
    let [lost, locked] = [0, 0];
    return fromSmall(
      byVariant(
        (call) => {
          if (lacks('partnerName')(call)) return (lost += 1) === 1 ? page : 'documented';
          return lost === 1 && isPlain(call) && call.indexOfKind > 4 ? refusal(403) : 'documented';
        },
        (call) => {
          if (lacks('partnerName')(call)) return (locked += 1) === 1 ? page : saying(400, 'Bad request');
          return locked > 1 && call.kind === 'success' ? refusal(401) : 'documented';
        },
      ),
      { limits: { failedLogins: 20 } },
    );
  },
  // A: if the plain request only meets a limit, its result is open, though others are refused properly.
  //
  // B: if it is always reset while others are answered, it fails.
  'rule-plain-limited-or-reset': () =>
    fromSmall(
      byVariant(
        where(is('success'), { status: 429, headers: { 'Retry-After': '0' } }),
        firstOf(where(is('success'), 'reset'), where(is('unauthorized'), page)),
      ),
      { limits: { failedLogins: 20 } },
    ),
  // A plain request counts as refused by the service itself only with the documented status.
  'rule-plain-unavailable': () =>
    fromSmall(
      byVariant(
        where(is('success'), saying(503, 'Temporarily unavailable, try later')),
        where(is('success'), { ...page, status: 500 }),
      ),
    ),
  // Probes show nothing about a plain request that was sent before them.
  'rule-probe-after': () => fromSmall(where(is('success'), page), { ...onlyA, limits: { failedLogins: 1 } }),
  // Texts that differ only in identifiers are one text. Another spelling of a name comes under review, and so
  // do three meanings of other conditions, and words of the topic.
  'rule-texts': () =>
    fromSmall((call) => {
      // Only the beginning of a long text is read, but the exact name is searched in all of it.
      if (call.variant === 'a' && lacks('useAuthByCert')(call)) {
        return saying(422, `${'long '.repeat(3300)} use&#65;uthByCert`);
      }
      if (call.kind === 'missing' && call.variant === 'a') {
        return saying(422, `Request ${1000 + call.index}-7f: repeat the request with correct data`);
      }
      if (call.kind === 'missing') {
        const named = lacks('useAuthByCert')(call) ? 'use_auth_by_cert' : 'partner_name, partnerPassword';
        return saying(422, `${named}: repeat the request with correct data`);
      }
      if (call.kind === 'unauthorized')
        return saying(
          call.variant === 'a' ? 403 : 401,
          'Your &#9999999; password, your assigned manager: contact him',
        );
      if (call.kind === 'unencrypted') {
        return saying(
          422,
          'Temporarily unavailable, repeat later. Contact your assigned manager. User did not pass authorization. Expected in encrypted form.',
        );
      }
      return 'documented';
    }),
  // Doubtful answers that are not asked again: each is open, or judged.
  'rule-no-repeats': () =>
    fromSmall(
      firstOf(
        where(lacks('partnerName'), { ...page, status: 404 }),
        where(lacks('partnerPassword'), saying(403, 'Access is blocked, contact your assigned manager')),
        where(lacks('useAuthByCert'), saying(500, 'Broken')),
        where(is('unencrypted'), saying(409, 'Conflict')),
        where(({ variant, body, method }) => variant === 'a' && body === '' && method === 'POST', {
          ...page,
          status: 404,
        }),
        where(({ body }) => body === '{"partnerName":', saying(500, 'Broken')),
        where(({ method }) => method === 'GET', saying(500, 'Broken')),
        where(({ method }) => method === 'PUT', { ...page, status: 404 }),
        where(({ method }) => method === 'PATCH', { status: 429 }),
        where(({ method }) => method === 'DELETE', { ...page, status: 504 }),
        where(isEscaped, json(200, '{"data":[]}')),
        where(({ kind, body }) => kind === 'success' && body.startsWith('{ '), saying(400, 'Bad request')),
        where(({ kind, url }) => kind === 'success' && /%2[bf]/.test(url), saying(422, 'Bad request')),
      ),
      { limits: { retries: 0 } },
    ),
  // A partner whose logins are all lost shows nothing about controls with another partner.
  'rule-own-partner-dropped': () =>
    fromSmall(where(of1050, 'reset'), {
      conditions: {
        unauthorized: { credentials: own },
      },
      limits: { failedLogins: 20 },
    }),
  // A 409 while no other request is open is judged like any other answer, and shows a lock.
  'rule-conflict-alone': () => {
    let isLocked = false;
    return fromSmall(
      (call) => {
        isLocked ||= isGuess(call);
        return isLocked && call.kind === 'success' ? refusal(409) : 'documented';
      },
      // Times are in whole ms: without a gap, requests that follow one another seem to overlap.
      { ...onlyA, limits: { failedLogins: 20, rate: 50 } },
    );
  },
  // If the right password is unknown, the refusal of the separate partner may be a lock, unless it gives
  // another reason.
  'rule-own-partner-unknown': () =>
    fromSmall(
      byVariant(
        where(of1050, saying(403, 'You did not pass authorization. Contact your assigned manager')),
        where(of1050, saying(401, 'Access is blocked, contact your assigned manager')),
      ),
      { conditions: { unauthorized: { credentials: { partnerName: '1050' } } } },
    ),
  // Pages with the documented statuses do not show the service if the plain request gets a gateway's page.
  'rule-pages-of-gateway': () => {
    const documented = (call: Call): Reply => ({ ...page, status: documentedReply(call).status });
    return fromSmall(
      byVariant(
        (call) => (call.kind === 'success' ? page : documented(call)),
        (call) => (call.kind === 'success' ? { ...page, status: 429 } : documented(call)),
      ),
      {},
      fewCases,
    );
  },
  // A gateway that refuses even requests without credentials may also be what refuses the plain one.
  'rule-gateway-at-work': () => {
    const isBare = ({ kind, params }: Call): boolean =>
      kind === 'missing' && Object.keys(params).length === 0;
    return fromSmall(
      byVariant(
        (call) =>
          isBare(call) ? { status: 429 } : call.kind === 'success' ? { ...page, status: 503 } : 'documented',
        (call) => (call.kind === 'success' || isBare(call) ? { ...page, status: 504 } : 'documented'),
      ),
      {},
      fewCases,
    );
  },
  // A condition that keeps the service down is compared with a control before and one after, the last answer of
  // the run.
  'rule-set-up-last': () =>
    fromSmall(
      where(is('unavailable'), { ...page, status: 503 }),
      (service) => ({ ...onlyA, conditions: { unavailable: switched(service) } }),
      { cases: ['a.success', 'a.unavailable'] },
    ),
  // The path is not served, so observations there show nothing.
  'rule-path-not-served': () => fromSmall(({ method }) => saying(method === 'POST' ? 404 : 405, 'Not found')),
  // The right password of the partner whose passwords are guessed is no failed login.
  'rule-own-partner-limited': () =>
    fromSmall(
      firstOf(
        where(
          (call) => of1050(call) && call.password === own.rightPassword,
          json(200, `{"banks":[${bank}]}`),
        ),
        where(of1050, { status: 429, headers: { 'Retry-After': '0' } }),
      ),
      { ...onlyA, conditions: { unauthorized: { credentials: own } }, limits: { failedLogins: 20 } },
      { cases: ['a.success', 'a.unauthorized.wrong-password'] },
    ),
  // A page of somebody else that goes by shows no lock: the refusal before it would be asked again if it might.
  'rule-page-after-refusal': () =>
    fromSmall(
      once((call) => isPlain(call) && call.indexOfKind > 0, notFound),
      { limits: { retries: 0 } },
      unknownPartner,
    ),
  // Nor does it make a refusal that nobody expects the service's own.
  'rule-page-challenge': () =>
    fromSmall(
      firstOf(
        once(lacks('partnerName'), { ...page, status: 403 }),
        once((call) => isPlain(call) && call.indexOfKind > 0, notFound),
      ),
      { ...onlyA, limits: { concurrency: 1, retries: 0 } },
      { cases: ['a.success', 'a.missing.*'] },
    ),
  // A page to the end may be a lock.
  'rule-page-to-the-end': () =>
    fromSmall(
      where((call) => isPlain(call) && call.indexOfKind > 0, notFound),
      onlyA,
      unknownPartner,
    ),
  // The first control that shows anything decides. A later lock of the partner changes nothing.
  'rule-locked-late': () => {
    let [isLocked, lost, controls] = [false, 0, 0];
    return fromSmall(
      byVariant(
        (call) => {
          if (call.password === '') isLocked = true;
          if (isLocked && call.kind === 'success') return refusal(403);
          return isGuess(call) && call.password !== '' ? page : 'documented';
        },
        (call) => {
          if (lacks('partnerName')(call)) return (lost += 1) < 3 ? page : 'documented';
          return lost === 3 && call.kind === 'success' && (controls += 1) === 2 ? refusal(401) : 'documented';
        },
      ),
      { limits: { failedLogins: 40 } },
    );
  },
  // At the limit, a refused spelling leaves open whether valid credentials are still accepted.
  'rule-refusal-at-limit': () =>
    fromSmall(where(isEscaped, refusal(403)), { ...onlyA, limits: { failedLogins: 1 } }),
  // A requirement does not pass if one of its cases was left out.
  'rule-some-cases': () =>
    fromSmall('documented', {}, { cases: ['*.success', '*.unauthorized.unknown-partner', 'a.missing.*'] }),
  // Bodies that are not a list of records as specified.
  'rule-lists': () => {
    let [at, refused] = [0, 0];
    const broken: Answer = (call) => {
      if (call.kind !== 'success' || isPlain(call)) return 'documented';
      // With another status, a list shows nothing.
      if (isRespelled(call) && (refused += 1) === 1) return json(400, `{"banks":[${bank}]}`);
      return json(200, lists[(at += 1) % lists.length] ?? '');
    };
    return fromSmall(broken);
  },
  // Bodies that count as a list in answers to requests without valid credentials.
  'rule-leaks': () => {
    let at = 0;
    return fromSmall((call) => {
      if (call.kind === 'success' || call.kind === 'elsewhere') return 'documented';
      at += 1;
      return {
        status: at % 3 === 0 ? 200 : documentedReply(call).status,
        body: leaks[at % leaks.length] ?? '',
      };
    });
  },
  // Bodies that are not valid error bodies.
  'rule-error-bodies': () => {
    let at = 0;
    return fromSmall((call) => {
      if (call.kind === 'success' || call.kind === 'elsewhere') return 'documented';
      return { status: documentedReply(call).status, body: errors[(at += 1) % errors.length] ?? '' };
    });
  },
  // Bodies about which the run states a fact: too many values to read, another meaning when masked.
  'rule-stated': async () =>
    withUnread(
      await fromSmall(
        where(
          lacks('partnerName'),
          saying(422, `${partner.password}partnerName is missing, repeat the request with correct data`),
        ),
      ),
      ['a.missing.partnerPassword', 'b.success', 'a.request.body.escapes'],
    ),
  // Texts that the lexicon knows, one after the other; texts that deny a meaning or only resemble it; all
  // others.
  'rule-texts-stated': () => speaking(['stated']),
  'rule-texts-contrary': () => speaking(['contrary']),
  'rule-texts-other': () => speaking(['mixed', 'nothing', 'touched', 'beside', 'review', 'naming']),
  // Texts that a template or a wrong encoding left behind, and texts that only look so.
  'rule-texts-flawed': () => {
    const texts = flawed.map(([text]) => text).filter((text) => text !== '');
    return fromSmall(
      (call) =>
        call.kind === 'unauthorized' || call.kind === 'unencrypted'
          ? saying(documentedReply(call).status, texts[call.indexOfKind % texts.length] ?? '')
          : 'documented',
      { variants: ['b'], limits: { failedLogins: 1000 } },
    );
  },
  // Each has a cause: the first row of `causes.ts` that an answer to a plain request matches.
  'cause-tls': () =>
    everything(
      json(400, 'The plain HTTP request was sent to HTTPS port'),
      json(400, 'No required SSL certificate was sent'),
    ),
  'cause-redirects': () =>
    everything(
      { status: 301, headers: { Location: 'https://127.0.0.1/partner/sbp/banks' } },
      { status: 308, headers: { Location: '/partner/acme/sbp/banks' } },
    ),
  'cause-log-in': () =>
    everything(
      { status: 300, headers: { Location: '/sso/begin' } },
      { status: 302, headers: { Location: 'http://127.0.0.1:1/elsewhere' } },
    ),
  'cause-pages': () =>
    everything(
      {
        status: 200,
        body: '<html><title> Welcome to the pages of a gateway that knows neither the path nor you </title></html>',
        headers: { 'Content-Type': 'text/html' },
      },
      json(415, '{"error":"type"}'),
    ),
  'cause-refusals': () =>
    everything(
      { status: 403, body: '<html><body>Denied</body></html>' },
      { ...refused(401), headers: { Date: 'Mon, 01 Jan 2001 00:00:00 GMT' } },
    ),
  'cause-refusals-unsaid': () => everything(saying(403, 'No'), saying(401, 'No')),
  'cause-credentials': () => everything(refused(403), saying(403, 'Contact your assigned manager')),
  'cause-paths': () => everything({ status: 404 }, json(400, '{}')),
  'cause-data': () =>
    everything(
      saying(422, 'The parameter useAuthByCert is missing, repeat the request with correct data'),
      saying(422, 'The parameter partnerPassword is expected in encrypted form'),
    ),
  'cause-alone': () =>
    fromSmall(
      byVariant(where(is('success'), json(404, '{"error":"no"}')), where(is('success'), json(409, '{}'))),
      {},
      fewCases,
    ),
  'cause-later': () => later(json(404, '{"error":"gone"}'), saying(422, 'Missing')),
  'cause-banned': () => later({ status: 403, body: '<html>Denied</html>' }, refused(401)),
  'cause-gone': () => later('ended', saying(503, 'Try later'), 2),
  'cause-doubled-path': () =>
    fromSmall(
      byVariant(json(404, '{"error":"no"}'), json(403, '{"error":"no"}')),
      { baseUrl: (url) => `${url}/partner/` },
      fewCases,
    ),
  // A plain HTTP port behind an https:// address: the error and its advice.
  'cause-no-tls': () =>
    fromSmall('documented', { baseUrl: (url) => url.replace('http:', 'https:') }, fewCases),
  // Nothing can be sent: the encrypting program fails from the third call on.
  'cause-nothing-sent': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sbp-kept-'));
    const program = '[ "$(ls | wc -l)" -lt 2 ] && mktemp -p . >&2 && head -c 24 /dev/urandom | base64';
    const encryption = {
      scheme: 'command',
      command: ['sh', '-c', program],
      folder,
      template: '{password}',
    } as const;
    try {
      return await fromSmall('documented', { settings: { encryption } }, fewCases);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  'cause-silent': () => everything('ended', 'silent'),
  'cause-load': () =>
    fromSmall(
      byVariant(
        where(({ method }) => ['GET', 'PUT'].includes(method), 'reset'),
        where(({ method }) => method === 'GET', 'reset'),
      ),
    ),
  // The condition does not hold, or not yet after its set-up.
  'cause-not-created': () =>
    fromSmall(
      where(({ kind }) => kind === 'blocked' || kind === 'unavailable', json(200, `{"banks":[${bank}]}`)),
      (service) => ({ conditions: { unavailable: switched(service) } }),
      { cases: ['*.success', '*.unavailable', '*.partner-blocked'] },
    ),
  // What a body says that is observed of it, and not judged: members, sorting, shapes, a name that is too long.
  'small-lists-observed': () => {
    let at = 0;
    return fromSmall(
      where(is('success'), () => json(200, observedLists[(at += 1) % observedLists.length] ?? '')),
    );
  },
  // Bodies that are nearly JSON: how deep a list stands in them, and what comments hide.
  'small-nearly-json': () => {
    let at = 0;
    return fromSmall(
      where(is('missing'), () => json(200, nearlyJson[(at += 1) % nearlyJson.length] ?? '')),
      { limits: { retries: 0 } },
      { cases: ['*.success', '*.missing.*'] },
    );
  },
  // A: an error that says it is compressed, and is not. B: names at the end of what is read of a text.
  'small-unreadable-error': () =>
    fromSmall(
      firstOf(
        // A word that joins clauses stands where none begins; words that a pattern may begin with stand twice.
        where(is('unauthorized'), ({ variant }) =>
          saying(
            401,
            variant === 'a'
              ? 'Send that it again with all fields filled right.'
              : 'Проверьте соединение и повторите запрос Проверьте соединение и повторите запрос',
          ),
        ),
        byVariant(
          where(is('missing'), {
            status: 422,
            body: '{"description_status":"Broken"}',
            headers: { 'Content-Encoding': 'gzip' },
          }),
          where(is('missing'), ({ params }) =>
            saying(422, `${'x '.repeat(8186)}${'partnerName' in params ? '' : ' '}partner_name`),
          ),
        ),
      ),
      { limits: { retries: 1 } },
      fewCases,
    ),
  // A list in every answer to a wrong password: the first one is cited.
  'rule-leak-repeated': () =>
    fromSmall(where(isGuess, json(500, `{"banks":[${bank}]}`)), { limits: { failedLogins: 20 } }, logins),
  // A failed way without any control, and a service that is itself unavailable behind a gateway.
  'rule-ways-unrepeated': () =>
    fromSmall(
      where(({ url }) => url.startsWith('/gateway'), saying(503, 'Try later')),
      ({ url }) => ({
        conditions: {
          'partner-blocked': { baseUrl: 'http://127.0.0.1:1' },
          'reward-unavailable': { baseUrl: `${url}/gateway` },
        },
        limits: { retries: 0 },
      }),
      { cases: ['*.success', 'b.partner-blocked', 'b.reward-unavailable'] },
    ),
  // Documented errors of other paths show nothing of the service behind this one.
  'cause-other-path': () =>
    fromSmall(
      (call) => {
        if (call.url.startsWith('/gateway')) return saying(500, 'Temporarily unavailable, repeat later');
        return call.kind === 'success'
          ? json(404, '{"error":"no"}')
          : { ...page, status: documentedReply(call).status };
      },
      ({ url }) => ({
        ...onlyA,
        conditions: { unavailable: { baseUrl: `${url}/gateway` } },
        limits: { failedLogins: 20 },
      }),
      { cases: ['a.success', 'a.unavailable', 'a.missing.partnerName'] },
    ),
  // A: an address in an answer that is no redirect. B: a redirect to the path itself.
  'cause-location-beside': () =>
    everything(
      { status: 404, headers: { Location: '/login' } },
      { status: 308, headers: { Location: '/partner/acme/sbp/banks/?again' } },
    ),
  // A: probes are lost where the plain request leads aside. B: some lead aside with it, others are refused.
  'cause-aside': () =>
    fromSmall(
      byVariant(
        (call) => (call.kind === 'success' ? aside : { ...page, status: 503 }),
        firstOf(where(is('success'), aside), where(lacks('partnerName'), aside)),
      ),
      {},
      fewCases,
    ),
  // The base URL has a path that nothing repeats.
  'cause-below-path': () =>
    fromSmall(
      byVariant(json(404, '{"error":"no"}'), json(406, '{}')),
      { baseUrl: (url) => `${url}/api` },
      fewCases,
    ),
  // Statuses of a path that is not served, and one that is not among them.
  'cause-gone-path': () => everything(saying(410, 'Gone'), saying(405, 'No')),
  'cause-not-acceptable': () => everything(saying(406, 'No'), json(399, '{}')),
  // The only case that ran: nothing else is open. A clock that is wrong is no cause of a 400.
  'cause-alone-asked': () =>
    fromSmall(
      byVariant({ status: 400, headers: { Date: 'Mon, 01 Jan 2001 00:00:00 GMT' } }, refused(403)),
      {},
      { cases: ['*.success'] },
    ),
  // The plain request is lost later, and a condition does not hold.
  'cause-later-and-early': () =>
    fromSmall(
      firstOf(
        where(is('blocked'), json(200, `{"banks":[${bank}]}`)),
        where(lacks('partnerName'), page),
        where(
          ({ kind, indexOfKind }) => kind === 'success' && indexOfKind > 0,
          json(404, '{"error":"gone"}'),
        ),
      ),
      { variants: ['b'] },
      { cases: ['*.success', 'b.partner-blocked', '*.missing.partnerName'] },
    ),
  // Lost connections of every kind, counted beside a plain request that is always answered.
  'cause-load-kinds': async () =>
    withErrors(
      await fromSmall(
        where(({ kind }) => kind === 'missing', 'reset'),
        { limits: { retries: 0 } },
      ),
      ['refused', 'reset', 'connect-timeout', 'timeout', 'cut', 'other', 'malformed'],
    ),
  // A single connection that is lost before anything was sent.
  'cause-load-single': async () =>
    withErrors(await fromSmall(where(isRespelled, 'reset'), { limits: { retries: 0 } }, onlySpelled), [
      'refused',
    ]),
  // The plain request is lost later, in ways that are not of a load.
  'cause-gone-kinds': async () => withErrors(await later('ended', 'reset'), ['other', 'timeout']),
  // A spelling that is never answered, or refused with an empty list.
  'rule-spelling-lost': () =>
    fromSmall(
      byVariant(where(isEscaped, 'reset'), where(isRespelled, json(400, '{"banks":[]}'))),
      {},
      onlySpelled,
    ),
  // The condition's request is answered as the plain one is, but for its list.
  'rule-alike-no-list': () => blockedAnswered('{"data":[]}'),
  'rule-alike-empty-list': () => blockedAnswered('{"banks":[]}'),
  // Also where its first answer was in doubt.
  'rule-alike-at-last': () =>
    fromSmall(
      firstOf(
        once(is('blocked'), { ...page, status: 503 }),
        where(is('blocked'), json(200, `{"banks":[${bank}]}`)),
      ),
      { variants: ['b'] },
      { cases: ['b.success', 'b.partner-blocked'] },
    ),
  // Nobody accepts the connection, so that nothing else is asked.
  'rule-not-accepted': async () => {
    const port = await dropPackets();
    const baseUrl = (): string => `http://127.0.0.1:${port}`;
    const results = await fromSmall('documented', { ...onlyA, limits: { retries: 0 }, baseUrl }, fewCases);
    await closeAll();
    return results;
  },
  // Everything is limited, and nothing asked again.
  'small-limited-once': () =>
    fromSmall(where(is('success'), { status: 429 }), { limits: { retries: 0 } }, fewCases),
  // The plain request is lost for a moment: before a set-up, and, of B, between two.
  'cause-beside-outage': () => {
    let [outages, after] = [0, 0];
    return fromSmall(
      (call) => {
        const { kind, variant, indexOfKind } = call;
        if (lacks('partnerName')(call)) return page;
        if (kind === 'success' && indexOfKind === 1) return page;
        if (variant === 'a') return 'documented';
        if (kind === 'unavailable') [outages, after] = [outages + 1, 0];
        return kind === 'success' && outages === 1 && (after += 1) === 2
          ? { ...page, status: 503 }
          : 'documented';
      },
      (service) => ({ conditions: { unavailable: switched(service) }, limits: { retries: 0 } }),
      { cases: ['*.success', '*.unavailable', '*.missing.partnerName', '*.unauthorized.*'] },
    );
  },
  // An answer of no error status to what is only observed.
  'small-observed-redirects': () =>
    fromSmall(
      where(({ kind, params }) => kind === 'missing' && Object.keys(params).length !== 2, {
        status: 302,
        headers: { Location: '/elsewhere' },
      }),
      onlyA,
    ),
  // A: a refusal that another one follows. B: a wrong answer whose status the plain request then gets as well.
  'rule-lock-alike': () => {
    let [guessed, lost] = [0, 0];
    return fromSmall(
      byVariant(
        (call) => {
          if (isGuess(call)) return (guessed += 1) > 0 ? refusal(401) : 'documented';
          return guessed > 0 && call.kind === 'success' ? refusal(403) : 'documented';
        },
        (call) => {
          if (lacks('partnerName')(call)) return (lost += 1) === 1 ? page : saying(400, 'Bad request');
          return lost > 1 && call.kind === 'success' ? saying(400, 'Bad request') : 'documented';
        },
      ),
      { limits: { failedLogins: 20 } },
      { cases: ['*.success', '*.missing.partnerName', '*.unauthorized.wrong-password'] },
    );
  },
  // What may be the lock of a partner of one's own, in a body and with a status that are wrong anyway.
  'rule-own-partner-odd': () =>
    fromSmall(
      byVariant(where(of1050, json(401, '{}')), where(of1050, json(403, '{}'))),
      { conditions: { unauthorized: { credentials: { partnerName: '1050' } } } },
      logins,
    ),
  // No control after a refused login: what is wrong with it stays open.
  'rule-unconfirmed': () => {
    let guessed = 0;
    return fromSmall(
      (call) => {
        if (isGuess(call))
          return (guessed += 1) > 0 ? json(call.variant === 'a' ? 401 : 403, '{}') : 'documented';
        return guessed > 0 && call.kind === 'success' ? page : 'documented';
      },
      { limits: { failedLogins: 20 } },
      logins,
    );
  },
  // A flag, the last of what is tried, locks the partner: no case is left open.
  'rule-locked-at-the-end': () => {
    let isLocked = false;
    return fromSmall(
      ({ kind, params }) => {
        isLocked ||= /^\s/.test(params['useAuthByCert'] ?? '') && params['partnerName'] === partner.name;
        return isLocked && kind === 'success' ? refusal(403) : 'documented';
      },
      { ...onlyA, limits: { failedLogins: 100 } },
    );
  },
  // Answers to requests that were sent alone, with a status that also means "one at a time".
  'rule-conflict-later': () => {
    let guessed = 0;
    return fromSmall(
      byVariant(
        (call) => {
          if (isGuess(call)) guessed += 1;
          return guessed > 0 && call.kind === 'success' ? refusal(409) : 'documented';
        },
        where((call) => call.kind === 'success' && !isPlain(call), refusal(409)),
      ),
      { limits: { failedLogins: 20 } },
    );
  },
  // Interrupted after the plain request's page, before anything shows whether the service answers.
  'rule-interrupted-after-page': () => {
    const abort = new AbortController();
    return fromSmall(
      page,
      onlyA,
      interruptedAfter(abort, () => true),
    );
  },
  // Interrupted after the repeat of a doubtful answer, with one control beside it.
  'rule-interrupted-after-repeat': () => {
    const abort = new AbortController();
    let pages = 0;
    const manner = interruptedAfter(
      abort,
      ({ response }) => response?.status === page.status && (pages += 1) === 2,
    );
    return fromSmall(where(lacks('partnerName'), page), onlyA, {
      ...manner,
      random: () => 0.9,
      cases: ['a.success', 'a.missing.partnerName'],
    });
  },
  // Interrupted before anything was to be sent.
  'small-interrupted-at-once': async () => ({
    ...(await fromSmall('documented', {}, { signal: AbortSignal.abort() })),
    attempts: [],
  }),
  // Waivers alone: they cover all that fails, or nothing that does.
  'rule-waived': async () =>
    withWaivers(
      await fromSmall(
        where(
          lacks('partnerName'),
          saying(400, 'partnerName is missing, repeat the request with correct data'),
        ),
        { limits: { failedLogins: 1 } },
        { cases: ['*.success', 'a.missing.partnerName', '*.unauthorized.wrong-password'] },
      ),
      'a.missing.partnerName.status',
    ),
  // A waiver of what the chosen variant does not have is not stale.
  'rule-waived-elsewhere': async () =>
    withWaivers(await fromSmall('documented', onlyA, { cases: ['a.success'] }), 'b.success.status'),
  // Warnings, too, of which one says what to do.
  'rule-waived-in-vain': async () => ({
    ...withWaivers(await fromSmall('documented', onlyA, { cases: ['a.success'] }), 'a.success.status'),
    warnings: [
      message('found-and-advice', { found: message('no-answer-said'), advice: message('hint-gone') }),
      message('interrupted'),
    ],
  }),
  // A setting explains one of two failures, and so none.
  'rule-block-and-more': () =>
    fromSmall(
      firstOf(
        where(is('blocked'), (call) => documentedReply({ ...call, kind: 'success' })),
        where(lacks('partnerName'), refusal(400)),
      ),
      { variants: ['b'] },
      { cases: ['b.success', 'b.partner-blocked', 'b.missing.partnerName'] },
    ),
  // A person refuses a text: no condition is suspected of it.
  'rule-refused-text': async () => {
    const results = await fromSmall(
      where(is('unauthorized'), saying(401, 'No')),
      { variants: ['b'] },
      {
        cases: ['b.success', 'b.ip-blocked', 'b.unauthorized.unknown-partner'],
      },
    );
    const reviews = decisionsOn(results, () => 'fail');
    return { ...results, reviews };
  },
  // People decided texts and waived failures.
  'rule-decided': async () => {
    const results = await fromSmall(
      firstOf(
        where(is('unauthorized'), saying(403, 'No')),
        where(is('unencrypted'), saying(422, 'No')),
        where(
          lacks('partnerName'),
          saying(400, 'partnerName is missing, repeat the request with correct data'),
        ),
        where(
          lacks('useAuthByCert'),
          saying(400, 'useAuthByCert is missing, repeat the request with correct data'),
        ),
      ),
    );
    return decided(results);
  },
};

const lists = [
  `{"banks":[${bank}],"total":1}`,
  `\ufeff{"banks":[${bank}]}`,
  '{"banks":[{"name":"A","name":"B","bic":"1"},{"bic":"2","name":"C","bic":"3"}]}',
  '{"banks":[{"name":"A","bic":1},{"name":"B"},{"bic":"1"},7,null,[]]}',
  `{"banks":[${`${bank},`.repeat(3)}{"name":1,"bic":"1"},${'[],'.repeat(15)}1]}`,
  '{"banks":null}',
  '{"banks":{}}',
  `[${bank}]`,
  `{"banks":[${bank}],"banks":[]}`,
  `{"banks":[7],"banks":[${bank}]}`,
  '{"banks":[]}',
  `/* all */ {"banks":[${bank}]}`,
  '{}',
];

const leaks = [
  '{"banks":[]}',
  `{"description_status":"No","banks":[${bank}]}`,
  `{"data":{"banks":[${bank}]}}`,
  `{"data":[${bank}]}`,
  `// all\nbanks = [${bank}]`,
  `{"b\\u0061nks":[${bank}],}`,
  `/* banks: [1] */ []`,
  `/* banks: [1]`,
  `\ufeff{"banks":[${bank}]}`,
  `{'banks': [ ]`,
  `{"mybanks":[1]`,
  `{"banks":"none"}`,
  `b\0a\0n\0k\0s\0:\0[\0"\0`,
  '{"description_status":"No"}',
];

const errors = [
  '{"description_status":"partnerName","description_status":"partnerName is missing, repeat the request with correct data"}',
  `\ufeff{"description_status":"Broken"}`,
  '{"description_status":""}',
  '{"description_status":"  "}',
  '{"description_status":null}',
  '{"description_status":["Broken"]}',
  '{"description_status":{"text":"Broken"}}',
  '{"status":"Broken"}',
  `{${Array.from({ length: 25 }, (_, at) => `"member${at}":1`).join()},"description_status":true}`,
  '"Broken"',
  '7',
  'true',
  'Broken',
  '',
  '<!doctype html><title>Broken</title>',
  `{"description_status":"${'Broken '.repeat(90)}"}`,
];

const observedLists = [
  `{"banks":[{"name":"B","bic":"044525225"},{"name":"A","bic":"SABRRUMM"},{"name":"A","bic":"SABRRUMM012"}]}`,
  `{"banks":[{"name":"B","bic":"2"},{"name":"C","bic":"1"},{"name":"C","bic":"1"}]}`,
  `{"banks":[{"name":"B","bic":"1"},{"name":"A","bic":"1"},{"name":"A","bic":"2"}]}`,
  `{"banks":[{"name":"A","bic":"1",${Array.from({ length: 19 }, (_, at) => `"more${at}":1`).join()}},{"name":"B","bic":"1","${'l'.repeat(101)}":1,"last":1}]}`,
  `{"banks":[${bank}],"${'l'.repeat(101)}":1}`,
];

const nearlyJson = [
  `[[{"banks":[${bank}],}]]`,
  '[{"banks":[1],}',
  '{"x":{"a":{},"banks":[1],}}',
  '{"a":{},"banks":[1],}',
  '{"x":{"a":[1],"banks":[1],}}',
  '{"x":{"y":{"banks":[1],"banks":[2],}}}',
  '{"x":{"y":{"banks":[1]}},"banks":[2],}',
  '{"x":{"banks":[1]}}}}',
  `{"ba/*nks":[${bank}],}`,
  `{"banks": /* all */ [${bank}],}`,
  `{"banks": // all\n [${bank}],}`,
  `<script>banks = []</script>`,
];

const aside: Reply = { status: 308, headers: { Location: '/v2/partner/sbp/banks' } };
const onlySpelled: Manner = { cases: ['*.success', '*.request.*'] };
const logins: Manner = { cases: ['*.success', '*.unauthorized.*'] };

/** Answers the blocked partner so. */
const blockedAnswered = (body: string): Promise<Results> =>
  fromSmall(
    where(is('blocked'), json(200, body)),
    { variants: ['b'] },
    { cases: ['b.success', 'b.partner-blocked'] },
  );

/** As if connections had failed so, by turns, before anything was sent. */
function withErrors(results: Results, kinds: readonly TransportErrorKind[]): Results {
  let at = 0;
  const lost = <Item extends Results['controls'][number]>(one: Item): Item => {
    if (one.error === null) return one;
    const kind = kinds[(at += 1) % kinds.length] ?? 'other';
    return { ...one, error: { ...one.error, kind, stage: 'connect' } };
  };
  return {
    ...results,
    controls: results.controls.map(lost),
    cases: results.cases.map((one) => ({ ...one, exchanges: one.exchanges.map(lost) })),
  };
}

/** With a waiver that holds. */
const withWaivers = (results: Results, requirement: string): Results => ({
  ...results,
  waivers: [{ requirement, until: '2999-01-01', reason: 'known', owner: 'nobody', state: 'used' }],
});

const fewCases: Manner = { cases: ['*.success', '*.missing.partnerName', '*.unauthorized.unknown-partner'] };

/** Answers every request with this reply, by variant. */
const everything = (a: Reply, b: Reply): Promise<Results> => fromSmall(byVariant(a, b), {}, fewCases);

/** Answers the plain request with this reply after the credentials were accepted, at most `most` times. */
const later = (a: Reply, b: Reply, most = Infinity): Promise<Results> => {
  const isLater = ({ kind, indexOfKind }: Call): boolean =>
    kind === 'success' && indexOfKind > 0 && indexOfKind <= most;
  return fromSmall(byVariant(where(isLater, a), where(isLater, b)), {}, fewCases);
};

const refused = (status: number) => ({
  status,
  body: '{"description_status":"User did not pass authorization, access to the resource is restricted"}',
});

/** Ways to write a text: as it is, with other letters or spaces, or with another layer of escapes. */
const ways: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.replaceAll(' ', '\u00A0'),
  (text) => text.normalize('NFD'),
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => text.replaceAll(/[аоес]/gu, (letter) => 'aoec'.charAt('аоес'.indexOf(letter))),
  (text) => text.replaceAll(/\p{L}/gu, (letter) => `&#${letter.codePointAt(0)};`),
  (text) => `<p>${text.replaceAll(/\p{L}/gu, (letter) => `&#x${letter.codePointAt(0)?.toString(16)};`)}</p>`,
];

/** A negation at each distance from the word that it denies. The last distance is too large. */
const negated = [-4, -3, -2, -1, 1, 2, 3, 4, 5].map((at) => {
  const between = 'foo '.repeat(Math.abs(at) - 1);
  return at < 0 ? `Authorization not ${between}passed` : `Authorization foo passed ${between}not`;
});

/** Answers each refusal with the next of about twenty texts in these folders about its meaning. */
function speaking(folders: readonly string[]): Promise<Results> {
  const files = folders.flatMap((folder) => readTextFiles(folder));
  const about = (meaning: string): readonly string[] => {
    const own = files.filter(({ name }) => name.split('+').includes(meaning));
    const texts = (own.length > 0 ? own : files).flatMap((file) => file.texts);
    const others = files.filter(({ name }) => !meanings.some((one) => name.includes(one)));
    const all = [...texts, ...others.flatMap((file) => file.texts)];
    const step = Math.max(1, Math.floor(all.length / 20));
    return all.filter((_, at) => at % step === 0);
  };
  const texts: Partial<Record<Call['kind'], readonly string[]>> = {
    missing: about('correct-data'),
    unencrypted: about('encrypted-form'),
    unauthorized: [...negated, ...about('not-authorized')],
    blocked: about('contact-manager'),
    unavailable: about('try-later'),
  };
  return fromSmall(
    (call) => {
      const own = texts[call.kind];
      if (own === undefined) return 'documented';
      // The variants begin at different texts.
      const at = call.indexOfKind + (call.variant === 'a' ? 0 : 10);
      const text = own[at % own.length] ?? '';
      return saying(documentedReply(call).status, ways[at % ways.length]?.(text) ?? text);
    },
    { limits: { failedLogins: 1000 } },
  );
}

/** Ends a run as soon as an exchange fulfils the condition. */
const interruptedAfter = (abort: AbortController, isLast: (exchange: Exchange) => boolean): Manner => ({
  signal: abort.signal,
  onEvent: (event) => {
    if (event.kind === 'exchanged' && isLast(event.exchange)) abort.abort();
  },
});

/** Pretends that the answers to these requests had more values than are read. */
function withUnread(results: Results, requests: readonly string[]): Results {
  const ids = requests.map((id) => results.attempts.find(({ request }) => request === id)?.exchange);
  return {
    ...results,
    cases: results.cases.map((one) => ({
      ...one,
      exchanges: one.exchanges.map((own) => {
        if (!ids.includes(own.id)) return own;
        const facts = { kind: 'unread', values: 20_000_001, showsList: false, namesList: false } as const;
        return { ...own, stated: true as const, facts };
      }),
    })),
  };
}

/**
 * Waivers that are valid, have expired, or cover a pass; and alternating decisions on each text under review.
 */
function decided(results: Results): Results {
  const waivers = [
    ['a.missing.partnerName.status', '2999-01-01'],
    ['b.missing.partnerName.status', '2020-01-01'],
    ['b.missing.useAuthByCert.status', '2999-01-01'],
    ['a.success.status', '2999-01-01'],
    ['a.nothing', '2999-01-01'],
  ].map(([requirement = '', until = '']) => ({
    requirement,
    until,
    reason: 'known',
    owner: 'nobody',
    state: 'used' as const,
  }));
  const reviews = decisionsOn(results, (variant) => (variant === 'a' ? 'pass' : 'fail'));
  const [first] = reviews;
  const stale = first === undefined ? [] : [{ ...first, text: 'of another answer' }];
  return { ...results, waivers, reviews: [...reviews.slice(0, -1), ...stale] };
}

/** A decision on each text under review. */
const decisionsOn = (
  results: Results,
  decisionOf: (variant: string) => ReviewResult['decision'],
): readonly ReviewResult[] =>
  checksUnderReview(results).map(({ testCase, check, text }, at) => ({
    case: testCase.id,
    text,
    decision: decisionOf(testCase.variant),
    name: 'A person',
    date: '2026-01-02',
    note: '',
    requirement: at % 2 === 0 ? null : check.requirement,
    requirements: [],
    state: 'used',
  }));
