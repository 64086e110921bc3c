import type { Phrases } from '../translator.ts';

/** Questions on which the specification is silent. */
export const questions = {
  'What does {1:word} answer?': 'Что отвечает сервис на {1}?',
  'What if the trailing slash is added or left out?':
    'Что, если добавить или убрать косую черту в конце пути?',
  "What if the credentials travel in the other variant's place?":
    'Что, если учётные данные переданы там, где их передаёт другой вариант?',
  'What if the credentials travel in both places?': 'Что, если учётные данные переданы сразу в обоих местах?',
  'What if an unknown parameter is added?': 'Что, если добавить неизвестный параметр?',
  'What if the body is malformed?': 'Что, если тело запроса испорчено?',
  'What if the body is empty?': 'Что, если тело запроса пустое?',
  'What if the body is an array?': 'Что, если тело запроса – массив?',
  'What if the body is JSON with an escape of half a character?':
    'Что, если \\u в теле запроса не даёт символа Юникода?',
  'What if there is no content type?': 'Что, если тип содержимого не указан?',
  'What if the content type is {1:word}?': 'Что, если тип содержимого – {1}?',
  'What if the body has {1:number} {2:word}?': 'Что, если тело запроса занимает {1} {2}?',
  'What if +, / and = of the ciphertext are not percent-encoded?':
    'Что, если +, / и = шифртекста переданы без процентного кодирования?',
  'What if there is a body besides the query?': 'Что, если кроме строки запроса есть ещё и тело?',
  'What if there is a body of {1:number} {2:word} besides the query?':
    'Что, если кроме строки запроса есть тело в {1} {2}?',
  'What does another bank code answer?': 'Что отвечает сервис на другой код банка?',
  'What if the password is empty?': 'Что, если пароль пустой?',
  'What if the password is only written in {1:word}?': 'Что, если пароль всего лишь записан в {1}?',
  'What if the password is a ciphertext that cannot be decrypted?':
    'Что, если пароль – шифртекст, который нельзя расшифровать?',
  'What if {1:word} is null?': 'Что, если {1} – null?',
  'What if {1:word} is empty?': 'Что, если {1} – пустая строка?',
  'What if {1:word} is blank?': 'Что, если {1} – пробел?',
  'What if {1:word} is a number?': 'Что, если {1} – число?',
  'What if {1:word} is a boolean?': 'Что, если {1} – логическое значение?',
  'What if {1:word} is an array?': 'Что, если {1} – массив?',
  'What if {1:word} is no integer?': 'Что, если {1} – нецелое число?',
  'What if {1:word} is a word?': 'Что, если {1} – слово?',
  'What if {1:word} is "{2}"?': 'Что, если {1} – "{2}"?',
  'What if {1:word} has blanks around it?': 'Что, если вокруг {1} стоят пробелы?',
  'What if {1:word} stands twice, the right one first?': 'Что, если {1} указан дважды, верный – первым?',
  'What if {1:word} stands twice, the wrong one first?': 'Что, если {1} указан дважды, неверный – первым?',
  'Which wins: a missing parameter or an unencrypted one?':
    'Что важнее: отсутствие параметра или открытый вид?',
  'Which wins: a missing parameter or an unknown partner?':
    'Что важнее: отсутствие параметра или неизвестный партнёр?',
  'Which wins: an unencrypted parameter or an unknown partner?':
    'Что важнее: открытый вид параметра или неизвестный партнёр?',
  'Which wins: a blocked partner or a wrong password?':
    'Что важнее: блокировка партнёра или неверный пароль?',
  'Is the same ciphertext accepted twice?': 'Принимается ли один и тот же шифртекст дважды?',
  'Content type of the list?': 'Тип содержимого ответа со списком?',
  'Compression of the list?': 'Сжатие ответа со списком?',
  'HTTP version?': 'Версия HTTP?',
  'How many banks?': 'Сколько банков?',
  'Further members of a bank record?': 'Дополнительные поля записи о банке?',
  'Shape of the BIC?': 'Вид БИК?',
  'Sorted by?': 'Как отсортирован список?',
  'Records that repeat a BIC?': 'Сколько записей повторяют БИК?',
  'Is the list that of variant {1:word}?': 'Совпадает ли список со списком варианта {1}?',
  'Content type of error responses?': 'Тип содержимого ответов с ошибкой?',
  'Members of error bodies?': 'Поля тела ответов с ошибкой?',
  'Language of the texts?': 'Язык текстов?',
  'How long do answers take?': 'Сколько времени занимают ответы?',
  'Answers that had to be asked again?': 'Ответы, которые пришлось запросить повторно?',
} as const satisfies Phrases;
