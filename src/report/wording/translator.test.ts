import { describe, expect, test } from 'vitest';
import { phrasesRu } from './phrases-ru/phrases.ts';
import { createTranslator } from './translator.ts';

const say = createTranslator('ru', phrasesRu);

describe('a text in Russian', () => {
  test.each([
    [
      'status: expected 403, got 401 (variant a, unauthorized, section 4.1)',
      'код: ожидалось: 403; получено: 401 (вариант a, условие unauthorized, раздел 4.1)',
    ],
    [
      'request with parameters in reverse order: got 200 and a JSON object with `banks`',
      'запрос в другой записи (параметры в обратном порядке): получено: 200; объект JSON с полями `banks`',
    ],
    [
      'names: expected a text that names `a` or `b`, got “a (b)” (a spelling that the specification does not use: a person decides)',
      'имя: ожидалось: текст, в котором назван параметр `a` или `b`; получено: “a (b)” (так это имя в спецификации не пишется: решает человек)',
    ],
    ['2: 502, not JSON; 429: “later”', '2: 502, не JSON; 429: “later”'],
    ['3 × 9 digits, 1 × other', '3 × 9 цифр, 1 × иной вид'],
    ['1 such records', '1 такая запись'],
  ])('%s', (english, russian) => {
    expect(say(english)).toBe(russian);
  });

  test('keeps an unknown text as it is', () => {
    for (const text of ['', 'TypeError: x is not a function', '{1}', 'x'.repeat(100_000)]) {
      expect(say(text)).toBe(text);
    }
  });

  test.each([
    'no phrase of the lexicon is in it: a person decides',
    'none',
    'a “nested” text; then 403: none',
    'x (no phrase of the lexicon is in it: a person decides)',
    ', the same as for: baseline',
  ])('keeps what the target says: %s', (said) => {
    expect(say(`“${said}”`)).toBe(`“${said}”`);
    expect(say(`422: “${said}”`)).toBe(`422: “${said}”`);
    const why = 'no phrase of the lexicon is in it: a person decides';
    expect(
      say(`meaning: expected a text that says that authorization was not passed, got “${said}” (${why})`),
    ).toBe(
      `смысл: ожидалось: текст, который сообщает, что авторизация не пройдена; получено: “${said}” (${say(why)})`,
    );
  });

  test('is made of 10 000 texts in less than a second of the processor, hostile ones among them', () => {
    const started = process.cpuUsage();
    for (let index = 0; index < 10_000; index += 1) {
      say(`status: expected 403, got ${index} (variant a, unauthorized, section 4.1)`);
      if (index % 100 === 0) say(`${': expected , got ; (a) and '.repeat(60)}${index}`);
    }
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});
