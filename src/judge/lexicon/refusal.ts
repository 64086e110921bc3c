import { anyOf, near } from './phrase.ts';
import type { Phrase } from './phrase.ts';

// Refusals without a reason, or because the caller is unknown. They may mean a failed login.

/** Who is refused, in the case of a subject, and in any other. */
const who = `partner client user merchant customer account login shop store terminal agent subagent counterparty
  payer payee seller sender subscriber member caller company organisation organization provider device
  application wallet identifier id
  партнер клиент пользователь абонент продавец мерчант магазин терминал агент субагент контрагент плательщик
  покупатель отправитель заказчик участник предприниматель организация компания юрлицо тсп касса счет
  учетная_запись аккаунт логин кошелек торговая_точка провайдер устройство приложение идентификатор`;
const whom = `partners clients users merchants customers accounts logins
  партнера партнеру клиента клиенту пользовател* абонента абоненту продавца продавцу мерчанта мерчанту магазина
  магазину терминала терминалу агента агенту контрагента плательщика покупателя отправителя организаци* компани*
  счета учетной_записи учетную_запись аккаунта логина участника приложения идентификатора`;
const anybody = `${who} ${whom}`;
const unknown = `unknown not_found not_be_found not_registered not_associated not_known not_recogni* not_identified
  not_be_identified not_determined not_be_determined not_resolved not_be_resolved not_linked not_exist
  does_not_exist not_match unrecogni* unidentified unregistered nonexist* not_a_member not_permitted not_allowed
  не_найден* не_зарегистр* не_существ* неизвест* не_известен не_известна не_связан* не_ассоциир* не_привязан*
  не_определен* не_опознан* не_распознан* не_идентифиц* не_обнаружен* не_значится не_числится незарегистр*
  несуществ* отсутствует_в отсутствуют_в нет_в`;
const bad = 'invalid wrong bad illegal неверн* недопустим* некорректн*';
const notFound = `not_find to_find not_resolve not_determine not_identify to_identify to_resolve no_record
  no_records no_match no_matching не_удалось_найти не_удалось_определить не_нашли не_нашел`;

/** What shows who asks. */
const key = `key keys apikey grant token* signature* sign session certificate* cert secret hash
  ключ* токен* подпис* сесси* сертификат* секрет хеш`;
/** What may be wrong with it. A negation says so too: not found, not valid, does not belong to anybody. */
const faulty = `invalid unknown unrecogni* expired revoked mismatch* wrong incorrect inactive bad illegal
  malformed untrusted fault* lost empty defective damaged corrupt* broken disabled error* problem* fail*
  missing absent verification_failed
  неверн* неверен невалид* недейств* некорректн* неправильн* неизвест* истек* просроч* отозван* неактив*
  недопустим* неисправ* повреж* испорч* плохо* пуст* бит* утрач* утерян* дефект* отключен* ошибк* проблем*
  отсутств*`;
const negation = `not no none nothing never without lack* insufficient missing absent wrong
  не нет ни без отсутств* недостаточн* нехватк* неверн*`;

/** What is refused. */
const thing = `request requests operation operations action actions method methods call calls transaction
  transactions payment payout transfer
  запрос* операци* действи* метод* вызов* транзакци* обработк* платеж* выплат* обращени*`;
const refused = `denied deny denies forbid* not_allowed not_?_allowed not_allow not_permitted
  not_?_permitted not_granted not_?_granted restrict* refus* reject* declin* prohibit* disallow* barred
  prevented violat* too_low not_given not_enabled
  запрещ* ограничен* ограничили отказ* отклонен* отклонил* не_разреш* не_допуска* недопустим*
  не_предоставлен* не_дан отверг* нельзя не_позволя* не_включен* не_подключен*`;
const unavailable = `not_available_for not_available_to unavailable_for unavailable_to недоступ*_для`;

