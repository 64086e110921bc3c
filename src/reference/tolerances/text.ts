import type { Patch } from '../behaviour.ts';
import { all, withErrorBody, withText, withTextOf, withTexts } from '../change.ts';
import type { Selector } from '../change.ts';
import { texts } from '../conforming.ts';
import { tolerance } from '../defect.ts';
import type { Altered } from '../defect.ts';

/** Replaces texts by others with the same meaning, in both languages. */
const worded = (wording: Readonly<Partial<Record<Selector, string>>>): Patch =>
  all(...Object.entries(wording).map(([of, text]) => withText(of as Selector, { ru: text, en: text })));

/** Changes the existing texts. */
const rewritten = (rewrite: (text: string, name: string) => string): Patch =>
  withTexts('error', (own, outcome, language) =>
    rewrite(own(outcome, language), outcome.parameters[0] ?? ''),
  );

/**
 * Below the id and the sentence stand the texts of a missing parameter, a plain password, failed
 * authorization, an outage and all blocks.
 */
function paraphrase(words: TemplateStringsArray): Altered {
  const [head = '', missing = '', unencrypted = '', unauthorized = '', unavailable = '', blocked = ''] = words
    .join('')
    .split(/\n\s*/);
  return tolerance`${head}`(worded({ missing, unencrypted, unauthorized, unavailable, blocked }));
}

const quoted = (id: string, [open, close]: readonly [open: string, close: string]): Altered =>
  tolerance`names-in-${id}: Names are in ${open}…${close}.`(
    rewritten((text, name) => (name === '' ? text : text.replace(name, `${open}${name}${close}`))),
  );

const requiredNames = 'partnerName, partnerPassword, useAuthByCert';

/** Texts with the same meaning in other words. */
export const textTolerances: readonly Altered[] = [
  quoted('guillemets', ['«', '»']),
  quoted('double-quotes', ['"', '"']),
  quoted('single-quotes', ["'", "'"]),
  quoted('backticks', ['`', '`']),
  quoted('angle-brackets', ['<', '>']),
  quoted('square-brackets', ['[', ']']),
  quoted('curly-quotes', ['“', '”']),
  tolerance`texts-of-required-names: A text lists all required parameters besides the missing one.`(
    worded({ missing: `${texts.ru.missing}. Обязательные параметры: ${requiredNames}` }),
  ),
  tolerance`texts-of-all-missing-names: A text names every parameter that is missing.`(
    withTextOf('missing', ({ kind, parameters }) => ({ kind, parameters: [parameters.join(', ')] })),
  ),
  tolerance`texts-name-last-missing: A text names the last of the missing parameters.`(
    withTextOf('any', ({ kind, parameters }) => ({ kind, parameters: parameters.slice(-1) })),
  ),
  tolerance`texts-english: All texts are in English.`(
    withTexts('error', (own, outcome) => own(outcome, 'en')),
  ),
  tolerance`texts-bilingual: Every text is given in Russian and in English.`(
    withTexts('error', (own, outcome) => `${own(outcome, 'ru')} / ${own(outcome, 'en')}`),
  ),
  tolerance`texts-without-yo: Russian texts have е where ё belongs.`(
    rewritten((text) => text.replaceAll('ё', 'е')),
  ),
  tolerance`texts-prefixed: Every text begins with a label and ends with a full stop.`(
    rewritten((text) => `Ошибка / Error: ${text}.`),
  ),
  tolerance`texts-spaced: Texts have line breaks in place of blanks, and white space around.`(
    rewritten((text) => `\n  ${text.replaceAll(' ', '\n')}  \n`),
  ),
  tolerance`texts-long: Texts are followed by twenty thousand characters of advice.`(
    rewritten((text) => `${text}. ${'Подробности приведены в документации. '.repeat(540)}`),
  ),
  tolerance`texts-with-request-id: Every text holds the number of its request.`(
    withErrorBody('error', (text, { request: { number } }) => {
      const id = `0e5f3a1c-7d24-4b19-9c60-${String(number).padStart(12, '0')}`;
      return { description_status: `${text} (request ${id})` };
    }),
  ),
  tolerance`texts-with-time: Every text begins with a date and a time.`(
    rewritten((text) => `[2026-01-31T12:00:00.000Z] ${text}`),
  ),
  paraphrase`paraphrase-russian-polite: Russian texts are polite.
    Пожалуйста, укажите обязательный параметр {name} и повторите запрос с корректными данными
    Пожалуйста, передайте параметр {name} в зашифрованном виде
    К сожалению, Вы не прошли авторизацию. Доступ к ресурсу ограничен
    Приносим извинения, сервис временно недоступен. Попробуйте, пожалуйста, позже
    Пожалуйста, свяжитесь с Вашим менеджером`,
  paraphrase`paraphrase-russian-short: Russian texts are short.
    Не передан {name}. Повторите запрос с корректными данными
    {name} должен быть зашифрован
    Авторизация не пройдена
    Сервис временно недоступен
    Доступ закрыт. Обратитесь к менеджеру`,
  paraphrase`paraphrase-russian-passive: Russian texts are in the language of offices.
    В запросе отсутствует обязательный параметр {name}. Необходимо повторить запрос с корректными данными
    Значение параметра {name} ожидается в зашифрованном виде
    Авторизация пользователя не пройдена, доступ к ресурсу ограничен
    В настоящее время сервис недоступен. Повторите операцию позднее
    Необходимо обратиться к закреплённому за вами менеджеру`,
  paraphrase`paraphrase-english-polite: English texts are polite.
    Parameter {name} is required. Please repeat your request with the correct data.
    Please send the parameter {name} in encrypted form.
    Sorry, you have not passed authorization. Access to this resource is restricted.
    Sorry, the service is temporarily unavailable. Please try again later.
    Please get in touch with your assigned manager.`,
  paraphrase`paraphrase-english-short: English texts are short.
    Missing {name}. Repeat the request with correct data.
    {name} must be encrypted
    Authorization failed
    Service temporarily unavailable
    Access denied. Contact your manager.`,
  paraphrase`paraphrase-english-passive: English texts are in the passive voice.
    A required parameter ({name}) was not supplied; the request should be repeated with correct data
    The value of {name} is expected to be encrypted
    Authorization was not passed; access to the resource is restricted
    The service cannot be reached at the moment; the operation should be repeated later
    The assigned manager should be contacted`,
  paraphrase`paraphrase-english-contracted: English texts have contractions.
    You haven't sent {name}. Try again with correct data.
    {name} isn't encrypted. It is expected in encrypted form.
    You didn't pass authorization.
    The service isn't available right now. Try again later.
    You can't use the system. Talk to your manager.`,
  tolerance`blocks-share-one-text: All who are blocked get the same text.`(
    worded({ blocked: 'Доступ заблокирован. Обратитесь к закреплённому менеджеру' }),
  ),
];
