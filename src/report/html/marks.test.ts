import { describe, expect, test } from 'vitest';
import type { CheckResult } from '../../result/results.ts';
import type { Evidence } from '../../verdict/evidence.ts';
import { verbatim } from '../../wording/message.ts';
import { checkOf as check } from '../made-results.test-data.ts';
import { sampleResults } from '../sample-results.test-data.ts';
import { sealed } from './markup.ts';
import { markedText } from './marked-text.ts';
import type { Mark } from './marked-text.ts';
import { addressMarks, bodyMarks, isOwnHeader } from './request-marks.ts';
import { answerMarks, statusMark } from './response-marks.ts';

const [sample] = sampleResults().cases.flatMap(({ exchanges }) => exchanges);

function exchange(
  request: Partial<Evidence['request']>,
  body = '',
  facts: Evidence['facts'] = null,
): Evidence {
  if (sample === undefined || sample.response === null) throw new Error('the sample has an exchange');
  return {
    ...sample,
    request: { ...sample.request, ...request },
    response: { ...sample.response, body },
    facts,
  };
}

const shown = (text: string, marks: readonly Mark[]): readonly string[] =>
  marks.map(
    ({ kind, from, to, gone }) => `${kind} ${gone === undefined ? text.slice(from, to) : `-${gone}`}`,
  );

const plainBody = '{"partnerName":"1042","partnerPassword":"***","useAuthByCert":"true"}';

describe('what a request changes', () => {
  const changes = (body: string | null): readonly string[] =>
    shown(body ?? '', bodyMarks(exchange({ body }), exchange({ body: plainBody })));

  test.each([
    ['nothing', plainBody, []],
    ['a value', plainBody.replace('"1042"', '1042'), ['changed "partnerName":1042']],
    ['one left out', '{"partnerPassword":"***","useAuthByCert":"true"}', ['changed -"partnerName":"1042"']],
    ['one more', plainBody.replace('}', ',"extra":1}'), ['changed "extra":1']],
    ['no object', '[1]', ['changed [1]']],
    ['no body', null, [`changed -${plainBody}`]],
  ])('in the body: %s', (_name, body, expected) => {
    expect(changes(body)).toEqual(expected);
  });

  test('a parameter that stands twice is marked both times', () => {
    const twice = plainBody.replace('}', ',"partnerName":"1042"}');
    expect(changes(twice)).toEqual(['changed "partnerName":"1042"', 'changed "partnerName":"1042"']);
  });

  test('in the address: path and query, apart', () => {
    const plain = exchange({ url: 'http://t/p/acme/banks/?partnerName=1&useAuthByCert=true' });
    const url = 'http://t/p/other/banks/?useAuthByCert=true&x=1';
    expect(shown(url, addressMarks(exchange({ url }), plain))).toEqual([
      'changed other/banks/',
      'changed x=1',
      'changed -partnerName=1',
    ]);
    expect(addressMarks(plain, plain)).toEqual([]);
    expect(addressMarks(plain, null)).toEqual([]);
  });

  test('a header that the plain request does not have is marked, one that differs everywhere is not', () => {
    const plain = exchange({ headers: [['Accept', 'application/json']] });
    expect(isOwnHeader('accept', 'application/json', plain)).toBe(false);
    expect(isOwnHeader('Accept', 'text/plain', plain)).toBe(true);
    expect(isOwnHeader('X-Fault', 'unavailable', plain)).toBe(true);
    expect(isOwnHeader('User-Agent', 'x', plain)).toBe(false);
    expect(isOwnHeader('X-Fault', 'unavailable', null)).toBe(false);
  });
});

