import { describe, expect, test } from 'vitest';
import type { ConditionName } from '../spec/specification.ts';
import {
  answered,
  persistent,
  refused,
  silent,
  trialFor,
  trialOf,
  variantA,
  variantB,
} from './evidence.test-data.ts';
import type { Sent } from './evidence.test-data.ts';
import { aimAt, said, wordsFor } from './judge.test-data.ts';
import { textsOf } from './lexicon/texts.test-support.ts';

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

  test('says what was expected, what came and where it is written', () => {
    const trial = trialFor(variantA, 'unauthorized', refused(401, 'no'));
    expect(said(aimAt({ kind: 'status' }, trial)).message).toBe(
      'status: expected 403, got 401 (variant a, unauthorized, section 4.1)',
    );
  });
});

describe('a text names', () => {
  const words = (text: string, names: readonly string[]): string =>
    wordsFor({ kind: 'names', parameters: names }, trialFor(variantA, 'missing', refused(422, text)));

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
  ] as const)('“%s” for %j is a %s', ([text, names, verdict]) => {
    expect(words(text, names)).toBe(verdict);
  });

  test('its parameter beyond the part that is kept', () => {
    expect(words(`${'word '.repeat(5000)}partnerName`, ['partnerName'])).toBe('pass');
  });
});

describe('a text of a condition means', () => {
  const words = (
    variant: typeof variantA,
    condition: ConditionName,
    text: string,
    sent: Sent = {},
  ): string => {
    const status = variant.conditions.find(({ name }) => name === condition)?.status ?? 0;
    const trial = trialFor(variant, condition, refused(status, text, sent));
    return wordsFor({ kind: 'meaning' }, trial, { variant });
  };

  test.for([variantA, variantB])("what it has to say, or another condition's meaning: $id", (variant) => {
    for (const { name, meaning: own } of variant.conditions.filter(({ meaning }) => meaning !== null))
      for (const [meaning, text] of Object.entries(texts)) {
        const isOther = variant.conditions.some((other) => other.meaning === meaning);
        const expected = own === meaning ? 'pass' : isOther ? 'fail' : 'review';
        expect(words(variant, name, text), `${name}: ${meaning}`).toBe(expected);
      }
  });

  test('nothing that the lexicon knows is for a person to decide', () => {
    expect(words(variantA, 'missing', 'Computer says no.')).toBe('review');
  });

  test.for([
    ['unencrypted', 'Криптограмма? Повторите запрос с корректными данными.'],
    ['unauthorized', 'Учётная запись не найдена. Повторите операцию позже.'],
    ['unauthorized', 'Требуется авторизация. Повторите запрос с корректными данными.'],
    ['missing', 'Provide valid ones. Service temporarily unavailable.'],
    ['partner-blocked', 'Ваш менеджер знает. Повторите операцию позже.'],
    ['unavailable', 'Ждите до поздней ночи. Обратитесь к менеджеру.'],
  ] as const)(
    'perhaps what it has to say, in other words, is for a person to decide: %s, %s',
    ([name, text]) => {
      expect(words(variantB, name, text)).toBe('review');
    },
  );

  const rowsOf = (folder: string) =>
    variantB.conditions.flatMap(({ name, meaning }) =>
      meaning === null ? [] : textsOf(folder, meaning).map((text) => [name, text] as const),
    );

  test.for([
    ['what it has to say, with other words beside it', 'beside', 'pass'],
    [
      'perhaps what it has to say, in words that are new, which is for a person to decide',
      'review',
      'review',
    ],
  ] as const)('%s', ([, folder, verdict]) => {
    const rows = rowsOf(folder);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(([name, text]) => words(variantB, name, text) !== verdict)).toEqual([]);
  });

  test.for([
    ['missing', 'Проверьте соединение. Сервис временно недоступен.'],
    ['missing', 'Provide more time. Service temporarily unavailable.'],
    ['missing', 'Нет partnerName: сервис временно недоступен, повторите операцию позже'],
    ['missing', 'Передайте partnerPassword в зашифрованном виде'],
    ['missing', 'Check that partnerPassword is encrypted'],
    ['unencrypted', 'partnerPassword is missing. Provide it and repeat the request.'],
    ['unauthorized', 'Доступ к системе ограничен. Обратитесь к менеджеру.'],
    ['unauthorized', 'Отсутствует partnerName. Укажите его и повторите запрос.'],
    ['partner-blocked', 'Личность не подтверждена. Авторизация не пройдена.'],
    ['unavailable', 'Вид вознаграждения недоступен. Обратитесь к куратору.'],
  ] as const)('another thing in words that every text may have fails: %s, %s', ([name, text]) => {
    expect(words(variantB, name, text)).toBe('fail');
  });

  test.for([
    ['a match passes whatever else it says', texts['try-later'], 'temporarily', 'pass'],
    ['no match fails whatever else it says', texts['correct-data'], 'E-17', 'fail'],
    ['case does not matter', 'code e-17', 'E-17', 'pass'],
    ['it is not anchored', 'the code E-17 again', 'E-\\d+', 'pass'],
    ['it knows Unicode', 'Ошибка', '^\\p{Lu}\\p{Ll}+$', 'pass'],
    ['one that never finishes decides nothing', `${'a'.repeat(60)}!`, '(a+)+$', 'review'],
  ] as const)('what a pattern says alone: %s', ([, text, pattern, verdict]) => {
    expect(words(variantA, 'missing', text, { pattern })).toBe(verdict);
  });
});

describe('an answer without a text', () => {
  const names = { kind: 'names', parameters: ['useAuthByCert'] } as const;
  const meaning = { kind: 'meaning' } as const;

  test.for([
    ['a body that is no JSON', 'useAuthByCert: repeat with correct data'],
    ['an array on top', [{ description_status: 'useAuthByCert' }]],
    ['another member', { message: 'useAuthByCert' }],
    ['a text in the prototype', '{"__proto__":{"description_status":"useAuthByCert"}}'],
    ['a number', { description_status: 422 }],
    ['an array of texts', { description_status: ['useAuthByCert'] }],
    ['null', { description_status: null }],
    ['an empty text', { description_status: '' }],
    ['a blank text', { description_status: ' \n' }],
    ['a string on top', '"useAuthByCert"'],
  ] as const)('fails what is required of it: %s', ([, body]) => {
    const trial = trialFor(variantA, 'missing', answered(422, body));
    expect(wordsFor(names, trial)).toBe('fail');
    expect(wordsFor(meaning, trial)).toBe('fail');
  });

  test('because there is no answer beside a good control fails all three', () => {
    const trial = trialOf(persistent(silent()));
    for (const aim of [names, meaning, { kind: 'status' } as const])
      expect(wordsFor(aim, trial)).toBe('fail');
  });
});