/** What is lacking. English "right" alone means correct data. */
const rights = `rights right_to right_of right_which right_that permission permissions privilege privileges
  scope scopes entitlement* role roles authority authorities
  прав права право правом правами полномочи* привилеги* разрешени* разрешения допуск допуска роль роли ролью
  ролей`;

/** With one of these words between, the text gives another reason. */
export const reasons = 'ip айпи адрес* address* вознагражд* reward* бонус* bonus*';
const ofNow = `${reasons} временн* сейчас`;
/** With one of these words between, the text may be about a parameter. Of access, and of whom, that is never said. */
const without = `${reasons} параметр* parameter* поле поля полей field* *crypt* *шифр*`;

const oneClause = (words: string): Phrase => new RegExp(`(?<=(?:^|[.,]) )(?:${words}) (?:[.,]|$)`, 'u');
/** A sentence of at most three words, one of which refuses. */
const topic = 'ip|айпи|адрес|address|вознагражд|reward|бонус|bonus|временн|plain|clear|[^ ]*crypt|[^ ]*шифр';
const word = `(?!(?:${topic})[^ ]* )[^ .,?]+ `;
const refusing = [
  'refus(?:al|ed)|declined?|denied|rejected|barred|forbidden|not (?:permitted|allowed)',
  'отказ(?:ано)?|отклонен[оаы]?|запрещен[оаы]?|не разреш[^ ]*|не допу(?:скается|щен[оаы]?)',
].join('|');

export const refusals: readonly Phrase[] = [
  oneClause(`(?:${word}){0,2}(?:${refusing})|(?:${word})?(?:${refusing}) ${word.trimEnd()}`),
  anyOf(`forbidden not_entitled not_eligible permission_denied no_access access_denied denied_by rejected_by
    refused_by declined_by you_are_not_allowed you_can_not call_can_not not_have_access have_no_access
    has_no_access lack*_access security_check security_polic*
    запрещено нет_доступа доступа_нет не_имеет_доступ* не_имеете_доступ* отказано_в_доступ* вам_отказано
    вам_не_разреш* вам_запрещ* вам_нельзя вы_не_можете вы_не_вправе не_вправе отклонено_систем*
    отклонено_служб* политик*_безопасности проверк*_безопасности службой_безопасности системой_безопасности`),
  anyOf('доступ_закрыт* доступ_невозмож* доступ_не_открыт* вход_невозмож* access_error'),
  near({ first: 'доступ', last: 'закрыт* невозмож* отсутств*', apart: 6, without: ofNow }),
  near({ first: 'отсутств*', last: 'доступ', apart: 1, without }),
  near({ first: 'access entry доступ* вход', last: refused, apart: 7, without: reasons }),
  near({ first: `${refused} ошибк* нарушен*`, last: 'access entry доступ*', apart: 4, without: reasons }),
  near({ first: thing, last: `${refused} ${unavailable}`, apart: 7, without }),
  near({ first: refused, last: thing, apart: 4, without }),
  near({ first: negation, last: rights, apart: 10, without }),
  near({ first: rights, last: `${negation} denied required`, apart: 10, without }),
  near({ first: `${who} you вы`, last: unknown, apart: 7, without }),
  near({ first: whom, last: `${unknown} нет`, apart: 5, without: reasons }),
  near({ first: who, last: 'отсутств* mismatch', apart: 2, without }),
  near({ first: `${unknown} no no_such нет такого такой такая`, last: anybody, apart: 1, without }),
  near({ first: notFound, last: anybody, apart: 3, without }),
  near({ first: anybody, last: 'invalid not_valid неверн* недейств* недопустим*', apart: 2, without }),
  near({ first: bad, last: anybody, apart: 1, without }),
  near({ first: key, last: `${faulty} ${negation}`, apart: 10, without }),
  near({ first: notFound, last: key, apart: 3, without }),
  near({ first: `${faulty} ${negation}`, last: key, apart: 5, without }),
];
