import { describe, expect, test } from 'vitest';
import type { ConditionName } from '../operation/specification.ts';
import {
  answered,
  baselineTrial,
  good,
  list,
  persistent,
  refused,
  silent,
  trialFor,
  trialOf,
  variantA,
  variantB,
} from './evidence.test-data.ts';
import type { Evidence, Trial } from './evidence.ts';
import { textsOf } from './lexicon/texts.test-support.ts';
import { assertionOn, said, standingFor, wordsFor } from './judge.test-data.ts';

const unjudged = 'inconclusive: control-failed';
const vacuous = 'inconclusive: vacuous';
const ofSuccess = ['success-status', 'success-body', 'success-record'] as const;
const plain = (status: number, body: unknown): Trial => {
  const evidence = answered(status, body, { request: 'success' });
  return baselineTrial(evidence, persistent(evidence));
};
const verdictsOn = (trial: Trial): readonly string[] =>
  ofSuccess.map((kind) => wordsFor({ kind }, trial, { baseline: trial }));
/** The request in another spelling, answered so. */
const spelled = (evidence: Evidence): Trial =>
  trialFor(variantA, 'success', evidence, { testRequest: { id: 'reversed' }, ...persistent(evidence) });

describe('a successful answer', () => {
  const bank = { name: 'Bank', bic: '044525225' };
  // Defects of the reference cover more: see src/reference/defects/success.ts.
  test.for([
    ['the list', list, 'pass', 'pass'],
    ['further members of a record', { banks: [{ ...bank, swift: 1 }] }, 'pass', 'pass'],
    ['an empty name', { banks: [{ name: '', bic: '' }] }, 'pass', 'pass'],
    ['a name of lone surrogates', '{"banks":[{"name":"\\ud800","bic":"1"}]}', 'pass', 'pass'],
    ['a number for bic', { banks: [{ name: 'Bank', bic: 44525225 }] }, 'pass', 'fail'],
    ['null for bic', { banks: [{ name: 'Bank', bic: null }] }, 'pass', 'fail'],
    ['members in a prototype', '{"banks":[{"__proto__":{"name":"Bank","bic":"1"}}]}', 'pass', 'fail'],
    ['a number for a record', { banks: [1] }, 'pass', 'fail'],
    ['no record', { banks: [] }, 'pass', vacuous],
    ['null for the list', { banks: null }, 'fail', unjudged],
    ['an object for the list', { banks: {} }, 'fail', unjudged],
    ['an object of records', { banks: { 0: bank } }, 'fail', unjudged],
    ['an array on top', [list], 'fail', unjudged],
    ['an error body', { description_status: 'no' }, 'fail', unjudged],
    ['a further member', { ...list, total: 1 }, 'fail', 'pass'],
    ['a further member named __proto__', '{"banks":[],"__proto__":{}}', 'fail', vacuous],
    ['the list in a prototype', '{"__proto__":{"banks":[]}}', 'fail', unjudged],
    ['no member', {}, 'fail', unjudged],
    ['null', 'null', 'fail', unjudged],
    ['no JSON', '{"banks":[]', 'fail', unjudged],
  ] as const)(
    'with %s is judged by exact types, however the request is spelled',
    ([, body, forBody, forRecord]) => {
      expect(verdictsOn(plain(200, body))).toEqual(['pass', forBody, forRecord]);
      const other = spelled(answered(200, body));
      const hasList = forRecord !== unjudged;
      expect(wordsFor({ kind: 'same-success' }, other)).toBe(
        hasList ? (forRecord === vacuous ? vacuous : 'pass') : 'fail',
      );
      const invariants = (['success-body', 'success-record'] as const).map((kind) =>
        standingFor({ kind, requirement: 'a.x' }, [other]),
      );
      expect(invariants).toEqual([[forBody], hasList && forRecord !== vacuous ? [forRecord] : []]);
    },
  );

  test.for([201, 204, 302, 403, 404])('is no %i, whatever its body', (status) => {
    for (const body of [list, 'no JSON']) {
      const forRecord = body === list ? 'pass' : unjudged;
      expect(verdictsOn(plain(status, body))).toEqual(['fail', unjudged, forRecord]);
      const other = spelled(answered(status, body));
      expect(wordsFor({ kind: 'same-success' }, other)).toBe('fail');
      expect(standingFor({ kind: 'success-body', requirement: 'a.x' }, [other])).toEqual([]);
    }
  });

  test('that is missing fails if the controls were answered; one that says the service is unavailable leaves all open', () => {
    const trial = baselineTrial(silent({}, { request: 'success' }), { controls: [good(0)] });
    const check = assertionOn({ kind: 'success-status' }, trial, { baseline: trial });
    expect([check.verdict, wordsFor({ kind: 'same-success' }, spelled(silent()))]).toEqual(['fail', 'fail']);
    expect(said(check).message).toBe(
      'A gives no answer (reset) instead of 200 for the credentials of the profile',
    );
    const unavailable = refused(500, 'later', { request: 'success' });
    const open = 'inconclusive: target-unavailable';
    expect(verdictsOn(baselineTrial(unavailable, { controls: [good(0)] }))).toEqual([open, open, open]);
  });

  test('that deviates is named with the types that were found', () => {
    const trial = plain(200, { banks: null });
    expect(said(assertionOn({ kind: 'success-body' }, trial, { baseline: trial })).message).toBe(
      'A answers with a JSON object with `banks`, `banks` of type null instead of an object whose only member is the array `banks`',
    );
    const wrong = plain(200, { banks: [bank, { name: 'Bank', bic: 44525225 }, null] });
    expect(said(assertionOn({ kind: 'success-record' }, wrong, { baseline: wrong })).message).toBe(
      'A: `bic` is a number instead of a string in 1 of 3 records (first: record 2); null instead of an object in 1 of 3 records (first: record 3)',
    );
  });

  test('to another spelling says nothing where the plain one is not accepted, and fails nothing where that has no list either', () => {
    const besideRefusal = { baseline: plain(403, { description_status: 'no' }) };
    for (const evidence of [answered(200, list), refused(403, 'no')])
      expect(wordsFor({ kind: 'same-success' }, spelled(evidence), besideRefusal)).toBe(unjudged);
    const besideOther = { baseline: plain(200, { data: [] }) };
    const controls = [{ evidence: answered(200, { data: [] }), good: true }];
    const words = (body: unknown): string => {
      const evidence = answered(200, body);
      const trial = spelled(evidence);
      return wordsFor(
        { kind: 'same-success' },
        { ...trial, controls: [...trial.controls, ...controls, ...controls] },
        besideOther,
      );
    };
    expect([words({ data: [] }), words(list)]).toEqual([unjudged, 'pass']);
  });
});

