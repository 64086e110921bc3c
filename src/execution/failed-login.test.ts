import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { recompute } from '../certificate/evidence.ts';
import { judgeAgain } from '../result/judge.ts';
import { published } from '../result/record.ts';
import { specification } from '../spec/specification.ts';
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
import { partner } from './small-service.test-support.ts';
import type { Call, Reply, SmallService } from './small-service.test-support.ts';

type Condition = (call: Call) => boolean;
const now = { 'Retry-After': '0' };
const refused = ({ variant }: Call): Reply => refusal(variant === 'a' ? 403 : 401);
const isWrong: Condition = ({ kind }) => kind === 'unauthorized';
const isPost: Condition = ({ kind, method }) => kind === 'unencrypted' && method === 'POST';

/** A service that takes any undecryptable password as a wrong one: plain, base64, hex, damaged. */
const isWrongOrUnencrypted: Condition = (call) =>
  isWrong(call) || (isPost(call) && call.params['partnerPassword'] !== '');

/** With another flag value, the right password is wrong. */
const isMisread: Condition = ({ kind, params, password }) =>
  kind === 'unauthorized' ||
  (password === partner.password && params['useAuthByCert'] !== 'true' && kind !== 'missing');

/** A replayed or broken ciphertext counts as a failed login. */
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

/** Every case that sends a wrong password of a real partner, or what may be taken for one. */
const logins = [
  'un*',
  'texts.*',
  'observed.password.*',
  'observed.replay',
  'observed.raw-*',
  'observed.prec*',
].map((suffix) => `?.${suffix}`);

/** The same cases, with those that a lock or a block would touch. */
const brief = { cases: [...logins, '?.success', '?.missing.*', '?.request.*', 'b.*-*'] };

/** Failed logins as counted by a service that gives such answers, and by the run. */
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
    // The profile's password may be wrong, whatever a set-up makes of the answer.
    const isWrongInOutage = call.kind === 'unavailable' && call.password !== partner.password;
    if ((isOne || isWrongInOutage) && isCounted(call)) atServer += 1;
    return isOne;
  };
  const { results } = await runWith(where(isSeen, reply), { ...both, ...changes }, { cases });
  return { atServer, inResults: results.failedLogins, failed: idsOf(results, 'fail') };
}

describe.concurrent.each([0, 1, 3])('with a limit of %i failed logins', (failedLogins) => {
  const limits = { failedLogins };

  it.each<[string, () => Condition, Reply | typeof refused | null, cases?: readonly string[]]>([
    ['wrong passwords', () => isWrong, null],
    ['what no key decrypts refused as well', () => isWrongOrUnencrypted, refused],
    ['a doubtful error to each', () => isWrong, { status: 500, body: '{"description_status":"?"}' }],
    ['a 503 to each', () => isWrong, { status: 503, headers: now }],
    ['a 429 to each', () => isWrong, { status: 429, headers: now }],
    ['a reset of each', () => isWrong, 'reset'],
    ['plain, coded and damaged ones reset', () => isPost, 'reset'],
    ['replays refused', replayed, null],
    ['the flag misread, in a whole run', () => isMisread, null, []],
  ])(
    'a run makes no more of them, repeats included, and counts them: %s',
    async (_what, isHit, reply, cases = logins) => {
      const { atServer, inResults, failed } = await count(isHit(), reply ?? refused, { limits }, { cases });
      expect(atServer).toBeLessThanOrEqual(failedLogins);
      expect(inResults).toBe(atServer);
      // By default, refusals are as documented.
      if (reply === null) expect(failed).toEqual([]);
    },
  );

  it('a run says what it excluded because of the limit', async () => {
    const { results } = await runWith('documented', { limits }, { cases: logins });
    const left = results.cases.filter(({ note }) => note.includes('limits.failedLogins'));
    expect(left.length).toBeGreaterThan(0);
    const status = results.requirements.find(({ id }) => id === 'a.unauthorized.status');
    // Without a place, not even the plain request is sent: its password may have a typo.
    expect(status?.reason ?? status?.verdict).toBe(failedLogins === 0 ? 'control-failed' : 'pass');
  });
});

