import { describe, expect, test } from 'vitest';
import { answered, refused, silent } from '../judge/evidence.test-data.ts';
import type { Evidence } from '../judge/evidence.ts';
import type { Header } from '../client/exchange.ts';
import { message, say, verbatim } from '../messages/message.ts';
import { observe } from './observations.ts';
import type { CaseResult } from './results.ts';
import { caseShowing } from './case-showing.test-data.ts';

const bank = (name: string, bic: string) => ({ name, bic });
const one = bank('A', '1');

const successOf = (variant: string, body: unknown, ...headers: readonly Header[]): CaseResult =>
  caseShowing(`${variant}.success`, [
    answered(200, body, { id: `${variant}.success`, request: 'success', headers }),
  ]);

/** Answers to the questions, without the words for "observed". */
const seen = (cases: readonly CaseResult[], variants = ['a']): Readonly<Record<string, string>> =>
  Object.fromEntries(observe(cases, variants).map(({ id, value }) => [id.replace('.observed.', '.'), value]));

test('of the list, its records are described, whatever the spelling of the headers', () => {
  const banks = [{ ...bank('A', '044525225'), swift: 'x' }, bank('B', 'SABRRUMM'), bank('C', '044525225')];
  const headers = [['CONTENT-type', 'application/json; charset=utf-8']] as const;
  expect(seen([successOf('a', { banks }, ...headers)])).toEqual({
    'a.banks.number': '3',
    'a.banks.members': 'swift',
    'a.content-type': 'application/json; charset=utf-8',
  });
});

test('of error responses, what they have in common is said once', () => {
  const body = { description_status: 'Нет', code: 1 };
  const headers: readonly Header[] = [['Content-Type', 'application/json']];
  const typed = [422, 403].map((status) => answered(status, body, { headers }));
  expect(seen([caseShowing('a.missing', [...typed, refused(422, 'No')])])).toEqual({
    'a.error.content-type': 'application/json, none',
    'a.error.members': 'description_status, code',
    'a.error.language': 'Russian, English',
  });
});

describe('a question of its own', () => {
  const asked = (exchanges: readonly Evidence[], parts: Partial<CaseResult> = {}) =>
    observe(
      [
        caseShowing('a.observed.partner.replay', exchanges, {
          words: message('ask-partner-replay'),
          ...parts,
        }),
      ],
      ['a'],
    ).filter(({ id }) => id === 'a.observed.partner.replay');

  test.for([
    ['a list', answered(200, { banks: [one] }), '200, a list of 1'],
    ['a text', refused(422, 'No'), '422: “No”'],
    ['other JSON', answered(200, []), '200, JSON of type array'],
    ['no JSON', answered(404, '<html>'), '404, not JSON'],
    ['no answer', silent(), 'no answer (reset)'],
    ['a long text', refused(422, 'x'.repeat(200)), `422: “${'x'.repeat(120)}…”`],
  ] as const)('is answered in a few words: %s', ([, evidence, value]) => {
    const question = say(message('ask-partner-replay'), 'en');
    expect(asked([evidence])).toMatchObject([
      { id: 'a.observed.partner.replay', variant: 'a', question, value, exchanges: ['x'] },
    ]);
  });

  test('is answered by the last attempt of each request', () => {
    const first = answered(502, '', { id: '1' });
    const others = [refused(200, 'one', { id: '2' }), refused(403, 'two', { id: '3' })];
    const [trial] = caseShowing('a.x', [first]).trials;
    if (trial === undefined) throw new Error('a trial');
    const trials = [['1', '2'], ['3']].map((attempts) => ({ ...trial, attempts }));
    expect(asked([first, ...others], { trials })).toMatchObject([
      { value: '200: “one”; then 403: “two”', exchanges: ['2', '3'] },
    ]);
  });

  test('is not answered where nothing was sent, and says why', () => {
    const words = verbatim('the limit is reached');
    const halted = { kind: 'limit', reason: 'not-selected', note: '', words } as const;
    const [trial] = caseShowing('a.x', [answered(200, '')]).trials;
    if (trial === undefined) throw new Error('a trial');
    expect(asked([], { trials: [{ ...trial, attempts: [], halted }] })).toMatchObject([
      { value: 'not tried: the limit is reached', exchanges: [] },
    ]);
  });
});

test('answers that had to be asked again are counted, the last of each request aside', () => {
  const [first, last] = [
    { ...refused(503, 'Later'), id: 'a.missing' },
    { ...refused(422, 'No'), id: 'a.missing.2' },
  ];
  const trial = { attempts: ['a.missing', 'a.missing.2'] } as unknown as CaseResult['trials'][number];
  const found = seen([caseShowing('a.missing', [first, last], { trials: [trial] })]);
  expect(found['a.passing']).toBe('1: 503: “Later”');
});
