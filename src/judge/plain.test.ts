import { describe, expect, test } from 'vitest';
import { judgePlain } from './plain.ts';
import { judge } from './judge.ts';
import {
  control,
  list,
  ok,
  page,
  plain,
  planOf,
  refusal,
  said,
  sent,
  silence,
  unauthorized,
  unsent,
  verdicts,
} from './judge.test-support.ts';
import type { Reply } from './judge.test-support.ts';
import type { Attempt } from '../plan/attempt.ts';

const plan = planOf();
const refused = (row: string): Reply => {
  if (row.includes('unauthorized')) return unauthorized('a');
  return refusal(422, said.missing('partnerName'));
};
const asked = ['a.missing.partnerName', 'a.missing.all', 'a.unauthorized.unknown-partner'];
const probes = (answer: (row: string) => Reply): readonly Attempt[] =>
  asked.map((row) => sent(row, answer(row), { role: 'probe', step: 1 }));
const otherSlash = (reply: Reply): Attempt =>
  sent('a.observed.other-slash', reply, { role: 'probe', step: 1, path: '/partner/sbp/banks/' });
/** Two tries, probes, the last try, probes again. */
const story = (
  reply: Reply,
  answer: (row: string) => Reply = refused,
  ...more: readonly Attempt[]
): readonly Attempt[] => [
  plain('a', reply),
  plain('a', reply),
  ...probes(answer),
  plain('a', reply),
  ...probes(answer),
  ...more,
];

const open = (reason: string) => [reason, reason, reason];
const failed = ['fail', 'control-failed', 'control-failed'];