it('refusals of the right password in both variants at once leave nothing out that the limit allows', async () => {
  const asked = ['?.observed.place.*', '?.observed.repeated.*', '?.observed.unknown-*', '?.observed.body.*'];
  const isOther: Condition = ({ kind, params, body, url }) =>
    kind === 'success' && (Object.keys(params).length !== 3 || body.length + url.length > 1000);
  // While one variant's control is under way, the other variant's next request is ready.
  const answer = async (call: Call): Promise<Reply> => {
    await sleep(isOther(call) ? 5 : 40);
    return isOther(call) ? refusal(call.variant === 'a' ? 403 : 401) : 'documented';
  };
  const { results } = await runWith(answer, { ...both, limits: { failedLogins: 3 } }, { cases: asked });
  const unsent = results.attempts.filter(({ request, exchange }) => request !== null && exchange === null);
  expect(unsent.map(({ request }) => request).filter((id) => !id.includes('useAuthByCert'))).toEqual([]);
  expect(results.failedLogins).toBe(0);
});

describe.concurrent('the number of failed logins in the Results', () => {
  it.each([
    ['wrong passwords', isWrong, 1],
    ['wrong passwords, and plain, base64, hex and damaged ones', isWrongOrUnencrypted, 9],
  ])('is what the service counts without a limit: %s', async (_what, isHit, least) => {
    const { atServer, inResults } = await count(isHit);
    expect(inResults).toBe(atServer);
    expect(atServer).toBeGreaterThan(least);
  });

  it.each([
    ['as documented', refused],
    ['with 401', refusal(401)],
    ['with 403', refusal(403)],
  ])(
    'counts the profile’s own credentials where they are refused, %s, up to the limit',
    async (_how, reply) => {
      const changes = { ...wrongPassword, limits: { failedLogins: 3 } };
      const { atServer, inResults, failed } = await count(isWrong, reply, changes);
      expect([atServer, inResults]).toEqual([3, 3]);
      expect(failed).toContain('a.success.status');
    },
  );

  it('leaves out the documented block, and counts any other refusal of a partner of a condition', async () => {
    const block = {
      status: 403,
      body: '{"description_status":"Access is blocked, contact your assigned manager"}',
    };
    const isBlocked: Condition = ({ kind }) => kind === 'blocked';
    const usual = await count(() => false);
    expect((await count(isBlocked, block)).inResults).toBe(usual.inResults);
    expect((await count(isBlocked)).inResults).toBe(usual.inResults + 1);
  });

  it('leaves room for every form of password that nobody takes for a login, whatever another partner costs', async () => {
    const blocked = {
      credentials: { partnerName: '1043', partnerPassword: 'small+service/secret=1043' },
    };
    const changes = { limits: { failedLogins: 3 }, conditions: { 'partner-blocked': blocked } };
    const { results } = await runWith('documented', { ...both, ...changes }, brief);
    const unsent = results.attempts.flatMap(({ request, exchange }) => (exchange === null ? [request] : []));
    expect(unsent).toContain('a.observed.password.last-missing');
    expect(unsent.filter((id) => /password\.(?:base64|hex|undecryptable|empty|blank)/.test(id))).toEqual([]);
  });

  const late: Condition = ({ kind, index }) => kind === 'success' && index >= 60;
  const every2nd: Condition = ({ kind, index }) => kind === 'success' && index % 2 === 1;

  it.each([
    ['the right password refused from request 60 on', 1, late],
    ['the right password refused from request 60 on', 8, late],
    ['one of two backends with another password', 1, every2nd],
    ['one of two backends with another password', 8, every2nd],
  ])('keeps to the limit with %s, %i at once', async (_what, concurrency, isHit) => {
    const limits = { failedLogins: 3, concurrency };
    const isRefused: Condition = (call) => isWrong(call) || isHit(call);
    const { atServer, inResults } = await count(
      isRefused,
      refused,
      { limits },
      { isCounted: mayBeReal, cases: [] },
    );
    expect(inResults).toBe(atServer);
    expect(atServer).toBeGreaterThan(1);
    // Only requests already under way may exceed it.
    expect(atServer).toBeLessThanOrEqual(3 + concurrency - 1);
  });
});

it.concurrent.each([3, 100])(
  'kinds of passwords that the limit leaves out are named by an advisory, with %i failed logins',
  async (failedLogins) => {
    const isUndecryptable: Condition = ({ kind, params, password }) =>
      kind === 'unencrypted' && params['partnerPassword'] !== partner.password && password === null;
    const answer = where(isUndecryptable, refused);
    const { results } = await runWith(answer, { ...both, limits: { failedLogins } }, brief);
    expect(idsOf(results, 'fail')).toEqual([]);
    const untried = results.observations.filter(
      ({ id, value }) => id.includes('.observed.password.') && value.includes('limits.failedLogins'),
    );
    const named = results.advisories.filter(({ id }) => id.endsWith('.passwords-untried'));
    expect(named.length > 0).toBe(failedLogins === 3);
    for (const { full } of Object.values(results.variants).map(({ classes }) => classes)) {
      expect(full.untried.includes('encrypted-empty')).toBe(failedLogins === 3);
      expect(full.untried).not.toContain('case-swapped');
    }
    for (const { id, variant } of untried) {
      const kind = id.slice(`${variant}.observed.password.`.length);
      expect(named.find((one) => one.variant === variant)?.message).toContain(kind);
    }
  },
);

