import { commonWords } from './common-words.ts';
import type { Vocabulary } from './phrase.ts';

/** The word lists of a request for correct data. */
export const correctDataWords: Vocabulary = {
  ...commonWords,
  // A connection is not the request's data, nor is an address where it stands alone.
  network: [
    'соединени*|подключени*|сеть|сети|интернет*|connection|network|connectivity',
    'ip|адрес*|address !и|and|или|or|адрес*|address',
  ],
  // Asking to encrypt is the other answer with 422.
  encrypting: ['зашифр*|шифр*|encrypt*|plain|plaintext'],
  authorizing: ['авториз*|аутентифик*|authoriz*|authoris*|authentic*|whitelist'],
  // Somebody else mends or checks; but "we ask you to check".
  somebody: [
    'we|team|engineers|developers will|are|have|can|shall !asking|requesting|obliged',
    'working',
    'мы|специалист*|инженер*|разработчик* !{asking}',
  ],
  asking: [
    'просим|просят|рекомендуем|рекомендуют|советуем|советуют|предлагаем|ждем',
    'настоятельно|убедительно|лишь просим|рекомендуем|советуем',
  ],
  right: [
    'корректн*|правильн*|верный|верные|верных|верным|верными|верное|верной|валидн*|исправленн*|полный|полные|полным|полными|полного',
    'действительн*|достоверн*|актуальн*|заполненн*|обязательн*|необходим*|требуем*|недостающ*|все|всех|всем|всеми|указанн*|надлежащ*',
    'уточненн*|проверенн*|скорректированн*|откорректированн*|дополненн*',
    'корректно|правильно|верно|correctly|properly зашифрованн*|указанн*|encrypted|filled|specified',
    'correct|corrected|valid|right|proper|complete|completed|full|accurate|fixed|missing|required|necessary|mandatory|all|appropriate|needed|amended',
  ],
  // What can be said of one request; "all" and "required" say nothing of it.
  sound: [
    'корректн*|правильн*|верный|верные|верных|верным|верными|валидн*|исправленн*|полными',
    'correct|corrected|valid|proper|amended',
  ],
  name: ['partnername|partnerpassword|useauthbycert'],
  data: [
    'данн*|параметр*|реквизит*|значени*|сведени*|поле|поля|полей|полем|полями|набор*|информаци*|содержим*|аргумент*|атрибут*|запрос|запросом',
    '{name}',
    'data|parameter*|param|params|value*|field*|input|inputs|information|info|set|payload|body|argument*|details|request|credentials|attribute*|content|contents',
  ],
  // What is mended may also be called by the fault in it.
  fault: [
    '{data}',
    'запроса|ошибку|ошибки|ошибка|недочеты|его|их|это',
    'error*|mistake*|problem*|issue*|it|them|this|that|fault*',
  ],
  mend: [
    'исправьте|исправив|исправляйте|скорректируйте|скорректировав|откорректируйте|поправьте|устраните|устранив|измените|дополните|дозаполните|дополнив|приведите',
    'внесите|внести исправления|изменения|правки|коррективы',
    '{need} ..2 исправить|скорректировать|поправить|устранить|дополнить',
    'fix|fixing|correcting|amend|mend|revise|rectify|updating',
    // A system updates as often as a caller does: "please update the data" is asked, "data update" is not.
    'please|and|then|kindly update ?the|your',
    // An adjective as often as a verb: "correct data received".
    'correct|complete the|your|any|all|this|these|it|them|its|errors|mistakes',
    'please|kindly correct|complete',
  ],
  mended: [
    'correcting|fixing|amending|corrected|fixed|amended|исправления|исправлении|корректировки|устранения|исправите',
  ],
  mending: [
    'исправив|поправив|уточнив|проверив|перепроверив|скорректировав|correcting|fixing|amending|checking',
    'having|after corrected|checked|amended|fixed',
  ],
  need: [
    'необходимо|нужно|следует|надо|требуется|просим|просьба|пожалуйста|можно|вам|советуем|советуют|рекомендуем|рекомендуют|предлагаем',
    'необходим|необходима|нужен|нужна',
  ],
  repetition: [
    'повтор|повторение|перезапрос',
    'повторный запрос|вызов',
    'повторная отправка|попытка|передача',
    'повторное обращение|выполнение',
  ],
  // Another try on another day repeats the request, too.
  retry: ['{repeat}', 'попробуйте|попытайтесь|try ..2 позже|позднее|later'],
  link: [
    'с|со|указав|передав|предоставив|заполнив|используя|введя|отправив|при|где|содержащий',
    'with|w|using|providing|supplying|including|specifying|containing|passing|sending|that',
  ],
  filling: [
    'указав|передав|предоставив|заполнив|добавив|внеся|дополнив|включив',
    'specifying|providing|supplying|adding|including|passing',
    'having supplied|provided|added|specified|filled',
  ],
  check: [
    'проверьте|проверить|проверив|проверяйте|перепроверьте|перепроверить|уточните|уточнить|уточнив|сверьте|убедитесь|удостоверьтесь',
    'check|review !of|back',
    'checking|verify|validate|recheck|ensure|reexamine|inspect',
    'double check',
    'look at|over|through',
    'make|be sure',
  ],
  fill: [
    'допишите|впишите|приложите|укажите|указать|указав|заполните|заполнить|заполнив|добавьте|добавить|добавив|передайте|передать|передав|внесите|введите|ввести|предоставьте|пришлите|включите|задайте|дополните',
    'specify|specifying|provide|providing|supply|supplying|add|adding|include|including|pass|fill|set|enter|insert|give|populate',
  ],
  // Time is given as well as data: "give us a few minutes and try again".
  pause: [
    '{fill} ?us|it|me|нам ?a|an|some|another|немного|несколько|пару ?few|little|bit|short|more ?of {time}',
  ],
  time: ['minute*|moment*|second*|hour*|time|while|минут*|секунд*|время|времени'],
  parameter: ['параметр*|поле|поля|parameter|parameters|field|fields', '{name}'],
  lack: [
    'отсутству*|отсутствия|пропущен|пропущено|missing|lacks|lacking|absent|omitted',
    'не указан*|передан*|задан*|заполнен*|найден*|получен*|прислан*|обнаружен*|получили|указали|передали|хватает',
    'not ?been given|provided|supplied|specified|sent|found|received|receive|get|present|set|passed|filled',
  ],
  // A parameter that is said to lack: whoever asks for it, in whatever form, asks for correct data.
  lacking: [
    '{lack} ,,3 {parameter}',
    '{parameter} ,,3 {lack}',
    'нет|no ?параметра|поля|parameter|field|value {name}',
  ],
  it: ['его|ее|ним|нею|ней|их|ними|it|them|this|that', '{data}'],
};
