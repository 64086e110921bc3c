import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { recompute } from '../certificate/evidence.ts';
import { judgeAgain } from '../results/judge.ts';
import { specification } from '../operation/specification.ts';
import {
  both,
  idsOf,
  isReal,
  refusal,
  runWith,
  switched,
  where,
  wrongPassword,
} from './small-run.test-support.ts';
import type { Answer, Changes } from './small-run.test-support.ts';
import { blocked, partner } from './small-service.test-support.ts';
import type { Call, Reply, SmallService } from './small-service.test-support.ts';

type Condition = (call: Call) => boolean;
const now = { 'Retry-After': '0' };
const refused = ({ variant }: Call): Reply => refusal(variant === 'a' ? 403 : 401);
const isWrong: Condition = ({ kind }) => kind === 'unauthorized';
const isPost: Condition = ({ kind, method }) => kind === 'unencrypted' && method === 'POST';

/** A service that reads any password it cannot decrypt as a wrong one: plain, base64, hex, damaged. */
const isWrongOrUnencrypted: Condition = (call) =>
  isWrong(call) || (isPost(call) && call.params['partnerPassword'] !== '');

/** With another flag value, the right password is read as a wrong one. */
const isMisread: Condition = ({ kind, params, password }) =>
  kind === 'unauthorized' ||
  (password === partner.password && params['useAuthByCert'] !== 'true' && kind !== 'missing');

/** A replayed or damaged ciphertext counts as a failed login. */
function replayed(): Condition {
  const seen = new Set<string>();
  return (call) => {
    const { partnerPassword = '' } = call.params;
    const isReplay = call.kind === 'success' && seen.has(partnerPassword);
    const isBroken = call.kind === 'unencrypted' && partnerPassword !== partner.password;
    seen.add(partnerPassword);
    return isReplay || isBroken || isWrong(call);
  };
}

/** Names a real partner, padded or repeated. The run counts it once valid credentials are refused. */
const mayBeReal: Condition = (call) =>
  isReal({ ...call, params: { partnerName: call.params['partnerName']?.trim() ?? '' } }) ||
  /"partnerName":"(1042|1043)"/.test(call.variant === 'a' ? call.body : '') ||
  /[?&]partnerName=(1042|1043)(&|$)/.test(call.variant === 'b' ? call.url : '');

/** Every case that sends a wrong password of a real partner, or a request that may be taken for one. */
const logins = [
  'un*',
  'texts.*',
  'observed.password.*',
  'observed.replay',
  'observed.raw-*',
  'observed.prec*',
].map((suffix) => `?.${suffix}`);

/** The same cases, with those that a lock or a block would affect. */
const brief = { cases: [...logins, '?.success', '?.missing.*', '?.request.*', 'b.*-*'] };

/** Failed logins as counted by the service and by the run. */
async function count(
  isHit: Condition,
  reply: Reply | typeof refused = refused,
  changes: Changes = {},
  {
    isCounted = isReal,
    cases = brief.cases,
  }: { readonly isCounted?: Condition; readonly cases?: readonly string[] } = {},
) {
  let atServer = 0;
  const isSeen: Condition = (call) => {
    const isOne = isHit(call);
    // The profile's password may be wrong, whatever a set-up changes in the answer.
    const isWrongInOutage = call.kind === 'unavailable' && call.password !== partner.password;
    if ((isOne || isWrongInOutage) && isCounted(call)) atServer += 1;
    return isOne;
  };
  const { results } = await runWith(where(isSeen, reply), { ...both, ...changes }, { cases });
  return { atServer, inResults: results.failedLogins, failed: idsOf(results, 'fail') };
}

/** A run that must keep its limit of failed logins. */
interface Limited {
  /** What the service refuses, and how; default: as documented. */
  readonly what: string;
  readonly isHit: () => Condition;
  readonly reply?: Reply | typeof refused;
  readonly limit: number;
  readonly changes?: Changes;
  readonly cases?: readonly string[];
}

const page = (status: number): Reply => ({ status, body: '<html>no</html>' });
const each = (what: string, limit: number, reply: Limited['reply'], isHit = isWrong): Limited => {
  return { what, limit, isHit: () => isHit, ...(reply === undefined ? {} : { reply }) };
};
/** The password has a typo, so every request with it is a failed login, whatever the answer. */
const typo = (limit: number, how: string, reply: Reply | typeof refused): Limited => ({
  ...each(`a typo in the password, refused with ${how}`, limit, reply),
  changes: { ...wrongPassword, limits: { retries: 4 } },
  cases: brief.cases,
});
const outdated = { credentials: { partnerName: blocked.name, partnerPassword: 'an outdated one' } };

