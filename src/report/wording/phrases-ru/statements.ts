import type { Phrases } from '../translator.ts';

/** Statements of the requirements, and what texts of each meaning do. */
export const statements = {
  'Partner API: list of banks that can receive b2C transfers through the fast payment system':
    'API для партнёров: список банков, которые принимают переводы b2C через систему быстрых платежей',
  'The credentials are read from a JSON object in the body, in whichever way JSON lets it be written: member order, white space, \\u escapes.':
    'Учётные данные читаются из объекта JSON в теле запроса, как бы JSON ни позволял его записать: порядок полей, пробелы, запись символов через \\u.',
  'The credentials are read from the query string, without a body, in whichever way a URI lets it be written: order, percent-encoding, hex digits in either case.':
    'Учётные данные читаются из строки запроса, без тела, как бы URI ни позволял её записать: порядок параметров, процентное кодирование, шестнадцатеричные цифры в любом регистре.',
  'Every error response is a JSON object with a string, non-empty `{1}`.':
    'Любой ответ с ошибкой – объект JSON с непустой строкой `{1}`.',
  'The variant never answers {1:number}: section {2} lists it as not used.':
    'Этот вариант никогда не отвечает {1}: в разделе {2} этот код указан как неиспользуемый.',
  'No request without a valid partner name and a valid, encrypted password obtains the list.':
    'Ни один запрос без верного имени партнёра и верного зашифрованного пароля не получает список.',
  "A {1:word} to the variant's path with all credentials, the password encrypted, is answered {2:number}.":
    'На {1} по пути этого варианта со всеми учётными данными и зашифрованным паролем сервис отвечает {2}.',
  'The body is a JSON object whose one and only member is `{1}`, an array.':
    'Тело ответа – объект JSON с единственным полем `{1}`, и это массив.',
  'Every record of the list is an object with a string `name` and a string `bic`.':
    'Каждая запись списка – объект со строкой `name` и строкой `bic`.',
  'Where several parameters are missing, `{1}` names at least one of them.':
    'Если нет нескольких параметров, `{1}` называет хотя бы один из них.',
  'The answer to {1:known} has status {2:number}.': 'Ответ на {1} имеет код {2}.',
  '`{1:word}` names `{2:word}`.': '`{1}` называет `{2}`.',
  '`{1:word}` {2:known}.': '`{1}` {2}.',
  '`{1:word}` sent as plain text': 'запрос, в котором `{1}` передан в открытом виде,',
  'a wrong password, correctly encrypted, or an unknown partner':
    'запрос с неверным, но правильно зашифрованным паролем или от неизвестного партнёра',
  'a partner whose access to the system is blocked':
    'запрос партнёра, доступ которого к системе заблокирован,',
  'a request from a blocked IP address': 'запрос с заблокированного IP-адреса',
  'a partner to whom this kind of reward is not available':
    'запрос партнёра, которому этот вид вознаграждения недоступен,',
  'any request while the service is unavailable': 'любой запрос, пока сервис недоступен,',
  'a request without `{1:word}`': 'запрос без `{1}`',
  'a request that lacks two or all three parameters': 'запрос, в котором нет двух или всех трёх параметров,',
  'asks to repeat the request with correct data': 'просит повторить запрос с корректными данными',
  'says that the parameter is expected in encrypted form':
    'сообщает, что параметр ожидается в зашифрованном виде',
  'says that authorization was not passed': 'сообщает, что авторизация не пройдена',
  'sends the partner to the assigned manager': 'направляет партнёра к закреплённому менеджеру',
  'says that the service is temporarily unavailable or asks to repeat later':
    'сообщает, что сервис временно недоступен, или просит повторить позже',
} as const satisfies Phrases;
