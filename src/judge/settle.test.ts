import { describe, expect, test } from 'vitest';
import type { Attempt } from '../plan/attempt.ts';
import type { PlannedRow, Way } from '../plan/plan.ts';
import { deviations } from './findings.ts';
import {
  control,
  exchangeOf,
  judged,
  list,
  ok,
  page,
  plain,
  planOf,
  refusal,
  rounds,
  said,
  sent,
  sentences,
  silence,
  unauthorized,
  unsent,
  verdicts,
} from './judge.test-support.ts';
import type { Reply } from './judge.test-support.ts';

type Story = readonly [name: string, attempts: readonly Attempt[], verdict: string];

const row = 'a.missing.partnerName';
const aspect = 'missing.partnerName.status';
const right = refusal(422, said.missing('partnerName'));
const accepted = plain();
const statusOf = (attempts: readonly Attempt[]): string | undefined =>
  verdicts(row, [accepted, ...attempts])[aspect];

describe('foreign words (rule 5)', () => {
  const repeated = rounds(row, page(502));
  const without = (at: number): readonly Attempt[] => repeated.filter((_, index) => index !== at);
  test.for<Story>([
    ['once are open', [sent(row, page(502))], 'target-unavailable'],
    [
      'once are open, a control behind',
      [sent(row, page(502)), control(ok, { round: 1 })],
      'target-unavailable',
    ],
    ['in every round fail', repeated, 'fail'],
    ['silence too', rounds(row, silence, 2), 'fail'],
    ['503 too', rounds(row, page(503)), 'fail'],
    ['429 never', rounds(row, page(429)), 'rate-limited'],
    ['where no connection came about never', rounds(row, { error: 'no-connection' }), 'target-unavailable'],
    ['a body that is too long is open', rounds(row, { error: 'too-long' }), 'too-long'],
    ['an answer that does not deviate settles', [...repeated, sent(row, right, { round: 4 })], 'pass'],
    ['so it does before them', [sent(row, right), ...repeated], 'pass'],
    [
      'own words that are wrong settle, whatever comes then',
      [sent(row, refusal(404, 'no')), sent(row, right, { round: 1 })],
      'fail',
    ],
    ['a control before the first round is lacking', without(1), 'target-unavailable'],
    ['a control behind the last one is lacking', without(repeated.length - 1), 'target-unavailable'],
    ['a control between is lacking', without(3), 'target-unavailable'],
    ['a control is refused', rounds(row, page(502), 4, page(504)), 'target-unavailable'],
    ['one control is lost', [...repeated, control(silence, { round: 3 })], 'target-unavailable'],
    [
      'it was sent again, since a limiter refused it',
      [...repeated, control(page(503), { round: 3, again: true })],
      'fail',
    ],
    ['a control of the step got the same', [control(page(502)), ...repeated], 'target-unavailable'],
    [
      'also one that was sent again',
      [control(page(502), { again: true }), ...repeated],
      'target-unavailable',
    ],
    ['a control of another step did', [control(page(502), { step: 1 }), ...repeated], 'fail'],
    [
      'one that was sent to see who refused did',
      [control(page(502), { role: 'witness' }), ...repeated],
      'fail',
    ],
    ['a control of the step got another status', [control(page(504)), ...repeated], 'fail'],
    ['the run was interrupted between rounds', [...repeated, unsent(row, 'interrupted')], 'not-selected'],
    [
      'no place was left for a further repeat',
      [...rounds(row, page(502), 1), unsent(row, 'no-place')],
      'fail',
    ],
    ['no place was left for any', [sent(row, page(502)), unsent(row, 'no-place')], 'target-unavailable'],
    [
      'rounds of another step do not count',
      [...repeated, sent(row, page(502), { step: 7 })],
      'target-unavailable',
    ],
  ])('%s', ([, attempts, verdict]) => expect(statusOf(attempts)).toBe(verdict));

  test.for<readonly [reply: Reply, left: readonly Attempt[], note: string, said: string]>([
    [refusal(409, 'x'), [], 'other-status', '409 instead of 422, and it was not asked again'],
    [page(403), [], 'no-control', '403, not as a documented error, and it was not asked again'],
    [page(403), [unsent(row, 'no-place')], 'no-place-again', '403, and limits.failedLogins left no place'],
  ])('that were not asked again are said as they came, and why: %j', ([reply, left, note, said]) => {
    const [open] = judged([accepted, sent(row, reply), ...left]).filter((one) => one.case === row);
    expect(open?.params['note']).toMatchObject({ code: note });
    expect(open && sentences(open).join()).toContain(said);
  });

  test('that are put down to network or limits make no check on what holds for every answer', () => {
    for (const reply of [page(502), page(429), silence])
      expect(verdicts(row, [accepted, sent(row, reply)])['error.body']).toBeUndefined();
    expect(verdicts(row, [accepted, ...rounds(row, page(502))])['error.body']).toBe('fail');
    expect(verdicts(row, [accepted, ...rounds(row, page(401))])['status.no-401']).toBe('fail');
    const observed = 'a.observed.password.base64';
    const limited = sent(observed, page(429), { again: true });
    const all = [accepted, limited, ...rounds(observed, page(401))];
    expect(verdicts(observed, all)['status.no-401']).toBe('fail');
    const few = [accepted, ...rounds(observed, page(401), 1)];
    expect(verdicts(observed, few)['status.no-401']).toBe('fail');
    expect(verdicts(observed, [...few, unsent(observed, 'no-place')])['status.no-401']).not.toBe('fail');
  });

  test('of a limit of length leave their check vacuous', () => {
    const spelled = 'a.spelled.escapes';
    const found = (length: number, reply: Reply): string | undefined =>
      verdicts(spelled, [accepted, sent(spelled, reply, { length })])['request.body'];
    expect([found(101, page(414)), found(100, page(414))]).toEqual(['vacuous', 'target-unavailable']);
    expect(found(101, refusal(414, 'too long'))).toBe('control-failed');
    const facts = { isAccepted: true, takes200: false, known: new Set<string>(), longest: 100 };
    const asked = planOf().rows.find(({ id }) => id === spelled);
    const isAskedAgain = (reply: Reply): boolean =>
      asked !== undefined && deviations(asked, exchangeOf(reply, 101), facts).length > 0;
    expect([page(414), { error: 'too-long' } as const, page(502)].map(isAskedAgain)).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('a list in the wrong hands', () => {
  const enforced = (id: string, ...attempts: readonly Attempt[]): string | undefined =>
    verdicts(id, [accepted, ...attempts])['authorization.enforced'];
  const cut = { error: 'too-long', beginning: '{"banks":[{"name":"B"' } as const;
  test.for<readonly [name: string, id: string, attempts: readonly Attempt[], verdict: string | undefined]>([
    ['fails', row, [sent(row, ok)], 'fail'],
    ['fails with any status', row, [sent(row, { status: 422, body: list })], 'fail'],
    ['fails although the next answer is right', row, [sent(row, ok), sent(row, right, { round: 1 })], 'fail'],
    ['fails although it was a probe', row, [sent(row, ok, { role: 'probe' }), sent(row, right)], 'fail'],
    ['fails where it begins in a body that is too long', row, [sent(row, cut)], 'fail'],
    ['fails within a 429', row, [sent(row, { status: 429, body: list })], 'fail'],
    ['fails on the other path', 'a.observed.other-slash', [sent('a.observed.other-slash', ok)], 'fail'],
    ['fails by any method', 'a.observed.method.GET', [sent('a.observed.method.GET', ok)], 'fail'],
    ['fails by a login that is not confirmed', 'a.unencrypted', [sent('a.unencrypted', ok)], 'fail'],
    [
      'is for a person where names are alike',
      'a.observed.password.case-swapped',
      [sent('a.observed.password.case-swapped', ok)],
      'review',
    ],
    [
      'is none on another path',
      'a.observed.other-slash',
      [sent('a.observed.other-slash', page(404))],
      undefined,
    ],
    ['is none', row, [sent(row, right)], 'pass'],
  ])('%s', ([, id, attempts, verdict]) => expect(enforced(id, ...attempts)).toBe(verdict));
});

describe('what may be a lock (rule 8)', () => {
  const login = 'a.unauthorized.wrong-password';
  const found = (id: string, attempts: readonly Attempt[], way?: Partial<Way>): string | undefined => {
    const usual = { route: 'usual', hasSetup: false, hasOwnPartner: false, ...way } as const;
    const plan = planOf({ [id]: { way: usual } });
    const all = verdicts(id, [accepted, ...attempts], plan);
    return all['unauthorized.status'] ?? all['ip-blocked.status'] ?? all['authorization.enforced'];
  };
  const own = (reply: Reply): Attempt => sent('a.own-partner', reply, { role: 'control' });
  const refused = sent(login, unauthorized('a'));
  test.for<readonly [...Story, way?: Partial<Way>]>([
    ['an accepted control behind it confirms a login', [refused, control()], 'pass'],
    ['none does not', [control(), refused], 'control-failed'],
    ['a refused one does not', [refused, control(unauthorized('a')), control()], 'control-failed'],
    ['a page and then an accepted one do', [refused, control(page(502)), control()], 'pass'],
    [
      'one that was sent to see who refused does not',
      [refused, control(ok, { role: 'witness' })],
      'control-failed',
    ],
    ['a wrong one that is confirmed fails', [sent(login, refusal(404, 'no')), control()], 'fail'],
    ['one that is not is open', [sent(login, refusal(404, 'no'))], 'control-failed'],
    [
      'one of two tries is confirmed',
      [sent(login, refusal(404, 'no')), refused, control(unauthorized('a'))],
      'control-failed',
    ],
    ["another partner's own control confirms it", [refused, own(ok)], 'pass', { hasOwnPartner: true }],
    ['the usual one does not', [refused, control()], 'control-failed', { hasOwnPartner: true }],
    [
      'nor does its own that is refused',
      [refused, own(unauthorized('a')), own(ok)],
      'control-failed',
      { hasOwnPartner: true },
    ],
  ])('%s', ([, attempts, verdict, way]) => expect(found(login, attempts, way)).toBe(verdict));

  test('an answer to a request that costs nothing needs no control; a 403 to right credentials does', () => {
    const free = 'a.unauthorized.unknown-partner';
    expect(verdicts(free, [accepted, sent(free, unauthorized('a'))])['unauthorized.status']).toBe('pass');
    const blocked = sent('b.ip-blocked', refusal(403, said.manager));
    const inB = (...more: readonly Attempt[]): string | undefined =>
      verdicts('b.ip-blocked', [plain('b'), blocked, ...more])['ip-blocked.status'];
    expect([inB(), inB(control(ok, {}, 'b'))]).toEqual(['control-failed', 'pass']);
  });
});

describe('a condition (rule 7)', () => {
  const blocked = 'b.partner-blocked';
  const found = (
    id: string,
    attempts: readonly Attempt[],
    way: Partial<Way>,
    more: Partial<PlannedRow> = {},
  ) => {
    const usual = { route: 'usual', hasSetup: false, hasOwnPartner: false, ...way } as const;
    const all = verdicts(id, [plain('b'), ...attempts], planOf({ [id]: { way: usual, ...more } }));
    return all[`${id.slice(2)}.status`];
  };
  const good = (): Attempt => control(ok, {}, 'b');
  const lost = control(page(502), {}, 'b');
  const later = 'b.unavailable';
  const answer = (id: string, reply: Reply): readonly Attempt[] => [good(), sent(id, reply), good()];
  const repeated = (id: string, reply: Reply): readonly Attempt[] => rounds(id, reply);

  test.for<
    readonly [name: string, id: string, attempts: readonly Attempt[], way: Partial<Way>, verdict: string]
  >([
    ['is not provisioned', blocked, [unsent(blocked, 'not-provisioned')], {}, 'not-provisioned'],
    ['could not be set up', blocked, [unsent(blocked, 'setup-failed')], {}, 'setup-failed'],
    ['is answered as documented', blocked, answer(blocked, refusal(403, said.manager)), {}, 'pass'],
    ['is answered with the list', blocked, answer(blocked, ok), {}, 'fail'],
    [
      'is answered with the list in spite of a set-up',
      blocked,
      answer(blocked, ok),
      { hasSetup: true },
      'setup-failed',
    ],
    [
      'has credentials that are refused',
      blocked,
      answer(blocked, unauthorized('b')),
      { hasOwnPartner: true },
      'setup-failed',
    ],
    [
      'has credentials, and another text',
      blocked,
      answer(blocked, refusal(401, said.manager)),
      { hasOwnPartner: true },
      'fail',
    ],
    ['has none of its own', blocked, answer(blocked, unauthorized('b')), {}, 'fail'],
    [
      'has an address where nobody is',
      blocked,
      [sent(blocked, silence), good()],
      { route: 'own-base-url' },
      'setup-failed',
    ],
    [
      'has one behind a dead gateway',
      blocked,
      [sent(blocked, page(504)), good()],
      { route: 'own-base-url' },
      'setup-failed',
    ],
    [
      'has one that answers otherwise',
      blocked,
      repeated(blocked, page(500)),
      { route: 'own-base-url' },
      'fail',
    ],
    [
      'has an address that this machine has not',
      blocked,
      [sent(blocked, { error: 'local-address' })],
      { route: 'own-local-address' },
      'setup-failed',
    ],
    [
      'has one from which nothing comes',
      blocked,
      repeated(blocked, silence),
      { route: 'own-local-address' },
      'fail',
    ],
    [
      'unavailable has an address where nobody is',
      later,
      [sent(later, silence)],
      { route: 'own-base-url' },
      'setup-failed',
    ],
    [
      'unavailable is answered by a gateway again and again',
      later,
      repeated(later, page(503)),
      { route: 'own-base-url' },
      'fail',
    ],
    [
      'unavailable is answered 503 as documented, once',
      later,
      [sent(later, refusal(503, said.later))],
      {},
      'target-unavailable',
    ],
    ['unavailable is answered as documented', later, [sent(later, refusal(500, said.later))], {}, 'pass'],
    [
      'with a set-up gets a page of another status',
      later,
      answer(later, page(502)),
      { hasSetup: true },
      'setup-failed',
    ],
    ['with a set-up gets silence', later, answer(later, silence), { hasSetup: true }, 'setup-failed'],
    ['with a set-up gets a page as expected', later, answer(later, page(500)), { hasSetup: true }, 'pass'],
    [
      'with a set-up gets it, and no control before',
      later,
      [sent(later, page(500), { step: 3 })],
      { hasSetup: true },
      'setup-failed',
    ],
    [
      'with a set-up gets it, and a lost control',
      later,
      [good(), sent(later, page(500)), lost],
      { hasSetup: true },
      'setup-failed',
    ],
    [
      'with a set-up gets own words',
      later,
      answer(later, refusal(500, said.later)),
      { hasSetup: true },
      'pass',
    ],
    [
      'with a set-up gets 503 as documented',
      later,
      answer(later, refusal(503, said.later)),
      { hasSetup: true },
      'fail',
    ],
    [
      'with a set-up that holds at last',
      later,
      [good(), sent(later, ok), sent(later, refusal(500, said.later)), good()],
      { hasSetup: true },
      'pass',
    ],
    [
      'with a set-up gets 500 where 403 is due',
      blocked,
      answer(blocked, refusal(500, 'x')),
      { hasSetup: true },
      'setup-failed',
    ],
  ])('%s', ([, id, attempts, way, verdict]) => expect(found(id, attempts, way)).toBe(verdict));

  test('with a set-up, answered by a page as expected, fails what the page lacks', () => {
    const plan = planOf({ [later]: { way: { route: 'usual', hasSetup: true, hasOwnPartner: false } } });
    const all = verdicts(later, [plain('b'), ...answer(later, page(500))], plan);
    expect([all['error.body'], all['unavailable.meaning']]).toEqual(['fail', 'fail']);
  });

  test('fails where the list comes, and both explanations are given', () => {
    const [check] = judged([plain('b'), ...answer(blocked, ok)]).filter(({ case: id }) => id === blocked);
    expect([check?.code, check?.verdict]).toEqual(['as-plain', 'fail']);
  });

  test('of an address where nobody is, beside a plain request that is not accepted either, is no fault of the profile', () => {
    const way = { route: 'own-base-url', hasSetup: false, hasOwnPartner: false } as const;
    const all = verdicts(later, [plain('b', page(502)), sent(later, silence)], planOf({ [later]: { way } }));
    expect(all['unavailable.status']).toBe('target-unavailable');
  });

  test('that the profile cannot bring about needs no attempt to say so', () => {
    expect(found(blocked, [], {}, { isProvisioned: false })).toBe('not-provisioned');
  });
});
