/** Что находит и советует `doctor`, и его последние строки. */
export const doctor = {
  'doctor-of': '{what}: {found}',
  'doctor-coded': '{found} ({code})',
  'doctor-says': 'сервис пишет: {text}',
  'doctor-unreached': 'обычный запрос и условия: не проверено, сервис недоступен',
  'doctor-untried': 'не проверено, {why}',
  'doctor-look-above': 'сначала посмотрите на то, что сказано выше о значениях в профиле',
  'doctor-ready': 'Готово: прогон сможет проверить все требования.',
  'doctor-ready-open':
    'Готово: исправлять нечего. Открытых пунктов: {open}; в отчёте они останутся непроверенными.',
  'doctor-not-ready': 'Не готово: исправить пунктов – {bad}, открытых – {open}.',
  'doctor-lines':
    'Строки для профиля, их можно вставить как есть, подставив значения своего сервиса. Если первая строка блока в профиле уже есть, добавьте только строки под ней.',

  // профиль
  'doctor-profile': 'профиль: {source}, варианты {variants}',
  'doctor-from-environment': 'из окружения',
  'doctor-in-profile': 'профиль: {found}',
  'doctor-encrypted': 'шифрование: {scheme}, пароль удалось зашифровать',
  'doctor-key': 'шифрование: {scheme}, {owner}, RSA {bits} бит{validity}',
  'doctor-key-certificate': 'сертификат «{subject}»',
  'doctor-key-bare': 'открытый ключ без сертификата',
  'doctor-key-until': ', действует до {day}',
  'doctor-key-weak': 'encryption.key: {bits} бит – мало, нужно не меньше {strong}',
  'doctor-new-key': 'запросите у владельца сервиса действующий сертификат и укажите его в encryption.key',
  'doctor-logins-full': 'limits: failedLogins равен {limit}, для класса full нужно {needed}',
  'doctor-raise-full': 'задайте limits.failedLogins не меньше {needed}, если сервис не блокирует партнёра',
  'doctor-logins-few': 'limits: failedLogins равен {limit}, чтобы проверить всё, нужно {needed}',
  'doctor-raise': 'задайте limits.failedLogins не меньше {needed}',
  'doctor-clock-none': 'часы: сервис не присылает заголовок Date, сравнить не с чем',
  'doctor-clock-agrees': 'часы: время сервиса и этой машины совпадает',
  'doctor-clock-behind': 'часы: у сервиса отстают от этой машины на {length}',
  'doctor-clock-ahead': 'часы: у сервиса спешат относительно этой машины на {length}',
  'doctor-seconds': '{count} {count|секунду|секунды|секунд}',
  'doctor-minutes': '{count} {count|минуту|минуты|минут}',
  'doctor-set-clocks':
    'выставьте часы: сервис может отвергнуть {timestamp} из encryption.template, а также сертификаты',

  // сеть
  'doctor-unresolved': 'имя: {host} не разрешается',
  'doctor-address': 'имя: {host} – это адрес',
  'doctor-resolved': 'имя: {host} – это {addresses}',
  'doctor-unconnected': 'соединение: {host}, порт {port} недоступен',
  'doctor-connected': 'соединение: {host}, порт {port} принимает соединения',
  'doctor-proxy-unused': 'прокси: {names} {count|задана|заданы|заданы}, но не используется',
  'doctor-use-proxy': 'напишите в профиле `proxy: environment` или запускайте с --proxy environment',
  'doctor-proxy': 'прокси: {proxy}',
  'doctor-tunnel': 'прокси: {proxy} открывает туннель к сервису',
  'doctor-no-tunnel':
    'прокси: {proxy} не открывает туннель к этому порту: запросы передаются ему по одному, и отвечать может он сам',
  'doctor-tls-trusted': 'TLS: сертификату можно доверять',
  'doctor-tls-unverified': 'TLS: не проверяется (tls.verify: false)',
  'doctor-tls-verify': 'уберите verify: false из tls: сертификату можно доверять и так',
  'doctor-tls-name-ca': 'укажите удостоверяющий центр в tls.ca',
  'doctor-tls-local': 'TLS: нет, сервис на этой машине',
  'doctor-tls-none': 'TLS: нет, пароли передаются открыто',
  'doctor-use-https': 'укажите https:// в baseUrl',
  'doctor-certificate': '{subject}, издатель {issuer}, с {from} по {to}, {left}',
  'doctor-days-left': '{count|остался|осталось|осталось} {count} {count|день|дня|дней}',
  'doctor-days-over': 'истёк {count} {count|день|дня|дней} назад',

  // обычный запрос
  'doctor-plain': 'вариант {variant}, обычный запрос',
  'doctor-answered': '{what}: ответ {status}: {why}',
  'doctor-list': '{what}: ответ 200, {count} {count|банк|банка|банков}',
  'doctor-list-empty': '{what}: ответ 200, список пуст',
  'doctor-no-list': '{what}: ответ 200 без списка банков, его оценит прогон',
  'doctor-provide-bank':
    'попросите владельца сервиса завести хотя бы один банк: пустой список ничего не говорит о записях банков',
  'doctor-other-encryption':
    'или пароль не расшифровывается: `doctor --try-encryption` пробует другие способы шифрования',

  // условия
  'doctor-condition': 'вариант {variant}, {condition}',
  'doctor-plain-first': 'сначала должен пройти обычный запрос',
  'doctor-unprovisioned':
    'вариант {variant}, {conditions}: в профиле не сказано, как {count|его|их|их} создать',
  'doctor-setup-not-allowed': 'есть `setup`, который меняет сервис: добавьте --setup',
  'doctor-setup-effect': 'проверьте, что {place}.setup действует, и {place}.until (status, within)',
  'doctor-setup-by-hand': 'проверьте {place}.setup: выполните его вручную в папке профиля',
  'doctor-no-answer': '{what}: нет ответа: {error}',
  'doctor-check': 'проверьте {keys}',
  'doctor-check-operator': 'проверьте вместе с владельцем сервиса',
  'doctor-documented': '{what}: ответ {status}, как в спецификации',
  'doctor-page-for-answer': '{what}: ответ {status}, но вместо JSON – {page}',
  'doctor-is-gateway': 'прогон оценит этот ответ; если так ответил шлюз, исправьте conditions.{condition}',
  'doctor-status': 'ответ {status}',
  'doctor-status-page': 'ответ {status} ({page})',
  'doctor-deviating': '{what}: {seen}, по спецификации {status}',
  'doctor-run-judges': 'в профиле ничего менять не нужно: этот ответ оценит прогон',
  'doctor-unexpected': '{what}: {seen}, ожидался {status}',
  'doctor-credentials-refused':
    'данные из conditions.{condition}.credentials отвергнуты: проверьте там partnerName и partnerPassword',
  'doctor-not-blocked':
    '{address} не заблокирован: попросите владельца сервиса заблокировать его или укажите другой в conditions.ip-blocked.localAddress',
  'doctor-not-created': 'профиль не создаёт условие: {check}',

  // другие способы шифрования
  'doctor-encryptions': 'вариант {variant}, другие способы шифрования',
  'doctor-no-rsa-key': 'в профиле нет ключа RSA',
  'doctor-login-limit': 'limits.failedLogins равен {limit}',
  'doctor-accepted': '{what}: принято {way}',
  'doctor-set-encryption': 'задайте это в профиле в `encryption`',
  'doctor-is-read': '{what}: на {way} ответ {status}, а шифрование из профиля читается',
  'doctor-check-partner': 'проверьте partnerName и partnerPassword',
  'doctor-tried-some': '{what}: испробовано {tried} из {all}, на всё отказ',
  'doctor-tried-all': '{what}: испробовано {tried}, не принято ничего',
  'doctor-ask-encryption': 'узнайте у владельца сервиса схему, хеши, кодировку и шаблон',
  'doctor-more-logins':
    'сначала проверьте учётные данные; если сервис не блокирует партнёров, при limits.failedLogins: 25 будет испробовано всё',
  'doctor-ended-at': '{what}: остановлено на {way}, ответ {status}',
  'doctor-may-be-it':
    'возможно, сервис использует это шифрование: проверьте учётные данные и задайте его в профиле',
} as const;
