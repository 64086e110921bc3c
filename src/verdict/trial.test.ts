import { expect, test } from 'vitest';
import { allClaims, deriveCases, planRequests } from '../case/plan.ts';
import type { Claim } from '../case/plan.ts';
import { specification } from '../spec/specification.ts';
import { message } from '../wording/message.ts';
import { answered, list, silent } from './evidence.test-data.ts';
import type { Attempt, Evidence, Halt, Role, Trial } from './evidence.ts';
import { deriveTrials } from './trial.ts';

const { a: every } = allClaims(specification) as { a: Claim };

/** One attempt: `role request status @time`. Status 0: no answer. Time in ms, by default 10 apart. */
function attemptOf(said: string, index: number, location: string): Attempt {
  const [words = '', at = `${10 * index}`] = said.split(' @');
  const [role = '', named = '', status = ''] = words.split(' ');
  const [request = '', round = role === 'try' ? '1' : '0'] = named.split('#round-');
  const sent = { id: `${index}`, request, at: Number(at) };
  const outcome = isNaN(Number(status))
    ? ({ kind: status, reason: 'control-failed', note: message('nothing-sent') } as Halt)
    : answerOf(Number(status), sent, location);
  return { request: `a.${request}`, role: role as Role, round: Number(round), outcome };
}

function answerOf(status: number, sent: Parameters<typeof answered>[2], location: string): Evidence {
  if (status === 0) return silent({}, sent);
  if (status !== 302) return answered(status, status === 200 ? list : { description_status: 'no' }, sent);
  const found = answered(status, '<html>', sent);
  const { response } = found;
  if (response === null) return found;
  return { ...found, response: { ...response, headers: [['Location', location]] } };
}

function trialsOf(said: readonly string[], claim: Partial<Claim> = {}, location = '/elsewhere') {
  const claims = { a: { ...every, ...claim } };
  const requests = planRequests(deriveCases(specification, claims), specification, claims);
  const attempts = said.map((one, index) => attemptOf(one, index, location));
  const trials = deriveTrials({ requests, claims, attempts, interrupted: false });
  const of = (id: string, round = 1): Trial => {
    const request = requests.get(`a.${id}`);
    if (request === undefined) throw new RangeError(id);
    return trials.of(request, round);
  };
  return { ...trials, of };
}

const [plain, flag, other] = ['success', 'missing.useAuthByCert', 'missing.partnerName'];
const spaced = 'request.body.white-space';
const [wrong, unknown] = ['unauthorized.wrong-password', 'unauthorized.unknown-partner'];
const controlsOf = ({ controls }: Trial): readonly string[] =>
  controls.map(({ evidence, good }) => `${evidence.id}${good ? '' : ' bad'}`);

const repeats = [
  `try ${plain} 200`,
  `control ${plain} 200`,
  `try ${flag} 503`,
  `control ${plain} 200`,
  `control ${plain} 503`,
  `try ${flag} 503`,
  `control ${plain} 200`,
  `control ${plain} 200`,
  `try ${other} 422`,
  `control ${plain} 200`,
  `try ${flag} 503`,
  'control own-partner 200',
  `control ${plain} 200`,
  `try ${other} 422`,
  `control ${plain} 200`,
];
const outage = [
  `try ${plain} 200`,
  `control ${plain} 200`,
  `control ${plain} 200`,
  `try ${other} 422`,
  'try unavailable 500',
  `control ${plain} 503`,
  `control ${plain} 200`,
  `control ${plain} 200`,
];

/** A control beside a repeat that meets another request, or does not. */
const conflict = (status: number, at: number, next: number): readonly string[] => [
  `try ${plain} 200`,
  `try ${flag} 503`,
  `try ${flag} 503`,
  `control ${plain} ${status} @${at}`,
  `try ${other} 422 @${next}`,
];