const texts = {
  'correct-data': 'Missing required parameter useAuthByCert. Please repeat the request with correct data.',
  'encrypted-form': 'Parameter partnerPassword is expected in encrypted form.',
  'not-authorized': 'User did not pass authorization, access to the resource is restricted.',
  'contact-manager': 'Please contact your assigned manager.',
  'try-later': 'Service temporarily unavailable, repeat the operation later.',
} as const;

describe('the status of a refusal', () => {
  test.for(
    [variantA, variantB].flatMap((variant) =>
      variant.conditions
        .filter(({ name }) => name !== 'success')
        .map(({ name, status }) => ({ variant, name, status, title: `${variant.id}.${name}` })),
    ),
  )('is the documented one and no other: $title', ({ variant, name, status }) => {
    for (const seen of [200, 302, 400, 401, 403, 404, 405, 422, 500, 501]) {
      const evidence = refused(seen, '');
      const trial = trialFor(variant, name, evidence, persistent(evidence));
      const verdict = seen === status ? 'pass' : 'fail';
      expect(wordsFor({ kind: 'status' }, trial, { variant }), `status ${seen}`).toBe(verdict);
    }
  });

  test('says what came, what was expected and when', () => {
    const trial = trialFor(variantA, 'unauthorized', refused(401, 'no'));
    expect(said(assertionOn({ kind: 'status' }, trial)).message).toBe(
      'A answers 401 instead of 403 when authorization fails (request)',
    );
  });
});

test.for([
  ['partnerName is missing', ['partnerName'], 'pass'],
  ['partnerName, partnerPassword and useAuthByCert are required', ['partnerName'], 'pass'],
  ['partnerPassword is missing', ['partnerName'], 'fail'],
  ['partnerNames is missing', ['partnerName'], 'fail'],
  ['partner_name is missing', ['partnerName'], 'review'],
  ['PARTNERNAME is missing', ['partnerName'], 'review'],
  ['a parameter is missing', ['partnerName'], 'fail'],
  ['partnerPassword is missing', ['partnerName', 'partnerPassword'], 'pass'],
  ['partner_name is missing', ['partnerName', 'partnerPassword'], 'review'],
  ['partner_name and partnerPassword are missing', ['partnerName', 'partnerPassword'], 'pass'],
  ['useAuthByCert is missing', ['partnerName', 'partnerPassword'], 'fail'],
  // After the part that is kept, other spellings are not searched.
  [`${'word '.repeat(5000)}partnerName`, ['partnerName'], 'pass'],
  [`${'word '.repeat(5000)}partner_name`, ['partnerName'], 'review'],
] as const)('a text names its parameter or not: %s', ([text, parameters, verdict]) => {
  const trial = trialFor(variantA, 'missing', refused(422, text));
  expect(wordsFor({ kind: 'names', parameters }, trial)).toBe(verdict);
});

