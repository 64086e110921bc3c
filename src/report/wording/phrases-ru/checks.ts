import type { Phrases } from '../translator.ts';

/** Messages of checks and their parts: the thing, what was expected, what was seen, and why. */
export const checks = {
  '{1:known}: got {2:say*}': '{1}: получено: {2}',
  '{1:known}: got {2:say*} ({3:known})': '{1}: получено: {2} ({3})',
  '{1:known}: expected {2:known}, got {3:say*}': '{1}: ожидалось: {2}; получено: {3}',
  '{1:known}: expected {2:known}, got {3:say*} ({4:known})': '{1}: ожидалось: {2}; получено: {3} ({4})',
  '{1:known*} (unstable: {2:number} of {3:number})': '{1} (непостоянно: {2} из {3})',
  '{1:known*}; looks right, but the same request with nothing wrong in it is not accepted either':
    '{1}; похоже на верный ответ, но и такой же запрос, в котором всё верно, не принят',

  status: 'код',
  names: 'имя',
  meaning: 'смысл',
  text: 'текст',
  body: 'тело',
  records: 'записи',
  'body of the {1:number}': 'тело ответа {1}',
  'list for “{1:say*}”': 'список на запрос «{1}»',
  'request with {1:known}': 'запрос в другой записи ({1})',

  'anything but {1:number}': 'любой код, кроме {1}',
  'a text that {1:known}': 'текст, который {1}',
  'a text that names {1:known}': 'текст, в котором назван параметр {1}',
  '`{1:word}`': '`{1}`',
  '`{1:word}` or {2:known}': '`{1}` или {2}',
  "a text that matches the profile's pattern (texts.{1:word})":
    'текст, который подходит под образец из профиля (texts.{1})',
  'a text that tells this missing parameter from the others':
    'текст, по которому этот параметр отличим от остальных',
  'a text that tells this condition from those of other meaning':
    'текст, по которому это условие отличимо от условий другого смысла',
  'a JSON object with a string, non-empty `{1:word}`': 'объект JSON с непустой строкой `{1}`',
  'a JSON object whose only member is `{1:word}`, an array':
    'объект JSON с единственным полем `{1}`, и это массив',
  'every record an object with a string `name` and a string `bic`':
    'каждая запись – объект со строкой `name` и строкой `bic`',
  'no `{1:word}` array without a valid partner name and a valid, encrypted password':
    'нет массива `{1}` без верного имени партнёра и верного зашифрованного пароля',
  '{1:number} and the body of the plain request': '{1} и тело ответа на обычный запрос',
  '{1:number} and a `{2:word}` array, as for the plain request': '{1} и массив `{2}`, как на обычный запрос',
  'an answer to judge': 'ответ, по которому можно судить',

  'no answer ({1:say*}), beside a good control': 'ответа нет ({1}), хотя контрольный запрос принят',
  'no body': 'тела нет',
  'a body that is not JSON: {1:say}': 'тело – не JSON: {1}',
  'JSON of type {1:word}': 'JSON типа {1}',
  'an empty JSON object': 'пустой объект JSON',
  'a JSON object with {1*}': 'объект JSON с полями {1}',
  'a JSON object with {1*} of type {2:word}': 'объект JSON с полями {1}; тип: {2}',
  'a JSON object with {1*} of type {2:word}, empty': 'объект JSON с полями {1}; тип: {2}, пустая',
  'a JSON object with {1*}, `{2:word}` of type {3:word}': 'объект JSON с полями {1}; `{2}` типа {3}',
  '{1:number} with {2:known*}, no text in `{3:word}`': '{1}; {2}; текста в `{3}` нет',
  '{1:known} and {2:known*}': '{1}; {2}',
  '{1:number} with a `{2:word}` array': '{1} с массивом `{2}`',
  '{1:number} without it': '{1} без него',
  '{1:number} such records': '{1} {1|такая запись|такие записи|таких записей}',
  '{1:number} of {2:number} wrong: {3:known*}': '{1} из {2} не таковы: {3}',
  '{1:number} of {2:number} wrong: {3:known*}; …': '{1} из {2} не таковы: {3}; …',
  'record {1:number}: {2:word}: expected {3:word}, got {4:word}':
    'запись {1}: {2}: ожидался тип {3}, получен {4}',
  'record {1:number}: {2:word}: expected {3:word}, got nothing':
    'запись {1}: {2}: ожидался тип {3}, поля нет',
  'record {1:number}: record: expected {2:word}, got {3:word}':
    'запись {1}: вся запись: ожидался тип {2}, получен {3}',
  'record {1:number}: {2:word}: expected a bank record, got {3:word}':
    'запись {1}: {2}: ожидалась запись о банке, получен тип {3}',
  'no text': 'текста нет',
  '“{1*}”, the same as for: {2:known}': '“{1}”, тот же, что и на запрос: {2}',

  'variant {1:word}, {2:word}, section {3}': 'вариант {1}, условие {2}, раздел {3}',
  'variant {1:word} answers valid credentials with {2:number}, section {3}':
    'вариант {1} отвечает на верные учётные данные {2}, раздел {3}',
  'variant {1:word} does not use {2:number}, section {3}': 'вариант {1} не использует {2}, раздел {3}',
  'a spelling that the specification does not use: a person decides':
    'так это имя в спецификации не пишется: решает человек',
  'the pattern takes too long for this text: a person decides, or mends it':
    'образец ищется в этом тексте слишком долго: решает человек или исправляет образец',
  'it {1:known}, which belongs to another condition': 'он {1}, а это относится к другому условию',
  'it has words of the topic, but no phrase of the lexicon: a person decides':
    'в нём есть слова на эту тему, но нет ни одного оборота из словаря: решает человек',
  'no phrase of the lexicon is in it: a person decides':
    'в нём нет ни одного оборота из словаря: решает человек',
  '{1:known} and {2:known}': '{1} и {2}',

  'the body is empty': 'тело пустое',
  'it begins with a byte order mark': 'оно начинается с метки порядка байтов',
  'it holds more than {1:number} values': 'в нём больше {1} значений',
  'it is not UTF-8': 'это не UTF-8',
  'it cannot be parsed as JSON': 'его нельзя разобрать как JSON',
  'unknown content encoding {1}': 'неизвестное кодирование содержимого {1}',
  '{1:number} content encodings': '{1} {1|кодирование|кодирования|кодирований} содержимого',
  'gzip: {1:say}': 'gzip: {1}',
  'x-gzip: {1:say}': 'x-gzip: {1}',
  'deflate: {1:say}': 'deflate: {1}',
  'br: {1:say}': 'br: {1}',
  'zstd: {1:say}': 'zstd: {1}',
  unreadable: 'не читается',
  'incorrect header check': 'неверный заголовок',
  'unexpected end of file': 'неожиданный конец данных',
} as const satisfies Phrases;