describe('the plain request (rule 6)', () => {
  const documented = refusal(404, 'Not found');
  test.for<[name: string, attempts: readonly Attempt[], state: string, verdicts: readonly string[]]>([
    ['the list', [plain()], 'accepted', ['pass', 'pass', 'pass']],
    [
      'an empty list',
      [plain('a', { status: 200, body: { banks: [] } })],
      'accepted',
      ['pass', 'pass', 'vacuous'],
    ],
    [
      'a list with 201',
      [plain('a', { status: 201, body: list })],
      'accepted',
      ['fail', 'control-failed', 'pass'],
    ],
    ['401', [plain('a', refusal(401, 'no'))], 'refused', open('control-failed')],
    ['403', [plain('a', unauthorized('a'))], 'refused', open('control-failed')],
    ['a page with 403', story(page(403)), 'refused', open('control-failed')],
    ['407', [plain('a', page(407))], 'refused', open('control-failed')],
    ['423', [plain('a', page(423))], 'refused', open('control-failed')],
    ['422 unencrypted', [plain('a', refusal(422, said.unencrypted))], 'refused', open('control-failed')],
    ['422 that names the partner', [plain('a', refusal(422, said.missing('partnerName')))], 'failed', failed],
    ['a 404 page everywhere', story(page(404), () => page(404)), 'open', open('target-unavailable')],
    ['404, documented, everywhere', story(documented, () => documented), 'open', open('target-unavailable')],
    ['a 404 page here alone', story(page(404)), 'failed', failed],
    ['a documented 404 here alone', [plain('a', documented)], 'failed', failed],
    [
      'an error body with 200',
      [plain('a', refusal(200, 'no'))],
      'failed',
      ['pass', 'fail', 'control-failed'],
    ],
    ['a documented 500', story(refusal(500, said.later)), 'open', open('target-unavailable')],
    ['503', story(page(503)), 'open', open('target-unavailable')],
    ['408', story(refusal(408, 'no')), 'open', open('target-unavailable')],
    ['409', story(refusal(409, 'no')), 'open', open('target-unavailable')],
    ['425', story(page(425)), 'open', open('target-unavailable')],
    ['429', story(refusal(429, 'no')), 'open', open('rate-limited')],
    ['a body that is too long', [plain('a', { error: 'too-long' })], 'open', open('too-long')],
    ['a 200 page', story(page(200)), 'failed', ['pass', 'fail', 'control-failed']],
    [
      'a 200 page, and pages everywhere',
      story(page(200), () => page(200)),
      'open',
      open('target-unavailable'),
    ],
    ['a 502 page', story(page(502)), 'failed', failed],
    [
      'a 502 page, and a limiter refuses some probes',
      [
        ...story(page(502)),
        ...probes(() => page(429)).map((one) => ({ ...one, again: true })),
        ...probes(() => page(429)).map((one) => ({ ...one, role: 'witness' as const })),
      ],
      'failed',
      failed,
    ],
    [
      'a 502 page, and a limiter refuses a probe that is not sent again',
      [...story(page(502)), ...probes(() => page(429))],
      'open',
      open('target-unavailable'),
    ],
    ['a 413 page', story(page(413)), 'failed', failed],
    ['silence', story(silence), 'failed', failed],
    ['silence, and nobody answers', story(silence, () => silence), 'open', open('target-unavailable')],
    [
      'silence, and one probe is answered otherwise',
      [...story(silence), ...probes(() => page(422))],
      'open',
      open('target-unavailable'),
    ],
    [
      'one page, although probes are refused',
      [...probes(refused), plain('a', page(502)), ...probes(refused)],
      'open',
      open('target-unavailable'),
    ],
    ['pages before the probes alone', story(page(502)).slice(0, 5), 'open', open('target-unavailable')],
    [
      'pages, the last of them behind the probes',
      story(page(502)).slice(0, 6),
      'open',
      open('target-unavailable'),
    ],
    [
      'pages without probes',
      [plain('a', page(502)), plain('a', page(502))],
      'open',
      open('target-unavailable'),
    ],
    ['no place', [unsent('a.success', 'no-place')], 'open', open('not-selected')],
    ['nothing', [], 'open', open('not-selected')],
  ])('that gets %s', ([, attempts, state, expected]) => {
    expect(judge(plan, attempts, []).plain[0]?.state).toBe(state);
    const found = verdicts('a.success', attempts);
    expect(['status', 'body', 'record'].map((aspect) => found[`success.${aspect}`])).toEqual(expected);
  });

  test.for<[name: string, attempts: readonly Attempt[], servedPath: string | null]>([
    [
      'refuses as documented',
      story(page(404), () => page(404), otherSlash(refusal(422, 'partnerName'))),
      '/partner/sbp/banks/',
    ],
    ['refuses with a page', story(page(404), () => page(404), otherSlash(page(422))), null],
    [
      'is where a redirect points',
      story({ ...page(308), location: '/partner/sbp/banks/' }, () => page(308)),
      '/partner/sbp/banks/',
    ],
    [
      'is on another server',
      story({ ...page(308), location: 'https://other.test/partner/sbp/banks/' }, () => page(308)),
      null,
    ],
    ['is not where a redirect points', story({ ...page(302), location: '/login' }, () => page(302)), null],
    [
      'was asked once',
      [plain('a', page(404)), ...probes(() => page(404)), otherSlash(refusal(422, 'x'))],
      null,
    ],
  ])('whose other path %s', ([, attempts, servedPath]) => {
    const [result] = judge(plan, attempts, []).plain;
    const status = verdicts('a.success', attempts);
    const expected = servedPath === null ? ['open', 'target-unavailable'] : ['not-served', 'fail'];
    expect([result?.servedPath, result?.state, status['success.status']]).toEqual([servedPath, ...expected]);
    expect(status['error.body']).toBeUndefined();
  });

  test('that gets a 200 without the list is an accepted control from then on', () => {
    const { facts, state } = judgePlain('a', plan, story(page(200)));
    expect([facts.takes200, facts.isAccepted, state]).toEqual([true, false, 'accepted']);
  });

  test('fails a status that A never answers where the service says it, or it comes again without the list', () => {
    const never = (...attempts: readonly Attempt[]) => verdicts('a.success', attempts)['status.no-401'];
    expect(never(plain('a', refusal(401, 'no')))).toBe('fail');
    expect(never(plain('a', page(401)), control(page(401), { step: 2 }))).toBe('fail');
    expect(never(plain('a', refusal(401, 'no')), plain('a', refusal(404, 'none')))).toBe('fail');
    expect(never(plain('a', page(401)))).toBeUndefined();
    expect(never(plain(), control(page(401)), control(page(401)), control())).toBe('pass');
    expect(never(plain(), control(page(401)), control(), control(page(401)))).toBe('target-unavailable');
    expect(never(plain(), control(refusal(401, 'no')))).toBe('fail');
    const inB = verdicts('b.success', [plain('b', refusal(401, 'no'))]);
    expect(Object.keys(inB).toSorted()).toEqual(['success.body', 'success.record', 'success.status']);
  });

  test.for<[name: string, reply: Reply, verdicts: readonly string[]]>([
    ['a broken record', { status: 200, body: { banks: [{ name: 'B', bic: 1 }] } }, ['pass', 'pass', 'fail']],
    ['a further member', { status: 200, body: { ...list, total: 1 } }, ['pass', 'fail', 'pass']],
    ['an error body with 200', refusal(200, 'no'), ['pass', 'fail', 'pass']],
    ['a documented refusal', refusal(404, 'no'), ['fail', 'pass', 'pass']],
    ['a lock', unauthorized('a'), ['pass', 'pass', 'pass']],
    ['a page', page(502), ['pass', 'pass', 'pass']],
    ['an empty list', { status: 200, body: { banks: [] } }, ['pass', 'pass', 'pass']],
  ])('is judged as a control too: %s', ([, reply, expected]) => {
    const found = verdicts('a.success', [plain(), control(), control(reply), control(ok)]);
    expect(['status', 'body', 'record'].map((aspect) => found[`success.${aspect}`])).toEqual(expected);
  });

  test('a 200 without the list fails once it comes again behind the list, and not in one outage', () => {
    const empty: Reply = { status: 200, body: '' };
    const bodyOf = (...replies: readonly Reply[]) =>
      verdicts('a.success', [plain(), ...replies.map((reply) => control(reply))])['success.body'];
    expect(bodyOf(empty, ok, empty, ok)).toBe('fail');
    expect(bodyOf(empty, empty, empty, ok)).toBe('pass');
    expect(bodyOf(ok, empty, ok)).toBe('pass');
    expect(bodyOf(empty, refusal(500, said.later), refusal(500, said.later), empty, ok)).toBe('pass');
    expect(bodyOf(page(200), ok, page(200), ok)).toBe('pass');
    const broken: Reply = { status: 200, body: { banks: null } };
    expect(bodyOf(broken, broken)).toBe('fail');
    expect(bodyOf(broken)).toBe('pass');
  });

  test('is not judged where it was sent to see who refused another', () => {
    const witness = sent('a.success', refusal(404, 'no'), { role: 'witness' });
    expect(verdicts('a.success', [plain(), witness])['success.status']).toBe('pass');
  });
});

