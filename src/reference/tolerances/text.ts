import { blocks } from '../behaviour.ts';
import type { Patch, Refusal } from '../behaviour.ts';
import { withErrorBody, withTextOf } from '../change.ts';
import { texts, written } from '../conforming.ts';
import { tolerance } from '../defect.ts';
import type { Altered } from '../defect.ts';

type Texts = Readonly<Partial<Record<Refusal | 'blocked', string>>>;

/** Replaces texts by others with the same meaning, in both languages. */
const worded =
  (wording: Texts): Patch =>
  (variant) => ({
    text: (outcome, language) => {
      const isBlock = blocks.some((name) => name === outcome.kind);
      const texts = outcome.kind === 'success' ? undefined : wording[isBlock ? 'blocked' : outcome.kind];
      return texts === undefined ? variant.text(outcome, language) : written(texts, outcome.parameters);
    },
  });

/** Changes the existing texts. */
const rewritten =
  (rewrite: (text: string, name: string) => string): Patch =>
  (variant) => ({
    text: (outcome, language) => rewrite(variant.text(outcome, language), outcome.parameters[0] ?? ''),
  });

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
  tolerance`texts-english: All texts are in English.`((variant) => ({
    text: (outcome) => variant.text(outcome, 'en'),
  })),
  tolerance`texts-bilingual: Every text is given in Russian and in English.`((variant) => ({
    text: (outcome) => `${variant.text(outcome, 'ru')} / ${variant.text(outcome, 'en')}`,
  })),
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
  tolerance`paraphrase-russian-polite: Russian texts are polite.`(
    worded({
      missing: 'Пожалуйста, укажите обязательный параметр {name} и повторите запрос с корректными данными',
      unencrypted: 'Пожалуйста, передайте параметр {name} в зашифрованном виде',
      unauthorized: 'К сожалению, Вы не прошли авторизацию. Доступ к ресурсу ограничен',
      unavailable: 'Приносим извинения, сервис временно недоступен. Попробуйте, пожалуйста, позже',
      blocked: 'Пожалуйста, свяжитесь с Вашим менеджером',
    }),
  ),
  tolerance`paraphrase-russian-short: Russian texts are short.`(
    worded({
      missing: 'Не передан {name}. Повторите запрос с корректными данными',
      unencrypted: '{name} должен быть зашифрован',
      unauthorized: 'Авторизация не пройдена',
      unavailable: 'Сервис временно недоступен',
      blocked: 'Доступ закрыт. Обратитесь к менеджеру',
    }),
  ),
  tolerance`paraphrase-russian-passive: Russian texts are in the language of offices.`(
    worded({
      missing:
        'В запросе отсутствует обязательный параметр {name}. Необходимо повторить запрос с корректными данными',
      unencrypted: 'Значение параметра {name} ожидается в зашифрованном виде',
      unauthorized: 'Авторизация пользователя не пройдена, доступ к ресурсу ограничен',
      unavailable: 'В настоящее время сервис недоступен. Повторите операцию позднее',
      blocked: 'Необходимо обратиться к закреплённому за вами менеджеру',
    }),
  ),
  tolerance`paraphrase-english-polite: English texts are polite.`(
    worded({
      missing: 'Parameter {name} is required. Please repeat your request with the correct data.',
      unencrypted: 'Please send the parameter {name} in encrypted form.',
      unauthorized: 'Sorry, you have not passed authorization. Access to this resource is restricted.',
      unavailable: 'Sorry, the service is temporarily unavailable. Please try again later.',
      blocked: 'Please get in touch with your assigned manager.',
    }),
  ),
  tolerance`paraphrase-english-short: English texts are short.`(
    worded({
      missing: 'Missing {name}. Repeat the request with correct data.',
      unencrypted: '{name} must be encrypted',
      unauthorized: 'Authorization failed',
      unavailable: 'Service temporarily unavailable',
      blocked: 'Access denied. Contact your manager.',
    }),
  ),
  tolerance`paraphrase-english-passive: English texts are in the passive voice.`(
    worded({
      missing:
        'A required parameter ({name}) was not supplied; the request should be repeated with correct data',
      unencrypted: 'The value of {name} is expected to be encrypted',
      unauthorized: 'Authorization was not passed; access to the resource is restricted',
      unavailable: 'The service cannot be reached at the moment; the operation should be repeated later',
      blocked: 'The assigned manager should be contacted',
    }),
  ),
  tolerance`paraphrase-english-contracted: English texts have contractions.`(
    worded({
      missing: "You haven't sent {name}. Try again with correct data.",
      unencrypted: "{name} isn't encrypted. It is expected in encrypted form.",
      unauthorized: "You didn't pass authorization.",
      unavailable: "The service isn't available right now. Try again later.",
      blocked: "You can't use the system. Talk to your manager.",
    }),
  ),
  tolerance`blocks-share-one-text: All who are blocked get the same text.`(
    worded({ blocked: 'Доступ заблокирован. Обратитесь к закреплённому менеджеру' }),
  ),
];