describe('what a verdict rests on', () => {
  const marks = (
    body: string,
    checks: readonly CheckResult[],
    facts: Evidence['facts'] = null,
  ): readonly string[] => shown(body, answerMarks(exchange({}, body, facts), checks));

  test('the status has the worst verdict on it', () => {
    expect(
      statusMark([check('a.missing.partnerName.status', 'fail'), check('a.status.no-401', 'pass')]),
    ).toBe('fail');
    expect(statusMark([check('a.missing.partnerName.names', 'fail')])).toBe('seen');
    expect(statusMark([check('a.success.status', 'pass')])).toBe('pass');
  });

  test('the error text has the worst of naming and meaning', () => {
    const body = '{"code":1,"description_status":"no \\" more"}';
    const own = '"description_status":"no \\" more"';
    expect(marks(body, [check('a.missing.partnerName.names', 'pass')])).toEqual([`pass ${own}`]);
    expect(
      marks(body, [
        check('a.missing.partnerName.names', 'pass'),
        check('a.missing.partnerName.meaning', 'review'),
      ]),
    ).toEqual([`review ${own}`]);
    expect(marks(body, [])).toEqual([`seen ${own}`]);
  });

  test('members beside the list, and a list that is none', () => {
    const failed = [check('a.success.body', 'fail')];
    expect(marks('{"banks":[],"total":0}', failed)).toEqual(['fail "total":0']);
    expect(marks('{"banks":null}', failed)).toEqual(['fail "banks":null']);
    expect(marks('oops', failed)).toEqual(['fail oops']);
    expect(marks('{"banks":[],"total":0}', [check('a.success.body', 'pass')])).toEqual([]);
  });

  test('the members of records that are wrong, or the record', () => {
    const list = {
      type: 'array',
      count: 3,
      problems: [
        { index: 1, problem: 'bic: expected string, got number 1', words: verbatim('') },
        { index: 2, problem: 'expected object, got null', words: verbatim('') },
      ],
      problemCount: 2,
      sha256: '',
      extraMembers: [],
      bicShapes: {},
      sortedBy: [],
      duplicates: 0,
    } as const;
    const facts = {
      kind: 'json',
      type: 'object',
      members: ['banks'],
      memberCount: 1,
      isSuccess: true,
      isError: false,
      showsList: true,
      list,
      text: null,
    } as const;
    const body = '{"banks":[{"name":"x","bic":"1"},{"name":"y","bic":1},null]}';
    expect(marks(body, [check('a.success.record', 'fail')], facts)).toEqual(['fail "bic":1', 'fail null']);
    expect(marks(body, [check('a.success.record', 'pass')], facts)).toEqual([]);
  });

  test('the list that must not be there', () => {
    expect(marks('{"banks":[1]}', [check('a.authorization.enforced', 'fail')])).toEqual(['fail "banks":[']);
  });
});

describe('a text with marks', () => {
  const markup = (text: string, marks: readonly Mark[], limit: number): string =>
    sealed(markedText(text, marks, limit));

  test('keeps its characters, escaped', () => {
    expect(markup('a<b>c', [{ kind: 'fail', from: 1, to: 4 }], 99)).toBe(
      'a<mark class="m-fail">&lt;b&gt;</mark>c',
    );
  });

  test('shows where something is left out without adding to the text', () => {
    expect(markup('{}', [{ kind: 'changed', from: 1, to: 1, gone: '"a":1' }], 99)).toBe(
      '{<del data-gone="&quot;a&quot;:1"></del>}',
    );
  });

  test('shows what failed beyond its limit', () => {
    const text = `${'x'.repeat(1000)}BAD${'y'.repeat(1000)}`;
    const shownText = markup(text, [{ kind: 'fail', from: 1000, to: 1003 }], 50);
    expect(shownText).toContain('<mark class="m-fail">BAD</mark>');
    expect(shownText.length).toBeLessThan(600);
    expect(markup(text, [], 50)).toBe(`${'x'.repeat(50)}…`);
  });

  test('leaves out marks that overlap', () => {
    const marks: readonly Mark[] = [
      { kind: 'fail', from: 0, to: 3 },
      { kind: 'review', from: 2, to: 4 },
    ];
    expect(markup('abcd', marks, 99)).toBe('<mark class="m-fail">abc</mark>d');
  });
});