test.for<[string, readonly string[], request: string, controls: readonly string[], exclusive?: boolean]>([
  ['those directly beside the repeats', repeats, flag, ['3', '4 bad', '6', '7', '9', '12']],
  [
    'those of a repeat that is a refusal, once',
    [
      `try ${plain} 200`,
      `try ${flag} 403`,
      `control ${plain} 200`,
      `try ${flag} 403`,
      `control ${plain} 200`,
    ],
    flag,
    ['2', '4'],
  ],
  [
    'those of a repeat that is a refusal, and the next one',
    [
      `try ${plain} 200`,
      `try ${flag} 403`,
      `control ${plain} 0`,
      `try ${flag} 403`,
      `try ${other} 422`,
      `control ${plain} 200`,
    ],
    flag,
    ['2 bad', '5'],
  ],
  ['none beside the first time', repeats, other, ['12', '14']],
  ['none that a lock refuses beside another request', conflict(409, 50, 50), flag, []],
  ['none whose end meets another request', conflict(409, 50, 51), flag, []],
  ['none whose start meets another request', conflict(409, 51, 50), flag, []],
  ['one that is refused so alone', conflict(409, 50, 52), flag, ['3 bad']],
  ['one that is refused so alone, later', conflict(409, 52, 50), flag, ['3 bad']],
  ['one that is refused otherwise beside another request', conflict(503, 50, 50), flag, ['3 bad']],
  ['the last before a set-up and the first good one behind it', outage, 'unavailable', ['2', '6'], true],
  ['the last before a set-up, where none behind it is good', outage.slice(0, 6), 'unavailable', ['2'], true],
  [
    'none from before, where there is none',
    ['try success 200', ...outage.slice(4)],
    'unavailable',
    ['3'],
    true,
  ],
  [
    'none that is sent behind something else',
    [...outage.slice(0, 6), `try ${flag} 422`, `control ${plain} 200`],
    'unavailable',
    ['2'],
    true,
  ],
  ['the one behind a set-up, where it is the last', outage.slice(0, 7), 'unavailable', ['2', '6'], true],
])('the controls of an answer are %s', ([, said, request, controls, exclusive = false]) => {
  const trials = trialsOf(said, { exclusive: exclusive ? ['unavailable'] : [] });
  expect(controlsOf(trials.of(request))).toEqual(controls);
});

test.for<[string, readonly string[], earlier: string | null, request?: string, status?: number]>([
  [
    'a login that was answered, where the password is one with blanks',
    [`try ${wrong} 403`],
    '1',
    'observed.password.surrounded',
  ],
  [
    'a login that was answered, where the password is empty',
    [`try ${wrong} 403`],
    '1',
    'observed.password.empty',
  ],
  ['nothing that matters where the credentials may be right', [`try ${wrong} 403`], null, 'observed.replay'],
  ['nothing that matters to what is no login', [`try ${wrong} 403`], null, flag],
  ['nothing that matters to another answer', [`try ${wrong} 403`], null, 'observed.password.empty', 403],
  ['a login that was answered', [`try ${wrong} 403`], '1'],
  ['none: it was the right password of that partner', ['control own-partner 200'], null],
  ['none: it was answered 429 as well', [`try ${wrong} 429`], null],
  ['none: it was no login', [`try ${flag} 422`], null],
  ['none: it was never sent', [`try ${wrong} limit`], null],
])('before a 429 to a failed login there was %s', ([, before, earlier, request = unknown, status = 429]) => {
  const said = ['try success 200', ...before, `try ${request} ${status}`];
  const later = [...said, 'try observed.password.appended 403'];
  expect(trialsOf(later).of(request).earlierLogin).toBe(earlier);
});

test.for<[string, readonly string[], held: readonly string[]]>([
  [
    'controls, other spellings and repeats, and no refusal that must be',
    [`control ${plain} 503`, `try ${spaced} 500`, `try ${spaced} 200`, `try ${flag} 422`],
    ['1', '2 superseded', '3'],
  ],
  ['nothing that is only observed', ['try observed.replay 403', 'control own-partner 403'], []],
  ['nothing as superseded by another error', [`try ${spaced} 500`, `try ${spaced} 500`], ['1', '2']],
  ['no probe', [`probe ${spaced} 404`], []],
  ['no control that a lock refuses', [`control ${plain} 409 @50`, `try ${flag} 422 @50`], []],
])('%s are held against the plain request', ([, said, held]) => {
  const { others = [], plain: first } = trialsOf([`try ${plain} 200`, ...said]).successes('a') ?? {};
  expect(first?.id).toBe('0');
  expect(
    others.map(({ evidence, isSuperseded }) => `${evidence.id}${isSuperseded ? ' superseded' : ''}`),
  ).toEqual(held);
});