it.each<Limited>([
  each('wrong passwords', 3, undefined),
  each('a doubtful error to each', 3, { status: 500, body: '{"description_status":"?"}' }),
  each('a 503 to each', 3, { status: 503, headers: now }),
  each('a 429 to each', 3, { status: 429, headers: now }),
  each('a reset of each', 1, 'reset'),
  each('a reset of each', 3, 'reset'),
  each('what no key decrypts refused as well', 0, refused, isWrongOrUnencrypted),
  each('what no key decrypts refused as well', 3, refused, isWrongOrUnencrypted),
  each('what no key decrypts refused as well', 100, refused, isWrongOrUnencrypted),
  each('plain, coded and damaged ones reset', 3, 'reset', isPost),
  { what: 'replays refused', limit: 1, isHit: replayed },
  { what: 'replays refused', limit: 3, isHit: replayed },
  { ...each('the flag misread, in a whole run', 3, undefined, isMisread), cases: [] },
  {
    ...each('an outdated password of a block', 1, refused),
    changes: { conditions: { 'partner-blocked': outdated } },
  },
  typo(0, 'the documented status', refused),
  typo(1, 'the documented status', refused),
  typo(3, 'the documented status', refused),
  typo(3, '400', refusal(400)),
  typo(3, '404', page(404)),
  typo(3, '409', refusal(409)),
  typo(3, '422', refusal(422)),
  typo(3, 'a redirect', { status: 302, headers: { Location: '/login' } }),
  typo(1, '500', refusal(500)),
  typo(3, '503', page(503)),
  typo(3, '429', page(429)),
  typo(3, 'a reset', 'reset'),
])(
  'a run makes no more failed logins than $limit, repeats included, and counts them: $what',
  async ({ isHit, reply, limit, changes = {}, cases = logins }) => {
    const own = { ...changes, limits: { ...changes.limits, failedLogins: limit } };
    const { atServer, inResults, failed } = await count(isHit(), reply ?? refused, own, { cases });
    expect(atServer).toBeLessThanOrEqual(limit);
    expect(inResults).toBe(atServer);
    if (reply === undefined) expect(failed).toEqual([]);
    if (reply === refused && changes.settings !== undefined) expect(atServer).toBe(limit);
    if (limit === 100) expect(atServer).toBeGreaterThan(9);
  },
);

it.each([
  [0, 'control-failed'],
  [3, null],
])('a run says what it excluded because of a limit of %i', async (failedLogins, open) => {
  const { results } = await runWith('documented', { limits: { failedLogins } }, { cases: logins });
  const left = results.cases.filter(({ note }) => note.includes('limits.failedLogins'));
  expect(left.length).toBeGreaterThan(0);
  // Without a free place, not even the plain request is sent: its password may have a typo.
  const status = results.requirements.find(({ id }) => id === 'a.unauthorized.status');
  expect(status?.reason).toBe(open);
});

it('refusals of the right password in both variants at once leave nothing out that the limit allows', async () => {
  const asked = ['?.observed.no-accept', '?.observed.unknown-*', '?.observed.body.*', '?.observed.path.*'];
  const isOther: Condition = ({ kind, params, body, url }) =>
    kind === 'success' && (Object.keys(params).length !== 3 || body.length + url.length > 1000);
  // The other variant's next request is ready while one variant's control is in progress.
  const answer = async (call: Call): Promise<Reply> => {
    await sleep(isOther(call) ? 5 : 40);
    return isOther(call) ? refusal(call.variant === 'a' ? 403 : 401) : 'documented';
  };
  const { results } = await runWith(answer, { ...both, limits: { failedLogins: 3 } }, { cases: asked });
  const unsent = results.attempts.filter(({ request, exchange }) => request !== null && exchange === null);
  expect(unsent.map(({ request }) => request).filter((id) => !id.includes('useAuthByCert'))).toEqual([]);
  expect(results.failedLogins).toBe(0);
});

