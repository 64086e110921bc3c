import type { Vocabulary } from './phrase.ts';

/** The word lists of an authorization that was not passed. */
export const notAuthorizedWords: Vocabulary = {
  authorization: [
    'авторизаци*|аутентификаци*',
    'authorization|authorisation|authentication|identification|auth|login|logon|signin|signon',
    'идентификаци*',
    'проверк* подлинности|личности|пользователя|партнера|клиента',
    'signing|logging in|on',
    'sign|log in',
    'user|partner|client|identity ?identity verification|identification',
  ],
  attempt: [
    'check|checks|attempt|procedure|process|request|step|stage|проверку|проверка|попытка|процедура|процедуру',
  ],
  elsewhere: ['..6 ip|айпи|адрес*|address*|вознагражд*|reward*|выплат*|payout*'],
  be: ['was|is|has|are|were|have|being|be|been|did|does|could|can'],
  who: ['user*|partner*|client*|пользовател*|партнер*|клиент*|the|a|of|for|your|by'],
  authorize: [
    'authorize|authorise|authenticate|login|signin',
    'log|sign ?you|user|partner|the in|on',
    'be authorized|authorised|authenticated',
  ],
  authorized: ['authorized|authorised|authenticated', 'logged|signed in'],
  credentials: [
    'логин|логина|логину|логином|пароль|пароля|паролю|паролем',
    'учетн* данн*',
    'пара|сочетание|комбинация логин*',
    'авторизационн*|регистрационн*|идентификационн* данн*',
    'данн* ?для авторизации|аутентификации|входа|доступа',
    'имя|идентификатор|код|логин партнера|пользователя ..2 парол*',
    'партнер|пользователь ?и или|и пароль',
    // Only the two together: what is wrong with one of them may be its form.
    'partnername ?и|and ?или|либо|or|и|and partnerpassword',
    'partnerpassword ?и|and ?или|либо|or|и|and partnername',
    'credentials|login|username|logon',
    'user|partner|client ?name ?or|and password',
    'user|partner name ..2 password',
    '?api password !format|length|encoding|encryption|form|characters|type|field|parameter',
    'authorization|authentication|login|access data|details|credentials|token|information',
    'username|login|name ..2 password',
  ],
  wrong: [
    'неверн*|неправильн*|некорректн*|ошибочн*|недействительн*|недостоверн*|невалидн*',
    'неверен|неправилен|некорректен|недействителен',
    'invalid|wrong|incorrect|bad|false|erroneous|mismatched',
    'not valid|correct|right|recognized|recognised|accepted|matching',
  ],
  // Who is refused; a user's address or a kind of reward is another matter.
  user: [
    'пользователь|пользователем|пользователю|партнер|партнером|партнеру|клиент|клиентом|клиенту|вы|он !ip|айпи|адрес*',
    'user|partner|client|caller|customer|you|they|he !ip|address',
  ],
  identity: ['личность|подлинность|полномочия'],
  established: ['подтвердилась|подтвержден*|установлен*|проверен*|удостоверен*|доказан*'],
  unresolved: [
    'пройден*|пройдено|выполнен*|произведен*|подтвержден*|завершен*|проведен*|успешн*',
    'passed|successful|completed|granted|accepted|confirmed',
  ],
  failed: [
    'failed|fails|fail|failure|denied|unsuccessful|rejected|refused|declined|negative|error',
    'отказ|отказано|ошибка|неудача|неуспешн*|неудачн*|отрицательн*|отклонен*|провалена|сбой',
  ],
  outcome: ['статус|результат|итог|исход|status|result|outcome|state'],
  closed: ['restricted|limited|denied|closed|forbidden', 'ограничен|закрыт|запрещен'],
};