test.for<[string, readonly string[], halted: string | null, givenUp: string | null]>([
  ['is answered', ['try success 200'], null, null],
  ['is refused as documented by what must be', ['try success 302', `probe ${flag} 422`], null, null],
  [
    'is redirected beside others',
    ['try success 302', `probe ${flag} 302`, `probe ${other} 302`],
    null,
    'given-up',
  ],
  ['is lost as all else', ['try success 503', `probe ${flag} 503`], 'given-up', 'given-up'],
  ['is lost, and all else is redirected', ['try success 503', `probe ${flag} 302`], 'given-up', 'given-up'],
  ['is redirected, and all else is lost', ['try success 302', `probe ${flag} 503`], 'given-up', 'given-up'],
  [
    'is redirected, one probe lost',
    ['try success 302', `probe ${flag} 302`, `probe ${other} 503`],
    'given-up',
    'given-up',
  ],
  [
    'is redirected, one probe refused',
    ['try success 302', `probe ${flag} 302`, `probe ${other} 422`],
    null,
    null,
  ],
  ['is redirected alone', ['try success 302'], 'given-up', 'given-up'],
  ['is not sent', ['try success limit'], 'limit', 'limit'],
  ['is answered before nothing more is sent', ['try success 200', 'try success limit'], null, null],
])('a variant whose plain request %s', ([, said, halted, givenUp]) => {
  const trials = trialsOf(said);
  expect(trials.baseline('a').halted?.kind ?? null).toBe(halted);
  expect(trials.givenUp('a')?.kind ?? null).toBe(givenUp);
});

test.for<
  [
    string,
    readonly string[],
    shown: readonly string[],
    halted?: string | undefined,
    guessed?: Claim['guessed'],
  ]
>([
  [
    'by the first control behind it that shows anything',
    [`try ${wrong} 403`, `control ${plain} 503`, `control ${plain} 200`, `control ${plain} 401`],
    ['3'],
  ],
  [
    'by a control that is refused',
    [`try ${wrong} 403`, `control ${plain} 401`, `control ${plain} 200`],
    ['2 bad'],
  ],
  ['by no control that is lost', [`try ${wrong} 403`, `control ${plain} 503`], ['2 bad'], 'unconfirmed'],
  ['by nothing before it', [`control ${plain} 401`, `try ${wrong} 403`], []],
  ['by controls alone', [`try ${wrong} 403`, `try ${plain}#round-2 401`, `control ${plain} 200`], ['3']],
  [
    'first by the partner whose passwords are guessed',
    [
      `try ${wrong} 502`,
      `control ${plain} 200`,
      `try ${wrong} 403`,
      `control ${plain} 200`,
      'control own-partner 200',
    ],
    ['5', '2', '4'],
    undefined,
    'own',
  ],
  [
    'not for what is only observed and no login',
    ['try observed.content-type.none 400', `control ${plain} 401`],
    [],
  ],
  [
    'by the plain request, where no password is guessed',
    [`try ${flag} 403`, `control ${plain} 401`],
    ['2 bad'],
    undefined,
    'own',
  ],
  [
    'by that partner, though it might be a lock',
    [`try ${wrong} 401`, 'control own-partner 200'],
    ['2'],
    undefined,
    'own',
  ],
  ['by nothing where it is a lock by its status', [`try ${wrong} 423`], [], 'own-unconfirmed', 'own'],
  ['by nothing where it has a status of no lock', [`try ${wrong} 404`], [], undefined, 'own'],
  ['where no control was asked', [`try ${wrong} 403`], []],
  ['by the plain request alone', [`try ${wrong} 403`, 'control own-partner 401'], []],
  [
    'for a login that is no refusal',
    ['try observed.password.last-missing 200', `control ${plain} 401`],
    ['2 bad'],
  ],
  [
    'not for a plain password that is no refusal',
    ['try unencrypted.partnerPassword 422', `control ${plain} 401`],
    [],
  ],
  ['not for what is no login', [`try ${flag} 422`, `control ${plain} 401`], []],
  [
    'by the partner whose passwords are guessed',
    [`try ${wrong} 403`, `control ${plain} 401`, 'control own-partner 200'],
    ['3'],
    undefined,
    'own',
  ],
  [
    'by nothing where it may be a lock',
    [`try ${wrong} 401`, `control ${plain} 200`],
    [],
    'own-unconfirmed',
    'own',
  ],
  [
    'by nothing where it can be no lock',
    [`try ${wrong} 403`, `control ${plain} 401`],
    [],
    undefined,
    'own-uncontrolled',
  ],
])('a refusal is confirmed %s', ([, said, shown, halted, guessed = 'profile']) => {
  const { of } = trialsOf([`try ${plain} 200`, ...said], { guessed });
  const trial = of(said.find((one) => one.startsWith('try'))?.split(' ')[1] ?? '');
  expect(controlsOf(trial)).toEqual(shown);
  expect(trial.halted?.kind).toBe(halted);
});

