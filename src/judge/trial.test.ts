import { expect, test } from 'vitest';
import { allClaims, deriveCases, planRequests } from '../plan/plan.ts';
import type { Claim } from '../plan/plan.ts';
import { specification } from '../operation/specification.ts';
import { message } from '../messages/message.ts';
import { answered, list, silent } from './evidence.test-data.ts';
import type { Attempt, Evidence, NotSent, Role, Trial } from './evidence.ts';
import { deriveTrials } from './trial.ts';

const { a: every } = allClaims(specification) as { a: Claim };

const down = 'unavailable';
const names = {
  plain: 'success',
  '+': 'success',
  own: 'own-partner',
  flag: 'missing.useAuthByCert',
  other: 'missing.partnerName',
  spaced: 'request.body.white-space',
  wrong: 'unauthorized.wrong-password',
  unknown: 'unauthorized.unknown-partner',
} as const;
const nameOf = (said: string): string => (said in names ? names[said as keyof typeof names] : said);

/**
 * One attempt: `request:status`; `+` and `own` are controls, `+>flag` one that serves that request, `?` is a
 * probe that serves the plain request. Status 0 is no answer, a word is why nothing was sent. `@5`: at 5 ms;
 * else each comes 10 ms after the one before.
 */
function attemptOf(said: string, index: number, location: string): Attempt {
  const parts = /^(\?)?([\w.+-]+)(?:>(\w+))?:(\w+)(?:@(\d+))?$/.exec(said) ?? [];
  const [, probe, named = '', given, status = '', at = `${10 * index}`] = parts;
  const role: Role = probe === '?' ? 'probe' : ['+', 'own'].includes(named) ? 'control' : 'try';
  const request = nameOf(named);
  const sent = { id: `${index}`, request, at: Number(at) };
  const outcome = isNaN(Number(status))
    ? ({ kind: status, reason: 'control-failed', note: message('nothing-sent') } as NotSent)
    : answerOf(Number(status), sent, location);
  const served = given ?? (role === 'probe' ? 'plain' : null);
  return {
    request: `a.${request}`,
    role,
    for: served === null ? null : `a.${nameOf(served)}`,
    outcome,
  };
}

function answerOf(status: number, sent: Parameters<typeof answered>[2], location: string): Evidence {
  if (status === 0) return silent({}, sent);
  if (status !== 302) return answered(status, status === 200 ? list : { description_status: 'no' }, sent);
  const found = answered(status, '<html>', sent);
  const { response } = found;
  if (response === null) return found;
  return { ...found, response: { ...response, headers: [['Location', location]] } };
}

function trialsOf(said: string, claim: Partial<Claim> = {}, location = '/elsewhere') {
  const claims = { a: { ...every, ...claim } };
  const requests = planRequests(deriveCases(specification, claims), specification, claims);
  const attempts = said.split(' ').map((one, index) => attemptOf(one, index, location));
  const trials = deriveTrials({ profile: { claims }, attempts, interrupted: false }, { requests });
  const of = (id: string): Trial => {
    const request = requests.get(`a.${nameOf(id)}`);
    if (request === undefined) throw new RangeError(id);
    return trials.of(request);
  };
  return { ...trials, of };
}

/** The places of its controls, the bad ones with `-`. */
const controlsOf = ({ controls }: Trial): string =>
  controls.map(({ evidence, good }) => `${evidence.id}${good ? '' : '-'}`).join(' ');
const haltOf = ({ halted }: Trial): string | null => halted && `${halted.kind} ${halted.reason}`;

const [f, o] = ['+>flag', '+>other'];
const repeats = `plain:200 ${f}:200 flag:503 ${f}:200 ${f}:503 flag:503 ${o}:200 own>flag:200 other:422 +:200 ${f}:200`;
const d = '+>unavailable';
const [before, outage] = [`plain:200 +:200 ${d}:200 other:422`, `unavailable:500 ${d}:503`];

/** A control beside a repeat that meets another request, or does not. */
const conflict = (status: number, at: number, next: number): string =>
  `plain:200 flag:503 flag:503 ${f}:${status}@${at} other:422@${next}`;