// Which requests overlap is chance: hence several runs.
it.concurrent.each([0, 0, 20, 200])(
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

it.concurrent('a brake behind refusals is no failed login', async () => {
  let until = 0;
  const answer = (call: Call): Reply => {
    if (performance.now() < until) return { status: 429, body: '{}' };
    if (call.kind === 'unauthorized') until = performance.now() + 100;
    return 'documented';
  };
  const { results } = await runWith(answer, { limits: { failedLogins: 2, retries: 4 } }, brief);
  expect([...idsOf(results, 'fail'), ...idsOf(results, 'not-selected')]).toEqual([]);
});

it.concurrent('a block that holds for a while behind its teardown is no failed login', async () => {
  const blocks = '{"description_status":"Access is blocked, contact your assigned manager"}';
  const answer = ({ kind, params }: Call, { switches }: SmallService): Reply => {
    const { to = '', at = 0 } = switches.at(-1) ?? {};
    const isBlocked = to === '/down' || (to === '/up' && performance.now() - at < 150);
    return isBlocked && kind !== 'missing' && params['X-Fault'] === undefined
      ? { status: 403, body: blocks }
      : 'documented';
  };
  const { results } = await runWith(
    answer,
    (service) => ({
      variants: ['b'],
      limits: { failedLogins: 3 },
      conditions: { 'ip-blocked': switched(service), unavailable: {} },
    }),
    { cases: ['b.ip-blocked', 'b.un*'] },
  );
  expect(idsOf(results, 'control-failed')).toEqual([]);
  expect(idsOf(results, 'pass')).toEqual(
    expect.arrayContaining(['b.ip-blocked.status', 'b.unauthorized.status']),
  );
});

it.concurrent('a lock behind the third wrong password takes nothing back that a control has confirmed', async () => {
  let wrong = 0;
  const answer = (call: Call): Reply => {
    const isPartner = call.params['partnerName'] === partner.name;
    if (isPartner && wrong >= 3 && call.password !== null) return refusal(403);
    if (isPartner && isWrong(call)) wrong += 1;
    return 'documented';
  };
  const { results } = await runWith(answer, { limits: { failedLogins: 3 } }, brief);
  expect(wrong).toBe(3);
  expect(idsOf(results, 'pass')).toEqual(
    expect.arrayContaining(['a.unauthorized.status', 'a.unauthorized.meaning']),
  );
});

it.concurrent('a lock behind what a control has confirmed is said on top, and what it left open is named', async () => {
  let wrong = 0;
  const answer = (call: Call): Reply => {
    const isPartner = call.params['partnerName'] === partner.name;
    if (isPartner && wrong >= 2 && call.password !== null) return refusal(403);
    if (isPartner && isWrong(call)) wrong += 1;
    return 'documented';
  };
  const { results } = await runWith(
    answer,
    { limits: { failedLogins: 10 } },
    { cases: ['a.unauthorized.*', 'a.observed.password.last-missing'] },
  );
  expect(idsOf(results, 'pass')).toContain('a.unauthorized.status');
  expect(results.rootCauses[0]?.message).toContain('valid credentials are refused now');
  const [untried] = results.advisories.filter(({ id }) => id === 'a.passwords-untried');
  expect(untried?.message).toContain('last-missing');
});

it.concurrent('a teardown that leaves valid credentials refused spends no more than the limit', async () => {
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

describe.concurrent('a partner of its own for wrong passwords', () => {
  const own = { partnerName: '1050', rightPassword: 'right-of-1050' };
  /** A service that locks that partner after so many wrong passwords, and may ignore passwords. */
  const serviceOf =
    (wrongBefore: number, most: number, isOpen = false, lock = 403) =>
    (): Answer => {
      let wrong = wrongBefore;
      return (call) => {
        const { kind, params, password, variant } = call;
        if (params['partnerName'] !== own.partnerName || password === null || kind === 'missing') {
          return 'documented';
        }
        if (wrong >= most) return { ...lockedOut, status: lock };
        if (password === own.rightPassword || isOpen) return { status: 200, body: '{"banks":[]}' };
        wrong += 1;
        return refusal(variant === 'a' ? 403 : 401);
      };
    };
  const lockedOut = { body: '{"description_status":"Access is blocked, contact your manager"}' };

  it('is not asked for where the service was given up', async () => {
    const changes = { conditions: { unauthorized: { credentials: own } }, limits: { retries: 0 } };
    const { calls } = await runWith('reset', changes);
    expect(calls.filter(({ params }) => params['partnerName'] === own.partnerName)).toEqual([]);
  });

  const alone = { partnerName: own.partnerName };
  it('is locked with a status that the variant never uses, which fails all the same', async () => {
    const conditions = { unauthorized: { credentials: alone } };
    const { results } = await runWith(serviceOf(3, 3, false, 401)(), { conditions }, brief);
    expect(idsOf(results, 'fail')).toEqual(['a.status.no-401']);
  });

  const wordy = ({ variant }: Call): Reply => ({
    status: variant === 'a' ? 403 : 401,
    body: '{"description_status":"User did not pass authorization. Contact your assigned manager"}',
  });
  const open = 'control-failed';
  it.each<[string, () => Answer, object, failedLogins: number, says: readonly string[]]>([
    ['is judged where the service lets it in', serviceOf(0, 99), own, 20, ['pass', 'pass']],
    ['is locked from an earlier run', serviceOf(3, 3), own, 20, [open, open]],
    ['is locked by the first wrong password', serviceOf(0, 1), own, 20, [open, open]],
    // The control after the first wrong password takes a place too.
    ['is locked, and the limit leaves no place to see it', serviceOf(0, 1), own, 3, [open, 'not-selected']],
    ['is locked, and its right password is not known', serviceOf(3, 3), alone, 20, [open, open]],
    [
      'is locked with 423, its right password not known',
      serviceOf(3, 3, false, 423),
      alone,
      20,
      [open, open],
    ],
    ['is not known', () => () => 'documented', own, 20, [open, open]],
    ['is let in with every password', serviceOf(0, 99, true), own, 20, ['fail', 'fail']],
    ['is refused in more words than documented', () => where(isWrong, wordy), alone, 20, ['pass', 'pass']],
  ])('%s', async (_what, service, credentials, failedLogins, says) => {
    const conditions = { unauthorized: { credentials } };
    const limits = { failedLogins, concurrency: 1 };
    const { results } = await runWith(service(), { ...both, conditions, limits }, brief);
    const found = results.requirements.filter(
      ({ group, aspect }) => group === 'unauthorized' && aspect === 'status',
    );
    expect(found.map(({ verdict, reason }) => reason ?? verdict)).toEqual(says);
    expect(idsOf(results, 'fail').some((id) => id.endsWith('.meaning'))).toBe(says[0] === 'fail');
    const shown = judgeAgain(results, specification, [], published);
    expect(recompute(JSON.parse(JSON.stringify(shown)), specification, {})).toBeTypeOf('object');
  });
});

/** The password has a typo: every request with it is a failed login, whatever the answer. */
describe.concurrent.each([0, 1, 3])(
  'a typo in the password, with a limit of %i failed logins',
  (failedLogins) => {
    const page = (status: number): Reply => ({ status, body: '<html>no</html>' });
    it.each<[string, Reply | typeof refused]>([
      ['as documented', refused],
      ['400', refusal(400)],
      ['401', refusal(401)],
      ['404', page(404)],
      ['409', refusal(409)],
      ['422', refusal(422)],
      ['a redirect', { status: 302, headers: { Location: '/login' } }],
      ['500', refusal(500)],
      ['503', page(503)],
      ['429', page(429)],
      ['a reset', 'reset'],
    ])('refused with %s, costs no more, and all of them are counted', async (_how, reply) => {
      const changes = { ...wrongPassword, limits: { failedLogins, retries: 4 } };
      const { atServer, inResults } = await count(isWrong, reply, changes);
      expect(atServer).toBeLessThanOrEqual(failedLogins);
      expect(inResults).toBe(atServer);
    });
  },
);

it.concurrent.each([1, 3, 20])(
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

it.concurrent.each([0, 1, 3])(
  'the outdated password of a blocked partner costs no more than a limit of %i',
  async (failedLogins) => {
    const conditions = {
      'partner-blocked': { credentials: { partnerName: '1043', partnerPassword: 'an outdated one' } },
    };
    const { atServer, inResults } = await count(isWrong, refused, { limits: { failedLogins }, conditions });
    expect(atServer).toBeLessThanOrEqual(failedLogins);
    expect(inResults).toBe(atServer);
  },
);
