import type { Change, Language, Refusal } from '../behaviour.ts';
import { inVariant } from '../change.ts';
import { type Text, texts } from '../conforming.ts';
import type { Tolerance } from '../defect.ts';

type Texts = Readonly<Partial<Record<Refusal, Text>>>;

function worded(wording: Texts): Change {
  return inVariant('both', (variant) => ({
    text: (outcome, language) => {
      const own = outcome.kind === 'success' ? undefined : wording[outcome.kind];
      return own?.(outcome.parameters[0] ?? '') ?? variant.text(outcome, language);
    },
  }));
}

/** Rewrites the texts that there are. */
function rewritten(rewrite: (text: string, name: string) => string): Change {
  return inVariant('both', (variant) => ({
    text: (outcome, language) => rewrite(variant.text(outcome, language), outcome.parameters[0] ?? ''),
  }));
}

function quotedBy(open: string, close: string): Change {
  return rewritten((text, name) => (name === '' ? text : text.replace(name, `${open}${name}${close}`)));
}

function inLanguage(language: Language): Change {
  return inVariant('both', (variant) => ({ text: (outcome) => variant.text(outcome, language) }));
}

const manager = (text: string): Texts => ({
  'partner-blocked': () => text,
  'ip-blocked': () => text,
  'reward-unavailable': () => text,
});

const requiredNames = 'partnerName, partnerPassword, useAuthByCert';

