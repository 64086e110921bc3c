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
  readonly lacks?: Phrase;
  /** Minimum number of parameters that the text must name. For topics of everyday words. */
  readonly names?: number;
}

const crypt = '*шифр* *крипт* *crypt* *cipher*';
const later = '*позже* поздн* later временн* temporar*';
const again =
  anyOf(`повтор* снова заново вновь еще_раз попроб* попыта* перезапрос* again repeat* retry* resend*
  resubmit* anew afresh once_more`);
const fill = anyOf(`укажите указать указав передайте передать передав добавьте добавить добавив заполните
  заполнить заполнив внесите внести введите предоставьте предоставить предоставив дополните дополнить дополнив
  specify provide supply add fill enter include complete`);

export const topics: readonly Topic[] = [
  {
    // Asks for correct data. "invalid" and "неверный" alone do not: texts about a failed login contain them
    // too, and would come under review in place of those about a missing parameter.
    meaning: 'correct-data',
    holds: [/(?<= )(?<! (?:не|not) )(?:коррект|правильн|верн(?:ые|ыми|ых|ый|ым) |correct|valid)/u],
  },
  {
    meaning: 'correct-data',
    names: 1,
    holds: [
      anyOf(`исправь* исправи* исправл* скоррект* откоррект* поправь* поправи* поправл* уточн* перепровер* fix
        amend* rectif* revis* mend put_right put_?_right`),
    ],
  },
  {
    meaning: 'correct-data',
    names: 1,
    holds: [anyOf('проверьте проверить проверив проверяйте check verify look_at')],
    lacks: anyOf(crypt),
  },
  { meaning: 'correct-data', names: 1, holds: [fill], lacks: anyOf(crypt) },
  { meaning: 'correct-data', names: 1, holds: [fill, again] },
  { meaning: 'correct-data', names: 1, holds: [again], lacks: anyOf(`${later} ${crypt}`) },
  {
    // It says what is missing and asks to repeat the request. Saying when would be another topic.
    meaning: 'correct-data',
    names: 1,
    holds: [anyOf('отсутств* пропущен* не_указан* не_передан* не_задан* missing absent lack*'), again],
    lacks: anyOf(later),
  },
  {
    meaning: 'encrypted-form',
    holds: [
      anyOf(`${crypt} *кодир* *encod* *plaintext* *cleartext* plain_text* clear_text* in_the_clear открыт*_виде
        открыт*_форме открыт*_текст* защищенн*_виде защищенн*_форме secure_form`),
    ],
  },
  {
    // The specification's text speaks of access to the resource. Blocked partners have no access to the system.
    meaning: 'not-authorized',
    holds: [
      anyOf(`auth *авториз* *аутентиф* *authoris* *authoriz* *authenticat* логин* парол* login* *password*
        *credential* учетн* подлинн* личност* идентификац* идентифиц* опозна* войти вход_в_систему вход_не
        identity identify identified identification who_you_are sign_in signed_in signing_in log_in logged_in
        logging_in signin доступ*_к_ресурс* доступ*_к_?_ресурс* access_to_resource access_to_?_resource
        access_to_?_?_resource resource_is_restrict* resource_is_limit* resource_is_off
        resource_access_is_restrict* resource_access_is_limit*`),
    ],
  },
  // Of one parameter everybody says that there is no access to it; of name and password together: the credentials.
  { meaning: 'not-authorized', names: 2, holds: [anyOf('доступ* access*')] },
  ...refusals.map((refusal): Topic => ({ meaning: 'not-authorized', holds: [refusal] })),
  {
    // The address is not allowed.
    meaning: 'contact-manager',
    holds: [
      anyOf('*ip* адрес* address*'),
      anyOf(`не_в_списк* нет_в_списк* отсутств*_в_списк* не_вход*_в_список не_включен*
        *list*`),
    ],
  },
  {
    meaning: 'contact-manager',
    holds: [
      anyOf(`менедж* manager* management* куратор* курир* curator* закреплен* прикреплен* assigned
        account_executive client_executive account_rep* client_rep* relationship_rep* account_director
        account_officer контактн*_лиц* contact_person персональн*_сотрудник* персональн*_специалист*
        персональн*_представител* личн*_представител* ответственн*_сотрудник* ответственн*_лиц*
        ведущ*_специалист* ведущ*_сотрудник*`),
    ],
  },
  {
    meaning: 'try-later',
    holds: [
      anyOf(`${later} через_некоторое через_несколько через_пару через_час* через_сутки через_минут*
        через_?_минут* через_?_час* завтра tomorrow спустя погодя скоро soon shortly ненадолго краткосрочн*
        кратковременн* на_время на_короткое_время на_короткий_срок brief* перерыв* outage* overload* перегруз*
        перегруж* for_the_time_being минут* minute* полчаса a_break a_pause down_for until for_a_while
        for_a_moment for_the_moment for_the_night maintenance* обслуживани* in_a_while in_a_?_while
        in_a_moment in_?_hour* in_?_time in_due_course`),
    ],
  },
  {
    // The service does not work. A kind of reward may be unavailable permanently.
    meaning: 'try-later',
    holds: [
      anyOf('сервис служба система сервер услуга service system server'),
      anyOf(`недоступ* не_работа* не_отвеча* не_доступ* не_функцион* прерв* прекрат* прекращ* приостан*
        останов* unavailable not_available not_reachable not_respond* not_work* can_not_be_reached down out_of
        stopped suspended`),
    ],
  },
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
  for (const { meaning, holds, lacks, names: least = 0 } of topics) {
    if (touched.has(meaning) || named < least) continue;
    if (holds.every((stems) => stems.test(words)) && lacks?.test(words) !== true) touched.add(meaning);
  }
  return touched;
}
