import { describe, expect, it } from 'vitest';

import type { Meaning } from '../../spec/specification.ts';
import { findHints } from './hint.ts';
import { findMeanings } from './meaning.ts';
import { meanings, textsOf } from './texts.test-support.ts';

const parameters = ['partnerName', 'partnerPassword', 'useAuthByCert'] as const;
const hints = (text: string): readonly Meaning[] => [...findHints(text, parameters)].sort();
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
  ['Исправьте partnerName', ['correct-data']],
  ['Please put useAuthByCert right', ['correct-data']],
  ['Проверьте partnerName', ['correct-data']],
  ['Check partner_name', ['correct-data']],
  ['Укажите partnerName', ['correct-data']],
  ['Provide partnerPassword', ['correct-data']],
  ['Provide partnerPassword encrypted', ['encrypted-form']],
  ['Provide partnerPassword encrypted, then repeat', ['correct-data', 'encrypted-form']],
  ['Check that partnerPassword is encrypted', ['encrypted-form']],
  ['No partnerName: repeat', ['correct-data']],
  ['No partnerName: repeat later', ['try-later']],
  ['partnerName is absent, repeat tomorrow', ['correct-data', 'try-later']],
  ['partnerPassword is missing, encrypted it must be: repeat', ['correct-data', 'encrypted-form']],
  ['partnerPassword, encrypted it must be: repeat', ['encrypted-form']],
  ['partnerPassword is missing, encrypted it must be: repeat later', ['encrypted-form', 'try-later']],
  ['It is missing, encrypted it must be: repeat', ['encrypted-form']],
  // Without a name they are words that any text may have.
  ['Исправьте, проверьте, укажите и повторите', []],
  ['Fix it, check it, provide it and repeat', []],
  ['Закодируйте', ['encrypted-form']],
  ['Передано в открытом виде', ['encrypted-form']],
  ['Plain text?', ['encrypted-form']],
  ['Ваша личность неясна', ['not-authorized']],
  ['Проверка подлинности', ['not-authorized']],
  ['Идентификация', ['not-authorized']],
  ['Идентификатор', []],
  ['Sign in', ['not-authorized']],
  ['Who you are is unknown', ['not-authorized']],
  ['Доступ к этому ресурсу ограничен', ['not-authorized']],
  ['Access to the resource is restricted', ['not-authorized']],
  ['Access to the system is restricted', []],
  ['Access denied: partnerName, partnerPassword', ['not-authorized']],
  ['Access denied: partnerName', []],
  ['Ваш куратор', ['contact-manager']],
  ['The account executive', ['contact-manager']],
  ['Закреплённый сотрудник', ['contact-manager']],
  ['Завтра', ['try-later']],
  ['Tomorrow', ['try-later']],
  ['Down for the night', ['try-later']],
  ['Сервис на сегодня прекратил работу', ['try-later']],
  ['Service unavailable', ['try-later']],
  ['This kind of reward is unavailable', []],
  ['Вид вознаграждения недоступен', []],
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

describe.for(meanings)('a text that means %s', (meaning) => {
  const others = (text: string): readonly Meaning[] => hints(text).filter((other) => other !== meaning);
  const brushing = textsOf('stated', meaning).filter(
    (text) => others(text).length > 0 && !/парол|password|log in/iu.test(text),
  );

  it('in unknown words is for a person to decide: it touches the topic, or nothing else is in it', () => {
    const texts = textsOf('review', meaning);
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => findMeanings(text).has(meaning))).toEqual([]);
    expect(texts.filter((text) => findMeanings(text).size > 0 && !hints(text).includes(meaning))).toEqual([]);
  });
  it('touches hardly ever another topic, so that it fails in another text’s place, unless it speaks of a password', () => {
    expect(brushing.length).toBeLessThan(textsOf('stated', meaning).length / 20);
  });
});
