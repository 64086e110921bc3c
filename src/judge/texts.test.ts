import { describe, expect, test } from 'vitest';
import { meanings } from '#banks/specification.ts';
import type { Meaning } from '#banks/specification.ts';
import { said } from './judge.test-support.ts';
import { textsOf } from './lexicon/texts.test-support.ts';
import { judgeMeaning } from './texts.ts';

const verdictOf = (text: string, wanted: Meaning = 'not-authorized'): string =>
  judgeMeaning(text, wanted, meanings).verdict;

const hints = [
  'Повторите запрос с корректными данными.',
  'Проверьте данные и повторите запрос.',
  'Исправьте данные и отправьте запрос ещё раз.',
  'Повторите операцию позже.',
  'Вернитесь через несколько минут.',
  'Обратитесь к вашему менеджеру.',
  'Repeat the request with correct data.',
  'Check the data and try again.',
  'Try again later.',
  'Please come back later.',
  'Contact your manager.',
];

describe('the meaning of a text (rule 3)', () => {
  test('passes where it is stated, and is for a person where nothing is known', () => {
    for (const meaning of meanings) {
      const stated = textsOf('stated', meaning);
      expect(stated.filter((text) => verdictOf(text, meaning) !== 'pass')).toEqual([]);
      expect(textsOf('review', meaning).filter((text) => verdictOf(text, meaning) !== 'review')).toEqual([]);
      expect(verdictOf('Something else', meaning)).toBe('review');
    }
  });

  test.for<readonly [text: string, wanted: Meaning, verdict: string, code: string]>([
    [said.later, 'contact-manager', 'fail', 'meaning-contradicted'],
    [`${said.later}. Мы сообщили вашему менеджеру`, 'contact-manager', 'review', 'meaning-touched'],
    [
      `${said.unencrypted}. ${said.unauthorized}. ${said.manager}. ${said.later}`,
      'correct-data',
      'review',
      'meaning-catch-all',
    ],
    [`${'x. '.repeat(7000)}${said.later}`, 'contact-manager', 'review', 'meaning-unknown'],
    [`${said.later}. ${'x. '.repeat(7000)}`, 'contact-manager', 'review', 'meaning-unknown'],
  ])('%j', ([text, wanted, verdict, code]) => {
    const { verdict: found, code: why } = judgeMeaning(text, wanted, meanings);
    expect([found, why]).toEqual([verdict, code]);
  });

  test('counts meanings of the variant alone', () => {
    const inA = meanings.filter((meaning) => meaning !== 'contact-manager');
    expect(judgeMeaning(said.manager, 'try-later', inA).verdict).toBe('review');
    expect(judgeMeaning(said.manager, 'try-later', meanings).verdict).toBe('fail');
  });

  const refusals = textsOf('refused', 'not-authorized');

  test('that refuses without a reason says nothing untrue, whatever hint stands beside it', () => {
    expect(refusals.length).toBeGreaterThan(550);
    const given = refusals.flatMap((refusal) => {
      const bare = refusal.replace(/[.]$/u, '');
      return hints.flatMap((hint) => [`${bare}. ${hint}`, `${hint} ${refusal}`]);
    });
    expect(given.filter((text) => verdictOf(text) === 'fail')).toEqual([]);
  });

  test('that says only what belongs to another condition is untrue, the reasons of a block among them', () => {
    expect(hints.map((hint) => verdictOf(hint))).toEqual(hints.map(() => 'fail'));
    const reasons = [
      'IP 10.0.0.1 запрещён',
      'Bonus refused',
      'Партнёр заблокирован',
      'partnerName is missing',
    ];
    const given = reasons.flatMap((reason) => hints.map((hint) => `${reason}. ${hint}`));
    expect(given.filter((text) => verdictOf(text) !== 'fail')).toEqual([]);
    const polite = [
      `${said.later}. Спасибо за понимание.`,
      'Service temporarily unavailable, try again later. We apologize for the inconvenience.',
      'Repeat the request with correct data. See the API documentation for details.',
      `Уважаемый партнёр, здравствуйте! ${said.later}`,
      'Invalid partnerPassword: the parameter is expected in encrypted form',
    ];
    expect(polite.filter((text) => verdictOf(text) !== 'fail')).toEqual([]);
    for (const meaning of ['correct-data', 'contact-manager', 'try-later'] as const) {
      const stated = textsOf('stated', meaning);
      const others = stated.filter((text) => verdictOf(text) !== 'fail');
      expect(others.length).toBeLessThan(stated.length / 25);
    }
  });
});
