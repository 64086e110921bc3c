// Sentences of a certificate, and of the record that stands in its place.

export const certificates = {
  'certificate-title': 'Сертификат соответствия',
  'record-title': 'Протокол: сертификат не выдан',
  'certificate-statement':
    'В этом прогоне сервис выполнил то, чего спецификация требует для названных здесь классов.',
  'record-statement':
    'В этом прогоне сервис не достиг класса в каждом заявленном варианте. Ниже – почему, с каждым запросом и ответом на него.',
  'statement-target': 'Проверенный сервис',
  'record-target': 'Проверенный сервис',
  address: 'Адрес',
  partner: 'Партнёр',
  'class-reached': 'класс {class}',
  'class-missed': 'класс не достигнут',
  'run-times': 'Прогон',
  'run-span': '{from} – {to}; {requests}, {logins}',
  issued: 'Подписано',
  'elsewhere-base-url': '{conditions:, } – по другому адресу, чем {address}',
  'elsewhere-local-address': '{conditions:, } – с другого адреса вызывающей стороны',
  elsewhere: 'Условия',
  outside: 'Выполнение не показано',
  'outside-none': 'показано выполнение всех требований заявленных вариантов',
  'untried-none': 'испробовано всё, чего требуют классы',
  'decisions-none': 'нет',
  'waived-failures': 'Нарушения, допущенные на время',
  'waived-no-class':
    'Они показаны так же, как любые другие: допущение класса не даёт. Кто и до какого дня их допустил, сказано выше, в решениях людей.',
  'not-said': 'Чего это не утверждает',
  'statement-vouched':
    'Подписавший ручается за запись запросов и ответов в results.json. Всё остальное на этой странице следует из неё, и `verify` вычисляет это заново.',
  'to-check': 'Как проверить',
  'to-check-key':
    'KEY – открытый ключ, который опубликовал центр. Первая команда проверяет всё, остальные – подпись (RSA или EC; Ed25519) и контрольные суммы.',
} as const;
