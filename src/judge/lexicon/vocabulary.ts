const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(/\S+/gu));

/** Words that begin a clause without a comma. */
export const breaks =
  wordsOf(`но а однако хотя поскольку тогда поэтому but however although though because since
  whereas therefore so`);

/** Words before which a comma does not end the clause. */
export const joins = wordsOf('что чтобы that');

/** Concepts of verbs that ask. In English only where a verb can be an imperative; see `leads`. */
export const verbs = wordsOf('send repeat fix check fill encrypt give contact retry wait');

/** English words and concepts after which a verb asks. It also asks at the start of a clause. */
export const leads =
  wordsOf(`and or then to you otherwise get be keep another new again kindly access assistance help
  information manager key blocked must may please not name absent given works closed outcome`);

/** Concepts that a negation skips to reach the next word. */
export const links = wordsOf('not question with in after all time underway person others please');

/**
 * The vocabulary: concepts with Russian and English stems. `*` is the rest of a word, `_` joins the words of an
 * expression, and words after `≠` say the opposite.
 */
export const vocabulary = {
  // Words that reverse the next concept (not) or, reversed themselves, their clause (must … event). Words that
  // put a statement into another time (past, over), under a condition (if), or on other people (others).
  not: `не ни нет без вместо кроме not no nor never neither without instead_of rather_than except nobody
    no_one nothing hardly barely anyone_but anything_but fail_to fails_to failed_to failing_to unable_to`,
  must: `должен должна должно должны обязан* необходим* нужен нужна нужно нужны надо следует надлежит
    требуется требуются требует требуем просьба просим полагается обязательн* подлежит подлежат предусм*
    ожида* ждем ждет только лишь исключительно убедитесь удостоверьтесь правильный_вид требуемый_вид must
    should shall need needs require* necessary necessity mandatory ought supposed has_to have_to is_to are_to
    obligation expect* await* only make_sure ensure check_that ≠ необязательн* незачем излишн* optional
    unnecessary`,
  may: `можно может могут можем мог могла могли возмож* удалось удается получилось получается вышло смог*
    сумел* способ* допускается допускаются разреш* принимаем принимае* принимаю* принимат* поддержива* can
    could may might able possible allowed permitted accept* supported managed manage ≠ нельзя невозмож*
    impossible`,
  forbid: `≠ отменен* запрещ* запрет* недопустим* отклон* forbidden prohibited unacceptable disallowed
    rejected unsupported cancelled canceled abolished withdrawn waived ignore`,
  worth: `смысл* стоит причин* польз* поможет помогает помогут необходимости нужды надобности рекомендуется
    sense reason point help helps worth recommended true ≠ бесполезн* бессмысленн* стесняйтесь забудьте
    медлите забывайте воздерж* прекратите переста* неверно_,_что сомнен* было_ошибкой useless pointless
    hesitate forget refrain* avoid stop stopped ceased doubt wrong_to mistake_to too_late of_no_use`,
  try: `пытайтесь пытаться пробуйте пробовать attempt try`,
  event: `произошл* возник* обнаружен* случил* occurred happened detected`,
  past: `вчера ранее раньше прежде прошлый прошлой прошлом предыдущ* yesterday previously formerly earlier ago
    last_week last_month last_night last_year last_time previous used_to had_to this_morning`,
  over: `восстановлен* устранен* исправлена исправлен исключен* завершены снят* restored resolved recovered
    lifted fixed is_over ruled_out`,
  if: `если коли бы в_случае if unless whenever whether in_case had_the had_you`,
  agent: `банк сервер шлюз поддержка bank server gateway support somebody someone scheduler library`,
  others: `мы сами специалист* инженер* разработчик* коллег* we team engineers engineer developers colleague*
    by_us our_support our_specialists our_staff`,
  please: `пожалуйста просим просьба прошу просят рекоменд* советуем советуют предлагаем please kindly ask_you
    asking_you recommend advise suggest grateful appreciate`,

  // The request and its data; what is said to be there or missing.
  name: `partnername partnerpassword useauthbycert`,
  send: `отправьте отправить отправляйте пошлите послать шлите направьте направить выполните выполнить
    сделайте сделать подайте подать передайте передать попробуйте попробовать пробуйте попытайтесь пришлите
    прислать вызовите запросите осуществить осуществите произведите проведите сформируйте составьте ждем try
    attempt submit send make issue perform execute run post place sent submitted create build ask`,
  again: `еще_раз снова заново вновь повторно еще_один another new again afresh once_more one_more_time anew
    once_again`,
  repeat: `повторите повторить повтори повторяйте повторять перезапросите переотправьте переотправить
    перешлите call_again repeat retry resend resubmit reissue reattempt redo rerun`,
  repetition: `повтор повторение повторный_запрос повторную_попытку повторная_отправка повторной_отправк*`,
  repeated: `repeated retried resent resubmitted`,
  with: `с со указав передав предоставив заполнив используя введя отправив указанием содержащий где при with w
    using providing supplying including specifying containing passing sending by having indicating`,
  right: `корректн* правильн* верный верные верных верным верными верное верной верны верен верна верно
    валидн* исправленн* полный полные полным полными полного действительн* достоверн* актуальн* уточненн*
    проверенн* недостающ* надлежащ* correct corrected valid right proper properly correctly complete completed
    full accurate amended ≠ некорректн* неправильн* неверн* ошибочн* недействительн* недостоверн* невалидн*
    неверен неправилен некорректен теми_же прежн* incorrect invalid wrong bad false erroneous mismatched
    same`,
  all: `все всех всем всеми обязательн* необходим* требуем* all missing required mandatory necessary`,
  data: `данн* параметр* реквизит* значени* сведени* поле поля полей полем полями набор* информаци* содержим*
    аргумент* запрос запроса запросом запросе partnername partnerpassword useauthbycert data parameter* param
    params value* field* input inputs information info set payload body argument* details request credentials
    attribute* content contents`,
  fix: `исправьте исправить исправив исправь исправляйте исправлять скорректируйте скорректировать
    откорректируйте поправьте поправить устраните устранить измените изменить дополните дозаполните дополнив
    внесите_исправления внести_исправления fix amend mend revise rectify correct_the correct_your correct_it
    correct_this correct_and update_the update_your complete_it put_the_data_right`,
  fixing: `исправив поправив уточнив проверив перепроверив скорректировав correcting fixing amending
    checking`,
  fault: `ошибк* недочет* его их это запроса error* mistake* problem* issue* it them this that fault*`,
  fixed: `исправите исправлени* уточните корректировки correction corrected fixed amended complete* right`,
  check: `проверьте проверить проверив проверяйте перепроверьте перепроверить уточните уточнить уточнив
    сверьте убедитесь удостоверьтесь review checking verify validate recheck ensure make_sure be_sure look_at
    have_a_look double_check check`,
  fill: `допишите впишите приложите укажите указать указав заполните заполнить заполнив добавьте добавить
    добавив передайте передать передав внесите введите ввести предоставьте пришлите включите задайте дополните
    specify provide supply add include pass fill set enter insert populate`,
  given: `указан* передан* задан* заполнен* прислан* указали передали хватает представлен* содержит given
    provided supplied specified sent present`,
  absent: `≠ отсутств* пропущен* забыли missing lacks lack lacking absent omitted left_out forgot empty`,
  found: `найден* получен* обнаружен* получили нашли found received receive get`,
  after: `после когда как перед once after when as`,

  // Encryption.
  crypt: `зашифрованн* зашифрован зашифрована зашифровано зашифрованы шифрованн* шифрован шифротекст*
    шифртекст* криптограмм* encrypted enciphered ciphered ciphertext cipher_text properly_encrypted
    correctly_encrypted ≠ незашифрованн* незашифрован нешифрованн* нешифрован открытом открытым открытый
    открытого в_чистом_виде unencrypted plaintext cleartext plain clear_text in_clear in_the_clear
    to_be_decrypted`,
  cryption: `шифровани* зашифровани* encryption encrypting`,
  encrypt: `зашифруйте шифруйте зашифровать шифровать зашифровывать encrypt`,
  password: `парол* partnerpassword password passwords`,
  parameter: `параметр* значени* поле поля парол* partnerpassword partnername useauthbycert parameter
    parameters value field password passwords`,
  keyOrChannel: `соединени* канал* трафик* подключени* ключ* сертификат* признак* флаг* connection* channel*
    traffic key keys flag certificate* indicat*`,
  otherThing: `канал_для the_connection_over the_key_for the_certificate_is encryption_key encryption_flag`,
  size: `длин* длинн* символ* знак* байт* размер* не_более не_менее character* byte* length long longer_than exceed*
    at_most at_least maximum minimum`,
  give: `передайте передавать передавайте отправьте отправляйте пришлите присылайте укажите указывайте
    используйте введите направьте предоставьте шлите задайте оставьте оставляйте send pass provide transmit
    supply submit use specify deliver give resend include put leave keep`,
  got: `передан* получен* отправлен* пришел пришла пришло прислан* указан* поступил* sent received passed
    transmitted got given submitted supplied provided came arrived looks look appears appear found was is`,
  travels: `передается передаются always_sent always_transmitted always_passed`,
  done: `выполнен* произведен* применен* осуществлен* performed applied`,

  // Authorization.
  auth: `авторизаци* аутентификаци* идентификаци* подлинност* личност* вход входа authorization authorisation
    authentication identification auth login logon signin signon identity user_verification log_in sign_in
    sign_on logging_in who_you_are`,
  authorize: `авторизовать* аутентифицировать* войти authorize authorise authenticate log_in sign_in login
    log_you_in`,
  authorized: `авторизован* аутентифицирован* идентифицирован* опознан* authorized authorised authenticated
    identified recognised recognized recognise recognize logged_in signed_in get_authorized ≠ неавторизован*
    неаутентифицирован* unauthorized unauthorised unauthenticated`,
  outcome: `прошел прошла прошли прошло пройден* пройти выполнен* произведен* подтверд* подтвержд* завершен*
    проведен* успешн* состоял* установлен* установить удал* failed_to pass passed successful succeed succeeded
    complete completed granted accepted confirmed confirm performed possible verified verify established
    establish get_through go_through gone_through ≠ ошибк* ошибок завершен*_с_ошибк* отказ* отклонен* сбой
    сбоев провален* неудач* неуспешн* безуспешн* отрицательн* непройден* fail failed fails failure failing
    denied unsuccessful unsuccessfully rejected refused declined error invalid impossible refusal turned_down
    negative`,
  cred: `логин логина логину логином пароль пароля паролю паролем учетн* авторизационн*_данн* данные_для
    credentials login username logon password`,
  fits: `подходит подходят подошел подошли совпада* совпал* match matches ≠ mismatch`,
  user: `пользователь пользователем партнер партнером клиент клиентом вы user partner client caller customer
    you they he`,
  ip: `айпи адрес* ip address*`,
  access: `доступ доступа учетн* партнер* пользовател* access account partner user`,
  reward: `вознагражд* бонус* вид тип reward* bonus* kind_of type_of`,
  rewardOf: `reward_of rewards_of`,
  notTheUser: `формат* сервис*_авторизаци* запроса_авторизации после_авторизации format* length user_address
    user_agent authorization_service authorization_server pass_the_parameter
    авторизаци*_платеж* авторизаци*_операци* авторизаци*_транзакци* авторизаци*_перевод* авторизаци*_карт*
    authorization_of_the_payment authorization_of_payment* authorization_of_a_payment
    authorization_of_the_transaction authorization_of_transaction* authorization_of_the_transfer
    authorization_of_the_card payment_authorization transaction_authorization card_authorization`,

  // The manager.
  manager: `менеджеру менеджером менеджера менеджерам менеджерами куратору куратором куратора manager managers
    curator account_executive client_executive account_representative account_rep account_director`,
  toManager: `менеджеру менеджером менеджера менеджерам менеджерами куратору куратором куратора`,
  managerHimself: `менеджер куратор manager curator`,
  softwareManager: `соединений паролей очередей транзакций подключений connection_manager transaction_manager
    session_manager resource_manager task_manager package_manager queue_manager password_manager`,
  contact: `обратитесь обратиться обращайтесь обращаться обратись обратясь обратившись свяжитесь связаться
    свяжись связывайтесь связываться контактируйте договоритесь проконсультируйтесь проконсультироваться
    напишите написать позвоните позвонить сообщите сообщить пишите звоните уведомите направьте направляйте
    адресуйте задайте задавайте уточните уточнить уточняйте узнайте узнать спросите запросите выясните
    согласуйте согласовать попросите обсудите обсудить поговорите выйдите наберите contact consult ask notify
    inform see reach approach involve address call_your call_the email message_your phone get_hold in_touch
    in_contact turn refer write apply appeal go report talk speak liaise communicate follow discuss clarify
    connect check_with raise address_to take_this have_a_word enquire inquire seek resolve_the settle direct
    give_your give_him give_her give_them drop_him get_help ≠ contact_details contact_data
    contact_information`,
  topic: `вопрос* подробност* разъяснени* детали информаци* помощью подключением разблокировк* questions
    details information`,
  appeal: `обращение обращения`,
  let: `let`,
  know: `know`,
  contacted: `contacted notified informed asked consulted settled`,
  him: `ему ей него ней нему ним его him her them`,
  person: `whom person one`,
  closed: `ограничен* закрыт запрещ* restricted limited denied closed forbidden`,

  // The service.
  retry: `попробуйте попробовать пробуйте попытайтесь вернитесь возвращайтесь зайдите заходите отправьте
    отправить направьте выполните выполнить обратитесь сделайте запросите приходите проведите подождите
    ждем_вас try return come_back check_back get_back`,
  later: `позже позднее попозже погодя завтра послезавтра другое_время спустя вечером утром later shortly soon
    another_time other_time tomorrow ≠ до_завтра by_tomorrow before_tomorrow until_tomorrow`,
  in: `через спустя in after within`,
  time: `время времени минут* мин секунд* сек час* полчаса момент* time while moment* minute* min second* sec
    hour* bit 10s`,
  wait: `подождите подождать обождите дождитесь wait`,
  service: `сервис система служба сервер портал услуга операция прием service system server`,
  temporary: `временн* кратковременн* краткосрочно ненадолго короткий на_время на_некоторое_время brief* short
    temporar* for_the_time_being for_a_while`,
  now: `сейчас пока данный_момент настоящее_время настоящий_момент currently presently now moment right_now
    this_time at_present right_this`,
  works: `доступен доступн* работа* отвеча* функционир* обслужива* available working responding operational
    reachable reached accessible back online up resume recover ≠ недоступ* невозмож* перегружен*
    неработоспособ* неисправ* вне_доступа вышел вышла unavailable down inaccessible offline overloaded
    unreachable impossible out_of_service out_of_order out_of_operation`,
  stopped: `≠ приостановлен* отключен* остановлен* закрыт* прекрат* прекращен* прервал* suspended interrupted
    disabled stopped closed halted`,
  serve: `обработать обслужить process serve handle`,
  outage: `≠ недоступност* сбой сбои сбоя ошибк* проблем* неполадк* перебо* трудност* неисправност* перегрузк*
    работы отключени* затруднени* outage failure error problem* issue* unavailability interruption maintenance
    disruption difficult* fault glitch overload breakdown downtime`,
  underway: `ведутся ведется проводятся проводится идут проходят находится under undergoing in_progress
    down_for`,
  repair: `≠ технические техническом профилактические регламентные плановые ремонт* обслуживании профилактик*
    техработы maintenance takes_a_break on_a_break`,
  back: `back`,
  will: `будет станет will`,
} as const satisfies Readonly<Record<string, string>>;