it('a run leaves room for every form of password that nobody takes for a login, whatever another partner costs', async () => {
  const changes = { limits: { failedLogins: 3 } };
  const { results } = await runWith('documented', { ...both, ...changes }, brief);
  const unsent = results.attempts.flatMap(({ request, exchange }) => (exchange === null ? [request] : []));
  expect(unsent).toContain('a.observed.password.last-missing');
  expect(unsent.filter((id) => /password\.(?:base64|hex|undecryptable|empty|blank)/.test(id))).toEqual([]);
});

it.each<[string, Condition, isExact: boolean]>([
  [
    'the right password refused from request 60 on',
    ({ kind, index }) => kind === 'success' && index >= 60,
    true,
  ],
  // A refusal of valid credentials is no failed login if the control behind it is accepted.
  [
    'one of two backends with another password',
    ({ kind, index }) => kind === 'success' && index % 2 === 1,
    false,
  ],
])('a run keeps to the limit with %s', async (_what, isHit, isExact) => {
  const limits = { failedLogins: 3, concurrency: 8 };
  const isRefused: Condition = (call) => isWrong(call) || isHit(call);
  const manner = { isCounted: mayBeReal, cases: [] };
  const { atServer, inResults } = await count(isRefused, refused, { limits }, manner);
  if (isExact) expect(inResults).toBe(atServer);
  expect(inResults).toBeLessThanOrEqual(atServer);
  expect(inResults).toBeGreaterThan(1);
  // Only requests already in progress may exceed it.
  expect(atServer).toBeLessThanOrEqual(3 + limits.concurrency - 1);
});

// Chance decides which requests overlap, so this takes several runs.
it.each([0, 200])(
  'counts no slow refusal before it has seen that valid credentials, answered in %i ms, are refused',
  async (ms) => {
    const answer = async ({ kind }: Call): Promise<Reply> => {
      await sleep(kind === 'unauthorized' ? 100 : kind === 'success' ? ms : 0);
      return 'documented';
    };
    const { results } = await runWith(answer, { ...both, limits: { failedLogins: 2 } }, brief);
    expect(idsOf(results, 'not-selected')).toEqual([]);
  },
);

it('a brake behind refusals is no failed login', async () => {
  let until = 0;
  const answer = (call: Call): Reply => {
    if (call.at < until) return { status: 429, body: '{}' };
    if (call.kind === 'unauthorized') until = call.at + 1000;
    return 'documented';
  };
  const { results } = await runWith(answer, { limits: { failedLogins: 2, retries: 4 } }, brief);
  expect([...idsOf(results, 'fail'), ...idsOf(results, 'not-selected')]).toEqual([]);
});

it.each([60_000, 0])(
  'a block that holds for a while behind its teardown is no failed login: recheck %i',
  async (recheck) => {
    const blocks = '{"description_status":"Access is blocked, contact your assigned manager"}';
    const answer = ({ kind, params, at }: Call, { switches }: SmallService): Reply => {
      const { to = '', at: since = 0 } = switches.at(-1) ?? {};
      const isBlocked = to === '/down' || (to === '/up' && at - since < 1500);
      return isBlocked && kind !== 'missing' && params['X-Fault'] === undefined
        ? { status: 403, body: blocks }
        : 'documented';
    };
    const { results } = await runWith(
      answer,
      (service) => ({
        variants: ['b'],
        limits: { failedLogins: 3, recheck },
        conditions: { 'ip-blocked': switched(service), unavailable: {} },
      }),
      { cases: ['b.ip-blocked', 'b.un*'] },
    );
    expect(idsOf(results, 'control-failed')).toEqual([]);
    expect(idsOf(results, 'pass')).toEqual(
      expect.arrayContaining(['b.ip-blocked.status', 'b.unauthorized.status']),
    );
  },
);

it.each([
  [3, 3],
  [2, 10],
])(
  'a lock behind %i wrong passwords takes nothing back that a control has confirmed, and is said: limit %i',
  async (most, failedLogins) => {
    let wrong = 0;
    const answer = (call: Call): Reply => {
      const isPartner = call.params['partnerName'] === partner.name;
      if (isPartner && wrong >= most && call.password !== null) return refusal(403);
      if (isPartner && isWrong(call)) wrong += 1;
      return 'documented';
    };
    const { results } = await runWith(answer, { limits: { failedLogins } }, brief);
    expect(wrong).toBeLessThanOrEqual(most);
    expect(idsOf(results, 'pass')).toEqual(
      expect.arrayContaining(['a.unauthorized.status', 'a.unauthorized.meaning']),
    );
    const [cause] = results.rootCauses;
    if (most === 2) expect(cause?.message).toContain('valid credentials are refused now');
  },
);

