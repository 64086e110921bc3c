import { blocks } from '../behaviour.ts';
import type { CheckName } from '../behaviour.ts';
import { all, withAnswer, withNames, withText, withTextOf } from '../change.ts';
import { outcome, toJson } from '../conforming.ts';
import type { Selector, Wording } from '../change.ts';
import { ids, inA, inB, inBoth } from '../defect.ts';
import type { Altered } from '../defect.ts';

const wrong = (selector: Selector, wording: Wording) => ({
  violates: ids(selector, 'meaning'),
  patch: withText(selector, wording),
});

/** A text that only a person can judge. */
const unclear = (selector: Selector, wording: Wording) => ({
  review: ids(selector, 'meaning'),
  patch: withText(selector, wording),
});

const nameless = (selector: Selector, wording: Wording) => ({
  violates: ids(selector, 'names'),
  patch: withText(selector, wording),
});

/** A text with another parameter name. */
const named = (selector: Selector, name: string) => ({
  violates: ids(selector, 'names'),
  patch: withNames(selector, () => name),
});

const misspelt = (selector: Selector, spell: (name: string) => string) => ({
  review: ids(selector, 'names'),
  patch: withNames(selector, spell),
});

/** The text of another condition. What that text means is then undefined. */
const copied = (selector: Selector, other: CheckName) => ({
  violates: ids(selector, 'names', 'meaning'),
  review: [`${other}.meaning`],
  patch: withTextOf(selector, () => outcome(other)),
});

const nextName: Readonly<Record<string, string>> = {
  partnerName: 'partnerPassword',
  partnerPassword: 'useAuthByCert',
  useAuthByCert: 'partnerName',
};

const swapped: Readonly<Record<string, string>> = {
  partnerName: 'partnerPassword',
  partnerPassword: 'partnerName',
};

const encodedTwice = Buffer.from('Пользователь не прошёл авторизацию').toString('latin1');

const toSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const toManager: Wording = {
  ru: 'Партнёр заблокирован. Обратитесь к закреплённому менеджеру',
  en: 'The partner is blocked. Please contact your assigned manager',
};

const locked: Wording = {
  ru: 'Авторизация не пройдена, доступ ограничен. Обратитесь к закреплённому менеджеру',
  en: 'Authorization was not passed, access is restricted. Please contact your assigned manager',
};

const unauthorizedWithout: Wording = {
  ru: 'Параметр {name} не передан: пользователь не прошёл авторизацию',
  en: 'Parameter {name} not sent: the user did not pass authorization',
};

const for422: Wording = {
  ru: '{name} не указан или не зашифрован: пароль ожидается в зашифрованном виде. Повторите запрос с корректными данными',
  en: '{name} is missing or not encrypted: the password is expected in encrypted form. Please repeat the request with correct data',
};

