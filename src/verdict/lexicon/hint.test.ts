import { describe, expect, it } from 'vitest';

import type { Meaning } from '../../spec/specification.ts';
import { corpusOf } from './corpus/all.ts';
import { findHints } from './hint.ts';

const parameters = ['partnerName', 'partnerPassword', 'useAuthByCert'] as const;
const hints = (text: string): readonly Meaning[] => [...findHints(text, parameters)].sort();
const meanings: readonly Meaning[] = [
  'correct-data',
  'encrypted-form',
  'not-authorized',
  'contact-manager',
  'try-later',
];

const touched = [
  ['Криптография обязательна', ['encrypted-form']],
  ['ШИФР', ['encrypted-form']],
  ['Bad cipher', ['encrypted-form']],
  ['Decryption problem', ['encrypted-form']],
  ['Требуется авторизация', ['not-authorized']],
  ['Authorization required', ['not-authorized']],
  ['Учётная запись не найдена', ['not-authorized']],
  ['Проверьте Логин', ['not-authorized']],
  ['No such login', ['not-authorized']],
  ['Неизвестный пароль', ['not-authorized']],
  ['Unauthenticated', ['not-authorized']],
  ['unauthorised', ['not-authorized']],
  ['Credentials?', ['not-authorized']],
  ['Менеджер поможет', ['contact-manager']],
  ['Managers decide', ['contact-manager']],
  ['Будем позднее', ['try-later']],
  ['Попозже', ['try-later']],
  ['Временно', ['try-later']],
  ['Temporary matter', ['try-later']],
  ['Через 5 минут', ['try-later']],
  ['через несколько секунд', ['try-later']],
  ['Дайте корректные данные', ['correct-data']],
  ['Нужны верные данные', ['correct-data']],
  ['Правильно: 1', ['correct-data']],
  ['Use valid ones', ['correct-data']],
  ['Correct it', ['correct-data']],
  ['corr<b></b>ect', []],
  ['incorrect', []],
  ['Invalid data', []],
  ['Данные не корректны', []],
  ['is not valid', []],
  ['неверный', []],
  ['некорректные данные', []],
  ['не вернём', []],
  ['вернитесь', []],
  ['collateral', []],
  ['', []],
  ['partnerPassword', []],
  ['partner_password, PARTNER-PASSWORD, Partner Password, partnerpassword', []],
  ['<b>partnerPassword</b>', []],
  ['partnerPassword password', ['not-authorized']],
  ['partnerPasswords', ['not-authorized']],
] as const;

describe('findHints', () => {
  it.for(touched)('sees in %j the topics %j', ([text, expected]) => expect(hints(text)).toEqual(expected));
  it('strips no names but those given', () => {
    expect([...findHints('apiPassword', parameters)]).toEqual(['not-authorized']);
    expect([...findHints('apiPassword', ['apiPassword'])]).toEqual([]);
  });
  it('reads the first 16 KiB and no further', () => {
    expect(hints(`${'. '.repeat(9000)}later`)).toEqual([]);
  });
});

describe.for(meanings)('an ordinary text that means %s', (meaning) => {
  const brushing = corpusOf(meaning).has.filter((text) => hints(text).some((other) => other !== meaning));

  it('touches no other topic, so that it fails in another text’s place, unless it calls partnerPassword the password', () => {
    expect(brushing.filter((text) => !/парол|password/iu.test(text))).toEqual([]);
  });
  it('touches another topic hardly ever', () => {
    expect(brushing.length).toBeLessThan(corpusOf(meaning).has.length / 20);
  });
});