it('a teardown that leaves valid credentials refused spends no more than the limit', async () => {
  let refusals = 0;
  const answer = (call: Call, { switches }: SmallService): Reply => {
    if (switches.at(-1)?.to !== '/up' || call.password !== partner.password) return 'documented';
    refusals += 1;
    return refusal(403);
  };
  await runWith(
    answer,
    (service) => ({ limits: { failedLogins: 3 }, conditions: { unavailable: switched(service) } }),
    { cases: ['a.unavailable'] },
  );
  expect(refusals).toBeLessThanOrEqual(3);
});

it.each([3, 6, 20])(
  'a form that is refused as malformed once, and counted once, takes no place that is kept: limit %i',
  async (failedLogins) => {
    // A reader of types refuses `false`, and a reader of the flag crashes on "false".
    const answer = ({ kind, variant, body, params }: Call): Reply => {
      if (kind === 'unavailable' || kind === 'missing') return 'documented';
      if (variant === 'a' && body.includes('"useAuthByCert":false')) return refusal(400);
      return params['useAuthByCert'] === 'true' ? 'documented' : { status: 500, body: '{"error":"flag"}' };
    };
    const { results } = await runWith(answer, { ...both, limits: { failedLogins } }, brief);
    const open = idsOf(results, 'not-selected');
    expect(open.filter((id) => id.includes('unauthorized'))).toEqual([]);
  },
);

describe('a partner of its own for wrong passwords', () => {
  const own = { partnerName: '1050', rightPassword: 'right-of-1050' };
  const conditions = { unauthorized: { credentials: own } };
  /** A service that locks the partner after `most` wrong passwords, or ignores passwords. */
  const serviceOf = (most: number, isOpen = false): Answer => {
    let wrong = 0;
    return ({ kind, params, password, variant }) => {
      if (params['partnerName'] !== own.partnerName || password === null || kind === 'missing') {
        return 'documented';
      }
      if (wrong >= most) {
        return { status: 403, body: '{"description_status":"Access is blocked, contact your manager"}' };
      }
      if (password === own.rightPassword || isOpen) return { status: 200, body: '{"banks":[]}' };
      wrong += 1;
      return refusal(variant === 'a' ? 403 : 401);
    };
  };

  it('is not asked for where the service was given up', async () => {
    const { calls } = await runWith('reset', { conditions, limits: { retries: 0 } });
    expect(calls.filter(({ params }) => params['partnerName'] === own.partnerName)).toEqual([]);
  });

  it.each<[string, Answer, failedLogins: number, says: readonly string[]]>([
    ['is judged where the service lets it in', serviceOf(99), 20, ['pass', 'pass']],
    ['is locked by the first wrong password', serviceOf(1), 20, ['control-failed', 'control-failed']],
    // The control after the first wrong password takes a place as well.
    [
      'is locked, and the limit leaves no place to see it',
      serviceOf(1),
      3,
      ['control-failed', 'not-selected'],
    ],
    ['is let in with every password', serviceOf(99, true), 20, ['fail', 'fail']],
  ])('%s', async (_what, service, failedLogins, says) => {
    const limits = { failedLogins, concurrency: 1 };
    const { results } = await runWith(service, { ...both, conditions, limits }, brief);
    const found = results.requirements.filter(
      ({ group, aspect }) => group === 'unauthorized' && aspect === 'status',
    );
    expect(found.map(({ verdict, reason }) => reason ?? verdict)).toEqual(says);
    const shown = judgeAgain(results, specification, [], { isPublished: true });
    expect(recompute(JSON.parse(JSON.stringify(shown)), specification)).toHaveProperty('results');
  });
});

it.each([3, 20])(
  'a service that locks a partner after two failures in a row is never locked, with a limit of %i',
  async (failedLogins) => {
    const inARow = new Map<string, number>();
    let most = 0;
    const answer = (call: Call): Reply => {
      const { kind, params } = call;
      const name = params['partnerName'] ?? '';
      if (kind === 'success') inARow.delete(name);
      if (kind === 'unauthorized' && isReal(call)) inARow.set(name, (inARow.get(name) ?? 0) + 1);
      most = Math.max(most, ...inARow.values());
      return 'documented';
    };
    const { results } = await runWith(answer, { ...both, limits: { failedLogins } }, brief);
    expect(most).toBe(1);
    expect(idsOf(results, 'fail')).toEqual([]);
  },
);