const again = [`control ${plain} 200`, `try ${flag} 503`, `control ${plain} 200`];
test.for<[string, readonly string[], end: string, halted: string | null]>([
  ['a doubtful answer', [`try ${flag} 503`], 'limit', 'limit target-unavailable'],
  ['a 429', [`try ${flag} 429`], 'limit', 'limit rate-limited'],
  ['a refusal', [`try ${flag} 403`], 'limit', 'limit control-failed'],
  ['a doubtful answer, for want of time', [`try ${flag} 503`], 'spent', 'spent target-unavailable'],
  ['a doubtful answer, by the user', [`try ${flag} 503`], 'interrupted', 'interrupted control-failed'],
  ['one that was repeated between good controls', [`try ${flag} 503`, ...again], 'limit', null],
  [
    'one that was repeated, for want of time',
    [`try ${flag} 503`, ...again],
    'spent',
    'spent target-unavailable',
  ],
  [
    'one that was repeated beside a bad control',
    [`try ${flag} 503`, ...again, `control ${plain} 503`],
    'limit',
    'limit target-unavailable',
  ],
  [
    'one beside another that a repeat overcame',
    [`try ${other} 503`, `try ${other} 422`, `try ${flag} 503`, ...again],
    'limit',
    'limit target-unavailable',
  ],
  [
    'one beside another that a repeat overcame between good controls',
    [
      `try ${other} 503`,
      `control ${plain} 200`,
      `try ${other} 422`,
      ...again.slice(0, 1),
      `try ${flag} 503`,
      ...again,
    ],
    'limit',
    'limit target-unavailable',
  ],
  [
    'one beside another that was not repeated',
    [`try ${other} 503`, `try ${flag} 503`, ...again],
    'limit',
    'limit target-unavailable',
  ],
  [
    'one beside another that lasts',
    [
      `control ${plain} 503`,
      `try ${other} 503`,
      `control ${plain} 200`,
      `try ${other} 503`,
      ...again.slice(0, 1),
      `try ${flag} 503`,
      ...again,
    ],
    'limit',
    null,
  ],
  ['one beside a 429', [`try ${other} 429`, `try ${other} 422`, `try ${flag} 503`, ...again], 'limit', null],
])('%s that is not asked for again is left open or not', ([, said, end, halted]) => {
  const trial = trialsOf([`try ${plain} 200`, ...said, `try ${flag} ${end}`]).of(flag);
  expect(trial.halted && `${trial.halted.kind} ${trial.halted.reason}`).toBe(halted);
});

test('nothing is held against a plain request that was not answered', () => {
  expect(trialsOf([`try ${plain} limit`, `try ${spaced} 200`]).successes('a')).toBeNull();
});

test('the controls of the plain request are probes, and those of a later round the plain request', () => {
  const said = [`try ${plain} 302`, `probe ${flag} 302`, `try ${plain}#round-2 302`];
  const trials = trialsOf([...said, `control ${plain} 302`, `try ${plain}#round-2 302`]);
  expect(controlsOf(trials.of(plain))).toEqual(['1']);
  expect(trials.of(plain)).toMatchObject({ outage: false, ownRoute: false, ownGateway: false });
  expect(controlsOf(trials.of(plain, 2))).toEqual(['3']);
});

test.for([
  ['nothing', ['try success 200'], 'failed suite-error'],
  ['why it was left out', ['try success 200', `try ${flag} limit`], 'limit control-failed'],
  ['that its variant was given up', ['try success 503'], 'given-up target-unavailable'],
] as const)('of a request that was not sent is known %s', ([, said, halted]) => {
  const trial = trialsOf(said).of(flag);
  expect(trial.halted && `${trial.halted.kind} ${trial.halted.reason}`).toBe(halted);
});

test.for([
  [undefined, { ownRoute: false, ownGateway: false }],
  ['address', { ownRoute: true, ownGateway: false }],
  ['gateway', { ownRoute: true, ownGateway: true }],
] as const)('the way of a condition is known by its claim: %s', ([route, expected]) => {
  const routes = route === undefined ? {} : { unavailable: route };
  expect(trialsOf(['try success 200', 'try unavailable 500'], { routes }).of('unavailable')).toMatchObject(
    expected,
  );
});

test.for([
  ['/elsewhere', undefined],
  ['https://other.test/elsewhere', 'given-up'],
  ['/partner/sbp/banks', 'given-up'],
  ['http://[', 'given-up'],
] as const)('a target that leads everybody to %s is judged or given up', ([location, halted]) => {
  const said = ['try success 302', `probe ${flag} 302`];
  expect(trialsOf(said, {}, location).baseline('a').halted?.kind).toBe(halted);
});