/** Texts that say the same in other words. */
export const textTolerances: readonly Tolerance[] = [
  { id: 'names-in-guillemets', summary: 'Names are in «…».', change: quotedBy('«', '»') },
  { id: 'names-in-double-quotes', summary: 'Names are in "…".', change: quotedBy('"', '"') },
  { id: 'names-in-single-quotes', summary: "Names are in '…'.", change: quotedBy("'", "'") },
  { id: 'names-in-backticks', summary: 'Names are in `…`.', change: quotedBy('`', '`') },
  { id: 'names-in-angle-brackets', summary: 'Names are in <…>.', change: quotedBy('<', '>') },
  { id: 'names-in-square-brackets', summary: 'Names are in […].', change: quotedBy('[', ']') },
  { id: 'names-in-curly-quotes', summary: 'Names are in “…”.', change: quotedBy('“', '”') },
  {
    id: 'texts-of-required-names',
    summary: 'A text lists all required parameters besides the missing one.',
    change: worded({
      missing: (name) => `${texts.ru.missing(name)}. Обязательные параметры: ${requiredNames}`,
    }),
  },
  {
    id: 'texts-of-all-missing-names',
    summary: 'A text names every parameter that is missing.',
    change: inVariant('both', (variant) => ({
      text: (outcome, language) =>
        outcome.kind === 'missing'
          ? texts[language].missing(outcome.parameters.join(', '))
          : variant.text(outcome, language),
    })),
  },
  {
    id: 'texts-name-last-missing',
    summary: 'A text names the last of the missing parameters.',
    change: inVariant('both', (variant) => ({
      text: (outcome, language) =>
        variant.text({ ...outcome, parameters: outcome.parameters.slice(-1) }, language),
    })),
  },
  { id: 'texts-english', summary: 'All texts are in English.', change: inLanguage('en') },
  {
    id: 'texts-bilingual',
    summary: 'Every text is given in Russian and in English.',
    change: inVariant('both', (variant) => ({
      text: (outcome) => `${variant.text(outcome, 'ru')} / ${variant.text(outcome, 'en')}`,
    })),
  },
  {
    id: 'texts-without-yo',
    summary: 'Russian texts have е where ё belongs.',
    change: rewritten((text) => text.replaceAll('ё', 'е')),
  },
  {
    id: 'texts-prefixed',
    summary: 'Every text begins with a label and ends with a full stop.',
    change: rewritten((text) => `Ошибка / Error: ${text}.`),
  },
  {
    id: 'texts-spaced',
    summary: 'Texts have line breaks in place of blanks, and white space around.',
    change: rewritten((text) => `\n  ${text.replaceAll(' ', '\n')}  \n`),
  },
  {
    id: 'texts-long',
    summary: 'Texts are followed by twenty thousand characters of advice.',
    change: rewritten((text) => `${text}. ${'Подробности приведены в документации. '.repeat(540)}`),
  },
  {
    id: 'texts-with-request-id',
    summary: 'Every text holds the number of its request.',
    change: inVariant('both', (variant) => ({
      finish: (answer, outcome, visit) => {
        const made = variant.finish(answer, outcome, visit);
        if (outcome.kind === 'success') return made;
        const id = `0e5f3a1c-7d24-4b19-9c60-${String(visit.request.number).padStart(12, '0')}`;
        const text = `${variant.text(outcome, visit.service.language)} (request ${id})`;
        return { ...made, body: variant.serialize(variant.errorBody(text, outcome), outcome) };
      },
    })),
  },
  {
    id: 'texts-with-time',
    summary: 'Every text begins with a date and a time.',
    change: rewritten((text) => `[2026-01-31T12:00:00.000Z] ${text}`),
  },
  {
    id: 'paraphrase-russian-polite',
    summary: 'Russian texts are polite.',
    change: worded({
      missing: (name) =>
        `Пожалуйста, укажите обязательный параметр ${name} и повторите запрос с корректными данными`,
      unencrypted: (name) => `Пожалуйста, передайте параметр ${name} в зашифрованном виде`,
      unauthorized: () => 'К сожалению, Вы не прошли авторизацию. Доступ к ресурсу ограничен',
      unavailable: () => 'Приносим извинения, сервис временно недоступен. Попробуйте, пожалуйста, позже',
      ...manager('Пожалуйста, свяжитесь с Вашим менеджером'),
    }),
  },
  {
    id: 'paraphrase-russian-short',
    summary: 'Russian texts are short.',
    change: worded({
      missing: (name) => `Не передан ${name}. Повторите запрос с корректными данными`,
      unencrypted: (name) => `${name} должен быть зашифрован`,
      unauthorized: () => 'Авторизация не пройдена',
      unavailable: () => 'Сервис временно недоступен',
      ...manager('Доступ закрыт. Обратитесь к менеджеру'),
    }),
  },
  {
    id: 'paraphrase-russian-passive',
    summary: 'Russian texts are in the language of offices.',
    change: worded({
      missing: (name) =>
        `В запросе отсутствует обязательный параметр ${name}. Необходимо повторить запрос с корректными данными`,
      unencrypted: (name) => `Значение параметра ${name} ожидается в зашифрованном виде`,
      unauthorized: () => 'Авторизация пользователя не пройдена, доступ к ресурсу ограничен',
      unavailable: () => 'В настоящее время сервис недоступен. Повторите операцию позднее',
      ...manager('Необходимо обратиться к закреплённому за вами менеджеру'),
    }),
  },
  {
    id: 'paraphrase-english-polite',
    summary: 'English texts are polite.',
    change: worded({
      missing: (name) => `Parameter ${name} is required. Please repeat your request with the correct data.`,
      unencrypted: (name) => `Please send the parameter ${name} in encrypted form.`,
      unauthorized: () => 'Sorry, you have not passed authorization. Access to this resource is restricted.',
      unavailable: () => 'Sorry, the service is temporarily unavailable. Please try again later.',
      ...manager('Please get in touch with your assigned manager.'),
    }),
  },
  {
    id: 'paraphrase-english-short',
    summary: 'English texts are short.',
    change: worded({
      missing: (name) => `Missing ${name}. Repeat the request with correct data.`,
      unencrypted: (name) => `${name} must be encrypted`,
      unauthorized: () => 'Authorization failed',
      unavailable: () => 'Service temporarily unavailable',
      ...manager('Access denied. Contact your manager.'),
    }),
  },
  {
    id: 'paraphrase-english-passive',
    summary: 'English texts are in the passive voice.',
    change: worded({
      missing: (name) =>
        `A required parameter (${name}) was not supplied; the request should be repeated with correct data`,
      unencrypted: (name) => `The value of ${name} is expected to be encrypted`,
      unauthorized: () => 'Authorization was not passed; access to the resource is restricted',
      unavailable: () =>
        'The service cannot be reached at the moment; the operation should be repeated later',
      ...manager('The assigned manager should be contacted'),
    }),
  },
  {
    id: 'paraphrase-english-contracted',
    summary: 'English texts have contractions.',
    change: worded({
      missing: (name) => `You haven't sent ${name}. Try again with correct data.`,
      unencrypted: (name) => `${name} isn't encrypted. It is expected in encrypted form.`,
      unauthorized: () => "You didn't pass authorization.",
      unavailable: () => "The service isn't available right now. Try again later.",
      ...manager("You can't use the system. Talk to your manager."),
    }),
  },
  {
    id: 'blocks-share-one-text',
    summary: 'All who are blocked get the same text.',
    change: worded(manager('Доступ заблокирован. Обратитесь к закреплённому менеджеру')),
  },
];
