import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { UserError } from '../base/errors.ts';
import { hostileText } from '../report/made-results.test-data.ts';
import { readReviews, readReviewsFile } from './read-reviews.ts';
import { writeReview, writeReviews } from '../report/machine/reviews-yaml.ts';
import type { ReviewDraft } from './review.ts';

const entry = {
  case: 'a.unauthorized.wrong-password',
  text: 'No entry',
  decision: 'pass',
  name: 'A. Person',
  date: '2026-11-20',
};

/** Code and message of the error for a file. */
function refusal(text: string): readonly [code: string, message: string] {
  try {
    readReviews(text, 'reviews.yaml');
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    expect(error.hint).toMatch(/reviews|keep one/);
    return [error.code, error.message];
  }
  throw new Error('the file was read');
}

const refusalOf = (...entries: readonly unknown[]): string => refusal(stringify(entries))[1];

describe('a reviews file', () => {
  const { case: id, ...rest } = entry;
  const plain = { ...entry, note: '', requirement: null };
  const whole = { ...entry, note: 'asked them', requirement: 'a.unauthorized.meaning', decision: 'fail' };

  test.for([
    ['note and requirement are optional', [whole, { ...entry, text: 'b' }], [whole, { ...plain, text: 'b' }]],
    ['one text for several cases', [{ ...rest, cases: [id, 'a.x'] }], [plain, { ...plain, case: 'a.x' }]],
    [
      'as written, on several lines',
      '- case: c\n  text: |-\n    one\n    two \n  decision: pass\n  name: 007\n  date: 2026-11-20\n',
      [{ ...plain, case: 'c', text: 'one\ntwo ', name: '007' }],
    ],
    ['none', [], []],
  ] as const)('is a list of decisions: %s', ([, file, expected]) => {
    expect(readReviews(typeof file === 'string' ? file : stringify(file), 'x')).toEqual(expected);
  });

  test('names a case, or several', () => {
    expect(refusalOf(rest)).toContain('entry 1, case: found nothing, expected the id of a case, or `cases`');
    expect(refusalOf({ ...rest, cases: [] })).toContain('entry 1, cases: found');
  });

  test.for([
    ['a: b\n', 'reviews-invalid', 'found a mapping, expected a list of decisions'],
    ['text', 'reviews-invalid', 'found a string, expected a list of decisions'],
    ['- a: [', 'reviews-syntax', 'line 1, column'],
    ['- a: 1\n  a: 2\n', 'reviews-syntax', 'the same key is used twice'],
    ['- text\n', 'reviews-invalid', 'entry 1: found a string, expected a mapping'],
  ] as const)('that is something else says what was found: %j', ([text, code, part]) => {
    const [found, message] = refusal(text);
    expect(found).toBe(code);
    expect(message).toMatch(/^reviews\.yaml: /);
    expect(message).toContain(part);
  });

  test.for([
    [{ ...entry, decision: '' }, 'decision: found nothing, expected one of pass, fail'],
    [{ ...entry, decision: null }, 'decision: found nothing, expected one of pass, fail'],
    [
      { ...entry, decision: 'passed' },
      'decision: found "passed", expected one of pass, fail; did you mean `pass`?',
    ],
    [{ ...entry, decision: true }, 'decision: found true, expected one of pass, fail'],
    [{ ...entry, name: '' }, 'name: found nothing, expected who decided'],
    [{ ...entry, name: ' ' }, 'name: found " ", expected who decided'],
    [{ ...entry, date: '' }, 'date: found nothing, expected the day of the decision'],
    [{ ...entry, date: '2026-02-30' }, 'date: found "2026-02-30", expected the day of the decision'],
    [{ ...entry, date: '20.11.2026' }, 'date: found "20.11.2026"'],
    [{ ...entry, text: 7 }, 'text: found 7, expected the exact text of the answer'],
    [{ ...entry, desicion: 'pass' }, 'desicion: found an unknown key, expected one of case, text, decision'],
    [{ ...entry, desicion: 'pass' }, 'did you mean `decision`?'],
    [{ ...entry, requirement: [] }, 'requirement: found an array, expected the id of a requirement'],
  ] as const)('with a wrong entry names it: %j', ([wrong, expected]) => {
    const message = refusalOf(entry, wrong);
    expect(message).toContain('reviews.yaml: entry 2 (case "a.unauthorized.wrong-password"), ');
    expect(message).toContain(expected);
    expect(message.split('\n')).toHaveLength(1);
  });

  test('with two decisions on one text names case and persons', () => {
    const [code, message] = refusal(stringify([entry, { ...entry, decision: 'fail', name: 'B. Person' }]));
    const said =
      'found "pass" of "A. Person" and "fail" of "B. Person" on the same text, expected one decision';
    expect([code, message]).toEqual(['reviews-contradict', `reviews.yaml: case "${id}": ${said}`]);
  });

  test('that cannot be read says why', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sbp-reviews-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await expect(readReviewsFile(join(folder, 'none'), 'none')).rejects.toMatchObject({
      code: 'reviews-not-found',
      message: expect.stringContaining('none: found no such file'),
    });
    await expect(readReviewsFile(folder, 'folder')).rejects.toMatchObject({ code: 'reviews-unreadable' });
    await writeFile(join(folder, 'reviews.yaml'), stringify([entry]));
    expect(await readReviewsFile(join(folder, 'reviews.yaml'), 'x')).toHaveLength(1);
  });
});

describe('a draft', () => {
  const draft = (text: string): ReviewDraft => ({
    cases: ['a.one'],
    text,
    answers: [{ cases: ['a.one'], text }],
    requirements: ['a.error.body'],
  });
  const texts = [
    'No entry',
    '',
    'Отказ: "reward" — \u0085\u2028\u202e🏦\u{e0041}',
    '- a: b # c\n---\n%x',
    '\ud800 alone',
    hostileText,
    '1042',
    'null',
  ];

  test('holds every text so that it is read back as it was', () => {
    for (const text of texts) expect(parse(writeReview(draft(text)))).toMatchObject([{ text }]);
    const filled = writeReviews(texts.map(draft))
      .replaceAll('decision: ""', 'decision: pass')
      .replaceAll('name: ""', 'name: me')
      .replaceAll('date: ""', 'date: 2026-11-20');
    expect(readReviews(filled, 'x').map(({ text }) => text)).toEqual(texts);
    const [one, two] = [
      { cases: ['a.one'], text: 'x' },
      { cases: ['a.two', 'a.three'], text: 'y' },
    ];
    expect(parse(writeReview({ ...draft('y'), answers: [two] }))).toMatchObject([two]);
    const together = writeReviews([{ ...draft('x'), answers: [one, two] }])
      .replace('decision: ""', 'decision: fail')
      .replace('name: ""', 'name: me')
      .replace('date: ""', 'date: 2026-11-20');
    expect(readReviews(together, 'x').map((said) => [said.case, said.text, said.decision])).toEqual([
      ['a.one', 'x', 'fail'],
      ['a.two', 'y', 'fail'],
      ['a.three', 'y', 'fail'],
    ]);
  });

  test('shows what waits for the decision, and nothing that commands a terminal', () => {
    const written = writeReviews(texts.map(draft));
    expect(written).toContain('# a.error.body\n- case: "a.one"\n');
    expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    expect(written.isWellFormed()).toBe(true);
  });
});
