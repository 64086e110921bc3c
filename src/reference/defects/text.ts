import { blocks, parameterNames } from '../behaviour.ts';
import type { CheckName } from '../behaviour.ts';
import { all, withErrorBody, withNames, withText, withTextOf } from '../change.ts';
import { outcome } from '../conforming.ts';
import type { Selector, Wording } from '../change.ts';
import { fails, ids, inA, inB, inBoth, reviews } from '../defect.ts';
import type { Altered } from '../defect.ts';

const wrong = (selector: Selector) => (wording: Wording) =>
  fails(ids(selector, 'meaning'))(withText(selector, wording));

/** A text that only a person can judge. */
const unclear = (selector: Selector) => (wording: Wording) =>
  reviews(ids(selector, 'meaning'))(withText(selector, wording));

const nameless = (selector: Selector) => (wording: Wording) =>
  fails(ids(selector, 'names'))(withText(selector, wording));

/** A text with another parameter name. */
const named = (selector: Selector, name: string) =>
  fails(ids(selector, 'names'))(withNames(selector, () => name));

const misspelt = (selector: Selector, spell: (name: string) => string) =>
  reviews(ids(selector, 'names'))(withNames(selector, spell));

/** The text of another condition. What that text means is then undefined. */
const copied = (selector: Selector, other: CheckName) =>
  fails(ids(selector, 'names', 'meaning'), { review: [`${other}.meaning`] })(
    withTextOf(selector, () => outcome(other)),
  );

const nextName = (name: string): string =>
  parameterNames[parameterNames.findIndex((one) => one === name) + 1] ?? 'partnerName';

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

const unauthorizedWithout: Wording = {
  ru: 'Параметр {name} не передан: пользователь не прошёл авторизацию',
  en: 'Parameter {name} not sent: the user did not pass authorization',
};

