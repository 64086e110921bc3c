import type { Meaning } from '#banks/specification.ts';
import { partsOf } from './naming.ts';
import { normalise } from './normalise.ts';
import { anyOf } from './phrase.ts';
import type { Phrase } from './phrase.ts';
import { refusals } from './refusal.ts';

/** One way to mention the topic of a meaning. */
interface Topic {
  readonly meaning: Meaning;
  /** The text must contain a word of each. */
  readonly holds: readonly Phrase[];
  /** The text must contain none of these. */
  readonly lacks: Phrase | null;
  /** Minimum number of parameters that the text must name. For topics of everyday words. */
  readonly names: number;
}

type Words = string | Phrase;
const phraseOf = (words: Words): Phrase => (typeof words === 'string' ? anyOf(words) : words);

const about = (meaning: Meaning, holds: readonly Words[], names = 0, lacks: Words | null = null): Topic => {
  return { meaning, holds: holds.map(phraseOf), lacks: lacks === null ? null : phraseOf(lacks), names };
};

const crypt = '*шифр* *крипт* *crypt* *cipher* закрыт*_виде cms envelope*';
const later = '*позже* поздн* later временн* temporar*';
const again = `повтор* снова заново вновь еще_раз попроб* попыта* перезапрос* again repeat* retry* resend*
  resubmit* anew afresh once_more`;
const amend = `исправь* исправи* исправл* скоррект* откоррект* поправь* поправи* поправл* уточн* перепровер* fix
  amend* rectif* revis* mend put_right put_?_right`;
const fill = `укажите указать указав передайте передать передав добавьте добавить добавив заполните
  заполнить заполнив внесите внести введите предоставьте предоставить предоставив дополните дополнить дополнив
  отправьте направьте пришлите используйте сделайте specify provide supply add fill enter include complete
  send submit`;
const wrong = `невер* неправильн* некорректн* не_подош* не_подход* не_совпад* не_найден* не_зарегистр* неизвест*
  incorrect wrong invalid unknown unrecogni* mismatch* not_match not_found not_registered`;
const absent = 'отсутств* пропущен* не_указан* не_передан* не_задан* missing absent lack*';
const rightData = /(?<= )(?<! (?:не|not) )(?:коррект|правильн|верн(?:ые|ыми|ых|ый|ым) |correct|valid)/u;

export const topics: readonly Topic[] = [
  // Asks for correct data. "invalid" and "неверный" alone do not: texts about a failed login contain them
  // too, and would come under review in place of those about a missing parameter.
  about('correct-data', [rightData]),
  about('correct-data', [amend], 1),
  about('correct-data', ['проверьте проверить проверив проверяйте check verify look_at'], 1, crypt),
  about('correct-data', [fill], 1, crypt),
  about('correct-data', [fill, again], 1),
  about('correct-data', [again], 1, `${later} ${crypt}`),
  // It says what is missing and asks to repeat the request. Saying when would be another topic.
  about('correct-data', [absent, again], 1, later),
  about('encrypted-form', [
    `${crypt} *кодир* *encod* *plaintext* *cleartext* plain_text* clear_text* in_the_clear открыт*_виде
    открыт*_форме открыт*_текст* защищенн*_виде защищенн*_форме secure_form`,
  ]),
  // The specification's text speaks of access to the resource. Blocked partners have no access to the system.
  about('not-authorized', [
    `auth *авториз* *аутентиф* *authoris* *authoriz* *authenticat* логин* парол* login* *password*
    *credential* verification* верификац* учетн* подлинн* личност* идентификац* идентифиц* опозна* войти
    вход_в_систему вход_не identity identify identified identification who_you_are sign_in signed_in signing_in
    log_in logged_in logging_in signin доступ*_к_ресурс* доступ*_к_?_ресурс* access_to_resource access_to_?_resource
    access_to_?_?_resource resource_is_restrict* resource_is_limit* resource_is_off
    resource_access_is_restrict* resource_access_is_limit*`,
  ]),
  // Who names a credential as wrong has refused it.
  about('not-authorized', [wrong], 1, `${absent} ${crypt} required формат* format*`),
  // Of one parameter everybody says that there is no access to it; of name and password together: the credentials.
  about('not-authorized', ['доступ* access*'], 2),
  ...refusals.map((refusal) => about('not-authorized', [refusal])),
  // The address is not allowed.
  about('contact-manager', [
    '*ip* адрес* address*',
    `не_в_списк* нет_в_списк* отсутств*_в_списк* не_вход*_в_список не_включен* *list*`,
  ]),
  about('contact-manager', [
    `менедж* manager* management* куратор* курир* curator* закреплен* прикреплен* assigned
    account_executive client_executive account_rep* client_rep* relationship_rep* account_director
    account_officer контактн*_лиц* contact_person персональн*_сотрудник* персональн*_специалист*
    персональн*_представител* личн*_представител* ответственн*_сотрудник* ответственн*_лиц*
    ведущ*_специалист* ведущ*_сотрудник* *банкир* ваш*_кам* kam personal_banker account_exec
    relationship_officer`,
  ]),
  about('try-later', [
    `${later} через_некоторое через_несколько через_пару через_час* через_сутки через_минут*
    через_?_минут* через_?_час* завтра tomorrow спустя погодя скоро soon shortly ненадолго краткосрочн*
    кратковременн* на_время на_короткое_время на_короткий_срок brief* перерыв* outage* overload* перегруз*
    перегруж* for_the_time_being минут* minute* полчаса a_break a_pause down_for until for_a_while
    for_a_moment for_the_moment for_the_night maintenance* обслуживани* in_a_while in_a_?_while
    in_a_moment in_?_hour* in_?_time in_due_course технич*_сбо* технич*_ошибк* сбой_на`,
  ]),
  // Half of its text; with right data it is another one's.
  about('try-later', [again, 'операци* operation попытк* attempt'], 0, rightData),
  // The service does not work. A kind of reward may be unavailable permanently.
  about('try-later', [
    'сервис служба система сервер услуга service system server',
    `недоступ* не_работа* не_отвеча* не_доступ* не_функцион* прерв* прекрат* прекращ* приостан*
    останов* unavailable not_available not_reachable not_respond* not_work* can_not_be_reached down out_of
    stopped suspended`,
  ]),
];

/** A parameter's name among normalised words, with any separators. */
function spelling(parameter: string): RegExp {
  const parts = normalise(partsOf(parameter).join(' ')).trim();
  return new RegExp(`(?<= )${parts.replaceAll(' ', ' ?')} `, 'gu');
}

/**
 * Finds the meanings whose topic the first 16 KiB of a text mention: stated, denied or in unknown words. The
 * name of a parameter, in any spelling, does not count (section 4: meaning of description_status).
 */
export function findHints(text: string, parameters: readonly string[]): ReadonlySet<Meaning> {
  const whole = normalise(text);
  const names = parameters.map((name) => spelling(name));
  const named = names.filter((name) => whole.search(name) !== -1).length;
  const words = names.reduce((rest, name) => rest.replace(name, ''), whole);
  const touched = new Set<Meaning>();
  for (const { meaning, holds, lacks, names: least } of topics) {
    if (touched.has(meaning) || named < least) continue;
    if (holds.every((stems) => stems.test(words)) && lacks?.test(words) !== true) touched.add(meaning);
  }
  return touched;
}
