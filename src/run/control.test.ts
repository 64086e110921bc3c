import { describe, expect, it } from 'vitest';
import { catalogue, catalogueOf } from '../operation/catalogue.test-data.ts';
import type { Limits } from '../profile/target.ts';
import { both, idsOf, page, refusal, runWith, where, wrongPassword } from './small-run.test-support.ts';
import type { Answer, Changes } from './small-run.test-support.ts';
import { documentedReply, partner } from './small-service.test-support.ts';
import type { Call, Reply } from './small-service.test-support.ts';

const is =
  (...kinds: readonly Call['kind'][]) =>
  ({ kind }: Call): boolean =>
    kinds.includes(kind);
/** True from the `first`-th request of its kind on. */
const from =
  (least: number, kind: Call['kind']) =>
  (call: Call): boolean =>
    call.kind === kind && call.indexOfKind >= least;
/** True for the first `times` requests. */
const first = (times: number, isHit: (call: Call) => boolean): ((call: Call) => boolean) => {
  let hits = 0;
  return (call) => isHit(call) && (hits += 1) <= times;
};
/** True for one of every `times` requests. */
const every =
  (count: number, at = count - 1) =>
  ({ index }: Call): boolean =>
    index % count === at;

const now = { 'Retry-After': '0' };
const later = { status: 500, body: '{"description_status":"Temporarily unavailable, try later"}' };
const busy = { status: 429, body: '{"description_status":"too many"}', headers: now };
const aspects = (id: string): readonly string[] =>
  ['status', 'names', 'meaning'].map((one) => `${id}.${one}`);
const few = ['a.success', 'a.missing.*', 'a.unencrypted.*'];

/** How a service answers, and the result of a run against it. */
interface Row extends Pick<Changes, 'settings'> {
  readonly what: string;
  readonly answer: Answer | Reply;
  readonly limits?: Partial<Limits>;
  readonly cases?: readonly string[];
  /** All requirements that fail. */
  readonly fails?: readonly string[];
  /** Some of the requirements that pass; 0: none does. */
  readonly passes?: 0 | readonly string[];
  /** Why some requirements or cases are open; null: they are not. */
  readonly open?: Readonly<Record<string, string | null>>;
}

/** The expected row, and the row that a run produces. */
async function compared(row: Row) {
  const { answer, fails = [], passes = [], open = {}, cases = [], ...changes } = row;
  const { results } = await runWith(answer, changes, { cases });
  const passed = idsOf(results, 'pass');
  const reasons = new Map([...results.requirements, ...results.cases].map(({ id, reason }) => [id, reason]));
  const found = {
    fails: idsOf(results, 'fail').toSorted(),
    passes: passes === 0 ? passed.length : passes.filter((id) => passed.includes(id)),
    open: Object.fromEntries(Object.keys(open).map((id) => [id, reasons.get(id)])),
    isWithinLimit: results.failedLogins <= (changes.limits?.failedLogins ?? 100),
  };
  return { found, said: { fails: fails.toSorted(), passes, open, isWithinLimit: true }, results };
}

it('finds nothing wrong with a service that answers as documented', async () => {
  const { results } = await runWith('documented', both);
  expect([...idsOf(results, 'fail'), ...idsOf(results, 'review')]).toEqual([]);
  const open = ['b.ip-blocked', 'b.reward-unavailable'].flatMap((id) => [`${id}.status`, `${id}.meaning`]);
  expect(idsOf(results, 'inconclusive')).toEqual(open);
  expect(idsOf(results, 'not-provisioned')).toEqual(open);
  expect(idsOf(results, 'pass')).toEqual(catalogue.filter((id) => !open.includes(id)));
});