/** Error texts that say something else, or name another parameter. */
export const textDefects: readonly Altered[] = [
  inA`missing-always-names-partner-name: {} names partnerName whatever is missing.`({
    ...named('missing', 'partnerName'),
    violates: [...ids('missing-password', 'names'), ...ids('missing-flag', 'names')],
  }),
  inB`missing-always-names-flag: {} names useAuthByCert whatever is missing.`({
    ...named('missing', 'useAuthByCert'),
    violates: [...ids('missing-partner-name', 'names'), 'missing.partnerPassword.names'],
  }),
  inBoth`missing-names-next-parameter: {} names the parameter after the missing one, off by one.`(
    fails(ids('missing', 'names'))(withNames('missing', nextName)),
  ),
  inA`missing-leaves-placeholder: {} leaves the placeholder of its template in the text.`(
    named('missing', '{0}'),
  ),
  inB`missing-names-undefined: {} writes "undefined" where the name belongs.`(named('missing', 'undefined')),
  inA`missing-flag-names-partner-name: The text of {} about useAuthByCert was copied from partnerName.`(
    named('missing-flag', 'partnerName'),
  ),
  inB`missing-password-names-partner-name: The text of {} about partnerPassword was copied from partnerName.`(
    named('missing-password', 'partnerName'),
  ),
  inB`missing-partner-name-names-flag: The text of {} about partnerName was copied from useAuthByCert.`(
    named('missing-partner-name', 'useAuthByCert'),
  ),
  inBoth`missing-names-name-or-flag: {} has one text for partnerName and useAuthByCert, which names both.`(
    fails(['missing.partnerName.names', 'missing.useAuthByCert.names'])(
      all(
        withNames('missing-only-partner-name', () => 'partnerName / useAuthByCert'),
        withNames('missing-flag', () => 'partnerName / useAuthByCert'),
      ),
    ),
  ),
  inB`missing-flag-names-header: {} names a header in place of useAuthByCert.`(
    named('missing-flag', 'Authorization'),
  ),
  inA`missing-password-names-nothing: {} does not say which parameter is missing where it is the password.
    Отсутствует обязательный параметр запроса. Повторите запрос с корректными данными
    A required request parameter is missing. Please repeat the request with correct data`(
    nameless('missing-password'),
  ),
  inA`missing-several-names-nothing: {} gives only the number of parameters where several are missing.
    Отсутствуют обязательные параметры ({count}). Повторите запрос с корректными данными
    {count} required parameters are missing. Please repeat the request with correct data`(
    nameless('missing-several'),
  ),
  inB`missing-several-names-the-given: {} names what was given where several parameters are missing.`(
    named('missing-several', 'requestId'),
  ),
  inA`missing-snake-case: {} names the parameters as its database spells them.`(misspelt('missing', toSnake)),
  inA`missing-untranslated: {} answers with the key of a translation that it lacks.
    translation missing: ru.errors.required {name}
    translation missing: en.errors.required {name}`(unclear('missing')),
  inB`missing-upper-case: {} names the parameters in capitals.`(
    misspelt('missing', (name) => name.toUpperCase()),
  ),
  inA`missing-asks-nothing: {} says what is missing and does not ask to repeat the request.
    Отсутствует обязательный параметр запроса {name}
    The required request parameter {name} is missing`(unclear('missing')),
  inB`missing-asks-to-retry-later: {} asks to repeat the operation later where a parameter is missing.
    Нет параметра {name}. Сервис временно недоступен, повторите операцию позже
    No {name}. The service is temporarily unavailable, please repeat the operation later`(wrong('missing')),
  inA`missing-partner-name-says-unauthorized: {} speaks of failed authorization where the name is missing.`(
    wrong('missing-partner-name')(unauthorizedWithout),
  ),
  inB`missing-partner-name-says-manager: {} sends the partner to the manager where the name is missing.
    Параметр {name} не передан. Обратитесь к закреплённому менеджеру
    Parameter {name} not sent. Please contact your assigned manager`(wrong('missing-partner-name')),
  inBoth`missing-password-says-encrypted: {} expects the missing password in encrypted form.
    Нет параметра {name}: он ожидается в зашифрованном виде
    No parameter {name}: it is expected in encrypted form`(wrong('missing-password')),
  inA`missing-flag-says-encrypted: {} expects the missing useAuthByCert in encrypted form.`(
    fails(ids('missing-flag', 'meaning'))(
      withTextOf('missing-flag', (found) => ({ ...found, kind: 'unencrypted' })),
    ),
  ),
  inB`missing-flag-says-unauthorized: {} speaks of failed authorization where useAuthByCert is missing.`(
    wrong('missing-flag')(unauthorizedWithout),
  ),
  inB`missing-text-of-unavailable: {} uses the text of an unavailable service for every missing parameter.`(
    copied('missing', 'unavailable'),
  ),
  inA`missing-name-and-password-swapped: {} names the password where the name is missing, and the other way round.`(
    fails(['missing.partnerName.names', ...ids('missing-password', 'names')])(
      withNames('missing', (name) => swapped[name] ?? name),
    ),
  ),
  inA`unencrypted-names-partner-name: {} names partnerName where the password is not encrypted.`(
    named('unencrypted', 'partnerName'),
  ),
  inB`unencrypted-names-nothing: {} does not say which parameter is expected in encrypted form.
    Параметр ожидается в зашифрованном виде
    The parameter is expected in encrypted form`(nameless('unencrypted')),
  inB`unencrypted-names-flag: {} names useAuthByCert where the password is not encrypted.`(
    named('unencrypted', 'useAuthByCert'),
  ),
  inA`unencrypted-snake-case: {} names the unencrypted parameter as its database spells it.`(
    misspelt('unencrypted', toSnake),
  ),
  inBoth`unencrypted-says-missing: {} asks to repeat the request with correct data where the password is not encrypted.
    Неверный параметр {name}. Повторите запрос с корректными данными
    Wrong parameter {name}. Please repeat the request with correct data`(wrong('unencrypted')),
  inB`unencrypted-says-unauthorized: {} says of a plain password that authorization was not passed.
    Проверка {name}: пользователь не прошёл авторизацию
    Checking {name}: the user did not pass authorization`(wrong('unencrypted')),
  inA`unencrypted-text-of-unauthorized: {} gives the text of failed authorization for a plain password.`(
    copied('unencrypted', 'unauthorized'),
  ),
  inBoth`unauthorized-text-of-unavailable: {} asks to repeat later where authorization failed.`(
    copied('unauthorized', 'unavailable'),
  ),
  inA`unauthorized-asks-for-correct-data: {} asks for correct data where authorization failed.
    Ошибка в запросе. Повторите запрос с корректными данными
    The request is wrong. Please repeat the request with correct data`(wrong('unauthorized')),
  inB`unauthorized-sends-to-manager: {} sends everybody whose authorization failed to the manager.`(
    wrong('unauthorized')(toManager),
  ),
  inA`unauthorized-refuses-without-reason: {} says nothing but that the operation is not allowed where authorization failed, and gives a hint.
    Недостаточно прав на выполнение операции. Повторите запрос с корректными данными
    Operation is not allowed for this user. Please repeat the request with correct data`(
    unclear('unauthorized'),
  ),
  inB`unauthorized-refuses-without-reason: {} says nothing but that it does not know the client where authorization failed, and gives a hint.
    Клиент с такими данными не найден. Обратитесь к вашему менеджеру
    Client is not registered. Please contact your manager`(unclear('unauthorized')),
  inB`unauthorized-says-nothing: {} gives an error code for failed authorization and no words.
    Код 17
    Code 17`(unclear('unauthorized')),
  inB`unauthorized-encoded-twice: {} encodes its text about failed authorization as UTF-8 twice.`(
    unclear('unauthorized')({ ru: encodedTwice, en: encodedTwice }),
  ),
  inA`unauthorized-says-passed: {} has lost the negation in its text about failed authorization.
    Пользователь прошёл авторизацию
    The user passed authorization`(unclear('unauthorized')),
  inA`unauthorized-sends-to-manager: {} has the text of variant B for blocked partners where authorization failed.`(
    unclear('unauthorized')(toManager),
  ),
  inB`partner-blocked-text-of-unauthorized: {} gives a blocked partner the text of failed authorization.`(
    copied('partner-blocked', 'unauthorized'),
  ),
  inB`ip-blocked-text-of-unavailable: {} asks to repeat later where the address is blocked.`(
    copied('ip-blocked', 'unavailable'),
  ),
  inB`ip-blocked-says-unauthorized: {} says of a blocked address that authorization was not passed.
    Адрес не разрешён: пользователь не прошёл авторизацию
    Address not allowed: the user did not pass authorization`(wrong('ip-blocked')),
  inB`reward-unavailable-asks-for-correct-data: {} asks for correct data where the reward is not available.
    Неверный вид вознаграждения. Повторите запрос с корректными данными
    Wrong kind of reward. Please repeat the request with correct data`(wrong('reward-unavailable')),
  inB`reward-unavailable-try-later: {} promises that the reward will be available later.
    Вид вознаграждения временно недоступен, повторите операцию позже
    This kind of reward is temporarily unavailable, please repeat the operation later`(
    wrong('reward-unavailable'),
  ),
  inB`blocks-say-nothing: {} does not say what a blocked partner can do.`(
    reviews(ids('blocked', 'meaning'))(
      all(...blocks.map((kind) => withText(kind, { ru: `Отказ: ${kind}`, en: `Rejected: ${kind}` }))),
    ),
  ),
  inA`unavailable-text-of-unauthorized: {} gives the text of failed authorization while it is unavailable.`(
    copied('unavailable', 'unauthorized'),
  ),
  inA`unavailable-asks-for-correct-data: {} asks for correct data while it is unavailable.
    Ошибка. Повторите запрос с корректными данными
    Error. Please repeat the request with correct data`(wrong('unavailable')),
  inB`unavailable-sends-to-manager: {} sends the partner to the manager while it is unavailable.`(
    wrong('unavailable')(toManager),
  ),
  inB`unavailable-says-internal-error: {} says only that there was an internal error.
    Внутренняя ошибка сервера
    Internal server error`(unclear('unavailable')),
  inBoth`unauthorized-says-everything: {} lists whatever may be wrong where authorization failed.
    Авторизация не пройдена. Повторите запрос с корректными данными. Пароль передайте в зашифрованном виде. Сервис временно недоступен, повторите операцию позже
    Authorization failed. Please repeat the request with correct data. Send the password encrypted. The service is temporarily unavailable, please repeat the operation later`(
    unclear('unauthorized'),
  ),
  inBoth`one-text-for-422: {} has one text for a parameter that is missing and one that is not encrypted.
    {name} не указан или не зашифрован: пароль ожидается в зашифрованном виде. Повторите запрос с корректными данными
    {name} is missing or not encrypted: the password is expected in encrypted form. Please repeat the request with correct data`(
    (wording) =>
      reviews(['missing.partnerPassword.meaning', 'unencrypted.partnerPassword.meaning'])(
        all(withText('missing', wording), withText('unencrypted', wording)),
      ),
  ),
  inB`wrong-password-text-of-block: {} gives the same text for a wrong password and to a blocked partner.
    Авторизация не пройдена, доступ ограничен. Обратитесь к закреплённому менеджеру
    Authorization was not passed, access is restricted. Please contact your assigned manager`((wording) =>
    reviews(['unauthorized.meaning', 'partner-blocked.meaning'])(
      all(
        withText('partner-blocked', wording),
        withErrorBody('unauthorized', (text, { fields, service: { partners, language } }) => ({
          description_status: fields.partnerName === partners.valid.name ? wording[language] : text,
        })),
      ),
    ),
  ),
  inA`one-text-for-everything: {} has one text for every error.
    Ошибка запроса
    Request failed`((wording) => ({ ...unclear('error')(wording), violates: ids('error', 'names') })),
  inB`one-text-for-everything: {} gives the status as its only text.
    ERROR
    ERROR`((wording) => ({ ...unclear('error')(wording), violates: ids('error', 'names') })),
].flat();