test.for<[string, said: string, request: string, controls: string]>([
  ['those that serve it behind its first try', repeats, 'flag', '3 4- 10'],
  ['those of another request', repeats, 'other', ''],
  [
    'those of a refusal that was repeated, once',
    `plain:200 flag:403 ${f}:200 flag:403 ${f}:200`,
    'flag',
    '2 4',
  ],
  [
    'those of a refusal that was repeated, and the next one',
    `plain:200 flag:403 ${f}:0 flag:403 other:422 +:200`,
    'flag',
    '2- 5',
  ],
  ['none of another partner', `plain:200 flag:503 flag:503 own>flag:200`, 'flag', ''],
  ['none that a lock refuses beside another request', conflict(409, 50, 50), 'flag', ''],
  ['none whose end meets another request', conflict(409, 50, 51), 'flag', ''],
  ['none whose start meets another request', conflict(409, 51, 50), 'flag', ''],
  ['one that is refused so alone', conflict(409, 50, 52), 'flag', '3-'],
  ['one that is refused so alone, later', conflict(409, 52, 50), 'flag', '3-'],
  ['one that is refused otherwise beside another request', conflict(503, 50, 50), 'flag', '3-'],
  [
    'the last before a set-up and the first good behind it',
    `${before} ${outage} ${d}:200 ${d}:200`,
    down,
    '2 6',
  ],
  ['the one behind a set-up, where it is the last', `${before} ${outage} ${d}:200`, down, '2 6'],
  ['the last before a set-up, where none behind it is good', `${before} ${outage}`, down, '2'],
  ['none from before, where there is none', `plain:200 ${outage} ${d}:200 ${d}:200`, down, '3'],
  ['none that serves something else', `${before} ${outage} +:200`, down, '2'],
])('the controls of an answer are %s', ([, said, request, controls]) => {
  const trials = trialsOf(said, { exclusive: request === down ? [down] : [] });
  expect(controlsOf(trials.of(request))).toBe(controls);
});

test.for<[string, said: string, earlier: string | null, request?: string, status?: number]>([
  [
    'a login that was answered, where the password is one with blanks',
    'wrong:403',
    '1',
    'observed.password.surrounded',
  ],
  ['a login that was answered, where the password is empty', 'wrong:403', '1', 'observed.password.empty'],
  [
    'nothing that matters where the credentials may be right',
    'wrong:403',
    null,
    'observed.content-type.none',
  ],
  ['nothing that matters to what is no login', 'wrong:403', null, 'flag'],
  ['nothing that matters to another answer', 'wrong:403', null, 'observed.password.empty', 403],
  ['a login that was answered', 'wrong:403', '1'],
  ['none: it was the right password of that partner', 'own:200', null],
  ['none: it was answered 429 as well', 'wrong:429', null],
  ['none: it was no login', 'flag:422', null],
  ['none: it was never sent', 'wrong:limit', null],
])('before a 429 to a failed login there was %s', ([, said, earlier, request = 'unknown', status = 429]) => {
  const later = `plain:200 ${said} ${request}:${status} observed.password.appended:403`;
  expect(trialsOf(later).of(request).earlierLogin).toBe(earlier);
});

test.for<[string, said: string, held: string]>([
  [
    'controls, other spellings and repeats, and no refusal that must be',
    '+:503 spaced:500 spaced:200 flag:422',
    '1 2- 3',
  ],
  ['nothing that is only observed', 'observed.content-type.none:403 own:403', ''],
  ['nothing as superseded by another error', 'spaced:500 spaced:500', '1 2'],
  ['no control that a lock refuses', '+:409@50 flag:422@50', ''],
])('%s are held against the plain request', ([, said, held]) => {
  const { others = [], plain: first } = trialsOf(`plain:200 ${said}`).successes('a') ?? {};
  expect(first?.id).toBe('0');
  expect(
    others.map(({ evidence, isSuperseded }) => `${evidence.id}${isSuperseded ? '-' : ''}`).join(' '),
  ).toBe(held);
});

test.for<[string, said: string, halted: string | null, givenUp: string | null]>([
  ['is answered', 'plain:200', null, null],
  ['is refused as documented by what must be', 'plain:302 ?flag:422', null, null],
  ['is redirected beside others', 'plain:302 ?flag:302 ?other:302', null, 'other'],
  ['is lost as all else', 'plain:503 ?flag:503', 'other', 'other'],
  ['is lost, and all else is redirected', 'plain:503 ?flag:302', 'other', 'other'],
  ['is redirected, and all else is lost', 'plain:302 ?flag:503', 'other', 'other'],
  ['is redirected, one probe lost', 'plain:302 ?flag:302 ?other:503', 'other', 'other'],
  ['is redirected, one probe refused', 'plain:302 ?flag:302 ?other:422', null, null],
  ['is redirected alone', 'plain:302', 'other', 'other'],
  ['is not sent', 'plain:limit', 'limit', 'limit'],
  ['is answered before nothing more is sent', 'plain:200 plain:limit', null, null],
])('a variant whose plain request %s', ([, said, halted, givenUp]) => {
  const trials = trialsOf(said);
  expect(trials.baseline('a').halted?.kind ?? null).toBe(halted);
  expect(trials.givenUp('a')?.kind ?? null).toBe(givenUp);
});