export const missingTextDefects: readonly Altered[] = [
  inA('missing-always-names-partner-name', {
    summary: '{} names partnerName whatever is missing.',
    ...named('missing', 'partnerName'),
    violates: [...ids('missing-password', 'names'), ...ids('missing-flag', 'names')],
  }),
  inB('missing-always-names-flag', {
    summary: '{} names useAuthByCert whatever is missing.',
    ...named('missing', 'useAuthByCert'),
    violates: [...ids('missing-partner-name', 'names'), 'missing.partnerPassword.names'],
  }),
  inBoth('missing-names-next-parameter', {
    summary: '{} names the parameter after the missing one, off by one.',
    violates: ids('missing', 'names'),
    patch: withNames('missing', (name) => nextName[name] ?? name),
  }),
  inA('missing-leaves-placeholder', {
    summary: '{} leaves the placeholder of its template in the text.',
    ...named('missing', '{0}'),
  }),
  inB('missing-names-undefined', {
    summary: '{} writes "undefined" where the name belongs.',
    ...named('missing', 'undefined'),
  }),
  inA('missing-flag-names-partner-name', {
    summary: 'The text of {} about useAuthByCert was copied from partnerName.',
    ...named('missing-flag', 'partnerName'),
  }),
  inB('missing-password-names-partner-name', {
    summary: 'The text of {} about partnerPassword was copied from partnerName.',
    ...named('missing-password', 'partnerName'),
  }),
  inB('missing-partner-name-names-flag', {
    summary: 'The text of {} about partnerName was copied from useAuthByCert.',
    ...named('missing-partner-name', 'useAuthByCert'),
  }),
  inBoth('missing-names-name-or-flag', {
    summary: '{} has one text for partnerName and useAuthByCert, which names both.',
    violates: ['missing.partnerName.names', 'missing.useAuthByCert.names'],
    patch: all(
      withNames('missing-only-partner-name', () => 'partnerName / useAuthByCert'),
      withNames('missing-flag', () => 'partnerName / useAuthByCert'),
    ),
  }),
  inB('missing-flag-names-header', {
    summary: '{} names a header in place of useAuthByCert.',
    ...named('missing-flag', 'Authorization'),
  }),
  inA('missing-password-names-nothing', {
    summary: '{} does not say which parameter is missing where it is the password.',
    ...nameless('missing-password', {
      ru: 'Отсутствует обязательный параметр запроса. Повторите запрос с корректными данными',
      en: 'A required request parameter is missing. Please repeat the request with correct data',
    }),
  }),
  inA('missing-several-names-nothing', {
    summary: '{} gives only the number of parameters where several are missing.',
    ...nameless('missing-several', {
      ru: 'Отсутствуют обязательные параметры ({count}). Повторите запрос с корректными данными',
      en: '{count} required parameters are missing. Please repeat the request with correct data',
    }),
  }),
  inB('missing-several-names-the-given', {
    summary: '{} names what was given where several parameters are missing.',
    ...named('missing-several', 'requestId'),
  }),
  inA('missing-snake-case', {
    summary: '{} names the parameters as its database spells them.',
    ...misspelt('missing', toSnake),
  }),
  inA('missing-untranslated', {
    summary: '{} answers with the key of a translation that it lacks.',
    ...unclear('missing', {
      ru: 'translation missing: ru.errors.required {name}',
      en: 'translation missing: en.errors.required {name}',
    }),
  }),
  inB('missing-upper-case', {
    summary: '{} names the parameters in capitals.',
    ...misspelt('missing', (name) => name.toUpperCase()),
  }),
  inA('missing-asks-nothing', {
    summary: '{} says what is missing and does not ask to repeat the request.',
    ...unclear('missing', {
      ru: 'Отсутствует обязательный параметр запроса {name}',
      en: 'The required request parameter {name} is missing',
    }),
  }),
  inB('missing-asks-to-retry-later', {
    summary: '{} asks to repeat the operation later where a parameter is missing.',
    ...wrong('missing', {
      ru: 'Нет параметра {name}. Сервис временно недоступен, повторите операцию позже',
      en: 'No {name}. The service is temporarily unavailable, please repeat the operation later',
    }),
  }),
  inA('missing-partner-name-says-unauthorized', {
    summary: '{} speaks of failed authorization where the name is missing.',
    ...wrong('missing-partner-name', unauthorizedWithout),
  }),
  inB('missing-partner-name-says-manager', {
    summary: '{} sends the partner to the manager where the name is missing.',
    ...wrong('missing-partner-name', {
      ru: 'Параметр {name} не передан. Обратитесь к закреплённому менеджеру',
      en: 'Parameter {name} not sent. Please contact your assigned manager',
    }),
  }),
  inBoth('missing-password-says-encrypted', {
    summary: '{} expects the missing password in encrypted form.',
    ...wrong('missing-password', {
      ru: 'Нет параметра {name}: он ожидается в зашифрованном виде',
      en: 'No parameter {name}: it is expected in encrypted form',
    }),
  }),
  inA('missing-flag-says-encrypted', {
    summary: '{} expects the missing useAuthByCert in encrypted form.',
    violates: ids('missing-flag', 'meaning'),
    patch: withTextOf('missing-flag', (found) => ({ ...found, kind: 'unencrypted' })),
  }),
  inB('missing-flag-says-unauthorized', {
    summary: '{} speaks of failed authorization where useAuthByCert is missing.',
    ...wrong('missing-flag', unauthorizedWithout),
  }),
  inB('missing-text-of-unavailable', {
    summary: '{} uses the text of an unavailable service for every missing parameter.',
    ...copied('missing', 'unavailable'),
  }),
  inA('missing-name-and-password-swapped', {
    summary: '{} names the password where the name is missing, and the other way round.',
    violates: ['missing.partnerName.names', ...ids('missing-password', 'names')],
    patch: withNames('missing', (name) => swapped[name] ?? name),
  }),
].flat();