describe('a text of a condition means', () => {
  const words = (variant: typeof variantA, condition: ConditionName, text: string): string => {
    const status = variant.conditions.find(({ name }) => name === condition)?.status ?? 0;
    const evidence = refused(status, text);
    return wordsFor({ kind: 'meaning' }, trialFor(variant, condition, evidence), { variant });
  };

  test.for([variantA, variantB])("what it has to say, or another condition's meaning: $id", (variant) => {
    for (const { name, meaning: own } of variant.conditions.filter(({ meaning }) => meaning !== null))
      for (const [meaning, text] of Object.entries(texts)) {
        const isOther = variant.conditions.some((other) => other.meaning === meaning);
        const expected = own === meaning ? 'pass' : isOther ? 'fail' : 'review';
        expect(words(variant, name, text), `${name}: ${meaning}`).toBe(expected);
      }
  });

  test.for([
    // Texts that the lexicon does not know, although they may say the right thing.
    ['missing', 'Computer says no.', 'review'],
    ['unencrypted', 'Криптограмма? Повторите запрос с корректными данными.', 'review'],
    ['unauthorized', 'Учётная запись не найдена. Повторите операцию позже.', 'review'],
    ['unauthorized', 'Требуется авторизация. Повторите запрос с корректными данными.', 'review'],
    ['missing', 'Provide valid ones. Service temporarily unavailable.', 'review'],
    ['partner-blocked', 'Ваш менеджер знает. Повторите операцию позже.', 'review'],
    ['unavailable', 'Ждите до поздней ночи. Обратитесь к менеджеру.', 'review'],
    // A text that fits every condition distinguishes none.
    [
      'unauthorized',
      [texts['not-authorized'], texts['correct-data'], texts['encrypted-form'], texts['try-later']].join(
        '. ',
      ),
      'review',
    ],
    [
      'unauthorized',
      [texts['not-authorized'], texts['correct-data'], texts['encrypted-form']].join('. '),
      'pass',
    ],
    [
      'unauthorized',
      'Доступ запрещён: неизвестный партнёр. Повторите запрос с корректными данными.',
      'review',
    ],
    // Another thing in words that every text may have.
    ['missing', 'Проверьте соединение. Сервис временно недоступен.', 'fail'],
    ['missing', 'Provide more time. Service temporarily unavailable.', 'fail'],
    ['missing', 'Нет partnerName: сервис временно недоступен, повторите операцию позже', 'fail'],
    ['missing', 'Передайте partnerPassword в зашифрованном виде', 'fail'],
    ['missing', 'Check that partnerPassword is encrypted', 'fail'],
    ['unencrypted', 'partnerPassword is missing. Provide it and repeat the request.', 'fail'],
    ['unauthorized', 'Доступ к системе ограничен. Обратитесь к менеджеру.', 'review'],
    ['unauthorized', 'Доступ к системе заблокирован. Обратитесь к менеджеру.', 'fail'],
    ['unauthorized', 'Access from this IP address is denied. Contact your manager.', 'fail'],
    ['unauthorized', 'Партнёру недоступен этот вид вознаграждения. Обратитесь к менеджеру.', 'fail'],
    ['unauthorized', 'Запрос без параметра partnerName отклонён. Укажите его и повторите запрос.', 'fail'],
    ['unauthorized', 'Сервис не может обработать запрос. Повторите позже.', 'fail'],
    ['unauthorized', 'The partner sent no partnerName. Add it and repeat the request.', 'fail'],
    ['unauthorized', 'Отсутствует partnerName. Укажите его и повторите запрос.', 'fail'],
    ['partner-blocked', 'Личность не подтверждена. Авторизация не пройдена.', 'fail'],
    ['unavailable', 'Вид вознаграждения недоступен. Обратитесь к куратору.', 'fail'],
  ] as const)('something else, for a person to decide or not: %s, %s', ([name, text, verdict]) => {
    expect(words(variantB, name, text)).toBe(verdict);
  });

  test('more than a program reads, if its beginning says something else alone', () => {
    const [own, other] = [texts['not-authorized'], texts['try-later']];
    const filler = ' More about that is in the documentation.'.repeat(500);
    expect(
      [`${other}${filler}`, `${other}${filler} ${own}`, `${own}${filler}`].map((text) =>
        words(variantB, 'unauthorized', text),
      ),
    ).toEqual(['review', 'review', 'pass']);
  });

  const hints = [
    'Повторите запрос с корректными данными.',
    'Повторите операцию позже.',
    'Обратитесь к вашему менеджеру.',
    'Repeat the request with correct data.',
    'Try again later.',
    'Contact your manager.',
  ];

  test('nothing untrue where they refuse without a reason, whatever hint stands beside it', () => {
    const refusals = textsOf('refused', 'not-authorized');
    expect(refusals.length).toBeGreaterThan(250);
    const given = refusals.flatMap((refusal) =>
      hints.flatMap((hint) => [`${refusal.replace(/[.]$/u, '')}. ${hint}`, `${hint} ${refusal}`]),
    );
    expect(given.filter((text) => words(variantB, 'unauthorized', text) === 'fail')).toEqual([]);
  });

  test('something untrue in place of failed authorization, where they say only that', () => {
    expect(hints.map((hint) => words(variantB, 'unauthorized', hint))).toEqual(hints.map(() => 'fail'));
    for (const meaning of ['correct-data', 'contact-manager', 'try-later'] as const) {
      const stated = textsOf('stated', meaning);
      const others = stated.filter((text) => words(variantB, 'unauthorized', text) !== 'fail');
      expect(others.length).toBeLessThan(stated.length / 25);
    }
  });
});