test.for<[string, said: string, shown: string, halted?: string | null, guessed?: Claim['guessed']]>([
  ['by the first control behind it that shows anything', 'wrong:403 +:503 +:200 +:401', '3'],
  ['by a control that is refused', 'wrong:403 +:401 +:200', '2-'],
  ['by no control that is lost', 'wrong:403 +:503', '2-', 'other'],
  ['by nothing before it', '+:401 wrong:403', ''],
  [
    'first by the partner whose passwords are guessed',
    'wrong:502 +>wrong:200 wrong:403 +>wrong:200 own:200',
    '5 2 4',
    null,
    'own',
  ],
  ['not for what is only observed and no login', 'observed.content-type.none:400 +:401', ''],
  ['by the plain request, where no password is guessed', 'flag:403 +:401', '2-', null, 'own'],
  ['by that partner, though it might be a lock', 'wrong:401 own:200', '2', null, 'own'],
  ['by nothing where it is a lock by its status', 'wrong:423', '', 'own-unconfirmed', 'own'],
  ['by nothing where it has a status of no lock', 'wrong:404', '', null, 'own'],
  ['where no control was asked', 'wrong:403', ''],
  ['by the plain request alone', 'wrong:403 own:401', ''],
  ['for a login that is no refusal', 'observed.password.last-missing:200 +:401', '2-'],
  ['not for a plain password that is no refusal', 'unencrypted.partnerPassword:422 +:401', ''],
  ['not for what is no login', 'flag:422 +:401', ''],
  ['by the partner whose passwords are guessed', 'wrong:403 +:401 own:200', '3', null, 'own'],
  ['by nothing where it may be a lock', 'wrong:401 +:200', '', 'own-unconfirmed', 'own'],
  ['by nothing where it can be no lock', 'wrong:403 +:401', '', null, 'own-uncontrolled'],
])('a refusal is confirmed %s', ([, said, shown, halted = null, guessed = 'profile']) => {
  const { of } = trialsOf(`plain:200 ${said}`, { guessed });
  const trial = of(/(?:^| )([a-z][\w.-]+)/.exec(said.replaceAll('own:', '+:'))?.[1] ?? '');
  expect(controlsOf(trial)).toBe(shown);
  expect(trial.halted?.kind ?? null).toBe(halted);
});

const again = `${f}:200 flag:503 ${f}:200`;
test.for<[string, said: string, end: string, halted: string | null]>([
  ['a doubtful answer', 'flag:503', 'limit', 'limit target-unavailable'],
  ['a 429', 'flag:429', 'limit', 'limit rate-limited'],
  ['a refusal', 'flag:403', 'limit', 'limit control-failed'],
  ['a doubtful answer, for want of time', 'flag:503', 'spent', 'spent target-unavailable'],
  ['a doubtful answer, by the user', 'flag:503', 'interrupted', 'interrupted control-failed'],
  ['one that was repeated between good controls', `flag:503 ${again}`, 'limit', null],
  ['one that was repeated, for want of time', `flag:503 ${again}`, 'spent', 'spent target-unavailable'],
  [
    'one that was repeated beside a bad control',
    `flag:503 ${again} ${f}:503`,
    'limit',
    'limit target-unavailable',
  ],
  [
    'one beside another that a repeat overcame',
    `other:503 other:422 flag:503 ${again}`,
    'limit',
    'limit target-unavailable',
  ],
  [
    'one beside another that a repeat overcame between good controls',
    `other:503 ${o}:200 other:422 ${o}:200 flag:503 ${again}`,
    'limit',
    'limit target-unavailable',
  ],
  [
    'one beside another that was not repeated',
    `other:503 flag:503 ${again}`,
    'limit',
    'limit target-unavailable',
  ],
  [
    'one beside another that lasts',
    `+:503 other:503 ${o}:200 other:503 ${o}:200 flag:503 ${again}`,
    'limit',
    null,
  ],
  ['one beside a 429', `other:429 other:422 flag:503 ${again}`, 'limit', null],
])('%s that is not asked for again is left open or not', ([, said, end, halted]) => {
  expect(haltOf(trialsOf(`plain:200 ${said} flag:${end}`).of('flag'))).toBe(halted);
});

test('nothing is held against a plain request that was not answered', () => {
  expect(trialsOf('plain:limit spaced:200').successes('a')).toBeNull();
});

test('the controls of the plain request are probes', () => {
  const { of } = trialsOf('plain:302 ?flag:302 plain:302');
  expect(controlsOf(of('plain'))).toBe('1');
  expect(of('plain')).toMatchObject({ outage: false, route: null });
});

test.for([
  ['nothing', 'plain:200', 'other suite-error'],
  ['why it was left out', 'plain:200 flag:limit', 'limit control-failed'],
  ['that its variant was given up', 'plain:503', 'other target-unavailable'],
] as const)('of a request that was not sent is known %s', ([, said, halted]) => {
  expect(haltOf(trialsOf(said).of('flag'))).toBe(halted);
});

test.for([undefined, 'address', 'gateway'] as const)(
  'the way of a condition is known by its claim: %s',
  (route) => {
    const routes = route === undefined ? {} : { unavailable: route };
    expect(trialsOf('plain:200 unavailable:500', { routes }).of(down).route).toBe(route ?? null);
  },
);

test.for([
  ['/elsewhere', undefined],
  ['https://other.test/elsewhere', 'other'],
  ['/partner/sbp/banks', 'other'],
  ['http://[', 'other'],
] as const)('a target that leads everybody to %s is judged or given up', ([location, halted]) => {
  const said = 'plain:302 ?flag:302';
  expect(trialsOf(said, {}, location).baseline('a').halted?.kind).toBe(halted);
});
