import { describe, expect, test } from 'vitest';
import { errorText } from '#banks/specification.ts';
import { judge } from './judge.ts';
import {
  bank,
  comparison,
  control,
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
import type { Attempt } from '../plan/attempt.ts';

const row = 'a.missing.partnerName';
const spelled = 'a.spelled.escapes';
const right = said.missing('partnerName');

describe('a successful answer (rule 1)', () => {
  const open = 'control-failed';
  test.for<readonly [name: string, body: unknown, forBody: string, forRecord: string]>([
    ['the list', list, 'pass', 'pass'],
    ['further members of a record', { banks: [{ ...bank, swift: 1 }] }, 'pass', 'pass'],
    ['an empty name', { banks: [{ name: '', bic: '' }] }, 'pass', 'pass'],
    ['a number for bic', { banks: [{ name: 'Bank', bic: 44525225 }] }, 'pass', 'fail'],
    ['null for bic', { banks: [bank, { name: 'Bank', bic: null }] }, 'pass', 'fail'],
    ['no bic', { banks: [{ name: 'Bank' }] }, 'pass', 'fail'],
    ['a number for a record', { banks: [1] }, 'pass', 'fail'],
    ['members in a prototype', '{"banks":[{"__proto__":{"name":"Bank","bic":"1"}}]}', 'pass', 'fail'],
    ['a name twice', '{"banks":[{"name":"a","name":"b","bic":"1"}]}', 'pass', 'fail'],
    ['a further member', { ...list, total: 1 }, 'fail', 'pass'],
    ['the list twice', '{"banks":[{"name":"a","bic":"1"}],"banks":[{"name":"a","bic":"1"}]}', 'fail', 'pass'],
    ['no record', { banks: [] }, 'pass', 'vacuous'],
    ['a masked name', { banks: [{ name: '<secret>', bic: '1' }] }, 'pass', 'review'],
    ['a masked name and a wrong record', { banks: [{ name: '<secret>', bic: '1' }, 1] }, 'pass', 'fail'],
  ])('with %s is judged by exact types, however the request is spelled', ([, body, forBody, forRecord]) => {
    const usual = verdicts('a.success', [plain('a', { status: 200, body })]);
    expect([usual['success.body'], usual['success.record']]).toEqual([forBody, forRecord]);
    const other = verdicts(spelled, [plain(), sent(spelled, { status: 200, body }), control()]);
    const isEmpty = forRecord === 'vacuous';
    expect(other['request.body']).toBe(isEmpty ? 'vacuous' : 'pass');
    const expected = isEmpty ? [undefined, undefined] : [forBody, forRecord];
    expect([other['success.body'], other['success.record']]).toEqual(expected);
  });

  test('of records that are wrong in different ways the first is described, and all are counted', () => {
    const banks = [bank, { ...bank, name: 7 }, { name: 'Bank' }];
    const found = judged([plain('a', { status: 200, body: { banks } })]);
    const words = found.filter(({ code }) => code === 'success-record').flatMap(sentences);
    expect(words).toContain(
      'A: `name` is a number instead of a string in record 2; 2 of 3 records are wrong',
    );
    expect(words).toContain('A: `name` – число вместо строки в записи 2; неверных записей: 2 из 3');
  });

  test('that is no text is described in the language of its reader', () => {
    const bytes: Reply = { status: 422, body: 'ew==', base64: true };
    const words = judged([plain(), ...rounds(row, bytes)]).flatMap(sentences);
    expect(words).toContain('a body that is not JSON (it is no text in UTF-8)');
    expect(words).toContain('тело – не JSON (это не текст в UTF-8)');
  });

  test('that never comes is said in the language of its reader', () => {
    const words = judged([plain('a', silence), plain('a', silence)]).flatMap(sentences);
    expect(words).toContain('no answer (cut), and nothing shows that the service itself is the cause');
    const cut = 'соединение прервано, или пришёл не HTTP';
    expect(words).toContain(`ответа нет (${cut}), и ничто не показывает, что дело в самом сервисе`);
  });

  const never: readonly (readonly [name: string, reply: Reply])[] = [
    ['null for the list', { status: 200, body: { banks: null } }],
    ['an object for the list', { status: 200, body: { banks: {} } }],
    ['an array on top', { status: 200, body: [list] }],
    ['a cut list', { status: 200, body: '{"banks":[]' }],
    ['a byte order mark', { status: 200, body: `\uFEFF${JSON.stringify(list)}` }],
    ['other bytes', { status: 200, body: Buffer.from('банк').toString('base64'), base64: true }],
    ['an error body', refusal(200, 'no')],
    ['nothing', { status: 200, body: '' }],
    ['a refusal', unauthorized('a')],
  ];
  test.for(never)('is none with %s', ([, reply]) => {
    const found = verdicts(spelled, [plain(), ...rounds(spelled, reply)]);
    expect(found['request.body']).toBe('fail');
    const controls = [plain(), control(reply)];
    if (reply.status === 200 && reply.body !== '')
      expect(verdicts('a.success', [plain('a', reply), ...controls])['success.body']).toMatch(/fail|pass/);
  });

  test('that is not kept, to another spelling, is for a person; beside a plain one without the list it shows nothing', () => {
    const notKept = { status: 200, body: null };
    expect(verdicts(spelled, [plain(), sent(spelled, notKept), control()])['request.body']).toBe('review');
    const usual = page(200);
    const probe = (): Attempt => sent(row, refusal(422, right), { role: 'probe', step: 1 });
    const start = [plain('a', usual), plain('a', usual), probe(), plain('a', usual), probe()];
    const all = (id: string, reply: Reply) => verdicts(id, [...start, sent(id, reply), control(usual)]);
    expect(all(spelled, usual)['request.body']).toBe(open);
    expect(all(spelled, refusal(404, 'no'))['request.body']).toBe('fail');
    expect(all('a.observed.password.base64', usual)['authorization.enforced']).toBe(open);
    expect(all('a.unencrypted', refusal(422, said.unencrypted))['authorization.enforced']).toBe('pass');
  });
});

describe('the body of an error response', () => {
  const description_status = right;
  test.for<readonly [name: string, body: unknown, verdict: string, ofText?: string]>([
    ['a text', { description_status }, 'pass'],
    ['further members', { description_status, code: 1 }, 'pass'],
    ['the same member within others alone', { error: { description_status } }, 'fail'],
    ['the later of two members', `{"description_status":1,"description_status":"${right}"}`, 'fail', 'pass'],
    ['a blank text', { description_status: ' \n' }, 'fail'],
    ['an object', { description_status: { right } }, 'fail'],
    ['a text in the prototype', `{"__proto__":{"description_status":"${right}"}}`, 'fail'],
    ['another spelling', { descriptionStatus: right }, 'fail'],
    ['a text on top', JSON.stringify(right), 'fail'],
    ['a page', '<html>', 'fail'],
    ['nothing', '', 'fail'],
    ['a masked text', { description_status: `${right} <password>` }, 'review'],
    ['a body that is not kept', null, 'review'],
  ])('with %s decides on all that is required of it', ([, body, verdict, ofText = verdict]) => {
    const found = verdicts(row, [plain(), ...rounds(row, { status: 422, body })]);
    const texts = ['names', 'meaning'].map((aspect) => found[`missing.partnerName.${aspect}`]);
    expect([found['error.body'], ...texts]).toEqual([verdict, ofText, ofText]);
  });

  test('is asked for from status 400 on, of a POST on the path', () => {
    const bodyOf = (id: string, status: number): string | undefined =>
      verdicts(id, [plain(), ...rounds(id, page(status))])['error.body'];
    expect([399, 400, 401, 404, 500, 599].map((status) => bodyOf(row, status))).toEqual([
      undefined,
      ...Array.from({ length: 5 }, () => 'fail'),
    ]);
    expect([bodyOf('a.observed.method.GET', 405), bodyOf('a.observed.other-slash', 404)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('is missing, and the status with it, where nothing comes again and again', () => {
    const found = verdicts(row, [plain(), ...rounds(row, silence)]);
    expect(Object.values(found)).toEqual(['fail', 'fail', 'fail']);
  });
});

describe('a text', () => {
  const textIn = (id: string, status: number, text: string): Readonly<Record<string, string>> =>
    verdicts(id, [plain('b'), ...rounds(id, refusal(status, text)), control(ok, {}, 'b')]);

  test.for<readonly [text: string, names: string, meaning: string]>([
    [right, 'pass', 'pass'],
    ['partner_name is missing. Repeat the request with correct data', 'review', 'pass'],
    ['A parameter is missing. Repeat the request with correct data', 'fail', 'pass'],
    ['xpartnerName, useAuthByCert and partnerPassword are missing', 'fail', 'review'],
    ['partnerName is missing', 'pass', 'review'],
    ['partnerName: try again later', 'pass', 'fail'],
    ['{0} is missing', 'fail', 'review'],
    [`${said.unencrypted}. ${said.unauthorized}. ${said.manager}. ${said.later}`, 'fail', 'review'],
    [`${'x. '.repeat(6000)} ${said.later}`, 'fail', 'review'],
  ])('%j', ([text, names, meaning]) => {
    const id = 'missing.partnerName';
    const found = textIn(`b.${id}`, 422, text);
    expect([found[`${id}.names`], found[`${id}.meaning`]]).toEqual([names, meaning]);
  });

  test('names one of several that are missing', () => {
    const names = (text: string): string | undefined =>
      textIn('b.missing.all', 422, text)['missing.several.names'];
    expect([names('useAuthByCert?'), names('use_auth_by_cert?'), names('What?')]).toEqual([
      'pass',
      'review',
      'fail',
    ]);
  });

  test.for<readonly [id: string, status: number, right: string, wrong: string]>([
    ['unauthorized.unknown-partner', 401, said.unauthorized, said.later],
    ['partner-blocked', 403, said.manager, said.later],
    ['ip-blocked', 403, said.manager, said.unauthorized],
    ['reward-unavailable', 403, said.manager, said.later],
    ['unavailable', 500, said.later, said.manager],
    ['unencrypted', 422, said.unencrypted, said.later],
  ])('of %s says what is required, or fails', ([id, status, good, wrong]) => {
    const key = id.startsWith('un')
      ? id.replace(/[.].*/, '').replace('unencrypted', 'unencrypted.partnerPassword')
      : id;
    const found = (given: number, text: string): readonly (string | undefined)[] => {
      const all = textIn(`b.${id}`, given, text);
      return [all[`${key}.status`], all[`${key}.meaning`]];
    };
    expect([found(status, good), found(status, wrong)]).toEqual([
      ['pass', 'pass'],
      ['pass', 'fail'],
    ]);
    expect(found(status + 2, good)).toEqual(['fail', 'pass']);
  });
});

describe('a comparison of texts (rule 2)', () => {
  const names = ['partnerName', 'partnerPassword', 'useAuthByCert'] as const;
  const rows = names.map((name) => `a.missing.${name}`);
  const ofNames = comparison(
    rows,
    rows.map((id) => `${id}.names`),
  );
  const found = (texts: readonly string[], usual: Reply = ok): readonly string[] =>
    judged(
      [
        plain('a', usual),
        ...texts.flatMap((text, at) => [sent(rows[at] ?? '', refusal(422, text)), control(usual)]),
      ],
      planOf(),
      [ofNames],
    ).map(({ verdict, reason }) => reason ?? verdict);

  test.for<readonly [name: string, texts: readonly string[], verdicts: readonly string[]]>([
    ['three texts', names.map(said.missing), ['pass', 'pass', 'pass']],
    [
      'one that names the first alone',
      names.map(() => said.missing('partnerName')),
      ['pass', 'fail', 'fail'],
    ],
    ['one that names all', names.map(() => names.join()), ['fail', 'fail', 'fail']],
    ['one that names none', names.map(() => 'no'), ['fail', 'fail', 'fail']],
    ['one that differs in a number alone', names.map((_, at) => `Error ${at}`), ['fail', 'fail', 'fail']],
    ['one in another spelling', names.map(() => 'partner_name'), ['fail', 'fail', 'fail']],
    ['different ones without the name', ['one', 'two', 'three'], ['fail', 'fail', 'fail']],
    ['masked ones', names.map(() => '<password>'), ['review', 'review', 'review']],
    ['an answer that is not there', names.slice(0, 2).map(said.missing), ['pass', 'pass', 'not-selected']],
  ])('of %s', ([, texts, expected]) => expect(found(texts)).toEqual(expected));

  test('shows nothing where the plain request is refused', () => {
    expect(found(names.map(said.missing), page(403))).toEqual(
      Array.from({ length: 3 }, () => 'control-failed'),
    );
  });

  test('puts one text for different meanings under review', () => {
    const ids = ['a.missing.partnerName', 'a.missing.partnerPassword', 'a.unauthorized.unknown-partner'];
    const one = comparison(ids, [
      'a.missing.partnerName.meaning',
      'a.missing.partnerPassword.meaning',
      'a.unauthorized.meaning',
    ]);
    const compared = (texts: readonly string[]): readonly string[] =>
      judged(
        [plain(), ...texts.map((text, at) => sent(ids[at] ?? '', refusal(at === 2 ? 403 : 422, text)))],
        planOf(),
        [one],
      ).map(({ verdict }) => verdict);
    const both = `${right}. ${said.unauthorized}`;
    expect(compared([both, right, both])).toEqual(['review', 'pass', 'review']);
    expect(compared([right, right, said.unauthorized])).toEqual(['pass', 'pass', 'pass']);
    expect(compared([right, said.later, right])).toEqual(['review', 'fail', 'review']);
  });
});

describe('a judgement', () => {
  const selected = planOf().cases.filter(({ variant }) => variant === 'a');

  test('covers the cases that were selected and nothing else', () => {
    const plan = planOf();
    const [one] = plan.cases.filter(({ id }) => id === row);
    const checks = judged([plain(), sent(row, refusal(422, right))], plan, one === undefined ? [] : [one]);
    expect(new Set(checks.map((check) => check.case))).toEqual(new Set([row]));
  });

  test('names the exchanges that a check rests on', () => {
    const attempts = [plain(), ...rounds(row, page(502), 1)];
    const ids = attempts.map(({ exchange }) => exchange?.id);
    const check = judged(attempts).find(({ requirement }) => requirement === `${row}.status`);
    expect(check?.exchanges).toEqual([ids[3], ids[2], ids[4]]);
  });

  test('passes nothing that was not seen', () => {
    const passed = (attempts: readonly Attempt[]): readonly string[] =>
      judged(attempts).flatMap(({ verdict, requirement }) => (verdict === 'pass' ? [requirement] : []));
    expect(passed([])).toEqual([]);
    expect(passed(planOf().rows.map(({ id }) => unsent(id, 'target-unavailable')))).toEqual([]);
    const refused = planOf().rows.map(({ id }) => sent(id, unauthorized('a')));
    expect(passed([plain('a', unauthorized('a')), ...refused])).toEqual([]);
    expect(passed(planOf().rows.map(({ id }) => sent(id, silence)))).toEqual([]);
    expect(
      passed([plain(), ...planOf().rows.map(({ id }) => sent(id, page(429), { step: 3 }))]).toSorted(),
    ).toEqual(['a.success.body', 'a.success.record', 'a.success.status', 'a.status.no-401'].toSorted());
  });

  test('lists what was judged or guessed and found no place', () => {
    const guess = 'a.observed.password.case-swapped';
    const why = [
      unsent(row, 'no-place'),
      unsent(guess, 'no-place'),
      unsent('a.observed.password.base64', 'no-place'),
      unsent('a.unavailable', 'not-provisioned'),
      unsent('a.unencrypted', 'nothing-to-send'),
      sent('a.missing.all', page(502)),
      unsent('a.missing.all', 'interrupted'),
    ];
    expect(judge(planOf(), [plain(), ...why], selected).untried.map((one) => one.row)).toEqual([row, guess]);
    expect(judge(planOf(), [plain(), ...why], []).untried).toEqual([]);
    expect(verdicts(guess, [plain(), ...why])).toEqual({});
    expect(verdicts(row, [plain(), ...why])['missing.partnerName.status']).toBe('not-selected');
  });

  test('says all that it finds in both languages', () => {
    const bodies: readonly Reply[] = [
      ok,
      page(200),
      page(502),
      silence,
      refusal(404, 'no'),
      refusal(403, said.unauthorized),
      refusal(422, said.missing('partnerName')),
      refusal(422, said.later),
      { status: 422, body: { [errorText]: '' } },
      { status: 422, body: [] },
      { status: 422, body: {} },
      { status: 422, body: { [errorText]: '<password>' } },
      { status: 200, body: null },
      { status: 200, body: { banks: [1, { name: 1 }] } },
      { status: 200, body: '{"banks":[],"banks":[]}' },
      { error: 'too-long' },
      page(429),
    ];
    const checks = bodies.flatMap((reply) =>
      planOf().rows.flatMap(({ id }) =>
        judged([plain(), plain('b'), ...rounds(id, reply), control(), control(ok, {}, 'b')]),
      ),
    );
    const texts = checks.flatMap(sentences);
    expect(texts.filter((text) => text === '' || /undefined|\{|^[a-z-]+$/.test(text)).slice(0, 5)).toEqual(
      [],
    );
  });
});