describe('the body of an error response', () => {
  const assertions = [{ kind: 'names', parameters: ['useAuthByCert'] }, { kind: 'meaning' }] as const;
  const error = { kind: 'error-body', requirement: 'a.error.body' } as const;
  const text = texts['correct-data'];
  const description_status = text;
  const further = (count: number, value: unknown = null): object =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, value]));

  // Defects of the reference cover more: see src/reference/defects/error-body.ts.
  test.for([
    ['a text', { description_status }, 'pass'],
    ['further members', { description_status, code: 1 }, 'pass'],
    ['thirty further members before it', { ...further(30), description_status }, 'pass'],
    ['thousands of further members before it', { ...further(5000), description_status }, 'pass'],
    [
      'thousands of further members between two of them',
      `{"description_status":"x",${JSON.stringify(further(5000)).slice(1, -1)},"description_status":"${text}"}`,
      'fail',
      'pass',
    ],
    ['the same member within others alone', { ...further(30, { description_status }) }, 'fail'],
    ['a lone surrogate', `{"description_status":"\\udfff ${text}"}`, 'pass'],
    ['the later of two members', `{"description_status":1,"description_status":"${text}"}`, 'fail', 'pass'],
    ['a blank text', { description_status: ' \n' }, 'pass', 'fail'],
    ['an object', { description_status: { text } }, 'fail'],
    ['a text in the prototype', `{"__proto__":{"description_status":"${text}"}}`, 'fail'],
    ['a number on top', '422', 'fail'],
    ['true on top', 'true', 'fail'],
    ['nothing', '', 'fail'],
  ] as const)('with %s decides on all that is required of it', ([, body, verdict, ofText = verdict]) => {
    const trial = trialFor(variantA, 'missing', answered(422, body));
    const found = [
      ...standingFor(error, [trial]),
      ...assertions.map((assertion) => wordsFor(assertion, trial)),
    ];
    expect(found).toEqual([verdict, ofText, ofText]);
  });

  test.for([200, 302, 399, 400, 401, 404, 500, 599])('is asked for from status 400 on: %i', (status) => {
    const trial = trialOf(persistent(answered(status, 'no JSON')));
    expect(standingFor(error, [trial])).toEqual(status < 400 ? [] : ['fail']);
  });

  test('is missing, and the status with it, where there is no answer beside a good control', () => {
    const verdicts = [...assertions, { kind: 'status' } as const].map((assertion) =>
      wordsFor(assertion, trialOf(persistent(silent()))),
    );
    expect(verdicts).toEqual(['fail', 'fail', 'fail']);
  });
});