describe('without an accepted plain request', () => {
  const row = 'a.missing.partnerName';
  const right = sent(row, refusal(422, said.missing('partnerName')));
  test.for<[name: string, usual: Reply, attempt: Attempt, aspect: string, verdict: string]>([
    ['what looks right shows nothing', page(403), right, 'missing.partnerName.status', 'control-failed'],
    ['nor does what every answer keeps to', page(403), right, 'authorization.enforced', 'control-failed'],
    [
      'a wrong status in own words fails',
      page(403),
      sent(row, refusal(404, 'no')),
      'missing.partnerName.status',
      'fail',
    ],
    [
      'a wrong text in own words fails',
      page(403),
      sent(row, refusal(422, said.later)),
      'missing.partnerName.names',
      'fail',
    ],
    [
      'what the plain request gets too shows nothing',
      refusal(403, 'no'),
      sent(row, refusal(403, 'other')),
      'missing.partnerName.status',
      'control-failed',
    ],
    [
      'nor does its text',
      refusal(422, said.unencrypted),
      sent(row, refusal(422, said.unencrypted)),
      'missing.partnerName.names',
      'control-failed',
    ],
    [
      'foreign words are open',
      page(403),
      sent(row, page(502)),
      'missing.partnerName.status',
      'target-unavailable',
    ],
    ['a list fails all the same', page(403), sent(row, ok), 'authorization.enforced', 'fail'],
    [
      'what was not sent is open',
      page(403),
      unsent('a.spelled.escapes', 'refused'),
      'request.body',
      'control-failed',
    ],
    [
      'for the same reason',
      { error: 'too-long' },
      unsent('a.spelled.escapes', 'refused'),
      'request.body',
      'too-long',
    ],
    [
      'a limit leaves it out',
      page(403),
      unsent('a.spelled.escapes', 'no-place'),
      'request.body',
      'not-selected',
    ],
  ])('%s', ([, usual, attempt, aspect, verdict]) => {
    expect(verdicts(attempt.row, [plain('a', usual), attempt])[aspect]).toBe(verdict);
  });
});
