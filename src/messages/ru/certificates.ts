// Sentences of a certificate, and of the record that stands in its place.

export const certificates = {
  'certificate-title': 'Сертификат соответствия',
  'record-title': 'Протокол: сертификат не выдан',
  'certificate-statement':
    'В этом прогоне сервис выполнил то, чего спецификация требует для названных здесь классов.',
  'record-statement':
    'По меньшей мере один заявленный вариант не достиг класса. Ниже – почему, с каждым запросом и ответом на него.',
  'statement-target': 'Проверенный сервис',
  'record-target': 'Проверенный сервис',
  address: 'Адрес',
  partner: 'Партнёр',
  'class-core-reached': 'класс core: всё проверенное выполнено; что не проверено или не испробовано – ниже',
  'class-full-reached':
    'класс full: всё проверено и выполнено, и отклонены все виды неверного пароля, которых он требует',
  'class-missed': 'класс не достигнут',
  'class-unclaimed': 'не заявлен, не проверялся',
  'run-times': 'Прогон',
  'run-span': '{from} – {to}; {requests}, {logins}',
  issued: 'Подписано',
  'elsewhere-base-url': '{conditions:, } – по другому адресу, чем {address}',
  'elsewhere-local-address': '{conditions:, } – с другого адреса вызывающей стороны',
  'elsewhere-header': '{conditions:, } – заголовком {header} из профиля',
  'elsewhere-setup': '{conditions:, } – подготовкой из профиля',
  elsewhere: 'Условия',
  outside: 'Требования, выполнение которых не показано',
  'outside-none': 'нет таких',
  'untried-none': 'ничего',
  'decisions-none': 'нет',
  'waived-failures': 'Нарушения, допущенные на время',
  'waived-no-class':
    'Они показаны так же, как любые другие: допущение класса не даёт. Кто и до какого дня их допустил, сказано выше, в решениях людей.',
  'not-said': 'Чего это не утверждает',
  'statement-vouched':
    'Подписавший ручается за то, что записано в results.json: сервис, запросы и ответы, решения. Всё остальное на этой странице следует из этого, и `verify` вычисляет это заново.',
  'to-check': 'Как проверить',
  'to-check-all': 'Всё, включая вердикты:',
  'to-check-ed25519': 'Только подпись ключом Ed25519:',
  'to-check-rsa': 'Только подпись ключом RSA или EC:',
  'to-check-files': 'Только подписанные файлы – по контрольным суммам:',
  'to-check-key':
    'KEY – файл с открытым ключом, который опубликовал подписавший. Подпись другого вида, например CMS или ГОСТ, проверяет `verify . --verify-with COMMAND`.',
  'record-unfailed': 'Ни одно требование не нарушено.',
  'record-undecided':
    'Ни одно требование не нарушено. {count} {count|текст ждёт|текста ждут|текстов ждут} решения человека.',
  'decisions-stated': 'Так заявили названные люди: имён, дат и причин набор тестов не проверяет.',
  'not-tested': 'не проверено',
  'no-tls': 'без TLS',
} as const;