export const textDefects: readonly Altered[] = [
  inA('unencrypted-names-partner-name', {
    summary: '{} names partnerName where the password is not encrypted.',
    ...named('unencrypted', 'partnerName'),
  }),
  inB('unencrypted-names-nothing', {
    summary: '{} does not say which parameter is expected in encrypted form.',
    ...nameless('unencrypted', {
      ru: 'Параметр ожидается в зашифрованном виде',
      en: 'The parameter is expected in encrypted form',
    }),
  }),
  inB('unencrypted-names-flag', {
    summary: '{} names useAuthByCert where the password is not encrypted.',
    ...named('unencrypted', 'useAuthByCert'),
  }),
  inA('unencrypted-snake-case', {
    summary: '{} names the unencrypted parameter as its database spells it.',
    ...misspelt('unencrypted', toSnake),
  }),
  inBoth('unencrypted-says-missing', {
    summary: '{} asks to repeat the request with correct data where the password is not encrypted.',
    ...wrong('unencrypted', {
      ru: 'Неверный параметр {name}. Повторите запрос с корректными данными',
      en: 'Wrong parameter {name}. Please repeat the request with correct data',
    }),
  }),
  inB('unencrypted-says-unauthorized', {
    summary: '{} says of a plain password that authorization was not passed.',
    ...wrong('unencrypted', {
      ru: 'Проверка {name}: пользователь не прошёл авторизацию',
      en: 'Checking {name}: the user did not pass authorization',
    }),
  }),
  inA('unencrypted-text-of-unauthorized', {
    summary: '{} gives the text of failed authorization for a plain password.',
    ...copied('unencrypted', 'unauthorized'),
  }),
  inBoth('unauthorized-text-of-unavailable', {
    summary: '{} asks to repeat later where authorization failed.',
    ...copied('unauthorized', 'unavailable'),
  }),
  inA('unauthorized-asks-for-correct-data', {
    summary: '{} asks for correct data where authorization failed.',
    ...wrong('unauthorized', {
      ru: 'Ошибка в запросе. Повторите запрос с корректными данными',
      en: 'The request is wrong. Please repeat the request with correct data',
    }),
  }),
  inB('unauthorized-sends-to-manager', {
    summary: '{} sends everybody whose authorization failed to the manager.',
    ...wrong('unauthorized', toManager),
  }),
  inA('unauthorized-refuses-without-reason', {
    summary:
      '{} says nothing but that the operation is not allowed where authorization failed, and gives a hint.',
    ...unclear('unauthorized', {
      ru: 'Недостаточно прав на выполнение операции. Повторите запрос с корректными данными',
      en: 'Operation is not allowed for this user. Please repeat the request with correct data',
    }),
  }),
  inB('unauthorized-refuses-without-reason', {
    summary:
      '{} says nothing but that it does not know the client where authorization failed, and gives a hint.',
    ...unclear('unauthorized', {
      ru: 'Клиент с такими данными не найден. Обратитесь к вашему менеджеру',
      en: 'Client is not registered. Please contact your manager',
    }),
  }),
  inB('unauthorized-says-nothing', {
    summary: '{} gives an error code for failed authorization and no words.',
    ...unclear('unauthorized', { ru: 'Код 17', en: 'Code 17' }),
  }),
  inB('unauthorized-encoded-twice', {
    summary: '{} encodes its text about failed authorization as UTF-8 twice.',
    ...unclear('unauthorized', { ru: encodedTwice, en: encodedTwice }),
  }),
  inA('unauthorized-says-passed', {
    summary: '{} has lost the negation in its text about failed authorization.',
    ...unclear('unauthorized', {
      ru: 'Пользователь прошёл авторизацию',
      en: 'The user passed authorization',
    }),
  }),
  inA('unauthorized-sends-to-manager', {
    summary: '{} has the text of variant B for blocked partners where authorization failed.',
    ...unclear('unauthorized', toManager),
  }),
  inB('partner-blocked-text-of-unauthorized', {
    summary: '{} gives a blocked partner the text of failed authorization.',
    ...copied('partner-blocked', 'unauthorized'),
  }),
  inB('ip-blocked-text-of-unavailable', {
    summary: '{} asks to repeat later where the address is blocked.',
    ...copied('ip-blocked', 'unavailable'),
  }),
  inB('ip-blocked-says-unauthorized', {
    summary: '{} says of a blocked address that authorization was not passed.',
    ...wrong('ip-blocked', {
      ru: 'Адрес не разрешён: пользователь не прошёл авторизацию',
      en: 'Address not allowed: the user did not pass authorization',
    }),
  }),
  inB('reward-unavailable-asks-for-correct-data', {
    summary: '{} asks for correct data where the reward is not available.',
    ...wrong('reward-unavailable', {
      ru: 'Неверный вид вознаграждения. Повторите запрос с корректными данными',
      en: 'Wrong kind of reward. Please repeat the request with correct data',
    }),
  }),
  inB('reward-unavailable-try-later', {
    summary: '{} promises that the reward will be available later.',
    ...wrong('reward-unavailable', {
      ru: 'Вид вознаграждения временно недоступен, повторите операцию позже',
      en: 'This kind of reward is temporarily unavailable, please repeat the operation later',
    }),
  }),
  inB('blocks-say-nothing', {
    summary: '{} does not say what a blocked partner can do.',
    review: ids('blocked', 'meaning'),
    patch: all(...blocks.map((kind) => withText(kind, { ru: `Отказ: ${kind}`, en: `Rejected: ${kind}` }))),
  }),
  inA('unavailable-text-of-unauthorized', {
    summary: '{} gives the text of failed authorization while it is unavailable.',
    ...copied('unavailable', 'unauthorized'),
  }),
  inA('unavailable-asks-for-correct-data', {
    summary: '{} asks for correct data while it is unavailable.',
    ...wrong('unavailable', {
      ru: 'Ошибка. Повторите запрос с корректными данными',
      en: 'Error. Please repeat the request with correct data',
    }),
  }),
  inB('unavailable-sends-to-manager', {
    summary: '{} sends the partner to the manager while it is unavailable.',
    ...wrong('unavailable', toManager),
  }),
  inB('unavailable-says-internal-error', {
    summary: '{} says only that there was an internal error.',
    ...unclear('unavailable', { ru: 'Внутренняя ошибка сервера', en: 'Internal server error' }),
  }),
  inBoth('unauthorized-says-everything', {
    summary: '{} lists whatever may be wrong where authorization failed.',
    ...unclear('unauthorized', {
      ru: 'Авторизация не пройдена. Повторите запрос с корректными данными. Пароль передайте в зашифрованном виде. Сервис временно недоступен, повторите операцию позже',
      en: 'Authorization failed. Please repeat the request with correct data. Send the password encrypted. The service is temporarily unavailable, please repeat the operation later',
    }),
  }),
  inBoth('one-text-for-422', {
    summary: '{} has one text for a parameter that is missing and one that is not encrypted.',
    review: ['missing.partnerPassword.meaning', 'unencrypted.partnerPassword.meaning'],
    patch: all(withText('missing', for422), withText('unencrypted', for422)),
  }),
  inB('wrong-password-text-of-block', {
    summary: '{} gives the same text for a wrong password and to a blocked partner.',
    review: ['unauthorized.meaning', 'partner-blocked.meaning'],
    patch: all(
      withText('partner-blocked', locked),
      withAnswer('unauthorized', (answer, { fields, service }) =>
        fields.partnerName === service.partners.valid.name
          ? { ...answer, body: toJson({ description_status: locked[service.language] }) }
          : answer,
      ),
    ),
  }),
  inA('one-text-for-everything', {
    summary: '{} has one text for every error.',
    violates: ids('error', 'names'),
    ...unclear('error', { ru: 'Ошибка запроса', en: 'Request failed' }),
  }),
  inB('one-text-for-everything', {
    summary: '{} gives the status as its only text.',
    violates: ids('error', 'names'),
    ...unclear('error', { ru: 'ERROR', en: 'ERROR' }),
  }),
].flat();