describe('one kind of request that fails beside a good control', () => {
  const without = aspects('a.missing.useAuthByCert');
  const cases = ['a.missing.useAuthByCert', 'a.success'];

  it.each<[string, Reply, retries: number, controls: number, readonly string[]]>([
    ['a reset connection that is not asked for again leaves it open', 'reset', 0, 0, []],
    // Alternately two and one, before and after each further attempt.
    ['one that lasts fails', 'reset', 4, 8, without],
  ])('%s, and every control can be followed', async (_what, reply, retries, most, fails) => {
    const isHit = ({ kind, params }: Call): boolean => kind === 'missing' && !('useAuthByCert' in params);
    const { calls, results } = await runWith(where(isHit, reply), { limits: { retries } }, { cases });
    expect(calls.filter(isHit)).toHaveLength(1 + retries);
    expect(idsOf(results, 'fail').toSorted()).toEqual([...fails].toSorted());
    const [found] = results.cases.filter(({ id }) => id === cases[0]);
    const ids = found?.trials[0]?.controls.map(({ id }) => id) ?? [];
    expect(ids).toHaveLength(most);
    expect(found?.controls).toEqual(expect.arrayContaining(ids));
    expect(results.controls.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });
});

// The selftest's tolerances cover one lost or reset answer, and one 429, 500, 502, 503 or 504.
describe('a passing disturbance fails nothing', () => {
  it('and nobody is blamed for a block of a moment that meets a request in B', async () => {
    const answer = where(
      (call) => call.indexOfKind === 0 && is('missing', 'unencrypted', 'unavailable')(call),
      { status: 403, body: '{"description_status":"Access is blocked, contact your assigned manager"}' },
    );
    const { results } = await runWith(answer, { variants: ['b'] });
    expect(idsOf(results, 'fail')).toEqual([]);
    const open = idsOf(results, 'not-provisioned');
    expect(open.length).toBeGreaterThan(0);
    expect(idsOf(results, 'pass')).toEqual(catalogueOf('b').filter((id) => !open.includes(id)));
  });

  it('and is waited out for as long as Retry-After asks', async () => {
    const answer = where(first(1, is('missing')), { status: 503, headers: { 'Retry-After': '9' } });
    const { calls, results } = await runWith(answer, {}, { cases: ['a.missing.partnerName'] });
    const [one, other] = calls.filter(is('missing'));
    // From the answer on. Without `Retry-After`, the run waits 100 ms.
    expect((other?.at ?? 0) - (one?.at ?? 0)).toBeGreaterThan(5000);
    expect(idsOf(results, 'fail')).toEqual([]);
  });

  it.each([
    ['one in seven is reset', every(7, 3), 'reset', 3, []],
    ['every second one is lost', every(2), page, 2, few],
    ['every second one, without repeats', every(2), page, 0, few],
    ['every third one', every(3), page, 2, few],
  ] as const)('that keeps step: %s', async (what, isHit, reply, retries, cases) => {
    const limits = { retries, concurrency: 1 };
    const row = { what, answer: where(isHit, reply), limits, cases, passes: ['a.success.status'] };
    const { found, said } = await compared(row);
    expect(found).toEqual(said);
  });

  it('of what is answered rightly; what is wrong besides fails all the same', async () => {
    const answer: Answer = (call) => {
      if (call.kind === 'missing' && !('partnerName' in call.params)) return 'reset';
      return every(20)(call) ? page : 'documented';
    };
    const { results } = await runWith(answer, {}, { cases: few });
    expect(idsOf(results, 'fail')).toContain('a.missing.partnerName.status');
    expect(idsOf(results, 'fail')).not.toContain('a.missing.useAuthByCert.status');
  });

  let seed = 7;
  let since = 0;
  const notFound = { ...page, status: 404 };
  it.each<Row>([
    {
      what: 'half of everything is reset',
      answer: where(() => (seed = (seed * 16_807) % 2_147_483_647) % 2 === 0, 'reset'),
      limits: { retries: 4 },
      cases: ['a.missing.*', 'a.success'],
    },
    // From the first refusals on, among harmless requests, at a wrong password.
    ...[4, 10, 30, 61].map((start) => ({
      what: `everything is an HTML 404 for a while, as during a deployment, from request ${start} on`,
      answer({ index, at }: Call): Reply {
        if (index === start) since = at;
        return index >= start && at - since < 4000 ? notFound : 'documented';
      },
      passes: catalogueOf('a'),
    })),
    {
      what: 'the target comes up with two HTML 404',
      answer: where(({ index }) => index < 2, notFound),
      limits: { failedLogins: 3 },
      passes: catalogueOf('a'),
    },
  ])('where $what', async (row) => {
    const { found, said } = await compared(row);
    expect(found).toEqual(said);
  });
});

describe('a target that is out of order', () => {
  it.each<[string, Reply, string]>([
    ['resets every connection', 'reset', 'target-unavailable'],
    ['answers 503 to everything', { status: 503 }, 'target-unavailable'],
    ['answers 429 to everything', { status: 429, headers: now }, 'rate-limited'],
    ...[200, 403].map((status): [string, Reply, string] => [
      `shows one page with ${status} for everything`,
      { ...page, status },
      'target-unavailable',
    ]),
  ])('is inconclusive, its cause said once, where it %s', async (_what, reply, reason) => {
    const { results, calls } = await runWith(reply, { ...both, limits: { retries: 1 } });
    expect([...idsOf(results, 'pass'), ...idsOf(results, 'fail')]).toEqual([]);
    const judged = results.cases.filter(({ verdict }) => verdict !== null);
    expect(new Set(judged.map((found) => found.reason))).toEqual(new Set([reason, 'not-provisioned']));
    expect(results.rootCauses).toHaveLength(1);
    expect(calls.length).toBeLessThan(40);
  });
});

describe('a gateway that bans or limits the caller', () => {
  let isBanned = false;
  const isUnnamed = (call: Call): boolean => call.kind === 'missing' && call.params['partnerName'] === '';
  const isLate = first(2, is('unauthorized', 'unencrypted'));
  it.each<Row>([
    {
      what: '429 after one failed login is a limit',
      answer: where(from(1, 'unauthorized'), busy),
      limits: { concurrency: 1 },
      cases: ['a.unauthorized.*'],
      open: { 'a.unauthorized.wrong-password': 'rate-limited', 'a.unauthorized.unknown-partner': null },
    },
    {
      what: '429 for every failed login is the service, which fails',
      answer: where(is('unauthorized'), busy),
      cases: ['a.unauthorized.unknown-partner'],
      fails: ['a.unauthorized.status'],
    },
    {
      what: '429 for every login but the first two is not taken for the service',
      answer: where((call) => is('unauthorized', 'unencrypted')(call) && !isLate(call), {
        ...busy,
        body: '<html>slow',
      }),
      cases: ['a.success', 'a.observed.password.*', 'a.unauthorized.*'],
    },
    {
      what: 'a refusal of what is only observed is not taken for the service',
      answer: where((call) => (isBanned ||= isUnnamed(call)), { status: 403, body: '<html>banned</html>' }),
      cases: ['a.success', 'a.observed.value.partnerName.empty'],
    },
  ])('$what', async (row) => {
    const { found, said } = await compared(row);
    expect(found).toEqual(said);
  });
});

describe('a baseline that fails', () => {
  const isNameless = (call: Call): boolean => is('missing')(call) && call.params['partnerName'] === undefined;
  const wrong = {
    status: 400,
    body: '{"description_status":"partnerPassword is expected in encrypted form"}',
  };
  const pageOf200 = { ...page, status: 200 };

  it.each([
    [502, 3, null],
    [502, 1, 'target-unavailable'],
  ])(
    'is nobody’s fault where the service comes up behind %i before it has refused anything, with %i failed logins',
    async (status, failedLogins, reason) => {
      let isUp = false;
      const answer: Answer = (call) => {
        isUp ||= !is('success')(call);
        return isUp ? 'documented' : { ...page, status };
      };
      const row = { what: '', answer, limits: { failedLogins }, cases: few };
      const { found, said } = await compared({ ...row, open: { 'a.success.status': reason } });
      expect(found).toEqual(said);
    },
  );

  it.each([
    [2, 404],
    [4, 404],
    [3, 429],
    [5, 429],
  ])('is nobody’s fault where a gateway bans the caller after %i pages with %i', async (most, status) => {
    const answer: Answer = ({ index }) => ({
      ...page,
      ...(index < most ? { status, headers: now } : { status: 403 }),
    });
    const { results } = await runWith(answer, { limits: { retries: 2 } });
    expect(idsOf(results, 'fail')).toEqual([]);
  });

  it.each([429, 502])(
    'is nobody’s fault where a gateway answers it %i and all else with a page',
    async (status) => {
      const answer: Answer = (call) => ({
        ...page,
        headers: now,
        status: is('success')(call) ? status : 403,
      });
      const { results } = await runWith(answer, { limits: { retries: 1 } });
      expect(idsOf(results, 'fail')).toEqual([]);
    },
  );

  it.each<readonly [string, (reply: Exclude<Reply, string>) => Reply]>([
    ['nothing is JSON, in one and the same way', (reply) => ({ ...reply, body: `\u{feff}${reply.body}` })],
    [
      'success has another status, and errors another body',
      ({ status }) => (status === 200 ? { status: 201, body: '{}' } : { status, body: '{"message":"no"}' }),
    ],
  ])('is judged where %s', async (_what, spoil) => {
    const answer: Answer = (call) => {
      const reply = documentedReply(call);
      return call.kind === 'elsewhere' ? reply : spoil(reply);
    };
    const { results } = await runWith(answer, { ...both, limits: { retries: 1 } });
    const wrong = ['a.error.body', 'b.error.body', ...aspects('b.missing.partnerName').slice(1)];
    expect(idsOf(results, 'fail')).toEqual(expect.arrayContaining(wrong));
    const open = idsOf(results, 'target-unavailable').filter((id) => !id.includes('.request.'));
    expect(open).toEqual([]);
  });

  it.each<Row>([
    {
      what: 'hides no other fault: what is wrong besides still fails, one request at a time',
      answer: (call) => (is('success')(call) ? page : isNameless(call) ? wrong : 'documented'),
      limits: { retries: 0, concurrency: 1 },
      cases: ['a.success', 'a.missing.partnerName'],
      fails: [
        'a.error.body',
        'a.missing.partnerName.meaning',
        'a.missing.partnerName.names',
        'a.missing.partnerName.status',
        'a.success.status',
      ],
    },
    {
      what: 'is answered with 200 though one answer of several got lost, and fails for its body alone',
      answer: (call) => (!is('success')(call) ? 'documented' : call.indexOfKind === 1 ? 'reset' : pageOf200),
      cases: ['a.success'],
      fails: ['a.success.body'],
      passes: ['a.success.status'],
    },
    {
      what: 'is no failure where it answers 500 with the documented body',
      answer: where(is('success'), later),
      limits: { retries: 1 },
      open: { 'a.success.status': 'target-unavailable' },
    },
    {
      what: 'fails where the profile has a wrong password; what looks right is control-failed, what is wrong without a password still fails',
      answer: where(isNameless, { status: 400, body: '{}' }),
      ...wrongPassword,
      fails: [
        'a.error.body',
        'a.missing.partnerName.meaning',
        'a.missing.partnerName.names',
        'a.missing.partnerName.status',
        'a.missing.several.names',
        'a.missing.several.status',
        'a.success.status',
      ],
      passes: 0,
      open: {
        'a.missing.partnerPassword.status': 'control-failed',
        'a.unauthorized.status': 'control-failed',
        'a.unavailable.status': 'control-failed',
        'a.request.body': 'control-failed',
      },
    },
  ])('$what', async (row) => {
    const { found, said, results } = await compared(row);
    expect(found).toEqual(said);
    expect(results.rootCauses.length).toBeLessThan(2);
  });
});

describe('with three failed logins, as by default', () => {
  const isEscaped = (call: Call): boolean => is('success')(call) && call.body.includes('\\u');
  const isAnotherOrder = (call: Call): boolean =>
    is('success')(call) && !/^\s*\{\s*"partnerName"/.test(call.body);
  const locked = (status: number): Answer => {
    let isLocked = false;
    return (call) => {
      const isPartner = call.params['partnerName'] === partner.name;
      if (isLocked && isPartner && call.password !== null) return refusal(status);
      isLocked ||= is('unauthorized')(call) && isPartner;
      return 'documented';
    };
  };
  const body = ['a.request.body'];
  it.each<Row>([
    {
      what: 'a spelling with escapes that is refused for ever fails',
      answer: where(isEscaped, refusal(403)),
      fails: body,
    },
    {
      what: 'another order that is refused for ever fails',
      answer: where(isAnotherOrder, refusal(403)),
      fails: body,
    },
    {
      what: 'a spelling that is refused once leaves nothing open',
      answer: where(first(1, isEscaped), refusal(403)),
      passes: catalogueOf('a'),
    },
    ...[401, 403, 423].map((status) => ({
      what: `refusals show nothing where the partner is locked by then, with ${status}`,
      answer: locked(status),
      // A lock answers with 401 or 403. Any other status is a failure.
      fails: status === 423 ? ['a.success.status'] : [],
      open: { 'a.unauthorized.status': 'control-failed' },
    })),
  ])('$what', async (row) => {
    const { found, said } = await compared({ ...row, limits: { failedLogins: 3 } });
    expect(found).toEqual(said);
  });
});
